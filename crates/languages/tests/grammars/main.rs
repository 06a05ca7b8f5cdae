//! What every folder of `grammars/` must keep: its files agree with its grammar's crate, its sample, and each other.

#![expect(clippy::unwrap_used, reason = "a test that cannot read its files has failed")]
#![expect(clippy::print_stdout, reason = "what is measured is shown with --nocapture")]

#[path = "../../build.rs"]
#[expect(dead_code, reason = "a build script is a program; only its parts are tested here")]
mod build;

#[path = "../../examples/facts/source.rs"]
mod source;

mod callbacks;
mod creduce;
mod embedded;
mod examples;
mod excerpts;
mod facts;
mod folders;
mod functions;
mod global;
mod indentation;
mod matching;
mod members;
mod names;
mod nests;
mod operators;
mod order;
mod orphans;
mod parameters;
mod queries;
mod rules;
mod sharing;
mod statements;
mod support;
