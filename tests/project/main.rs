//! Projects as a user meets them: directories and several files at once, what is there and what is left out, and results that
//! are trees.

#![expect(clippy::unwrap_used, reason = "a test that fails to set itself up may panic")]

mod cargo;
mod choice;
mod in_place;
#[path = "../cli/kitchen.rs"]
#[expect(dead_code, reason = "what other tests need of it")]
mod kitchen;
mod places;
mod results;
mod runs;
mod site;
mod trees;
