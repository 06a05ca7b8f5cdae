//! The oracle survives every bad test: in bounded time, with no process and no file left behind.

#![expect(clippy::unwrap_used, reason = "a test may")]

#[path = "../common/mod.rs"]
mod common;
mod processes;
mod scratch;
