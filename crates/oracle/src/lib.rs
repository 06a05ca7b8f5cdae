//! The questions: scratch directories, child processes, timeouts and verdicts.

pub mod signature;
