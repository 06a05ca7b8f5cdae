//! How a question becomes a process, and how nothing of it is left when the question ends.

pub(crate) mod abort;
mod child;
mod empty_directory;
pub(crate) mod guardian;
pub(crate) mod program;
pub(crate) mod reaper;
mod scratch;
mod wait;

pub(crate) use child::{Launch, Watch, run};
pub(crate) use program::Program;
pub(crate) use scratch::{Scratch, Slot};
pub(crate) use wait::until_readable;
