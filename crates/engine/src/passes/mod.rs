//! The table of passes, in the order in which equally promising sites are tried.

pub mod text;

use crate::pass::Pass;

/// All passes.
pub const ALL: &[&Pass] = &[
    // What nearly always goes, all of it in a question or two.
    &text::delete_directives::PASS,
    &text::delete_comments::PASS,
    &text::delete_blank_lines::PASS,
    &text::fold_conditionals::PASS,
    // Large pieces of text, outermost first.
    &text::delete_blocks::PASS,
    &text::empty_blocks::PASS,
    &text::delete_lines::PASS,
    &text::duplicate_lines::PASS,
    &text::delete_balanced::PASS,
];
