//! The verdict cache of a reduction: what was answered in this run, and what the journal has of earlier ones.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};

use lop_engine::Verdict;
use parking_lot::Mutex;

use crate::event::Reason;

/// What earlier runs were answered, by the hash of the text.
pub(crate) type Known = HashMap<u128, Reason>;

/// Verdicts of the expensive test are known by the hash of the candidate with these bits turned.
const OF_THEN: u128 = 0x7468_656e << 64;

/// What is known.
#[derive(Debug)]
pub(crate) struct Verdicts {
    state: Mutex<State>,
    recalled: AtomicU64,
}

#[derive(Debug)]
struct State {
    /// What was answered in this run.
    answers: HashMap<u128, Reason>,
    /// What earlier ones left behind.
    replay: Known,
}

impl Verdicts {
    pub(super) fn new(replay: Known) -> Verdicts {
        Verdicts { state: Mutex::new(State { answers: HashMap::new(), replay }), recalled: AtomicU64::new(0) }
    }

    /// What is known already; what only the journal knows is from now on known here as well.
    pub(super) fn recall(&self, hash: u128) -> Option<Verdict> {
        self.recall_first(hash).map(|it| it.0)
    }

    /// The same, and whether it is the first time in this run that the journal answers this.
    pub(super) fn recall_first(&self, hash: u128) -> Option<(Verdict, bool)> {
        let mut state = self.state.lock();
        if let Some(reason) = state.answers.get(&hash) {
            return Some((reason.verdict(), false));
        }
        let reason = *state.replay.get(&hash)?;
        state.answers.insert(hash, reason);
        Some((reason.verdict(), true))
    }

    /// What the answer about a text was about.
    pub(super) fn reason(&self, hash: u128) -> Reason {
        let state = self.state.lock();
        state.answers.get(&hash).or_else(|| state.replay.get(&hash)).copied().unwrap_or(Reason::Unknown)
    }

    /// What the expensive test said, if it was asked.
    pub(super) fn of_then(&self, hash: u128) -> Option<Verdict> {
        self.state.lock().answers.get(&then_hash(hash)).map(|it| it.verdict())
    }

    pub(super) fn learn(&self, hash: u128, reason: Reason) {
        self.state.lock().answers.insert(hash, reason);
    }

    /// What earlier runs were answered counts as an answer of this one. Not for a run that goes the same way again: it would
    /// know what it cannot have known the first time.
    pub(super) fn take_up(&self) {
        let mut state = self.state.lock();
        let State { answers, replay } = &mut *state;
        answers.extend(replay.drain());
    }

    /// Successes do not count any more.
    pub(super) fn forget_successes(&self) {
        let mut state = self.state.lock();
        state.answers.retain(|_, it| *it != Reason::Interesting);
        state.replay.retain(|_, it| *it != Reason::Interesting);
    }

    /// What did not end in time may do so now.
    pub(super) fn forget_timeouts(&self) {
        let mut state = self.state.lock();
        state.answers.retain(|_, it| *it != Reason::TimedOut);
        state.replay.retain(|_, it| *it != Reason::TimedOut);
    }

    /// All verdicts of this run. A success counts if `trusts` says so to what the expensive test said of it.
    pub(super) fn all(&self, trusts: impl Fn(Option<Verdict>) -> bool) -> HashMap<u128, Verdict> {
        let state = self.state.lock();
        let verdict = |hash: u128, reason: Reason| {
            let then = || state.answers.get(&then_hash(hash)).map(|it| it.verdict());
            match reason.verdict() {
                Verdict::Interesting if !trusts(then()) => then().filter(|it| *it != Verdict::Interesting),
                verdict => Some(verdict),
            }
        };
        state.answers.iter().filter_map(|(hash, it)| Some((*hash, verdict(*hash, *it)?))).collect()
    }

    /// Counts a question of the search that was answered from here.
    pub(super) fn note_recalled(&self) {
        self.recalled.fetch_add(1, Ordering::SeqCst);
    }

    /// How many those were.
    pub(super) fn recalled(&self) -> u64 {
        self.recalled.load(Ordering::SeqCst)
    }
}

/// By what hash a verdict of the expensive test is known.
pub(crate) fn then_hash(hash: u128) -> u128 {
    hash ^ OF_THEN
}
