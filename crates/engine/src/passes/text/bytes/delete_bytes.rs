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
//! the comments, whose words no other pass shortens, and the marks of a comment together, so that its text is code. The
//! longest words are taken apart in any text, each by itself.

use std::cmp::Reverse;

use crate::document::{Document, File};
use crate::edit::{Edit, EditSet, FileId, Span};
use crate::lexeme::{Class, offset};
use crate::pass::{Pass, Propose, Sites, Stage, Tier};
use crate::passes::text::trivia::delete_comments::comments;
use crate::thresholds::{BYTES, BYTES_BETWEEN, LONG_WORD};
use crate::tokens::{is_blank, is_word};

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
    let taken_apart = longest_words(file);
    for &word in &taken_apart {
        sites.delete_list(id, pieces(file, word));
    }
    if file.text.len() > BYTES.get() {
        return;
    }
    for comment in comments(file) {
        sites.alternatives(without_marks(&file.text, comment).map(|it| deleted(id, &it)).collect());
    }
    sites.delete_list(id, characters(file, &taken_apart));
    if file.language.is_none() && file.text.len() <= BYTES_BETWEEN.get() {
        for span in between(&file.text) {
            sites.delete(id, span);
        }
    }
}

/// Very long words in the order of the text: the longest, as long as their pieces are no more than those of one.
fn longest_words(file: &File) -> Vec<Span> {
    let words = file.lexemes().iter().filter(|it| it.class == Class::Word).map(|it| it.span);
    let mut words: Vec<Span> = words.filter(|it| it.len() >= LONG_WORD.get()).collect();
    words.sort_by_key(|it| Reverse(it.len()));
    let mut left = most_pieces();
    let mut fits = |it: &Span| {
        left = left.checked_sub(it.len().div_ceil(step(*it)))?;
        Some(())
    };
    let many = words.iter().take_while(|it| fits(it).is_some()).count();
    words.truncate(many);
    words.sort_unstable_by_key(|it| it.start);
    words
}

/// A word in pieces of the same size, characters if it is not too long for that.
fn pieces(file: &File, word: Span) -> Vec<Span> {
    let step = step(word);
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

fn step(word: Span) -> usize {
    word.len().div_ceil(most_pieces()).max(1)
}

/// Into how many pieces the long words of a file are taken.
fn most_pieces() -> usize {
    64 * LONG_WORD.get()
}

/// The visible characters of lexemes that have several, but for words that are taken apart by themselves; single bytes where
/// the text is not UTF-8.
fn characters(file: &File, taken_apart: &[Span]) -> Vec<Span> {
    let utf8 = std::str::from_utf8(&file.text).is_ok();
    let starts = |at: u32| !utf8 || file.text[at as usize] & 0xc0 != 0x80;
    let apart = |it: Span| taken_apart.binary_search_by_key(&it.start, |it| it.start).is_ok();
    let is_open = |class: Class, span: Span| match class {
        Class::Comment => true,
        Class::Word => file.language.is_none() && !apart(span),
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

/// What a comment may begin and end with, and what it begins with.
fn without_marks(text: &[u8], comment: Span) -> impl Iterator<Item = Vec<Span>> {
    let inside = &text[comment.range()];
    let is_mark = |it: &&u8| !is_word(**it) && !is_blank(**it);
    let opening = offset(inside.iter().take_while(is_mark).count());
    let closing = offset(inside.iter().rev().take_while(is_mark).count());
    let open = Span::new(comment.start, comment.start + opening);
    let close = Span::new(comment.end - closing, comment.end);
    let has_text = open.end < close.start;
    let both = (has_text && closing > 1).then(|| vec![open, close]);
    both.into_iter().chain((has_text && opening > 1).then(|| vec![open]))
}

fn deleted(id: FileId, spans: &[Span]) -> EditSet {
    spans.iter().map(|it| Edit::delete(id, *it)).collect()
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
    spans.sort_by_key(|it| Reverse((it.len(), it.start)));
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
            let words = longest_words(document.file(FileId(0)));
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
    fn however_many_long_words_there_are_they_have_no_more_pieces_than_one() {
        let digests = (0..1000).map(|it| format!("d{it:063}\n")).collect::<Vec<_>>().concat();
        let text = format!("{digests}{}\n{digests}", "y".repeat(2 * LONG_WORD.get()));
        let document = plain(text);
        let file = document.file(FileId(0));
        let words = longest_words(file);
        assert!(file.text.len() > BYTES.get() && words.is_sorted_by_key(|it| it.start));
        assert!(words.iter().any(|it| it.len() == 2 * LONG_WORD.get()), "the longest first");
        let many: usize = words.iter().map(|it| pieces(file, *it).len()).sum();
        assert!((most_pieces() - LONG_WORD.get()..=most_pieces()).contains(&many), "{many}");
    }

    #[test]
    fn with_a_language_only_comments_are_taken_apart() {
        let found = candidates(&PASS, &c("abc; // x"));
        assert!(found.len() == 5 && found.contains(&"abc; x".to_owned()), "{found:?}");
    }

    #[test]
    fn the_marks_of_a_comment_go_together() {
        assert!(candidates(&PASS, &c("/* f(x); */")).iter().any(|it| it.trim() == "f(x);"));
        assert!(candidates(&PASS, &c("//f(x)")).contains(&"f(x)".to_owned()));
    }
}
