//! Colours of the live view: few, from the sixteen of the terminal's own scheme, and never the only carrier of a meaning.

use lop_engine::internal::Class;
use ratatui::style::{Color, Modifier, Style};

/// Knows whether to colour.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Theme {
    coloured: bool,
}

impl Theme {
    /// Colours or does not.
    pub(crate) fn new(coloured: bool) -> Theme {
        Theme { coloured }
    }

    /// What matters most.
    pub(super) fn strong(self) -> Style {
        self.styled(Style::new().add_modifier(Modifier::BOLD))
    }

    /// What may be overlooked.
    pub(super) fn faint(self) -> Style {
        self.styled(Style::new().fg(Color::DarkGray))
    }

    /// The phase, the curve, keys.
    pub(super) fn accent(self) -> Style {
        self.styled(Style::new().fg(Color::Cyan))
    }

    /// What should not be overlooked, such as a pause.
    pub(super) fn alert(self) -> Style {
        self.styled(Style::new().fg(Color::Yellow).add_modifier(Modifier::BOLD))
    }

    /// What has gone.
    pub(super) fn gone(self) -> Style {
        self.styled(Style::new().fg(Color::Red))
    }

    /// What has come instead, and what pays.
    pub(super) fn new_text(self) -> Style {
        self.styled(Style::new().fg(Color::Green))
    }

    /// A token of a source.
    pub(super) fn token(self, class: Class) -> Style {
        let style = Style::new();
        self.styled(match class {
            Class::Keyword => style.fg(Color::Blue).add_modifier(Modifier::BOLD),
            Class::Number => style.fg(Color::Magenta),
            Class::String => style.fg(Color::Green),
            Class::Comment => style.fg(Color::DarkGray),
            Class::Word | Class::Open(_) | Class::Close(_) | Class::Punct => style,
        })
    }

    fn styled(self, style: Style) -> Style {
        if self.coloured { style } else { Style::new() }
    }
}
