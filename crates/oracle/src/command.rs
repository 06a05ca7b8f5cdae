//! The oracle that runs the user's command.

use std::ffi::{OsStr, OsString};
use std::fmt;
use std::fs::File;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use lop_engine::{Answer, Cancel, Oracle, OracleError, Question, Verdict};
use parking_lot::Mutex;

use crate::criteria::Criteria;
use crate::jobserver;
use crate::output::{RunOutput, Status};
use crate::prepared::PreparedCommand;
use crate::process::platform::{self, Guardian, guardian};
use crate::process::{self, Launch, Program, Scratch, Slot, Watch, program};
use crate::project::Project;
use crate::site::Place;
use crate::spec::{CommandSpec, Repeat};
use crate::timeout::CurrentTimeout;

/// Which of what a run prints is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Capture {
    /// Only what the criteria look at; the rest goes to /dev/null, which is cheap.
    Needed,
    /// Both streams.
    Everything,
}

/// What working directories are called where a run is to be elsewhere. Their lengths differ from the usual one by numbers that
/// are odd and even and leave all kinds of remainders.
pub const ELSEWHERE: [&str; 3] = ["a-directory-with-a-much-longer-name", "w", "another-room"];

/// Who is shown the runs of the main command that were not interesting, with the candidate.
pub type Witness = Arc<dyn Fn(&RunOutput, &[Arc<[u8]>]) + Send + Sync>;

/// Asks by running a command. Several workers may ask at once, each in a scratch directory of its own.
pub struct CommandOracle {
    spec: CommandSpec,
    main: PreparedCommand,
    first: Vec<PreparedCommand>,
    scratch: Scratch,
    timeout: CurrentTimeout,
    witness: Option<Witness>,
    client: Option<Arc<jobserver::Client>>,
    server: Option<Arc<jobserver::Server>>,
    /// The latest tree file that can be laid out: most candidates have the same.
    latest_tree: Mutex<Option<Arc<[u8]>>>,
    /// Kills what runs if this process is killed.
    _guardian: Option<Arc<Guardian>>,
}

impl CommandOracle {
    /// Finds the programs. Fails when something about the command is wrong whatever the candidate is.
    pub fn new(spec: CommandSpec) -> Result<CommandOracle, OracleError> {
        spec.validate()?;
        let prepare = |command: &Vec<OsString>| PreparedCommand::new(command, &spec);
        let main = prepare(&spec.command)?;
        let first = spec.first.iter().map(prepare).collect::<Result<_, _>>()?;
        let bytes = spec.project.as_ref().map_or(0, |it| it.room());
        let scratch = Scratch::new(spec.scratch.as_deref(), bytes);
        let timeout = CurrentTimeout::new(spec.timeout);
        Ok(CommandOracle {
            spec,
            main,
            first,
            scratch,
            timeout,
            witness: None,
            client: None,
            server: None,
            latest_tree: Mutex::default(),
            _guardian: guardian(),
        })
    }

    /// What was asked for.
    pub fn spec(&self) -> &CommandSpec {
        &self.spec
    }

    /// What makes a run interesting.
    pub fn criteria(&self) -> &Criteria {
        &self.spec.criteria
    }

    /// Holds runs to other criteria from now on: what a first run showed is often what the others must show.
    pub fn set_criteria(&mut self, criteria: Criteria) {
        self.spec.criteria = criteria;
    }

    /// Shows every uninteresting run of the main command to `witness`, with all it printed.
    pub fn set_witness(&mut self, witness: Witness) {
        self.witness = Some(witness);
    }

    /// Asks only when make has a job to spare.
    pub fn set_jobserver_client(&mut self, client: Arc<jobserver::Client>) {
        self.client = Some(client);
    }

    /// Lets builds that a question starts use the cores that questions leave.
    pub fn set_jobserver_server(&mut self, server: Arc<jobserver::Server>) {
        self.server = Some(server);
    }

    /// Where the scratch directories are made, the first that works first.
    pub fn scratch_places(&self) -> &[PathBuf] {
        self.scratch.places()
    }

    /// Scratch directories that are still there although their questions are over, each with the reason: the command has
    /// mounted something in them.
    pub fn left_behind(&self) -> Vec<(PathBuf, String)> {
        self.scratch.given_up()
    }

    /// How long the next run may take; `None` for ever.
    ///
    /// [`Timeout::Auto`](crate::Timeout::Auto) means ten times the slowest of the latest sixteen interesting runs, but never
    /// less than two seconds, and no more than five minutes unless they come near that. Until there is an interesting run it is five minutes.
    pub fn timeout(&self) -> Option<Duration> {
        self.timeout.limit()
    }

    /// True when so many runs since the latest interesting one have not ended in time that it is worth asking again about
    /// something interesting: if that does not end in time either, [`CommandOracle::double_timeout`] may help.
    pub fn is_stalled(&self) -> bool {
        self.timeout.is_stalled()
    }

    /// Doubles a derived limit until the next interesting run; false when that was done often enough.
    pub fn double_timeout(&self) -> bool {
        self.timeout.double()
    }

    /// Runs the main command on one candidate, whatever its criteria say. This is how the caller finds out more about
    /// a run than the verdict.
    pub fn run(&self, question: &Question<'_>, capture: Capture) -> Result<RunOutput, OracleError> {
        self.run_prepared(&self.main, question, capture)
    }

    /// The same in a directory that is called otherwise, [`ELSEWHERE`] by its number: what depends on the path of the
    /// candidate, its length, or that of the environment shows another answer there.
    pub fn run_elsewhere(
        &self,
        question: &Question<'_>,
        capture: Capture,
        place: usize,
    ) -> Result<RunOutput, OracleError> {
        self.run_in(&self.main, question, capture, Some(ELSEWHERE[place % ELSEWHERE.len()]))
    }

    /// The same on this machine, wherever it runs otherwise.
    pub fn run_here(&self, question: &Question<'_>, capture: Capture) -> Result<RunOutput, OracleError> {
        self.run_on_this_machine(&self.main, question, capture, None)
    }

    /// All that it runs, in their order.
    pub(crate) fn commands(&self) -> impl Iterator<Item = &PreparedCommand> {
        self.first.iter().chain([&self.main])
    }

    pub(crate) fn main_program(&self) -> &Program {
        &self.main.named
    }

    /// Takes note that an interesting run took so long, for [`Timeout::Auto`](crate::Timeout::Auto).
    pub fn learn(&self, took: Duration) {
        self.timeout.learn(took);
    }

    fn run_prepared(
        &self,
        command: &PreparedCommand,
        question: &Question<'_>,
        capture: Capture,
    ) -> Result<RunOutput, OracleError> {
        self.run_in(command, question, capture, None)
    }

    fn run_in(
        &self,
        command: &PreparedCommand,
        question: &Question<'_>,
        capture: Capture,
        elsewhere: Option<&str>,
    ) -> Result<RunOutput, OracleError> {
        let Some(away) = &self.spec.away else {
            return self.run_on_this_machine(command, question, capture, elsewhere);
        };
        // Of other commands nobody has seen whether they do the same here.
        let is_main = std::ptr::eq(command, &raw const self.main);
        let seat = if is_main { away.seat(question) } else { None };
        let is_here = seat.as_ref().is_some_and(|it| it.place == Place::Here);
        let there = if is_here {
            None
        } else {
            self.run_away(away, command, question, self.streams(command, capture))?
        };
        let run = if let Some(run) = there {
            run
        } else {
            // One that is cancelled gets none, and ends as soon as it has begun.
            let _turn = if is_here { None } else { away.turn(question.cancel) };
            self.run_on_this_machine(command, question, capture, elsewhere)?
        };
        if let Some(seat) = seat.filter(|_| run.status != Status::Cancelled) {
            seat.answered();
        }
        Ok(run)
    }

    fn run_on_this_machine(
        &self,
        command: &PreparedCommand,
        question: &Question<'_>,
        capture: Capture,
        elsewhere: Option<&str>,
    ) -> Result<RunOutput, OracleError> {
        let _turn = self.server.as_ref().map(|it| it.turn());
        let (names, files) = (&self.spec.names, question.files);
        let slot = match (&self.spec.project, elsewhere) {
            (None, Some(name)) => self.scratch.take_elsewhere(names, files, name),
            (None, None) => self.scratch.take(names, files),
            // What is asked again, such as the result, is asked with nothing that earlier questions may have touched.
            (Some(it), _) => {
                let anew = elsewhere.is_some() || std::ptr::eq(question.files, question.base);
                self.scratch.take_project(it, files, anew)
            }
        };
        let mut slot = slot.map_err(|it| self.no_room(&it))?;
        let result = self.launch(command, &mut slot, question, capture);
        if elsewhere.is_some() && self.spec.project.is_none() {
            self.scratch.leave(slot);
        } else {
            self.scratch.give_back(slot);
        }
        let run = result.map_err(|it| program::cannot_run(&command.named.path, &it))?;
        command.still_there(run.status)?;
        Ok(run)
    }

    /// Whether standard input is given, and which of the two other streams are wanted.
    fn streams(&self, command: &PreparedCommand, capture: Capture) -> (bool, bool, bool) {
        let main = std::ptr::eq(command, &raw const self.main);
        let everything = capture == Capture::Everything || self.witness.is_some();
        let criteria = &self.spec.criteria;
        let wanted = |needed: bool| main && (everything || needed);
        (self.spec.stdin && main, wanted(criteria.need_stdout()), wanted(criteria.need_stderr()))
    }

    fn launch(
        &self,
        command: &PreparedCommand,
        slot: &mut Slot,
        question: &Question<'_>,
        capture: Capture,
    ) -> io::Result<RunOutput> {
        let project = self.spec.project.as_deref();
        let name = project.map_or_else(|| self.spec.names[0].clone(), |it| it.candidate(&question.files[0]));
        let candidate = slot.work().join(name);
        let directory = project.map_or(Path::new(""), |it| &it.directory);
        let (stdin, stdout, stderr) = self.streams(command, capture);
        let mut env: Vec<(&OsStr, OsString)> = Vec::with_capacity(self.spec.env.len() + 3);
        env.push((OsStr::new("LOP_JOB"), question.worker.to_string().into()));
        env.push((OsStr::new("TMPDIR"), slot.tmp().into()));
        env.extend(self.server.as_ref().map(|it| (OsStr::new("MAKEFLAGS"), it.flags())));
        if let Some(project) = project {
            env.extend(project.env.iter().map(|(name, value)| (OsStr::new(name), OsString::from(value))));
            for variable in &project.caches {
                env.push((OsStr::new(variable), slot.cache()?.into()));
            }
        }
        env.extend(self.spec.env.iter().map(|(name, value)| (name.as_os_str(), value.clone())));
        let launch = Launch {
            program: &command.wrapped.path,
            arg0: &command.wrapped.arg0,
            args: self.arguments(command, slot, &candidate),
            directory: &slot.work().join(directory),
            env,
            stdin: if stdin { Some(File::open(&candidate)?) } else { None },
            stdout,
            stderr,
        };
        let watch = Watch { limit: self.timeout.limit(), grace: self.spec.grace, cancel: question.cancel };
        process::run(launch, &watch)
    }

    fn arguments(&self, command: &PreparedCommand, slot: &Slot, candidate: &Path) -> Vec<OsString> {
        let mut args = command.wrapped.arguments(candidate);
        if self.spec.sandbox {
            for arg in &mut args {
                let with_work = program::replace(arg, program::WORK.as_bytes(), slot.work().as_os_str());
                *arg = program::replace(&with_work, program::TMP.as_bytes(), slot.tmp().as_os_str());
            }
        }
        args
    }

    /// False where no tree on a disk can be as the tree file says, or not where the result is to be.
    fn can_be_laid(&self, project: &Project, tree_file: &Arc<[u8]>) -> bool {
        let mut latest = self.latest_tree.lock();
        let known = latest.as_ref().is_some_and(|it| Arc::ptr_eq(it, tree_file));
        if !known && !project.can_be(tree_file) {
            return false;
        }
        *latest = Some(tree_file.clone());
        true
    }

    fn no_room(&self, reason: &io::Error) -> OracleError {
        let places: Vec<String> = self.scratch.places().iter().map(|it| it.display().to_string()).collect();
        let places = places.join(" or ");
        let remedy = if reason.kind() == ErrorKind::FileTooLarge {
            "allow larger files: ulimit -f unlimited"
        } else {
            "make room there, or set TMPDIR to a directory with room"
        };
        OracleError::new(format!("cannot write the candidate to a scratch directory in {places}: {reason}"))
            .with_remedy(remedy)
    }
}

impl Oracle for CommandOracle {
    fn ask(&self, question: &Question<'_>) -> Result<Answer, OracleError> {
        if self.spec.project.as_ref().is_some_and(|it| !self.can_be_laid(it, &question.files[0])) {
            return Ok(Verdict::Boring.into());
        }
        let permit = self.client.as_ref().map(|it| it.acquire(question.cancel));
        if matches!(permit, Some(None)) {
            return Ok(Verdict::Cancelled.into());
        }
        let mut took = Duration::ZERO;
        for command in &self.first {
            let run = self.run_prepared(command, question, Capture::Needed)?;
            took += run.took;
            if run.status != Status::Exited(0) {
                return Ok(Answer { verdict: verdict(run.status, false), took });
            }
        }
        let Repeat { times, at_least } = self.spec.repeat;
        let (mut yes, mut asked) = (0, 0);
        loop {
            let run = self.run(question, Capture::Needed)?;
            took += run.took;
            asked += 1;
            if self.spec.criteria.hold(&run) {
                yes += 1;
                if !self.spec.criteria.hang {
                    self.timeout.learn(run.took);
                }
            } else {
                if run.status != Status::Cancelled {
                    self.timeout.note(run.status == Status::TimedOut);
                }
                if let Some(witness) = &self.witness {
                    witness(&run, question.files);
                }
            }
            // Ended early as soon as the runs that are left cannot change the outcome.
            if yes >= at_least || run.status == Status::Cancelled || yes + (times - asked) < at_least {
                return Ok(Answer { verdict: verdict(run.status, yes >= at_least), took });
            }
        }
    }
}

impl fmt::Debug for CommandOracle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CommandOracle").field("spec", &self.spec).finish_non_exhaustive()
    }
}

impl Drop for CommandOracle {
    fn drop(&mut self) {
        platform::sweep();
    }
}

fn verdict(status: Status, interesting: bool) -> Verdict {
    match status {
        _ if interesting => Verdict::Interesting,
        Status::Cancelled => Verdict::Cancelled,
        Status::TimedOut => Verdict::TimedOut,
        Status::Exited(_) | Status::Signaled(_) => Verdict::Boring,
    }
}

/// A question about `files` that nobody cancels.
pub(crate) fn plain_question<'q>(files: &'q [Arc<[u8]>], cancel: &'q Cancel) -> Question<'q> {
    Question { files, base: files, worker: 0, cancel }
}
