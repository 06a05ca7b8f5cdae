//! Bytes, for text that nobody has tokens for.

pub mod delete_bytes;
pub mod short_deletions;
