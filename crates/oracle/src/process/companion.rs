//! A program that runs beside the questions and is none of them, such as somebody's reducer: it has a process group of its
//! own, and ends with all that it has started, with this process at the latest.

use std::fmt;
use std::io;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus};
use std::sync::Arc;
use std::time::Duration;

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions};

use super::child::keep_credentials;
use super::platform::{self, COOKIE, Ending, Guardian, Ticket};
use super::until_readable;

/// How long a killed one may take to die. Only one that hangs in the kernel takes longer.
const DYING: Duration = Duration::from_secs(10);

/// A program that runs until it ends or this is dropped, whatever thread has started it. Then its process group is killed
/// and, on Linux, whoever has left that.
pub struct Companion {
    child: Child,
    ending: Option<Ending>,
    /// Its process group, which has its pid for a name. Valid until it is reaped.
    group: Pid,
    ticket: Option<Ticket>,
    /// Kills it if this process is killed.
    _guardian: Option<Arc<Guardian>>,
}

impl Companion {
    /// Starts a command in a process group of its own.
    pub fn start(command: &mut Command) -> io::Result<Companion> {
        let guardian = platform::guardian();
        let mut ticket = Ticket::of_companion();
        keep_credentials(command);
        command.process_group(0).env(COOKIE, ticket.cookie());
        let child = platform::start_stranger(|| command.spawn())?;
        let group = Pid::from_child(&child);
        ticket.set_group(group);
        let mut it = Companion { child, ending: None, group, ticket: Some(ticket), _guardian: guardian };
        it.ending = Some(Ending::of(group)?);
        Ok(it)
    }

    /// Its standard input, if that is a pipe and was not taken before.
    pub fn take_stdin(&mut self) -> Option<ChildStdin> {
        self.child.stdin.take()
    }

    /// Its standard output, if that is a pipe and was not taken before.
    pub fn take_stdout(&mut self) -> Option<ChildStdout> {
        self.child.stdout.take()
    }

    /// How it has ended, as soon as it has; `None` after `limit`.
    pub fn ended_within(&self, limit: Duration) -> Option<ExitStatus> {
        if !self.ending.as_ref().is_some_and(|it| until_readable(it, limit)) {
            return None;
        }
        // It is not reaped before its group is killed, whose name might be somebody else's then.
        let left = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        let ended = rustix::process::waitid(WaitId::Pid(self.group), left).ok()??;
        // As wait(2) has it: a code is the second byte, a signal the first.
        let code = ended.exit_status().map(|it| (it & 0xff) << 8);
        code.or(ended.terminating_signal()).map(ExitStatus::from_raw)
    }
}

impl Drop for Companion {
    fn drop(&mut self) {
        // That nobody is left in the group is as well; its leader may have left it.
        let _ = rustix::process::kill_process_group(self.group, Signal::KILL);
        let _ = self.child.kill();
        if self.ending.as_ref().is_none_or(|it| until_readable(it, DYING)) {
            platform::reap_stranger(&mut self.child);
        }
        // Now it sees to those who are left.
        self.ticket.take();
    }
}

impl fmt::Debug for Companion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Companion").field("group", &self.group).finish_non_exhaustive()
    }
}
