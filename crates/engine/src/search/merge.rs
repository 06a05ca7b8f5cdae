//! Compare-and-swap on the best, and the merging of successes that were found at the same time.
//!
//! A success on top of the best is committed as it is. One on an older best goes to a pool. Whoever is free takes the pool
//! and asks about its union with the best; the others build on that union already, so a success of theirs is a verdict about
//! it, too: where unions were accepted of late, its own question is asked only if none of theirs has succeeded by then.
//! A union that fails is halved until every success has either joined or been refused on its own, and the halves
//! are asked side by side. Only a round that has become too small for its workers leaves them to the next one. The lowest
//! of those that were refused is the best after all where the round ends above it.

use std::sync::Arc;

use super::candidate::{Best, Candidate, Reply};
use super::protocol::{Lead, Offered, Queue};
use super::queue::TaskQueue;
use super::round::{Flight, InFlight, Round};
use super::run::Run;
use super::task::{Task, What};
use super::verdict_cache::Key;
use crate::edit::EditSet;
use crate::oracle::Verdict;
use crate::rank::Rank;

/// The right to say what a round builds on.
type Leading<'p> = Lead<'p, TaskQueue, Success, InFlight>;

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
    /// Commits a candidate that was judged interesting, or leaves it to be merged.
    pub(super) fn succeed(&self, task: Task, candidate: Candidate) {
        self.note_success(&task);
        let (above, key) = (candidate.best.clone(), candidate.key);
        let success = Success::new(task, candidate, &self.run);
        let best = success.best.clone();
        if best.rank < above.rank {
            self.offer(&best, key, vec![success]);
        }
    }

    /// Takes note that a task has succeeded.
    pub(super) fn note_success(&self, task: &Task) {
        self.note_progress();
        self.protocol.with_queue(|queue| {
            queue.model.note(task.topic, true);
            queue.note_width(task, true);
            queue.end_turn(&task.turn, true);
            queue.note_turn(task, true);
            if let What::Segment { list, lo, hi, .. } = task.what {
                queue.lists[list].answered(lo, hi, None);
            }
        });
    }

    /// Makes `best`, to which some successes have led, the best, or leaves them to be merged.
    fn offer(&self, best: &Arc<Best>, key: Key, successes: Vec<Success>) {
        let Some(first) = successes.first() else { return };
        let pass = first.task.topic.pass;
        match self.protocol.offer(best, successes, || self.run.note_accepted(pass, &best.rank)) {
            Offered::Committed => self.committed(best, pass),
            Offered::NotBelow(successes) if self.run.is_scored() => {
                // Somebody else has come to a better score meanwhile, which only gets better: now it is as good as refused.
                self.run.verdicts.remember(key, Verdict::Boring);
                self.part(successes);
            }
            Offered::Waits | Offered::NotBelow(_) => {}
        }
    }

    /// Leaves the halves of a group that was refused to whoever is free; of a single success its task.
    fn part(&self, mut group: Vec<Success>) {
        if self.ends_early() {
            return group.into_iter().for_each(|it| self.keep(it));
        }
        let last = if group.len() == 1 { group.pop() } else { None };
        self.protocol.put_parts(halves(group));
        let Some(success) = last else { return };
        self.retry(success.task.clone());
        self.keep(success);
    }

    /// Keeps a success that was refused on top of the best, if it ranks below that.
    fn keep(&self, success: Success) {
        if success.best.rank < self.protocol.base().best.rank {
            self.protocol.keep_aside(success, |it, other| it.best.rank < other.best.rank);
        }
    }

    /// Cancels questions whose edits have gone with a commit, and ends the round if it is time.
    fn committed(&self, best: &Best, pass: usize) {
        if self.has_gone_on() && !self.is_later(pass) {
            self.end_with(|it| it == Flight::Later);
        }
        self.protocol.for_each_flight(|flight| {
            if best.edits.holds(&flight.own) {
                flight.cancel.raise();
            }
        });
        self.end_if_half_is_gone(best);
        self.follow(best);
    }

    /// Asks about the union of some successes with `best`. If it fails, its halves wait for whoever is free.
    pub(super) fn merge(
        &self,
        group: Vec<Success>,
        best: &Arc<Best>,
        lead: Option<&Leading<'_>>,
        worker: usize,
    ) {
        let own = group.iter().fold(EditSet::new(), |all, it| all.merge(&it.own));
        let Some(candidate) = self.candidate(own, best) else {
            // Blanks between two cuts may be protected: each is possible, both are not.
            if group.len() > 1 && self.doc.is_protected() {
                self.protocol.put_parts(halves(group));
            }
            return;
        };
        let union = Arc::new(Best::new(candidate.edits.clone(), Rank::of(&candidate.files)));
        // A score is known of what was judged only: where there are any, nobody builds on anything else.
        let lead = lead.filter(|_| !self.run.is_scored());
        if let Some(lead) = lead
            && lead.build_on(&union)
            && self.is_settled_beside(&union, worker)
        {
            return self.settle_doubts(lead.ended(true), true);
        }
        let pass = group[0].task.topic.pass;
        // What was asked meanwhile may have been the last question.
        let is_spent = lead.is_some() && self.run.is_spent();
        let reply = if is_spent { Reply::Nothing } else { self.ask_about_union(&candidate, pass, worker) };
        // What was committed on top of it has been judged with it.
        let accepted = reply == Reply::Interesting || self.protocol.base().best.edits.holds(&union.edits);
        if !accepted {
            union.abandon();
        }
        if let Some(lead) = lead {
            self.settle_doubts(lead.ended(accepted), accepted);
        }
        match reply {
            Reply::Interesting if self.run.is_scored() => {
                let best = Best::new(candidate.edits, self.run.rank(&candidate.files));
                self.offer(&Arc::new(best), candidate.key, group);
            }
            Reply::Interesting => self.offer(&union, candidate.key, group),
            // One without a verdict may get none the next time, either: smaller ones until nothing is left.
            Reply::Refused | Reply::Nothing => self.part(group),
        }
    }

    /// Goes on with the next question on top of a union, on which the others build, too. A yes to one of them is about the
    /// union as well: returns whether there was one.
    fn is_settled_beside(&self, union: &Best, worker: usize) -> bool {
        let is_settled = || self.protocol.base().best.edits.holds(&union.edits);
        let mut asked = false;
        while !asked && !is_settled() && !self.gate().stopped {
            let Some((task, base)) = self.protocol.pop(self.gate().room) else { break };
            asked = matches!(task.what, What::Site(..) | What::Bundle(_) | What::Segment { .. });
            self.perform(task, &base, worker);
        }
        is_settled()
    }

    /// Goes on with tasks that were refused on top of a union whose verdict is known now.
    fn settle_doubts(&self, tasks: Vec<Task>, accepted: bool) {
        self.protocol.with_queue(|queue| {
            for task in tasks {
                if accepted { self.refused(queue, &task) } else { queue.push(task) }
            }
        });
    }

    /// A union that somebody else is asking about counts as refused: they will commit it if it is not.
    fn ask_about_union(&self, candidate: &Candidate, pass: usize, worker: usize) -> Reply {
        let cancel = self.run.stop.child();
        let about = InFlight { own: candidate.own.clone(), cancel: cancel.clone(), kind: Flight::Union };
        let Some(_flight) = self.protocol.take_off_alone(candidate.key.text, about) else {
            return Reply::Refused;
        };
        self.run.ask(candidate, pass, worker, &cancel, true).reply
    }

    /// A success that no longer works on top of the others: as a task it may still, with its edits made anew.
    fn retry(&self, task: Task) {
        self.protocol.with_queue(|queue| match &task.what {
            What::Segment { .. } => queue.push(task),
            _ => self.refused(queue, &task),
        });
    }

    /// The best of the successes that were not merged still counts: each was judged as it is.
    pub(super) fn commit_unmerged(&self) {
        let lowest = self.protocol.take_successes().into_iter().min_by(|a, b| a.best.rank.cmp(&b.best.rank));
        if let Some(Success { best, task, .. }) = lowest {
            self.protocol.settle_on(&best, || self.run.note_accepted(task.topic.pass, &best.rank));
        }
    }
}

/// Two halves of a group; fewer where it is too small.
fn halves(mut group: Vec<Success>) -> impl Iterator<Item = Vec<Success>> {
    let second = group.split_off(group.len() / 2);
    // The last to be put back is the first to be taken.
    [second, group].into_iter().filter(|it| !it.is_empty())
}
