//! `lop check-reducer`, and the reducers that the command line of a run names.

use std::io::{self, Write};

use lop_engine::Cancel;
use lop_runner::reducers::Wanted;
use lop_runner::reducers::check::{Found, State, check};
use serde_json::json;

use crate::args::SearchArgs;
use crate::exit::Exit;
use crate::run::signals::SignalHandler;

/// Check that a reducer for --reducer does what it must, by asking it about texts that others have stumbled over
#[derive(Debug, clap::Args)]
pub(crate) struct CheckReducerArgs {
    /// The reducer, as --reducer takes it: a command, or KIND:CMD
    #[arg(value_name = "CMD")]
    reducer: String,

    /// One JSON record for each check instead of lines
    #[arg(long)]
    json: bool,
}

/// The reducers that a run is to ask.
pub(crate) fn of(args: &SearchArgs) -> Vec<Wanted> {
    let own = args.reducer.iter().cloned().map(Wanted::Line);
    own.chain(args.bridge.iter().cloned().map(Wanted::Bridge)).collect()
}

/// Checks a reducer. Ends with the code of a refusal where something is wrong.
pub(crate) fn run(args: &CheckReducerArgs) -> Exit {
    let mut out = io::stdout().lock();
    let tell = |it: &Found| {
        let (ok, word, why) = match &it.state {
            State::Holds => (Some(true), "ok", None),
            State::Wrong(why) => (Some(false), "FAILED", Some(why)),
            State::Unseen(why) => (None, "unseen", Some(why)),
        };
        let line = if args.json {
            json!({ "check": it.name, "ok": ok, "because": why }).to_string()
        } else {
            format!("{word:<7} {}{}", it.name, why.map(|it| format!(": {it}")).unwrap_or_default())
        };
        // Who does not listen any more gets the exit code.
        let _ = writeln!(out, "{line}").and_then(|()| out.flush());
    };
    let stop = Cancel::new();
    let told = |signal| drop(writeln!(io::stderr(), "{signal}: stopping"));
    let checked = SignalHandler::start_with(stop.clone(), told)
        .and_then(|signals| check(&args.reducer, &stop, tell).map(|all| (all, signals.caught())));
    match checked {
        Ok((_, Some((_, signal)))) => Exit::by_signal(signal),
        Ok((all, None)) if !all.iter().any(|it| matches!(it.state, State::Wrong(_))) => Exit::Reduced,
        Ok(_) => Exit::NotInteresting,
        Err(failure) => {
            let help = failure.help.as_deref().unwrap_or_default();
            let _ = writeln!(io::stderr(), "error: {}\nhelp: {help}", failure.what);
            Exit::of(&failure)
        }
    }
}
