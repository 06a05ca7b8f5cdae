//! The table of passes, in the order in which equally promising sites are tried.

use crate::pass::Pass;

/// All passes.
pub const ALL: &[&Pass] = &[];
