//! A test that eats up the machine's memory: its largest process is killed before everything else comes to a standstill.
//!
//! A candidate may send a compiler into a loop that allocates. The kernel kills such a process only when nothing is left; until
//! then the machine can be busy for minutes with throwing away and reading again the programs that run on it. So whoever waits
//! for a question looks now and then, and does the same a little earlier: the process ends by SIGKILL, and the test
//! says what it makes of that.

use std::fs;
use std::time::{Duration, Instant};

use rustix::process::{Pid, PidfdFlags, Signal};

use super::stat::Stat;

/// How often to look. Who allocates fast takes a few hundred megabytes in that time.
const LOOK: Duration = Duration::from_millis(200);

/// The machine is short of memory once no more than this part of it is available.
const SHORT: u64 = 16;
/// A process is at fault only if it holds at least this part of it: what others have taken is no reason to refuse a candidate.
const LARGE: u64 = 8;

/// The watch over the memory of one question.
#[derive(Debug)]
pub(crate) struct MemoryWatch {
    next: Instant,
}

impl MemoryWatch {
    /// Begins to watch; a question that has ended before the first look costs nothing.
    pub(crate) fn new(now: Instant) -> MemoryWatch {
        MemoryWatch { next: now + LOOK }
    }

    /// Kills the largest process of a question's group if it is what leaves the machine without memory.
    pub(crate) fn look(&mut self, now: Instant, group: Pid) {
        if now < self.next {
            return;
        }
        self.next = now + LOOK;
        if let Some(memory) = Memory::of_machine() {
            memory.relieve(group);
        }
    }
}

/// The memory of the machine, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Memory {
    total: u64,
    available: u64,
}

impl Memory {
    fn of_machine() -> Option<Memory> {
        Memory::parse(&fs::read_to_string("/proc/meminfo").ok()?)
    }

    fn parse(text: &str) -> Option<Memory> {
        let bytes_of = |name: &str| {
            let line = text.lines().find_map(|it| it.strip_prefix(name)?.strip_prefix(':'))?;
            line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()?.checked_mul(1024)
        };
        let swap = bytes_of("SwapFree").unwrap_or(0);
        Some(Memory { total: bytes_of("MemTotal")?, available: bytes_of("MemAvailable")?.checked_add(swap)? })
    }

    /// Kills the largest process of `group` if the machine is short of memory and it is at fault.
    fn relieve(self, group: Pid) {
        if self.available > self.total / SHORT {
            return;
        }
        let Some((pid, stat)) = largest(group).filter(|it| it.1.resident >= self.total / LARGE) else {
            return;
        };
        // Its number may belong to somebody else by now. Of what is held by a handle that cannot be.
        let Ok(process) = rustix::process::pidfd_open(pid, PidfdFlags::empty()) else { return };
        if Stat::of(pid).is_some_and(|it| it.start == stat.start) {
            // That it has ended already is as well.
            let _ = rustix::process::pidfd_send_signal(&process, Signal::KILL);
        }
    }
}

/// The process of a group that holds the most memory.
fn largest(group: Pid) -> Option<(Pid, Stat)> {
    let numbers =
        fs::read_dir("/proc").ok()?.flatten().filter_map(|it| it.file_name().to_str()?.parse().ok());
    let all = numbers.filter_map(|it| Pid::from_raw(it).and_then(|pid| Some((pid, Stat::of(pid)?))));
    all.filter(|it| it.1.group == Some(group) && !it.1.dead).max_by_key(|it| it.1.resident)
}

#[cfg(test)]
mod tests {
    use std::io::{BufRead, BufReader};
    use std::os::unix::process::{CommandExt, ExitStatusExt};
    use std::process::{Child, Command, Stdio};

    use super::*;

    /// A shell that holds 16 MB and has a small process beside it, in a group of its own; once it holds them.
    fn eater() -> Child {
        let script = "x=$(head -c 16777216 /dev/zero | tr '\\0' x); sleep 1000 & echo; wait; : $x";
        let mut child =
            Command::new("sh").args(["-c", script]).process_group(0).stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        child
    }

    #[test]
    fn what_the_kernel_says_of_the_memory_is_understood() {
        let text = "MemTotal:       24000 kB\nMemFree: 1 kB\nMemAvailable:   4000 kB\nSwapFree:  8 kB\n";
        let kb = 1024;
        assert_eq!(Memory::parse(text), Some(Memory { total: 24_000 * kb, available: 4_008 * kb }));
        assert_eq!(Memory::parse("MemTotal: 1 kB\n"), None);
        assert!(Memory::of_machine().is_some_and(|it| it.available <= it.total * 2));
    }

    #[test]
    fn the_largest_process_of_a_test_is_killed_when_it_leaves_no_memory_to_others() {
        let mut child = eater();
        let group = Pid::from_child(&child);
        let (pid, stat) = largest(group).expect("it runs");
        assert_eq!(pid, group);
        assert!(stat.resident >= 16 << 20, "{stat:?}");
        Memory { total: 64 << 20, available: 1 << 20 }.relieve(group);
        assert_eq!(child.wait().unwrap().signal(), Some(9));
        rustix::process::kill_process_group(group, Signal::KILL).unwrap();
    }

    #[test]
    fn nobody_is_killed_while_there_is_memory_or_for_what_others_have_taken() {
        let mut child = eater();
        let group = Pid::from_child(&child);
        Memory { total: 64 << 20, available: 32 << 20 }.relieve(group);
        Memory { total: 64 << 30, available: 0 }.relieve(group);
        assert_eq!(child.try_wait().unwrap(), None);
        rustix::process::kill_process_group(group, Signal::KILL).unwrap();
        child.wait().unwrap();
    }
}
