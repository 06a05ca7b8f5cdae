//! The lock on a result that is being written, so that no two runs write to one place. It goes with its process, however that ends.

use std::fs::{self, File};
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::time::{Duration, Instant};

use rustix::fs::{FlockOperation, flock};
use rustix::io::Errno;

/// One who was killed may take a moment to be gone.
const PATIENCE: Duration = Duration::from_secs(1);
const LOOK: Duration = Duration::from_millis(20);

/// A file or directory that nobody else can lock meanwhile; where the file system has no locks, one like any other.
///
/// The lock is given back with a word, not by closing the file: a child that another thread starts at that moment has the
/// file open as well until it becomes its program, and the lock would stay with it.
#[derive(Debug)]
pub struct Lock(File);

impl Lock {
    /// Locks what was opened. `None` if somebody else has, and goes on to have it.
    pub fn take(file: File) -> Option<Lock> {
        let lock = || flock(&file, FlockOperation::NonBlockingLockExclusive) != Err(Errno::WOULDBLOCK);
        within_patience(lock).then_some(Lock(file))
    }

    /// True where this lock is the one on what is at `path`.
    pub fn is_on(&self, path: &Path) -> bool {
        let there = fs::metadata(path);
        self.0
            .metadata()
            .is_ok_and(|held| there.is_ok_and(|it| (it.dev(), it.ino()) == (held.dev(), held.ino())))
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // What is closed next is unlocked all the same, only later.
        let _ = flock(&self.0, FlockOperation::Unlock);
    }
}

/// True while somebody has locked what is at `path`. Those who only ask do not stand in each other's way.
pub fn is_in_use(path: &Path) -> bool {
    !within_patience(|| {
        // Some file systems lock what is open for writing only.
        let opened = File::options().read(true).write(true).open(path).or_else(|_| File::open(path));
        let Ok(file) = opened else { return true };
        let is_free = flock(&file, FlockOperation::NonBlockingLockShared) != Err(Errno::WOULDBLOCK);
        let _ = flock(&file, FlockOperation::Unlock);
        // Whoever writes there may have let go of this one because another is in its place.
        is_free && Lock(file).is_on(path)
    })
}

fn within_patience(is_free: impl Fn() -> bool) -> bool {
    let patience = Instant::now() + PATIENCE;
    loop {
        let is_free = is_free();
        if is_free || Instant::now() >= patience {
            return is_free;
        }
        std::thread::sleep(LOOK);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_locked_is_in_use_until_the_lock_goes() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("x");
        let (first, second) = (File::create(&path).unwrap(), File::open(&path).unwrap());
        assert!(!is_in_use(&path) && !is_in_use(&directory.path().join("none")));
        let lock = Lock::take(first).unwrap();
        assert!(lock.is_on(&path) && is_in_use(&path) && Lock::take(second).is_none());
        drop(lock);
        assert!(!is_in_use(&path) && Lock::take(File::open(directory.path()).unwrap()).is_some());
    }

    #[test]
    fn a_lock_stays_on_its_file_when_another_takes_the_name() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("x");
        let lock = Lock::take(File::create(&path).unwrap()).unwrap();
        fs::write(directory.path().join("y"), "").unwrap();
        fs::rename(directory.path().join("y"), &path).unwrap();
        assert!(!lock.is_on(&path) && !is_in_use(&path));
    }
}
