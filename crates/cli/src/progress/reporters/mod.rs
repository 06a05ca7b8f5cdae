//! The reporters: each file is one [`Listener`], and a new one goes here, with a line in [`choose`].

mod json;
mod lines;
mod page;
mod quiet;
mod terminal;

use std::io::{self, IsTerminal};
use std::path::Path;
use std::sync::Arc;

use lop_runner::Listener;

use super::style::Style;
use crate::args::TalkArgs;

/// The reporter that the command line asks for.
pub(crate) fn choose(talk: &TalkArgs, page: Option<&Path>) -> Arc<dyn Listener> {
    let reporter = for_people(talk);
    match page {
        Some(path) => Arc::new(page::Page::new(path, reporter)),
        None => reporter,
    }
}

fn for_people(talk: &TalkArgs) -> Arc<dyn Listener> {
    let tty = io::stderr().is_terminal();
    let coloured = tty && !talk.no_color && std::env::var_os("NO_COLOR").is_none_or(|it| it.is_empty());
    let style = Style::new(coloured);
    if talk.json {
        Arc::new(json::Json::new())
    } else if talk.quiet {
        Arc::new(quiet::Quiet::new(style, talk.stats))
    } else if tty && std::env::var_os("TERM").is_none_or(|it| it != "dumb") {
        Arc::new(terminal::Terminal::new(style, talk.stats))
    } else {
        Arc::new(lines::Lines::new(style, talk.stats))
    }
}
