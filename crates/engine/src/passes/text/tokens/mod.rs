//! Tokens: one, all equal ones, windows of neighbours, and what lies between two.

pub mod delete_equal_tokens;
pub mod delete_ragged_windows;
pub mod delete_spans;
pub mod delete_token_patterns;
pub mod delete_token_windows;
pub mod delete_tokens;
pub mod delete_wide_windows;
