//! The client of GNU make's jobserver: as many questions at once as make has jobs to spare.
//!
//! Make says in MAKEFLAGS where its tokens are: bytes in a pipe, one for each job besides the one that everybody has who
//! was started. Whoever wants to do a second thing at the same time takes a byte out and puts it back later. What we
//! start inherits all this, and so can do the same.

use std::ffi::{OsStr, OsString};
use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Read, Write};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::{FileTypeExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use lop_engine::Cancel;
use rustix::fs::OFlags;

use crate::process::until_readable;

/// How long a token given back by one of us, or a raised [`Cancel`], may go unnoticed.
const SLICE: Duration = Duration::from_millis(20);

/// The pool of tokens that make lends out.
#[derive(Debug)]
pub struct Client {
    read: File,
    write: File,
    /// True while nobody uses the job that needs no token.
    free: AtomicBool,
}

/// Leave to do one thing. Given back when it is dropped.
#[derive(Debug)]
pub struct Permit<'s> {
    server: &'s Client,
    /// `None` for the job that needs no token.
    token: Option<u8>,
}

impl Client {
    /// The jobserver that the environment names, if it is really there: make closes the pipe to a command that does not
    /// look like one of its own, so the rule must begin with `+`.
    pub fn from_env() -> Option<Client> {
        Client::from_flags(&std::env::var_os("MAKEFLAGS")?)
    }

    fn from_flags(flags: &OsStr) -> Option<Client> {
        let [read, write] = ends(flags)?;
        let read = OpenOptions::new().read(true).custom_flags(nonblocking()).open(pipe(&read)?).ok()?;
        let write = OpenOptions::new().write(true).custom_flags(nonblocking()).open(pipe(&write)?).ok()?;
        Some(Client { read, write, free: AtomicBool::new(true) })
    }

    /// Waits for a job; `None` when `cancel` was raised meanwhile.
    pub fn acquire(&self, cancel: &Cancel) -> Option<Permit<'_>> {
        loop {
            if self.free.swap(false, Ordering::SeqCst) {
                return Some(Permit { server: self, token: None });
            }
            let mut token = [0];
            match (&self.read).read(&mut token) {
                Ok(1) => return Some(Permit { server: self, token: Some(token[0]) }),
                Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted) => {}
                // Make is gone. Nobody counts jobs any more, and one at a time is always allowed.
                Ok(_) | Err(_) => std::thread::sleep(SLICE),
            }
            if cancel.is_raised() {
                return None;
            }
            until_readable(&self.read, SLICE);
        }
    }
}

impl Drop for Permit<'_> {
    fn drop(&mut self) {
        match self.token {
            None => self.server.free.store(true, Ordering::SeqCst),
            // There was room for it before, and when make is gone it is of no use to anybody.
            Some(token) => drop((&self.server.write).write(&[token])),
        }
    }
}

/// Where the two ends of the pipe are. Of several flags the last counts.
fn ends(flags: &OsStr) -> Option<[PathBuf; 2]> {
    let words = flags.as_bytes().split(|it| *it == b' ');
    let value = |it: &[u8]| {
        let value = it.strip_prefix(b"--jobserver-auth=").or(it.strip_prefix(b"--jobserver-fds="));
        value.map(|it| OsString::from_vec(it.to_vec()))
    };
    let value = words.rev().find_map(value)?;
    if let Some(path) = value.as_bytes().strip_prefix(b"fifo:") {
        let path = PathBuf::from(OsStr::from_bytes(path));
        return Some([path.clone(), path]);
    }
    let (read, write) = value.to_str()?.split_once(',')?;
    let number = |it: &str| it.parse::<u32>().ok().map(|it| PathBuf::from(format!("/proc/self/fd/{it}")));
    Some([number(read)?, number(write)?])
}

/// `path` if it is a pipe that was inherited. One of our own may have the number of one that make closed; but ours are
/// closed in children.
fn pipe(path: &Path) -> Option<&Path> {
    const CLOSED_IN_CHILDREN: u32 = 0o2_000_000;
    if let Ok(number) = path.strip_prefix("/proc/self/fd") {
        let info = std::fs::read_to_string(Path::new("/proc/self/fdinfo").join(number)).ok()?;
        let flags = info.lines().find_map(|it| it.strip_prefix("flags:"))?;
        if u32::from_str_radix(flags.trim(), 8).ok()? & CLOSED_IN_CHILDREN != 0 {
            return None;
        }
    }
    path.metadata().is_ok_and(|it| it.file_type().is_fifo()).then_some(path)
}

fn nonblocking() -> i32 {
    OFlags::NONBLOCK.bits().cast_signed()
}

#[cfg(test)]
mod tests {
    use std::os::fd::AsRawFd;

    use rustix::fs::{CWD, FileType, Mode};

    use super::*;

    /// A jobserver with so many tokens, and what keeps it alive.
    fn server(tokens: usize) -> (Client, tempfile::TempDir) {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("fifo");
        rustix::fs::mknodat(CWD, &path, FileType::Fifo, Mode::from(0o600), 0).unwrap();
        let flags = format!(" -j8 --jobserver-auth=fifo:{}", path.display());
        let server = Client::from_flags(OsStr::new(&flags)).unwrap();
        (&server.write).write_all(&vec![b'+'; tokens]).unwrap();
        (server, directory)
    }

    #[test]
    fn there_is_one_job_more_than_tokens_and_all_come_back() {
        let (server, _directory) = server(2);
        let raised = Cancel::new();
        raised.raise();
        for _ in 0..3 {
            let permits: Vec<_> = (0..3).map(|_| server.acquire(&raised).unwrap()).collect();
            assert!(server.acquire(&raised).is_none());
            drop(permits);
        }
    }

    #[test]
    fn who_waits_gets_what_another_gives_back() {
        let (server, _directory) = server(0);
        let never = Cancel::new();
        let only = server.acquire(&never).unwrap();
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| server.acquire(&never).is_some());
            drop(only);
            assert!(waiting.join().unwrap());
        });
    }

    #[test]
    fn a_pipe_that_was_inherited_is_found_by_its_numbers() {
        let (read, write) = rustix::pipe::pipe().unwrap();
        let flags =
            format!("kw -j --jobserver-fds=1,2 --jobserver-auth={},{}", read.as_raw_fd(), write.as_raw_fd());
        let server = Client::from_flags(OsStr::new(&flags)).unwrap();
        let never = Cancel::new();
        let first = server.acquire(&never);
        rustix::io::write(&write, b"x").unwrap();
        assert_eq!(server.acquire(&never).unwrap().token, Some(b'x'));
        assert_eq!(first.unwrap().token, None);
    }

    #[test]
    fn what_is_no_jobserver_is_ignored() {
        let (read, write) = std::io::pipe().unwrap();
        let own = format!("--jobserver-auth={},{}", read.as_raw_fd(), write.as_raw_fd());
        let flags = [
            "",
            "-j8",
            "--jobserver-auth=",
            "--jobserver-auth=fifo:/dev/null",
            &own,
            "--jobserver-auth=98,99",
        ];
        for flags in flags {
            assert!(Client::from_flags(OsStr::new(flags)).is_none(), "{flags}");
        }
    }
}
