//! How the program ends: the exit codes, each with the one sentence that `--help`, the man page and the book show.

use lop_runner::{Failure, Trouble};
use signal_hook::consts::{SIGHUP, SIGQUIT, SIGTERM};

/// Declares the codes once, so that the sentence a reader of the code sees is the one the user sees.
macro_rules! exits {
    ($($(#[doc = $meaning:literal])+ $name:ident = $code:literal,)+) => {
        /// How the program ended.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        #[repr(u8)]
        pub enum Exit {
            $($(#[doc = $meaning])+ $name = $code,)+
        }

        impl Exit {
            /// Every way to end, in the order of the codes.
            pub const ALL: &'static [Exit] = &[$(Exit::$name,)+];

            /// What the code tells the caller.
            pub fn meaning(self) -> &'static str {
                match self {
                    $(Exit::$name => concat!($($meaning,)+).trim(),)+
                }
            }
        }
    };
}

exits! {
    /// The result is written; it is the input itself when nothing could be removed.
    Reduced = 0,
    /// The command line or the input file is wrong; nothing was asked.
    Usage = 1,
    /// The original file is not interesting: the test says no to it.
    NotInteresting = 2,
    /// A batch found a crash that the file of --known does not have.
    NewCrash = 3,
    /// The test cannot be run; if it could at first, the best so far is written.
    CannotAsk = 4,
    /// The test is flaky: it gave different answers about the same file; once the search had begun, the best so far is written.
    Flaky = 5,
    /// The result, or what else was asked for, could not be written; a message says what, and where the best is.
    NotWritten = 6,
    /// The test broke half-way: in the end it said no to the original, too; the best so far is written.
    Broken = 7,
    /// Work is unfinished: somebody quit by a key, an earlier run waits for --resume or --fresh, or a batch has files left to reduce.
    Unfinished = 8,
    /// Stopped by SIGHUP; the best so far is written.
    HungUp = 129,
    /// Stopped by SIGINT (Ctrl-C); the best so far is written.
    Interrupted = 130,
    /// Stopped by SIGQUIT (Ctrl-\); the best so far is written.
    Quit = 131,
    /// Stopped by SIGTERM; the best so far is written.
    Terminated = 143,
}

impl Exit {
    /// How the program ends after a failure; a signal has its own code.
    pub(crate) fn of(failure: &Failure) -> Exit {
        match failure.trouble {
            Trouble::Usage => Exit::Usage,
            Trouble::NotInteresting => Exit::NotInteresting,
            Trouble::Flaky => Exit::Flaky,
            Trouble::Broken => Exit::Broken,
            Trouble::NotWritten => Exit::NotWritten,
            Trouble::Unfinished => Exit::Unfinished,
            Trouble::Stopped(signal) => Exit::by_signal(signal),
            _ => Exit::CannotAsk,
        }
    }

    /// How the program ends when a signal has stopped it.
    pub(crate) fn by_signal(signal: i32) -> Exit {
        match signal {
            SIGHUP => Exit::HungUp,
            SIGQUIT => Exit::Quit,
            SIGTERM => Exit::Terminated,
            _ => Exit::Interrupted,
        }
    }

    /// The number the operating system is given.
    pub fn code(self) -> u8 {
        self as u8
    }
}

impl From<Exit> for std::process::ExitCode {
    fn from(exit: Exit) -> Self {
        exit.code().into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_is_used_once_and_explained_in_one_sentence() {
        for pair in Exit::ALL.windows(2) {
            assert!(pair[0].code() < pair[1].code());
        }
        assert!(Exit::ALL.iter().all(|it| it.meaning().ends_with('.') && !it.meaning().contains('\n')));
    }
}
