//! The table of passes, in the order in which equally promising sites are tried.

use crate::pass::Pass;

pub mod structure;

/// All passes.
pub const ALL: &[&Pass] = &[
    &structure::delete_elements::PASS,
    &structure::delete_groups::PASS,
    &structure::delete_children::PASS,
    &structure::hoist::PASS,
    &structure::minimise::PASS,
    &structure::delete_units::PASS,
    &structure::hoist_any::PASS,
];
