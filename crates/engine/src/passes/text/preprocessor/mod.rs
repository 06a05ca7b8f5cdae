//! What a preprocessor reads: directives, conditionals and macros.

pub mod delete_directives;
pub mod delete_macro_parameters;
pub mod fold_conditionals;
pub mod inline_macros;

mod directives;
