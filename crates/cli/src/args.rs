//! The command line: every option with the text that `--help`, the man page and the completions show.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::ValueHint;
use lop_runner::options::{margin, rate, regex, size};
use lop_runner::protect::Protect;
use lop_runner::until::Goal;
use regex::bytes::Regex;

use crate::input::away::AwayArgs;
use crate::input::choice::ProjectArgs;
use crate::input::grammar::GrammarArgs;
use crate::output::backup::Backup;
use crate::progress::ProgressArg;
use crate::values::{EffortArg, jobs, seconds, signal};

/// A single run, or a check of what it would look for.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The file to reduce, `-` for standard input; a directory, or several files, to reduce as one project; or, in C-Reduce's
    /// order and without `--`, an executable test script, which is given the candidate's path, and the file
    #[arg(value_name = "FILE|DIR", value_hint = ValueHint::AnyPath)]
    pub(crate) positional: Vec<OsString>,

    /// The test: a program and its arguments, run once per question
    ///
    /// It runs in a fresh directory that holds only the candidate, under the file's own name. `@@` anywhere in an
    /// argument becomes the candidate's absolute path. Exit code 0 means "still interesting", unless the options under
    /// "What is interesting" say otherwise. Standard input is empty unless --stdin.
    #[arg(last = true, value_name = "COMMAND", value_hint = ValueHint::CommandWithArguments)]
    pub(crate) command: Vec<OsString>,

    #[command(flatten)]
    pub(crate) test: TestArgs,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    #[command(flatten)]
    pub(crate) away: AwayArgs,
    #[command(flatten)]
    pub(crate) result: ResultArgs,
    #[command(flatten)]
    pub(crate) project: ProjectArgs,
    #[command(flatten)]
    pub(crate) search: SearchArgs,
    #[command(flatten)]
    pub(crate) talk: TalkArgs,
    #[command(flatten)]
    pub(crate) check: CheckArgs,

    /// Where cargo runs, if it is the test.
    #[arg(skip)]
    pub(crate) runs_in: Option<PathBuf>,
}

impl Args {
    /// The same as a check.
    pub(crate) fn to_check(self: Box<Self>) -> Args {
        let mut args = *self;
        args.positional.insert(0, "check".into());
        args
    }
}

/// What makes an answer of the test a yes.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "What is interesting (conditions given together must all hold)")]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch on the command line")]
pub(crate) struct TestArgs {
    /// The test as one line for the shell, instead of COMMAND: --shell 'gcc -c @@ 2>&1 | grep -q "error: in f"'
    #[arg(long, short = 'c', alias = "commands", value_name = "LINE", value_hint = ValueHint::CommandString, conflicts_with = "command")]
    pub(crate) shell: Option<OsString>,

    /// Interesting when the test exits with N; repeat to allow several
    ///
    /// When none of the conditions here is given, the test itself says what counts: if it crashes on the original (a
    /// signal, an internal error, a panic, a failed assertion, an uncaught exception), the crash is what is kept;
    /// otherwise exit code 0.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8))]
    pub(crate) exit_code: Vec<u8>,

    /// Interesting when the test crashes with a signature that contains TEXT, literally or as a regular expression
    ///
    /// The signature is what stays of a crash without paths, line numbers and addresses; `lop check` shows it.
    #[arg(long, value_name = "TEXT")]
    pub(crate) signature: Option<String>,

    /// Interesting when a signal ends the test: SEGV, SIGABRT, 11…; repeat to allow several
    ///
    /// A script that ends with exit code 128 + N counts too: so a shell says that its last command was killed.
    #[arg(long, value_name = "NAME|N", value_parser = signal)]
    pub(crate) signal: Vec<i32>,

    /// Interesting only if standard output matches; `^` and `$` match at lines, `(?i)` ignores case
    #[arg(long, value_name = "REGEX", value_parser = regex)]
    pub(crate) stdout: Vec<Regex>,

    /// Interesting only if standard error matches
    #[arg(long, value_name = "REGEX", value_parser = regex)]
    pub(crate) stderr: Vec<Regex>,

    /// Interesting only if standard output does not match
    #[arg(long, value_name = "REGEX", value_parser = regex)]
    pub(crate) not_stdout: Vec<Regex>,

    /// Interesting only if standard error does not match
    #[arg(long, value_name = "REGEX", value_parser = regex)]
    pub(crate) not_stderr: Vec<Regex>,

    /// Give the candidate to the test on its standard input
    #[arg(long)]
    pub(crate) stdin: bool,

    /// Interesting when the test does not end within --timeout
    #[arg(long, conflicts_with_all = ["exit_code", "signal", "signature"])]
    pub(crate) hang: bool,

    /// A cheap test for the shell to ask first: if it fails, COMMAND is not asked; may be repeated
    #[arg(long, value_name = "LINE", value_hint = ValueHint::CommandString)]
    pub(crate) first: Vec<OsString>,

    /// An expensive test for the shell, asked only now and then about the best so far; may be repeated
    ///
    /// When it fails, the search goes back to the last best that passes and is more careful from there. The result has
    /// passed it.
    #[arg(long, value_name = "LINE", value_hint = ValueHint::CommandString)]
    pub(crate) then: Vec<OsString>,

    /// A test for the shell that what is left is valid (exit code 0), asked beside COMMAND; may be repeated
    ///
    /// Whichever of the two takes less time is asked first, and the other only if it says yes. What it was asked and refused
    /// is counted apart.
    #[arg(long, value_name = "LINE", value_hint = ValueHint::CommandString)]
    pub(crate) valid: Vec<OsString>,

    /// A line for the shell that prints a number, which ranks before tokens and bytes, the lower the better: seconds,
    /// instructions…
    ///
    /// It is asked about what COMMAND says yes to, with @@ as there. The last number on its standard output counts, if its
    /// exit code is 0. What makes it worse is refused, at any size; to have it rise, print it negative.
    #[arg(long, value_name = "LINE", value_hint = ValueHint::CommandString)]
    pub(crate) objective: Option<OsString>,

    /// By what part of it the number of --objective must fall to count as lower, and may rise without being worse
    #[arg(long, value_name = "PERCENT", value_parser = margin, default_value = "1%", requires = "objective")]
    pub(crate) margin: f64,

    /// Refuse what shows a kind of error or warning that FILE does not: error[E0308], -Wuninitialized, TS2304, `SyntaxError`…
    ///
    /// COMMAND must print what the compiler says; both of its streams are read. Names, numbers and literals do not make a
    /// kind; warnings that something is unused do not count.
    #[arg(long)]
    pub(crate) no_new_diagnostics: bool,

    /// Ask each question N times, for a test that does not always answer the same
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) repeat: u32,

    /// Of the N times of --repeat, how many must say yes [default: all]
    #[arg(long, value_name = "K")]
    pub(crate) at_least: Option<u32>,

    /// For a bug with moods: keep the rate at which the test says yes, which must not fall below that of FILE
    ///
    /// FILE is asked about until its rate is known, some hundred times; each candidate until it is likely enough that its rate
    /// has fallen or has not. The rate of the result is measured as that of FILE was.
    #[arg(long)]
    pub(crate) flaky: bool,

    /// The same, but the rate must not fall below this one: 80%
    #[arg(long, value_name = "RATE", value_parser = rate)]
    pub(crate) rate: Option<f64>,
}

/// What a run of the test may use.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Limits of the test")]
pub(crate) struct LimitArgs {
    /// When a test is killed and counts as not interesting: 10 or 10s, 0.5s, 2m [default: from the first run]
    #[arg(long, value_name = "TIME", value_parser = seconds)]
    pub(crate) timeout: Option<Duration>,

    /// Address space of each process of the test: bytes, or with K, M, G
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub(crate) memory: Option<u64>,

    /// Processor time of each process of the test: 10 or 10s, 2m
    #[arg(long, value_name = "TIME", value_parser = seconds)]
    pub(crate) cpu_time: Option<Duration>,

    /// The largest file that the test may write: bytes, or with K, M, G
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub(crate) file_size: Option<u64>,

    /// Run the test in bubblewrap: no network, a /tmp of its own, a read-only file system
    #[arg(long)]
    pub(crate) sandbox: bool,
}

/// Where the result goes.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "The result")]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch on the command line")]
pub(crate) struct ResultArgs {
    /// Write the result to PATH; `-` prints it when the run is over [default: crash.c gives crash.lop.c]
    ///
    /// The file is replaced at every improvement and always holds something the test accepted.
    #[arg(short, long, value_name = "PATH|-", value_hint = ValueHint::FilePath, conflicts_with = "in_place")]
    pub(crate) output: Option<PathBuf>,

    /// Replace FILE itself, after copying it to FILE.orig (or FILE.orig.1… if that exists), or DIR, after copying it to DIR.orig
    #[arg(long)]
    pub(crate) in_place: bool,

    /// Write a page about the run to PATH: the result, why each token stays, every step, and what the questions bought
    #[arg(long, value_name = "PATH", value_hint = ValueHint::FilePath)]
    pub(crate) report: Option<PathBuf>,

    /// Write a text for a bug tracker to PATH: the command, the version, the reduced code, what the test prints (Markdown)
    #[arg(long, value_name = "PATH", value_hint = ValueHint::FilePath)]
    pub(crate) bug: Option<PathBuf>,

    /// Lay the result out with the language's own formatter, if it is installed and the test accepts what it makes
    #[arg(long)]
    pub(crate) format: bool,

    /// Keep the smallest file of every other crash that turns up on the way in DIR
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) keep_other_crashes: Option<PathBuf>,

    /// Keep the journal for --resume in DIR [default: a directory under ~/.local/state/lop, removed at the end]
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) journal: Option<PathBuf>,

    /// Go on where an earlier run on this file with this test was stopped or killed; nothing is asked twice
    ///
    /// With --in-place, too: FILE holds the best so far then, and what the run began with is its backup. A journal that
    /// nobody goes on with is removed after 30 days.
    #[arg(long)]
    pub(crate) resume: bool,

    /// It is the command line of another reducer: where there is nothing to go on with it begins anew, and no file goes away.
    #[arg(skip)]
    pub(crate) by_habit: bool,
    /// What becomes of the backup in the end; said by no option, but by those of other reducers.
    #[arg(skip)]
    pub(crate) backup: Backup,

    /// Begin anew although an earlier run is unfinished, and replace a result even by a larger one
    ///
    /// Without this and --resume an unfinished run of the same is asked about, or refused where nobody can be asked; and a
    /// smaller result that is in the way is kept as PATH.old.
    #[arg(long, conflicts_with = "resume")]
    pub(crate) fresh: bool,

    /// Keep each improvement as a file in DIR: the latest 100, and of those before the 1st, 2nd, 4th, 8th, …
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) history: Option<PathBuf>,

    /// Write to PATH who asked what and when, for Chrome's about:tracing or Perfetto
    #[arg(long, value_name = "PATH", value_hint = ValueHint::FilePath)]
    pub(crate) trace: Option<PathBuf>,
}

/// How to search.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "The search")]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch on the command line")]
pub(crate) struct SearchArgs {
    /// Questions asked at once [default: one per core]
    ///
    /// Under make -jN (in a rule that begins with `+`) no more than make has jobs to spare. Elsewhere a test that calls
    /// make, cmake, ninja or cargo finds a jobserver with the cores that questions leave, unless `MAKEFLAGS` is set.
    #[arg(short, long, short_alias = 'n', aliases = ["n", "parallelism"], value_name = "N", value_parser = jobs)]
    pub(crate) jobs: Option<usize>,

    /// The language of FILE, or `text` for none [default: by extension, then by content]
    #[arg(long, value_name = "NAME")]
    pub(crate) language: Option<String>,

    #[command(flatten)]
    pub(crate) grammar: GrammarArgs,

    /// Where to stop: when the big steps stall, when the small ones do too, or after those that hardly ever succeed
    #[arg(long, value_name = "HOW", value_enum, default_value = "normal")]
    pub(crate) effort: EffortArg,

    /// Use only these passes, by our names or C-Reduce's: hoist, lines, `balanced::curly` (see lop passes)
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    pub(crate) passes: Vec<String>,

    /// Use all passes but these
    #[arg(long, value_name = "LIST", value_delimiter = ',', conflicts_with = "passes")]
    pub(crate) skip: Vec<String>,

    /// Stop after N questions and keep the best so far
    #[arg(long, value_name = "N")]
    pub(crate) max_questions: Option<u64>,

    /// Stop at this size, or at this time, and keep the best so far: 100tokens, 2KB, 10m, 07:30; may be repeated
    ///
    /// Of several budgets, that of --max-questions among them, the first to be met ends the run, with exit code 0.
    #[arg(long, value_name = "BUDGET", value_delimiter = ',', value_parser = Goal::parse)]
    pub(crate) until: Vec<Goal>,

    /// Keep what matches, or these lines (7, 10-20), byte for byte; may be repeated
    ///
    /// Only such versions of the file are asked about as have every kept text, in its order. `^` and `$` match at lines.
    #[arg(long, value_name = "REGEX|LINES", value_parser = Protect::parse)]
    pub(crate) protect: Vec<Protect>,

    /// Ask only about what has no more syntax errors than FILE, as the grammar of its language sees them
    ///
    /// It costs a parse for each question, and has no effect where there is no grammar.
    #[arg(long)]
    pub(crate) keep_parsing: bool,

    /// Before the search, put local headers in the place of their `#include "…"` lines, where the test accepts that
    ///
    /// Headers are looked for beside the text that includes them, and in the directories that -I and -iquote name in
    /// COMMAND. The search begins with what the test accepts, all at once or one by one; the result then needs fewer files,
    /// or none, beside it, and may be larger than FILE. A header of more than 1 MB stays where it is, and so does what is
    /// beyond 100 headers or 10 MB.
    #[arg(long)]
    pub(crate) paste_includes: bool,

    /// Ask this command for proposals, too: another reducer, which speaks lop's protocol on standard input and output
    ///
    /// Of another kind it is `filter:CMD`, which is run as CMD IN OUT; `count:CMD`, as `CMD get_count FILE` and `CMD reduce FILE N`;
    /// `hints:CMD`, as CMD FILE; `shrinkray:CMD`, `preduce1:CMD`, `preduce2:CMD`; or `creduce:PASS::ARG`, `cvise:PASS::ARG`. May be
    /// repeated. With `--passes reducers` there are no others. `lop check-reducer` says whether it does what it must.
    #[arg(long, value_name = "CMD", value_hint = ValueHint::CommandString)]
    pub(crate) reducer: Vec<String>,

    /// Ask a reducer that is installed for proposals, too: `clang_delta`, which comes with C-Reduce and C-Vise
    #[arg(long, value_name = "NAME")]
    pub(crate) bridge: Vec<String>,

    /// Give the same result at any number of jobs, for some loss of speed
    #[arg(long)]
    pub(crate) deterministic: bool,

    /// In a thorough run, stop where nothing pays any more instead of beginning again in another order
    ///
    /// A search ends where no single step helps; another order may end lower. So a run with --effort thorough begins again
    /// at the original and at bests on the way, for up to a quarter of the questions asked so far.
    #[arg(long)]
    pub(crate) no_restart: bool,

    /// Keep what this run sees of COMMAND in FILE, and begin with what earlier runs saw: kinds of edits that were never accepted wait
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) learn: Option<PathBuf>,
}

/// What to tell the user.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Progress")]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch on the command line")]
pub(crate) struct TalkArgs {
    /// Say nothing but errors
    #[arg(short, long)]
    pub(crate) quiet: bool,

    /// Print one JSON record per event on standard output (the first names the version of the format); of `lop check`,
    /// one record with all it found
    #[arg(long)]
    pub(crate) json: bool,

    /// Finish with a table of what each pass asked and gained, and of where the time went
    #[arg(long, short_alias = 'v', alias = "verbose", overrides_with = "stats")]
    pub(crate) stats: bool,

    /// No colours (also: the environment variable `NO_COLOR`)
    #[arg(long)]
    pub(crate) no_color: bool,

    /// How to show progress: a live view with keys, or plain lines [default: live on a terminal]
    ///
    /// Plain lines suit screen readers and logs; `TERM=dumb` gets them, too.
    #[arg(long, value_name = "HOW", value_enum)]
    pub(crate) progress: Option<ProgressArg>,
}

/// What only `lop check` does.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Looking before leaping (lop check FILE -- COMMAND)")]
pub(crate) struct CheckArgs {
    /// With `lop check`: print a shell script that tests what lop would test
    #[arg(long)]
    pub(crate) script: bool,
}
