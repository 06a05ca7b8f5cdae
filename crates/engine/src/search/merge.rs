//! Compare-and-swap on the best, and the merging of successes that were found at the same time.
//!
//! A success on the current best is committed as it is. One on an older best goes to a pool; one worker at a time
//! takes the pool and asks about its union with the best. A union that fails is halved until every success has either
//! joined or been refused on its own, so nothing is thrown away.

use std::sync::Arc;

use parking_lot::MutexGuard;

use super::candidate::{Best, Candidate, Reply};
use super::round::Round;
use super::state::{State, Success};
use super::task::{Task, What};
use crate::edit::EditSet;
use crate::rank::Rank;

impl Round<'_> {
    /// Takes in a candidate that was judged interesting.
    pub(super) fn succeed(&self, mut state: MutexGuard<'_, State>, task: Task, candidate: Candidate) {
        state.model.note(task.topic, true);
        state.note_width(&task, true);
        if let What::Segment { list, lo, hi, .. } = task.what {
            state.lists[list].answered(lo, hi, None);
        }
        let rank = Rank::of(&candidate.files);
        if candidate.base.version == state.best.version && !state.merging {
            if rank < state.best.rank {
                self.commit(state, candidate.edits, rank, task.topic.pass);
            }
            return;
        }
        state.pool.push(Success { task, own: candidate.own, all: candidate.edits, rank });
    }

    /// Makes `edits` the best, tells everybody, and cancels questions whose edits have thereby gone.
    pub(super) fn commit(&self, mut state: MutexGuard<'_, State>, edits: EditSet, rank: Rank, pass: usize) {
        let version = state.best.version + 1;
        state.best = Arc::new(Best::new(version, edits, rank));
        let best = state.best.clone();
        for flight in &state.in_flight {
            if best.edits.merge(&flight.own) == best.edits {
                flight.cancel.raise();
            }
        }
        self.end_if_half_is_gone(&mut state);
        self.run.note_accepted(pass, &best.rank);
        drop(state);
        self.wake.notify_all();
    }

    /// Merges the pool into the best; runs while `merging` is set, so that nobody else commits.
    pub(super) fn merge_all(&self, successes: Vec<Success>, worker: usize) {
        let mut waiting = vec![successes];
        while let Some(mut group) = waiting.pop() {
            if self.run.is_stopped() {
                self.state.lock().pool.append(&mut group);
                continue;
            }
            if let Some((first, second)) = self.merge_group(group, worker) {
                waiting.push(second);
                waiting.push(first);
            }
        }
        self.state.lock().merging = false;
    }

    /// Asks about the union of a group with the best. Returns the halves of the group if it failed.
    fn merge_group(&self, mut group: Vec<Success>, worker: usize) -> Option<(Vec<Success>, Vec<Success>)> {
        let own = group.iter().fold(EditSet::new(), |all, it| all.merge(&it.own));
        let Some(candidate) = self.candidate_of(own) else {
            // Blanks between two cuts may be protected: each is possible, both are not.
            let apart = group.len() > 1 && self.doc.is_protected();
            return apart.then(|| halves(group));
        };
        let pass = group[0].task.topic.pass;
        let cancel = self.run.stop.child();
        match self.run.ask(&candidate, pass, worker, &cancel, true) {
            Reply::Interesting => {
                let rank = Rank::of(&candidate.files);
                let state = self.state.lock();
                if rank < state.best.rank {
                    self.commit(state, candidate.edits, rank, pass);
                }
                None
            }
            Reply::Nothing => {
                self.state.lock().pool.append(&mut group);
                None
            }
            Reply::Refused | Reply::BeingAsked if group.len() > 1 => Some(halves(group)),
            Reply::Refused | Reply::BeingAsked => {
                self.retry(group.remove(0).task);
                None
            }
        }
    }

    /// A success that no longer works on top of the others: as a task it may still, with its edits made anew.
    fn retry(&self, task: Task) {
        let mut state = self.state.lock();
        if matches!(task.what, What::Segment { .. }) {
            self.push(&mut state, task);
        } else {
            self.refused(&mut state, &task);
        }
    }
}

fn halves(mut group: Vec<Success>) -> (Vec<Success>, Vec<Success>) {
    let second = group.split_off(group.len() / 2);
    (group, second)
}
