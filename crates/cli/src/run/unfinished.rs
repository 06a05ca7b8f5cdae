//! An earlier run of the same that did not come to its end: what it found is never thrown away unless the user says so.

use std::io::{self, IsTerminal, Write};

use lop_engine::{Cancel, Rank};
use lop_oracle::Identity;
use lop_runner::journal::{self, Keep, Past};
use lop_runner::number::counted;
use lop_runner::{Failure, Files, Trouble};
use rustix::event::{PollFd, PollFlags, Timespec, poll};

use crate::args::Args;

/// How often it is looked whether somebody wants to leave while an answer is waited for.
const LOOK: Timespec = Timespec { tv_sec: 0, tv_nsec: 100_000_000 };

/// What the user wants done with an earlier run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Choice {
    GoOn,
    Fresh,
    Leave,
}

/// Whether to go on with an earlier run: as the command line says; else there is none, or the user is asked, and where
/// nobody can be asked this is an error. `None` when somebody raised `stop` meanwhile.
pub(crate) fn goes_on(
    args: &Args,
    keep: &Keep,
    identity: &Identity,
    original: &Files,
    stop: &Cancel,
) -> Result<Option<bool>, Failure> {
    let said = args.result.resume || args.result.fresh;
    if said && !args.result.by_habit {
        return Ok(Some(args.result.resume));
    }
    let Some(past) = journal::unfinished(keep, identity, original) else {
        return Ok(Some(false));
    };
    if said {
        return Ok(Some(true));
    }
    let found = told(&past, original);
    let nobody = args.talk.json || args.talk.quiet;
    if nobody || !io::stdin().is_terminal() || !io::stderr().is_terminal() {
        return Err(refused(&found));
    }
    match ask(&found, stop) {
        Some(Choice::GoOn) => Ok(Some(true)),
        Some(Choice::Fresh) => Ok(Some(false)),
        None if stop.is_raised() => Ok(None),
        Some(Choice::Leave) | None => Err(refused(&found)),
    }
}

/// How far the earlier run got.
fn told(past: &Past, original: &Files) -> String {
    let size = |it: &Files| {
        let rank = Rank::of(it);
        format!("{}, {}", counted(rank.tokens, "token"), counted(rank.bytes, "byte"))
    };
    let best = past.best().unwrap_or(original);
    format!(
        "an earlier run of this is unfinished: it got from {} to {} with {}",
        size(original),
        size(best),
        counted(past.questions(), "question")
    )
}

fn refused(found: &str) -> Failure {
    Failure::new(Trouble::Unfinished, found).because("beginning anew would replace what it found").help(
        "to go on with it, give the same command with --resume\nto begin anew, give the same command with --fresh",
    )
}

/// Asks on the terminal until there is an answer; `None` when there will be none.
fn ask(found: &str, stop: &Cancel) -> Option<Choice> {
    let mut err = io::stderr().lock();
    loop {
        let question = "go on with it (Enter), begin anew (f), or leave (q)? ";
        write!(err, "{found}\n{question}").and_then(|()| err.flush()).ok()?;
        let line = line(stop)?;
        if let Some(choice) = understood(&line) {
            return Some(choice);
        }
    }
}

/// A line of the terminal; `None` at its end, and when the run is stopped meanwhile.
fn line(stop: &Cancel) -> Option<String> {
    let stdin = io::stdin();
    while !stop.is_raised() {
        let mut waits = [PollFd::new(&stdin, PollFlags::IN)];
        if poll(&mut waits, Some(&LOOK)).is_ok_and(|it| it > 0) {
            let mut line = String::new();
            return (stdin.read_line(&mut line).ok()? > 0).then_some(line);
        }
    }
    None
}

fn understood(line: &str) -> Option<Choice> {
    match line.trim().to_lowercase().as_str() {
        "" | "g" | "go on" | "r" | "resume" | "y" | "yes" => Some(Choice::GoOn),
        "f" | "fresh" | "n" | "new" => Some(Choice::Fresh),
        "q" | "quit" | "l" | "leave" => Some(Choice::Leave),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn enter_goes_on_and_what_is_not_understood_is_asked_again() {
        assert_eq!(understood("\n"), Some(Choice::GoOn));
        assert_eq!(understood("F\n"), Some(Choice::Fresh));
        assert_eq!(understood("q\n"), Some(Choice::Leave));
        assert_eq!(understood("what?\n"), None);
    }
}
