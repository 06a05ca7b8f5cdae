//! The table of passes, in the order in which equally promising sites are tried.

#[doc(hidden)]
pub mod coupled;
mod documentation;
#[doc(hidden)]
pub mod global;
mod inventory;
#[doc(hidden)]
pub mod project;
#[doc(hidden)]
pub mod structure;
#[doc(hidden)]
pub mod text;

use crate::pass::{Effort, Pass, Stage};

#[doc(hidden)]
pub use documentation::DOCUMENTATION;
#[doc(hidden)]
pub use inventory::{Theirs, creduce_inventory};

/// All passes.
///
/// ```
/// assert!(lop_engine::passes::ALL.iter().any(|it| it.name == "delete-lines"));
/// ```
pub const ALL: &[&Pass] = &[
    // Which files of a project stay.
    &project::keep_files::PASS,
    &project::delete_files::PASS,
    &project::delete_mentioned_files::PASS,
    // What most of a large file is, before it is parsed.
    &text::blocks::delete_portions::PASS,
    // What the grammar knows.
    &structure::unnest::PASS,
    &structure::delete_elements::PASS,
    &structure::delete_groups::PASS,
    &structure::delete_children::PASS,
    &structure::hoist::PASS,
    &structure::minimise::PASS,
    &structure::apply_rules::PASS,
    &structure::delete_units::PASS,
    &structure::hoist_any::PASS,
    &structure::lift_clauses::PASS,
    &structure::lift_header::PASS,
    &structure::lift_loop::PASS,
    &structure::nest_condition::PASS,
    // What nearly always goes, all of it in a question or two.
    &text::preprocessor::delete_directives::PASS,
    &text::trivia::delete_comments::PASS,
    &text::preprocessor::fold_conditionals::PASS,
    // What can be done everywhere at once, and what needs what.
    &global::delete_all_comments::PASS,
    &coupled::name_numbers::PASS,
    &global::apply_rules_everywhere::PASS,
    &global::keep_closures::PASS,
    // Large pieces of text, outermost first.
    &text::blocks::delete_pieces::PASS,
    &text::blocks::delete_blocks::PASS,
    &text::blocks::empty_blocks::PASS,
    &text::lines::delete_lines::PASS,
    &text::lines::duplicate_lines::PASS,
    &text::brackets::delete_balanced::PASS,
    &text::brackets::delete_items::PASS,
    &structure::delete_words::PASS,
    &text::blocks::unwrap_blocks::PASS,
    &text::lines::unwrap_lines::PASS,
    &text::blocks::unwrap_words::PASS,
    // What names tell: declarations nobody mentions, alone and with what they alone needed.
    &text::names::delete_unused::PASS,
    &text::names::delete_with_orphans::PASS,
    // Tokens: many places at once, then each place, likely cuts before unlikely ones.
    &text::tokens::delete_equal_tokens::PASS,
    &text::tokens::delete_tokens::PASS,
    &text::literals::shrink_integers::PASS,
    &text::literals::shrink_strings::PASS,
    &text::expressions::ternaries::PASS,
    &text::expressions::peephole::PASS,
    &text::expressions::unwrap_calls::PASS,
    &text::brackets::lift_brackets::PASS,
    &text::preprocessor::inline_macros::PASS,
    &text::preprocessor::delete_macro_parameters::PASS,
    // Coupled edits: what belongs together changes together. Those that hardly ever ask in vain are big steps, the others small.
    &coupled::default_uses::PASS,
    &coupled::default_with_orphans::PASS,
    &coupled::delete_parameter::PASS,
    &coupled::inline_call::PASS,
    &coupled::inline_closure::PASS,
    &coupled::inline_operator::PASS,
    &coupled::inline_yield::PASS,
    &coupled::void_result::PASS,
    &coupled::call_to_argument::PASS,
    &coupled::call_callback::PASS,
    &coupled::lift_calls::PASS,
    &coupled::merge_functions::PASS,
    &coupled::function_to_closure::PASS,
    &coupled::pull_up_method::PASS,
    &coupled::inherit_methods::PASS,
    &coupled::inline_variable::PASS,
    &coupled::forward_value::PASS,
    &coupled::return_variable::PASS,
    &coupled::lift_arm::PASS,
    &coupled::lower_levels::PASS,
    &coupled::delete_field::PASS,
    &coupled::delete_base::PASS,
    &coupled::delete_case::PASS,
    &coupled::delete_placeholder::PASS,
    &coupled::ignore_name::PASS,
    &coupled::narrow_patterns::PASS,
    &coupled::narrow_tuples::PASS,
    &coupled::unwrap_struct::PASS,
    &coupled::value_to_parameter::PASS,
    &coupled::split_struct::PASS,
    &coupled::share_variable::PASS,
    &coupled::substitute_type::PASS,
    &coupled::merge_types::PASS,
    &coupled::inline_bound::PASS,
    &coupled::flatten_module::PASS,
    &coupled::lift_member::PASS,
    &coupled::lower_totals::PASS,
    &coupled::lower_count::PASS,
    &coupled::lower_length::PASS,
    &coupled::delete_columns::PASS,
    &coupled::delete_import::PASS,
    &coupled::substitute_import::PASS,
    &coupled::delete_label::PASS,
    &coupled::delete_edge::PASS,
    &coupled::end_block::PASS,
    &coupled::join_blocks::PASS,
    &coupled::delete_async::PASS,
    &coupled::renumber::PASS,
    // Names, which only pay once little else does.
    &text::names::delete_word_everywhere::PASS,
    &text::names::substitute_name::PASS,
    &coupled::merge_bindings::PASS,
    // Everything near everything: many questions and few answers.
    &text::tokens::delete_token_windows::PASS,
    &text::tokens::delete_wide_windows::PASS,
    &text::tokens::delete_token_patterns::PASS,
    &text::tokens::delete_spans::PASS,
    &text::lines::delete_line_pairs::PASS,
    &text::tokens::delete_ragged_windows::PASS,
    &text::bytes::delete_bytes::PASS,
    &text::bytes::short_deletions::PASS,
    // What may have to grow before it shrinks.
    &text::inlining::inline_definitions::PASS,
    &text::inlining::copy_body::PASS,
    &coupled::parameter_to_variable::PASS,
    &coupled::reorder_bounds::PASS,
    &structure::gather_declarations::PASS,
    &project::inline_file::PASS,
    // Names that are told apart no longer.
    &text::names::merge_identifiers::PASS,
    // Looks, last of all.
    &structure::merge_declarations::PASS,
    &project::flatten_directories::PASS,
    &project::shorten_paths::PASS,
    &text::trivia::strip_blanks::PASS,
    &text::trivia::close_gaps::PASS,
    &text::names::rename_identifiers::PASS,
    &text::brackets::simplify_brackets::PASS,
];

/// The passes that a run of some effort uses. What a thorough run adds is used anyway where no language is known.
///
/// ```
/// use lop_engine::{Effort, passes};
///
/// assert!(passes::of(Effort::Quick).len() < passes::of(Effort::Thorough).len());
/// ```
pub fn of(effort: Effort) -> Vec<&'static Pass> {
    let last = if effort == Effort::Quick { Stage::Main } else { Stage::Finish };
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
