//! What passes over text ask of lexemes: the span of several, what one reads, and whether a replacement ranks lower.

use crate::document::{Document, File};
use crate::edit::Span;
use crate::lexeme::brackets::Pair;
use crate::lexeme::{Class, Lexeme, offset};
use crate::thresholds::PUT_PER_BYTE;
use crate::tokens;

/// True when `new` in the place of `old` lowers the rank.
pub(super) fn lowers(old: &[u8], new: &[u8]) -> bool {
    (tokens::count(new), new.len(), new) < (tokens::count(old), old.len(), old)
}

/// From the first byte of lexeme `first` to the last byte of lexeme `last`.
pub(in crate::passes) fn span_of(lexemes: &[Lexeme], first: usize, last: usize) -> Span {
    Span::new(lexemes[first].span.start, lexemes[last].span.end)
}

/// True when lexeme `at` of `file` is the text `is`.
pub(in crate::passes) fn reads(file: &File, at: usize, is: &[u8]) -> bool {
    file.lexemes().get(at).is_some_and(|it| it.of(&file.text) == is)
}

/// The span of a block that becomes a `;`, with the blanks before it.
pub(super) fn block_with_gap(lexemes: &[Lexeme], pair: &Pair) -> Span {
    let span = span_of(lexemes, pair.open, pair.close);
    let before = pair.open.checked_sub(1).map(|it| lexemes[it]).filter(|it| it.class != Class::Comment);
    Span::new(before.map_or(span.start, |it| it.span.end), span.end)
}

/// An edit that leaves just what stands before `start` and after `end`, byte for byte: with a neighbour on either side in
/// it, so that it counts as a replacement and no blank is mended.
pub(super) fn literal(text: &[u8], start: usize, end: usize) -> (Span, Vec<u8>) {
    let (from, to) = (start.saturating_sub(1), text.len().min(end + 1));
    let with = [&text[from..start], &text[end..to]].concat();
    (Span::new(offset(from), offset(to)), with)
}

/// How many bytes a pass puts in at most where it writes one text in many places: no step that more than doubles a
/// document is tried, but writing it out would take time and memory.
pub(crate) fn most_put(document: &Document) -> usize {
    PUT_PER_BYTE.get() * document.files().iter().map(|it| it.text.len()).sum::<usize>()
}
