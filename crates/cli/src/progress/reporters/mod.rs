//! The reporters: each file is one [`Listener`], and a new one goes here, with a line in [`choose`].

mod account;
mod history;
mod json;
mod lines;
mod quiet;
mod reports;
mod terminal;
mod trace;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use lop_engine::Cancel;
use lop_runner::event::Closing;
use lop_runner::{Event, Failure, Listener, Steering};

use super::Talk;
use super::style::Style;
use crate::args::{ResultArgs, TalkArgs};
use crate::exit::Exit;
use crate::view::{Single, Theme};

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

/// The reporter that the command line asks for, and whether it could write all it should. The keys of a live view are told
/// to `steering`, and to `stop`.
pub(crate) fn choose(
    talk: &TalkArgs,
    result: &ResultArgs,
    steering: &Steering,
    stop: &Cancel,
) -> (Arc<dyn Listener>, Unwritten) {
    let unwritten = Unwritten::default();
    let mut reporter = for_people(talk, steering, stop);
    if talk.stats && !talk.json {
        reporter = Arc::new(account::Account::new(reporter));
    }
    let (page, bug) = (result.report.as_deref(), result.bug.as_deref());
    if page.or(bug).is_some() {
        reporter = Arc::new(reports::Reports::new(page, bug, reporter, unwritten.clone()));
    }
    if let Some(directory) = &result.history {
        reporter = Arc::new(history::History::new(directory, reporter, unwritten.clone()));
    }
    if let Some(path) = &result.trace {
        reporter = Arc::new(trace::Trace::new(path, reporter, unwritten.clone()));
    }
    (reporter, unwritten)
}

/// Tells a failure as a record, before there is a run that has a reporter.
pub(crate) fn as_json(failure: Failure) {
    json::Json::new().on_event("", &Event::Failed(failure));
}

fn for_people(args: &TalkArgs, steering: &Steering, stop: &Cancel) -> Arc<dyn Listener> {
    let talk = Talk::of(args);
    let style = Style::new(talk.coloured);
    if args.json {
        Arc::new(json::Json::new())
    } else if args.quiet {
        Arc::new(quiet::Quiet::new(style, args.stats))
    } else if talk.live {
        let view = Single::new(Theme::new(talk.coloured), steering.clone(), stop.clone());
        Arc::new(terminal::Terminal::new(style, args.stats, Box::new(view)))
    } else {
        Arc::new(lines::Lines::new(style, args.stats))
    }
}
