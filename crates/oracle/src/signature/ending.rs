//! How a process ended, as far as signatures care.

use std::fmt;

use rustix::process::Signal;

/// How a process ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Ending {
    /// It exited with this code.
    Exit(i32),
    /// This signal killed it.
    Signal(i32),
    /// It did not end in time.
    Hang,
}

/// The signals that a crash ends with, by their names.
const CRASHES: [(Signal, &str); 7] = [
    (Signal::SEGV, "SIGSEGV"),
    (Signal::ABORT, "SIGABRT"),
    (Signal::ILL, "SIGILL"),
    (Signal::FPE, "SIGFPE"),
    (Signal::BUS, "SIGBUS"),
    (Signal::TRAP, "SIGTRAP"),
    (Signal::SYS, "SIGSYS"),
];

/// Signals that somebody else sends.
const OTHERS: [(Signal, &str); 6] = [
    (Signal::KILL, "SIGKILL"),
    (Signal::TERM, "SIGTERM"),
    (Signal::INT, "SIGINT"),
    (Signal::HUP, "SIGHUP"),
    (Signal::XCPU, "SIGXCPU"),
    (Signal::XFSZ, "SIGXFSZ"),
];

impl Ending {
    /// True when no process ends like this in good order: a signal that says "bug", also as a shell reports it.
    pub fn is_crash(self) -> bool {
        match self {
            Ending::Signal(number) => crash_name(number).is_some(),
            Ending::Exit(code) => crash_name(code - 128).is_some(),
            Ending::Hang => true,
        }
    }

    /// The exit status that a shell sees; for a hang that of the `timeout` command.
    pub const fn shell_status(self) -> i32 {
        match self {
            Ending::Exit(code) => code,
            Ending::Signal(number) => 128 + number,
            Ending::Hang => 124,
        }
    }

    pub(super) fn to_word(self) -> String {
        match self {
            Ending::Exit(code) => format!("exit:{code}"),
            Ending::Signal(number) => format!("signal:{number}"),
            Ending::Hang => "hang".to_owned(),
        }
    }

    pub(super) fn from_word(word: &str) -> Option<Ending> {
        match word.split_once(':') {
            Some(("exit", code)) => code.parse().ok().map(Ending::Exit),
            Some(("signal", number)) => number.parse().ok().map(Ending::Signal),
            _ => (word == "hang").then_some(Ending::Hang),
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Ending::Exit(code) => match crash_name(code - 128) {
                Some(name) => write!(f, "exit code {code} ({name})"),
                None => write!(f, "exit code {code}"),
            },
            Ending::Signal(number) => match name(&CRASHES, number).or_else(|| name(&OTHERS, number)) {
                Some(name) => write!(f, "signal {name}"),
                None => write!(f, "signal {number}"),
            },
            Ending::Hang => f.write_str("hang"),
        }
    }
}

fn crash_name(number: i32) -> Option<&'static str> {
    name(&CRASHES, number)
}

fn name(signals: &[(Signal, &'static str)], number: i32) -> Option<&'static str> {
    signals.iter().find(|(it, _)| it.as_raw() == number).map(|(_, name)| *name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_killed_process_did_not_crash_but_a_dead_one_did() {
        assert!(Ending::Signal(11).is_crash());
        assert!(Ending::Exit(134).is_crash());
        assert!(!Ending::Signal(9).is_crash());
        assert!(!Ending::Exit(137).is_crash());
        assert!(!Ending::Exit(1).is_crash());
    }

    #[test]
    fn an_ending_has_a_name_and_a_word() {
        for (ending, shown, word) in [
            (Ending::Exit(4), "exit code 4", "exit:4"),
            (Ending::Exit(139), "exit code 139 (SIGSEGV)", "exit:139"),
            (Ending::Signal(6), "signal SIGABRT", "signal:6"),
            (Ending::Signal(9), "signal SIGKILL", "signal:9"),
            (Ending::Hang, "hang", "hang"),
        ] {
            assert_eq!((ending.to_string().as_str(), ending.to_word().as_str()), (shown, word));
            assert_eq!(Ending::from_word(word), Some(ending));
        }
        assert_eq!(Ending::from_word("exit"), None);
    }
}
