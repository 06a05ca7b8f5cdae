//! Coupled edits: what belongs together changes together, as the table of names tells.

pub mod call_to_argument;
pub mod default_uses;
pub mod delete_field;
pub mod delete_import;
pub mod delete_parameter;
pub mod flatten_module;
pub mod forward_value;
pub mod inherit_methods;
pub mod inline_bound;
pub mod inline_call;
pub mod inline_variable;
pub mod lower_count;
pub mod lower_levels;
pub mod merge_bindings;
pub mod merge_functions;
pub mod parameter_to_variable;
pub mod pull_up_method;
pub mod renumber;
pub mod substitute_type;
pub mod unwrap_struct;
pub mod void_result;

mod constructions;
mod conversions;
mod enumerators;
mod functions;
mod homonyms;
mod inline;
mod levels;
mod lists;
mod places;
pub(super) mod renaming;
mod typed;
mod types;
pub(super) mod unused_imports;
mod variables;
mod view;
