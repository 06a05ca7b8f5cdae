//! What a reduction came to, over all its searches: the numbers that everybody prints.

use std::time::Duration;

use lop_engine::{Ended, Outcome, Rank};
use lop_oracle::signature::Signature;

use crate::Files;
use crate::until::Spent;

/// What a reduction came to.
#[derive(Debug, Clone)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub struct Summary {
    /// Of all its searches together: the result, its certificate, what each pass did, and the questions of this run.
    pub outcome: Outcome,
    /// Questions of earlier runs that this one went on from.
    pub questions_before: u64,
    /// False when the test would not say the same of the result every time.
    pub reliable: bool,
    /// Improvements that the expensive test was not asked about, so that they do not count.
    pub unproven: usize,
    /// The budget that ended it.
    pub spent: Option<Spent>,
    /// True when a formatter laid the result out.
    pub formatted: bool,
    /// From the start of the search to its end, in this run.
    pub elapsed: Duration,
    /// The same with what earlier runs took.
    pub elapsed_in_all: Duration,
    /// Other crashes that turned up, with how often, the most frequent first.
    pub other_crashes: Vec<(Signature, u64)>,
    /// True when the smallest file of one of them could not be written.
    pub finds_lost: bool,
    /// True when there is a journal to go on with; known once that is closed.
    pub resumable: bool,
}

impl Summary {
    /// The summary of a single search that took no time.
    pub fn of(outcome: Outcome) -> Summary {
        Summary {
            outcome,
            questions_before: 0,
            reliable: true,
            unproven: 0,
            spent: None,
            formatted: false,
            elapsed: Duration::ZERO,
            elapsed_in_all: Duration::ZERO,
            other_crashes: Vec::new(),
            finds_lost: false,
            resumable: false,
        }
    }

    /// The result, file by file.
    pub fn files(&self) -> &Files {
        &self.outcome.files
    }

    /// Questions asked, in this run and in those that it went on from.
    pub fn questions(&self) -> u64 {
        self.questions_before + self.outcome.questions
    }

    /// True when nothing is left to try.
    pub fn is_complete(&self) -> bool {
        matches!(self.outcome.ended, Ended::Fixpoint)
    }

    /// Why it ended, in a word: `fixpoint`, `flaky` (nothing is left to try, and the test does not say the same of the result
    /// every time), `stopped`, `budget` or `failed`.
    pub fn ended(&self) -> &'static str {
        match &self.outcome.ended {
            Ended::Fixpoint if !self.reliable => "flaky",
            Ended::Fixpoint => "fixpoint",
            Ended::Stopped => "stopped",
            Ended::OracleFailed(_) | Ended::ProtectionLost => "failed",
            _ => "budget",
        }
    }

    /// Puts other texts in the place of the result.
    pub(crate) fn set_result(&mut self, files: Files) {
        let rank = Rank::of(&files);
        (self.outcome.tokens.1, self.outcome.bytes.1) = (rank.tokens, rank.bytes);
        self.outcome.files = files;
    }
}

/// Two searches as one.
pub(crate) fn together(mut first: Outcome, mut second: Outcome) -> Outcome {
    for (sum, it) in first.passes.iter_mut().zip(&second.passes) {
        *sum += it;
    }
    second.tokens.0 = first.tokens.0;
    second.bytes.0 = first.bytes.0;
    second.questions += first.questions;
    second.known += first.known;
    second.rounds += first.rounds;
    second.passes = first.passes;
    second
}
