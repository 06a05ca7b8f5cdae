//! The text family: passes that need no grammar and so work on any input, parsed or not.
//!
//! They see a file as lines, lexemes, bracket pairs and what looks like a statement. On what the grammar explains, the
//! structure family is faster; these carry the load where it does not, and end smaller where tools are tolerant.
//!
//! A room for each thing that they look at:

pub mod blocks;
pub mod brackets;
pub mod bytes;
pub mod expressions;
pub mod inlining;
pub mod lines;
pub mod literals;
pub mod names;
pub mod preprocessor;
pub mod tokens;
pub mod trivia;

pub(crate) mod spans;

#[cfg(test)]
mod bounds;
#[cfg(test)]
mod laws;
#[cfg(test)]
pub(super) mod testing;
