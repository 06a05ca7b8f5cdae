//! A round: workers around one queue, one snapshot and one best.
//!
//! What the workers share, and when the round is over, is in [`super::protocol`]; questions are asked outside its locks,
//! and what can be worked out before a lock is taken is.

use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::thread::Builder;

use super::Ended;
use super::ahead::{Ahead, Turn};
use super::barren::Asks;
use super::candidate::{Best, Candidate, Draft, Reply, Told, rewrites_much};
use super::dispatch::{Sent, StopOnPanic, join};
use super::focus::Focus;
use super::merge::Success;
use super::origins::Origins;
use super::protocol::{Base, Gate, Job, Protocol, Queue};
use super::queue::TaskQueue;
use super::run::{Held, Run};
use super::success_model::{Harm, SuccessModel, Topic};
use super::task::{Task, What};
use super::verdict_cache::free_layout;
use crate::document::Document;
use crate::edit::EditSet;
use crate::oracle::Cancel;
use crate::pass::{Propose, Stage};

/// The life of one parse.
pub(super) struct Round<'r> {
    pub(super) run: Held<'r>,
    pub(super) doc: &'r Document,
    pub(super) stage: Stage,
    pub(super) protocol: Protocol<TaskQueue, Success, InFlight>,
    pub(super) free_layout: Vec<bool>,
    pub(super) asks: Asks,
    /// How many questions in a row were refused.
    pub(super) in_vain: AtomicUsize,
    /// What the edits of an excursion must be near to.
    pub(super) focus: Option<&'r Focus>,
    /// The snapshot as it is.
    pub(super) snapshot: Arc<Best>,
}

/// What a round came to.
pub(super) struct RoundOutcome {
    pub(super) best: Arc<Best>,
    /// How often each kind of edit has succeeded, this round included.
    pub(super) model: SuccessModel,
    /// How many edits that were refused before were left out.
    pub(super) left_out: usize,
    /// How many edits wait because their kind was never accepted.
    pub(super) put_off: usize,
    /// The last stage that it went through, if it changed nothing.
    pub(super) reached: Stage,
    /// Where the tokens of the best come from.
    pub(super) origins: Origins,
}

/// A question under way.
#[derive(Debug)]
pub(super) struct InFlight {
    /// What it adds to the best.
    pub(super) own: EditSet,
    pub(super) cancel: Cancel,
    pub(super) kind: Flight,
}

/// What a question under way is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Flight {
    /// A task of the stage of the round.
    Task,
    /// A task of a stage that follows if the round changes nothing.
    Later,
    /// A union of successes.
    Union,
}

impl<'r> Round<'r> {
    pub(super) fn new(
        run: &'r Run<'r>,
        doc: &'r Document,
        stage: Stage,
        asks: Asks,
        model: SuccessModel,
    ) -> Round<'r> {
        let best = Arc::new(Best::new(EditSet::new(), run.rank(&doc.texts())));
        let snapshot = best.clone();
        let tiers = run.config.passes.iter().map(|it| it.tier).collect();
        // The coarse search takes everything in its turn: what comes late in the file must have gone before what it
        // needs is tried.
        let in_order = stage <= Stage::Coarse;
        let ahead = (run.workers() > 1).then(|| Ahead::new(doc.tokens(), run.stop.clone()));
        let queue = TaskQueue::new(model, tiers, !in_order, ahead);
        let protocol = Protocol::new(queue, best);
        // Of a large file another layout costs more to find out than it tells.
        let free_layout =
            if stage == Stage::Bulk { vec![false; doc.files().len()] } else { free_layout(doc) };
        let run = Held::Lent(run);
        Round {
            run,
            doc,
            stage,
            protocol,
            free_layout,
            asks,
            in_vain: AtomicUsize::new(0),
            focus: None,
            snapshot,
        }
    }

    /// The same round, which goes on with these stages, the last one first, when workers would rest and nothing has changed.
    pub(super) fn going_on(self, later: Vec<Stage>) -> Round<'r> {
        self.protocol.with_queue(|it| it.ahead.as_mut().map(|it| it.later = later));
        self
    }

    /// Runs the round to its end.
    pub(super) fn run(self) -> RoundOutcome {
        self.seed();
        if self.run.config.deterministic && self.run.foresees() {
            self.run_foreseeing();
        } else if self.run.config.deterministic {
            self.run_deterministically();
        } else {
            std::thread::scope(|scope| {
                let round = &self;
                let mut helpers = Vec::new();
                // Helpers are started once the oracle has room for them, which may be long after the round began.
                self.work(0, || {
                    let room = round.run.config.jobs.min(round.run.oracle.width()).min(round.copies());
                    // Where there is no room for another thread the search goes on with those that there are.
                    for worker in helpers.len() + 1..room {
                        let work = move || round.work(worker, || ());
                        let Ok(helper) = Builder::new().spawn_scoped(scope, work) else { break };
                        helpers.push(helper);
                    }
                });
                join(helpers);
            });
        }
        self.commit_unmerged();
        let origins = self.origins_of(&self.protocol.base().best).clone();
        if self.run.is_spent() {
            self.run.end(Ended::Budget);
        }
        let (queue, best) = self.protocol.into_parts();
        let (wasted, reached) = queue.ahead.map(|it| (it.wasted, it.reached)).unwrap_or_default();
        self.run.note_wasted(wasted);
        // What somebody has ended has gone through nothing.
        let reached = reached.filter(|_| !self.run.settles_in(self.stage));
        RoundOutcome {
            best,
            model: queue.model,
            left_out: queue.left_out,
            put_off: queue.put_off,
            reached: reached.unwrap_or(self.stage),
            origins,
        }
    }

    fn work(&self, worker: usize, mut call_helpers: impl FnMut()) {
        loop {
            call_helpers();
            let Some((_turn, job)) = self.protocol.next(worker, || self.gate()) else { return };
            let _stop = StopOnPanic(&self.run.stop);
            match job {
                Job::Merge(group, best, lead) => self.merge(group, &best, lead.as_ref(), worker),
                Job::Task(task, base) => self.perform(task, &base, worker),
            }
        }
    }

    /// What a worker looks at before it has a turn.
    pub(super) fn gate(&self) -> Gate {
        Gate {
            stopped: self.run.is_stopped() || self.run.settles_in(self.stage) || self.run.is_spent(),
            room: self.run.workers().min(self.run.oracle.width()),
        }
    }

    /// Carries out one task on top of `base`.
    pub(super) fn perform(&self, task: Task, base: &Base<Best>, worker: usize) {
        match task.what {
            What::Expand(file, unit, stage) => self.expand((file, unit), stage, &base.head),
            What::Look(file) => self.look_into(file, &base.head),
            What::Open(task) => self.protocol.with_queue(|it| self.open(it, &task)),
            What::GoOn(stage) => self.go_on(stage),
            What::End => self.end_early(),
            _ if self.run.skips(task.topic.pass) => {
                self.protocol.with_queue(|it| it.leave_out(&task));
            }
            What::Propose(file) => {
                let pass = task.topic.pass;
                let sites = self.run.proposed(pass, |sites| match self.run.config.passes[pass].propose {
                    Propose::Document(propose) => propose(self.doc, sites),
                    Propose::File(propose) | Propose::Order(propose) | Propose::Follow { propose, .. } => {
                        propose(self.doc, file, sites);
                    }
                    Propose::Outside(who) => {
                        who.propose(self.doc, sites);
                        self.push_more(task.topic);
                    }
                    Propose::Unit(_) => {}
                });
                let sites = self.weighed(sites);
                self.protocol.with_queue(|it| self.push_sites(it, sites, task.topic));
            }
            What::More => self.ask_for_more(task.topic),
            _ => self.attempt(task, base, worker),
        }
    }

    /// Tries a task: asks, and commits, merges or refines by the answer.
    fn attempt(&self, task: Task, base: &Base<Best>, worker: usize) {
        let Some((task, candidate)) = self.worth_asking(task, base) else { return };
        let cancel = task.turn.ends.as_ref().unwrap_or(&self.run.stop).child();
        let kind = if self.is_later(task.topic.pass) { Flight::Later } else { Flight::Task };
        let about = InFlight { own: candidate.own.clone(), cancel: cancel.clone(), kind };
        // A task that comes to a text which is being asked about waits for the answer, and comes back then.
        let Some((flight, mut task)) = self.protocol.take_off(candidate.key.text, about, task) else {
            return;
        };
        let told =
            self.run.ask(&candidate, task.topic.pass, worker, &cancel, self.asks_exactly(task.topic.pass));
        drop(flight);
        task.turn.asked = told.asked;
        self.settle_one(task, candidate, told);
    }

    /// Commits, merges or refines by the answer to a task.
    pub(super) fn settle_one(&self, task: Task, candidate: Candidate, told: Told) {
        self.note_asked_again(&candidate, told.reply);
        self.tell_outside(task.topic.pass, &candidate, told.reply);
        match told.reply {
            Reply::Interesting => self.succeed(task, candidate),
            Reply::Refused => {
                // It may be what it builds on that is refused.
                let Some(task) = self.protocol.doubt(&candidate.head, task) else { return };
                if candidate.head.is_abandoned() {
                    return self.protocol.with_queue(|it| it.push(task));
                }
                self.run.refusals.note(candidate.fingerprint);
                self.run.refused_steps.note(candidate.step);
                self.protocol.with_queue(|it| self.refused(it, &task));
                self.end_if_in_vain();
            }
            Reply::Nothing => self.protocol.with_queue(|it| it.leave_out(&task)),
        }
    }

    /// The candidate of a task on top of `base`; `None` when it is not worth a question now, which is seen to.
    pub(super) fn worth_asking(&self, task: Task, base: &Base<Best>) -> Option<(Task, Candidate)> {
        let task = if task.topic.harm == Harm::Tree { self.unless_put_off(task)? } else { task };
        let own = self.with_what_it_orphans(&task, self.edits_of(&task, &base.head.edits), &base.head.edits);
        if rewrites_much(&own, self.doc) {
            self.protocol.with_queue(|it| self.refine(it, &task, true));
            return None;
        }
        let Some(draft) = Draft::new(own, &base.head, self.doc) else {
            self.protocol.with_queue(|it| self.refine(it, &task, false));
            return None;
        };
        if !self.is_near(&draft.own) {
            self.protocol.with_queue(|it| self.refine(it, &task, true));
            return None;
        }
        if self.leaves_out(draft.fingerprint.around, &task) {
            return None;
        }
        let candidate = Candidate { best: base.best.clone(), ..draft.ready(&self.free_layout) };
        let candidate = self.with_step(candidate);
        if self.leaves_out(candidate.fingerprint.taken, &task) {
            return None;
        }
        self.defer_if_it_harms(task, &candidate).map(|it| (it, candidate))
    }

    /// The edits a task means on top of `best`.
    fn edits_of(&self, task: &Task, best: &EditSet) -> EditSet {
        match &task.what {
            What::Site(sets, at) => sets[*at].edits.clone(),
            What::Bundle(tasks) => {
                let each = tasks.iter().map(|it| self.edits_of(it, best));
                each.fold(EditSet::new(), |all, it| all.merge(&it))
            }
            What::Segment { body, lo, hi, held, .. } => body.edits(*lo, *hi, held, best, self.doc),
            _ => EditSet::new(),
        }
    }

    /// The candidate that adds `own` to `base`.
    pub(super) fn candidate(&self, own: EditSet, base: &Arc<Best>) -> Option<Candidate> {
        Draft::new(own, base, self.doc).map(|it| it.ready(&self.free_layout))
    }

    pub(super) fn refused(&self, queue: &mut TaskQueue, task: &Task) {
        self.note_in_vain();
        queue.model.note(task.topic, false);
        queue.note_width(task, false);
        queue.note_turn(task, false);
        self.refine(queue, task, true);
    }

    /// What follows a task that did not succeed: a segment is split, a site offers its next alternative.
    pub(super) fn refine(&self, queue: &mut TaskQueue, task: &Task, failed: bool) {
        let opened = queue.end_turn(&task.turn, false);
        let turn = Turn::behind(&task.turn);
        match &task.what {
            What::Site(sets, at) if !opened => {
                self.push_alternative(queue, sets.clone(), at + 1, task.topic, turn);
            }
            What::Bundle(tasks) => {
                queue.note_width(task, false);
                if !opened {
                    queue.unbundle(tasks, &turn, failed);
                }
            }
            What::Segment { list, body, lo, hi, tokens, .. } => {
                // What came to nothing may have touched what is protected, or left too few; a part of it need not.
                let failed = failed || body.keeps_some() || self.doc.is_protected();
                let topic = Topic { harm: Harm::None, ..task.topic };
                queue.put_back(*list, (*lo, *hi), failed.then_some(*tokens), topic);
            }
            _ => {}
        }
    }

    /// Queues what a no to a task would lead to.
    fn open(&self, queue: &mut TaskQueue, task: &Task) {
        match &task.what {
            What::Site(sets, at) => {
                self.push_alternative(queue, sets.clone(), at + 1, task.topic, task.turn.clone());
            }
            What::Bundle(tasks) => queue.unbundle(tasks, &task.turn, true),
            What::Segment { list, lo, hi, .. } => queue.open_segment(*list, (*lo, *hi), task.topic),
            _ => {}
        }
    }

    /// True where blanks are the point, so that a refusal in another layout says nothing.
    pub(super) fn asks_exactly(&self, pass: usize) -> bool {
        self.stage >= Stage::Polish || self.run.config.passes[pass].stage == Stage::Polish
    }

    /// True once a later stage has begun.
    pub(super) fn has_gone_on(&self) -> bool {
        self.protocol.with_queue(|it| it.ahead.as_ref().is_some_and(|it| it.reached.is_some()))
    }

    /// True for a pass of a later stage.
    pub(super) fn is_later(&self, pass: usize) -> bool {
        let pass = &self.run.config.passes[pass];
        self.has_gone_on() && !self.doc.source_ids().any(|it| self.uses(pass, it, self.stage))
    }

    /// Begins with a later stage.
    fn go_on(&self, stage: Stage) {
        self.run.events.send(Sent::StageStarted { stage });
        self.protocol.with_queue(|queue| {
            self.doc.file_ids().for_each(|it| self.seed_file(queue, it, stage));
        });
    }

    /// Leaves what is under way to the next round.
    fn end_early(&self) {
        // What these stages leave is not come back to.
        if self.stage > Stage::Mass && !self.protocol.base().best.edits.is_empty() {
            self.end_with(|it| it != Flight::Union);
        }
    }

    /// True when what is under way was left to the next round.
    pub(super) fn ends_early(&self) -> bool {
        self.protocol.is_draining()
            && self.protocol.with_queue(|it| it.ahead.as_ref().is_some_and(|it| it.ended))
    }

    /// Lets nothing new begin, and ends questions of some kinds.
    pub(super) fn end_with(&self, ends: impl Fn(Flight) -> bool) {
        self.protocol.drain();
        self.protocol.for_each_flight(|it| {
            if ends(it.kind) {
                it.cancel.raise();
            }
        });
    }
}
