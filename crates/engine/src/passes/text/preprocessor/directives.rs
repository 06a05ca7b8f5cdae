//! The directives of a text: lines that start with `#`, with their continuations.

use crate::edit::Span;
use crate::passes::text::lines::line::lines;

/// A line that starts with `#`, and the lines that a `\` at its end drags along.
#[derive(Debug, Clone, Copy)]
pub(super) struct Directive {
    /// From `#` to the last visible byte.
    pub(super) visible: Span,
    /// The same and the blanks before it.
    pub(super) cut: Span,
    /// True for `# 1 "file"` and `#line`.
    pub(super) marker: bool,
}

/// The directives of `text`.
pub(super) fn directives(text: &[u8]) -> Vec<Directive> {
    let mut found: Vec<Directive> = Vec::new();
    let mut continued = false;
    for line in lines(text) {
        let visible = &text[line.visible.range()];
        if continued {
            let last = found.last_mut().expect("a continued directive was found before");
            last.visible.end = line.visible.end;
            last.cut.end = line.cut.end;
        } else if visible[0] == b'#' {
            let word = visible[1..].trim_ascii_start();
            let marker = word.first().is_some_and(u8::is_ascii_digit) || word.starts_with(b"line ");
            found.push(Directive { visible: line.visible, cut: line.cut, marker });
        } else {
            continue;
        }
        continued = visible.last() == Some(&b'\\');
    }
    found
}
