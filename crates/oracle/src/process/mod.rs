//! How a question becomes a process, and how nothing of it is left when the question ends.

mod child;
mod companion;
pub(crate) mod crash;
mod empty_directory;
pub(crate) mod limits;
pub(crate) mod platform;
pub(crate) mod program;
mod scratch;
mod wait;

pub(crate) use child::{Launch, Watch, run};
pub use companion::Companion;
pub(crate) use program::Program;
pub use scratch::ScratchDirectory;
pub(crate) use scratch::{Scratch, Slot, places_for, remove};
pub(crate) use wait::until_readable;
