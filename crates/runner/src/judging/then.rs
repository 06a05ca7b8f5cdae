//! Asking the expensive test of `--then`, and for the proof of a rate, and what a no of theirs means.

use lop_engine::{Answer, Oracle, OracleError, Question, Verdict, text_hash};

use super::{Judge, verdicts};
use crate::Files;
use crate::event::{Event, Reason};

impl Judge<'_> {
    /// Takes for granted that the expensive test accepts what the searches begin with.
    pub(crate) fn believe(&self, start: &Files) {
        if self.validator.is_there() {
            self.verdicts.learn(verdicts::then_hash(text_hash(start)), Reason::Interesting);
        }
    }

    /// True when the expensive test has said yes to these files, or there is none.
    pub(crate) fn is_proven(&self, files: &Files) -> bool {
        !self.validator.is_there() || self.verdicts.of_then(text_hash(files)) == Some(Verdict::Interesting)
    }

    /// Asks the expensive test, and for the proof of a rate, unless that was done before. Without them every candidate passes.
    pub(crate) fn then(&self, question: &Question<'_>) -> Result<Answer, OracleError> {
        let mut told = Vec::new();
        let answer = self.ask_then(question, &mut told);
        self.tell(told);
        answer
    }

    /// Shows the expensive test what is due. What it refuses is refused, if it accepts what the candidate was made of; if it
    /// refuses that as well, the search has gone astray before, and is ended to be led back.
    pub(super) fn validate(
        &self,
        question: &Question<'_>,
        told: &mut Vec<Event>,
    ) -> Result<Answer, OracleError> {
        if !self.validator.is_due(question) {
            return Ok(Verdict::Interesting.into());
        }
        let then = self.ask_then(question, told)?;
        if matches!(then.verdict, Verdict::Interesting | Verdict::Cancelled) {
            return Ok(then);
        }
        let base = {
            let _one_at_a_time = self.base.lock();
            self.ask_then_with_appeal(&Question { files: question.base, ..*question }, told)?
        };
        match base.verdict {
            Verdict::Interesting => Ok(Answer { took: then.took + base.took, ..Verdict::Boring.into() }),
            Verdict::Cancelled => Ok(base),
            Verdict::Boring | Verdict::TimedOut => {
                self.validator.refuse();
                Ok(Verdict::Cancelled.into())
            }
        }
    }

    /// The same about what many improvements stand on: of a rate that seems to have fallen there is a second opinion.
    fn ask_then_with_appeal(
        &self,
        base: &Question<'_>,
        told: &mut Vec<Event>,
    ) -> Result<Answer, OracleError> {
        let answer = self.ask_then(base, told)?;
        let refused = matches!(answer.verdict, Verdict::Boring | Verdict::TimedOut);
        if refused && self.is_about_rates() && self.appeal(&base.files.to_vec(), 1, base.cancel)? {
            return Ok(Verdict::Interesting.into());
        }
        Ok(if refused && base.cancel.is_raised() { Verdict::Cancelled.into() } else { answer })
    }

    fn ask_then(&self, question: &Question<'_>, told: &mut Vec<Event>) -> Result<Answer, OracleError> {
        if !self.validator.is_there() {
            return Ok(Verdict::Interesting.into());
        }
        let hash = verdicts::then_hash(text_hash(question.files));
        if let Some(verdict) = self.verdicts.recall(hash) {
            return Ok(verdict.into());
        }
        let mut answer = Answer::from(Verdict::Interesting);
        if let Some(then) = self.test.then() {
            answer = self.in_slot(question, || then.ask(question))?;
            told.push(self.count(&self.then, question, answer));
        }
        if answer.verdict == Verdict::Interesting {
            let proof = self.prove_rate(question, told)?;
            answer = Answer { took: answer.took + proof.took, ..proof };
        }
        self.learn(hash, answer.verdict);
        Ok(answer)
    }
}
