//! Plain lines: one for each thing worth knowing, for logs and for terminals that can do no more.

use std::io::{self, Write};

use parking_lot::Mutex;

use crate::display::harmless;
use lop_runner::Found;
use lop_runner::number::{count, counted, span};
use lop_runner::{Event, Listener};

/// Prints lines to standard error.
#[derive(Debug, Default)]
pub struct Lines {
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    files: usize,
    done: usize,
}

impl Listener for Lines {
    fn on_event(&self, file: &str, event: &Event) {
        let mut state = self.state.lock();
        match event {
            Event::Planned { files, done, .. } => (state.files, state.done) = (*files, *done),
            Event::Finished(_) | Event::Failed(_) => state.done += 1,
            _ => {}
        }
        if let Some(text) = line(file, event, (state.done, state.files)) {
            say(&text);
        }
    }
}

/// What an event is worth as a line.
pub(super) fn line(file: &str, event: &Event, (done, files): (usize, usize)) -> Option<String> {
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
            format!(
                "[{done}/{files}] {file}: {} → {}, {}, {} ({})",
                count(summary.outcome.tokens.0),
                counted(summary.outcome.tokens.1, "token"),
                counted(summary.questions(), "question"),
                span(summary.elapsed),
                closing.ended
            )
        }
        Event::Failed(failure) => format!("[{done}/{files}] {file}: failed: {}", failure.brief()),
        Event::Warning(text) if file.is_empty() => format!("warning: {text}"),
        Event::Warning(text) => format!("warning: {file}: {text}"),
        Event::Stopping(signal) => format!("{signal}: stopping; what is done is kept"),
        _ => return None,
    };
    Some(harmless(&text))
}

/// Tells a person something. There is nobody to tell that standard error is gone.
fn say(text: &str) {
    let mut err = io::stderr().lock();
    let _ = writeln!(err, "{text}").and_then(|()| err.flush());
}
