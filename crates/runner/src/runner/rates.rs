//! What a run does once a search has ended and rates are what counts: measures that of the result, and goes back to an earlier
//! best where it has fallen.

use lop_engine::Rank;

use super::{Halt, Next, Position, Runner};
use crate::Files;
use crate::event::Event;
use crate::judging::moods::FEWEST;
use crate::rate::{Bar, Tally, percent};
use crate::summary::Trust;

/// How often a run that finds that the result falls short searches on from an earlier best.
const RETURNS: usize = 3;

impl Runner<'_> {
    /// Measures the rate of the result as that of the original was measured, by runs of which nobody has seen one before: what
    /// passed a test was lucky more often than not. Goes back in the history where it falls short.
    pub(super) fn measure_the_result(
        &self,
        position: &mut Position,
        flukes: &mut usize,
    ) -> Result<Next, Halt> {
        let tally = self.measure(position.history.last())?;
        position.measured = Some(tally);
        if self.judge.is_met(tally) {
            return Ok(Next::Over(Trust::Full));
        }
        if tally.yes == 0 {
            self.insist(position)?;
        }
        self.reconsider()?;
        if self.judge.is_met(tally) {
            return Ok(Next::Over(Trust::Full));
        }
        if Rank::of(position.history.last()) == Rank::of(position.history.first()) {
            return Ok(Next::Over(Trust::Flaky));
        }
        self.fall_short(position, tally)?;
        if *flukes < RETURNS {
            *flukes += 1;
            return Ok(Next::Again);
        }
        let tally = self.measure(position.history.last())?;
        position.measured = Some(tally);
        Ok(Next::Over(if self.judge.is_met(tally) { Trust::Full } else { Trust::Flaky }))
    }

    fn measure(&self, files: &Files) -> Result<Tally, Halt> {
        let tally = self.judge.measure(files, self.config.jobs, self.stop)?;
        if self.stop.is_raised() || tally.asked == 0 { Err(Halt::Stopped) } else { Ok(tally) }
    }

    /// A second opinion on a best whose rate seems to have fallen.
    pub(super) fn appeal(&self, files: &Files) -> Result<bool, Halt> {
        Ok(self.judge.is_about_rates() && self.judge.appeal(files, self.config.jobs, self.stop)?)
    }

    /// Measures the original once more, before anything is said to have fallen below it.
    pub(super) fn reconsider(&self) -> Result<(), Halt> {
        self.judge.reconsider(self.config.jobs, self.stop)?;
        if self.stop.is_raised() { Err(Halt::Stopped) } else { Ok(()) }
    }

    /// The rate has fallen after all: goes back to the latest best of which that is not so. What was proven of those is not
    /// believed either.
    fn fall_short(&self, position: &mut Position, tally: Tally) -> Result<(), Halt> {
        let from = Rank::of(position.history.last()).tokens;
        self.judge.disprove(position.history.last());
        position.history.fall_back(|files| {
            let holds = self.judge.is_met(self.measure(files)?);
            if !holds {
                self.judge.disprove(files);
            }
            Ok::<_, Halt>(holds && self.passes(files)?)
        })?;
        let to = Rank::of(&position.history.good()).tokens;
        self.judge.be_careful_below(to);
        self.events.send(Event::Note(format!(
            "the test says yes to the result ({from} tokens) in {tally}, which is too seldom: back to {to} tokens, and looking \
             at the rate of each improvement for a while"
        )));
        position.floor = None;
        self.settle(position, &self.sink.mark(""));
        Ok(())
    }

    /// Where the test never says yes to the result any more, it must still do so to the original.
    fn insist(&self, position: &Position) -> Result<(), Halt> {
        let patience = self.judge.bar().map_or(0, Bar::patience);
        for _ in 0..patience {
            let tally = self.judge.again(position.history.first(), 1, self.stop)?;
            if tally.asked == 0 {
                return Err(Halt::Stopped);
            }
            if tally.yes > 0 {
                return Ok(());
            }
        }
        self.judge.distrust();
        Err(Halt::Broken)
    }
}

/// Why there is no point in a search that is to hold on to a rate, if there is none. `demanded` is what it must be at least.
pub(crate) fn too_seldom(original: Tally, demanded: Option<f64>) -> Option<(String, String)> {
    if original.yes < FEWEST {
        let often = "make it fail more often: let one question run it many times, until it fails".to_owned();
        return Some((format!("it says yes in {original}: that is too seldom to hold on to"), often));
    }
    let demanded = demanded.filter(|it| original.interval().1 < *it)?;
    Some((
        format!("it says yes in {original}, and --rate demands {}", percent(demanded)),
        "demand no more than the original does: leave out --rate, and it must not fall below that".to_owned(),
    ))
}
