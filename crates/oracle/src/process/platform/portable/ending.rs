//! The end of a child as a file descriptor: a thread waits for it and then closes a pipe.

use std::io::{self, PipeReader};
use std::os::fd::{AsFd, BorrowedFd};
use std::thread::Builder;

use rustix::io::Errno;
use rustix::process::{Pid, WaitId, WaitIdOptions};

/// Becomes readable when a process has ended.
pub(crate) struct Ending(PipeReader);

impl Ending {
    /// The end of a child that has not been reaped. It is left to be reaped by whoever started it.
    pub(crate) fn of(child: Pid) -> io::Result<Ending> {
        let (told, telling) = io::pipe()?;
        Builder::new().name("ending".to_owned()).spawn(move || {
            let left = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
            while matches!(rustix::process::waitid(WaitId::Pid(child), left), Err(Errno::INTR)) {}
            drop(telling);
        })?;
        Ok(Ending(told))
    }
}

impl AsFd for Ending {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.0.as_fd()
    }
}
