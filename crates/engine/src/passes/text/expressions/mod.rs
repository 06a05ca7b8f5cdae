//! Expressions that give way to a part of themselves or to something shorter.

pub mod peephole;
pub mod ternaries;
pub mod unwrap_calls;
