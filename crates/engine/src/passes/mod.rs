//! The table of passes, in the order in which equally promising sites are tried.

mod documentation;
mod inventory;
#[doc(hidden)]
pub mod structure;
#[doc(hidden)]
pub mod text;

use crate::pass::{Effort, Pass, Stage};

#[doc(hidden)]
pub use documentation::DOCUMENTATION;
#[doc(hidden)]
pub use inventory::{LATER, Theirs, creduce_inventory};

/// All passes.
///
/// ```
/// assert!(lop_engine::passes::ALL.iter().any(|it| it.name == "delete-lines"));
/// ```
pub const ALL: &[&Pass] = &[
    // What the grammar knows.
    &structure::delete_elements::PASS,
    &structure::delete_groups::PASS,
    &structure::delete_children::PASS,
    &structure::hoist::PASS,
    &structure::minimise::PASS,
    &structure::apply_rules::PASS,
    &structure::delete_units::PASS,
    &structure::hoist_any::PASS,
    // What nearly always goes, all of it in a question or two.
    &text::delete_directives::PASS,
    &text::delete_comments::PASS,
    &text::delete_blank_lines::PASS,
    &text::fold_conditionals::PASS,
    // Large pieces of text, outermost first.
    &text::delete_pieces::PASS,
    &text::delete_blocks::PASS,
    &text::empty_blocks::PASS,
    &text::delete_lines::PASS,
    &text::duplicate_lines::PASS,
    &text::delete_balanced::PASS,
    &text::delete_items::PASS,
    &text::unwrap_blocks::PASS,
    &text::unwrap_lines::PASS,
    &text::unwrap_words::PASS,
    // What names tell: declarations nobody mentions, alone and with what they alone needed.
    &text::delete_unused::PASS,
    &text::delete_with_orphans::PASS,
    // Tokens: many places at once, then each place, likely cuts before unlikely ones.
    &text::delete_equal_tokens::PASS,
    &text::delete_tokens::PASS,
    &text::shrink_integers::PASS,
    &text::shrink_strings::PASS,
    &text::ternaries::PASS,
    &text::peephole::PASS,
    &text::unwrap_calls::PASS,
    &text::lift_brackets::PASS,
    &text::inline_macros::PASS,
    // Names, which only pay once little else does.
    &text::delete_word_everywhere::PASS,
    &text::merge_identifiers::PASS,
    // Everything near everything: many questions and few answers.
    &text::delete_token_windows::PASS,
    &text::delete_wide_windows::PASS,
    &text::delete_token_patterns::PASS,
    &text::delete_spans::PASS,
    &text::delete_line_pairs::PASS,
    &text::delete_ragged_windows::PASS,
    &text::delete_bytes::PASS,
    &text::short_deletions::PASS,
    // What may have to grow before it shrinks.
    &text::inline_definitions::PASS,
    &text::copy_body::PASS,
    // Looks, last of all.
    &text::strip_blanks::PASS,
    &text::rename_identifiers::PASS,
    &text::simplify_brackets::PASS,
];

/// The passes that a run of some effort uses. What a thorough run adds is used anyway where no language is known.
///
/// ```
/// use lop_engine::{Effort, passes};
///
/// assert!(passes::of(Effort::Quick).len() < passes::of(Effort::Thorough).len());
/// ```
pub fn of(effort: Effort) -> Vec<&'static Pass> {
    let last = if effort == Effort::Quick { Stage::Main } else { Stage::Grow };
    ALL.iter().copied().filter(|it| it.stage <= last).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_passes_share_a_name() {
        let mut names: Vec<&str> = ALL.iter().map(|it| it.name).collect();
        names.sort_unstable();
        let all = names.len();
        names.dedup();
        assert_eq!(names.len(), all);
    }
}
