//! The built program under hostile tests, signals, kills and limits: it comes to an end, says what was wrong, and leaves a
//! whole result and nothing else.
//!
//! What stands here takes seconds. With `LOP_SURVIVAL=long` the tests that draw lots draw twenty times as many.

#![expect(clippy::unwrap_used, reason = "a test that fails to set itself up may panic")]

mod inputs;
mod kills;
#[path = "../cli/kitchen.rs"]
mod kitchen;
mod leftovers;
mod limits;
mod lots;
mod matrix;
mod processes;
mod signals;
