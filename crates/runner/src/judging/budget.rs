//! How many questions may be asked for the search; what it takes to be sure of the result counts, but is asked.

use std::sync::atomic::{AtomicU64, Ordering};

use lop_engine::Cancel;
use parking_lot::Mutex;

use super::recheck::SURE;

/// Questions that may still be asked.
#[derive(Debug)]
pub(crate) struct Budget {
    left: Option<AtomicU64>,
    /// Questions that it took to be sure of an answer and that have not been taken from the budget yet.
    owed: AtomicU64,
    /// True when such questions are owed until a wave is over: then what of a wave is asked does not depend on which of its
    /// questions comes first.
    in_waves: bool,
    /// Questions of the search that are under way.
    asking: AtomicU64,
    /// Ends the search that is under way.
    pause: Mutex<Cancel>,
}

impl Budget {
    pub(super) fn new(max_questions: Option<u64>, in_waves: bool) -> Budget {
        Budget {
            left: max_questions.map(|it| AtomicU64::new(for_the_search(it))),
            owed: AtomicU64::new(0),
            in_waves,
            asking: AtomicU64::new(0),
            pause: Mutex::default(),
        }
    }

    /// A search begins; `pause` ends it.
    pub(super) fn begin(&self, pause: Cancel) {
        if self.is_spent() {
            pause.raise();
        }
        *self.pause.lock() = pause;
    }

    pub(super) fn is_spent(&self) -> bool {
        self.left() == 0
    }

    /// True when there is an end to the questions that may be asked.
    pub(super) fn is_bounded(&self) -> bool {
        self.left.is_some()
    }

    /// How many may still be asked.
    pub(super) fn left(&self) -> u64 {
        self.left.as_ref().map_or(u64::MAX, |it| it.load(Ordering::SeqCst))
    }

    /// A question of the search is under way, with all that it takes to be sure of its answer, until this is dropped. The
    /// last one of a budget that is used up then ends the search.
    pub(super) fn ask(&self) -> Asking<'_> {
        self.asking.fetch_add(1, Ordering::SeqCst);
        Asking(self)
    }

    /// Takes one question.
    pub(super) fn spend(&self) {
        self.take(1);
    }

    /// Takes one question that it took to be sure of the answer to another.
    pub(super) fn spend_more(&self) {
        if self.in_waves {
            self.owed.fetch_add(1, Ordering::SeqCst);
        } else {
            self.take(1);
        }
    }

    /// How many may still be asked, now that no question is under way.
    pub(super) fn settle(&self) -> u64 {
        self.take(self.owed.swap(0, Ordering::SeqCst));
        self.left()
    }

    /// Takes so many questions.
    pub(super) fn take(&self, questions: u64) {
        if let Some(left) = &self.left {
            // The last one may be spent by several at once; it is gone then all the same.
            let spent = |it: u64| Some(it.saturating_sub(questions));
            let _ = left.fetch_update(Ordering::SeqCst, Ordering::SeqCst, spent);
        }
    }
}

/// A question of the search that is under way.
#[derive(Debug)]
pub(super) struct Asking<'b>(&'b Budget);

impl Drop for Asking<'_> {
    fn drop(&mut self) {
        if self.0.asking.fetch_sub(1, Ordering::SeqCst) == 1 && self.0.is_spent() {
            self.0.pause.lock().raise();
        }
    }
}

/// What is left of a budget for the search, when the rest is for asking again about its result. A small budget is for
/// trying something out, not for a result to rely on.
pub(crate) fn for_the_search(questions: u64) -> u64 {
    if is_small(questions) { questions } else { questions - u64::from(SURE) }
}

/// True when a budget is too small to spend some of it on asking again about the result.
pub(crate) fn is_small(questions: u64) -> bool {
    questions < 10 * u64::from(SURE)
}
