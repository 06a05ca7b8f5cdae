//! What a lexeme is, and what there is to ask of one.

use std::ops::Range;

use crate::edit::Span;
use crate::tokens::{is_blank, is_word};

/// One lexeme.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lexeme {
    /// The bytes it covers; never empty, never blank at its ends.
    pub span: Span,
    /// What it is.
    pub class: Class,
}

/// What a lexeme is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Class {
    /// A word that names something; without a tree, every word.
    Word,
    /// A word that the grammar itself spells, or names as built in.
    Keyword,
    /// A number.
    Number,
    /// A string, a character, a regular expression: see `content`.
    String,
    /// A comment.
    Comment,
    /// An opening bracket: `(`, `[` or `{`.
    Open(u8),
    /// A closing bracket.
    Close(u8),
    /// Any other token.
    Punct,
}

impl Lexeme {
    /// Its bytes.
    pub fn of<'t>(&self, text: &'t [u8]) -> &'t [u8] {
        &text[self.span.range()]
    }
}

/// What stands between the quotes of a literal, as an index into it; `None` when it has no quotes of its own.
pub(crate) fn content(literal: &[u8]) -> Option<Range<usize>> {
    let start = literal.iter().position(|it| b"\"'`/<".contains(it))?;
    if !literal[..start].iter().all(|&it| is_word(it) || b"#@%".contains(&it)) {
        return None;
    }
    let open = literal[start];
    let close = if open == b'<' { b'>' } else { open };
    let end = literal.iter().rposition(|&it| it == close).filter(|&it| it > start)?;
    let triple = |part: &[u8]| part.len() == 3 && part.iter().all(|&it| it == open);
    if end >= start + 5 && triple(&literal[start..start + 3]) && triple(&literal[end - 2..=end]) {
        return Some(start + 3..end - 2);
    }
    Some(start + 1..end)
}

/// A byte offset as spans count it.
///
/// # Panics
/// When it is beyond 4 GiB, which [`crate::Reduction`] refuses first.
pub(crate) fn offset(at: usize) -> u32 {
    u32::try_from(at).expect("a document is smaller than 4 GiB")
}

/// `span` without the blanks at its ends; `None` when it is all blank.
pub(crate) fn trim(text: &[u8], span: Span) -> Option<Span> {
    let bytes = &text[span.range()];
    let first = bytes.iter().position(|&it| !is_blank(it))?;
    let last = bytes.iter().rposition(|&it| !is_blank(it))?;
    Some(Span::new(span.start + offset(first), span.start + offset(last) + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_content_of_a_literal_lies_between_its_quotes() {
        let inside = |it: &'static str| content(it.as_bytes()).map(|range| &it[range]);
        assert_eq!(inside("\"ab\""), Some("ab"));
        assert_eq!(inside("L'x'"), Some("x"));
        assert_eq!(inside("r#\"a\"b\"#"), Some("a\"b"));
        assert_eq!(inside("\"\"\"doc\"\"\""), Some("doc"));
        assert_eq!(inside("<stdio.h>"), Some("stdio.h"));
        assert_eq!(inside("\"\""), Some(""));
        assert_eq!(inside("abc"), None);
    }
}
