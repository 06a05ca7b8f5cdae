//! Who works on what, whose success becomes the best, and when a round is over: what the workers of a round share.
//!
//! Three locks, each for what it protects together: *work* (the queue and who is busy), *commits* (the best, what tasks
//! build on, and the successes that wait to be merged) and *flights* (what is being asked). Only commits is ever taken inside another one,
//! which is work. Whatever has to be undone when a worker panics is a guard. Nothing here knows what a task or a text is,
//! so that `tests/protocol.rs` can drive exactly this code through all kinds of schedules.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::sync::{Condvar, Mutex};

/// A document that was judged interesting, or is likely to be.
pub(super) trait Document {
    /// True when everything that `other` takes away is gone here as well.
    fn goes_beyond(&self, other: &Self) -> bool;
    /// True when it ranks lower.
    fn is_below(&self, other: &Self) -> bool;
}

/// What waits to be done.
pub(super) trait Queue {
    type Task;
    type Best: Document;
    /// Takes the next task, given what it will build on, how many are at work and how many may be.
    fn pop(&mut self, best: &Self::Best, busy: usize, room: usize) -> Option<Self::Task>;
    /// Puts a task in.
    fn push(&mut self, task: Self::Task);
    /// True when no task waits.
    fn is_empty(&self) -> bool;
}

/// The state that workers share. `S` is a success that waits to be merged, `F` what is known of a question under way.
pub(super) struct Protocol<Q: Queue, S, F> {
    work: Mutex<Work<Q>>,
    /// Told whenever somebody has finished something.
    wake: Condvar,
    commits: Mutex<Commits<Q::Best, S, Q::Task>>,
    flights: Mutex<BTreeMap<u128, Flight<Q::Task, F>>>,
}

struct Work<Q> {
    queue: Q,
    /// Workers that have a turn.
    busy: usize,
    /// True when no new task may begin.
    draining: bool,
}

struct Commits<B, S, T> {
    best: Arc<B>,
    /// What tasks build on: the best, or it and the successes whose union with it is being asked about.
    head: Arc<B>,
    /// Successes that are no step from the best.
    pool: Vec<S>,
    /// Tasks that were refused on top of a head that nobody has judged yet; `None` while there is no such head.
    doubted: Option<Vec<T>>,
    /// Parts of unions that were refused.
    parts: Vec<Vec<S>>,
    /// A success that does not go together with the best.
    aside: Option<S>,
    /// True while somebody merges the best with the pool.
    leading: bool,
    /// The union that they ask about: what does not hold it is no step from what will be the best.
    union: Option<Arc<B>>,
    /// How often such unions were accepted of late: below 0 nobody builds on one before its verdict is known.
    trust: i8,
}

/// What a candidate is made from.
#[derive(Debug)]
pub(super) struct Base<B> {
    /// What it builds on.
    pub(super) head: Arc<B>,
    /// The best: it was judged interesting, and the head ranks no higher.
    pub(super) best: Arc<B>,
}

/// A text that is being asked.
struct Flight<T, F> {
    about: F,
    /// Tasks that came to the same text: they go back to the queue when the verdict is known.
    waiting: Vec<T>,
}

/// What became of a document that was offered as the best.
#[derive(Debug)]
pub(super) enum Offered<S> {
    Committed,
    /// It is no step from the best: its successes wait to be merged.
    Waits,
    /// It goes beyond the best but does not rank below it.
    NotBelow(Vec<S>),
}

/// Whether a worker may have a turn.
pub(super) struct Gate {
    /// The round is to end: what is under way ends, and nothing new begins.
    pub(super) stopped: bool,
    /// How many workers there is room for now; the first one never rests.
    pub(super) room: usize,
}

/// What a worker does next.
pub(super) enum Job<'p, Q: Queue, S, F> {
    /// A task, and what it is to build on.
    Task(Q::Task, Base<Q::Best>),
    /// Successes to be merged with the best. Of those that nobody has tried to merge before, with the right to lead.
    Merge(Vec<S>, Arc<Q::Best>, Option<Lead<'p, Q, S, F>>),
}

/// A turn, and what to do in it.
type Next<'p, Q, S, F> = (Busy<'p, Q, S, F>, Job<'p, Q, S, F>);

impl<Q: Queue, S, F> Protocol<Q, S, F> {
    pub(super) fn new(queue: Q, best: impl Into<Arc<Q::Best>>) -> Protocol<Q, S, F> {
        Protocol {
            work: Mutex::new(Work { queue, busy: 0, draining: false }),
            wake: Condvar::new(),
            commits: Mutex::new(Commits::new(best.into())),
            flights: Mutex::new(BTreeMap::new()),
        }
    }

    /// Waits for something to do; `None` when the round is over. `gate` is looked at again whenever somebody has finished.
    pub(super) fn next(&self, worker: usize, gate: impl Fn() -> Gate) -> Option<Next<'_, Q, S, F>> {
        let mut work = self.work.lock();
        loop {
            let gate = gate();
            work.draining |= gate.stopped;
            let mut commits = self.commits.lock();
            let idle = work.draining || work.queue.is_empty() && !commits.has_successes();
            if worker > 0 && worker >= gate.room && !(idle && work.busy == 0) {
                drop(commits);
                self.wake.wait(&mut work);
                continue;
            }
            if !gate.stopped
                && let Some((group, leads)) = commits.next_group()
            {
                work.busy += 1;
                let lead = leads.then(|| Lead(self));
                return Some((Busy(self), Job::Merge(group, commits.best.clone(), lead)));
            }
            let base = commits.base();
            drop(commits);
            let busy = work.busy;
            let task = if work.draining { None } else { work.queue.pop(&base.head, busy, gate.room) };
            if let Some(task) = task {
                work.busy += 1;
                return Some((Busy(self), Job::Task(task, base)));
            }
            if work.busy == 0 {
                self.wake.notify_all();
                return None;
            }
            self.wake.wait(&mut work);
        }
    }

    /// Takes the next task without a turn of its own: in another one, or where there is only one worker.
    pub(super) fn pop(&self, room: usize) -> Option<(Q::Task, Base<Q::Best>)> {
        let (mut work, base) = (self.work.lock(), self.base());
        let busy = work.busy.saturating_sub(1);
        let task = if work.draining { None } else { work.queue.pop(&base.head, busy, room) }?;
        Some((task, base))
    }

    /// Looks at the queue or changes it.
    pub(super) fn with_queue<R>(&self, change: impl FnOnce(&mut Q) -> R) -> R {
        change(&mut self.work.lock().queue)
    }

    /// Lets no new task begin: what is under way is the last of the round.
    pub(super) fn drain(&self) {
        self.work.lock().draining = true;
    }

    pub(super) fn is_draining(&self) -> bool {
        self.work.lock().draining
    }

    pub(super) fn base(&self) -> Base<Q::Best> {
        self.commits.lock().base()
    }

    /// Makes `best`, which was judged interesting and is what `successes` came to, the best if that is a step from the best
    /// as it is; `tell` is called before anybody else can commit. Else they wait to be merged.
    pub(super) fn offer(&self, best: &Arc<Q::Best>, successes: Vec<S>, tell: impl FnOnce()) -> Offered<S> {
        let mut commits = self.commits.lock();
        let behind = commits.union.as_ref().is_some_and(|it| !best.goes_beyond(it));
        if behind || !best.goes_beyond(&commits.best) {
            commits.pool.extend(successes);
            return Offered::Waits;
        }
        if !best.is_below(&commits.best) {
            return Offered::NotBelow(successes);
        }
        commits.best = best.clone();
        if !commits.head.goes_beyond(best) || !commits.head.is_below(best) {
            commits.head = best.clone();
        }
        tell();
        Offered::Committed
    }

    /// Keeps a task that was refused on top of `head` until it is known whether that was to blame; gives it back when it is.
    pub(super) fn doubt(&self, head: &Arc<Q::Best>, task: Q::Task) -> Option<Q::Task> {
        let mut commits = self.commits.lock();
        let current = Arc::ptr_eq(head, &commits.head) && !Arc::ptr_eq(head, &commits.best);
        match &mut commits.doubted {
            Some(doubted) if current => {
                doubted.push(task);
                None
            }
            _ => Some(task),
        }
    }

    /// Leaves successes for later.
    pub(super) fn put_back(&self, successes: Vec<S>) {
        self.commits.lock().pool.extend(successes);
    }

    /// Leaves the parts of a union that was refused to whoever is free.
    pub(super) fn put_parts(&self, parts: impl IntoIterator<Item = Vec<S>>) {
        self.commits.lock().parts.extend(parts);
    }

    /// Takes the next successes to be merged, without a turn. For when there is only one worker.
    pub(super) fn next_group(&self) -> Option<(Vec<S>, Arc<Q::Best>)> {
        let mut commits = self.commits.lock();
        let (group, leads) = commits.next_group()?;
        commits.leading &= !leads;
        Some((group, commits.best.clone()))
    }

    /// Keeps a success that ranks below the best but does not go together with it, for the end: the best of them.
    pub(super) fn keep_aside(&self, success: S, is_better: impl FnOnce(&S, &S) -> bool) {
        let mut commits = self.commits.lock();
        if commits.aside.as_ref().is_none_or(|it| is_better(&success, it)) {
            commits.aside = Some(success);
        }
    }

    /// Makes `best` the best if it ranks lower. For when there is only one worker.
    pub(super) fn settle_on(&self, best: &Arc<Q::Best>, tell: impl FnOnce()) {
        let mut commits = self.commits.lock();
        if best.is_below(&commits.best) {
            commits.best = best.clone();
            tell();
        }
    }

    /// Takes all successes that are left.
    pub(super) fn take_successes(&self) -> Vec<S> {
        let mut commits = self.commits.lock();
        let pool = std::mem::take(&mut commits.pool);
        let aside = commits.aside.take();
        std::mem::take(&mut commits.parts).into_iter().flatten().chain(pool).chain(aside).collect()
    }

    /// Says that `text` is being asked from now on, until the guard is dropped. `None` when it is being asked already:
    /// `task` then waits, and goes back to the queue when the verdict is known.
    pub(super) fn take_off(
        &self,
        text: u128,
        about: F,
        task: Q::Task,
    ) -> Option<(Flying<'_, Q, S, F>, Q::Task)> {
        let mut flights = self.flights.lock();
        if let Some(flight) = flights.get_mut(&text) {
            flight.waiting.push(task);
            return None;
        }
        flights.insert(text, Flight { about, waiting: Vec::new() });
        Some((Flying { protocol: self, text }, task))
    }

    /// The same for a text that no task waits for.
    pub(super) fn take_off_alone(&self, text: u128, about: F) -> Option<Flying<'_, Q, S, F>> {
        let mut flights = self.flights.lock();
        if flights.contains_key(&text) {
            return None;
        }
        flights.insert(text, Flight { about, waiting: Vec::new() });
        Some(Flying { protocol: self, text })
    }

    /// Looks at every question under way.
    pub(super) fn for_each_flight(&self, look: impl Fn(&F)) {
        self.flights.lock().values().for_each(|it| look(&it.about));
    }

    /// The queue and the best, after the round.
    pub(super) fn into_parts(self) -> (Q, Arc<Q::Best>) {
        (self.work.into_inner().queue, self.commits.into_inner().best)
    }
}

/// A worker's turn: the round is not over before it is dropped.
pub(super) struct Busy<'p, Q: Queue, S, F>(&'p Protocol<Q, S, F>);

impl<Q: Queue, S, F> Drop for Busy<'_, Q, S, F> {
    fn drop(&mut self) {
        let mut work = self.0.work.lock();
        work.busy -= 1;
        // After a panic nothing new begins; the others end what they are at.
        work.draining |= std::thread::panicking();
        self.0.wake.notify_all();
    }
}

/// The right to say what others build on while it is being asked about.
pub(super) struct Lead<'p, Q: Queue, S, F>(&'p Protocol<Q, S, F>);

impl<Q: Queue, S, F> Lead<'_, Q, S, F> {
    /// Lets others build on `union`, which nobody has judged yet, if it is a step. True where such were accepted of late.
    pub(super) fn build_on(&self, union: &Arc<Q::Best>) -> bool {
        let mut commits = self.0.commits.lock();
        let is_step = union.goes_beyond(&commits.best) && union.is_below(&commits.best);
        commits.union = if is_step { Some(union.clone()) } else { commits.union.take() };
        if is_step && commits.trust >= 0 {
            (commits.head, commits.doubted) = (union.clone(), Some(Vec::new()));
        }
        is_step && commits.trust > 0
    }

    /// Says how the question about the union ended. Returns the tasks whose refusal means something only if it was accepted.
    pub(super) fn ended(&self, accepted: bool) -> Vec<Q::Task> {
        let mut commits = self.0.commits.lock();
        commits.trust = if accepted { (commits.trust + 1).min(3) } else { (commits.trust - 2).max(-3) };
        if !accepted {
            (commits.head, commits.union) = (commits.best.clone(), None);
        }
        commits.doubted.take().unwrap_or_default()
    }
}

impl<Q: Queue, S, F> Drop for Lead<'_, Q, S, F> {
    fn drop(&mut self) {
        let mut commits = self.0.commits.lock();
        (commits.leading, commits.union) = (false, None);
        // What has not become the best by now will not.
        commits.head = commits.best.clone();
    }
}

impl<B, S, T> Commits<B, S, T> {
    fn new(best: Arc<B>) -> Commits<B, S, T> {
        Commits {
            head: best.clone(),
            best,
            pool: Vec::new(),
            doubted: None,
            parts: Vec::new(),
            aside: None,
            leading: false,
            union: None,
            trust: 0,
        }
    }

    fn base(&self) -> Base<B> {
        Base { head: self.head.clone(), best: self.best.clone() }
    }

    fn has_successes(&self) -> bool {
        !self.pool.is_empty() || !self.parts.is_empty()
    }

    /// The next successes to be merged, and whether they lead.
    fn next_group(&mut self) -> Option<(Vec<S>, bool)> {
        if let Some(part) = self.parts.pop() {
            return Some((part, false));
        }
        if self.leading || self.pool.is_empty() {
            return None;
        }
        self.leading = true;
        Some((std::mem::take(&mut self.pool), true))
    }
}

/// A question under way: the text is nobody else's until it is dropped.
pub(super) struct Flying<'p, Q: Queue, S, F> {
    protocol: &'p Protocol<Q, S, F>,
    text: u128,
}

impl<Q: Queue, S, F> Drop for Flying<'_, Q, S, F> {
    fn drop(&mut self) {
        let landed = self.protocol.flights.lock().remove(&self.text);
        let waiting = landed.map(|it| it.waiting).unwrap_or_default();
        if !waiting.is_empty() {
            self.protocol.with_queue(|queue| waiting.into_iter().for_each(|it| queue.push(it)));
            self.protocol.wake.notify_all();
        }
    }
}
