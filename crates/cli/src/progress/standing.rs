//! The numbers of a run in progress, kept up to date from its events, for plain lines.

use std::time::Instant;

use lop_engine::Verdict;
use lop_runner::Event;
use lop_runner::event::Setting;
use lop_runner::number::{count, counted, gone, measured, ticking};

use crate::view::Speed;

/// Where a run stands.
#[derive(Debug)]
pub(super) struct Progress {
    began: Instant,
    tokens: (usize, usize),
    bytes: (usize, usize),
    questions: u64,
    /// The pass that found the latest improvement.
    paying: &'static str,
    /// The score of the original and now, where there is an objective.
    score: Option<(f64, f64)>,
    speed: Speed,
}

impl Progress {
    /// The start of a run.
    pub(super) fn new(setting: &Setting) -> Progress {
        let now = Instant::now();
        Progress {
            began: now,
            tokens: (setting.tokens, setting.tokens),
            bytes: (setting.bytes, setting.bytes),
            questions: 0,
            paying: "",
            score: setting.score.map(|it| (it, it)),
            speed: Speed::from(now),
        }
    }

    /// Takes note of one event.
    pub(super) fn note(&mut self, event: &Event) {
        match event {
            Event::Judged { verdict, .. } => {
                self.questions += u64::from(*verdict != Verdict::Cancelled);
                self.speed.note(self.questions, Instant::now());
            }
            Event::Improved { pass, tokens, bytes, mark, .. } => {
                self.score = self.score.zip(mark.score).map(|(it, now)| (it.0, now)).or(self.score);
                (self.tokens.1, self.bytes.1, self.paying) = (*tokens, *bytes, pass);
            }
            _ => {}
        }
    }

    /// Tokens and bytes now.
    pub(super) fn size(&self) -> (usize, usize) {
        (self.tokens.1, self.bytes.1)
    }

    /// One line on where the run stands.
    pub(super) fn line(&self) -> String {
        let paying = if self.paying.is_empty() { String::new() } else { format!(" · {}", self.paying) };
        let score = self.score.map(|it| format!("{} → {} · ", measured(it.0), measured(it.1)));
        format!(
            "{} · {}{} → {} (−{}) · {} → {} · {}, {}{paying}",
            ticking(self.began.elapsed()),
            score.unwrap_or_default(),
            count(self.tokens.0),
            counted(self.tokens.1, "token"),
            gone(self.tokens.0, self.tokens.1),
            count(self.bytes.0),
            counted(self.bytes.1, "byte"),
            counted(self.questions, "question"),
            self.speed.shown(self.questions, Instant::now()),
        )
    }
}
