//! The reporters: each file is one [`Listener`], and a new one goes here, with a line in [`choose`].

mod history;
mod json;
mod lines;
mod quiet;
mod reports;
mod terminal;

use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use lop_runner::event::Closing;
use lop_runner::{Event, Failure, Listener};

use super::style::Style;
use crate::args::{ResultArgs, TalkArgs};
use crate::exit::Exit;

/// Whether something that the user wanted beside the result could not be written.
#[derive(Debug, Clone, Default)]
pub(crate) struct Unwritten(Arc<AtomicBool>);

impl Unwritten {
    /// Something could not.
    fn tell(&self) {
        self.0.store(true, Ordering::SeqCst);
    }

    /// Passes an event on; that of the end says how the program will end.
    fn pass_on(&self, inner: &dyn Listener, file: &str, event: &Event) {
        match event {
            Event::Finished(closing) if self.is_told() && closing.exit == Some(Exit::Reduced.code()) => {
                let exit = Some(Exit::NotWritten.code());
                let closing = Closing { exit, ..Closing::clone(closing) };
                inner.on_event(file, &Event::Finished(Arc::new(closing)));
            }
            event => inner.on_event(file, event),
        }
    }

    /// True once something could not.
    pub(crate) fn is_told(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }
}

/// The reporter that the command line asks for, and whether it could write all it should.
pub(crate) fn choose(talk: &TalkArgs, result: &ResultArgs) -> (Arc<dyn Listener>, Unwritten) {
    let unwritten = Unwritten::default();
    let mut reporter = for_people(talk);
    let (page, bug) = (result.report.as_deref(), result.bug.as_deref());
    if page.or(bug).is_some() {
        reporter = Arc::new(reports::Reports::new(page, bug, reporter, unwritten.clone()));
    }
    if let Some(directory) = &result.history {
        reporter = Arc::new(history::History::new(directory, reporter, unwritten.clone()));
    }
    (reporter, unwritten)
}

/// Tells a failure as a record, before there is a run that has a reporter.
pub(crate) fn as_json(failure: Failure) {
    json::Json::new().on_event("", &Event::Failed(failure));
}

fn for_people(talk: &TalkArgs) -> Arc<dyn Listener> {
    let tty = io::stderr().is_terminal();
    let dumb = std::env::var_os("TERM").is_some_and(|it| it == "dumb");
    let said = talk.no_color || std::env::var_os("NO_COLOR").is_some_and(|it| !it.is_empty());
    let style = Style::new(tty && !dumb && !said);
    if talk.json {
        Arc::new(json::Json::new())
    } else if talk.quiet {
        Arc::new(quiet::Quiet::new(style, talk.stats))
    } else if tty && !dumb {
        Arc::new(terminal::Terminal::new(style, talk.stats))
    } else {
        Arc::new(lines::Lines::new(style, talk.stats))
    }
}
