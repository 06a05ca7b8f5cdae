//! Says nothing but errors.

use crate::progress::style::Style;
use crate::progress::{say, stats};
use lop_runner::{Event, Listener};

/// Prints failures, and the table of passes if it was asked for.
#[derive(Debug)]
pub(super) struct Quiet {
    style: Style,
    stats: bool,
}

impl Quiet {
    /// A quiet reporter.
    pub(super) fn new(style: Style, stats: bool) -> Quiet {
        Quiet { style, stats }
    }
}

impl Listener for Quiet {
    fn on_event(&self, _: &str, event: &Event) {
        match event {
            Event::Failed(failure) => say(&self.style.failure(failure)),
            Event::Finished(closing) if self.stats => say(&stats::all(&closing.summary)),
            _ => {}
        }
    }
}
