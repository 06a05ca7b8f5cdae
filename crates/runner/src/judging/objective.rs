//! `--objective`: a number that ranks before size, measured of what the test says yes to.
//!
//! Numbers waver, so they are compared by a margin. Each document has a *level*: that of its base, unless its own score is
//! lower by more than the margin; what is higher by more than that is refused. So scores cannot creep up step by step, and
//! the level falls by a margin at a time. Where it would fall it is measured twice, and the larger number counts: after one
//! lucky number everything else would be refused.

use std::collections::HashMap;
use std::sync::Arc;

use lop_engine::{Answer, Cancel, OracleError, Question, Verdict, text_hash};
use lop_oracle::{Capture, RunOutput, Status};
use parking_lot::Mutex;

use super::Judge;
use super::stats::Stats;
use crate::Files;
use crate::event::Event;

/// What it is called among the passes.
const OBJECTIVE: &str = "objective";

/// How often it is tried to measure what a search begins with.
const ATTEMPTS: u32 = 2;

/// What was measured, by the hash of the text.
pub(crate) type Scores = HashMap<u128, Score>;

/// What was measured of a document.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Score {
    /// The number.
    pub(crate) measured: f64,
    /// What it counts as.
    pub(crate) level: f64,
}

/// What is known of scores.
#[derive(Debug)]
pub(super) struct Objective {
    scores: Mutex<Scores>,
    /// The level of the original, once that is known: that of all that nobody could measure.
    original: Mutex<f64>,
    /// The latest run that had no score.
    failed: Mutex<Option<RunOutput>>,
    stats: Stats,
}

impl Default for Objective {
    fn default() -> Objective {
        let original = Mutex::new(f64::INFINITY);
        let (scores, failed) = (Mutex::default(), Mutex::default());
        Objective { scores, original, failed, stats: Stats::new(OBJECTIVE) }
    }
}

impl Objective {
    pub(super) fn stats(&self) -> &Stats {
        &self.stats
    }

    /// True when something was measured of the text with this hash.
    pub(super) fn knows(&self, hash: u128) -> bool {
        self.scores.lock().contains_key(&hash)
    }

    fn of(&self, files: &[Arc<[u8]>]) -> Option<Score> {
        self.scores.lock().get(&text_hash(files)).copied()
    }
}

impl Judge<'_> {
    /// What earlier runs have measured, and the original, which must have a score. `None` without an objective.
    pub(crate) fn begin_objective(
        &self,
        original: &Files,
        earlier: Scores,
        stop: &Cancel,
    ) -> Result<Option<f64>, OracleError> {
        self.objective.scores.lock().extend(earlier);
        self.appraise(original, stop)?;
        if let Some(score) = self.objective.of(original) {
            *self.objective.original.lock() = score.level;
        }
        Ok(self.measured(original))
    }

    /// Measures what a search begins with, unless that was done before. What cannot be measured counts as the original.
    pub(crate) fn appraise(&self, start: &Files, stop: &Cancel) -> Result<(), OracleError> {
        if self.test.objective().is_none() || self.objective.of(start).is_some() {
            return Ok(());
        }
        for _ in 0..ATTEMPTS {
            let mut told = Vec::new();
            let measured = self.score_by_command(&Question::about(start, stop), &mut told);
            self.tell(told);
            if let Ok(measured) = measured? {
                self.keep_score(start, Score { measured, level: measured });
                break;
            }
        }
        Ok(())
    }

    /// Measures the result once more. Where that is worse than what it counts as, its number before and now, if it still has
    /// one: that is its number from then on.
    pub(crate) fn reappraise(
        &self,
        result: &Files,
        stop: &Cancel,
    ) -> Result<Option<(f64, Option<f64>)>, OracleError> {
        let Some(before) = self.objective.of(result) else { return Ok(None) };
        let mut told = Vec::new();
        let measured = self.score_by_command(&Question::about(result, stop), &mut told);
        self.tell(told);
        let now = match measured? {
            Ok(measured) if level(measured, before.level, self.test.margin()).is_none() => Some(measured),
            Ok(_) | Err(Verdict::Cancelled) => return Ok(None),
            Err(_) => None,
        };
        if let Some(measured) = now {
            // Not in the journal: another run finds out for itself.
            self.objective.scores.lock().insert(text_hash(result), Score { measured, ..before });
        }
        Ok(Some((before.measured, now)))
    }

    /// The latest run that had no score.
    pub(crate) fn run_without_score(&self) -> Option<RunOutput> {
        self.objective.failed.lock().take()
    }

    /// The number that was measured of these files.
    pub(crate) fn measured(&self, files: &Files) -> Option<f64> {
        self.objective.of(files).map(|it| it.measured)
    }

    /// What the files count as, where there is an objective.
    pub(crate) fn level(&self, files: &[Arc<[u8]>]) -> Option<f64> {
        self.test.objective()?;
        Some(self.objective.of(files).map_or_else(|| *self.objective.original.lock(), |it| it.level))
    }

    /// Refuses what the test has said yes to, if its score is worse than that of its base.
    pub(super) fn weigh(
        &self,
        question: &Question<'_>,
        told: &mut Vec<Event>,
    ) -> Result<Answer, OracleError> {
        match self.level(question.base) {
            Some(base) => self.weigh_against(base, question, told),
            None => Ok(Verdict::Interesting.into()),
        }
    }

    /// Refuses a text that no search has made, if its score is worse than that of the original.
    pub(super) fn weigh_against_the_original(
        &self,
        question: &Question<'_>,
        told: &mut Vec<Event>,
    ) -> Result<Answer, OracleError> {
        if self.test.objective().is_none() {
            return Ok(Verdict::Interesting.into());
        }
        let original = *self.objective.original.lock();
        self.weigh_against(original, question, told)
    }

    fn weigh_against(
        &self,
        base: f64,
        question: &Question<'_>,
        told: &mut Vec<Event>,
    ) -> Result<Answer, OracleError> {
        if let Some(known) = self.objective.of(question.files) {
            let verdict = if known.level <= base { Verdict::Interesting } else { Verdict::Boring };
            return Ok(verdict.into());
        }
        let judged = self.score_on(base, question, told)?.and_then(|measured| {
            let level = level(measured, base, self.test.margin()).ok_or(Verdict::Boring)?;
            Ok(Score { measured, level })
        });
        match judged {
            Ok(score) => self.keep_score(question.files, score),
            // The yes of the test alone would count in another search, or another run.
            Err(verdict) => self.learn(text_hash(question.files), verdict),
        }
        Ok(judged.map_or_else(|it| it, |_| Verdict::Interesting).into())
    }

    /// The score of a candidate on a base of that level; the larger of two where the level would fall.
    fn score_on(
        &self,
        base: f64,
        question: &Question<'_>,
        told: &mut Vec<Event>,
    ) -> Result<Result<f64, Verdict>, OracleError> {
        let first = self.score_by_command(question, told)?;
        match first {
            Ok(score) if level(score, base, self.test.margin()).is_some_and(|it| it < base) => {
                Ok(self.score_by_command(question, told)?.map(|again| again.max(score)))
            }
            _ => Ok(first),
        }
    }

    /// The score of a candidate, or what it comes to that there is none.
    fn score_by_command(
        &self,
        question: &Question<'_>,
        told: &mut Vec<Event>,
    ) -> Result<Result<f64, Verdict>, OracleError> {
        let Some(oracle) = self.test.objective() else { return Ok(Err(Verdict::Interesting)) };
        let mut shown = None;
        let answer = self.in_slot(question, || {
            let run = oracle.run(question, Capture::Everything)?;
            let took = run.took;
            let score = score_of(&run);
            let verdict = match run.status {
                Status::Cancelled => Verdict::Cancelled,
                Status::TimedOut => Verdict::TimedOut,
                _ if score.is_some() => Verdict::Interesting,
                _ => Verdict::Boring,
            };
            if verdict == Verdict::Interesting {
                oracle.learn(took);
            } else {
                *self.objective.failed.lock() = Some(run);
            }
            shown = score;
            Ok(Answer { verdict, took })
        })?;
        told.push(self.count(&self.objective.stats, question, answer));
        Ok(shown.filter(|_| answer.verdict == Verdict::Interesting).ok_or(answer.verdict))
    }

    fn keep_score(&self, files: &[Arc<[u8]>], score: Score) {
        let hash = text_hash(files);
        self.objective.scores.lock().insert(hash, score);
        self.log.score(hash, score);
    }
}

/// The level of a score on a base of that level; `None` when it is worse.
fn level(score: f64, base: f64, margin: f64) -> Option<f64> {
    let margin = if base.is_finite() { margin * base.abs() } else { 0.0 };
    if score < base - margin {
        Some(score)
    } else if score <= base + margin {
        Some(base)
    } else {
        None
    }
}

/// The last number that a command printed, if it succeeded.
pub(crate) fn score_of(run: &RunOutput) -> Option<f64> {
    if run.status != Status::Exited(0) {
        return None;
    }
    let bytes = run.stdout.bytes();
    let text = String::from_utf8_lossy(&bytes);
    text.split_whitespace().rev().find_map(number)
}

/// A number, which may have a unit behind it: `0.53s`, `12%`.
fn number(word: &str) -> Option<f64> {
    let digits = word.trim_end_matches(|it: char| it.is_alphabetic() || "%;,.".contains(it));
    let is_number = digits.chars().next().is_some_and(|it| it.is_ascii_digit() || "+-.".contains(it));
    digits.parse().ok().filter(|it: &f64| is_number && it.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_lower_by_the_margin_is_a_new_level_and_what_is_higher_by_it_is_refused() {
        assert_eq!(level(98.0, 100.0, 0.01), Some(98.0));
        assert_eq!(level(99.5, 100.0, 0.01), Some(100.0));
        assert_eq!(level(100.9, 100.0, 0.01), Some(100.0));
        assert_eq!(level(101.5, 100.0, 0.01), None);
        assert_eq!(level(-102.0, -100.0, 0.01), Some(-102.0));
        assert_eq!(level(-98.0, -100.0, 0.01), None);
        assert_eq!(level(5.0, f64::INFINITY, 0.01), Some(5.0));
    }

    #[test]
    fn steps_within_the_margin_do_not_add_up() {
        let mut now = 100.0;
        for score in [100.9, 101.0, 100.5, 101.0] {
            now = level(score, now, 0.01).unwrap();
        }
        assert!((now - 100.0).abs() < 1e-9);
        assert_eq!(level(101.9, now, 0.01), None);
    }

    #[test]
    fn numbers_may_have_units() {
        assert_eq!(number("0.53s"), Some(0.53));
        assert_eq!(number("-12%"), Some(-12.0));
        assert_eq!(number("1e3"), Some(1000.0));
        for word in ["inf", "nan", "seconds", "", "e3"] {
            assert_eq!(number(word), None, "{word}");
        }
    }
}
