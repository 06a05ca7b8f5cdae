//! What one of the judges was asked and what it cost, in the form that passes have.

use lop_engine::{Answer, PassStats, Verdict};
use parking_lot::Mutex;

use super::Judge;

/// Counts for one judge.
#[derive(Debug)]
pub(super) struct Stats(Mutex<PassStats>);

impl Stats {
    pub(super) fn new(name: &'static str) -> Stats {
        Stats(Mutex::new(PassStats::new(name)))
    }

    pub(super) fn name(&self) -> &'static str {
        self.0.lock().name
    }

    /// Takes note of a question.
    pub(super) fn note(&self, answer: Answer) {
        let mut stats = self.0.lock();
        stats.took += answer.took;
        stats.asked += u64::from(answer.verdict != Verdict::Cancelled);
    }

    /// Takes note of a question that needed no asking.
    pub(super) fn recalled(&self) {
        self.0.lock().known += 1;
    }

    /// Takes note of what a question came to in the end.
    pub(super) fn accepted(&self, verdict: Verdict) {
        self.0.lock().accepted += u64::from(verdict == Verdict::Interesting);
    }

    /// The counts, if anything was asked.
    pub(super) fn asked(&self) -> Option<PassStats> {
        Some(self.0.lock().clone()).filter(|it| it.asked > 0)
    }
}

impl Judge<'_> {
    /// What was asked besides the search.
    pub(crate) fn extra(&self) -> Vec<PassStats> {
        [&self.again, self.validity.stats(), self.objective.stats(), &self.then, &self.paste, &self.edit]
            .into_iter()
            .filter_map(Stats::asked)
            .collect()
    }
}
