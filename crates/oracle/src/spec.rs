//! What the user asked for: the command, its criteria and its limits.

use std::ffi::OsString;
use std::path::{Component, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use lop_engine::OracleError;

use crate::criteria::Criteria;
use crate::project::Project;
use crate::site::Away;

/// How the questions are asked.
///
/// The command runs in a scratch directory that holds nothing but the candidate, under its own name. `@@` anywhere in
/// an argument becomes the candidate's absolute path. The program itself may be given by a path relative to
/// [`CommandSpec::directory`]; arguments are passed as they are, so a relative path in one is looked up in the scratch
/// directory, where only the candidate is.
#[derive(Debug, Clone)]
pub struct CommandSpec {
    /// The program and its arguments.
    pub command: Vec<OsString>,
    /// Commands to ask first, cheapest first: each must exit with 0, or the main command is not asked.
    pub first: Vec<Vec<OsString>>,
    /// The name of each file of the document in the scratch directory, relative, without `..`. `@@` is the first.
    pub names: Vec<PathBuf>,
    /// The document is this project, and `names` only says what to call it.
    pub project: Option<Arc<Project>>,
    /// Where those files are on disk, for messages; may be empty.
    pub inputs: Vec<PathBuf>,
    /// Where the user is: a relative program is looked up here.
    pub directory: PathBuf,
    /// Also feed the first file to the main command's standard input, which is empty otherwise.
    pub stdin: bool,
    /// What makes a run interesting.
    pub criteria: Criteria,
    /// How long a run may take.
    pub timeout: Timeout,
    /// How long a run has between SIGTERM and SIGKILL.
    pub grace: Duration,
    /// Added to the environment, which is passed on otherwise. `LOP_JOB`, `LOP_QUESTION` and `TMPDIR` are ours.
    pub env: Vec<(OsString, OsString)>,
    /// What a run may use.
    pub limits: Limits,
    /// Run inside bubblewrap: no network, private /tmp, a read-only file system.
    pub sandbox: bool,
    /// How often to ask, for a test that does not always answer the same.
    pub repeat: Repeat,
    /// Where the command runs, if not on this machine.
    pub away: Option<Away>,
    /// Where to make the scratch directories, instead of /dev/shm or the directory for temporary files.
    pub scratch: Option<PathBuf>,
}

impl CommandSpec {
    /// Asks `command` about a file called `name`, everything else as usual.
    pub fn new(command: Vec<OsString>, name: impl Into<PathBuf>) -> CommandSpec {
        CommandSpec {
            command,
            first: Vec::new(),
            names: vec![name.into()],
            project: None,
            inputs: Vec::new(),
            directory: std::env::current_dir().unwrap_or_default(),
            stdin: false,
            criteria: Criteria::default(),
            timeout: Timeout::Auto,
            grace: Duration::from_millis(200),
            env: Vec::new(),
            limits: Limits::default(),
            sandbox: false,
            repeat: Repeat::ONCE,
            away: None,
            scratch: None,
        }
    }

    /// What is wrong with it whatever the candidate is.
    pub(crate) fn validate(&self) -> Result<(), OracleError> {
        let wrong = |cause: &str| Err(OracleError::new(cause));
        let inside = |it: &Component<'_>| matches!(it, Component::Normal(_));
        if self.names.is_empty()
            || self.names.iter().any(|it| it.as_os_str().is_empty() || !it.components().all(|it| inside(&it)))
        {
            return wrong("a file of the document needs a relative name without . or .. in it");
        }
        if self.criteria.hang && !matches!(self.timeout, Timeout::Fixed(_)) {
            return wrong("to look for a hang, say with --timeout how long a run must take to be one");
        }
        let Repeat { times, at_least } = self.repeat;
        if at_least == 0 || at_least > times {
            return wrong("--at-least must be from 1 to what --repeat says");
        }
        Ok(())
    }
}

/// How long a run may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Timeout {
    /// Derived from the runs so far, see [`crate::CommandOracle::timeout`].
    Auto,
    /// This long.
    Fixed(Duration),
    /// As long as it likes.
    Never,
}

/// What a run, with everything it starts, may use; `None` is as much as we may.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Limits {
    /// Bytes of address space of each process.
    pub memory: Option<u64>,
    /// Seconds of processor time of each process.
    pub cpu_time: Option<Duration>,
    /// Bytes of the largest file it may write.
    pub file_size: Option<u64>,
}

/// How often to ask one question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Repeat {
    /// Runs, at most.
    pub times: u32,
    /// How many of them must be interesting.
    pub at_least: u32,
}

impl Repeat {
    /// Asking once.
    pub const ONCE: Repeat = Repeat { times: 1, at_least: 1 };
}
