//! Coupled edits: what belongs together changes together, as the table of names tells.

pub mod delete_parameter;
mod functions;
mod lists;
