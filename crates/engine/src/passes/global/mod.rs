//! What looks at a whole document at once, before anything is cut: rules that hold everywhere, and what needs what.

pub mod apply_rules_everywhere;
pub mod delete_all_comments;
pub mod keep_closures;

pub(super) mod components;
mod members;
mod needs;
mod pieces;
