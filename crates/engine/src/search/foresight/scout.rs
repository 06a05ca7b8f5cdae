//! Scouts: copies of a round that go on by answers which nobody has given yet, to see what will be asked then.
//!
//! A scout is the very code of the search on a copy of its state. It knows what the search knows, tells nobody anything, and
//! ends where the search would leave the round, or hear from somebody outside.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::pass::Propose;
use crate::search::candidate::{Candidate, Told};
use crate::search::protocol::{Job, Protocol};
use crate::search::queue::TaskQueue;
use crate::search::round::Round;
use crate::search::run::{Held, Run};
use crate::search::task::{Task, What};
use crate::search::trees::Trees;

impl<'r> Round<'r> {
    /// A scout that stands where the round does, of which a single worker has its turn.
    pub(super) fn scout(&self, trees: Arc<Trees>) -> Round<'_> {
        self.copied(self.run.supposing(trees))
    }

    /// The same scout once more.
    pub(super) fn twin(&self) -> Round<'r> {
        self.copied(self.run.twin())
    }

    fn copied<'c>(&self, run: Run<'c>) -> Round<'c>
    where
        'r: 'c,
    {
        let protocol =
            Protocol::new(self.protocol.with_queue(|it| TaskQueue::twin(it)), self.protocol.base().best);
        if self.protocol.is_draining() {
            protocol.drain();
        }
        Round {
            run: Held::Supposed(Box::new(run)),
            doc: self.doc,
            stage: self.stage,
            protocol,
            free_layout: self.free_layout.clone(),
            asks: self.asks,
            in_vain: AtomicUsize::new(self.in_vain.load(Ordering::Relaxed)),
            focus: self.focus,
            snapshot: self.snapshot.clone(),
        }
    }

    /// Goes on, alone, to the next candidate that has to be asked about; `None` at the end of the round.
    pub(super) fn next_question(&self) -> Option<(Task, Candidate)> {
        loop {
            let (_turn, job) = self.protocol.next(0, || self.gate())?;
            let (task, base) = match job {
                Job::Task(task, base) => (task, base),
                Job::Merge(..) if self.is_scout() => return None,
                Job::Merge(group, best, lead) => {
                    self.merge(group, &best, lead.as_ref(), 0);
                    continue;
                }
            };
            let pass = task.topic.pass;
            let asks = matches!(task.what, What::Site(..) | What::Bundle(_) | What::Segment { .. });
            if self.is_scout()
                && (asks || matches!(task.what, What::Propose(_) | What::More))
                && self.is_outside(pass)
            {
                return None;
            }
            if !asks || self.run.skips(pass) {
                self.perform(task, &base, 0);
                continue;
            }
            let Some((task, candidate)) = self.worth_asking(task, &base) else { continue };
            match self.run.unasked(&candidate, pass, self.asks_exactly(pass)) {
                Some(told) => self.conclude(task, candidate, told),
                None => return Some((task, candidate)),
            }
        }
    }

    /// Goes on by what came of a candidate.
    pub(super) fn conclude(&self, mut task: Task, candidate: Candidate, told: Told) {
        task.turn.asked = told.asked;
        self.settle_one(task, candidate, told);
    }

    fn is_scout(&self) -> bool {
        matches!(self.run, Held::Supposed(_))
    }

    /// True for a pass that proposes what somebody outside says.
    fn is_outside(&self, pass: usize) -> bool {
        matches!(self.run.config.passes[pass].propose, Propose::Outside(_))
    }
}
