//! The edge of lop: arguments, configuration, reporters and exit codes.
//!
//! Read in this order: `args`, `invocation`, `run`, `drive`, `judge`, `output`, `report`.

mod args;
mod backend;
mod batch;
mod catalogue;
mod check;
mod drive;
mod driven;
mod error;
mod exit;
mod format;
mod help;
mod history;
mod inplace;
mod input;
mod invocation;
mod judge;
mod lists;
mod log;
mod output;
mod passes;
mod paste;
mod protect;
pub mod reference;
mod report;
mod run;
mod script;
mod setup;
mod signals;
mod symptom;
mod until;

use std::process::ExitCode;

use clap::Parser;

pub use exit::Exit;

use args::Args;
use report::Event;

/// Runs the program on the process's own arguments and says how it ended.
pub fn main() -> ExitCode {
    if let Some(exit) = batch::main().or_else(catalogue::main) {
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
    if let Some(text) = lists::wanted(&args.lists) {
        let done = lists::print(&text);
        return if done.is_ok() { Exit::Reduced } else { Exit::NotWritten }.into();
    }
    let reporter = report::choose(&args.talk, args.result.report.as_deref());
    let exit = run::run(args, &reporter).unwrap_or_else(|failure| {
        reporter.on_event(&Event::Failed(&failure));
        failure.exit
    });
    exit.into()
}
