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
mod spans;
#[cfg(test)]
mod testing;
mod usage;
mod words;

/// About how many sites a pass proposes at most in one round. What did not fit comes up in a later round, when the
/// document is smaller.
const MANY: usize = 20_000;
