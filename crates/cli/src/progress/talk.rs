//! How the user is talked to: what was asked for, and what standard error can show.

use std::io::{self, IsTerminal};

use crate::args::TalkArgs;
use crate::view::Live;

/// How progress is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum ProgressArg {
    /// A view at the lower end of the terminal, with keys to pause, skip, edit and quit; where there is no terminal, lines
    Live,
    /// A line now and then
    Plain,
}

/// How the user is talked to.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Talk {
    /// In a view at the lower end of the terminal.
    pub(crate) live: bool,
    /// In colours.
    pub(crate) coloured: bool,
    /// True when there is somebody at a terminal, who may say something, too.
    pub(crate) to_person: bool,
}

impl Talk {
    /// As the options of a single run say.
    pub(crate) fn of(args: &TalkArgs) -> Talk {
        Talk::new(args.quiet || args.json, args.progress, args.no_color)
    }

    /// As those of a batch say.
    pub(crate) fn of_batch(quiet: bool, progress: Option<ProgressArg>) -> Talk {
        Talk::new(quiet, progress, false)
    }

    fn new(quiet: bool, progress: Option<ProgressArg>, no_colours: bool) -> Talk {
        let can = Live::is_possible();
        let colourless = no_colours || std::env::var_os("NO_COLOR").is_some_and(|it| !it.is_empty());
        Talk {
            live: can && !quiet && progress != Some(ProgressArg::Plain),
            coloured: can && !colourless,
            to_person: io::stderr().is_terminal() && !quiet,
        }
    }
}
