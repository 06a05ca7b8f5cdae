//! Compare-and-swap on the best, and the merging of successes that were found at the same time.
//!
//! A success on the current best is committed as it is. One on an older best goes to a pool; one worker at a time
//! takes the pool and asks about its union with the best. A union that fails is halved until every success has either
//! joined or been refused on its own, so nothing is thrown away.

use std::sync::Arc;

use super::candidate::{Best, Candidate, Reply};
use super::foresight::{Answered, Cut, Step};
use super::protocol::{Merge, Queue};
use super::queue::TaskQueue;
use super::round::{InFlight, Round};
use super::run::Run;
use super::task::{Task, What};
use crate::edit::EditSet;

/// The right to commit to a round.
type Merging<'p> = Merge<'p, TaskQueue, Success, InFlight>;

/// A candidate that was judged interesting.
#[derive(Debug)]
pub(super) struct Success {
    task: Task,
    own: EditSet,
    /// What it would be as the best.
    best: Arc<Best>,
}

impl Success {
    /// Ranks a candidate and counts its words, which takes a while: before any lock is taken.
    pub(super) fn new(task: Task, candidate: Candidate, run: &Run<'_>) -> Success {
        let best = Best::new(candidate.edits, run.rank(&candidate.files));
        Success { task, own: candidate.own, best: Arc::new(best) }
    }
}

impl Round<'_> {
    /// Takes in a candidate that was judged interesting; what was foreseen once everything before it is settled.
    pub(super) fn succeed(&self, task: Task, candidate: Candidate) {
        let settled = self.protocol.with_queue(|queue| {
            queue.model.note(task.topic, true);
            queue.note_width(&task, true);
            match task.what {
                What::Segment { list, lo, hi, .. } => queue.lists[list].answered(lo, hi, None),
                What::Step { list, step: Step { id, .. }, .. } => {
                    queue.foreseen(list, id, Answered::Gone(Some(Box::new((task, candidate)))));
                    return None;
                }
                _ => {}
            }
            Some((task, candidate))
        });
        if let Some((task, candidate)) = settled {
            self.take_in(task, candidate);
        }
    }

    /// Takes in what was found ahead of its turn and is certain now.
    pub(super) fn take_in_certain(&self) {
        let certain = self.protocol.with_queue(|it| std::mem::take(&mut it.certain));
        for (task, candidate) in certain {
            self.take_in(task, candidate);
        }
    }

    /// Commits a success, or leaves it to be merged.
    fn take_in(&self, task: Task, candidate: Candidate) {
        let base = candidate.base.clone();
        let pass = task.topic.pass;
        let success = Success::new(task, candidate, self.run);
        let best = success.best.clone();
        if best.rank >= base.rank {
            return;
        }
        let tell = || self.run.note_accepted(pass, &best.rank);
        if self.protocol.offer(&base, best.clone(), success, tell) {
            self.committed(&best);
        }
    }

    /// Makes `best` the best if it ranks lower.
    fn commit(&self, merge: &Merging<'_>, best: &Arc<Best>, pass: usize) {
        if best.rank < self.protocol.best().rank {
            merge.commit(best.clone(), || self.run.note_accepted(pass, &best.rank));
            self.committed(best);
        }
    }

    /// Cancels questions whose edits have gone with a commit, and ends the round if it is time.
    fn committed(&self, best: &Best) {
        self.protocol.for_each_flight(|flight| {
            if best.edits.merge(&flight.own) == best.edits {
                flight.cancel.raise();
            }
        });
        self.end_if_half_is_gone(best);
    }

    /// Merges successes into the best.
    pub(super) fn merge_all(&self, successes: Vec<Success>, merge: &Merging<'_>, worker: usize) {
        let mut waiting = vec![successes];
        while let Some(group) = waiting.pop() {
            if self.run.is_stopped() {
                merge.put_back(group);
                continue;
            }
            if let Some((first, second)) = self.merge_group(group, merge, worker) {
                waiting.push(second);
                waiting.push(first);
            }
        }
    }

    /// Asks about the union of a group with the best. Returns the halves of the group if it failed.
    fn merge_group(
        &self,
        mut group: Vec<Success>,
        merge: &Merging<'_>,
        worker: usize,
    ) -> Option<(Vec<Success>, Vec<Success>)> {
        let own = group.iter().fold(EditSet::new(), |all, it| all.merge(&it.own));
        let Some(candidate) = self.candidate(own, &self.protocol.best()) else {
            // Blanks between two cuts may be protected: each is possible, both are not.
            let apart = group.len() > 1 && self.doc.is_protected();
            return apart.then(|| halves(group));
        };
        let pass = group[0].task.topic.pass;
        match self.ask_about_union(&candidate, pass, worker) {
            Reply::Interesting => {
                let best = Best::new(candidate.edits, self.run.rank(&candidate.files));
                self.commit(merge, &Arc::new(best), pass);
                None
            }
            Reply::Nothing => {
                merge.put_back(group);
                None
            }
            Reply::Refused if group.len() > 1 => Some(halves(group)),
            Reply::Refused => {
                self.retry(group.remove(0).task);
                None
            }
        }
    }

    /// A union that somebody else is asking about counts as refused: they will commit it if it is not.
    fn ask_about_union(&self, candidate: &Candidate, pass: usize, worker: usize) -> Reply {
        let cancel = self.run.stop.child();
        let about = InFlight { own: candidate.own.clone(), cancel: cancel.clone() };
        let Some(_flight) = self.protocol.take_off_alone(candidate.key.text, about) else {
            return Reply::Refused;
        };
        self.run.ask(candidate, pass, worker, &cancel, true)
    }

    /// A success that no longer works on top of the others: as a task it may still, with its edits made anew.
    fn retry(&self, task: Task) {
        self.protocol.with_queue(|queue| {
            match &task.what {
                What::Segment { .. } => queue.push(task),
                What::Step { list, body, step } => {
                    // Its turn in the list is over.
                    let Some(Cut { lo, hi, held }) = step.cuts.last().cloned() else { return };
                    let tokens = self.doc.tokens();
                    let what = What::Segment { list: *list, body: body.clone(), lo, hi, held, tokens };
                    queue.push(Task { what, ..task });
                }
                _ => self.refused(queue, &task),
            }
        });
    }

    /// When a run is stopped with successes unmerged, the best of them still counts: each was judged as it is.
    pub(super) fn commit_unmerged(&self) {
        let (merge, mut pool) = self.protocol.begin_merge();
        let found = self.protocol.with_queue(TaskQueue::take_found);
        pool.extend(found.into_iter().map(|(task, candidate)| Success::new(task, candidate, self.run)));
        if let Some(success) = pool.into_iter().min_by(|a, b| a.best.rank.cmp(&b.best.rank)) {
            self.commit(&merge, &success.best, success.task.topic.pass);
        }
    }
}

fn halves(mut group: Vec<Success>) -> (Vec<Success>, Vec<Success>) {
    let second = group.split_off(group.len() / 2);
    (group, second)
}
