//! The score of the original, which it must have where there is an objective.

use lop_engine::{Cancel, OracleError, Question};
use lop_oracle::{Capture, RunOutput, Status};

use super::Test;
use super::original::not_interesting;
use crate::Files;
use crate::failure::{Failure, Trouble};
use crate::judging::objective::score_of;
use crate::slots::{Slots, within};

impl Test {
    /// The score of the original. `None` without an objective, and when somebody raised `stop`.
    pub fn score(&self, original: &Files, slots: &dyn Slots, stop: &Cancel) -> Result<Option<f64>, Failure> {
        let Some(oracle) = &self.objective else { return Ok(None) };
        let ask = || oracle.run(&Question::about(original, stop), Capture::Everything);
        let cannot = |it: OracleError| Failure::cannot_ask("the command of --objective cannot be run", &it);
        let run = match within(slots, stop, ask).transpose().map_err(cannot)? {
            Some(run) if run.status != Status::Cancelled && !stop.is_raised() => run,
            _ => return Ok(None),
        };
        score_of(&run).map_or_else(|| Err(self.no_score(Some(run))), |it| Ok(Some(it)))
    }

    /// Why an original without a score cannot be reduced, with the run that had none.
    pub(crate) fn no_score(&self, run: Option<RunOutput>) -> Failure {
        let refusal = self.objective.as_ref().zip(run).map(|(oracle, run)| {
            let mut refusal = oracle.not_interesting(run);
            // What helps a test to a yes helps nobody to a number.
            refusal.hints.retain(|_| refusal.run.status == Status::TimedOut);
            not_interesting(&refusal)
        });
        let known = refusal.unwrap_or_else(|| Failure::new(Trouble::NotInteresting, ""));
        let join = |first: &str, more: Option<String>| match more {
            Some(more) if !more.is_empty() => format!("{first}\n{more}"),
            _ => first.to_owned(),
        };
        Failure::new(Trouble::NotInteresting, "the original has no score")
            .because(join(
                "the command of --objective must end with exit code 0 and print a number",
                known.because,
            ))
            .help(join("the last number on its standard output counts", known.help))
    }
}
