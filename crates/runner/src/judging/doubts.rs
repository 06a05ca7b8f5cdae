//! What the judge does about a test that is not to be believed: asks it again, trusts it less, and takes note for later runs.

use lop_engine::{Cancel, OracleError, Question, Verdict};

use super::Judge;
use crate::Files;
use crate::event::Event;
use crate::rate::Tally;
use crate::test::REPEATABLE;

impl Judge<'_> {
    /// An earlier run has seen the test change its mind, if `doubts`.
    pub(crate) fn doubting(self, doubts: bool) -> Self {
        if doubts {
            self.recheck.be_wary(1);
        }
        self
    }

    /// The test has changed its mind about the result.
    pub(crate) fn doubt(&self) {
        self.log.doubt();
        self.recheck.be_wary(1);
    }

    /// From now on each success is asked so often again, and those of before do not count.
    pub(crate) fn be_wary(&self, times: u32) {
        self.recheck.be_wary(times);
        self.verdicts.forget_successes();
    }

    /// True once the test was seen to change its mind.
    pub(crate) fn has_doubts(&self) -> bool {
        self.recheck.has_doubts()
    }

    /// What the test has said since the latest best is not to be believed, by no later run either.
    pub(crate) fn distrust(&self) {
        self.log.forget_since_best();
    }

    /// Asks the test again, whatever is known; fewer times when the run is stopped.
    pub(crate) fn again(&self, files: &Files, times: u32, stop: &Cancel) -> Result<Tally, OracleError> {
        let question = Question::about(files, stop);
        let mut tally = Tally::default();
        for _ in 0..times {
            let mut told = Vec::new();
            let answer = self.ask_again(&question, &mut told);
            self.tell(told);
            let answer = answer?;
            if answer.verdict == Verdict::Cancelled {
                break;
            }
            tally.note(answer.verdict);
        }
        Ok(tally)
    }

    /// A success that was asked again came to nothing.
    pub(super) fn changed_its_mind(&self) {
        if self.recheck.is_first_doubt() {
            self.log.doubt();
            self.events.send(Event::Warning(format!(
                "the test is flaky: it said yes and then no to the same candidate, so each success is asked again from \
                 now on; {REPEATABLE}, or hold on to how often it says yes: --flaky"
            )));
        }
    }
}
