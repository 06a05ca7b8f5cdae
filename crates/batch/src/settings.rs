//! What the user asked for: the corpus, the test, where the results go, and how much may be spent.

use std::path::PathBuf;
use std::time::Duration;

use lop_runner::Options;

/// A whole batch.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The directory of the inputs.
    pub corpus: PathBuf,
    /// The directory of the results.
    pub out: PathBuf,
    /// Which files to take, as globs from the corpus; all, when empty.
    pub globs: Vec<String>,
    /// Files of more bytes are left alone.
    pub largest: u64,
    /// What is said of each reduction, unless a section of `lop.toml` says otherwise; its command may be empty.
    pub options: Options,
    /// Questions asked at once, over all files; what `lop.toml` says, or one for each core, when nothing is said.
    pub jobs: Option<usize>,
    /// Reduce every file fully, not only one of each signature.
    pub every_file_fully: bool,
    /// Questions for a file whose signature has a better witness.
    pub quick_questions: u64,
    /// What may be spent on all files together.
    pub budget: Budget,
    /// Crashes known from earlier runs.
    pub known: Option<PathBuf>,
    /// Add the new ones to `known`.
    pub learn: bool,
}

/// What may be spent on all files together; `None` is as much as it takes.
#[derive(Debug, Clone, Copy, Default)]
pub struct Budget {
    /// Questions.
    pub questions: Option<u64>,
    /// Time.
    pub time: Option<Duration>,
}
