//! The user's command as a test: prepared from the options, asked about the original, and held to what that shows.

mod diagnostics;
mod flaky;
mod jobs;
mod limits;
mod luggage;
mod missing;
mod original;
mod own;
mod places;
mod refusals;
mod score;
mod stand_in;
mod there;
mod traced;
mod witness;

use std::ffi::OsString;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use lop_engine::{Cancel, Protected, Question};
use lop_oracle::project::Project;
use lop_oracle::signature::{Diagnostics, OtherCrashes, Own, Signature};
use lop_oracle::site::Away;
use lop_oracle::{
    Capture, CheckError, CommandOracle, CommandSpec, Criteria, Identity, RunOutput, Status, TestIdentity,
};

pub use self::jobs::Jobs;
pub(crate) use self::original::REPEATABLE;
use self::original::{not_interesting, refused};
use self::places::{Places, place};
use self::refusals::Refusals;
use self::stand_in::StandIn;
use crate::Files;
use crate::failure::Failure;
use crate::in_line;
use crate::options::{Options, SearchOptions, TestOptions, shell_line};
use crate::slots::{Slots, within};
use crate::target::Target;

/// What is asked about: the original as a file.
#[derive(Debug, Clone)]
pub struct Subject {
    /// What the candidate is called in its scratch directory.
    pub name: OsString,
    /// What the original is called in messages: where it is, as the user spells it.
    pub path: PathBuf,
    /// False where there is no such file, because the original came from standard input.
    pub on_disk: bool,
    /// The project that it is, if it is no single file.
    pub project: Option<Arc<Project>>,
}

/// A test that can be asked.
#[derive(Debug)]
pub struct Test {
    options: TestOptions,
    oracle: CommandOracle,
    /// The expensive test, if there is one.
    then: Option<CommandOracle>,
    /// The test of validity, if there is one.
    valid: Option<CommandOracle>,
    /// What measures, if size is not all there is.
    objective: Option<CommandOracle>,
    /// Who answers in the place of the command.
    stand_in: Option<StandIn>,
    /// The kinds of diagnostics that the original shows, once it was asked about, where no others may be shown.
    diagnostics: Option<Arc<Diagnostics>>,
    target: Option<Target>,
    /// What the original calls its own, once it is known.
    own: Own,
    other_crashes: Option<Arc<OtherCrashes>>,
    refusals: Refusals,
    /// True when somebody wants to know what refused runs show.
    explains: bool,
    /// Where it says yes and where no, if that makes a difference.
    places: Option<Places>,
    /// What was seen of it on this machine, where it runs elsewhere.
    here: there::Here,
    /// What it misses that lies beside the original.
    missing: Option<PathBuf>,
    /// The option with the stage that refused the original, if it was not the test itself.
    refused_by: Option<&'static str>,
    /// The limits that make the crash of the original.
    made_by: Option<String>,
    /// How long it took on the original, once it was asked.
    took: Duration,
}

/// What the test says to an original that is interesting.
#[derive(Debug)]
pub struct Checked {
    /// How long it took, the slowest of the runs.
    pub took: Duration,
    /// True when the test also says yes to an empty file.
    pub empty_too: bool,
    /// The crash that the runs show, if they do.
    pub signature: Option<Signature>,
}

impl Test {
    /// Finds the program and prepares to ask it.
    pub fn new(options: &Options, subject: &Subject) -> Result<Test, Failure> {
        options.check(&subject.name)?;
        let (test, limits) = (&options.test, &options.limits);
        let directory = &test.directory;
        let mut spec = CommandSpec::new(test.command.clone(), &subject.name);
        spec.directory.clone_from(directory);
        spec.project.clone_from(&subject.project);
        let input = || std::path::absolute(&subject.path).unwrap_or_else(|_| subject.path.clone());
        spec.inputs = subject.on_disk.then(input).into_iter().collect();
        spec.limits = limits.limits();
        spec.sandbox = limits.sandbox;
        spec.timeout = limits.timeout();
        let steady = !test.is_flaky() && test.repeat == 1 && !test.hang;
        let away = options.away.prepare(directory, steady)?;
        // What they answer on this machine is compared with nothing.
        spec.away = away.clone().map(|it| it.pooled(None));
        let (then, valid) = (stages(&test.then, &spec)?, stages(&test.valid, &spec)?);
        let objective = stages(test.objective.as_slice(), &spec)?;
        spec.away = away;
        let target = Target::said(test);
        spec.stdin = test.stdin;
        spec.criteria = target.as_ref().unwrap_or(&Target::Success).criteria(test, &Own::default());
        spec.first = test.first.iter().map(|it| shell_line(it, directory)).collect();
        spec.repeat = test.repeat();
        Ok(Test {
            options: test.clone(),
            oracle: in_line::checked(test, prepared(spec)?)?,
            then,
            valid,
            objective,
            stand_in: None,
            diagnostics: None,
            target,
            own: Own::default(),
            other_crashes: None,
            refusals: Refusals::default(),
            explains: false,
            places: None,
            here: there::Here::default(),
            missing: None,
            refused_by: None,
            made_by: None,
            took: Duration::ZERO,
        })
    }

    /// Asks about the original as it is: at least so often, or once where `eager` is given and the first run says no. What
    /// the runs show is held on to from then on. `None` when somebody raised `stop`.
    pub fn observe(
        &mut self,
        original: &Files,
        (times, eager): (u32, bool),
        slots: &dyn Slots,
        stop: &Cancel,
    ) -> Result<Option<Vec<RunOutput>>, CheckError> {
        self.set_own(original);
        let mut runs: Vec<RunOutput> = Vec::new();
        let wanted = times.max(self.options.repeat) as usize;
        let eager = eager && self.options.repeat == 1 && !self.options.is_flaky();
        // One who asks often looks for moods, and not for places.
        let is_plain = self.options.repeat == 1 && !self.options.is_flaky();
        let says_no = |runs: &[RunOutput]| {
            let target = self.target.clone().unwrap_or_else(|| Target::shown(runs, &self.options, &self.own));
            !target.criteria(&self.options, &self.own).hold(&runs[0])
        };
        while (runs.len() < wanted && (runs.is_empty() || !(eager && says_no(&runs)))) || self.seeks(&runs) {
            // The commands to ask first are asked with the first run only.
            let ask = || {
                if runs.is_empty() {
                    self.oracle.observe(original, 1, stop).map(|mut it| it.pop())
                } else {
                    let question = Question::about(original, stop);
                    let run = match place(runs.len()).filter(|_| is_plain) {
                        Some(place) => self.oracle.run_elsewhere(&question, Capture::Everything, place),
                        None => self.oracle.run(&question, Capture::Everything),
                    };
                    run.map(Some).map_err(CheckError::from)
                }
            };
            match within(slots, stop, ask) {
                Some(Ok(Some(run))) if run.status != Status::Cancelled && !stop.is_raised() => runs.push(run),
                None | Some(Ok(_) | Err(CheckError::Cancelled)) => return Ok(None),
                Some(Err(error)) => return Err(error),
            }
        }
        let target = self.target.take().unwrap_or_else(|| Target::shown(&runs, &self.options, &self.own));
        self.note_diagnostics(&runs);
        self.set_target(target);
        if self.ask_with_wider_limits(original, &runs, slots, stop)?.is_none() {
            return Ok(None);
        }
        if is_plain && self.compare_places(original, &mut runs, slots, stop)?.is_none() {
            return Ok(None);
        }
        self.compare_with_here(original, &runs[0], stop);
        self.missing = missing::beside(self.oracle.spec(), &runs[0]);
        Ok(Some(runs))
    }

    /// What those runs say about the test; those of `--valid` and `--then` must accept the original, too. With `empty` also
    /// asks about an empty file. `None` when somebody raised `stop`.
    pub fn judge(
        &mut self,
        mut runs: Vec<RunOutput>,
        original: &Files,
        empty: bool,
        slots: &dyn Slots,
        stop: &Cancel,
    ) -> Result<Option<Checked>, CheckError> {
        if self.options.is_flaky() && runs.iter().any(|it| self.oracle.criteria().hold(it)) {
            // How many there must be is for the search to find out.
            runs.retain(|it| self.oracle.criteria().hold(it));
        }
        let shown = runs.iter().find(|it| self.oracle.criteria().hold(it));
        let signature = shown.and_then(|it| self.signature(it));
        let check = self.oracle.judge(runs)?;
        self.took = check.took;
        let mut empty_too = false;
        if empty {
            match within(slots, stop, || self.oracle.empty_is_interesting(original, stop)) {
                None | Some(Err(CheckError::Cancelled)) => return Ok(None),
                Some(liked) => empty_too = liked?,
            }
        }
        for (option, stage) in [("--valid", &self.valid), ("--then", &self.then)] {
            let Some(stage) = stage else { continue };
            match within(slots, stop, || accept(stage, original, stop)) {
                None | Some(Err(CheckError::Cancelled)) => return Ok(None),
                Some(asked) => asked.inspect_err(|_| self.refused_by = Some(option))?,
            }
        }
        if let Some(valid) = self.valid.as_ref().filter(|_| empty_too) {
            match within(slots, stop, || valid.empty_is_interesting(original, stop)) {
                None | Some(Err(CheckError::Cancelled)) => return Ok(None),
                Some(liked) => empty_too = liked?,
            }
        }
        Ok(Some(Checked { took: check.took, empty_too, signature }))
    }

    /// The signature of the crash that a run shows, if it does.
    pub fn signature(&self, run: &RunOutput) -> Option<Signature> {
        Signature::of_run(run, &self.own)
    }

    /// Holds on to what an earlier check of the original found, without asking again.
    pub fn hold(&mut self, target: Target, original: &Files, took: Duration) {
        self.set_own(original);
        self.took = took;
        self.set_target(target);
        if !self.options.hang {
            self.oracle.learn(took);
        }
    }

    fn set_target(&mut self, target: Target) {
        let criteria = target.criteria(&self.options, &self.own);
        self.oracle.set_criteria(Criteria { known_diagnostics: self.diagnostics.clone(), ..criteria });
        self.target = Some(target);
    }

    /// A refusal, with what there is to say of a signature that was asked for.
    pub fn explained(&self, error: CheckError) -> Failure {
        let CheckError::NotInteresting(refusal) = error else { return refused(error) };
        let mut failure = not_interesting(&refusal);
        if let Some(limit) = &self.made_by {
            return self.made_by_limit(limit, refusal.run.status, failure);
        }
        if let Some(hint) = self.hint_of_places() {
            failure.help = Some(failure.help.map_or_else(|| hint.clone(), |it| format!("{hint}\n{it}")));
        }
        self.explain_there(&mut failure);
        self.explain_missing(&mut failure);
        if let Some(option) = self.refused_by {
            let what =
                format!("the original is not interesting: the test says yes to it, and {option} says no");
            return Failure { what, ..failure };
        }
        if matches!(self.target(), Target::Text(_)) {
            let hint = match self.signature(&refusal.run) {
                Some(signature) => format!("its signature is: {signature}"),
                None => {
                    "nothing it printed looks like a crash: say what it prints with --stderr REGEX".to_owned()
                }
            };
            failure.because = failure.because.map(|it| format!("{it}\n{hint}"));
        }
        failure
    }

    /// What is held on to; known once the original was observed.
    pub fn target(&self) -> &Target {
        self.target.as_ref().unwrap_or(&Target::Success)
    }

    /// How long it took on the original.
    pub fn took(&self) -> Duration {
        self.took
    }

    /// What verdicts depend on, for a journal.
    ///
    /// A best of a run that protected something else, pasted headers, or kept the file parsing, is none of this one.
    pub fn identity(&self, original: &Files, protected: &Protected, search: &SearchOptions) -> Identity {
        let mut spec = self.oracle.spec().clone();
        let stages = [("--then", &self.then), ("--valid", &self.valid), ("--objective", &self.objective)];
        for (name, stage) in stages {
            let Some(stage) = stage else { continue };
            spec.first.push(vec![name.into()]);
            spec.first.extend(stage.spec().first.iter().chain([&stage.spec().command]).cloned());
        }
        let mut more = self.target().identity();
        if let Some(there) = self.oracle.spec().away.as_ref().and_then(Away::identity) {
            let _ = write!(more, "\nremote: {there}");
        }
        if self.objective.is_some() {
            let _ = write!(more, "\nmargin: {}", self.options.margin);
        }
        if self.is_flaky() {
            let _ = write!(more, "\nflaky: {:?}", self.options.rate);
        }
        if let Some(spans) = protected.locate(original).filter(|_| !protected.is_empty()) {
            let _ = write!(more, "\nprotected: {spans:?}");
        }
        for (said, words) in
            [(search.paste_includes, "headers pasted"), (search.keep_parsing, "parsing kept")]
        {
            if said {
                let _ = write!(more, "\n{words}");
            }
        }
        Identity::new(original, TestIdentity::of(&spec, more.as_bytes()))
    }

    /// What verdicts depend on besides the original, for all originals of one test: `more` is whatever else there is.
    pub fn identity_of_test(&self, more: &str) -> String {
        TestIdentity::of(self.oracle.spec(), more.as_bytes()).to_string()
    }

    /// The test as the search wants it.
    pub fn oracle(&self) -> &CommandOracle {
        &self.oracle
    }

    /// The expensive test, if there is one.
    pub(crate) fn then(&self) -> Option<&CommandOracle> {
        self.then.as_ref()
    }

    /// What measures, if size is not all there is.
    pub(crate) fn objective(&self) -> Option<&CommandOracle> {
        self.objective.as_ref()
    }

    /// By what share of it a score must fall to count as lower.
    pub(crate) fn margin(&self) -> f64 {
        self.options.margin
    }

    /// The test of validity, if there is one.
    pub(crate) fn valid(&self) -> Option<&CommandOracle> {
        self.valid.as_ref()
    }
}

/// Says so where a stage does not accept the original.
fn accept(stage: &CommandOracle, original: &Files, stop: &Cancel) -> Result<(), CheckError> {
    stage.observe(original, 1, stop).and_then(|runs| stage.judge(runs)).map(drop)
}

/// Lines for the shell as one oracle, which says yes when all of them do.
fn stages(lines: &[OsString], like: &CommandSpec) -> Result<Option<CommandOracle>, Failure> {
    let Some((last, before)) = lines.split_last() else { return Ok(None) };
    let command = |it: &OsString| shell_line(it, &like.directory);
    let first = before.iter().map(command).collect();
    prepared(CommandSpec { command: command(last), first, ..like.clone() }).map(Some)
}

fn prepared(spec: CommandSpec) -> Result<CommandOracle, Failure> {
    CommandOracle::new(spec).map_err(|it| Failure::cannot_ask("the test cannot be run", &it))
}
