//! What each operating system has of its own: how the end of a child is waited for, and how descendants are found.
//!
//! `linux` is complete. `portable` uses what every Unix has, and misses what leaves its process group; it is compiled
//! elsewhere, and on Linux with the feature `portable`, so that the tests can go through it. Both have the same names.

#[cfg(all(target_os = "linux", not(feature = "portable")))]
mod linux;
#[cfg(not(all(target_os = "linux", not(feature = "portable"))))]
mod portable;

#[cfg(all(target_os = "linux", not(feature = "portable")))]
pub use linux::*;
#[cfg(not(all(target_os = "linux", not(feature = "portable"))))]
pub use portable::*;

/// The environment variable that marks a question's processes.
pub(crate) const COOKIE: &str = "LOP_QUESTION";

/// Something that happened in a tree that is watched: one of its directories, and what of that was touched; nothing, when it
/// was the directory itself.
pub(crate) type Touched = (Box<[u8]>, Option<Box<[u8]>>);
