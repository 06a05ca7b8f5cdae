//! The question "is this still interesting?", who is asked, and the ways it can end.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// One asking: the text of every file of the document, in the order of their [`crate::FileId`]s.
#[derive(Debug)]
pub struct Question<'q> {
    /// The candidate, file by file.
    pub files: &'q [Arc<[u8]>],
    /// The best that the candidate is a step from, file by file; in a search on the side, the best of that search. The
    /// candidate ranks below it, unless it is a step that grows. Files that the step leaves alone are the same [`Arc`]s.
    /// For a question that is no step, such as the one about the input, it is `files`.
    pub base: &'q [Arc<[u8]>],
    /// Which of the workers asks, from 0; a worker never asks two questions at once.
    pub worker: usize,
    /// Raised when the answer has become worthless. The oracle should then end soon with [`Verdict::Cancelled`].
    pub cancel: &'q Cancel,
}

/// How a question ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// The text still shows what the user looks for.
    Interesting,
    /// It does not.
    Boring,
    /// The test did not end in time. Treated as boring, counted apart.
    TimedOut,
    /// Nobody waits for the answer any more; nothing was learnt.
    Cancelled,
}

/// A verdict and what it cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Answer {
    /// How the question ended.
    pub verdict: Verdict,
    /// How long the test ran; zero when unknown. The engine has no clock of its own.
    pub took: Duration,
}

impl From<Verdict> for Answer {
    fn from(verdict: Verdict) -> Answer {
        Answer { verdict, took: Duration::ZERO }
    }
}

/// The question could not be asked at all: the run ends, the best so far stays.
#[derive(Debug, Clone, thiserror::Error)]
#[error("{message}")]
pub struct OracleError {
    /// What went wrong and what to do about it.
    pub message: String,
}

/// Who judges candidates.
pub trait Oracle: Sync {
    /// Judges one candidate. Called from several workers at once.
    fn ask(&self, question: &Question<'_>) -> Result<Answer, OracleError>;

    /// How many questions it is worth asking at once right now. Workers beyond that rest, so that an oracle which
    /// several searches share is not asked what will be stale when its turn comes. At least one always works.
    fn width(&self) -> usize {
        usize::MAX
    }

    /// How many more questions it answers before it refuses any, where it has a budget of its own. The deterministic mode
    /// then asks no more at once than that, because questions that go together count together or not at all.
    fn questions_left(&self) -> u64 {
        u64::MAX
    }
}

/// A closure over the text of the first file is an oracle, so that tests start no process.
impl<F: Fn(&[u8]) -> bool + Sync> Oracle for F {
    fn ask(&self, question: &Question<'_>) -> Result<Answer, OracleError> {
        let interesting = self(&question.files[0]);
        Ok(Answer::from(if interesting { Verdict::Interesting } else { Verdict::Boring }))
    }
}

/// A flag that is raised once: to stop a run, or to cancel one question. Clones share the flag.
#[derive(Debug, Clone, Default)]
pub struct Cancel(Arc<Flag>);

#[derive(Debug, Default)]
struct Flag {
    raised: AtomicBool,
    parent: Option<Cancel>,
}

impl Cancel {
    /// A flag nobody has raised yet.
    pub fn new() -> Cancel {
        Cancel::default()
    }

    /// A flag of its own that also counts as raised once `self` is.
    #[must_use]
    pub fn child(&self) -> Cancel {
        Cancel(Arc::new(Flag { raised: AtomicBool::new(false), parent: Some(self.clone()) }))
    }

    /// Raises the flag. Safe to call any number of times, from any thread.
    pub fn raise(&self) {
        self.0.raised.store(true, Ordering::SeqCst);
    }

    /// True once somebody raised it or one of its parents.
    pub fn is_raised(&self) -> bool {
        self.0.raised.load(Ordering::SeqCst) || self.0.parent.as_ref().is_some_and(Cancel::is_raised)
    }
}
