//! Reporters: everything the user is told goes through one stream of events to one of these.
//!
//! A reporter is a [`Listener`](lop_runner::Listener): it listens, on a thread of its own, and cannot influence the run.

mod batch;
mod reporters;
mod standing;
mod stats;
mod style;
mod summary;
mod talk;

use std::io::{self, Write};

pub(crate) use batch::Reporter;
pub(crate) use reporters::{as_json, choose};
pub(crate) use talk::{ProgressArg, Talk};

/// Tells a person something. There is nobody to tell that standard error is gone.
fn say(text: &str) {
    let mut err = io::stderr().lock();
    let _ = writeln!(err, "{text}").and_then(|()| err.flush());
}
