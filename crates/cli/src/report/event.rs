//! What the reporters are told: the events of one run of the program.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use lop_engine::Outcome;
use lop_oracle::signature::Signature;
use lop_oracle::{RunOutput, Status};

use crate::error::Failure;
use crate::exit::Exit;
use crate::output::Kept;
use crate::until::Spent;

/// What happened in this run of the program.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Event<'e> {
    /// The original was judged interesting and the search begins.
    Started(&'e Setting),
    /// The test refused a candidate while a crash is looked for; the search tells of it next.
    Refused {
        /// What it did.
        run: &'e RunOutput,
        /// The candidate.
        text: &'e [u8],
    },
    /// Something happened in the search.
    Search(&'e lop_engine::Event<'e>),
    /// Something worth knowing.
    Note(&'e str),
    /// Something that may spoil the result.
    Warning(&'e str),
    /// A signal asked the run to stop.
    Stopping(&'static str),
    /// The search is over and the result is where it belongs.
    Finished(&'e Closing<'e>),
    /// `lop check` has found out all it can.
    Checked(&'e Checkup),
    /// The program cannot go on.
    Failed(&'e Failure),
}

/// What `lop check` found out. The text form is printed by `check` itself.
#[derive(Debug)]
pub(crate) struct Checkup {
    /// The input, as the user spells it.
    pub(crate) file: PathBuf,
    /// Its language, if it has one.
    pub(crate) language: Option<String>,
    /// Tokens of the input.
    pub(crate) tokens: usize,
    /// Bytes of the input.
    pub(crate) bytes: usize,
    /// Places in it that the grammar does not explain.
    pub(crate) errors: usize,
    /// The test, as a shell would read it.
    pub(crate) test: String,
    /// Where the scratch directories are made, the first that works first.
    pub(crate) places: Vec<PathBuf>,
    /// The runs of the test on the original: how each ended, how long it took, and whether it was interesting.
    pub(crate) runs: Vec<(Status, Duration, bool)>,
    /// What is held on to; `None` when the original was refused, as are the next two.
    pub(crate) symptom: Option<String>,
    /// Whether the empty file is interesting, too.
    pub(crate) empty: Option<bool>,
    /// How long a run may take from now on.
    pub(crate) limit: Option<Duration>,
    /// The test as a script, if that was asked for.
    pub(crate) script: Option<String>,
}

/// What is known when the search begins.
#[derive(Debug)]
pub(crate) struct Setting {
    /// The input, as the user spells it.
    pub(crate) file: PathBuf,
    /// What the search begins with.
    pub(crate) text: Arc<[u8]>,
    /// Its language, if it has one.
    pub(crate) language: Option<String>,
    /// The test, as a shell would read it.
    pub(crate) test: String,
    /// What is held on to, where the user did not say it.
    pub(crate) symptom: Option<String>,
    /// The crash that is held on to, if it is one.
    pub(crate) signature: Option<Signature>,
    /// The test as a script.
    pub(crate) script: String,
    /// Questions asked at once.
    pub(crate) jobs: usize,
    /// Tokens of the input.
    pub(crate) tokens: usize,
    /// Bytes of the input.
    pub(crate) bytes: usize,
    /// How long the test ran on the original.
    pub(crate) took: Duration,
    /// Where the result will be; `-` is standard output.
    pub(crate) output: PathBuf,
}

/// What is known when everything is over.
#[derive(Debug)]
pub(crate) struct Closing<'e> {
    /// The input, as the user spells it.
    pub(crate) file: &'e Path,
    /// What the search came to.
    pub(crate) outcome: &'e Outcome,
    /// What the test does with the result, and the version of its program, where a page is wanted.
    pub(crate) shown: Option<&'e (Option<RunOutput>, Option<String>)>,
    /// Where the result is.
    pub(crate) kept: Kept,
    /// Where the original was saved, if it was replaced.
    pub(crate) backup: Option<PathBuf>,
    /// From the start of the search to its end.
    pub(crate) elapsed: Duration,
    /// The budget that ended it.
    pub(crate) spent: Option<Spent>,
    /// True when a formatter laid the result out.
    pub(crate) formatted: bool,
    /// The signal that ended it.
    pub(crate) signal: Option<&'static str>,
    /// How the program ends.
    pub(crate) exit: Exit,
    /// Other crashes that turned up, with how often.
    pub(crate) finds: &'e [(String, u64)],
    /// Where their files are.
    pub(crate) finds_kept: Option<&'e Path>,
    /// True when there is a journal to go on with.
    pub(crate) resumable: bool,
}
