//! The server: a jobserver of our own, for builds that a test starts: they get the cores that questions leave, and no more.
//!
//! Every question may do one thing at a time, as every client of a jobserver may; the pool holds a token for each core
//! beyond that. We take none ourselves, so a token that was lost with a killed build holds up nobody: when no question
//! is running, all tokens must be there, and are made up for. It is a pipe and not a named one, which GNU make knows
//! only from 4.4 on; its ends have high numbers, out of the way of a script that uses its own.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, Read};
use std::os::fd::{AsRawFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use parking_lot::Mutex;
use rustix::io::FdFlags;

use crate::process::Program;
use crate::spec::CommandSpec;

/// The lowest number of an inherited end. Shells let their users have those up to 9, and keep a few after that.
const HIGH: i32 = 100;

/// Programs that ask a jobserver, or start one that does.
const CLIENTS: [&[u8]; 5] = [b"make", b"gmake", b"cmake", b"ninja", b"cargo"];

/// How much of a script is looked at.
const SCRIPT: u64 = 64 << 10;

/// The pool.
#[derive(Debug)]
pub struct Server {
    read: OwnedFd,
    write: OwnedFd,
    tokens: usize,
    /// Questions that are running.
    running: Mutex<usize>,
}

/// A question that may use the pool.
#[derive(Debug)]
pub(crate) struct Turn<'s>(&'s Server);

impl Server {
    /// A pool of so many tokens. From now on every child inherits it.
    pub fn new(tokens: usize) -> io::Result<Server> {
        let (read, write) = io::pipe()?;
        let inherited = |end: OwnedFd| {
            let end = rustix::io::fcntl_dupfd_cloexec(end, HIGH)?;
            rustix::io::fcntl_setfd(&end, FdFlags::empty()).map(|()| end)
        };
        let (read, write) = (inherited(read.into())?, inherited(write.into())?);
        Ok(Server { read, write, tokens: tokens.min(1000), running: Mutex::new(0) })
    }

    /// True when the test of `spec`, or a stage of it, plainly starts a build: a program, a line for the shell or a
    /// shell script names one that knows jobservers. All others are left alone.
    pub fn is_of_use_to(spec: &CommandSpec) -> bool {
        std::iter::once(&spec.command).chain(&spec.first).any(|it| starts_a_build(it, spec))
    }

    /// What MAKEFLAGS says of it.
    pub(crate) fn flags(&self) -> OsString {
        let ends = [self.read.as_raw_fd(), self.write.as_raw_fd()];
        format!("-j{} --jobserver-auth={},{}", self.tokens + 1, ends[0], ends[1]).into()
    }

    /// A question begins.
    pub(crate) fn turn(&self) -> Turn<'_> {
        let mut running = self.running.lock();
        if *running == 0 {
            // A pool that cannot be repaired is only smaller or larger than it should be.
            let _ = self.refill();
        }
        *running += 1;
        Turn(self)
    }

    /// Puts so many tokens into the pool as there should be when nobody uses it.
    fn refill(&self) -> io::Result<()> {
        let there = usize::try_from(rustix::io::ioctl_fionread(&self.read)?).unwrap_or(0);
        if there > self.tokens {
            rustix::io::read(&self.read, &mut vec![0; there - self.tokens])?;
        } else if there < self.tokens {
            rustix::io::write(&self.write, &vec![b'+'; self.tokens - there])?;
        }
        Ok(())
    }
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        *self.0.running.lock() -= 1;
    }
}

fn starts_a_build(command: &[OsString], spec: &CommandSpec) -> bool {
    let Ok(program) = Program::find(command, &spec.directory) else { return false };
    let name = |it: &Path| it.file_name().unwrap_or_default().as_bytes().to_vec();
    let program_name = name(&program.path);
    if CLIENTS.contains(&&program_name[..]) {
        return true;
    }
    if is_shell(&program_name) {
        let script = |it: &OsStr| text_of(&spec.directory.join(it)).unwrap_or_default();
        return program.args.iter().any(|it| names_a_client(it.as_bytes()) || names_a_client(&script(it)));
    }
    let Some(text) = text_of(&program.path) else { return false };
    let first = text.split(|&it| it == b'\n').next().unwrap_or_default();
    let is_for_a_shell = first.starts_with(b"#!") && words(first).any(is_shell);
    is_for_a_shell && names_a_client(&text)
}

/// Shells leave inherited files open to what they start. Other interpreters close them, and then a client complains.
fn is_shell(name: &[u8]) -> bool {
    name.len() <= 4 && name.ends_with(b"sh")
}

/// The start of a file.
fn text_of(path: &Path) -> Option<Vec<u8>> {
    let file = File::open(path).ok().filter(|it| it.metadata().is_ok_and(|it| it.is_file()))?;
    let mut text = Vec::new();
    file.take(SCRIPT).read_to_end(&mut text).ok()?;
    Some(text)
}

fn names_a_client(text: &[u8]) -> bool {
    words(text).any(|it| CLIENTS.contains(&it))
}

fn words(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split(|it| !it.is_ascii_alphanumeric() && !b"-_.".contains(it))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pool_is_full_again_when_nobody_uses_it() {
        let server = Server::new(3).unwrap();
        let there = || rustix::io::ioctl_fionread(&server.read).unwrap();
        let first = server.turn();
        assert_eq!(there(), 3);
        rustix::io::read(&server.read, &mut [0; 2]).unwrap();
        // Somebody else is using it, who may have them.
        let second = server.turn();
        assert_eq!(there(), 1);
        drop((first, second));
        drop(server.turn());
        assert_eq!(there(), 3);
        rustix::io::write(&server.write, b"too many").unwrap();
        drop(server.turn());
        assert_eq!(there(), 3);
    }

    #[test]
    fn only_what_plainly_starts_a_build_is_offered_jobs() {
        let directory = tempfile::tempdir().unwrap();
        let is_of_use = |command: &[&str]| {
            let spec = CommandSpec {
                directory: directory.path().to_owned(),
                ..CommandSpec::new(command.iter().map(Into::into).collect(), "a.c")
            };
            Server::is_of_use_to(&spec)
        };
        std::fs::write(directory.path().join("build.sh"), "make -s all").unwrap();
        for command in [&["sh", "-c", "cp a.c src && /usr/bin/make"][..], &["sh", "build.sh"]] {
            assert!(is_of_use(command), "{command:?}");
        }
        for command in [&["sh", "-c", "gcc -c a.c | grep makes"][..], &["sh", "none.sh"], &["cat", "make"]] {
            assert!(!is_of_use(command), "{command:?}");
        }
    }
}
