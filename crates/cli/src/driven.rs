//! What a run came to, over all its searches.

use lop_engine::{Outcome, PassStats, Rank};

use crate::history::Files;
use crate::judge::Judge;
use crate::until::Spent;

/// What a run came to.
#[derive(Debug)]
pub(crate) struct Driven {
    /// Of all its searches together.
    pub(crate) outcome: Outcome,
    /// False when the test would not say the same of the result every time.
    pub(crate) reliable: bool,
    /// Improvements that the expensive test was not asked about, so that they do not count.
    pub(crate) unproven: usize,
    /// The budget that ended it.
    pub(crate) spent: Option<Spent>,
}

impl Driven {
    /// Puts other texts in the place of the result; the judge has been asked about them.
    pub(crate) fn set_result(&mut self, files: Files, judge: &Judge<'_>) {
        let rank = Rank::of(&files);
        (self.outcome.tokens.1, self.outcome.bytes.1) = (rank.tokens, rank.bytes);
        self.outcome.files = files;
        self.outcome.questions = judge.asked();
    }
}

/// Two searches as one.
pub(crate) fn together(mut first: Outcome, mut second: Outcome) -> Outcome {
    for (sum, it) in first.passes.iter_mut().zip(&second.passes) {
        add(sum, it);
    }
    second.tokens.0 = first.tokens.0;
    second.bytes.0 = first.bytes.0;
    second.questions += first.questions;
    second.known += first.known;
    second.rounds += first.rounds;
    second.passes = first.passes;
    second
}

fn add(sum: &mut PassStats, it: &PassStats) {
    sum.asked += it.asked;
    sum.accepted += it.accepted;
    sum.known += it.known;
    sum.tokens += it.tokens;
    sum.bytes += it.bytes;
    sum.took += it.took;
}
