//! Who works on what, whose success becomes the best, and when a round is over: what the workers of a round share.
//!
//! Three locks, each for what it protects together: *work* (the queue and who is busy), *commits* (the best, and the
//! successes that wait to be merged) and *flights* (what is being asked). Only commits is ever taken inside another one,
//! which is work. Whatever has to be undone when a worker panics is a guard. Nothing here knows what a task or a text is,
//! so that `tests/protocol.rs` can drive exactly this code through all kinds of schedules.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::sync::{Condvar, Mutex};

/// What waits to be done.
pub(super) trait Queue {
    type Task;
    type Best;
    /// Takes the next task, given the best as it is.
    fn pop(&mut self, best: &Self::Best) -> Option<Self::Task>;
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
    commits: Mutex<Commits<Q::Best, S>>,
    flights: Mutex<BTreeMap<u128, Flight<Q::Task, F>>>,
}

struct Work<Q> {
    queue: Q,
    /// Workers that have a turn.
    busy: usize,
    /// True when no new task may begin.
    draining: bool,
}

struct Commits<B, S> {
    best: Arc<B>,
    /// Successes on an older best.
    pool: Vec<S>,
    /// True while somebody merges; only they may commit then.
    merging: bool,
}

/// A text that is being asked.
struct Flight<T, F> {
    about: F,
    /// Tasks that came to the same text: they go back to the queue when the verdict is known.
    waiting: Vec<T>,
}

/// Whether a worker may have a turn.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Gate {
    /// The round is to end: what is under way ends, and nothing new begins.
    pub(super) stopped: bool,
    /// There is no room for this worker now.
    pub(super) rests: bool,
}

/// What a worker does next.
pub(super) enum Job<'p, Q: Queue, S, F> {
    /// A task, and the best that it is to build on.
    Task(Q::Task, Arc<Q::Best>),
    /// Successes to be merged, and the right to do so.
    Merge(Vec<S>, Merge<'p, Q, S, F>),
}

/// A turn, and what to do in it.
type Next<'p, Q, S, F> = (Turn<'p, Q, S, F>, Job<'p, Q, S, F>);

impl<Q: Queue, S, F> Protocol<Q, S, F> {
    pub(super) fn new(queue: Q, best: Q::Best) -> Protocol<Q, S, F> {
        Protocol {
            work: Mutex::new(Work { queue, busy: 0, draining: false }),
            wake: Condvar::new(),
            commits: Mutex::new(Commits { best: Arc::new(best), pool: Vec::new(), merging: false }),
            flights: Mutex::new(BTreeMap::new()),
        }
    }

    /// Waits for something to do; `None` when the round is over. `gate` is looked at again whenever somebody has finished.
    pub(super) fn next(&self, gate: impl Fn() -> Gate) -> Option<Next<'_, Q, S, F>> {
        let mut work = self.work.lock();
        loop {
            let gate = gate();
            work.draining |= gate.stopped;
            let mut commits = self.commits.lock();
            let idle = work.draining || work.queue.is_empty() && commits.pool.is_empty();
            if gate.rests && !(idle && work.busy == 0) {
                drop(commits);
                self.wake.wait(&mut work);
                continue;
            }
            if !gate.stopped && !commits.merging && !commits.pool.is_empty() {
                work.busy += 1;
                commits.merging = true;
                let pool = std::mem::take(&mut commits.pool);
                return Some((Turn(self), Job::Merge(pool, Merge(self))));
            }
            let best = commits.best.clone();
            drop(commits);
            if !work.draining
                && let Some(task) = work.queue.pop(&best)
            {
                work.busy += 1;
                return Some((Turn(self), Job::Task(task, best)));
            }
            if work.busy == 0 {
                self.wake.notify_all();
                return None;
            }
            self.wake.wait(&mut work);
        }
    }

    /// Takes the next task without a turn, for when there is only one worker.
    pub(super) fn pop(&self) -> Option<Q::Task> {
        let best = self.best();
        self.work.lock().queue.pop(&best)
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

    pub(super) fn best(&self) -> Arc<Q::Best> {
        self.commits.lock().best.clone()
    }

    /// Makes `best` the best if that is a step from the best as it is; `tell` is called before anybody else can commit.
    /// Else `success` waits to be merged. Returns whether it was committed.
    pub(super) fn offer(
        &self,
        base: &Arc<Q::Best>,
        best: Arc<Q::Best>,
        success: S,
        tell: impl FnOnce(),
    ) -> bool {
        let mut commits = self.commits.lock();
        if commits.merging || !Arc::ptr_eq(base, &commits.best) {
            commits.pool.push(success);
            return false;
        }
        commits.best = best;
        tell();
        true
    }

    /// Takes the right to commit, and what waits to be merged. For when there is only one worker.
    pub(super) fn begin_merge(&self) -> (Merge<'_, Q, S, F>, Vec<S>) {
        let mut commits = self.commits.lock();
        commits.merging = true;
        (Merge(self), std::mem::take(&mut commits.pool))
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
pub(super) struct Turn<'p, Q: Queue, S, F>(&'p Protocol<Q, S, F>);

impl<Q: Queue, S, F> Drop for Turn<'_, Q, S, F> {
    fn drop(&mut self) {
        let mut work = self.0.work.lock();
        work.busy -= 1;
        // After a panic nothing new begins; the others end what they are at.
        work.draining |= std::thread::panicking();
        self.0.wake.notify_all();
    }
}

/// The right to commit, which nobody else has meanwhile.
pub(super) struct Merge<'p, Q: Queue, S, F>(&'p Protocol<Q, S, F>);

impl<Q: Queue, S, F> Merge<'_, Q, S, F> {
    /// Makes `best` the best.
    pub(super) fn commit(&self, best: Arc<Q::Best>, tell: impl FnOnce()) {
        self.0.commits.lock().best = best;
        tell();
    }

    /// Leaves successes for later.
    pub(super) fn put_back(&self, mut successes: Vec<S>) {
        self.0.commits.lock().pool.append(&mut successes);
    }
}

impl<Q: Queue, S, F> Drop for Merge<'_, Q, S, F> {
    fn drop(&mut self) {
        self.0.commits.lock().merging = false;
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
