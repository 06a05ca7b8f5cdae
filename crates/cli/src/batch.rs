//! `lop batch` and `lop report`: their options, and the way from them to the batch crate and back to an exit code.

use std::ffi::{OsStr, OsString};
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::ValueHint;
use lop_batch::display::{harmless, harmless_lines};
use lop_batch::{Budget, Bug, Closing, Control, Settings};
use lop_runner::number::{count, counted, span};
use lop_runner::options::{SearchOptions, TestOptions, shell_line, size};
use lop_runner::until::{Until, time};
use lop_runner::{Dispatcher, Failure, Options};

use crate::args::{LimitArgs, TestArgs};
use crate::exit::Exit;
use crate::input::away::AwayArgs;
use crate::input::grammar::GrammarArgs;
use crate::output::paths;
use crate::progress::{ProgressArg, Reporter, Talk};
use crate::run::signals::SignalHandler;
use crate::values::EffortArg;

/// Reduces every crashing file of a directory, and says which are the same bug.
///
/// Every file is asked about first. Without conditions a crash is what is looked for, and each reduction holds on to its
/// signature; of each signature the smallest file is reduced fully and the others quickly. DIR may hold a lop.toml with
/// commands by glob, and a test.sh beside the files it is for. Give the same command again to go on after an interruption.
#[derive(Debug, clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch on the command line")]
pub(crate) struct BatchArgs {
    /// The directory of the files
    #[arg(value_name = "DIR", value_hint = ValueHint::DirPath)]
    directory: PathBuf,

    /// The test; `@@` becomes the candidate's path
    ///
    /// A script that is given no candidate, `-- ./test.sh`, finds it beside itself and says yes with exit code 0, as in a single
    /// run; of any other command a crash is what is looked for.
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

    #[command(flatten)]
    grammar: GrammarArgs,

    /// Leave out files of more than SIZE bytes
    #[arg(long, value_name = "SIZE", default_value = "16M", value_parser = size)]
    largest: u64,

    /// Questions asked at once, over all files [default: one per core]
    #[arg(short, long, short_alias = 'n', aliases = ["n", "parallelism"], value_name = "N", value_parser = crate::values::jobs)]
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

    /// Keep what each file's run sees of COMMAND in FILE, and begin the next with it: kinds of edits that were never accepted wait
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    learn: Option<PathBuf>,

    /// Say nothing but errors
    #[arg(short, long)]
    quiet: bool,

    /// How to show progress: a live view with keys, or plain lines [default: live on a terminal]
    #[arg(long, value_name = "HOW", value_enum)]
    progress: Option<ProgressArg>,

    #[command(flatten)]
    test: TestArgs,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    away: AwayArgs,
}

/// Makes the reports of a batch again.
#[derive(Debug, clap::Args)]
pub(crate) struct ReportArgs {
    /// The directory that `lop batch` was given with --out
    #[arg(value_name = "DIR", value_hint = ValueHint::DirPath)]
    directory: PathBuf,

    /// Crashes known from earlier runs
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    known: Option<PathBuf>,
}

/// Runs `lop batch`.
pub(crate) fn batch(args: &BatchArgs) -> Exit {
    ended(run(args))
}

/// Runs `lop report`.
pub(crate) fn report(args: &ReportArgs) -> Exit {
    ended(render(args))
}

fn ended(done: Result<Exit, Failure>) -> Exit {
    done.unwrap_or_else(|failure| {
        say(&failure.to_string());
        Exit::of(&failure)
    })
}

fn run(args: &BatchArgs) -> Result<Exit, Failure> {
    if let Some(known) = args.known.as_ref().filter(|_| args.learn_known) {
        paths::file("--known", known)?;
    }
    let settings = settings(args)?;
    let control = Control::default();
    let talk = Talk::of_batch(args.quiet, args.progress);
    let reporter = Arc::new(Reporter::new(args.quiet, talk, &control));
    let signals = {
        // Signals are told of by themselves: the batch has events of its own.
        let dispatcher = Dispatcher::start(reporter.clone()).map_err(Failure::no_thread)?;
        (SignalHandler::start(control.stop.clone(), dispatcher.events())?, dispatcher)
    };
    let closing = lop_batch::run(&settings, &control, reporter.clone());
    reporter.close();
    let closing = closing?;
    if !args.quiet {
        say(&summary(&closing, &settings));
    }
    Ok(exit(&closing, signals.0.caught().map(|it| Exit::by_signal(it.1))))
}

fn render(args: &ReportArgs) -> Result<Exit, Failure> {
    let bugs = lop_batch::report::again(&args.directory, args.known.as_deref())?;
    say(&format!("{}: {}", counted(bugs, "distinct bug"), args.directory.join("report.html").display()));
    Ok(Exit::Reduced)
}

fn exit(closing: &Closing, signal: Option<Exit>) -> Exit {
    match signal {
        Some(exit) if closing.stopped && !closing.spent => exit,
        _ if closing.new.is_some_and(|it| it > 0) => Exit::NewCrash,
        _ if closing.interesting == 0 && !closing.stopped => Exit::NotInteresting,
        _ if closing.stopped => Exit::Unfinished,
        _ if closing.failed > 0 && closing.reduced == 0 => Exit::CannotAsk,
        _ => Exit::Reduced,
    }
}

fn summary(closing: &Closing, settings: &Settings) -> String {
    let new = closing.new.map(|it| format!(", {} of them new", count(it))).unwrap_or_default();
    let Closing { interesting, refused, reduced, questions, took, .. } = closing;
    let mut lines = vec![format!(
        "{}{new}: {} of {} reduced, {} left out; {} in {}",
        counted(closing.bugs.len(), "distinct bug"),
        count(*reduced),
        counted(*interesting, "file"),
        count(*refused),
        counted(*questions, "question"),
        span(*took),
    )];
    lines.extend(closing.bugs.iter().map(told));
    if *interesting == 0 && !closing.stopped {
        lines.push(match closing.asked {
            0 => "no file was asked about: the report says why".to_owned(),
            _ => {
                "no file shows a crash: if a file is interesting when the test ends with 0, say --exit-code 0"
                    .to_owned()
            }
        });
    }
    lines.push(format!("report: {}", settings.out.join("report.html").display()));
    if closing.stopped {
        lines.push("not everything is done: give the same command again to go on".to_owned());
    }
    lines.join("\n")
}

/// A line about a bug.
fn told(bug: &Bug) -> String {
    let new = if bug.new { "new: " } else { "" };
    let (path, tokens) = &bug.smallest;
    let files = counted(bug.files, "file");
    harmless(&format!("  {new}{} ({files}; {} in {})", bug.title, counted(*tokens, "token"), path.display()))
}

fn settings(args: &BatchArgs) -> Result<Settings, Failure> {
    let mut language = args.language.clone();
    args.grammar.add(&mut language)?;
    let test = args.test.options();
    let command = match &args.test.shell {
        Some(line) => shell_line(line, &test.directory),
        None => args.command.clone(),
    };
    let options = Options {
        test: TestOptions { command, ..test },
        limits: args.limits.options(),
        away: args.away.options(args.jobs),
        search: SearchOptions {
            language,
            effort: args.effort.into(),
            max_questions: args.file_questions,
            until: Until { time: args.file_time, ..Until::default() },
            deterministic: args.deterministic,
            learn: args.learn.clone(),
            ..SearchOptions::default()
        },
        ..Options::default()
    };
    options.check(OsStr::new("x"))?;
    let jobs = options.away.jobs(args.jobs);
    Ok(Settings {
        corpus: args.directory.clone(),
        out: args.out.clone(),
        globs: args.glob.clone(),
        largest: args.largest,
        options,
        jobs,
        every_file_fully: args.every_file,
        quick_questions: args.quick_questions,
        budget: Budget { questions: args.max_questions, time: args.until },
        known: args.known.clone(),
        learn: args.learn_known,
    })
}

fn say(text: &str) {
    let mut err = io::stderr().lock();
    let _ = writeln!(err, "{}", harmless_lines(text)).and_then(|()| err.flush());
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_option_of_a_single_run_is_a_key_of_a_section() {
        // What is said of the program, its files and its talk is said once, and not of each file.
        let elsewhere = [
            "shell",
            "output",
            "in-place",
            "report",
            "bug",
            "journal",
            "resume",
            "fresh",
            "history",
            "trace",
            // The files of a section are those of its glob.
            "extension",
            "quiet",
            "json",
            "stats",
            "no-color",
            "progress",
            "script",
            "list-languages",
            "list-passes",
            "completions",
            "man",
        ];
        for option in crate::command::command().get_opts() {
            let name = option.get_long().expect("every option has a long name");
            let known = lop_batch::inputs::test_config::KEYS.contains(&name) || elsewhere.contains(&name);
            assert!(known, "--{name} has no key in lop.toml");
        }
    }
}
