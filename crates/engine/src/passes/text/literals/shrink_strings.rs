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
//! First all strings to empty, as a list; then each: empty, without what stands before its quotes; then the brackets in it,
//! as a regular expression has them, with and without their content; its tokens as a list, as of embedded text; its
//! characters as a list (an escape is one character). At most 20,000 strings, from the back, and 2,000 characters of each.

use crate::passes::text::spans;
use std::ops::Range;

use crate::document::Document;
use crate::edit::{EditSet, FileId, Span};
use crate::lexeme::{Class, Lexeme, content, offset};
use crate::pass::{Pass, Propose, Sites, Stage, Tier};
use crate::passes::text::spans::literal;
use crate::thresholds::{SITES, STRING_BRACKETS, STRING_PARTS};
use crate::tokens::{is_blank, is_word};

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "shrink-strings",
    summary: "empty and shorten strings",
    stage: Stage::Fine,
    tier: Tier::Text,
    propose: Propose::File(propose),
};

fn propose(document: &Document, id: FileId, sites: &mut Sites) {
    let file = document.file(id);
    let strings: Vec<&Lexeme> = file.lexemes().iter().filter(|it| it.class == Class::String).collect();
    let empty = |it: &&Lexeme| {
        let empty = emptied(it.of(&file.text))?;
        Some(EditSet::replace(id, it.span, empty))
    };
    sites.list(strings.iter().filter_map(empty).collect());
    for string in strings.into_iter().rev().take(SITES.get()) {
        let text = string.of(&file.text);
        let shorter = emptied(text).into_iter().chain(unprefixed(text));
        sites.alternatives(shorter.map(|it| EditSet::replace(id, string.span, it)).collect());
        let place = |it: Range<usize>| {
            let start = string.span.start;
            Span::new(start + offset(it.start), start + offset(it.end))
        };
        let characters = characters(text);
        for pair in brackets(text) {
            let inside = pair.start + 1..pair.end - 1;
            let cuts = [Some(pair), Some(inside).filter(|it| !it.is_empty())].into_iter().flatten();
            let cut = |it: Range<usize>| {
                let (span, with) = literal(text, it.start, it.end);
                EditSet::replace(id, place(span.range()), with)
            };
            sites.alternatives(cuts.map(cut).collect());
        }
        let tokens = tokens(text, &characters);
        if tokens.len() > 1 && tokens.len() < characters.len() {
            sites.delete_list(id, tokens.into_iter().take(STRING_PARTS.get()).map(place).collect());
        }
        sites.delete_list(id, characters.into_iter().take(STRING_PARTS.get()).map(place).collect());
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
    (spans::lowers(literal, &bare)).then_some(bare)
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

/// Runs of word characters, and what stands between them one by one.
fn tokens(literal: &[u8], characters: &[Range<usize>]) -> Vec<Range<usize>> {
    let goes_on = |a: &Range<usize>, b: &Range<usize>| {
        is_word(literal[a.start]) && is_word(literal[b.start]) && !is_blank(literal[a.end - 1])
    };
    characters.chunk_by(goes_on).map(|it| it[0].start..it[it.len() - 1].end).collect()
}

/// The bracket pairs between the quotes, the longest first.
fn brackets(literal: &[u8]) -> Vec<Range<usize>> {
    let inside = content(literal).unwrap_or_default();
    let mut open: Vec<usize> = Vec::new();
    let mut found: Vec<Range<usize>> = Vec::new();
    let mut at = inside.start;
    while at < inside.end {
        match literal[at] {
            b'\\' => at += 1,
            b'(' | b'[' | b'{' => open.push(at),
            close @ (b')' | b']' | b'}') => {
                // In all three the closing one is one or two places behind the opening one.
                if let Some(start) = open.pop_if(|it| (1..=2).contains(&close.wrapping_sub(literal[*it]))) {
                    found.push(start..at + 1);
                }
            }
            _ => {}
        }
        at += 1;
    }
    found.sort_by_key(|it| std::cmp::Reverse((it.len(), it.start)));
    found.truncate(STRING_BRACKETS.get());
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::passes::text::testing::{candidates, js, plain};

    #[test]
    fn a_string_becomes_empty_then_loses_characters() {
        assert_eq!(
            candidates(&PASS, &plain("f(\"aé\\n\")")),
            ["\"\"", "\"\"", "\"\"", "\"\"", "\"\\n\"", "\"aé\"", "\"\"", "\"é\\n\"", "\"a\\n\"", "\"aé\""]
                .map(|it| format!("f({it})"))
        );
        assert!(candidates(&PASS, &plain("f(\"\")")).is_empty());
    }

    #[test]
    fn embedded_text_loses_tokens_before_characters_and_brackets_go_as_pairs() {
        let found = candidates(&PASS, &plain("f(\"ab = cd\")"));
        let place = |it: &str| found.iter().position(|other| other == it).expect(it);
        assert!(place("f(\"= cd\")") < place("f(\"b = cd\")"), "{found:#?}");
        let found = candidates(&PASS, &js("x = /a[bc]+(d|e)/"));
        for expected in ["x = /a+(d|e)/", "x = /a[]+(d|e)/", "x = /a[bc]+/", "x = /a[b]+(d|e)/"] {
            assert!(found.contains(&expected.to_owned()), "{expected}: {found:#?}");
        }
    }

    #[test]
    fn templates_and_regular_expressions_count_as_strings() {
        assert!(candidates(&PASS, &js("x = /ab/g")).contains(&"x = /b/g".to_owned()));
        assert!(candidates(&PASS, &js("x = `a`")).contains(&"x = ``".to_owned()));
    }
}
