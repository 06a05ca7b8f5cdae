//! Statements, declarations and the blocks they stand in, by the looks of the text alone.

pub mod delete_blocks;
pub mod delete_pieces;
pub mod delete_portions;
pub mod empty_blocks;
pub mod unwrap_blocks;
pub mod unwrap_words;

mod indented;
mod portions;
pub(in crate::passes) mod removals;
pub(crate) mod statements;
