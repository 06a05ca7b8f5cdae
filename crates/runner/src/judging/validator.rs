//! When the expensive test of `--then` is asked, and what follows from a no.
//!
//! Whether it is due is decided by the candidate and what the candidate was made of, and by nothing that happens at the
//! same time, so that a search runs the same way at any number of jobs: at each step down a ladder of sizes. When it
//! refuses, the question is whether the step did it or the search had gone astray before; only in the latter case is the
//! search led back. From there each success is shown to it for a while, and for longer with each refusal, so that it ends.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize, Ordering};

use lop_engine::{Cancel, Question, Verdict, tokens};
use parking_lot::Mutex;

/// After each refusal each success is shown to the test for another quarter of what is left.
const QUARTERS: usize = 4;

/// Decides when the expensive test is asked.
#[derive(Debug)]
pub(crate) struct Validator {
    is_there: bool,
    /// After so many refusals each success is shown to the test.
    patience: usize,
    /// Each success of more tokens is shown to the test; `usize::MAX` means none.
    careful_above: AtomicUsize,
    /// How often it refused what the search stood on.
    refusals: AtomicU32,
    refused: AtomicBool,
    /// Ends the search that is under way.
    pause: Mutex<Cancel>,
}

impl Validator {
    /// With `rates` there is always something to prove, and where one candidate has lost some of it others do, too.
    pub(super) fn new(is_there: bool, rates: bool) -> Validator {
        Validator {
            is_there: is_there || rates,
            patience: if rates { 1 } else { QUARTERS },
            careful_above: AtomicUsize::new(usize::MAX),
            refusals: AtomicU32::new(0),
            refused: AtomicBool::new(false),
            pause: Mutex::default(),
        }
    }

    /// True when there is an expensive test.
    pub(super) fn is_there(&self) -> bool {
        self.is_there
    }

    /// A search begins; `pause` ends it.
    pub(super) fn begin(&self, pause: Cancel) {
        self.refused.store(false, Ordering::SeqCst);
        *self.pause.lock() = pause;
    }

    /// True when a success on `question` must be shown to the expensive test.
    pub(super) fn is_due(&self, question: &Question<'_>) -> bool {
        if !self.is_there {
            return false;
        }
        let count = |files: &[std::sync::Arc<[u8]>]| files.iter().map(|it| tokens::count(it)).sum::<usize>();
        let now = count(question.files);
        self.is_careful(now) || rung(now) < rung(count(question.base))
    }

    /// Whether a success counts of which the expensive test has said `then`, or nothing.
    pub(super) fn trusts(&self, then: Option<Verdict>) -> bool {
        match then {
            _ if !self.is_there => true,
            Some(verdict) => verdict == Verdict::Interesting,
            None => self.careful_above.load(Ordering::SeqCst) == usize::MAX,
        }
    }

    /// The expensive test refuses what the search stands on.
    pub(super) fn refuse(&self) {
        self.refused.store(true, Ordering::SeqCst);
        self.pause.lock().raise();
    }

    /// True from a refusal until the next search begins.
    pub(super) fn is_refused(&self) -> bool {
        self.refused.load(Ordering::SeqCst)
    }

    /// The search was led back to so many tokens.
    pub(super) fn be_careful_below(&self, tokens: usize) {
        let refusals = self.refusals.fetch_add(1, Ordering::SeqCst) as usize + 1;
        let left = QUARTERS.saturating_sub(refusals);
        self.careful_above.store(tokens * left / QUARTERS, Ordering::SeqCst);
    }

    fn is_careful(&self, tokens: usize) -> bool {
        tokens > self.careful_above.load(Ordering::SeqCst)
            || self.refusals.load(Ordering::SeqCst) as usize >= self.patience
    }
}

/// The rung that so many tokens are on, from 0 for one token and none: each rung has half of the tokens of the one above.
fn rung(tokens: usize) -> u32 {
    tokens.max(1).ilog2()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ladder_goes_down_with_the_tokens() {
        assert_eq!((rung(0), rung(1), rung(2), rung(3), rung(4)), (0, 0, 1, 1, 2));
        assert!((1..10_000).all(|it| rung(it) <= rung(it + 1)));
    }

    #[test]
    fn care_grows_with_each_refusal_and_is_complete_after_four() {
        let validator = Validator::new(true, false);
        assert!(!validator.is_careful(100));
        validator.be_careful_below(100);
        assert!(validator.is_careful(76) && !validator.is_careful(75));
        validator.be_careful_below(100);
        assert!(validator.is_careful(51) && !validator.is_careful(50));
        validator.be_careful_below(100);
        validator.be_careful_below(100);
        assert!(validator.is_careful(0));
        assert!(!Validator::new(false, false).is_careful(0));
    }
}
