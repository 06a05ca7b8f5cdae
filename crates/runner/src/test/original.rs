//! Why the test refused the original, as the user is told.

use std::fmt::Write as _;

use lop_oracle::{CheckError, NotInteresting};

use crate::failure::{Failure, Trouble};

/// How many of the last lines of each of the test's streams a message quotes.
const QUOTED: usize = 10;

/// What to do first about a flaky test.
pub(crate) const REPEATABLE: &str = "make it repeatable (fix seeds, thread counts and addresses: setarch -R)";

/// The failure that a check came to.
pub(super) fn refused(error: CheckError) -> Failure {
    match error {
        CheckError::Cancelled => Failure::new(Trouble::Stopped(0), "stopped"),
        CheckError::CannotRun(error) => Failure::cannot_ask("the test cannot be run", &error),
        CheckError::NotInteresting(refusal) => not_interesting(&refusal),
        CheckError::Flaky(flaky) => {
            let runs = flaky.runs.iter().map(|(status, held)| {
                format!("{} ({status})", if *held { "interesting" } else { "not interesting" })
            });
            let runs = runs.collect::<Vec<_>>().join(", then ");
            Failure::new(Trouble::Flaky, "the test is flaky: it changes its mind about the same file")
                .because(format!("about the original it said {runs}"))
                .help(format!("{REPEATABLE},\nor hold on to how often it says yes: --flaky,\nor ask it more often: --repeat 5 --at-least 1"))
        }
    }
}

pub(super) fn not_interesting(refusal: &NotInteresting) -> Failure {
    let mut because = refusal.unmet.join("\n");
    let run = &refusal.run;
    for (name, stream) in [("output", &run.stdout), ("error output", &run.stderr)] {
        let lines = stream.last_lines(QUOTED);
        if !lines.is_empty() {
            let _ = write!(because, "\nits {name} ends with:");
            for line in lines {
                let _ = write!(because, "\n| {line}");
            }
        }
    }
    if run.stdout.total() + run.stderr.total() == 0 {
        because.push_str("\nit printed nothing");
    }
    let mut help = "to see it by hand:".to_owned();
    for line in &refusal.recipe {
        let _ = write!(help, "\n  {line}");
    }
    for hint in &refusal.hints {
        let _ = write!(help, "\n{hint}");
    }
    Failure::new(Trouble::NotInteresting, "the original is not interesting: the test says no to it")
        .because(because)
        .help(help)
}
