//! Coupled edits: what belongs together changes together, as the table of names tells.

pub mod delete_parameter;
pub mod inline_variable;

mod enumerators;
mod functions;
mod lists;
mod renaming;
mod view;
