//! A whole corpus at once: every file checked, grouped by its crash, reduced on one pool of questions, and reported. A run
//! can be killed at any time: what was answered is on disk.

#![warn(missing_docs)]

// What is asked for, and what it is about.
pub mod inputs;
pub mod settings;

// The batch from the walk to the reports, and the reduction of each file on one pool of questions.
pub mod batch;
mod pool;
mod reduce;
mod shared;

// What is left behind: what is done, records, bugs, reports.
mod bugs;
mod files;
pub mod records;
pub mod report;
mod state;

// What the reports and who shows the batch have in common.
pub mod display;
mod tools;

pub use batch::{Bug, Closing, run};
pub use pool::{AtWork, Control};
pub use settings::{Budget, Settings};
pub use tools::version;
