//! Where a command runs that does not run here: on other machines, which are given an [`Errand`] and bring back what came of it.

mod away;
mod launcher;
mod pool;
pub mod wrapper;

use std::ffi::{OsStr, OsString};
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use lop_engine::{Cancel, OracleError};

pub use self::away::Away;
pub use self::launcher::Launcher;
pub(crate) use self::pool::Place;
pub use self::pool::Pool;
use crate::output::RunOutput;
use crate::project::Project;

/// Variables of our environment that let us in at a [`Site`]. No command is given them, here or there: what a test prints, and
/// what it starts, is not ours.
pub const CREDENTIALS: [&str; 1] = ["LOP_REMOTE_HEADERS"];

/// Machines that run commands for us.
///
/// A run that was begun and not brought to its end, for whatever reason that has nothing to do with the command, is an error
/// and never an answer: a site asks again as often as that makes sense before it says so.
pub trait Site: fmt::Debug + Send + Sync {
    /// Runs the command of `errand`. Ends soon after the errand was cancelled.
    fn run(&self, errand: &Errand<'_>) -> Result<RunOutput, OracleError>;

    /// What commands find there that may be other than here, such as another compiler; `None` for machines that are like
    /// this one.
    fn identity(&self) -> Option<String> {
        None
    }

    /// What of this machine goes there beside the candidates, once a question has been about this command.
    fn luggage(&self, _command: &[OsString]) -> Result<Vec<Luggage>, OracleError> {
        Ok(Vec::new())
    }

    /// What went there and came back so far, as far as it counts that.
    fn traffic(&self) -> Traffic {
        Traffic::default()
    }

    /// How long processors there have worked for the runs that came back, about, where some have told.
    fn worked(&self) -> Option<Duration> {
        None
    }

    /// What went there together so far, as far as it does that.
    fn batches(&self) -> Batches {
        Batches::default()
    }
}

/// A file or a directory of this machine that goes to a site with every question.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub struct Luggage {
    /// Where it is.
    pub path: PathBuf,
    /// True when the user has named it for that; false for what stands in the command.
    pub is_named: bool,
    /// How many files it is, if it is a directory.
    pub files: Option<usize>,
    /// How many bytes.
    pub bytes: u64,
}

impl Luggage {
    /// A file of so many bytes.
    pub fn file(path: PathBuf, bytes: u64) -> Luggage {
        Luggage { path, is_named: false, files: None, bytes }
    }
}

/// Runs that went to a site together with others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Batches {
    /// How many times some went together.
    pub actions: u64,
    /// How many of the runs that came back did so.
    pub answered: u64,
}

/// What went to a site and came back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Traffic {
    /// Runs of commands that came back.
    pub answered: u64,
    /// Runs that took place on this machine, because there was a free slot in the pool of both.
    pub here: u64,
    /// How often one was asked for again, because nothing or nothing whole came back.
    pub retried: u64,
    /// How many were asked a second time while the first was under way, because that took long.
    pub twice: u64,
    /// Runs that took place on this machine, because none came back.
    pub unanswered: u64,
    /// Bytes that went there.
    pub uploaded: u64,
}

/// One run of a command, with all that it needs where nothing of ours is.
#[derive(Debug, Clone, Copy)]
#[expect(clippy::struct_excessive_bools, reason = "each is a wish of its own")]
pub struct Errand<'a> {
    /// The program that the user has named, which must be there; around it the command may have limits.
    pub program: &'a OsStr,
    /// The program and its arguments; `@@` in an argument is the absolute path of the candidate there.
    pub command: &'a [OsString],
    /// What the files are called in the working directory.
    pub names: &'a [PathBuf],
    /// The candidate.
    pub files: &'a [Arc<[u8]>],
    /// What the candidate is one of, where it is no handful of files.
    pub project: Option<&'a Project>,
    /// Rely on nothing that is there from earlier questions.
    pub anew: bool,
    /// What the environment there must have beside what it has.
    pub env: &'a [(OsString, OsString)],
    /// Give it the candidate on standard input, which is empty otherwise.
    pub stdin: bool,
    /// Bring its standard output back.
    pub stdout: bool,
    /// Bring its standard error back.
    pub stderr: bool,
    /// How long it may take, without the way there and back; `None` for ever.
    pub limit: Option<Duration>,
    /// From SIGTERM to SIGKILL.
    pub grace: Duration,
    /// Who asks at the same time has another number.
    pub worker: usize,
    /// Raised when nobody waits for the answer any more.
    pub cancel: &'a Cancel,
}

impl Errand<'_> {
    /// The candidate, relative to where the files lie.
    pub fn candidate(&self) -> PathBuf {
        self.project.map_or_else(|| self.names[0].clone(), |it| it.candidate(&self.files[0]))
    }

    /// Where the command runs, relative to where the files lie.
    pub fn directory(&self) -> &Path {
        self.project.map_or(Path::new(""), |it| &it.directory)
    }
}

/// What to do about a question that a [`Site`] has no answer to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Fallback {
    /// End with what there is.
    #[default]
    Stop,
    /// Run the command on this machine.
    Local,
}
