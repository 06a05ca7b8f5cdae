//! Says nothing but errors.

use crate::report::style::Style;
use crate::report::{Event, Reporter, say, stats};

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

impl Reporter for Quiet {
    fn on_event(&self, event: &Event<'_>) {
        match event {
            Event::Failed(failure) => say(&self.style.failure(failure)),
            Event::Finished(closing) if self.stats => say(&stats::table(&closing.outcome.passes)),
            _ => {}
        }
    }
}
