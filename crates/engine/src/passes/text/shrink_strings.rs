//! `shrink-strings`: makes the content of strings, characters and other literals smaller.
//!
//! Before:
//! ```text
//! f("hello world");
//! ```
//! After:
//! ```text
//! f("");
//! ```
//! First all strings to empty, as a list; then each: empty, without what stands before its quotes; then its characters
//! as a list (an escape is one character). At most 20,000 strings, from the back, and 2,000 characters of each.

use std::ops::Range;

use crate::document::Document;
use crate::edit::{EditSet, FileId, Span};
use crate::lexeme::{Class, Lexeme, content, offset};
use crate::pass::{Pass, Propose, Sites, Stage, Tier};
use crate::tokens::is_blank;

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "shrink-strings",
    summary: "empty and shorten strings",
    stage: Stage::Fine,
    tier: Tier::Text,
    propose: Propose::File(propose),
};

const LONGEST: usize = 2_000;

fn propose(document: &Document, id: FileId, sites: &mut Sites) {
    let file = document.file(id);
    let strings: Vec<&Lexeme> = file.lexemes().iter().filter(|it| it.class == Class::String).collect();
    let empty = |it: &&Lexeme| {
        let empty = emptied(it.of(&file.text))?;
        Some(EditSet::replace(id, it.span, empty))
    };
    sites.list(strings.iter().filter_map(empty).collect());
    for string in strings.into_iter().rev().take(super::MANY) {
        let text = string.of(&file.text);
        let shorter = emptied(text).into_iter().chain(unprefixed(text));
        sites.alternatives(shorter.map(|it| EditSet::replace(id, string.span, it)).collect());
        let chars = characters(text).into_iter().take(LONGEST);
        let place = |it: Range<usize>| {
            let start = string.span.start;
            Span::new(start + offset(it.start), start + offset(it.end))
        };
        sites.delete_list(id, chars.map(place).collect());
    }
}

/// The literal with nothing between its quotes, unless there is nothing already.
fn emptied(literal: &[u8]) -> Option<Vec<u8>> {
    let inside = content(literal).filter(|it| !it.is_empty())?;
    Some([&literal[..inside.start], &literal[inside.end..]].concat())
}

/// The literal without the letters before and the signs after its quotes.
fn unprefixed(literal: &[u8]) -> Option<Vec<u8>> {
    let inside = content(literal)?;
    let quote = literal[inside.start - 1];
    let bare = [&[quote], &literal[inside.clone()], &literal[inside.end..=inside.end]].concat();
    (super::lowers(literal, &bare)).then_some(bare)
}

/// The characters between the quotes; of a part of a literal, which has none, those of the whole.
fn characters(literal: &[u8]) -> Vec<Range<usize>> {
    let inside = content(literal).unwrap_or(0..literal.len());
    let mut found = Vec::new();
    let mut at = inside.start + literal[inside.clone()].iter().take_while(|&&it| is_blank(it)).count();
    while at < inside.end {
        let mut end = at + 1 + usize::from(literal[at] == b'\\');
        // A cut of blanks alone could put a space back; so they go with the character before them.
        while end < inside.end && (literal[end] & 0xc0 == 0x80 || is_blank(literal[end])) {
            end += 1;
        }
        found.push(at..end.min(inside.end));
        at = end;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::testing::{candidates, js, plain};
    use super::*;

    #[test]
    fn a_string_becomes_empty_then_loses_characters() {
        assert_eq!(
            candidates(&PASS, &plain("f(\"aé\\n\")")),
            ["f(\"\")", "f(\"\")", "f(\"\")", "f(\"\")", "f(\"é\\n\")", "f(\"a\\n\")", "f(\"aé\")"]
        );
        assert!(candidates(&PASS, &plain("f(\"\")")).is_empty());
    }

    #[test]
    fn templates_and_regular_expressions_count_as_strings() {
        assert!(candidates(&PASS, &js("x = /ab/g")).contains(&"x = /b/g".to_owned()));
        assert!(candidates(&PASS, &js("x = `a`")).contains(&"x = ``".to_owned()));
    }
}
