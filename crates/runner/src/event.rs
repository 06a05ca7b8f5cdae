//! What happened, in one vocabulary for a single run and a batch, with what is known at each point.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use lop_engine::{Stage, Verdict};
use lop_oracle::project::Project;
use lop_oracle::signature::Signature;
use lop_oracle::{RunOutput, Status};
use serde::{Deserialize, Serialize};

use crate::Files;
use crate::failure::Failure;
use crate::found::Found;
use crate::summary::Summary;

/// Something that happened.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum Event {
    /// A corpus was read.
    Walked {
        /// Files to ask about.
        inputs: usize,
        /// Files that need not be asked about, because they cannot be reduced or are twice there.
        refused: usize,
        /// Questions asked at once.
        jobs: usize,
    },
    /// A file of a corpus was asked about as it is.
    Checked {
        /// What was found.
        found: Arc<Found>,
        /// True when that was known from an earlier run.
        known: bool,
    },
    /// All files of a corpus were checked.
    Planned {
        /// Signatures, and files that have none.
        groups: usize,
        /// Files to reduce.
        files: usize,
        /// Of these, done in an earlier run.
        done: usize,
    },
    /// The original was judged interesting and the search begins.
    Started(Arc<Setting>),
    /// What earlier runs have left: the search goes on from there.
    Resumed(Arc<Resumed>),
    /// A document was parsed and its round begins.
    Round {
        /// Counted from 1 in each search.
        round: usize,
        /// What is looked for in it.
        stage: Stage,
        /// Tokens at the start of the round.
        tokens: usize,
        /// Bytes at the start of the round.
        bytes: usize,
        /// ERROR and MISSING nodes of the parse.
        errors: usize,
    },
    /// The round has changed nothing so far, and goes on with a later stage while its last questions are out.
    Stage {
        /// What is looked for from now on.
        stage: Stage,
    },
    /// The test answered.
    Judged {
        /// The pass that proposed what was asked.
        pass: &'static str,
        /// How the question ended.
        verdict: Verdict,
        /// What the answer was about.
        reason: Reason,
        /// How long the test ran.
        took: Duration,
        /// 128-bit hash of the candidate.
        hash: u128,
        /// Bytes of the candidate.
        bytes: usize,
    },
    /// What a run showed that was refused; told before the answer, and only where somebody wants to know.
    Shown {
        /// 128-bit hash of the candidate.
        hash: u128,
        /// What it was.
        shown: Arc<Shown>,
    },
    /// A question was answered from the verdict cache.
    Known {
        /// The pass that proposed it.
        pass: &'static str,
    },
    /// There is a new best. In order; each ranks lower than the one before, unless the run was led back in between, or a
    /// person has handed it in (`edit`).
    Improved {
        /// The pass that found it.
        pass: &'static str,
        /// Exactly what was judged interesting.
        files: Files,
        /// Tokens now.
        tokens: usize,
        /// Bytes now.
        bytes: usize,
        /// When it was found first.
        mark: Mark,
    },
    /// Something worth knowing.
    Note(String),
    /// Something that may spoil the result.
    Warning(String),
    /// A signal asked the run to stop.
    Stopping(&'static str),
    /// A reduction is over and its result is where it belongs.
    Finished(Arc<Closing>),
    /// `lop check` has found out all it can.
    CheckedUp(Arc<Checkup>),
    /// It cannot go on.
    Failed(Failure),
}

/// What the answer to a question was about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// It shows what is looked for.
    Interesting,
    /// It does not; nobody took note what it does instead.
    Refused,
    /// There is no crash.
    NoCrash,
    /// There is another crash.
    OtherCrash,
    /// It does not end in time.
    TimedOut,
    /// Nobody asked.
    Unknown,
    /// It shows what is looked for, and a kind of diagnostic that the original does not.
    NewDiagnostic,
    /// The test of `--valid` refuses it.
    Invalid,
}

impl Reason {
    /// The verdict that goes with it.
    pub fn verdict(self) -> Verdict {
        match self {
            Reason::Interesting => Verdict::Interesting,
            Reason::TimedOut => Verdict::TimedOut,
            Reason::Refused
            | Reason::NoCrash
            | Reason::OtherCrash
            | Reason::Unknown
            | Reason::NewDiagnostic
            | Reason::Invalid => Verdict::Boring,
        }
    }

    /// What it means that the answer about a text without some token was about this.
    pub fn sentence(self) -> &'static str {
        match self {
            Reason::Interesting => "without it the test still says yes",
            Reason::Refused => "without it the test says no",
            Reason::NoCrash => "without it there is no crash any more",
            Reason::OtherCrash => "without it there is another crash",
            Reason::TimedOut => "without it the test does not end in time",
            Reason::Unknown => "it was not tried without it",
            Reason::NewDiagnostic => "without it there is a new diagnostic",
            Reason::Invalid => "without it the file is not valid",
        }
    }

    /// What is known where only the verdict is.
    pub fn of(verdict: Verdict) -> Reason {
        match verdict {
            Verdict::Interesting => Reason::Interesting,
            Verdict::TimedOut => Reason::TimedOut,
            Verdict::Boring => Reason::Refused,
            Verdict::Cancelled => Reason::Unknown,
        }
    }
}

/// What a run of the test showed that was refused.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shown {
    /// Nothing was wrong: exit code 0, and no crash.
    Clean,
    /// Its first error, or else its first warning, without the names, values and places of the input.
    Diagnostic(String),
    /// A crash, by its signature.
    Crash(String),
    /// Only how it ended, such as "exit code 1".
    Ending(String),
}

/// What is known when a search begins.
#[derive(Debug, Clone, Default)]
pub struct Setting {
    /// The input, as the user spells it.
    pub file: PathBuf,
    /// What the search begins with, file by file.
    pub files: Files,
    /// The project that they are, if they are no single file.
    pub project: Option<Arc<Project>>,
    /// Its language, if it has one; of a project that of most of it.
    pub language: Option<String>,
    /// The test, as a shell would read it.
    pub test: String,
    /// What is held on to, where the user did not say it.
    pub target: Option<String>,
    /// The crash that is held on to, if it is one.
    pub signature: Option<Signature>,
    /// The test as a script.
    pub script: String,
    /// Questions asked at once.
    pub jobs: usize,
    /// Tokens of what the search begins with.
    pub tokens: usize,
    /// Bytes of it.
    pub bytes: usize,
    /// How long the test ran on the original.
    pub took: Duration,
    /// Where the result will be; `-` is standard output.
    pub output: PathBuf,
    /// True for a file of a batch that is reduced with a small budget only.
    pub quick: bool,
    /// The score of the original, where there is an objective.
    pub score: Option<f64>,
}

/// What earlier runs have left.
#[derive(Debug)]
pub struct Resumed {
    /// The verdicts, by the hash of the candidate.
    pub reasons: Vec<(u128, Reason)>,
    /// What refused runs showed, as far as it was told of.
    pub shown: Vec<(u128, Arc<Shown>)>,
    /// The bests in their order, where the search goes on from the last of them; empty where it goes the whole way again.
    pub bests: Vec<Best>,
}

/// A best of an earlier run.
#[derive(Debug, Clone)]
pub struct Best {
    /// Its texts.
    pub files: Files,
    /// How it was found.
    pub mark: Mark,
}

/// When a best was found, and by whom.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Mark {
    /// After how many questions, in all runs together.
    pub question: u64,
    /// After how many seconds, pauses between runs left out.
    pub seconds: f64,
    /// The pass.
    pub pass: String,
    /// The score of `--objective`, where there is one.
    #[serde(default)]
    pub score: Option<f64>,
}

/// Where a result is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Kept {
    /// In this file.
    File(PathBuf),
    /// In what is left of these files, which were named one by one and replaced.
    Files(Vec<PathBuf>),
    /// Printed to standard output.
    Stdout,
    /// Nothing was improved, so the input was left alone.
    Untouched(PathBuf),
}

/// What is known when a reduction is over.
#[derive(Debug, Clone)]
pub struct Closing {
    /// The input, as the user spells it.
    pub file: PathBuf,
    /// What it came to.
    pub summary: Summary,
    /// Why it ended, in a word: `fixpoint`, `flaky`, `budget`, `stopped`, `skipped` or `failed`.
    pub ended: &'static str,
    /// Where the result is.
    pub kept: Kept,
    /// Where the original was saved, if it was replaced: one place, or one for each file that was named.
    pub backups: Vec<PathBuf>,
    /// What the test does with the result, where a page is wanted.
    pub run: Option<RunOutput>,
    /// What the program of the test says of its version, where a page is wanted.
    pub tool: Option<String>,
    /// The signal that ended it.
    pub signal: Option<&'static str>,
    /// How the program ends, if it ends with this.
    pub exit: Option<u8>,
    /// Where the files of other crashes are.
    pub other_crashes_kept: Option<PathBuf>,
}

impl Closing {
    /// The end of a reduction that nobody interrupted, without what a page would show.
    pub fn of(file: PathBuf, summary: Summary, kept: Kept) -> Closing {
        Closing {
            file,
            ended: summary.ended(),
            summary,
            kept,
            backups: Vec::new(),
            run: None,
            tool: None,
            signal: None,
            exit: None,
            other_crashes_kept: None,
        }
    }
}

/// What `lop check` found out.
#[derive(Debug, Clone)]
pub struct Checkup {
    /// The input, as the user spells it.
    pub file: PathBuf,
    /// Its language, if it has one.
    pub language: Option<String>,
    /// Tokens of the input.
    pub tokens: usize,
    /// Bytes of the input.
    pub bytes: usize,
    /// Places in it that the grammar does not explain.
    pub errors: usize,
    /// The test, as a shell would read it.
    pub test: String,
    /// Where the scratch directories are made, the first that works first.
    pub places: Vec<PathBuf>,
    /// The runs of the test on the original: how each ended, how long it took, and whether it was interesting.
    pub runs: Vec<(Status, Duration, bool)>,
    /// What is held on to; `None` when the original was refused, as are the next two.
    pub target: Option<String>,
    /// Whether the empty file is interesting, too.
    pub empty: Option<bool>,
    /// How long a run may take from now on.
    pub limit: Option<Duration>,
    /// The score of the input, where there is an objective.
    pub score: Option<f64>,
    /// The test as a script, if that was asked for.
    pub script: Option<String>,
}
