//! What no tool reads: comments, blank lines, blanks.

pub mod close_gaps;
pub mod delete_comments;
pub mod strip_blanks;
