//! The guardian: a small process that outlives this one for a moment, to kill what the questions of a killed lop left.
//!
//! Nothing of ours runs after a SIGKILL, nor after a second Ctrl-C. The guardian waits at a pipe of which only this
//! process has the other end, and which the kernel closes however this process ends. Where the last oracle was dropped
//! before, it was told to go; else it kills whatever has the cookie of one of our questions in its environment. It is a
//! shell: that starts in a millisecond, and neither forks this process nor needs a program of ours to be anywhere.

use std::io::{self, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Weak};
use std::time::Duration;

use parking_lot::Mutex;
use rustix::process::Pid;

use super::{Ending, reaper};
use crate::process::platform::COOKIE;
use crate::process::wait::until_readable;

/// What the guardian does. A process in the middle of an exec shows no environment, which takes long where many want the
/// processor, so that a look which finds nothing is repeated for a second; the bound is for one that hangs in the kernel.
const SCRIPT: &str = r#"
trap '' HUP INT QUIT TERM TSTP
read -r farewell && exit
quiet=0 looks=0
while [ $quiet -lt 20 ] && [ $looks -lt 100 ]; do
    quiet=$((quiet + 1)) looks=$((looks + 1))
    for file in $(grep -lsz "^$1" /proc/[0-9]*/environ); do
        pid=${file#/proc/}
        kill -9 "${pid%/environ}" && quiet=0
    done
    sleep 0.05
done
"#;

/// How long it may take to go. Only one that somebody has stopped takes longer.
const LEAVING: Duration = Duration::from_secs(2);

/// The guardian, as long as somebody may ask.
#[derive(Debug)]
pub(crate) struct Guardian(Child);

static ON_DUTY: Mutex<Weak<Guardian>> = Mutex::new(Weak::new());

/// The guardian's pid; 0 while there is none. Kept apart because [`is`] must not wait for anybody.
static PID: AtomicU32 = AtomicU32::new(0);

/// The guardian of this process, to be held as long as questions may be asked. `None` where none can be started, which is
/// no reason not to ask.
pub(crate) fn guardian() -> Option<Arc<Guardian>> {
    let mut on_duty = ON_DUTY.lock();
    if let Some(guardian) = on_duty.upgrade() {
        return Some(guardian);
    }
    let guardian = Arc::new(Guardian(reaper::start_stranger(start).ok()?));
    PID.store(guardian.0.id(), Ordering::SeqCst);
    *on_duty = Arc::downgrade(&guardian);
    Some(guardian)
}

/// True for the guardian's pid.
pub(crate) fn is(pid: u32) -> bool {
    pid == PID.load(Ordering::SeqCst)
}

fn start() -> io::Result<Child> {
    let path = std::env::var_os("PATH").unwrap_or_else(|| "/usr/bin:/bin".into());
    let mut command = Command::new("/bin/sh");
    command.arg("-c").arg(SCRIPT).arg("lop-guardian").arg(format!("{}={}-", COOKIE, reaper::family()));
    // A group of its own, since keys and signals are meant for ours; and the environment of no question, since we may be
    // the child of one ourselves.
    command.process_group(0).env_clear().env("PATH", path).current_dir("/");
    command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn()
}

impl Drop for Guardian {
    fn drop(&mut self) {
        // What it is told does not matter. If it is dead already, it can be reaped all the same.
        if let Some(mut pipe) = self.0.stdin.take() {
            let _ = pipe.write_all(b"\n");
        }
        let ending = Ending::of(Pid::from_child(&self.0));
        if !ending.is_ok_and(|it| until_readable(&it, LEAVING)) {
            let _ = self.0.kill();
        }
        reaper::reap_stranger(&mut self.0);
        let pid = self.0.id();
        let _ = PID.compare_exchange(pid, 0, Ordering::SeqCst, Ordering::SeqCst);
    }
}
