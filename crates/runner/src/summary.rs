//! What a reduction came to, over all its searches: the numbers that everybody prints.

use std::fmt;
use std::time::Duration;

use lop_engine::{Ended, Outcome, Rank};
use lop_oracle::signature::Signature;
use lop_oracle::site::{Batches, Traffic};
use serde::{Deserialize, Serialize};

use crate::Files;
use crate::learning::Learnt;
use crate::rate::{Tally, percent, range};
use crate::until::Spent;

/// What the test of `--valid` did, all runs of it together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Validity {
    /// Candidates that it was asked about.
    pub asked: u64,
    /// Those that it refused.
    pub refused: u64,
    /// How long it ran.
    pub took: Duration,
}

/// How often the test says yes, where that is what counts.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Rates {
    /// To the original.
    pub original: Tally,
    /// To the result, where it was asked about to the end.
    pub result: Option<Tally>,
    /// How often it must say yes, from 0 to 1, if the user said so; else as often as to the original.
    pub demanded: Option<f64>,
}

impl fmt::Display for Rates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let original = self.original;
        let demanded = self.demanded.map(|it| format!(", demanded {}", percent(it))).unwrap_or_default();
        let Some(result) = self.result else {
            return write!(
                f,
                "the original holds in {original}{demanded}; the rate of the result was not measured"
            );
        };
        let (low, high) = original.interval();
        let rate = percent(original.rate());
        write!(f, "holds in {result}, original {rate} ({}){demanded}", range(low, high))
    }
}

/// What was measured, where there is an objective.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Scores {
    /// Of the original.
    pub original: f64,
    /// Of the result.
    pub result: f64,
    /// True when that was worse, or gone, when it was measured again.
    pub wavers: bool,
}

/// How far a test can be relied on, by what it said during a reduction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trust {
    /// Whatever was asked again was answered as before.
    Full,
    /// It said yes and then no to the same text.
    Flaky,
    /// In the end it said no to everything, the original included.
    Broken,
}

/// What a reduction came to.
#[derive(Debug, Clone)]
pub struct Summary {
    /// Of all its searches together: the result, its certificate, what each pass did, and the questions of this run.
    pub outcome: Outcome,
    /// Questions of earlier runs that this one went on from.
    pub questions_before: u64,
    /// How far the test can be relied on.
    pub trust: Trust,
    /// Improvements that the expensive test was not asked about, so that they do not count.
    pub unproven: usize,
    /// The budget that ended it.
    pub spent: Option<Spent>,
    /// True when a formatter laid the result out.
    pub formatted: bool,
    /// Syntax errors of the input and of the result; `None` without a grammar.
    pub errors: Option<(usize, usize)>,
    /// What the test of `--valid` did, if there is one.
    pub validity: Option<Validity>,
    /// What went to a build cluster and came back, if the test runs on one, what of that in batches, and about how long processors
    /// there have worked, where some have told.
    pub traffic: Option<(Traffic, Batches, Option<Duration>)>,
    /// The scores of the original and of the result, where there is an objective.
    pub scores: Option<Scores>,
    /// How often the test says yes, where that is what counts.
    pub rates: Option<Rates>,
    /// What it was given by earlier runs, if it learns from them.
    pub learnt: Option<Learnt>,
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
            trust: Trust::Full,
            unproven: 0,
            spent: None,
            formatted: false,
            errors: None,
            validity: None,
            traffic: None,
            scores: None,
            rates: None,
            learnt: None,
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

    /// Why it ended, in a word: `fixpoint`, `flaky` (nothing is left to try, and the test has changed its mind), `stopped`,
    /// `budget` or `failed`.
    pub fn ended(&self) -> &'static str {
        match &self.outcome.ended {
            Ended::Fixpoint if self.trust == Trust::Flaky => "flaky",
            Ended::Fixpoint => "fixpoint",
            Ended::Stopped => "stopped",
            Ended::OracleFailed(_) | Ended::ProtectionLost => "failed",
            _ => "budget",
        }
    }

    /// True when the input parsed and the result does not.
    pub fn parses_no_more(&self) -> bool {
        self.errors.is_some_and(|it| it.0 == 0 && it.1 > 0)
    }

    /// True when so little is left that it may be anything's: one or two tokens of a larger input.
    pub fn is_suspicious(&self) -> bool {
        let (before, after) = self.outcome.tokens;
        (1..=2).contains(&after) && before > 2
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
    second.broken += first.broken;
    second.rounds += first.rounds;
    second.passes = first.passes;
    second.experience.add(&first.experience);
    second
}
