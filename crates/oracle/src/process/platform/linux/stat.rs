//! What the kernel tells of a process in one line.

use std::fs;

use rustix::process::Pid;

/// What we need of /proc/PID/stat.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Stat {
    pub(super) dead: bool,
    /// Between its old memory and its new.
    pub(super) in_exec: bool,
    pub(super) group: Option<Pid>,
    pub(super) start: u64,
    /// How much memory it holds, in bytes.
    pub(super) resident: u64,
}

impl Stat {
    pub(super) fn of(pid: Pid) -> Option<Stat> {
        Stat::parse(&fs::read_to_string(format!("/proc/{pid}/stat")).ok()?)
    }

    /// The command's name stands in parentheses and may hold anything, so the fields are counted from the last one.
    fn parse(text: &str) -> Option<Stat> {
        let fields: Vec<&str> = text[text.rfind(')')? + 1..].split_ascii_whitespace().collect();
        let number = |at: usize| fields.get(at)?.parse::<u64>().ok();
        Some(Stat {
            dead: matches!(fields.first(), Some(&("Z" | "X"))) || number(20) == Some(0),
            // Where the program's code ends: the kernel fills it in when the new environment is in place.
            in_exec: number(24) == Some(0),
            // The kernel says -1 of a process that is being reaped, which is no number of a group.
            group: fields.get(2).and_then(|it| Pid::from_raw(it.parse().ok().filter(|it| *it > 0)?)),
            start: number(19)?,
            resident: number(21)?.saturating_mul(rustix::param::page_size() as u64),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_a_process_cannot_confuse_the_reader_of_its_state() {
        let line = "7 (a) S 1 (b) Z) S 1 42 42 0 -1 4194560 1 0 0 0 0 0 0 0 20 0 1 0 99 5000 1 184467440 1";
        let settled = Stat {
            dead: false,
            in_exec: false,
            group: Pid::from_raw(42),
            start: 99,
            resident: rustix::param::page_size() as u64,
        };
        assert_eq!(Stat::parse(&format!("{line} 4000")).unwrap(), settled);
        assert_eq!(Stat::parse(&format!("{line} 0")).unwrap(), Stat { in_exec: true, ..settled });
    }

    #[test]
    fn a_process_that_is_being_reaped_has_no_group() {
        let line = "7 (x) X 0 -1 -1 0 -1 4194560 1 0 0 0 0 0 0 0 20 0 1 0 99 0 0 18446744073709551615";
        let stat = Stat::parse(line).unwrap();
        assert!(stat.dead);
        assert_eq!(stat.group, None);
    }

    #[test]
    fn a_process_without_memory_counts_as_dead() {
        let line = "7 (x) R 1 42 42 0 -1 4194560 1 0 0 0 0 0 0 0 20 0 1 0 99 0 0 18446744073709551615";
        assert!(Stat::parse(line).unwrap().dead);
        assert!(Stat::parse(&line.replace(" R ", " Z ")).unwrap().dead);
    }
}
