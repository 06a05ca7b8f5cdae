//! A round: workers around one heap, one snapshot and one best.
//!
//! Everything that moves is in [`State`] behind one lock; questions are asked outside it. A worker that finds nothing
//! to do sleeps on the condition variable; when nobody is busy and nothing waits, the round is over.

use std::collections::{BinaryHeap, HashMap};
use std::sync::Arc;

use parking_lot::{Condvar, Mutex};

use super::Run;
use super::ask::{Best, Candidate, Reply, wants_parse};
use super::focus::Focus;
use super::learn::{Learned, Topic};
use super::state::{Ended, InFlight, Order, State, Success};
use super::task::{Task, What};
use crate::document::Document;
use crate::edit::EditSet;
use crate::pass::{Propose, Sites, Stage, Tier};
use crate::rank::Rank;
use crate::thresholds::CARRY_BYTES;

/// The life of one parse.
pub(super) struct Round<'r> {
    pub(super) run: &'r Run<'r>,
    pub(super) doc: &'r Document,
    pub(super) stage: Stage,
    pub(super) state: Mutex<State>,
    pub(super) wake: Condvar,
    free_layout: Vec<bool>,
    /// True when familiar edits are asked too.
    asks_all: bool,
    /// What the edits of an excursion must be near to.
    pub(super) focus: Option<&'r Focus>,
}

/// What a worker does next.
enum Job {
    Task(Task),
    Merge(Vec<Success>),
}

impl<'r> Round<'r> {
    pub(super) fn new(
        run: &'r Run<'r>,
        doc: &'r Document,
        stage: Stage,
        asks_all: bool,
        learned: Learned,
    ) -> Round<'r> {
        let best = Best::new(0, EditSet::new(), Rank::of(&doc.texts()));
        let begin = State {
            best: Arc::new(best),
            pool: Vec::new(),
            merging: false,
            in_flight: Vec::new(),
            learned,
            widths: HashMap::new(),
            heap: BinaryHeap::new(),
            lists: Vec::new(),
            parked: HashMap::new(),
            busy: 0,
            pushed: 0,
            draining: false,
            left_out: false,
            order: Order::FromBack,
        };
        let free_layout = super::free_layout(doc);
        Round {
            run,
            doc,
            stage,
            state: Mutex::new(begin),
            wake: Condvar::new(),
            free_layout,
            asks_all,
            focus: None,
        }
    }

    /// Runs the round to its end.
    pub(super) fn run(self) -> Ended {
        self.plant();
        if self.run.config.deterministic {
            self.run_in_waves();
        } else {
            std::thread::scope(|scope| {
                let round = &self;
                let mut started = 1;
                // Helpers are started once the oracle has room for them, which may be long after the round began.
                self.work(0, || {
                    while started < round.run.config.jobs && started < round.run.oracle.width() {
                        let worker = started;
                        scope.spawn(move || round.work(worker, || ()));
                        started += 1;
                    }
                });
            });
        }
        self.rescue();
        let state = self.state.into_inner();
        Ended { best: state.best, learned: state.learned, left_out: state.left_out }
    }

    fn work(&self, worker: usize, mut call_helpers: impl FnMut()) {
        loop {
            call_helpers();
            let Some(job) = self.next_job(worker) else { return };
            match job {
                Job::Merge(successes) => self.merge_all(successes, worker),
                Job::Task(task) => self.perform(task, worker),
            }
            let mut state = self.state.lock();
            state.busy -= 1;
            drop(state);
            self.wake.notify_all();
        }
    }

    fn next_job(&self, worker: usize) -> Option<Job> {
        let mut state = self.state.lock();
        loop {
            let rests = worker > 0 && worker >= self.run.oracle.width();
            if self.run.is_stopped() {
                state.draining = true;
                state.pool_is_final();
            }
            if rests && !state.is_over() {
                self.wake.wait(&mut state);
                continue;
            }
            if !state.merging && !state.pool.is_empty() && !self.run.is_stopped() {
                state.merging = true;
                state.busy += 1;
                return Some(Job::Merge(std::mem::take(&mut state.pool)));
            }
            if !state.draining
                && let Some(task) = self.pop(&mut state)
            {
                state.busy += 1;
                return Some(Job::Task(task));
            }
            if state.busy == 0 {
                drop(state);
                self.wake.notify_all();
                return None;
            }
            self.wake.wait(&mut state);
        }
    }

    /// The task with the highest expected gain, by what is known now.
    pub(super) fn pop(&self, state: &mut State) -> Option<Task> {
        loop {
            let entry = state.heap.pop()?;
            let now = entry.score.min(self.score(&entry.task, state));
            if now < entry.score * 0.7 && state.heap.peek().is_some_and(|it| it.score > now) {
                state.push(entry.task, now);
                continue;
            }
            let What::List(list) = entry.task.what else { return Some(state.bundle(entry.task)) };
            let tokens = state.best.rank.tokens;
            let Some((lo, hi)) = state.lists[list].next(tokens, self.probes()) else { continue };
            let body = state.lists[list].body.clone();
            self.push_list(state, list, entry.task.topic);
            let what = What::Chunk { list, lo, hi, tokens };
            return Some(Task { what, gain: body.gain(lo, hi), position: body.position(lo), ..entry.task });
        }
    }

    /// Expected gain. Looking costs no question, so an expansion counts whole.
    fn score(&self, task: &Task, state: &State) -> f32 {
        match task.what {
            What::Expand(..) | What::Propose(_) => task.gain,
            _ => task.gain * state.learned.chance(task.topic, self.run.config.passes[task.topic.pass].tier),
        }
    }

    pub(super) fn push(&self, state: &mut State, task: Task) {
        let score = self.score(&task, state);
        state.push(task, score);
    }

    /// Queues a list by what its next chunk would gain.
    pub(super) fn push_list(&self, state: &mut State, list: usize, topic: Topic) {
        let Some(gain) = state.lists[list].gain() else { return };
        let position = state.lists[list].position();
        self.push(state, Task { what: What::List(list), topic, gain, position, parsed: false });
    }

    /// Carries out one task.
    pub(super) fn perform(&self, task: Task, worker: usize) {
        match task.what {
            What::Expand(file, unit) => self.expand(file, unit),
            What::Propose(file) => {
                let mut sites = Sites::default();
                if let Propose::File(propose) = self.run.config.passes[task.topic.pass].propose {
                    propose(self.doc, file, &mut sites);
                }
                self.push_sites(&mut self.state.lock(), sites, task.topic);
            }
            _ => self.attempt(task, worker),
        }
    }

    /// The edits a task means on top of `best`.
    pub(super) fn edits_of(&self, task: &Task, best: &EditSet) -> EditSet {
        match &task.what {
            What::Site(sets, at) => sets[*at].clone(),
            What::Bundle(tasks) => {
                let each = tasks.iter().map(|it| self.edits_of(it, best));
                each.fold(EditSet::new(), |all, it| all.merge(&it))
            }
            What::Chunk { list, lo, hi, .. } => {
                let body = self.state.lock().lists[*list].body.clone();
                body.edits(*lo, *hi, best, self.doc)
            }
            _ => EditSet::new(),
        }
    }

    /// The candidate a task means on top of the best as it is now.
    pub(super) fn candidate(&self, task: &Task) -> Option<Candidate> {
        let best = self.state.lock().best.clone();
        let own = self.edits_of(task, &best.edits);
        Candidate::new(own, &best, self.doc, &self.free_layout)
    }

    /// The candidate that adds `own` to the best as it is now.
    pub(super) fn candidate_of(&self, own: EditSet) -> Option<Candidate> {
        let best = self.state.lock().best.clone();
        Candidate::new(own, &best, self.doc, &self.free_layout)
    }

    /// Tries a task: asks, and commits, merges or refines by the answer.
    fn attempt(&self, task: Task, worker: usize) {
        let Some(candidate) = self.candidate(&task) else {
            return self.refine(&mut self.state.lock(), &task, false);
        };
        if !self.is_near(&candidate.own) {
            return self.refine(&mut self.state.lock(), &task, true);
        }
        if self.leaves_out(&task, &candidate) {
            return;
        }
        let Some(task) = self.defer_if_it_breaks(task, &candidate) else { return };
        let cancel = self.run.stop.child();
        self.state.lock().in_flight.push(InFlight {
            worker,
            own: candidate.own.clone(),
            cancel: cancel.clone(),
        });
        let reply = self.run.ask(&candidate, task.topic.pass, worker, &cancel, self.asks_exactly());
        let mut state = self.state.lock();
        state.in_flight.retain(|it| it.worker != worker);
        self.unpark(&mut state, candidate.key.text);
        match reply {
            Reply::Interesting => self.succeed(state, task, candidate),
            Reply::Refused => {
                self.run.familiar.note(candidate.fingerprint);
                self.refused(&mut state, &task);
            }
            Reply::BeingAsked => state.parked.entry(candidate.key.text).or_default().push(task),
            Reply::Nothing => {}
        }
    }

    pub(super) fn refused(&self, state: &mut State, task: &Task) {
        state.learned.note(task.topic, false);
        state.note_width(task, false);
        self.refine(state, task, true);
    }

    /// Passes over a task whose edit is familiar, as if it had been refused again.
    pub(super) fn leaves_out(&self, task: &Task, candidate: &Candidate) -> bool {
        let familiar = !self.asks_all && self.run.familiar.holds(candidate.fingerprint);
        if familiar {
            let mut state = self.state.lock();
            state.left_out = true;
            self.refine(&mut state, task, true);
        }
        familiar
    }

    /// Puts a task back with a lower expectation when a re-parse says that it adds errors.
    pub(super) fn defer_if_it_breaks(&self, mut task: Task, candidate: &Candidate) -> Option<Task> {
        let tier: Tier = self.run.config.passes[task.topic.pass].tier;
        // What an excursion tries does not depend on how many questions have paid for re-parses.
        if self.focus.is_some() || !wants_parse(&task, tier, candidate, self.run) {
            return Some(task);
        }
        task.parsed = true;
        let errors: usize = self.doc.files().iter().map(|it| it.errors).sum();
        if candidate.errors(self.doc) <= errors {
            return Some(task);
        }
        task.topic.breaks = true;
        let mut state = self.state.lock();
        self.push(&mut state, task);
        None
    }

    /// True where blanks are the point, so that a refusal in another layout says nothing.
    pub(super) fn asks_exactly(&self) -> bool {
        self.stage >= Stage::Polish
    }

    /// True where heavy chunks of a list go ahead of light ones. The coarse search takes everything in its turn: what
    /// comes late in the file must have gone before what it needs is tried.
    fn probes(&self) -> bool {
        self.stage != Stage::Coarse
    }

    /// True when the round is to end.
    pub(super) fn is_draining(&self) -> bool {
        self.state.lock().draining
    }

    /// Wakes the tasks that waited for the verdict of a text.
    fn unpark(&self, state: &mut State, text: u128) {
        for task in state.parked.remove(&text).unwrap_or_default() {
            self.push(state, task);
        }
    }

    /// What follows a task that did not succeed: a chunk is split, a site offers its next alternative.
    pub(super) fn refine(&self, state: &mut State, task: &Task, failed: bool) {
        match &task.what {
            What::Site(sets, at) => self.push_alternative(state, sets.clone(), at + 1, task.topic),
            What::Bundle(tasks) => {
                state.note_width(task, false);
                self.unbundle(state, tasks, failed);
            }
            What::Chunk { list, lo, hi, tokens } => {
                // What came to nothing may have touched what is protected, or left too few; a part of it need not.
                let failed = failed || state.lists[*list].body.keeps_some() || self.doc.is_protected();
                let idle = state.lists[*list].gain().is_none();
                state.lists[*list].answered(*lo, *hi, failed.then_some(*tokens));
                if idle {
                    self.push_list(state, *list, Topic { breaks: false, ..task.topic });
                }
            }
            _ => {}
        }
    }

    /// Ends the round early when carrying the stale tree has become dearer than a fresh parse.
    pub(super) fn end_if_half_is_gone(&self, state: &mut State) {
        let bytes: usize = self.doc.files().iter().map(|it| it.text.len()).sum();
        if self.stage > Stage::Coarse
            && bytes > CARRY_BYTES.get()
            && state.best.rank.tokens * 2 < self.doc.tokens()
        {
            state.draining = true;
        }
    }

    /// When a run is stopped with successes unmerged, the best of them still counts: each was judged as it is.
    fn rescue(&self) {
        let mut state = self.state.lock();
        let pool = std::mem::take(&mut state.pool);
        if let Some(success) = pool.into_iter().min_by(|a, b| a.rank.cmp(&b.rank))
            && success.rank < state.best.rank
        {
            self.commit(state, success.all, success.rank, success.task.topic.pass);
        }
    }
}
