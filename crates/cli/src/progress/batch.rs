//! What is shown of a batch: a line for each thing worth knowing, and on a terminal the live view below them.

use std::time::Instant;

use lop_batch::Control;
use lop_batch::display::harmless;
use lop_runner::number::{count, counted, span};
use lop_runner::{Event, Found, Listener};
use parking_lot::Mutex;

use super::{Talk, say};
use crate::view::{Corpus, Live, Theme};

/// Tells of a batch on standard error.
pub(crate) struct Reporter {
    quiet: bool,
    live: Option<Live>,
    state: Mutex<State>,
}

/// Files that are done, of how many.
#[derive(Debug, Default)]
struct State {
    done: usize,
    files: usize,
}

impl Reporter {
    /// Tells nothing yet. `control` is told what the keys mean.
    pub(crate) fn new(quiet: bool, talk: Talk, control: &Control) -> Reporter {
        let view = || Corpus::new(Theme::new(talk.coloured), control.clone(), Instant::now());
        let live = talk.live.then(|| Live::new(Box::new(view())));
        Reporter { quiet, live, state: Mutex::default() }
    }

    /// Ends the live view; what is told from here on is told by others.
    pub(crate) fn close(&self) {
        self.live.iter().for_each(Live::close);
    }
}

impl Listener for Reporter {
    fn on_event(&self, file: &str, event: &Event) {
        if self.quiet {
            return;
        }
        let mut state = self.state.lock();
        match event {
            Event::Planned { files, done, .. } => *state = State { done: *done, files: *files },
            Event::Finished(_) | Event::Failed(_) => state.done += 1,
            _ => {}
        }
        let text = line(file, event, &state);
        match &self.live {
            Some(live) => {
                live.note(file, event);
                live.open();
                if let Some(text) = text {
                    live.say(&text);
                }
            }
            None => text.iter().for_each(|it| say(it)),
        }
    }
}

/// What an event is worth as a line.
fn line(file: &str, event: &Event, state: &State) -> Option<String> {
    let at = || format!("[{}/{}]", count(state.done), count(state.files));
    let text = match event {
        Event::Walked { inputs, refused, jobs } => {
            format!(
                "{} to check, {} left out; {} at once",
                counted(*inputs, "file"),
                count(*refused),
                counted(*jobs, "question")
            )
        }
        Event::Checked { found, known } if *known || matches!(**found, Found::Interesting { .. }) => {
            return None;
        }
        Event::Checked { found, .. } => match found.details() {
            details if details.is_empty() => format!("{file}: {}", found.word()),
            details => format!("{file}: {}: {details}", found.word()),
        },
        Event::Planned { groups, files, done } => {
            let before = if *done > 0 { format!("; {} done before", count(*done)) } else { String::new() };
            format!("{} to reduce, {}{before}", counted(*files, "file"), counted(*groups, "signature"))
        }
        Event::Finished(closing) => {
            let summary = &closing.summary;
            let weak = if summary.is_suspicious() { "; the test may be too weak" } else { "" };
            format!(
                "{} {file}: {} → {}, {}, {} ({}){weak}",
                at(),
                count(summary.outcome.tokens.0),
                counted(summary.outcome.tokens.1, "token"),
                counted(summary.questions(), "question"),
                span(summary.elapsed),
                closing.ended
            )
        }
        Event::Failed(failure) => format!("{} {file}: failed: {}", at(), failure.brief()),
        Event::Note(text) if file.is_empty() => text.clone(),
        Event::Warning(text) if file.is_empty() => format!("warning: {text}"),
        Event::Warning(text) => format!("warning: {file}: {text}"),
        Event::Stopping(signal) => format!("{signal}: stopping; what is done is kept"),
        _ => return None,
    };
    Some(harmless(&text))
}
