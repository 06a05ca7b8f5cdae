//! The journal: verdicts and bests on disk, so that a run that was killed goes on without asking anything twice.
//!
//! One file, only ever appended to. A header says which input, command and test it belongs to; then come records, each
//! with a checksum. Whatever the end of the file looks like after a kill, everything up to the last whole record
//! counts and the rest is cut off. A best is stored as what differs from the one before, the first from the input, so
//! a long run of small steps stays a small file. Nothing is synced: a kill loses nothing, and a power cut at most the
//! latest records.

mod aside;
mod error;
mod file;
mod identity;
mod lock;
mod prune;
mod record;
mod replay;
#[cfg(test)]
mod tests;

pub use aside::{aside, bring_back, is_open};
pub use error::JournalError;
pub use file::Journal;
pub use identity::{Identity, TestIdentity, named_files, state_directory};
pub use prune::{MAX_AGE, prune};
pub use replay::{Best, Known, Replay};

/// The name of the file, where a journal has a directory of its own.
pub const FILE_NAME: &str = "journal";
