//! What the command line says, in the words of the runner.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use lop_engine::Effort;
use lop_oracle::CommandSpec;
use lop_oracle::journal::{FILE_NAME, named_files};
use lop_runner::Failure;
use lop_runner::options::{LimitOptions, Options, ResultOptions, SearchOptions, TestOptions, shell_line};
use lop_runner::project;
use lop_runner::until::Until;

use crate::args::{Args, LimitArgs, SearchArgs, TestArgs};
use crate::input::choice::ProjectArgs;
use crate::input::invocation::Task;
use crate::input::source::Source;
use crate::output::clash::{IN_PLACE, Written};
use crate::output::{Wanted, beside};
use crate::reducers;
use crate::values::EffortArg;

/// The options of a single run that asks `command`.
pub(crate) fn options(args: &Args, command: Vec<OsString>) -> Options {
    Options {
        test: TestOptions { command, ..args.test.options() },
        limits: args.limits.options(),
        away: args.away.options(args.search.jobs),
        search: args.search.options(),
        result: ResultOptions {
            format: args.result.format,
            keep_other_crashes: args.result.keep_other_crashes.clone(),
        },
    }
}

impl TestArgs {
    /// The options of a test, but for its command.
    pub(crate) fn options(&self) -> TestOptions {
        TestOptions {
            exit_codes: self.exit_code.iter().copied().map(i32::from).collect(),
            signature: self.signature.clone(),
            signals: self.signal.clone(),
            stdout: self.stdout.clone(),
            stderr: self.stderr.clone(),
            not_stdout: self.not_stdout.clone(),
            not_stderr: self.not_stderr.clone(),
            stdin: self.stdin,
            hang: self.hang,
            first: self.first.clone(),
            then: self.then.clone(),
            valid: self.valid.clone(),
            objective: self.objective.clone(),
            margin: self.margin,
            no_new_diagnostics: self.no_new_diagnostics,
            repeat: self.repeat,
            at_least: self.at_least,
            flaky: self.flaky,
            rate: self.rate,
            ..TestOptions::default()
        }
    }
}

impl LimitArgs {
    /// The limits of a test.
    pub(crate) fn options(&self) -> LimitOptions {
        LimitOptions {
            timeout: self.timeout,
            memory: self.memory,
            cpu_time: self.cpu_time,
            file_size: self.file_size,
            sandbox: self.sandbox,
        }
    }
}

impl SearchArgs {
    /// How to search.
    pub(crate) fn options(&self) -> SearchOptions {
        SearchOptions {
            jobs: self.jobs,
            language: self.language.clone(),
            effort: self.effort.into(),
            passes: self.passes.clone(),
            skip: self.skip.clone(),
            max_questions: self.max_questions,
            until: Until::of(&self.until),
            protect: self.protect.clone(),
            keep_parsing: self.keep_parsing,
            paste_includes: self.paste_includes,
            reducers: reducers::of(self),
            deterministic: self.deterministic,
            restart: !self.no_restart,
            learn: self.learn.clone(),
        }
    }
}

impl From<EffortArg> for Effort {
    fn from(effort: EffortArg) -> Effort {
        match effort {
            EffortArg::Quick => Effort::Quick,
            EffortArg::Normal => Effort::Normal,
            EffortArg::Thorough => Effort::Thorough,
        }
    }
}

/// Refuses what makes sense for a project only.
pub(crate) fn check_single(project: &ProjectArgs) -> Result<(), Failure> {
    let said = [
        ("--only", &project.only),
        ("--keep", &project.keep),
        ("--ignore", &project.ignore),
        ("--with", &project.with),
    ];
    match said.iter().find(|it| !it.1.is_empty()) {
        None => Ok(()),
        Some((option, _)) => {
            Err(Failure::usage(format!("{option} is for a project, and this is a single file"))
                .help("name a directory, or several files"))
        }
    }
}

/// Refuses options that do not go together, as far as the runner does not know of them.
pub(crate) fn check(args: &Args, task: Task) -> Result<(), Failure> {
    if args.check.script && task == Task::Reduce {
        return Err(Failure::usage("--script is for lop check")
            .help("lop check FILE --script -- COMMAND prints the test as a script"));
    }
    if args.result.in_place && args.result.output.is_some() {
        return Err(Failure::usage("standard input cannot be replaced in place")
            .help("leave out --in-place, or say -o PATH"));
    }
    if args.talk.json && wanted(args) == Wanted::Stdout {
        return Err(Failure::usage(
            "two things want standard output: the events of --json and the result of -o -",
        )
        .help("name a file: -o PATH"));
    }
    Ok(())
}

/// Where the result is to go.
pub(crate) fn wanted(args: &Args) -> Wanted {
    match &args.result.output {
        _ if args.result.in_place => Wanted::InPlace,
        None => Wanted::Beside,
        Some(path) if path == Path::new("-") => Wanted::Stdout,
        Some(path) => Wanted::Path(path.clone()),
    }
}

/// The files that the run will write, as they are spelt.
pub(crate) fn written(args: &Args, source: &Source) -> Vec<Written> {
    let result = match (wanted(args), source) {
        (Wanted::Stdout, _) => None,
        (Wanted::Path(path), _) => Some(("-o", path)),
        (Wanted::Beside, Source::File(input)) => Some(("the result", beside(&input.path))),
        (_, Source::Project(original, inputs)) => Some(("the result", project::beside(original, inputs))),
        (Wanted::InPlace, Source::File(input)) => Some((IN_PLACE, input.real.clone())),
    };
    let journal = args.result.journal.as_ref().map(|it| it.join(FILE_NAME));
    let more = [
        ("--report", args.result.report.clone()),
        ("--bug", args.result.bug.clone()),
        ("--journal", journal),
        ("--history", args.result.history.clone()),
        ("--keep-other-crashes", args.result.keep_other_crashes.clone()),
        ("--trace", args.result.trace.clone()),
        ("--learn", args.search.learn.clone()),
    ];
    let more = more.into_iter().filter_map(|(by, path)| Some((by, path?)));
    result.into_iter().chain(more).map(|(by, path)| Written { by, path }).collect()
}

/// The files that the test needs, `--valid` and `--then` included.
pub(crate) fn test_files(options: &Options, spec: &CommandSpec) -> Vec<PathBuf> {
    let mut spec = spec.clone();
    let stages = options.test.valid.iter().chain(&options.test.then).chain(&options.test.objective);
    spec.first.extend(stages.map(|it| shell_line(it, &options.test.directory)));
    named_files(&spec)
}
