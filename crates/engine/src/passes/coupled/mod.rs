//! Coupled edits: what belongs together changes together, as the table of names tells.

pub mod delete_field;
pub mod delete_import;
pub mod delete_parameter;
pub mod flatten_module;
pub mod inline_variable;
pub mod lower_count;
pub mod lower_levels;
pub mod renumber;
pub mod substitute_type;
pub mod unwrap_struct;

mod constructions;
mod enumerators;
mod functions;
mod levels;
mod lists;
mod renaming;
mod types;
mod view;
