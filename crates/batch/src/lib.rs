//! A whole corpus at once: every file checked, grouped by its crash, reduced on one pool of questions, and reported.
//!
//! Read in this order: [`settings`], `corpus`, [`test_config`], `check`, [`batch`], `reduce`, `pool`, then what is left
//! behind: `state`, [`recorder`], [`record`], `cluster`, [`report`]. A run can be killed at any time: what was answered is on disk.

pub mod batch;
mod check;
mod cluster;
mod corpus;
pub mod display;
mod explain;
mod files;
mod known_crashes;
mod normal_form;
mod pool;
pub mod progress;
pub mod record;
pub mod recorder;
mod reduce;
pub mod report;
pub mod settings;
mod shared;
mod state;
pub mod test_config;
mod tools;

pub use batch::{Closing, run};
pub use pool::Control;
pub use settings::{Budget, Settings};
pub use tools::version;
