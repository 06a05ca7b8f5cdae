//! The process groups of the questions that are running: all that is known of their descendants.

use std::collections::BTreeSet;
use std::sync::Once;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use rustix::process::{Pid, Signal};

use super::guardian;
use crate::process::limits::prepare_process;

/// How long killed processes may take to die, and how often to look.
const DYING: Duration = Duration::from_secs(2);
const PAUSE: Duration = Duration::from_millis(1);

static GROUPS: Mutex<BTreeSet<i32>> = Mutex::new(BTreeSet::new());

/// A question, or a companion, that is running. When it is dropped, its group is nobody's any more.
#[derive(Debug)]
pub(crate) struct Ticket {
    id: u64,
    group: Option<Pid>,
}

impl Ticket {
    /// Takes note that a question begins.
    pub(crate) fn new() -> Ticket {
        static PREPARED: Once = Once::new();
        static NEXT: AtomicU64 = AtomicU64::new(0);
        PREPARED.call_once(prepare_process);
        Ticket { id: NEXT.fetch_add(1, Ordering::Relaxed), group: None }
    }

    /// Takes note that a companion begins: its group is known like those of questions.
    pub(crate) fn of_companion() -> Ticket {
        Ticket::new()
    }

    /// The value of [`COOKIE`](super::super::COOKIE) for its processes.
    pub(crate) fn cookie(&self) -> String {
        format!("{}-{}", rustix::process::getpid(), self.id)
    }

    /// Takes note of its process group.
    pub(crate) fn set_group(&mut self, group: Pid) {
        self.group = Some(group);
        GROUPS.lock().insert(group.as_raw_nonzero().get());
        guardian::note_begun(group);
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        if let Some(group) = self.group {
            GROUPS.lock().remove(&group.as_raw_nonzero().get());
            guardian::note_ended(group);
            until_empty(group);
        }
    }
}

/// Waits until the members of a group that has been killed are dead, as long as that may take on a busy machine. One that
/// takes longer hangs in the kernel.
fn until_empty(group: Pid) {
    let deadline = Instant::now() + DYING;
    while rustix::process::test_kill_process_group(group).is_ok() && Instant::now() < deadline {
        std::thread::sleep(PAUSE);
    }
}

/// Kills everything that questions are running, without waiting: for a program that leaves at once. The lock is never held
/// for longer than an entry takes.
pub fn kill_everything() {
    for group in GROUPS.lock().iter().filter_map(|it| Pid::from_raw(*it)) {
        // It may be gone already, which is as well.
        let _ = rustix::process::kill_process_group(group, Signal::KILL);
    }
}
