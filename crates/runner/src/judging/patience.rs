//! Time limits that were too tight: the limit falls with the file, and what did not end in time may have been slow and not
//! endless. So when runs come to nothing for lack of time the best is asked about again, which shows how long it takes now; and
//! what did not end within a limit that has risen meanwhile is asked about once more.

use std::time::Duration;

use lop_engine::{Answer, OracleError, Question, Verdict};
use parking_lot::Mutex;

use super::Judge;
use crate::event::Event;

/// Refusals for lack of time are looked at again when the limit is so many times what it was.
const RISEN: u32 = 2;
/// A run does so no more often than this.
const MOST: u32 = 3;

/// What is known of refusals for lack of time.
#[derive(Debug, Default)]
pub(super) struct Patience(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    /// The least limit within which something did not end.
    least: Option<Duration>,
    /// True once the limit was seen to be too tight for that.
    risen: bool,
    /// How often such refusals were forgotten.
    forgotten: u32,
}

impl Judge<'_> {
    /// Looks after a question that did not end in time, whose `answer` that was: asked again where the limit was too tight.
    pub(super) fn be_patient(
        &self,
        question: &Question<'_>,
        answer: Answer,
        told: &mut Vec<Event>,
    ) -> Result<Answer, OracleError> {
        let oracle = self.test.oracle();
        let Some(limit) = oracle.timeout().filter(|_| answer.verdict == Verdict::TimedOut) else {
            return Ok(answer);
        };
        if oracle.is_stalled() {
            let base = Question { files: question.base, ..*question };
            while self.ask_again(&base, told)?.verdict == Verdict::TimedOut && oracle.double_timeout() {}
            if oracle.timeout().is_some_and(|now| now >= RISEN * limit) {
                self.note_impatience(limit);
                self.patience.0.lock().risen = true;
                // Where the test was asked before that of --valid, the latter has not said anything yet.
                let (again, _) = self.ask_test(question)?;
                told.push(self.count(&self.again, question, again));
                return Ok(Answer { took: answer.took + again.took, ..again });
            }
        }
        self.note_impatience(limit);
        Ok(answer)
    }

    /// True when the limit has risen since something did not end within it, which is then forgotten, so that it is asked about
    /// again.
    pub(crate) fn forgets_impatience(&self) -> bool {
        let mut state = self.patience.0.lock();
        let now = self.test.oracle().timeout();
        let has_risen = state.risen || state.least.zip(now).is_some_and(|(then, now)| now >= RISEN * then);
        if !has_risen || state.forgotten >= MOST {
            return false;
        }
        *state = State { forgotten: state.forgotten + 1, ..State::default() };
        self.verdicts.forget_timeouts();
        true
    }

    fn note_impatience(&self, limit: Duration) {
        let mut state = self.patience.0.lock();
        state.least = Some(state.least.map_or(limit, |it| it.min(limit)));
    }
}
