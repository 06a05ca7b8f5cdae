//! Descendants of a question that left its process group: found, killed and reaped before the question ends.
//!
//! This process makes itself a *subreaper*: whoever loses its parent below it becomes its child, whatever session or
//! group it has moved to. The kernel gives such orphans to the main thread, and questions are only ever asked from
//! other threads (see `process`), so the main thread's list of children is the list of orphans, and empty in the
//! usual case: looking costs one read of a file in /proc.
//!
//! Several questions run at once, so an orphan must be told apart from those of the neighbours: by its process group,
//! or by the cookie that every question puts into the environment. An orphan without either is killed when all
//! questions that ran when it was first seen have ended. What had already been there before the first question, or is
//! in our own process group without a cookie (so not started by a question), is left alone.
//!
//! A *companion* runs beside the questions (see `companion`). It has a ticket and a cookie as well, so that its descendants
//! are known by it, but keeps no orphan alive that has none: it may run as long as the program does.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::fs;
use std::io;
use std::process::Child;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions};

use super::stat::Stat;
use super::{Ending, guardian};
use crate::process::limits;
use crate::process::platform::COOKIE;
use crate::process::wait::until_readable;

/// How often the orphans are listed before a question gives up on descendants that fork faster than they are killed.
const ROUNDS: usize = 1000;

/// How long one killed process may take to die. Only one that hangs in the kernel (a dead network disk) takes longer.
const DYING: Duration = Duration::from_secs(10);

/// How long an exec may take before a process is looked at as it is, on a machine that is short of everything; and how
/// often to look meanwhile.
const EXEC: Duration = Duration::from_secs(5);
const PAUSE: Duration = Duration::from_millis(1);

/// How many looks in a row must find no cookie: a shell, a wrapper and what it starts are an exec each, and one look may
/// fall between any two of them.
const LOOKS: u32 = 5;

/// A question, or a companion, that is running. When it is dropped, every descendant that it left behind is gone.
#[derive(Debug)]
pub(crate) struct Ticket {
    id: u64,
    group: Option<Pid>,
}

impl Ticket {
    /// Takes note that a question begins.
    pub(crate) fn new() -> Ticket {
        let mut orphanage = ORPHANAGE.lock();
        let id = orphanage.number();
        orphanage.running.insert(id);
        Ticket { id, group: None }
    }

    /// Takes note that a companion begins.
    pub(crate) fn of_companion() -> Ticket {
        let mut orphanage = ORPHANAGE.lock();
        let id = orphanage.number();
        orphanage.companions.insert(id);
        Ticket { id, group: None }
    }

    /// The value of [`COOKIE`] for its processes.
    pub(crate) fn cookie(&self) -> String {
        format!("{}-{}", family(), self.id)
    }

    /// Takes note of its process group.
    pub(crate) fn set_group(&mut self, group: Pid) {
        self.group = Some(group);
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        let mut orphanage = ORPHANAGE.lock();
        orphanage.running.remove(&self.id);
        orphanage.companions.remove(&self.id);
        orphanage.sweep(self.group);
    }
}

/// Kills and reaps the orphans that nobody who is running may still lay claim to.
pub(crate) fn sweep() {
    ORPHANAGE.lock().sweep(None);
}

/// What the cookies of all our questions begin with: our pid, which may be used again, and when we started.
pub(crate) fn family() -> &'static str {
    static FAMILY: LazyLock<String> = LazyLock::new(|| {
        let own = rustix::process::getpid();
        format!("{own}:{}", Stat::of(own).map_or(0, |it| it.start))
    });
    &FAMILY
}

/// Starts a child that no question has to do with, so that it is taken for no orphan.
pub(crate) fn start_stranger(start: impl FnOnce() -> io::Result<Child>) -> io::Result<Child> {
    let mut orphanage = ORPHANAGE.lock();
    let child = start()?;
    let pid = Pid::from_child(&child);
    orphanage.strangers.extend(Stat::of(pid).map(|it| (pid, it.start)));
    Ok(child)
}

/// Reaps a child of [`start_stranger`] that has been killed or told to go. Where the thread that started it has ended it is
/// a child of the main thread, and one that goes from that list while it is read hides its neighbour.
pub(crate) fn reap_stranger(child: &mut Child) {
    let mut orphanage = ORPHANAGE.lock();
    let pid = Pid::from_child(child);
    let start = Stat::of(pid).map(|it| it.start);
    // That there is nothing left to wait for is as well.
    let _ = child.wait();
    if let Some(start) = start {
        orphanage.strangers.remove(&(pid, start));
    }
}

/// Kills everything that questions are running, without a lock and without waiting: for a program that leaves at once.
///
/// Each child leads a process group, so that is what goes; orphans of other groups have become children meanwhile. What is
/// still missed dies of the guardian, once the program has left.
pub fn kill_everything() {
    for list in fs::read_dir("/proc/self/task").into_iter().flatten().flatten() {
        let children = fs::read_to_string(list.path().join("children")).unwrap_or_default();
        for number in children.split_ascii_whitespace().filter_map(|it| it.parse().ok()) {
            let pid = Pid::from_raw(number).filter(|_| !guardian::is(number.cast_unsigned()));
            let Some(pid) = pid else { continue };
            // It may be gone already, which is as well.
            let _ = rustix::process::kill_process_group(pid, Signal::KILL);
            kill(pid);
        }
    }
}

static ORPHANAGE: LazyLock<Mutex<Orphanage>> = LazyLock::new(|| Mutex::new(Orphanage::open()));

/// What is known of orphans. Only the holder of its lock reaps them, so their pids cannot be taken over meanwhile.
struct Orphanage {
    /// The id of the next question or companion.
    next: u64,
    /// The questions that are running.
    running: BTreeSet<u64>,
    /// The companions that are running.
    companions: BTreeSet<u64>,
    /// Children this process had before it asked anything, those that no question started, and those it may not or cannot
    /// kill.
    strangers: HashSet<Identity>,
    /// Orphans without a cookie, each with the first question that began after it was first seen.
    unclaimed: HashMap<Identity, u64>,
    /// `None` where its leader is outside of our namespace of processes.
    own_group: Option<Pid>,
    children: String,
}

/// A process for certain: a pid alone may be used again.
type Identity = (Pid, u64);

impl Orphanage {
    fn open() -> Orphanage {
        limits::prepare_process();
        // Without it lop still works, less tidily.
        let _ = rustix::process::set_child_subreaper(Some(rustix::process::getpid()));
        let own = rustix::process::getpid();
        let mut orphanage = Orphanage {
            next: 0,
            running: BTreeSet::new(),
            companions: BTreeSet::new(),
            strangers: HashSet::new(),
            unclaimed: HashMap::new(),
            own_group: Stat::of(own).and_then(|it| it.group),
            children: format!("/proc/self/task/{own}/children"),
        };
        orphanage.strangers =
            orphanage.list().iter().filter_map(|&it| Some((it, Stat::of(it)?.start))).collect();
        orphanage
    }

    fn number(&mut self) -> u64 {
        self.next += 1;
        self.next - 1
    }

    /// Kills and reaps until no orphan is left that nobody who is running may lay claim to. `group` is the group of the
    /// question or companion that has just ended.
    fn sweep(&mut self, group: Option<Pid>) {
        for _ in 0..ROUNDS {
            // A process that dies leaves its children to us, so the list is read again until there is nothing to do.
            let doomed: Vec<Pid> = self.list().into_iter().filter(|&it| self.is_doomed(it, group)).collect();
            if doomed.is_empty() {
                return;
            }
            // All at once, so that none of them starts another while we wait for the first.
            for &pid in &doomed {
                kill(pid);
            }
            for pid in doomed {
                self.finish(pid);
            }
        }
    }

    /// Waits for the end of a killed process and reaps it. One that cannot be killed is never tried again.
    fn finish(&mut self, pid: Pid) {
        if let Ok(ending) = Ending::of(pid) {
            until_readable(&ending, DYING);
        }
        let reaped = rustix::process::waitid(WaitId::Pid(pid), WaitIdOptions::EXITED | WaitIdOptions::NOHANG);
        if let (Ok(None), Some(stat)) = (reaped, Stat::of(pid)) {
            self.strangers.insert((pid, stat.start));
        }
    }

    /// The children of the main thread.
    fn list(&self) -> Vec<Pid> {
        let text = fs::read_to_string(&self.children).unwrap_or_default();
        text.split_ascii_whitespace().filter_map(|it| Pid::from_raw(it.parse().ok()?)).collect()
    }

    fn is_doomed(&mut self, pid: Pid, group: Option<Pid>) -> bool {
        let Some(stat) = Stat::of(pid) else { return false };
        let identity = (pid, stat.start);
        if self.strangers.contains(&identity) {
            return false;
        }
        let ours = stat.group == self.own_group;
        // A zombie has no parent but us, and a process without memory is about to be one.
        if !ours && (stat.dead || stat.group.is_some() && stat.group == group) {
            return true;
        }
        // What was looked at thoroughly once is only looked at again.
        let looks = if self.unclaimed.contains_key(&identity) { 1 } else { LOOKS };
        match Claim::on(pid, looks) {
            // Nobody else gives out our cookies: where its group is ours, it has joined that.
            Claim::Ticket(id) => return !self.running.contains(&id) && !self.companions.contains(&id),
            Claim::Dead => return !ours,
            Claim::Unknown => {}
        }
        let next = *self.unclaimed.entry(identity).or_insert(self.next);
        let over = !ours && self.running.first().is_none_or(|&it| it >= next);
        if over {
            self.unclaimed.remove(&identity);
        }
        over
    }
}

fn kill(pid: Pid) {
    // That it is dead already, or somebody else's, shows when it is waited for.
    let _ = rustix::process::kill_process(pid, Signal::KILL);
}

/// Whose an orphan is, as far as it shows.
#[derive(Debug, PartialEq, Eq)]
enum Claim {
    /// It has the cookie of this question or companion.
    Ticket(u64),
    /// It is dead, or about to be.
    Dead,
    /// It has no cookie of ours.
    Unknown,
}

impl Claim {
    /// In the middle of an exec a process has no environment for a moment. So that it has no cookie is believed only
    /// after so many looks at a process whose state says that no exec was going on.
    fn on(pid: Pid, looks: u32) -> Claim {
        let deadline = Instant::now() + EXEC;
        let mut left = looks;
        loop {
            if let Some(id) = ticket_of(pid) {
                return Claim::Ticket(id);
            }
            match Stat::of(pid) {
                Some(stat) if stat.dead => return Claim::Dead,
                Some(stat) if stat.in_exec && Instant::now() < deadline => {}
                _ => left -= 1,
            }
            if left == 0 {
                return Claim::Unknown;
            }
            std::thread::sleep(PAUSE);
        }
    }
}

/// The question or companion whose cookie a process has in its environment, if it is one of ours.
fn ticket_of(pid: Pid) -> Option<u64> {
    let environ = fs::read(format!("/proc/{pid}/environ")).ok()?;
    let prefix = format!("{COOKIE}={}-", family());
    let value = environ.split(|&it| it == 0).find_map(|it| it.strip_prefix(prefix.as_bytes()))?;
    std::str::from_utf8(value).ok()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cookie_in_an_environment_names_the_question() {
        let pid = rustix::process::getpid();
        assert_eq!(ticket_of(pid), None);
        let ticket = Ticket::new();
        let mut child =
            std::process::Command::new("sleep").arg("1000").env(COOKIE, ticket.cookie()).spawn().unwrap();
        assert_eq!(Claim::on(Pid::from_child(&child), LOOKS), Claim::Ticket(ticket.id));
        child.kill().unwrap();
        child.wait().unwrap();
    }
}
