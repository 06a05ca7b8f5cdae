//! The first questions about a file: does it show what is looked for, every time, and what is its signature?

use std::sync::Arc;
use std::time::Duration;

use lop_engine::{Cancel, Oracle, Question, Verdict};
use lop_oracle::signature::Signature;
use lop_oracle::{Capture, CommandOracle, CommandSpec, RunOutput, Status};

use crate::corpus::Input;
use crate::explain::without_scratch;
use crate::pool::Place;
use crate::record::Found;
use crate::tests::Test;

/// How many of the last lines of a run are quoted.
const QUOTED: usize = 3;

/// Asks about a file as it is, twice. `None` when the batch was stopped meanwhile.
pub(crate) fn check(input: &Input, test: &Test, place: &Place<'_>, stop: &Cancel) -> Option<Found> {
    let original = match input.read() {
        Ok(it) => it,
        Err(because) => return Some(Found::Unreadable { because }),
    };
    let oracle = match CommandOracle::new(test.spec.clone()) {
        Ok(oracle) => oracle,
        Err(error) => return Some(Found::CannotRun { because: error.to_string() }),
    };
    let mut runs = Vec::new();
    let times = test.spec.repeat.times.max(2);
    for _ in 0..times {
        let _permit = place.acquire(stop)?;
        let question = Question {
            files: std::slice::from_ref(&original),
            base: std::slice::from_ref(&original),
            worker: 0,
            cancel: stop,
        };
        match oracle.run(&question, Capture::Everything) {
            Ok(run) if run.status == Status::Cancelled => return None,
            Ok(run) => runs.push(run),
            Err(error) => return Some(Found::CannotRun { because: error.to_string() }),
        }
        // What does not crash at once is not asked again unless the user expects it to be moody.
        if test.spec.repeat.times == 1 && !test.is_shown_by(&runs[0]) {
            break;
        }
    }
    let found = judge(test, &runs);
    match (&test.then, &found) {
        (Some(then), Found::Interesting { .. }) => ask_then(then, found, &original, place, stop),
        _ => Some(found),
    }
}

/// What was found, unless the expensive test refuses the input. `None` when the batch was stopped meanwhile.
fn ask_then(
    then: &CommandSpec,
    found: Found,
    original: &Arc<[u8]>,
    place: &Place<'_>,
    stop: &Cancel,
) -> Option<Found> {
    let _permit = place.acquire(stop)?;
    let question = Question {
        files: std::slice::from_ref(original),
        base: std::slice::from_ref(original),
        worker: 0,
        cancel: stop,
    };
    match CommandOracle::new(then.clone()).and_then(|it| it.ask(&question)).map(|it| it.verdict) {
        Ok(Verdict::Interesting) => Some(found),
        Ok(Verdict::Cancelled) => None,
        Ok(Verdict::Boring | Verdict::TimedOut) => {
            let ended = "the test says yes and --then says no".to_owned();
            Some(Found::NotInteresting { ended, said: Vec::new() })
        }
        Err(error) => Some(Found::CannotRun { because: error.to_string() }),
    }
}

fn judge(test: &Test, runs: &[RunOutput]) -> Found {
    let shown = runs.iter().filter(|it| test.is_shown_by(it)).count();
    let repeat = test.spec.repeat;
    let enough = if repeat.times == 1 { runs.len() } else { repeat.at_least as usize };
    let Some(first) = runs.iter().find(|it| test.is_shown_by(it)) else {
        return not_interesting(&runs[runs.len() - 1]);
    };
    let found = Signature::of_run(first);
    let same = |it: &&RunOutput| !test.is_shown_by(it) || Signature::of_run(it) == found;
    if shown < enough || (test.by_signature && !runs.iter().all(|it| same(&it))) {
        return Found::Flaky { runs: runs.iter().map(ended).collect() };
    }
    let seconds = runs.iter().map(|it| it.took).max().unwrap_or(Duration::ZERO).as_secs_f64();
    Found::Interesting { signature: found.as_ref().map(Signature::to_line), seconds }
}

fn not_interesting(run: &RunOutput) -> Found {
    let mut said = run.stdout.last_lines(QUOTED);
    said.extend(run.stderr.last_lines(QUOTED));
    let plain = |it: &String| String::from_utf8_lossy(&without_scratch(it.as_bytes())).into_owned();
    let said = said.iter().map(plain).collect();
    Found::NotInteresting { ended: run.status.to_string(), said }
}

fn ended(run: &RunOutput) -> String {
    match Signature::of_run(run) {
        Some(signature) => format!("{signature} ({})", run.status),
        None => run.status.to_string(),
    }
}
