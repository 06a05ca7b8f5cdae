//! The edge of lop: what a person types, sees and gets. What is done in between is the runner's and the batch's.
//!
//! | room | what is there |
//! |---|---|
//! | `args`, `help` | the command line |
//! | `input` | the file and the test that it names, the language |
//! | `run` | one run: configuration, `lop check`, signals |
//! | `output` | where the result goes |
//! | `progress` | what is shown meanwhile and at the end; a new reporter goes into `progress/reporters` |
//! | `batch` | `lop batch` and `lop report` |
//! | `catalogue` | what lop prints about itself: languages, passes, the man page, the book's reference |
//! | `exit` | exit codes |

mod args;
mod batch;
mod catalogue;
mod exit;
mod help;
mod input;
mod output;
mod progress;
mod run;

use std::process::ExitCode;
use std::sync::Arc;

use clap::Parser;
use lop_runner::{Dispatcher, Event, Failure, Trouble};

pub use catalogue::reference;
pub use exit::Exit;

use args::Args;
use catalogue::listings;

/// Runs the program on the process's own arguments and says how it ended.
pub fn main() -> ExitCode {
    if let Some(exit) = batch::main().or_else(catalogue::passes::main) {
        return exit.into();
    }
    let args = match Args::try_parse() {
        Ok(args) => args,
        Err(error) => {
            let exit = if error.use_stderr() { Exit::Usage } else { Exit::Reduced };
            // Nobody is left to tell that the message could not be printed.
            let _ = error.print();
            return exit.into();
        }
    };
    if let Some(text) = listings::wanted(&args.lists) {
        let done = listings::print(&text);
        return if done.is_ok() { Exit::Reduced } else { Exit::NotWritten }.into();
    }
    let (reporter, unwritten) = progress::choose(&args.talk, &args.result);
    // All that was sent is told before the program ends.
    let dispatcher = match Dispatcher::start(Arc::clone(&reporter)) {
        Ok(dispatcher) => dispatcher,
        Err(error) => {
            let failure = Failure::new(Trouble::CannotAsk, "cannot start a thread").because(error);
            reporter.on_event("", &Event::Failed(failure));
            return Exit::CannotAsk.into();
        }
    };
    let exit = run::run(args, &dispatcher.events()).unwrap_or_else(|failure| {
        let exit = Exit::of(&failure);
        dispatcher.events().send(Event::Failed(failure));
        exit
    });
    drop(dispatcher);
    if exit == Exit::Reduced && unwritten.is_told() { Exit::NotWritten } else { exit }.into()
}
