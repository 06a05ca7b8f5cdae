//! The command line as a whole: a run, or one of the commands beside it; how it is read, and what is said when it is wrong.

use std::ffi::OsString;

use clap::error::{ContextKind, ErrorKind};
use clap::{Command, CommandFactory, FromArgMatches, Parser, Subcommand};
use lop_runner::Failure;

use crate::args::Args;
use crate::batch::{BatchArgs, ReportArgs};
use crate::catalogue::args::ListArgs;
use crate::catalogue::grammar::GrammarCommand;
use crate::catalogue::passes::PassesArgs;
use crate::help;
use crate::reducers::CheckReducerArgs;

/// What the user typed, not yet made sense of.
#[derive(Debug, Parser)]
#[command(
    name = "lop",
    version,
    about = help::ABOUT,
    long_about = help::LONG_ABOUT,
    override_usage = help::USAGE,
    after_help = help::AFTER,
    after_long_help = help::after_long(),
    subcommand_help_heading = "Beside a single run",
    args_conflicts_with_subcommands = true,
    max_term_width = 100,
)]
pub(crate) struct Cli {
    #[command(flatten)]
    pub(crate) run: Args,
    #[command(flatten)]
    pub(crate) lists: ListArgs,
    #[command(subcommand)]
    pub(crate) beside: Option<Beside>,
}

/// What lop does beside a single run. A file of such a name is `./check`.
#[derive(Debug, Subcommand)]
pub(crate) enum Beside {
    /// Show what a run would look for and what its test is like, without reducing anything
    #[command(override_usage = "lop check [OPTIONS] FILE -- COMMAND...")]
    Check(Box<Args>),
    /// Reduce the crate or workspace that cargo is run in: lop cargo -- check
    #[command(override_usage = "lop cargo [OPTIONS] [DIR] -- CARGO-ARGUMENTS...")]
    Cargo(Box<Args>),
    CheckReducer(CheckReducerArgs),
    Batch(Box<BatchArgs>),
    Report(ReportArgs),
    Passes(PassesArgs),
    Grammar(GrammarCommand),
}

/// The options that most people need: `-h` shows these, `--help` all.
const MOST_USED: [&str; 14] = [
    "positional",
    "command",
    "shell",
    "exit_code",
    "stderr",
    "timeout",
    "output",
    "in_place",
    "report",
    "resume",
    "jobs",
    "until",
    "out",
    "every_file",
];

/// The commands by name, with the names of their man pages.
pub(crate) const BESIDE: [(&str, &str); 7] = [
    ("batch", "lop-batch"),
    ("cargo", "lop-cargo"),
    ("check", "lop-check"),
    ("check-reducer", "lop-check-reducer"),
    ("grammar", "lop-grammar"),
    ("passes", "lop-passes"),
    ("report", "lop-report"),
];

/// The command line as clap knows it.
pub(crate) fn command() -> Command {
    let slim = |it: Command| {
        it.mut_args(|it| {
            let named = !it.is_positional() && it.get_id() != "help" && it.get_id() != "version";
            let rare = named && !MOST_USED.contains(&it.get_id().as_str());
            it.hide_short_help(rare)
        })
    };
    let mut command = slim(Cli::command()).mut_arg("script", |it| it.hide(true));
    for (name, _) in BESIDE.into_iter().filter(|it| matches!(it.0, "batch" | "cargo" | "check")) {
        command = command.mut_subcommand(name, slim);
    }
    command.mut_subcommand("cargo", |it| {
        it.mut_arg("positional", |it| it.value_name("DIR").help(CARGO_DIR).long_help(CARGO_DIR))
            .mut_arg("command", |it| it.value_name("ARGUMENTS").help(CARGO_WORDS).long_help(CARGO_WORDS))
    })
}

/// What the words of `lop cargo` are.
const CARGO_DIR: &str = "The directory of the package or workspace [default: where you are]";
const CARGO_WORDS: &str = "What cargo is to do, run once per question: `check`, `build --release`";

/// Reads the words of a command line, the first of which is the program.
pub(crate) fn parse(words: &[OsString]) -> Result<Cli, clap::Error> {
    let read = command().try_get_matches_from(words).and_then(|it| Cli::from_arg_matches(&it));
    read.map_err(|mut error| {
        if error.kind() == ErrorKind::UnknownArgument {
            // It would be to write the option behind `--`, as a part of the test.
            error.remove(ContextKind::Suggested);
        }
        error
    })
}

/// True when the words ask for records instead of sentences.
pub(crate) fn asks_for_json(words: &[OsString]) -> bool {
    words.iter().take_while(|it| *it != "--").any(|it| it == "--json")
}

/// A mistake on the command line in our own words.
pub(crate) fn failure(error: &clap::Error) -> Failure {
    let text = error.render().to_string();
    let text = text.strip_prefix("error: ").unwrap_or(&text);
    let (what, help) = text.split_once("\n\n").unwrap_or((text, ""));
    let failure = Failure::usage(what.trim());
    if help.trim().is_empty() { failure } else { failure.help(help.trim()) }
}

/// What `--help` says of a command beside a single run, on a terminal of 100 columns.
pub(crate) fn help_of(name: &str) -> String {
    let mut command = command().term_width(100);
    command.build();
    let found = command.find_subcommand_mut(name);
    found.map(|it| it.render_long_help().to_string()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<OsString> {
        ["lop"].into_iter().chain(line.split(' ')).map(OsString::from).collect()
    }

    #[test]
    fn the_command_line_is_well_formed() {
        command().debug_assert();
    }

    #[test]
    fn short_help_shows_what_people_need_and_long_help_all() {
        let (short, long) = (command().render_help().to_string(), command().render_long_help().to_string());
        let options = |it: &str| it.lines().filter(|it| it.trim_start().starts_with('-')).count();
        assert!((12..=18).contains(&options(&short)), "{short}");
        assert!(options(&long) > 40 && short.contains("lop batch") && short.contains("--timeout"), "{short}");
    }

    #[test]
    fn what_is_not_known_is_not_said_to_belong_behind_the_dashes() {
        let text = parse(&words("x.c --pases a -- true")).unwrap_err().render().to_string();
        assert!(text.contains("--passes") && !text.contains("-- --pases"), "{text}");
    }

    #[test]
    fn a_mistake_is_a_failure_with_what_and_help() {
        let failure = failure(&parse(&words("x.c --hang --exit-code 1 -- true")).unwrap_err());
        assert!(failure.what.contains("cannot be used with") && failure.help.is_some(), "{failure:?}");
    }
}
