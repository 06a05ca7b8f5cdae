//! What is measured of the original before the search, how often the test says yes to it and its score, and of the result.

use super::{AtWork, Reduction};
use crate::event::Event;
use crate::failure::{Failure, Trouble};
use crate::journal::Past;
use crate::judging::Judge;
use crate::number::{count, counted};
use crate::rate::percent;
use crate::runner::{self, Arrived};
use crate::summary::Scores;

impl Reduction<'_> {
    /// Measures how often the test says yes to the original, where that is what counts.
    pub(super) fn measure_original(&self, judge: &Judge<'_>, past: &Past) -> Result<(), Failure> {
        if judge.is_about_rates() && past.rate().is_none() {
            self.events.send(Event::Note(
                "asking about the original until it is known how often the test says yes".to_owned(),
            ));
        }
        let run = (self.plan.config.jobs, self.stop);
        let tally = judge
            .measure_original(self.plan.original(), past.rate(), run)
            .map_err(|it| Failure::cannot_ask("the test could not be run any more", &it))?;
        let (Some(tally), Some(bar)) = (tally, judge.bar()) else { return Ok(()) };
        if let Some((because, help)) = runner::too_seldom(tally, self.plan.options.test.rate) {
            let what = "the original is not interesting often enough";
            return Err(Failure::new(Trouble::NotInteresting, what).because(because).help(help));
        }
        self.events.send(Event::Note(format!(
            "the test says yes to the original in {tally}; what it says yes to in {} or less does not count; a no takes about \
             {}, and the proof of a rate {}",
            percent(bar.low()),
            counted(bar.runs_of_no(), "run"),
            count(bar.runs_of_proof()),
        )));
        Ok(())
    }

    /// Measures the original, where there is an objective.
    pub(super) fn measure_objective(&self, judge: &Judge<'_>, past: &Past) -> Result<Option<f64>, Failure> {
        let original = self.plan.original();
        let score = judge
            .begin_objective(original, past.scores(), self.stop)
            .map_err(|it| Failure::cannot_ask("the command of --objective cannot be run", &it))?;
        if score.is_none() && self.test.objective().is_some() && !self.stop.is_raised() {
            return Err(self.test.no_score(judge.run_without_score()));
        }
        Ok(score)
    }
}

impl AtWork<'_> {
    /// What was measured of the original and the result.
    pub(super) fn scores(&self, arrived: &Arrived) -> Option<Scores> {
        let (original, result) = self.score.zip(self.judge.measured(&arrived.outcome.files))?;
        Some(Scores { original, result, wavers: arrived.wavers })
    }
}
