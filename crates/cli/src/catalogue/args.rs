//! The options that print something about lop and leave.

use clap::builder::PossibleValuesParser;

use crate::command::BESIDE;

/// Print something and leave.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "About lop")]
pub(crate) struct ListArgs {
    /// Print the languages and their file extensions
    #[arg(long, group = "list")]
    pub(crate) list_languages: bool,

    /// Print the passes, in the order they are tried
    #[arg(long, group = "list")]
    pub(crate) list_passes: bool,

    /// Print a completion script
    #[arg(long, value_name = "SHELL", group = "list")]
    pub(crate) completions: Option<clap_complete::Shell>,

    /// Print the man page (lop --man | man -l -), or that of a command (--man=batch)
    #[arg(
        long,
        value_name = "COMMAND",
        group = "list",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "lop",
        value_parser = PossibleValuesParser::new(pages()),
        hide_possible_values = true
    )]
    pub(crate) man: Option<String>,
}

/// The names of the man pages, as `--man` takes them.
fn pages() -> impl Iterator<Item = &'static str> {
    std::iter::once("lop").chain(BESIDE.into_iter().map(|it| it.0))
}
