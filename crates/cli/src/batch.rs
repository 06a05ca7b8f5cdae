//! `lop batch` and `lop report`: their options, and the way from them to the batch crate and back to an exit code.

use std::ffi::{OsStr, OsString};
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::{CommandFactory, Parser, ValueHint};
use lop_batch::error::Trouble;
use lop_batch::progress::{Lines, Terminal};
use lop_batch::{BatchError, Budget, Closing, Control, Settings, Watcher};
use lop_engine::Effort;
use lop_oracle::signature::SignaturePattern;
use lop_oracle::{CommandSpec, Criteria, Limits, Repeat, Timeout};

use crate::args::{EffortArg, LimitArgs, TestArgs};
use crate::error::Failure;
use crate::exit::Exit;
use crate::report::{Event, Reporter};
use crate::signals::Listener;
use crate::until::time;

/// Reduces every crashing file of a directory, and says which are the same bug.
///
/// Every file is asked about first. Without conditions a crash is what is looked for, and each reduction holds on to its
/// signature; of each signature the smallest file is reduced fully and the others quickly. DIR may hold a lop.toml with
/// commands by glob, and a test.sh beside the files it is for. Give the same command again to go on after an interruption.
#[derive(Debug, Parser)]
#[command(name = "lop batch", bin_name = "lop batch", max_term_width = 100)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch on the command line")]
struct BatchArgs {
    /// The directory of the files
    #[arg(value_name = "DIR", value_hint = ValueHint::DirPath)]
    directory: PathBuf,

    /// The test; `@@` becomes the candidate's path
    #[arg(last = true, value_name = "COMMAND", value_hint = ValueHint::CommandWithArguments)]
    command: Vec<OsString>,

    /// The directory for results and reports
    #[arg(short, long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    out: PathBuf,

    /// Only files that match, such as '*.c'; repeat for more, '!…' to exclude
    #[arg(long, value_name = "GLOB")]
    glob: Vec<String>,

    /// The language of all files, or `text` for none [default: by extension, then by content]
    #[arg(long, value_name = "NAME")]
    language: Option<String>,

    /// Leave out files of more than SIZE bytes
    #[arg(long, value_name = "SIZE", default_value = "16M", value_parser = crate::args::size)]
    largest: u64,

    /// Questions asked at once, over all files [default: one per core]
    #[arg(short, long, value_name = "N", value_parser = crate::args::jobs)]
    jobs: Option<usize>,

    /// How thoroughly to search
    #[arg(long, value_enum, default_value = "normal")]
    effort: EffortArg,

    /// Reduce one file of each signature fully and the rest quickly: the default
    #[arg(long, conflicts_with = "every_file")]
    one_per_signature: bool,

    /// Reduce every file fully
    #[arg(long)]
    every_file: bool,

    /// Questions for each of the files that are reduced quickly
    #[arg(long, value_name = "N", default_value_t = 300)]
    quick_questions: u64,

    /// Stop after this long, or at this time of day: 90s, 30m, 8h, 07:30
    #[arg(long, value_name = "TIME", value_parser = time)]
    until: Option<Duration>,

    /// Stop after N questions
    #[arg(long, value_name = "N")]
    max_questions: Option<u64>,

    /// Leave each file after this long
    #[arg(long, value_name = "TIME", value_parser = time)]
    file_time: Option<Duration>,

    /// Leave each file after N questions
    #[arg(long, value_name = "N")]
    file_questions: Option<u64>,

    /// Give the same results at any number of jobs
    #[arg(long)]
    deterministic: bool,

    /// Crashes known from earlier runs: a bug that is not in FILE ends the batch with exit code 3
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    known: Option<PathBuf>,

    /// Add the new bugs to the file of --known
    #[arg(long, requires = "known")]
    learn_known: bool,

    /// Say nothing but errors
    #[arg(short, long)]
    quiet: bool,

    #[command(flatten)]
    test: TestArgs,
    #[command(flatten)]
    limits: LimitArgs,
}

/// Makes the reports of a batch again.
#[derive(Debug, Parser)]
#[command(name = "lop report", bin_name = "lop report", max_term_width = 100)]
struct ReportArgs {
    /// The directory that `lop batch` was given with --out
    #[arg(value_name = "DIR", value_hint = ValueHint::DirPath)]
    directory: PathBuf,

    /// Crashes known from earlier runs
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    known: Option<PathBuf>,
}

/// What `--help` says of both, on a terminal of 100 columns.
pub(crate) fn help() -> [String; 2] {
    [BatchArgs::command(), ReportArgs::command()].map(|it| it.term_width(100).render_long_help().to_string())
}

/// Runs `lop batch` or `lop report`; `None` when the command line is of neither. A file of such a name is `./batch`.
pub(crate) fn main() -> Option<Exit> {
    let words: Vec<OsString> = std::env::args_os().skip(1).collect();
    let of = |name: &str| words.first().is_some_and(|it| it == OsStr::new(name));
    let done = if of("batch") {
        BatchArgs::try_parse_from(&words).map(|it| batch(&it))
    } else if of("report") {
        ReportArgs::try_parse_from(&words).map(|it| report(&it))
    } else {
        return None;
    };
    Some(match done {
        Ok(Ok(exit)) => exit,
        Ok(Err(failure)) => {
            say(&failure.to_string());
            failure.exit
        }
        Err(error) => {
            // Nobody is left to tell that the message could not be printed.
            let _ = error.print();
            if error.use_stderr() { Exit::Usage } else { Exit::Reduced }
        }
    })
}

fn batch(args: &BatchArgs) -> Result<Exit, Failure> {
    let settings = settings(args)?;
    let control = Control::default();
    let listener = Listener::start(control.stop.clone(), Arc::new(Stopping))
        .map_err(|it| Failure::new(Exit::CannotAsk, "cannot listen to signals").because(it))?;
    let watcher = watcher(args.quiet, &control);
    let closing = lop_batch::run(&settings, &control, watcher.as_ref()).map_err(failure)?;
    drop(watcher);
    if !args.quiet {
        say(&summary(&closing, &settings));
    }
    Ok(exit(&closing, listener.caught().map(|it| it.1)))
}

/// A dashboard on a terminal, lines elsewhere.
fn watcher(quiet: bool, control: &Control) -> Box<dyn Watcher> {
    if quiet {
        return Box::new(());
    }
    match Terminal::open(control) {
        Some(dashboard) => Box::new(dashboard),
        None => Box::new(Lines::default()),
    }
}

fn report(args: &ReportArgs) -> Result<Exit, Failure> {
    let bugs = lop_batch::report::again(&args.directory, args.known.as_deref()).map_err(failure)?;
    say(&format!("{}: {}", counted(bugs, "distinct bug"), args.directory.join("report.html").display()));
    Ok(Exit::Reduced)
}

fn exit(closing: &Closing, signal: Option<Exit>) -> Exit {
    match signal {
        Some(exit) if closing.stopped && !closing.spent => exit,
        _ if closing.new.is_some_and(|it| it > 0) => Exit::NewCrash,
        _ if closing.interesting == 0 && !closing.stopped => Exit::NotInteresting,
        _ => Exit::Reduced,
    }
}

fn summary(closing: &Closing, settings: &Settings) -> String {
    let new = closing.new.map(|it| format!(", {it} of them new")).unwrap_or_default();
    let page = settings.out.join("report.html");
    let Closing { interesting, refused, reduced, bugs, questions, .. } = closing;
    let more =
        if closing.stopped { "\nnot everything is done: give the same command again to go on" } else { "" };
    format!(
        "{}{new}: {reduced} of {interesting} files reduced, {refused} left out; {questions} questions \
         in {:.1} s\n{}{more}",
        counted(*bugs, "distinct bug"),
        closing.took.as_secs_f64(),
        page.display()
    )
}

fn counted(number: usize, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}

/// Options that do not go together.
fn check_options(args: &BatchArgs) -> Result<(), Failure> {
    let (test, limits) = (&args.test, &args.limits);
    if test.at_least.is_some_and(|it| it == 0 || it > test.repeat) {
        let wrong = format!("--at-least must be from 1 to {}, which --repeat says", test.repeat);
        return Err(Failure::usage(wrong));
    }
    if test.hang && limits.timeout.is_none() {
        return Err(Failure::usage("--hang needs --timeout").help("say how many seconds: --timeout 10"));
    }
    Ok(())
}

fn settings(args: &BatchArgs) -> Result<Settings, Failure> {
    check_options(args)?;
    let (test, limits) = (&args.test, &args.limits);
    let criteria = criteria(test);
    let template = CommandSpec {
        stdin: test.stdin,
        timeout: limits.timeout.map_or(Timeout::Auto, Timeout::Fixed),
        first: test.first.iter().map(shell).collect(),
        repeat: Repeat { times: test.repeat, at_least: test.at_least.unwrap_or(test.repeat) },
        limits: Limits { memory: limits.memory, cpu_time: limits.cpu_time, file_size: limits.file_size },
        sandbox: limits.sandbox,
        ..CommandSpec::new(Vec::new(), "x")
    };
    Ok(Settings {
        corpus: args.directory.clone(),
        out: args.out.clone(),
        globs: args.glob.clone(),
        language: args.language.clone(),
        command: test.shell.as_ref().map_or_else(|| args.command.clone(), shell),
        template,
        criteria: (!criteria.is_default()).then_some(criteria),
        signature: test.signature.as_deref().map(SignaturePattern::new),
        then: test.then.iter().map(shell).collect(),
        jobs: args.jobs.unwrap_or_else(num_cpus::get),
        largest: args.largest,
        effort: match args.effort {
            EffortArg::Quick => Effort::Quick,
            EffortArg::Normal => Effort::Normal,
            EffortArg::Thorough => Effort::Thorough,
        },
        every_file_fully: args.every_file,
        quick_questions: args.quick_questions,
        deterministic: args.deterministic,
        budget: Budget {
            questions: args.max_questions,
            time: args.until,
            file_questions: args.file_questions,
            file_time: args.file_time,
        },
        known: args.known.clone(),
        learn: args.learn_known,
    })
}

fn shell(line: &OsString) -> Vec<OsString> {
    vec!["sh".into(), "-c".into(), line.clone()]
}

fn criteria(args: &TestArgs) -> Criteria {
    Criteria {
        exit_codes: args.exit_code.iter().copied().map(i32::from).collect(),
        signals: args.signal.clone(),
        stdout: args.stdout.clone(),
        stderr: args.stderr.clone(),
        not_stdout: args.not_stdout.clone(),
        not_stderr: args.not_stderr.clone(),
        hang: args.hang,
        predicate: None,
    }
}

fn failure(error: BatchError) -> Failure {
    let exit = match error.trouble {
        Trouble::Usage => Exit::Usage,
        Trouble::CannotAsk => Exit::CannotAsk,
        Trouble::NotWritten => Exit::NotWritten,
    };
    Failure::new(exit, error.what).because(error.because).help(error.help)
}

/// Says that a signal was heard.
struct Stopping;

impl Reporter for Stopping {
    fn on_event(&self, event: &Event<'_>) {
        if let Event::Stopping(signal) = event {
            say(&format!("{signal}: stopping; what is done is kept"));
        }
    }
}

fn say(text: &str) {
    let mut err = io::stderr().lock();
    let _ = writeln!(err, "{text}").and_then(|()| err.flush());
}

#[cfg(test)]
mod tests {

    use super::*;

    #[test]
    fn the_command_lines_are_well_formed() {
        BatchArgs::command().debug_assert();
        ReportArgs::command().debug_assert();
    }
}
