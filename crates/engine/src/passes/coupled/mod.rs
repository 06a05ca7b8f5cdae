//! Coupled edits: what belongs together changes together, as the table of names tells.

pub mod call_to_argument;
pub mod delete_parameter;
mod functions;
mod inline;
pub mod inline_call;
mod lists;
pub mod merge_functions;
pub mod parameter_to_variable;
mod places;
mod variables;
pub mod void_result;
