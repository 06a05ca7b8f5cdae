//! Who notices what a test does to the tree that it was given: the kernel tells of every directory in it.

use std::collections::HashMap;
use std::io;
use std::mem::MaybeUninit;
use std::os::fd::OwnedFd;
use std::path::Path;

use rustix::fs::inotify::{self, CreateFlags, ReadFlags, WatchFlags};
use rustix::io::Errno;

use crate::process::platform::Touched;

/// Bytes of events that are read at once.
const ROOM: usize = 16 << 10;

/// Everything but reading.
const CHANGES: WatchFlags = WatchFlags::MODIFY
    .union(WatchFlags::ATTRIB)
    .union(WatchFlags::CLOSE_WRITE)
    .union(WatchFlags::CREATE)
    .union(WatchFlags::DELETE)
    .union(WatchFlags::DELETE_SELF)
    .union(WatchFlags::MOVE)
    .union(WatchFlags::MOVE_SELF)
    .union(WatchFlags::ONLYDIR)
    .union(WatchFlags::DONT_FOLLOW);

/// Watches the directories of a tree.
#[derive(Debug)]
pub(crate) struct TreeWatch {
    events: OwnedFd,
    directories: HashMap<i32, Box<[u8]>>,
}

impl TreeWatch {
    /// Watches nothing yet.
    pub(crate) fn new() -> io::Result<TreeWatch> {
        let events = inotify::init(CreateFlags::NONBLOCK | CreateFlags::CLOEXEC)?;
        Ok(TreeWatch { events, directories: HashMap::new() })
    }

    /// Also watches the directory at `path`, which is called `name` in the tree.
    pub(crate) fn add(&mut self, path: &Path, name: &[u8]) -> io::Result<()> {
        let number = inotify::add_watch(&self.events, path, CHANGES)?;
        self.directories.insert(number, name.into());
        Ok(())
    }

    /// What has happened since the last call; fails when that is not known.
    pub(crate) fn take(&mut self) -> io::Result<Vec<Touched>> {
        let (touched, overflow) = self.read()?;
        if overflow { Err(io::Error::other("too much has happened")) } else { Ok(touched) }
    }

    /// Forgets what has happened: it was our own doing, however much it was.
    pub(crate) fn forget(&mut self) -> io::Result<()> {
        self.read().map(drop)
    }

    /// What has happened, and true when it is not all.
    fn read(&mut self) -> io::Result<(Vec<Touched>, bool)> {
        let (mut touched, mut overflow) = (Vec::new(), false);
        let mut room = [MaybeUninit::uninit(); ROOM];
        let mut reader = inotify::Reader::new(&self.events, &mut room);
        loop {
            let event = match reader.next() {
                Ok(event) => event,
                Err(Errno::AGAIN) => return Ok((touched, overflow)),
                Err(Errno::INTR) => continue,
                Err(error) => return Err(error.into()),
            };
            if event.events().contains(ReadFlags::QUEUE_OVERFLOW) {
                overflow = true;
                continue;
            }
            if event.events().contains(ReadFlags::IGNORED) {
                self.directories.remove(&event.wd());
                continue;
            }
            if let Some(directory) = self.directories.get(&event.wd()) {
                let name = event.file_name().map(|it| it.to_bytes().into());
                touched.push((directory.clone(), name));
            }
        }
    }
}
