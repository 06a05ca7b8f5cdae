//! Coupled edits: what belongs together changes together, as the table of names tells.

pub mod delete_parameter;
mod functions;
mod inline;
pub mod inline_call;
mod lists;
mod places;
pub mod void_result;
