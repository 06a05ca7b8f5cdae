//! The numbers of a run in progress, kept up to date from its events, for the reporters that talk to people.

use std::time::{Duration, Instant};

use lop_engine::Verdict;
use lop_runner::number::{count, counted, gone, rate, ticking};

use lop_runner::Event;
use lop_runner::event::Setting;

/// Where a run stands.
#[derive(Debug)]
pub(super) struct Progress {
    began: Instant,
    tokens: (usize, usize),
    bytes: (usize, usize),
    questions: u64,
    /// The pass that found the latest improvement.
    paying: &'static str,
    window: Window,
}

/// Two marks in the recent past, so that the speed shown is that of the last seconds.
#[derive(Debug, Clone, Copy)]
struct Window {
    older: (Instant, u64),
    newer: (Instant, u64),
}

const WINDOW: Duration = Duration::from_secs(5);

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
            window: Window { older: (now, 0), newer: (now, 0) },
        }
    }

    /// Takes note of one event.
    pub(super) fn note(&mut self, event: &Event) {
        match event {
            Event::Judged { verdict, .. } => {
                self.questions += u64::from(*verdict != Verdict::Cancelled);
            }
            Event::Improved { pass, tokens, bytes, .. } => {
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
    pub(super) fn line(&mut self) -> String {
        let paying = if self.paying.is_empty() { String::new() } else { format!(" · {}", self.paying) };
        format!(
            "{} · {} → {} (−{}) · {} → {} · {}, {}{paying}",
            ticking(self.began.elapsed()),
            count(self.tokens.0),
            counted(self.tokens.1, "token"),
            gone(self.tokens.0, self.tokens.1),
            count(self.bytes.0),
            counted(self.bytes.1, "byte"),
            counted(self.questions, "question"),
            self.speed(),
        )
    }

    fn speed(&mut self) -> String {
        let now = Instant::now();
        if now - self.window.newer.0 >= WINDOW {
            self.window = Window { older: self.window.newer, newer: (now, self.questions) };
        }
        let (since, before) = self.window.older;
        rate(self.questions - before, now - since)
    }
}
