//! What is asked about pasted headers, before there is a search.

use lop_engine::{Cancel, OracleError, Question, Verdict, text_hash};

use super::Judge;
use crate::Files;

impl Judge<'_> {
    /// Asks all tests about headers that were pasted, before the search. A success is asked twice: the search has
    /// nothing to fall back to.
    pub(crate) fn about_pasted(&self, files: &Files, stop: &Cancel) -> Result<Verdict, OracleError> {
        let question = Question::about(files, stop);
        let hash = text_hash(files);
        let verdict = if let Some(verdict) = self.verdicts.recall(hash) {
            self.paste.recalled();
            verdict
        } else if self.budget.is_spent() {
            Verdict::Cancelled
        } else {
            let mut verdict = self.ask_about_pasted(&question)?;
            if verdict == Verdict::Interesting && !self.is_about_rates() {
                verdict = self.ask_about_pasted(&question)?;
                if matches!(verdict, Verdict::Boring | Verdict::TimedOut) {
                    self.changed_its_mind();
                }
            }
            self.learn(hash, verdict);
            verdict
        };
        let verdict = if verdict == Verdict::Interesting { self.then(&question)?.verdict } else { verdict };
        self.paste.accepted(verdict);
        Ok(verdict)
    }

    /// Asks outside of the search, before anybody is told of one.
    fn ask_about_pasted(&self, question: &Question<'_>) -> Result<Verdict, OracleError> {
        let (answer, is_invalid) = self.ask_test(question)?;
        self.paste.note(answer);
        self.spend(answer.verdict);
        if is_invalid {
            return Ok(answer.verdict);
        }
        let mut told = Vec::new();
        let answer = self.look_again(question, answer, &mut told);
        self.tell(told);
        Ok(answer?.verdict)
    }
}
