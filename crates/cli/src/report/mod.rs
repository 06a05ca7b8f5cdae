//! Reporters: everything the user is told goes through one stream of events to one of these.
//!
//! A reporter listens and cannot influence the run. The search's own events arrive wrapped in [`Event::Search`]; the
//! others are what only the edge knows: files, signals, the place of the result. Each reporter is a file in `reporters`,
//! where a new one goes, too; what several of them say in the same words is in `summary`, `stats` and `progress`.

mod event;
mod progress;
mod reporters;
mod stats;
mod style;
mod summary;

use std::io::{self, Write};

pub(crate) use event::{Checkup, Closing, Event, Setting};
pub(crate) use reporters::choose;

/// Who tells the user. Called from the workers of the search, several at once.
pub(crate) trait Reporter: Send + Sync {
    /// Takes note of one event.
    fn on_event(&self, event: &Event<'_>);
}

/// Tells a person something. There is nobody to tell that standard error is gone.
fn say(text: &str) {
    let mut err = io::stderr().lock();
    let _ = writeln!(err, "{text}").and_then(|()| err.flush());
}
