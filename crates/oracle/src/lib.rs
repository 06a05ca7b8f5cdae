//! The questions: scratch directories, child processes, timeouts and verdicts.
//!
//! [`CommandOracle`] answers them by running the user's command as [`CommandSpec`] says; [`Criteria`] decide. A [`Journal`]
//! remembers what was answered. On Linux it waits with pidfds and finds runaway descendants in /proc; elsewhere, or with the
//! feature `portable`, it knows the process group of a question and no more.

#![warn(missing_docs)]

#[cfg(not(unix))]
compile_error!("the oracle needs process groups, which only Unix has");

// What the user asks for, and what one run of it came to.
mod criteria;
mod output;
mod spec;

// From a question to its verdict.
mod check;
mod command;
pub mod jobserver;
mod prepared;
mod process;
pub mod project;
pub mod site;
mod timeout;

// What is kept of the verdicts, and what of the crashes.
pub mod journal;
pub mod signature;

// How often a test says yes.
pub mod rate;

// What is not written to.
mod planted;

// Commands and words as a shell reads them.
pub mod quote;

pub use check::{Check, CheckError, Flaky, NotInteresting};
pub use command::{Capture, CommandOracle, ELSEWHERE, Witness};
pub use criteria::{Criteria, Predicate};
pub use journal::{Identity, Journal, JournalError, Replay, TestIdentity};
pub use output::{HEAD_BYTES, RunOutput, Status, Stream, TAIL_BYTES, parse_signal, signal_name};
pub use planted::is_planted;
pub use process::crash::{report_aborts, report_crashes};
pub use process::platform::kill_everything;
pub use process::{Companion, ScratchDirectory};
pub use spec::{CommandSpec, Limits, Repeat, Timeout};
