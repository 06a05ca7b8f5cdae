//! Waiting for file descriptors with a time limit.

use std::os::fd::AsFd;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec};
use rustix::io::Errno;

/// Waits until one of `fds` is ready or `limit` has passed. A signal may end it early, without anything being ready.
pub(crate) fn poll(fds: &mut [PollFd<'_>], limit: Duration) -> Result<(), Errno> {
    let limit = Timespec {
        tv_sec: limit.as_secs().min(i32::MAX as u64).cast_signed(),
        tv_nsec: i64::from(limit.subsec_nanos()),
    };
    match rustix::event::poll(fds, Some(&limit)) {
        Ok(_) => Ok(()),
        Err(Errno::INTR) => {
            for fd in fds {
                fd.clear_revents();
            }
            Ok(())
        }
        Err(error) => Err(error),
    }
}

/// Waits until `fd` is readable, for at most `limit`; false when it is not.
pub(crate) fn until_readable(fd: &impl AsFd, limit: Duration) -> bool {
    let deadline = Instant::now() + limit;
    loop {
        let left = deadline.saturating_duration_since(Instant::now());
        let mut fds = [PollFd::new(fd, PollFlags::IN)];
        if poll(&mut fds, left).is_err() {
            return false;
        }
        if !fds[0].revents().is_empty() {
            return true;
        }
        if left.is_zero() {
            return false;
        }
    }
}
