//! The first questions about a file: does it show what is looked for, every time, and what is its signature?

use lop_engine::Cancel;
use lop_oracle::signature::Signature;
use lop_oracle::{CheckError, RunOutput};
use lop_runner::slots::Slots;
use lop_runner::test::{Jobs, Test};
use lop_runner::{Event, Found};

use crate::inputs::corpus::Input;
use crate::inputs::test_config::FileTest;
use crate::records::explain::without_scratch;

/// How many of the last lines of a run are quoted.
const QUOTED: usize = 3;
/// How often a file is asked about that shows at once what is looked for.
const TWICE: u32 = 2;

/// Asks about a file as it is, twice. `None` when the batch was stopped meanwhile.
pub(crate) fn check(
    input: &Input,
    file: &FileTest,
    (jobs, slots): (&Jobs, &dyn Slots),
    (tell, stop): (&dyn Fn(Event), &Cancel),
) -> Option<Found> {
    let source = match input.read() {
        Ok(it) => it,
        Err(because) => return Some(Found::Unreadable { because }),
    };
    let original = source.files();
    let mut test = match Test::new(&file.options, &source.subject(&file.subject)) {
        Ok(test) => test,
        Err(failure) => return Some(Found::CannotRun { because: failure.brief() }),
    };
    test.share(jobs);
    test.about_luggage().into_iter().for_each(tell);
    let runs = match test.observe(original, (TWICE, true), slots, stop) {
        Ok(runs) => runs?,
        Err(error) => return found(error, &test, &[]),
    };
    test.about_here().into_iter().chain(test.about_missing()).for_each(tell);
    let shown = runs.clone();
    match test.judge(runs, original, false, slots, stop) {
        Ok(checked) => {
            let checked = checked?;
            let signature = checked.signature.as_ref().map(Signature::to_line);
            Some(Found::Interesting { signature, seconds: checked.took.as_secs_f64() })
        }
        Err(error) => found(error, &test, &shown),
    }
}

/// What a refusal says of a file that these runs were of. `None` when somebody stopped it.
fn found(error: CheckError, test: &Test, runs: &[RunOutput]) -> Option<Found> {
    Some(match error {
        CheckError::Cancelled => return None,
        CheckError::CannotRun(error) => Found::CannotRun { because: error.to_string() },
        CheckError::NotInteresting(refusal) => not_interesting(&refusal.run, test.made_by()),
        CheckError::Flaky(_) => Found::Flaky { runs: runs.iter().map(|it| ended(it, test)).collect() },
    })
}

/// How a run ended, and with what crash.
fn ended(run: &RunOutput, test: &Test) -> String {
    match test.signature(run) {
        Some(signature) => format!("{signature} ({})", run.status),
        None => run.status.to_string(),
    }
}

fn not_interesting(run: &RunOutput, limit: Option<&str>) -> Found {
    let mut said = run.stdout.last_lines(QUOTED);
    said.extend(run.stderr.last_lines(QUOTED));
    let plain = |it: &String| String::from_utf8_lossy(&without_scratch(it.as_bytes())).into_owned();
    let ended = match limit {
        Some(limit) => format!("{} without {limit}, which makes it crash", run.status),
        None => run.status.to_string(),
    };
    Found::NotInteresting { ended, said: said.iter().map(plain).collect() }
}
