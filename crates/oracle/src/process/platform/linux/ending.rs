//! The end of a child as a file descriptor, and the thread whose children are the orphans.

use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};

use rustix::process::{Pid, PidfdFlags};

/// Becomes readable when a process has ended.
pub(crate) struct Ending(OwnedFd);

impl Ending {
    /// The end of a child that has not been reaped.
    pub(crate) fn of(child: Pid) -> io::Result<Ending> {
        Ok(Ending(rustix::process::pidfd_open(child, PidfdFlags::empty())?))
    }
}

impl AsFd for Ending {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.0.as_fd()
    }
}

/// Calls `run` on a thread whose children are its own: those of the main thread are the orphans, see `reaper`, so what is
/// asked there runs on a thread beside it.
pub(crate) fn with_own_children<T: Send>(run: impl FnOnce() -> io::Result<T> + Send) -> io::Result<T> {
    if rustix::thread::gettid() != rustix::process::getpid() {
        return run();
    }
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().name("question".to_owned());
        let handle = thread.spawn_scoped(scope, run)?;
        handle.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}
