//! `delete-bytes`: takes single characters of words and comments away, and what lies between two equal bytes.
//!
//! Before:
//! ```text
//! needless
//! ```
//! After:
//! ```text
//! neess
//! ```
//! For text without a language, up to 20,000 bytes (5,000 for spans between equal bytes); of a file with a language only
//! the comments, whose words no other pass shortens. A very long word is taken apart in any text, each by itself.

use crate::document::{Document, File};
use crate::edit::{FileId, Span};
use crate::lexeme::{Class, offset};
use crate::pass::{Pass, Propose, Sites, Stage, Tier};
use crate::thresholds::{BYTES, BYTES_BETWEEN, LONG_WORD};
use crate::tokens::is_blank;

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "delete-bytes",
    summary: "delete characters of words where no grammar is known",
    stage: Stage::Fine,
    tier: Tier::Text,
    propose: Propose::File(propose),
};

fn propose(document: &Document, id: FileId, sites: &mut Sites) {
    let file = document.file(id);
    for word in long_words(file) {
        sites.delete_list(id, pieces(file, word));
    }
    if file.text.len() > BYTES.get() {
        return;
    }
    sites.delete_list(id, characters(file));
    if file.language.is_none() && file.text.len() <= BYTES_BETWEEN.get() {
        for span in between(&file.text) {
            sites.delete(id, span);
        }
    }
}

/// The words that `characters` leaves out, or that would be most of it.
fn long_words(file: &File) -> impl Iterator<Item = Span> {
    let words = file.lexemes().iter().filter(|it| it.class == Class::Word).map(|it| it.span);
    words.filter(|it| it.len() >= LONG_WORD.get())
}

/// A word in pieces of the same size, characters if it is not too long for that.
fn pieces(file: &File, word: Span) -> Vec<Span> {
    let step = word.len().div_ceil(64 * LONG_WORD.get()).max(1);
    let mut found: Vec<Span> = Vec::new();
    for at in (word.start..word.end).step_by(step) {
        let end = (at + offset(step)).min(word.end);
        match found.last_mut() {
            Some(last) if file.text[at as usize] & 0xc0 == 0x80 => last.end = end,
            _ => found.push(Span::new(at, end)),
        }
    }
    found
}

/// The visible characters of lexemes that have several; single bytes where the text is not UTF-8.
fn characters(file: &File) -> Vec<Span> {
    let utf8 = std::str::from_utf8(&file.text).is_ok();
    let starts = |at: u32| !utf8 || file.text[at as usize] & 0xc0 != 0x80;
    let long = |it: Span| it.len() >= LONG_WORD.get();
    let is_open = |class: Class, span: Span| match class {
        Class::Comment => true,
        Class::Word => file.language.is_none() && !long(span),
        _ => file.language.is_none(),
    };
    let lexemes = file.lexemes().iter().filter(|it| is_open(it.class, it.span));
    let mut found: Vec<Span> = Vec::new();
    for span in lexemes.map(|it| it.span).filter(|it| it.len() > 1) {
        for at in span.start..span.end {
            match found.last_mut() {
                Some(last) if !starts(at) && last.end == at => last.end += 1,
                _ if is_blank(file.text[at as usize]) => {}
                _ => found.push(Span::new(at, at + 1)),
            }
        }
    }
    found
}

/// From each visible byte to the next of its kind, longest first.
fn between(text: &[u8]) -> Vec<Span> {
    let mut last: [Option<usize>; 256] = [None; 256];
    let mut spans: Vec<Span> = Vec::new();
    for (at, &byte) in text.iter().enumerate().filter(|it| !is_blank(*it.1)) {
        if let Some(start) = last[usize::from(byte)].replace(at) {
            spans.push(Span::new(offset(start), offset(at)));
        }
    }
    spans.sort_by_key(|it| std::cmp::Reverse((it.len(), it.start)));
    spans
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::passes::text::testing::{c, candidates, plain};

    #[test]
    fn characters_of_words_go_and_of_single_tokens_not() {
        assert_eq!(candidates(&PASS, &plain("ab+é")), ["+", "b+é", "a+é", "ab+"]);
        assert_eq!(candidates(&PASS, &plain("xay a")), ["a", "ay a", "xy a", "xa a", "x a"]);
    }

    #[test]
    fn a_very_long_word_is_taken_apart_in_any_text() {
        let long = |pieces: u32| {
            let text = "y".repeat(pieces as usize * 64 * LONG_WORD.get());
            let document = plain(text);
            let words: Vec<Span> = long_words(document.file(FileId(0))).collect();
            assert_eq!(words.len(), 1);
            super::pieces(document.file(FileId(0)), words[0])
        };
        for (times, length) in [(1, 1), (3, 3)] {
            let found = long(times);
            assert!(found.len() == 64 * LONG_WORD.get() && found.iter().all(|it| it.len() == length));
        }
        let named = c(format!("int {};", "y".repeat(LONG_WORD.get())));
        assert_eq!(candidates(&PASS, &named).len(), LONG_WORD.get() + 1, "each, and all");
    }

    #[test]
    fn with_a_language_only_comments_are_taken_apart() {
        assert_eq!(candidates(&PASS, &c("abc; // x")).len(), 4);
    }
}
