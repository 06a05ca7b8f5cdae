//! Bracket pairs, their content, and comma lists within.

pub mod delete_balanced;
pub mod delete_items;
pub mod lift_brackets;
pub mod simplify_brackets;

pub(super) mod pairs;
