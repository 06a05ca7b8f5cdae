//! What it pays to ask again: what came of edits that were refused before and asked about once more, in this run and before it.

use super::Left;
use super::candidate::{Candidate, Reply};
use super::round::Round;
use crate::rank::Rank;
use crate::thresholds::WORTH_QUESTIONS;

/// Some 3,900 such questions about texts made at random and the samples of all languages took two tokens. They count as this
/// many, so that what a run sees for itself soon says more.
const BEFORE: f32 = 500.0;
/// The tokens they took, at that rate.
const TOKENS_BEFORE: f32 = 0.25;
/// What is left of an observation one question later: half of it after 350.
const FADING: f32 = 0.998;

/// Tokens per question, of a Poisson process with a Gamma prior.
#[derive(Debug, Default)]
pub(super) struct AskedAgain {
    questions: f32,
    tokens: f32,
}

impl AskedAgain {
    /// Takes note of a question about an edit that was refused before, and how many tokens went.
    fn note(&mut self, tokens: usize) {
        self.questions = self.questions * FADING + 1.0;
        #[expect(clippy::cast_precision_loss, reason = "an estimate")]
        let tokens = tokens as f32;
        self.tokens = self.tokens * FADING + tokens;
    }

    /// What these edits promise.
    pub(super) fn left(&self, edits: usize) -> Left {
        let rate = (self.tokens + TOKENS_BEFORE) / (self.questions + BEFORE);
        #[expect(clippy::cast_precision_loss, reason = "an estimate")]
        let tokens = edits as f32 * rate;
        Left { edits, tokens }
    }

    /// True when the first of these edits promise a token.
    pub(super) fn pays(&self, edits: usize) -> bool {
        self.left(edits.min(WORTH_QUESTIONS.get())).tokens >= 1.0
    }
}

impl Round<'_> {
    /// Takes note of the answer about a candidate, known or not, if it was refused before. What an excursion tries is about
    /// another document.
    pub(super) fn note_asked_again(&self, candidate: &Candidate, reply: Reply) {
        if self.focus.is_some() || !self.run.refusals.hold_any(candidate.fingerprint) {
            return;
        }
        let before = candidate.best.rank.tokens;
        match reply {
            Reply::Interesting => {
                let after = Rank::of(&candidate.files).tokens;
                self.run.asked_again.lock().note(before.saturating_sub(after));
            }
            Reply::Refused => self.run.asked_again.lock().note(0),
            Reply::Nothing => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_refused_before_does_not_pay_until_some_of_it_has() {
        let mut model = AskedAgain::default();
        assert!(!model.pays(10_000));
        (0..20).for_each(|_| model.note(0));
        model.note(5);
        assert!(model.pays(200));
        assert!(!model.pays(20), "so few cannot make up for it");
    }

    #[test]
    fn what_has_paid_long_ago_pays_no_more() {
        let mut model = AskedAgain::default();
        model.note(5);
        (0..1_000).for_each(|_| model.note(0));
        assert!(!model.pays(200));
    }

    #[test]
    fn of_all_that_is_left_it_is_said_what_it_promises() {
        let left = AskedAgain::default().left(1_000);
        assert_eq!(left, Left { edits: 1_000, tokens: 0.5 });
    }
}
