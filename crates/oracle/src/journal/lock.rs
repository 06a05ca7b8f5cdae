//! The lock on a journal that is open, so that no two runs write into one.

use std::fs::File;
use std::ops::Deref;

use rustix::fs::{FlockOperation, flock};
use rustix::io::Errno;

/// A file that nobody else can lock meanwhile.
///
/// The lock is given back with a word, not by closing the file: a child that another thread starts at that moment has the
/// file open as well until it becomes its program, and the lock would stay with it.
#[derive(Debug)]
pub(super) struct Locked {
    file: File,
    held: bool,
}

impl Locked {
    /// Locks the file, if nobody else has; a file system without locks is no reason to do without the file.
    pub(super) fn lock(file: File) -> Option<Locked> {
        let locked = flock(&file, FlockOperation::NonBlockingLockExclusive);
        (locked != Err(Errno::WOULDBLOCK)).then_some(Locked { file, held: locked.is_ok() })
    }

    /// True where there is a lock, false where the file system has none.
    pub(super) fn is_held(&self) -> bool {
        self.held
    }
}

impl Deref for Locked {
    type Target = File;

    fn deref(&self) -> &File {
        &self.file
    }
}

impl Drop for Locked {
    fn drop(&mut self) {
        // What is closed next is unlocked all the same, only later.
        let _ = flock(&self.file, FlockOperation::Unlock);
    }
}
