//! The seam to the other crates: the test as an oracle, the languages, the passes. What the command line wants of them
//! is asked here, and their errors become failures that say what, why and what to do.

use std::ffi::OsString;
use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use lop_engine::{Cancel, Language, Oracle, OracleError, Pass};
use lop_oracle::{CheckError, CommandOracle, CommandSpec, Criteria, Limits, NotInteresting, Repeat, Timeout};
use regex::bytes::Regex;

use crate::args::{LimitArgs, TestArgs};
use crate::error::Failure;
use crate::exit::Exit;
use crate::input::Input;

/// How many of the last lines of each of the test's streams a message quotes.
const QUOTED: usize = 10;

/// A test that can be asked.
pub(crate) struct Test {
    oracle: CommandOracle,
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
    pub(crate) fn new(
        command: &[OsString],
        input: &Input,
        args: &TestArgs,
        limits: &LimitArgs,
    ) -> Result<Test, Failure> {
        let mut spec = CommandSpec::new(command.to_vec(), &input.name);
        spec.inputs = vec![std::path::absolute(&input.path).unwrap_or_else(|_| input.real.clone())];
        spec.stdin = args.stdin;
        spec.criteria = criteria(args);
        spec.timeout = limits.timeout.map_or(Timeout::Auto, Timeout::Fixed);
        spec.first = args.first.iter().map(shell).collect();
        spec.repeat = Repeat { times: args.repeat, at_least: args.at_least.unwrap_or(args.repeat) };
        spec.limits =
            Limits { memory: limits.memory, cpu_time: limits.cpu_time, file_size: limits.file_size };
        spec.sandbox = limits.sandbox;
        let oracle = CommandOracle::new(spec).map_err(|it| cannot_ask("the test cannot be run", &it))?;
        Ok(Test { oracle })
    }

    /// Asks about the original, twice, and about an empty file.
    pub(crate) fn check(&self, original: &Arc<[u8]>, stop: &Cancel) -> Result<Checked, Failure> {
        match self.oracle.check(std::slice::from_ref(original), stop) {
            Ok(check) => Ok(Checked::Interesting { took: check.took, empty_too: check.empty_is_interesting }),
            Err(CheckError::Cancelled) => Ok(Checked::Stopped),
            Err(CheckError::CannotRun(error)) => Err(cannot_ask("the test cannot be run", &error)),
            Err(CheckError::NotInteresting(refusal)) => Err(not_interesting(&refusal)),
            Err(CheckError::Flaky(flaky)) => {
                let runs = flaky.runs.iter().map(|(status, held)| {
                    format!("{} ({status})", if *held { "interesting" } else { "not interesting" })
                });
                let runs = runs.collect::<Vec<_>>().join(", then ");
                Err(Failure::new(Exit::Flaky, "the test is flaky: it changes its mind about the same file")
                    .because(format!("about the original it said {runs}"))
                    .help(
                        "make it repeatable (fix seeds, thread counts and addresses: setarch -R),\n\
                         or ask it more often: --repeat 5 --at-least 1",
                    ))
            }
        }
    }

    /// The test as the search wants it.
    pub(crate) fn oracle(&self) -> &dyn Oracle {
        &self.oracle
    }
}

/// Something about the test does not let it be run, whatever the candidate is.
pub(crate) fn cannot_ask(what: &str, error: &OracleError) -> Failure {
    // The oracle says the cause and the remedy in one sentence, apart from each other by a semicolon.
    let (cause, remedy) = match error.message.split_once("; ") {
        Some((cause, remedy)) => (cause, Some(remedy)),
        None => (error.message.as_str(), None),
    };
    let failure = Failure::new(Exit::CannotAsk, what).because(cause);
    match remedy {
        Some(remedy) => failure.help(remedy),
        None => failure,
    }
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

fn criteria(args: &TestArgs) -> Criteria {
    let regexes = |it: &[Regex]| it.to_vec();
    Criteria {
        exit_codes: args.exit_code.iter().copied().map(i32::from).collect(),
        signals: args.signal.clone(),
        stdout: regexes(&args.stdout),
        stderr: regexes(&args.stderr),
        not_stdout: regexes(&args.not_stdout),
        not_stderr: regexes(&args.not_stderr),
        hang: args.hang,
        predicate: None,
    }
}

fn shell(line: &OsString) -> Vec<OsString> {
    vec!["sh".into(), "-c".into(), line.clone()]
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
