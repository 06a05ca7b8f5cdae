//! One child process: started, watched, and gone with everything it started when its question ends.
//!
//! Starting goes through `std::process::Command` without anything (`pre_exec`, uid, gid) that would make it fork: the
//! `posix_spawn` path costs half a millisecond whatever our size, a fork of a large process hundreds.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use lop_engine::Cancel;
use rustix::event::{PollFd, PollFlags};
use rustix::io::Errno;
use rustix::process::{Pid, Signal};

use super::platform::{self, COOKIE, Ending, MemoryWatch, Ticket};
use super::wait::poll;
use crate::output::{RunOutput, Status, Stream};
use crate::site::CREDENTIALS;

/// How long a raised [`Cancel`] may go unnoticed. It is a flag in memory, which the engine owns and which no file
/// descriptor stands for, so the watch looks at it this often.
const SLICE: Duration = Duration::from_millis(20);

/// How long a process may take to die of SIGKILL. Only one that hangs in the kernel takes longer.
const DYING: Duration = Duration::from_secs(10);

/// How often a start is tried again when the reason it failed may pass by itself.
const STARTS: u32 = 8;

/// What to start.
#[derive(Debug)]
pub(crate) struct Launch<'a> {
    pub(crate) program: &'a Path,
    /// The name the program sees itself called by.
    pub(crate) arg0: &'a OsStr,
    pub(crate) args: Vec<OsString>,
    pub(crate) directory: &'a Path,
    pub(crate) env: Vec<(&'a OsStr, OsString)>,
    pub(crate) stdin: Option<File>,
    pub(crate) stdout: bool,
    pub(crate) stderr: bool,
}

/// How long to wait for it.
#[derive(Debug)]
pub(crate) struct Watch<'a> {
    /// From the start to SIGTERM.
    pub(crate) limit: Option<Duration>,
    /// From SIGTERM to SIGKILL.
    pub(crate) grace: Duration,
    pub(crate) cancel: &'a Cancel,
}

/// Starts a process and waits for its end. When this returns, no descendant of it is alive.
pub(crate) fn run(launch: Launch<'_>, watch: &Watch<'_>) -> io::Result<RunOutput> {
    platform::with_own_children(|| run_here(launch, watch))
}

fn run_here(launch: Launch<'_>, watch: &Watch<'_>) -> io::Result<RunOutput> {
    let mut ticket = Ticket::new();
    let start = Instant::now();
    let mut running = Running::start(launch, &mut ticket)?;
    let ending = running.watch(start, watch);
    let took = start.elapsed();
    let exit = running.finish(ticket)?;
    let status = match ending? {
        Some(status) => status,
        None => own_end(exit),
    };
    Ok(RunOutput { status, stdout: running.stdout.stream, stderr: running.stderr.stream, took })
}

fn own_end(exit: ExitStatus) -> Status {
    match (exit.code(), exit.signal()) {
        (Some(code), _) => Status::Exited(code),
        (None, signal) => Status::Signaled(signal.unwrap_or_default()),
    }
}

/// A child that has been started and not been reaped.
struct Running {
    child: Child,
    ending: Ending,
    /// Its process group, which has its pid for a name. Valid until it is reaped.
    group: Pid,
    stdout: Drain,
    stderr: Drain,
}

impl Running {
    fn start(launch: Launch<'_>, ticket: &mut Ticket) -> io::Result<Running> {
        let mut child = spawn(launch, ticket)?;
        let group = Pid::from_child(&child);
        ticket.set_group(group);
        let ending = Ending::of(group);
        let stdout = Drain::new(child.stdout.take().map(Into::into));
        let stderr = Drain::new(child.stderr.take().map(Into::into));
        match (ending, stdout, stderr) {
            (Ok(ending), Ok(stdout), Ok(stderr)) => Ok(Running { child, ending, group, stdout, stderr }),
            (ending, stdout, stderr) => {
                // Out of file descriptors, most likely; what was started must not stay behind.
                signal(group, Signal::KILL);
                child.wait()?;
                let errors = [ending.err(), stdout.err(), stderr.err()];
                Err(errors.into_iter().flatten().next().expect("one of them failed"))
            }
        }
    }

    /// Waits for the end; kills the group if it does not come in time. `None` says that it ended by itself.
    fn watch(&mut self, start: Instant, watch: &Watch<'_>) -> io::Result<Option<Status>> {
        let mut memory = MemoryWatch::new(start);
        loop {
            let left = watch.limit.map(|it| it.saturating_sub(start.elapsed()));
            if self.wait(left.unwrap_or(SLICE).min(SLICE))? {
                return Ok(None);
            }
            let status = match left {
                _ if watch.cancel.is_raised() => Status::Cancelled,
                Some(Duration::ZERO) => Status::TimedOut,
                _ => {
                    memory.look(Instant::now(), self.group);
                    continue;
                }
            };
            self.stop(watch.grace)?;
            return Ok(Some(status));
        }
    }

    /// TERM, grace, KILL.
    fn stop(&mut self, grace: Duration) -> io::Result<()> {
        signal(self.group, Signal::TERM);
        // One that is stopped sees the TERM only when it goes on.
        signal(self.group, Signal::CONT);
        if self.wait_for(grace)? {
            return Ok(());
        }
        signal(self.group, Signal::KILL);
        if self.wait_for(DYING)? {
            return Ok(());
        }
        let message = format!("process {} hangs in the kernel and cannot be killed", self.group);
        Err(io::Error::new(ErrorKind::TimedOut, message))
    }

    /// Kills what is left of the group, reaps the child, lets the ticket take care of who left the group, and reads
    /// what is left in the pipes.
    fn finish(&mut self, ticket: Ticket) -> io::Result<ExitStatus> {
        // Before the child is reaped, or the group's name might belong to somebody else.
        signal(self.group, Signal::KILL);
        let exit = if self.wait_for(DYING)? { self.child.wait() } else { Err(ErrorKind::TimedOut.into()) };
        drop(ticket);
        self.stdout.read_rest();
        self.stderr.read_rest();
        exit
    }

    fn wait_for(&mut self, limit: Duration) -> io::Result<bool> {
        let deadline = Instant::now() + limit;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            if self.wait(left)? {
                return Ok(true);
            }
            if left.is_zero() {
                return Ok(false);
            }
        }
    }

    /// Waits once, reading what comes; true when the child has ended.
    fn wait(&mut self, limit: Duration) -> io::Result<bool> {
        let mut fds = Vec::with_capacity(3);
        fds.push(PollFd::new(&self.ending, PollFlags::IN));
        let pipes = [&self.stdout.pipe, &self.stderr.pipe];
        fds.extend(pipes.into_iter().flatten().map(|it| PollFd::new(it, PollFlags::IN)));
        poll(&mut fds, limit)?;
        let ready = |fd: &PollFd<'_>| !fd.revents().is_empty();
        let ended = ready(&fds[0]);
        let printed = fds[1..].iter().any(ready);
        if printed {
            self.stdout.read_some();
            self.stderr.read_some();
        }
        Ok(ended)
    }
}

/// Starts the child, again if need be.
fn spawn(mut launch: Launch<'_>, ticket: &Ticket) -> io::Result<Child> {
    let stream = |wanted: bool| if wanted { Stdio::piped() } else { Stdio::null() };
    let mut command = Command::new(launch.program);
    command.arg0(launch.arg0).args(&launch.args).current_dir(launch.directory).process_group(0);
    keep_credentials(&mut command);
    command.env(COOKIE, ticket.cookie()).envs(launch.env.drain(..));
    command.stdin(launch.stdin.take().map_or_else(Stdio::null, Stdio::from));
    command.stdout(stream(launch.stdout)).stderr(stream(launch.stderr));
    let mut tries = 1;
    loop {
        match command.spawn() {
            Err(error) if tries < STARTS && may_pass(&error) => std::thread::sleep(SLICE * tries),
            result => return result,
        }
        tries += 1;
    }
}

/// What lets us in elsewhere stays here.
pub(super) fn keep_credentials(command: &mut Command) {
    for variable in CREDENTIALS {
        command.env_remove(variable);
    }
}

/// True for a program that is just being written, and for a machine that is short of processes or memory.
fn may_pass(error: &io::Error) -> bool {
    let passing = [Errno::TXTBSY, Errno::AGAIN, Errno::NOMEM, Errno::MFILE, Errno::NFILE];
    error.raw_os_error().is_some_and(|it| passing.contains(&Errno::from_raw_os_error(it)))
}

/// Signals the group, and its leader if that has left it. The leader has not been reaped.
fn signal(group: Pid, signal: Signal) {
    // That nobody is left in the group is what we want.
    let _ = rustix::process::kill_process_group(group, signal);
    if rustix::process::getpgid(Some(group)).is_ok_and(|it| it != group) {
        let _ = rustix::process::kill_process(group, signal);
    }
}

/// The reading end of a pipe, and what came out of it.
#[derive(Default)]
struct Drain {
    pipe: Option<File>,
    stream: Stream,
}

impl Drain {
    fn new(pipe: Option<OwnedFd>) -> io::Result<Drain> {
        if let Some(pipe) = &pipe {
            rustix::io::ioctl_fionbio(pipe.as_fd(), true)?;
        }
        Ok(Drain { pipe: pipe.map(File::from), stream: Stream::default() })
    }

    /// Reads once.
    fn read_some(&mut self) -> bool {
        let Some(pipe) = &mut self.pipe else { return false };
        let mut buffer = [0; 16 * 1024];
        match pipe.read(&mut buffer) {
            Ok(0) => self.pipe = None,
            Ok(count) => {
                self.stream.push(&buffer[..count]);
                return true;
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => return true,
            Err(error) if error.kind() == ErrorKind::WouldBlock => {}
            Err(_) => self.pipe = None,
        }
        false
    }

    /// Reads what is there and closes the pipe. All writers are dead by now, so this ends; the bound is for one that
    /// we were not allowed to kill.
    fn read_rest(&mut self) {
        for _ in 0..1024 {
            if !self.read_some() {
                break;
            }
        }
        self.pipe = None;
    }
}
