//! The questions: scratch directories, child processes, timeouts and verdicts.
//!
//! [`CommandOracle`] answers them by running the user's command as [`CommandSpec`] says; [`Criteria`] decide. A [`Journal`]
//! remembers what was answered. Linux only: it waits with pidfds and finds runaway descendants in /proc.

#[cfg(not(target_os = "linux"))]
compile_error!("the oracle needs pidfds, subreapers and /proc, which only Linux has");

mod check;
mod command;
mod criteria;
pub mod jobserver;
mod journal;
mod output;
mod process;
pub mod quote;
pub mod signature;
mod spec;
mod timeout;

pub use check::{Check, CheckError, Flaky, NotInteresting};
pub use command::{Capture, CommandOracle, Witness};
pub use criteria::{Criteria, Predicate};
pub use journal::{Best, FILE_NAME, Identity, Journal, JournalError, Known, Replay, TestIdentity, prune};
pub use output::{HEAD, RunOutput, Status, Stream, TAIL, parse_signal, signal_name};
pub use spec::{CommandSpec, Limits, Repeat, Timeout};
