//! The edge of lop: what a person types, sees and gets. What is done in between is the runner's and the batch's.
//!
//! | room | what is there |
//! |---|---|
//! | `command`, `args`, `values`, `help` | the command line |
//! | `input` | the file and the test that it names, the language |
//! | `run` | one run: configuration, `lop check`, signals |
//! | `output` | where the result goes |
//! | `progress` | what is shown meanwhile and at the end; a new reporter goes into `progress/reporters` |
//! | `view` | the live view of a terminal: models, frames, keys |
//! | `batch` | `lop batch` and `lop report` |
//! | `peers` | the command lines of other reducers |
//! | `reducers` | other people's reducers: those of a run, and `lop check-reducer` |
//! | `catalogue` | what lop prints about itself: languages, passes, the man page, the book's reference |
//! | `exit` | exit codes |

mod args;
mod batch;
mod catalogue;
mod command;
mod exit;
mod help;
mod input;
mod output;
mod peers;
mod progress;
mod reducers;
mod run;
mod values;
mod view;

use std::ffi::OsString;
use std::process::ExitCode;
use std::sync::Arc;

use lop_engine::Cancel;
use lop_runner::{Dispatcher, Event, Events, Failure, Steering};

pub use catalogue::reference;
pub use exit::Exit;

use args::Args;
use catalogue::listings;
use command::Beside;

/// Runs the program on the process's own arguments and says how it ended.
pub fn main() -> ExitCode {
    prepare();
    let words: Vec<OsString> = std::env::args_os().collect();
    peers::named(&words).map_or_else(|| dispatch(&words), peers::run)
}

/// Does what our own command line says, the first word of which is the program.
fn dispatch(words: &[OsString]) -> ExitCode {
    let cli = match command::parse(words) {
        Ok(cli) => cli,
        Err(error) => return misread(words, &error).into(),
    };
    input::grammar::add_own(words);
    let args = match cli.beside {
        None => cli.run,
        Some(Beside::Check(args)) => args.to_check(),
        Some(Beside::Cargo(args)) => return single(*args, |it, _| input::cargo::to_run(it)).into(),
        Some(Beside::Batch(args)) => return batch::batch(&args).into(),
        Some(Beside::Report(args)) => return batch::report(&args).into(),
        Some(Beside::CheckReducer(args)) => return reducers::run(&args).into(),
        Some(Beside::Grammar(command)) => return catalogue::grammar::show(&command).into(),
        Some(Beside::Passes(args)) => return catalogue::passes::show(&args).into(),
    };
    if let Some(text) = listings::wanted(&cli.lists) {
        let done = listings::print(&text);
        return if done.is_ok() { Exit::Reduced } else { Exit::NotWritten }.into();
    }
    single(args, |it, _| Ok(it)).into()
}

/// A command line that is wrong, or that asks for help.
fn misread(words: &[OsString], error: &clap::Error) -> Exit {
    if !error.use_stderr() {
        // Nobody is left to tell that it could not be printed.
        let _ = error.print();
        return Exit::Reduced;
    }
    if command::asks_for_json(words) {
        progress::as_json(command::failure(error));
    } else {
        let _ = error.print();
    }
    Exit::Usage
}

/// A single run, or a check, of what the arguments stand for.
fn single(args: Args, meant: impl FnOnce(Args, &Events) -> Result<Args, Failure>) -> Exit {
    let (steering, stop) = (Steering::default(), Cancel::new());
    let (reporter, unwritten) = progress::choose(&args.talk, &args.result, &steering, &stop);
    // All that was sent is told before the program ends.
    let dispatcher = match Dispatcher::start(Arc::clone(&reporter)) {
        Ok(dispatcher) => dispatcher,
        Err(error) => {
            reporter.on_event("", &Event::Failed(Failure::no_thread(error)));
            return Exit::CannotAsk;
        }
    };
    let events = dispatcher.events();
    let done = meant(args, &events).and_then(|it| run::run(it, &events, (&steering, &stop)));
    let exit = done.unwrap_or_else(|failure| {
        let exit = Exit::of(&failure);
        events.send(Event::Failed(failure));
        exit
    });
    drop(dispatcher);
    if exit == Exit::Reduced && unwritten.is_told() { Exit::NotWritten } else { exit }
}

/// What a limit of the system does to us must be told like any other trouble.
fn prepare() {
    lop_oracle::report_aborts(Exit::CannotAsk.code());
    // A file over the limit is an error of the write, unless the signal ends us before. Children get the signal as ever:
    // a handler is not passed on.
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
}
