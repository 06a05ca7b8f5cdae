//! Lines: whole ones, pairs of them, and blocks made by indentation.

pub mod delete_line_pairs;
pub mod delete_lines;
pub mod duplicate_lines;
pub mod unwrap_lines;

pub(in crate::passes) mod line;
