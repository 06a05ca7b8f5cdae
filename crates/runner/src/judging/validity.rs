//! `--valid`: a test of validity beside the test. What one of the two refuses is refused, and the cheaper is asked first.
//!
//! Together they answer one question: it counts once, and which of them was asked first changes no verdict. What is known of
//! validity is known whatever becomes of the verdict, so that a test which changes its mind does not cost it again.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use lop_engine::{Answer, Oracle, OracleError, Question, Verdict, text_hash};
use parking_lot::Mutex;

use super::Judge;
use super::stats::Stats;
use super::verdicts::Known;
use crate::event::Reason;
use crate::summary;

/// What it is called among the passes.
const VALID: &str = "valid";

/// What is known of validity, and what asking costs.
#[derive(Debug)]
pub(super) struct Validity {
    /// By the hash of the text.
    known: Mutex<HashMap<u128, bool>>,
    stats: Stats,
    refused: AtomicU64,
    own: Pace,
    /// That of the test.
    other: Pace,
}

/// How long runs take.
#[derive(Debug, Default)]
struct Pace {
    runs: AtomicU64,
    micros: AtomicU64,
}

impl Validity {
    /// What a journal knows of both tests says as much of validity. `took`: how long the test runs on the original.
    pub(super) fn new(journal: &Known, took: Duration) -> Validity {
        let says = |it: &Reason| match it {
            Reason::Interesting => Some(true),
            Reason::Invalid => Some(false),
            _ => None,
        };
        let known = journal.iter().filter_map(|(hash, it)| Some((*hash, says(it)?))).collect();
        let other = Pace::default();
        other.note(took);
        Validity {
            known: Mutex::new(known),
            stats: Stats::new(VALID),
            refused: AtomicU64::new(0),
            own: Pace::default(),
            other,
        }
    }

    /// True when it takes no longer than the test, as far as is known.
    fn goes_first(&self) -> bool {
        self.own.mean() <= self.other.mean()
    }

    /// Takes note of a run.
    fn learn(&self, hash: u128, answer: Answer) {
        self.stats.note(answer);
        if answer.verdict == Verdict::Cancelled {
            return;
        }
        let is_valid = answer.verdict == Verdict::Interesting;
        self.own.note(answer.took);
        self.stats.accepted(answer.verdict);
        self.refused.fetch_add(u64::from(!is_valid), Ordering::SeqCst);
        self.known.lock().insert(hash, is_valid);
    }

    pub(super) fn stats(&self) -> &Stats {
        &self.stats
    }
}

impl Pace {
    fn note(&self, took: Duration) {
        self.runs.fetch_add(1, Ordering::SeqCst);
        self.micros.fetch_add(u64::try_from(took.as_micros()).unwrap_or(u64::MAX), Ordering::SeqCst);
    }

    /// Microseconds; 0 while nothing is known.
    fn mean(&self) -> u64 {
        self.micros.load(Ordering::SeqCst) / self.runs.load(Ordering::SeqCst).max(1)
    }
}

impl Judge<'_> {
    /// Asks the test and that of validity, the cheaper first. Also true when it was validity that was refused.
    pub(super) fn ask_test(&self, question: &Question<'_>) -> Result<(Answer, bool), OracleError> {
        let mut is_invalid = false;
        let answer = self.in_slot(question, || {
            let mut took = Duration::ZERO;
            // A rate takes many runs to know, and validity one.
            let first = self.test.valid().is_some() && (self.is_about_rates() || self.validity.goes_first());
            for of_validity in [first, !first] {
                let answer = if of_validity { self.ask_valid(question)? } else { self.ask_alone(question)? };
                took += answer.took;
                if answer.verdict != Verdict::Interesting {
                    is_invalid = of_validity && answer.verdict == Verdict::Boring;
                    return Ok(Answer { took, ..answer });
                }
            }
            Ok(Answer { verdict: Verdict::Interesting, took })
        })?;
        Ok((answer, is_invalid))
    }

    /// True when the files are valid, or nobody wants to know.
    pub(crate) fn is_valid(&self, question: &Question<'_>) -> Result<bool, OracleError> {
        Ok(self.in_slot(question, || self.ask_valid(question))?.verdict == Verdict::Interesting)
    }

    /// What the test of validity did, if there is one.
    pub(crate) fn validity(&self) -> Option<summary::Validity> {
        self.test.valid()?;
        let stats = self.validity.stats.asked().unwrap_or_default();
        let refused = self.validity.refused.load(Ordering::SeqCst);
        Some(summary::Validity { asked: stats.asked, refused, took: stats.took })
    }

    /// Asks the test of validity unless it is known what it says. Where it does not end in time the text is not valid.
    fn ask_valid(&self, question: &Question<'_>) -> Result<Answer, OracleError> {
        let Some(valid) = self.test.valid() else { return Ok(Verdict::Interesting.into()) };
        let hash = text_hash(question.files);
        if let Some(is_valid) = self.validity.known.lock().get(&hash).copied() {
            self.validity.stats.recalled();
            return Ok(if is_valid { Verdict::Interesting } else { Verdict::Boring }.into());
        }
        let answer = valid.ask(question)?;
        self.validity.learn(hash, answer);
        let verdict = if answer.verdict == Verdict::TimedOut { Verdict::Boring } else { answer.verdict };
        Ok(Answer { verdict, ..answer })
    }

    fn ask_alone(&self, question: &Question<'_>) -> Result<Answer, OracleError> {
        let answer = self.test.ask(question)?;
        if answer.verdict != Verdict::Cancelled {
            self.validity.other.note(answer.took);
        }
        Ok(answer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn validity_goes_first_until_it_turns_out_to_cost_more() {
        let validity = Validity::new(&Known::new(), Duration::from_millis(10));
        assert!(validity.goes_first());
        let slow = Answer { verdict: Verdict::Interesting, took: Duration::from_millis(30) };
        validity.learn(1, slow);
        assert!(!validity.goes_first());
        validity.other.note(Duration::from_millis(90));
        assert!(validity.goes_first());
    }

    #[test]
    fn a_journal_knows_what_was_valid_where_both_agreed_or_validity_refused() {
        let journal = Known::from([(1, Reason::Interesting), (2, Reason::Invalid), (3, Reason::Refused)]);
        let validity = Validity::new(&journal, Duration::ZERO);
        assert_eq!(*validity.known.lock(), HashMap::from([(1, true), (2, false)]));
    }

    #[test]
    fn a_run_that_was_cancelled_says_nothing() {
        let validity = Validity::new(&Known::new(), Duration::ZERO);
        validity.learn(1, Verdict::Cancelled.into());
        assert!(validity.known.lock().is_empty() && validity.stats.asked().is_none());
    }
}
