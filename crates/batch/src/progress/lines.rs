//! Plain lines: one for each thing worth knowing, for logs and for terminals that can do no more.

use std::io::{self, Write};
use std::time::Duration;

use parking_lot::Mutex;

use crate::display::harmless;
use crate::event::{Event, Watcher};
use crate::number;
use crate::record::Found;

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

impl Watcher for Lines {
    fn on_event(&self, event: &Event<'_>) {
        let mut state = self.state.lock();
        match event {
            Event::Planned { files, done, .. } => (state.files, state.done) = (*files, *done),
            Event::Done { .. } | Event::Failed { .. } => state.done += 1,
            _ => {}
        }
        if let Some(text) = line(event, state.done, state.files) {
            say(&text);
        }
    }
}

/// What an event is worth as a line.
pub(super) fn line(event: &Event<'_>, done: usize, files: usize) -> Option<String> {
    let text = match event {
        Event::Walked { inputs, refused, jobs } => {
            format!("{inputs} files to check, {refused} left out; {jobs} questions at once")
        }
        Event::Checked { found: Found::Interesting { .. }, .. } | Event::Checked { known: true, .. } => {
            return None;
        }
        Event::Checked { file, found, .. } => match found.details() {
            details if details.is_empty() => format!("{file}: {}", found.word()),
            details => format!("{file}: {}: {details}", found.word()),
        },
        Event::Planned { groups, files, done: 0 } => format!("{files} files to reduce, {groups} signatures"),
        Event::Planned { groups, files, done } => {
            format!("{files} files to reduce, {groups} signatures; {done} were done before")
        }
        Event::Done { file, tokens, questions, ended, took: time } => format!(
            "[{done}/{files}] {file}: {} → {} tokens, {questions} questions, {} ({ended})",
            tokens.0,
            tokens.1,
            took(*time)
        ),
        Event::Failed { file, because } => format!("[{done}/{files}] {file}: failed: {because}"),
        Event::Warning(text) => format!("warning: {text}"),
        Event::Began { .. } | Event::Asked { .. } | Event::Improved { .. } => return None,
    };
    Some(harmless(&text))
}

/// How long something took or will take: as on a clock, below ten seconds with fractions.
pub(super) fn took(time: Duration) -> String {
    if time.as_secs() < 10 { format!("{:.1} s", time.as_secs_f64()) } else { number::clock(time) }
}

/// Tells a person something. There is nobody to tell that standard error is gone.
fn say(text: &str) {
    let mut err = io::stderr().lock();
    let _ = writeln!(err, "{text}").and_then(|()| err.flush());
}
