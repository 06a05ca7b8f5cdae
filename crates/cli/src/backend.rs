//! The seam to the other crates: the test as an oracle, the languages, the search. Everything that the command line
//! wants of them is asked here, in the words of the command line.

mod makeshift;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use lop_engine::{Cancel, Config, Document, Language, Observer, Oracle, Outcome, Pass};

use crate::args::TestArgs;
use crate::error::Failure;

/// A test that can be asked.
pub(crate) struct Test {
    oracle: makeshift::Command,
}

/// What the test is run as.
#[derive(Debug)]
pub(crate) struct Command<'a> {
    /// The program, absolute.
    pub(crate) program: PathBuf,
    /// Its arguments, with `@@` where the candidate's path belongs.
    pub(crate) arguments: &'a [OsString],
    /// What the candidate is called.
    pub(crate) file_name: OsString,
}

/// What the test says to the original.
#[derive(Debug)]
pub(crate) enum Checked {
    /// Yes.
    Interesting {
        /// How long it took.
        took: Duration,
        /// True when the test also says yes to an empty file.
        empty_too: bool,
    },
    /// The user lost patience.
    Stopped,
}

impl Test {
    /// Prepares the test.
    pub(crate) fn new(command: Command<'_>, criteria: &TestArgs, _jobs: usize) -> Result<Test, Failure> {
        Ok(Test { oracle: makeshift::Command::new(command, criteria) })
    }

    /// Asks about the original, twice, and about an empty file.
    pub(crate) fn check(&self, original: &Arc<[u8]>, stop: &Cancel) -> Result<Checked, Failure> {
        self.oracle.check(original, stop)
    }

    /// The test as the search wants it.
    pub(crate) fn oracle(&self) -> &dyn Oracle {
        &self.oracle
    }
}

/// Kills every child that is running, for a program that leaves at once.
pub(crate) fn kill_children() {
    makeshift::kill_children();
}

/// The search.
pub(crate) fn reduce(
    document: Document,
    config: &Config,
    oracle: &dyn Oracle,
    stop: &Cancel,
    observer: &dyn Observer,
) -> Outcome {
    lop_engine::reduce(document, config, oracle, stop, observer)
}

/// All passes, in the order they are tried.
pub(crate) fn passes() -> &'static [&'static Pass] {
    lop_engine::passes::ALL
}

/// A language by its name.
pub(crate) fn language_by_name(_name: &str) -> Option<Arc<Language>> {
    None
}

/// The language of a file, by its extension and then by its content.
pub(crate) fn detect_language(_path: &Path, _text: &[u8]) -> Option<Arc<Language>> {
    None
}

/// Every language: its name and its extensions.
pub(crate) fn languages() -> Vec<(String, Vec<String>)> {
    Vec::new()
}
