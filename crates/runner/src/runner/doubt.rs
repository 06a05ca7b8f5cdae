//! What a run does once a search has ended and the test does not stand by its answer: back to what holds, or, where the
//! test itself has broken, to an end with what there is.

use lop_engine::{OracleError, Outcome, Rank};

use super::{Halt, Next, Position, Runner};
use crate::Files;
use crate::event::Event;
use crate::judging::recheck::SURE;
use crate::number::{count, counted};
use crate::rate::Tally;
use crate::summary::Trust;
use crate::test::REPEATABLE;

/// How many more times a test is asked that failed about the result, to name its rate.
const RATE: u32 = 8;
/// How often an earlier best is asked before it stands for the result, and the original before the test counts as broken.
const RELIABLE: u32 = 3;
/// How often each success is asked again after the result turned out to be a fluke: first, and then.
const WARY: [u32; 2] = [3, 6];

/// Why a run with a broken test has ended.
pub(super) fn broken() -> OracleError {
    OracleError::new("it says no to the original now, and to the best so far, to which it said yes before")
        .with_remedy("see what has changed (a license, a full disk, a rebuilt compiler), mend it, and go on with --resume")
}

impl Runner<'_> {
    /// Asks once more about the result, and goes back to one that holds where it does not.
    pub(super) fn ask_about_the_result(
        &self,
        position: &mut Position,
        over: bool,
        flukes: &mut usize,
    ) -> Result<Next, Halt> {
        let files = position.history.last().clone();
        let mut tally = self.again(&files, SURE)?;
        if tally.is_sure() {
            return Ok(Next::Over(Trust::Full));
        }
        tally = tally + self.again(&files, RATE)?;
        if tally.yes == 0 {
            self.insist_on_the_original(position)?;
        }
        self.fall_back(position, tally)?;
        let Some(wary) = WARY.get(*flukes).filter(|_| !over) else {
            return Ok(Next::Over(Trust::Flaky));
        };
        *flukes += 1;
        self.judge.be_wary(*wary);
        Ok(Next::Again)
    }

    /// A test that says no to the result every time is asked about the original again. If it says no to that, too, it is
    /// the test that has changed, and what it says of anything counts no more.
    fn insist_on_the_original(&self, position: &Position) -> Result<(), Halt> {
        for _ in 0..RELIABLE {
            if self.again(position.history.first(), 1)?.yes > 0 {
                return Ok(());
            }
        }
        self.judge.distrust();
        Err(Halt::Broken)
    }

    /// Goes back to a document of which the test says the same every time.
    fn fall_back(&self, position: &mut Position, tally: Tally) -> Result<(), Halt> {
        self.judge.doubt();
        self.events.send(Event::Warning(format!(
            "the test is flaky: asked again about the result, it said yes {} in {}; {REPEATABLE}, or hold on to how often \
             it says yes: --flaky",
            counted(tally.yes, "time"),
            count(tally.asked)
        )));
        position.history.fall_back(|files| {
            Ok::<_, Halt>(self.again(files, RELIABLE)?.is_sure() && self.passes(files)?)
        })?;
        let tokens = Rank::of(&position.history.good()).tokens;
        let back =
            format!("back to {}, of which the test says the same every time", counted(tokens, "token"));
        self.events.send(Event::Note(back));
        position.floor = None;
        self.settle(position, &self.sink.mark(""));
        Ok(())
    }

    /// Measures the result once more. True, and told of, where it is worse than it was: what was refused was held to a number
    /// then that the result does not have either.
    pub(super) fn score_wavers(&self, outcome: &Outcome) -> bool {
        if self.hasty || self.stop.is_raised() || outcome.ended.trouble().is_some() {
            return false;
        }
        let worse = match self.judge.reappraise(&outcome.files, self.stop) {
            Ok(None) => return false,
            Ok(Some((before, Some(now)))) => {
                format!("is {now} when it is measured again, and was {before} when it was found")
            }
            Ok(Some((before, None))) => {
                format!("was {before} when it was found, and cannot be measured again")
            }
            Err(error) => format!("cannot be measured again: {}", error.cause),
        };
        self.events.send(Event::Warning(format!(
            "the score of the result {worse}; let the command print the mean or the least of several runs, or set --margin to \
             as much as it wavers"
        )));
        true
    }

    /// Asks the test again, so often.
    fn again(&self, files: &Files, times: u32) -> Result<Tally, Halt> {
        let tally = self.judge.again(files, times, self.stop)?;
        if tally.asked < times { Err(Halt::Stopped) } else { Ok(tally) }
    }
}
