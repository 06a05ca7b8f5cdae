//! The text family: passes that need no grammar and so work on any input, parsed or not.
//!
//! They see a file as lines, lexemes, bracket pairs and statement-like chunks. On what the grammar explains, the
//! structure family is faster; these carry the load where it does not, and end smaller where tools are tolerant.

pub mod copy_body;
pub mod delete_balanced;
pub mod delete_blank_lines;
pub mod delete_blocks;
pub mod delete_bytes;
pub mod delete_comments;
pub mod delete_directives;
pub mod delete_equal_tokens;
pub mod delete_items;
pub mod delete_line_pairs;
pub mod delete_lines;
pub mod delete_pieces;
pub mod delete_ragged_windows;
pub mod delete_spans;
pub mod delete_token_patterns;
pub mod delete_token_windows;
pub mod delete_tokens;
pub mod delete_unused;
pub mod delete_wide_windows;
pub mod delete_with_orphans;
pub mod delete_word_everywhere;
pub mod duplicate_lines;
pub mod empty_blocks;
pub mod fold_conditionals;
pub mod inline_definitions;
pub mod inline_macros;
pub mod lift_brackets;
pub mod merge_identifiers;
pub mod peephole;
pub mod rename_identifiers;
pub mod short_deletions;
pub mod shrink_integers;
pub mod shrink_strings;
pub mod simplify_brackets;
pub mod strip_blanks;
pub mod ternaries;
pub mod unwrap_blocks;
pub mod unwrap_calls;
pub mod unwrap_lines;
pub mod unwrap_words;

#[cfg(test)]
mod bounds;
mod chunks;
mod dominators;
#[cfg(test)]
mod laws;
mod lines;
#[cfg(test)]
mod testing;
mod usage;
mod words;

use crate::document::File;
use crate::edit::Span;
use crate::lexeme::brackets::Pair;
use crate::lexeme::{Class, Lexeme};
use crate::tokens;

/// About how many sites a pass proposes at most in one round. What did not fit comes up in a later round, when the
/// document is smaller.
const MANY: usize = 20_000;

/// True when `new` in the place of `old` lowers the rank.
fn lowers(old: &[u8], new: &[u8]) -> bool {
    (tokens::count(new), new.len(), new) < (tokens::count(old), old.len(), old)
}

/// From the first byte of lexeme `first` to the last byte of lexeme `last`.
fn span_of(lexemes: &[Lexeme], first: usize, last: usize) -> Span {
    Span::new(lexemes[first].span.start, lexemes[last].span.end)
}

/// True when lexeme `at` of `file` is the text `is`.
fn reads(file: &File, at: usize, is: &[u8]) -> bool {
    file.lexemes().get(at).is_some_and(|it| it.of(&file.text) == is)
}

/// The span of a block that becomes a `;`, with the blanks before it.
fn block_with_gap(lexemes: &[Lexeme], pair: &Pair) -> Span {
    let span = span_of(lexemes, pair.open, pair.close);
    let before = pair.open.checked_sub(1).map(|it| lexemes[it]).filter(|it| it.class != Class::Comment);
    Span::new(before.map_or(span.start, |it| it.span.end), span.end)
}
