//! The first questions about a file: does it show what is looked for, every time, and what is its signature?

use std::time::Duration;

use lop_engine::{Cancel, Question};
use lop_oracle::signature::Signature;
use lop_oracle::{Capture, CommandOracle, RunOutput, Status};

use crate::asker::signature;
use crate::corpus::Input;
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
        Err(error) => return Some(Found::CannotRun { because: error.message }),
    };
    let mut runs = Vec::new();
    let times = test.spec.repeat.times.max(2);
    for _ in 0..times {
        let _permit = place.acquire(stop)?;
        let question = Question { files: std::slice::from_ref(&original), worker: 0, cancel: stop };
        match oracle.run(&question, Capture::Everything) {
            Ok(run) if run.status == Status::Cancelled => return None,
            Ok(run) => runs.push(run),
            Err(error) => return Some(Found::CannotRun { because: error.message }),
        }
        // What does not crash at once is not asked again unless the user expects it to be moody.
        if test.spec.repeat.times == 1 && !shows(test, &runs[0]) {
            break;
        }
    }
    Some(judge(test, &runs))
}

/// True when a run shows what is looked for.
fn shows(test: &Test, run: &RunOutput) -> bool {
    if test.by_signature {
        run.status != Status::TimedOut && signature(run).is_some()
    } else {
        test.spec.criteria.hold(run)
    }
}

fn judge(test: &Test, runs: &[RunOutput]) -> Found {
    let shown = runs.iter().filter(|it| shows(test, it)).count();
    let repeat = test.spec.repeat;
    let enough = if repeat.times == 1 { runs.len() } else { repeat.at_least as usize };
    let Some(first) = runs.iter().find(|it| shows(test, it)) else {
        return not_interesting(&runs[runs.len() - 1]);
    };
    let found = signature(first);
    let same = |it: &&RunOutput| !shows(test, it) || signature(it) == found;
    if shown < enough || (test.by_signature && !runs.iter().all(|it| same(&it))) {
        return Found::Flaky { runs: runs.iter().map(ended).collect() };
    }
    let seconds = runs.iter().map(|it| it.took).max().unwrap_or(Duration::ZERO).as_secs_f64();
    Found::Interesting { signature: found.as_ref().map(Signature::to_line), seconds }
}

fn not_interesting(run: &RunOutput) -> Found {
    let mut said = run.stdout.last_lines(QUOTED);
    said.extend(run.stderr.last_lines(QUOTED));
    Found::NotInteresting { ended: run.status.to_string(), said }
}

fn ended(run: &RunOutput) -> String {
    match signature(run) {
        Some(signature) => format!("{signature} ({})", run.status),
        None => run.status.to_string(),
    }
}
