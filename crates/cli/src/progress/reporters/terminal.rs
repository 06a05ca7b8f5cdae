//! Progress for a person at a terminal: the live view, what is told above it, and the summary at the end.

use crate::progress::style::Style;
use crate::progress::summary;
use crate::view::{Live, View};
use lop_runner::{Event, Listener};

/// Shows a view, and takes it away for the summary.
pub(super) struct Terminal {
    style: Style,
    stats: bool,
    live: Live,
}

impl Terminal {
    /// A reporter that has shown nothing yet.
    pub(super) fn new(style: Style, stats: bool, view: Box<dyn View>) -> Terminal {
        Terminal { style, stats, live: Live::new(view) }
    }
}

impl Listener for Terminal {
    fn on_event(&self, file: &str, event: &Event) {
        self.live.note(file, event);
        match event {
            Event::Started(setting) => {
                self.live.say(&summary::opening(setting));
                self.live.open();
            }
            Event::Finished(_) | Event::Failed(_) => self.live.close(),
            _ => {}
        }
        for text in summary::told(event, self.style, self.stats) {
            self.live.say(&text);
        }
    }
}
