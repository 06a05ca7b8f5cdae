//! The seam to the other crates: the test as an oracle, the languages, the passes. What the command line wants of them
//! is asked here, and their errors become failures that say what, why and what to do.

use std::ffi::{OsStr, OsString};
use std::fmt::Write as _;
use std::path::Path;
use std::sync::{Arc, Once};
use std::time::Duration;

use lop_engine::{Cancel, Language, Oracle, OracleError, Pass, Protected, Question, Verdict};
use lop_oracle::signature::{OtherCrashes, Signature};
use lop_oracle::{
    CheckError, CommandOracle, CommandSpec, Identity, Limits, NotInteresting, Repeat, RunOutput, Status,
    TestIdentity, Timeout, jobserver, quote,
};

use crate::args::{Args, LimitArgs, TestArgs};
use crate::error::Failure;
use crate::exit::Exit;
use crate::input::Input;
use crate::symptom::Symptom;

/// How many of the last lines of each of the test's streams a message quotes.
const QUOTED: usize = 10;

/// A test that can be asked.
pub(crate) struct Test {
    oracle: CommandOracle,
    /// The expensive test, if there is one.
    then: Option<CommandOracle>,
    symptom: Option<Symptom>,
    finds: Option<Arc<OtherCrashes>>,
    /// True when the search begins with headers pasted, so that its bests are none of a search without.
    pastes: bool,
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
    /// Finds the program and prepares to ask it.
    pub(crate) fn new(command: &[OsString], input: &Input, args: &Args) -> Result<Test, Failure> {
        let (test, limits) = (&args.test, &args.limits);
        let mut spec = CommandSpec::new(command.to_vec(), &input.name);
        spec.inputs = vec![std::path::absolute(&input.path).unwrap_or_else(|_| input.real.clone())];
        spec.limits =
            Limits { memory: limits.memory, cpu_time: limits.cpu_time, file_size: limits.file_size };
        spec.sandbox = limits.sandbox;
        let then = then(&test.then, &spec)?;
        let symptom = Symptom::said(test);
        spec.stdin = test.stdin;
        spec.criteria = symptom.as_ref().unwrap_or(&Symptom::Success).criteria(test);
        spec.timeout = limits.timeout.map_or(Timeout::Auto, Timeout::Fixed);
        spec.first = test.first.iter().map(shell).collect();
        spec.repeat = Repeat { times: test.repeat, at_least: test.at_least.unwrap_or(test.repeat) };
        let pastes = args.search.paste_includes;
        let mut it = Test { oracle: prepared(spec)?, then, symptom, finds: None, pastes };
        it.share_jobs(args.search.jobs);
        Ok(it)
    }

    /// Under make asks only when make has a job to spare. Else builds that the test starts get the cores that `jobs`
    /// questions leave.
    fn share_jobs(&mut self, jobs: Option<usize>) {
        let oracles = std::iter::once(&mut self.oracle).chain(&mut self.then);
        if let Some(jobs) = jobserver::Client::from_env().map(Arc::new) {
            oracles.for_each(|it| it.set_jobserver_client(jobs.clone()));
            return;
        }
        let builds = oracles.filter(|it| jobserver::Server::is_of_use_to(it.spec())).collect::<Vec<_>>();
        if builds.is_empty() || std::env::var_os("MAKEFLAGS").is_some() {
            return;
        }
        let cores = num_cpus::get();
        // Without it they use as many cores as they like, as ever.
        if let Ok(server) = jobserver::Server::new(cores.saturating_sub(jobs.unwrap_or(cores))).map(Arc::new)
        {
            for it in builds {
                it.set_jobserver_server(server.clone());
            }
        }
    }

    /// Runs the test on the original, at least so often, and says what is held on to.
    pub(crate) fn observe(
        &mut self,
        original: &Arc<[u8]>,
        args: &TestArgs,
        times: u32,
        stop: &Cancel,
    ) -> Result<Option<Vec<RunOutput>>, Failure> {
        let times = times.max(args.repeat);
        let runs = match self.oracle.observe(std::slice::from_ref(original), times, stop) {
            Ok(runs) => runs,
            Err(error) => return refused(error).map(|()| None),
        };
        let symptom = self.symptom.take().unwrap_or_else(|| Symptom::shown(&runs));
        self.oracle.set_criteria(symptom.criteria(args));
        self.symptom = Some(symptom);
        Ok(Some(runs))
    }

    /// What those runs and an empty file say about the test; the expensive test must accept the original, too.
    pub(crate) fn judge(
        &self,
        runs: Vec<RunOutput>,
        original: &Arc<[u8]>,
        stop: &Cancel,
    ) -> Result<Checked, Failure> {
        let files = std::slice::from_ref(original);
        let check = match self.oracle.judge(runs, files, stop) {
            Ok(check) => check,
            Err(CheckError::NotInteresting(refusal)) => return Err(self.explained(&refusal)),
            Err(error) => return refused(error).map(|()| Checked::Stopped),
        };
        if let Some(then) = &self.then {
            let question = Question { files, base: files, worker: 0, cancel: stop };
            let verdict = then.ask(&question).map_err(|it| cannot_ask("--then cannot be run", &it))?.verdict;
            if verdict != Verdict::Interesting
                && let Err(error) = then.check(files, stop)
            {
                return refused(error).map(|()| Checked::Stopped);
            }
        }
        Ok(Checked::Interesting { took: check.took, empty_too: check.empty_is_interesting })
    }

    /// A refusal, with what there is to say of a signature that was asked for.
    fn explained(&self, refusal: &NotInteresting) -> Failure {
        let mut failure = not_interesting(refusal);
        if matches!(self.symptom(), Symptom::Text(_)) {
            let hint = match Signature::of_run(&refusal.run) {
                Some(signature) => format!("its signature is: {signature}"),
                None => {
                    "nothing it printed looks like a crash: say what it prints with --stderr REGEX".to_owned()
                }
            };
            failure.because = failure.because.map(|it| format!("{it}\n{hint}"));
        }
        failure
    }

    /// From now on notes crashes that are not the one looked for, where anybody wants to know. `warn` is told, once,
    /// when one cannot be kept; `refused` is told of every run that does not show the crash that is looked for.
    pub(crate) fn watch_for_finds(
        &mut self,
        directory: Option<&Path>,
        name: &OsStr,
        warn: impl Fn(&str) + Send + Sync + 'static,
        refused: impl Fn(&RunOutput, &[Arc<[u8]>]) + Send + Sync + 'static,
    ) {
        let wants = directory.is_some() || matches!(self.symptom, Some(Symptom::Crash(_) | Symptom::Text(_)));
        if !wants {
            return;
        }
        let finds = Arc::new(OtherCrashes::new(directory.map(Path::to_owned), [name.to_owned()]));
        self.finds = Some(finds.clone());
        let symptom = self.symptom.clone();
        let warned = Once::new();
        let seeks_crash = matches!(symptom, Some(Symptom::Crash(_) | Symptom::Text(_)));
        self.oracle.set_witness(Arc::new(move |run, files| {
            if seeks_crash {
                refused(run, files);
            }
            let crashed = !matches!(run.status, Status::TimedOut | Status::Cancelled);
            let other = |it: &Signature| symptom.as_ref().is_none_or(|symptom| !symptom.is_shown_by(it));
            if let Some(signature) = Signature::of_run(run).filter(|it| crashed && other(it))
                && let Err(error) = finds.record(&signature, files)
            {
                warned.call_once(|| warn(&error.to_string()));
            }
        }));
    }

    /// The other crashes that turned up, with how often, the most frequent first.
    pub(crate) fn finds(&self) -> Vec<(Signature, u64)> {
        self.finds.as_ref().map(|it| it.counts()).unwrap_or_default()
    }

    /// What is held on to; known once the original was observed.
    pub(crate) fn symptom(&self) -> &Symptom {
        self.symptom.as_ref().unwrap_or(&Symptom::Success)
    }

    /// What verdicts depend on, for a journal.
    ///
    /// A best of a run that protected something else is none of this one.
    pub(crate) fn identity(&self, original: &Arc<[u8]>, protected: &Protected) -> Identity {
        let mut spec = self.oracle.spec().clone();
        if let Some(then) = &self.then {
            spec.first.push(vec!["--then".into()]);
            spec.first.extend(then.spec().first.iter().chain([&then.spec().command]).cloned());
        }
        let files = std::slice::from_ref(original);
        let mut more = self.symptom().identity();
        if let Some(spans) = protected.locate(files).filter(|_| !protected.is_empty()) {
            let _ = write!(more, "\nprotected: {spans:?}");
        }
        if self.pastes {
            more.push_str("\nheaders pasted");
        }
        Identity::new(files, TestIdentity::of(&spec, more.as_bytes()))
    }

    /// The test as the search wants it.
    pub(crate) fn oracle(&self) -> &CommandOracle {
        &self.oracle
    }

    /// The expensive test, if there is one.
    pub(crate) fn then(&self) -> Option<&CommandOracle> {
        self.then.as_ref()
    }
}

/// The expensive stages as one oracle.
fn then(lines: &[OsString], like: &CommandSpec) -> Result<Option<CommandOracle>, Failure> {
    let Some((last, before)) = lines.split_last() else { return Ok(None) };
    let first = before.iter().map(shell).collect();
    prepared(CommandSpec { command: shell(last), first, ..like.clone() }).map(Some)
}

fn prepared(spec: CommandSpec) -> Result<CommandOracle, Failure> {
    CommandOracle::new(spec).map_err(|it| cannot_ask("the test cannot be run", &it))
}

/// The failure that a check came to; none when it was only cancelled.
fn refused(error: CheckError) -> Result<(), Failure> {
    match error {
        CheckError::Cancelled => Ok(()),
        CheckError::CannotRun(error) => Err(cannot_ask("the test cannot be run", &error)),
        CheckError::NotInteresting(refusal) => Err(not_interesting(&refusal)),
        CheckError::Flaky(flaky) => {
            let runs = flaky.runs.iter().map(|(status, held)| {
                format!("{} ({status})", if *held { "interesting" } else { "not interesting" })
            });
            let runs = runs.collect::<Vec<_>>().join(", then ");
            Err(Failure::new(Exit::Flaky, "the test is flaky: it changes its mind about the same file")
                .because(format!("about the original it said {runs}"))
                .help(format!("{REPEATABLE},\nor ask it more often: --repeat 5 --at-least 1")))
        }
    }
}

/// What to do first about a flaky test.
pub(crate) const REPEATABLE: &str = "make it repeatable (fix seeds, thread counts and addresses: setarch -R)";

/// Something about the test does not let it be run, whatever the candidate is.
pub(crate) fn cannot_ask(what: &str, error: &OracleError) -> Failure {
    let failure = Failure::new(Exit::CannotAsk, what).because(&error.cause);
    Failure { help: error.remedy.clone(), ..failure }
}

/// Kills every process that the test is running, for a program that leaves at once.
///
/// Each child leads a process group, so that is what goes; orphans of other groups have become children meanwhile.
pub(crate) fn kill_children() {
    for list in std::fs::read_dir("/proc/self/task").into_iter().flatten().flatten() {
        let children = std::fs::read_to_string(list.path().join("children")).unwrap_or_default();
        for pid in children.split_whitespace().filter_map(|it| it.parse().ok()) {
            let Some(pid) = rustix::process::Pid::from_raw(pid) else { continue };
            // It may be gone already, which is as well.
            let _ = rustix::process::kill_process_group(pid, rustix::process::Signal::KILL);
            let _ = rustix::process::kill_process(pid, rustix::process::Signal::KILL);
        }
    }
}

/// All passes, in the order they are tried.
pub(crate) fn passes() -> &'static [&'static Pass] {
    lop_engine::passes::ALL
}

/// A language by its name.
pub(crate) fn language_by_name(name: &str) -> Option<Arc<Language>> {
    lop_languages::by_name(name)
}

/// The language of a file, by its extension and then by its content.
pub(crate) fn detect_language(path: &Path, text: &[u8]) -> Option<Arc<Language>> {
    lop_languages::detect(path, text)
}

/// All languages, by name.
pub(crate) fn languages() -> &'static [lop_languages::Info] {
    lop_languages::all()
}

/// The program that lays out files of a language, with its arguments; empty for none.
pub(crate) fn formatter(language: &str) -> &'static [&'static str] {
    languages().iter().find(|it| it.name == language).map_or(&[], |it| it.formatter)
}

/// The test once more, as a script: what it says of the original and of an empty file.
pub(crate) fn ask_script(
    script: &Path,
    input: &Input,
    limits: &LimitArgs,
    stop: &Cancel,
) -> Result<[Verdict; 2], Failure> {
    let mut spec = CommandSpec::new(vec!["sh".into(), script.into(), "@@".into()], &input.name);
    spec.timeout = limits.timeout.map_or(Timeout::Auto, |it| Timeout::Fixed(it * 2 + Duration::from_secs(2)));
    let oracle = prepared(spec)?;
    let ask = |text: Arc<[u8]>| {
        let files = &[text];
        let question = Question { files, base: files, worker: 0, cancel: stop };
        oracle.ask(&question).map(|it| it.verdict).map_err(|it| cannot_ask("the script cannot be run", &it))
    };
    Ok([ask(input.text.clone())?, ask(Arc::from(&b""[..]))?])
}

/// The command that gives a line to the shell. A program that the line begins with is found from where the user is, like
/// that of a COMMAND.
pub(crate) fn shell(line: &OsString) -> Vec<OsString> {
    vec!["sh".into(), "-c".into(), with_program_found(line).unwrap_or_else(|| line.clone())]
}

/// The line with the path of the program that it begins with, if that is a relative path to a program that is there.
fn with_program_found(line: &OsString) -> Option<OsString> {
    let line = line.to_str()?;
    let plain = |it: char| it.is_alphanumeric() || "-_./+,%@".contains(it);
    let (program, rest) = line.split_at(line.find(|it| !plain(it)).unwrap_or(line.len()));
    let whole = rest.is_empty() || rest.starts_with([' ', '\t', '\n', ';', '|', '&', '<', '>', ')']);
    let is_there = whole && program.contains('/') && !program.starts_with('/') && is_program(program);
    let path = is_there.then(|| std::path::absolute(program).ok())??;
    Some(format!("{}{rest}", quote::command([path])).into())
}

fn is_program(path: &str) -> bool {
    Path::new(path).is_file() && rustix::fs::access(path, rustix::fs::Access::EXEC_OK).is_ok()
}

fn not_interesting(refusal: &NotInteresting) -> Failure {
    let mut because = refusal.unmet.join("\n");
    let run = &refusal.run;
    for (name, stream) in [("output", &run.stdout), ("error output", &run.stderr)] {
        let lines = stream.last_lines(QUOTED);
        if !lines.is_empty() {
            let _ = write!(because, "\nits {name} ends with:");
            for line in lines {
                let _ = write!(because, "\n| {line}");
            }
        }
    }
    if run.stdout.total() + run.stderr.total() == 0 {
        because.push_str("\nit printed nothing");
    }
    let mut help = "to see it by hand:".to_owned();
    for line in &refusal.recipe {
        let _ = write!(help, "\n  {line}");
    }
    for hint in &refusal.hints {
        let _ = write!(help, "\n{hint}");
    }
    Failure::new(Exit::NotInteresting, "the original is not interesting: the test says no to it")
        .because(because)
        .help(help)
}
