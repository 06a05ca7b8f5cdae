//! What every Unix has: a question's processes are those of its group, and what leaves the group is not found.

mod ending;
mod groups;
mod guardian;

use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::process::Child;
use std::time::Instant;

use rustix::process::Pid;

use super::Touched;

pub(crate) use ending::Ending;
pub(crate) use groups::Ticket;
pub use groups::kill_everything;
pub(crate) use guardian::{Guardian, guardian};

/// Calls `run`: no thread's children are special here.
pub(crate) fn with_own_children<T: Send>(run: impl FnOnce() -> io::Result<T> + Send) -> io::Result<T> {
    run()
}

/// Starts a child that no question has to do with: nobody takes it for an orphan here.
pub(crate) fn start_stranger(start: impl FnOnce() -> io::Result<Child>) -> io::Result<Child> {
    start()
}

/// Reaps a child that has been killed.
pub(crate) fn reap_stranger(child: &mut Child) {
    // That there is nothing left to wait for is as well.
    let _ = child.wait();
}

/// Finds no descendants: there is no way to that everybody has.
pub(crate) fn sweep() {}

/// True for a directory on another device than the one it is in. Bind mounts, which this does not see, are Linux' own.
pub(crate) fn is_mount_point(directory: &Path) -> io::Result<bool> {
    let real = fs::canonicalize(directory)?;
    let Some(parent) = real.parent() else { return Ok(true) };
    Ok(fs::metadata(&real)?.dev() != fs::metadata(parent)?.dev())
}

/// Nobody watches the memory of a question.
#[derive(Debug)]
pub(crate) struct MemoryWatch;

impl MemoryWatch {
    /// There is nothing to begin with.
    pub(crate) fn new(_now: Instant) -> MemoryWatch {
        MemoryWatch
    }

    /// Kills nothing.
    pub(crate) fn look(&mut self, _now: Instant, _group: Pid) {}
}

/// Nobody notices what a test writes: a tree is laid out anew for each question.
#[derive(Debug)]
pub(crate) enum TreeWatch {}

impl TreeWatch {
    /// There is none.
    pub(crate) fn new() -> io::Result<TreeWatch> {
        Err(io::ErrorKind::Unsupported.into())
    }

    /// Watches a directory.
    pub(crate) fn add(&mut self, _path: &Path, _name: &[u8]) -> io::Result<()> {
        match *self {}
    }

    /// What has happened.
    pub(crate) fn take(&mut self) -> io::Result<Vec<Touched>> {
        match *self {}
    }

    /// Forgets it.
    pub(crate) fn forget(&mut self) -> io::Result<()> {
        match *self {}
    }
}
