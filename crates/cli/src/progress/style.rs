//! Colours, where the terminal has them: few, and never the only carrier of a meaning. Texts may come from anywhere, a test's
//! output for one, so that none of their own escapes reaches the terminal.

use lop_batch::display::harmless_lines;
use lop_runner::Failure;

/// Knows whether to colour.
#[derive(Debug, Clone, Copy)]
pub(super) struct Style {
    coloured: bool,
}

impl Style {
    /// Colours or does not.
    pub(super) fn new(coloured: bool) -> Style {
        Style { coloured }
    }

    /// What matters most.
    pub(super) fn strong(self, text: &str) -> String {
        self.wrap("1", text)
    }

    /// What may be overlooked.
    pub(super) fn faint(self, text: &str) -> String {
        self.wrap("2", text)
    }

    /// A warning's line.
    pub(super) fn warning(self, text: &str) -> String {
        format!("{}: {}", self.wrap("1;33", "warning"), harmless_lines(text))
    }

    /// A note's line.
    pub(super) fn note(self, text: &str) -> String {
        format!("{}: {}", self.wrap("1;36", "note"), harmless_lines(text))
    }

    /// A failure's paragraph.
    pub(super) fn failure(self, failure: &Failure) -> String {
        let text = harmless_lines(&failure.to_string());
        match text.strip_prefix("error") {
            Some(rest) => format!("{}{rest}", self.wrap("1;31", "error")),
            None => text,
        }
    }

    fn wrap(self, code: &str, text: &str) -> String {
        let text = harmless_lines(text);
        if self.coloured { format!("\x1b[{code}m{text}\x1b[0m") } else { text }
    }
}
