//! What is asked about texts that no search has made: headers that were pasted, and what a person hands in.

use lop_engine::{Cancel, OracleError, Question, Verdict, text_hash};

use super::Judge;
use super::stats::Stats;
use crate::Files;
use crate::event::{Event, Reason};

impl Judge<'_> {
    /// Asks all tests about headers that were pasted, before the search and before anybody is told of one.
    pub(crate) fn about_pasted(&self, files: &Files, stop: &Cancel) -> Result<Verdict, OracleError> {
        self.about(files, &self.paste, stop, &mut Vec::new())
    }

    /// Asks all tests about what a person has handed in.
    pub(crate) fn about_edit(&self, files: &Files, stop: &Cancel) -> Result<Verdict, OracleError> {
        let mut told = Vec::new();
        let verdict = self.about(files, &self.edit, stop, &mut told);
        self.tell(told);
        verdict
    }

    /// The search goes on from what a person has handed in: a later run will not come to it by itself.
    pub(crate) fn steered(&self) {
        self.log.wide();
        self.log.goes_on();
    }

    /// A success is asked twice: the search has nothing to fall back to.
    fn about(
        &self,
        files: &Files,
        stats: &Stats,
        stop: &Cancel,
        told: &mut Vec<Event>,
    ) -> Result<Verdict, OracleError> {
        let question = Question::about(files, stop);
        let hash = text_hash(files);
        let mut verdict = if let Some(verdict) = self.verdicts.recall(hash) {
            stats.recalled();
            verdict
        } else if self.budget.is_spent() {
            Verdict::Cancelled
        } else {
            let mut verdict = self.ask_beside(&question, stats, told)?;
            if verdict == Verdict::Interesting && !self.is_about_rates() {
                verdict = self.ask_beside(&question, stats, told)?;
                if matches!(verdict, Verdict::Boring | Verdict::TimedOut) {
                    self.changed_its_mind();
                }
            }
            self.learn(hash, verdict);
            verdict
        };
        if verdict == Verdict::Interesting {
            verdict = self.weigh_against_the_original(&question, told)?.verdict;
        }
        if verdict == Verdict::Interesting {
            verdict = self.then(&question)?.verdict;
        }
        stats.accepted(verdict);
        Ok(verdict)
    }

    fn ask_beside(
        &self,
        question: &Question<'_>,
        stats: &Stats,
        told: &mut Vec<Event>,
    ) -> Result<Verdict, OracleError> {
        let (answer, is_invalid) = self.ask_test(question)?;
        stats.note(answer);
        self.spend(answer.verdict);
        let answer = if is_invalid { answer } else { self.look_again(question, answer, told)? };
        let (verdict, took, hash) = (answer.verdict, answer.took, text_hash(question.files));
        let (reason, bytes) = (Reason::of(verdict), question.files.iter().map(|it| it.len()).sum());
        told.push(Event::Judged { pass: stats.name(), verdict, reason, took, hash, bytes });
        Ok(verdict)
    }
}
