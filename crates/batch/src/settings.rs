//! What the user asked for: the corpus, the test, where the results go, and how much may be spent.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use lop_engine::Effort;
use lop_oracle::signature::SignaturePattern;
use lop_oracle::{CommandSpec, Criteria};

/// A whole batch.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The directory of the inputs.
    pub corpus: PathBuf,
    /// The directory of the results.
    pub out: PathBuf,
    /// Which files to take, as globs from the corpus; all, when empty.
    pub globs: Vec<String>,
    /// The language of every file, `text` for none, instead of by extension and content.
    pub language: Option<String>,
    /// The test, for files that have none of their own; may be empty.
    pub command: Vec<OsString>,
    /// Limits, repetition and so on. Its command and names are replaced for each file.
    pub template: CommandSpec,
    /// What is interesting; without it a crash is, and reductions hold on to its signature.
    pub criteria: Option<Criteria>,
    /// What the signature of a crash must contain to be interesting.
    pub signature: Option<SignaturePattern>,
    /// Expensive tests, each asked about what passed the one before.
    pub then: Vec<Vec<OsString>>,
    /// Questions asked at once, over all files.
    pub jobs: usize,
    /// Files of more bytes are left alone.
    pub largest: u64,
    /// How thoroughly the witness of a signature is reduced.
    pub effort: Effort,
    /// Reduce every file fully, not only one of each signature.
    pub every_file_fully: bool,
    /// Questions for a file whose signature has a better witness.
    pub quick_questions: u64,
    /// The same results at any number of jobs.
    pub deterministic: bool,
    /// What may be spent.
    pub budget: Budget,
    /// Crashes known from earlier runs.
    pub known: Option<PathBuf>,
    /// Add the new ones to `known`.
    pub learn: bool,
}

/// What may be spent; `None` is as much as it takes.
#[derive(Debug, Clone, Copy, Default)]
pub struct Budget {
    /// Questions of all files together.
    pub questions: Option<u64>,
    /// Time for everything.
    pub time: Option<Duration>,
    /// Questions for each file.
    pub file_questions: Option<u64>,
    /// Time for each file.
    pub file_time: Option<Duration>,
}

/// The name that stands for no language.
pub const TEXT: &str = "text";
