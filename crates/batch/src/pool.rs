//! One pool of questions for all files: a permit for each, shared fairly and never idle while somebody waits.
//!
//! As long as files wait for their turn, each file in work is asked about by one worker only: nothing is speculative
//! then, and its result does not depend on its neighbours. When the last files are in work, what the others do not use
//! widens them.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use lop_engine::Cancel;
use lop_runner::Steering;
use lop_runner::slots::Slots;
use parking_lot::{Condvar, Mutex};

use crate::settings::Budget;

/// How often one who waits looks whether it still should.
const LOOK: Duration = Duration::from_millis(20);

/// What a person may do to a batch at work.
#[derive(Debug, Clone, Default)]
pub struct Control {
    /// Raised to stop everything and keep what there is.
    pub stop: Cancel,
    paused: Arc<AtomicBool>,
    files: Arc<Mutex<Vec<(String, AtWork)>>>,
}

/// What a person may do to a file in work.
#[derive(Debug, Clone, Default)]
pub struct AtWork {
    /// Raised to leave the file with what it has.
    pub stop: Cancel,
    /// What is said to its reduction.
    pub steering: Steering,
}

impl Control {
    /// Asks nothing more about any file until it is called again. Returns whether it is paused now.
    pub fn pause(&self) -> bool {
        let files = self.files.lock();
        let paused = !self.paused.fetch_xor(true, Ordering::SeqCst);
        files.iter().for_each(|it| it.1.steering.pause(paused));
        paused
    }

    /// What a person may do to this file, as long as it is in work.
    pub fn at_work(&self, name: &str) -> Option<AtWork> {
        self.files.lock().iter().find(|it| it.0 == name).map(|it| it.1.clone())
    }

    pub(crate) fn enter(&self, name: &str) -> AtWork {
        let file = AtWork { stop: self.stop.child(), steering: Steering::default() };
        let mut files = self.files.lock();
        file.steering.pause(self.paused.load(Ordering::SeqCst));
        files.push((name.to_owned(), file.clone()));
        file
    }

    pub(crate) fn leave(&self, name: &str) {
        self.files.lock().retain(|it| it.0 != name);
    }
}

/// The pool.
#[derive(Debug)]
pub(crate) struct Pool {
    jobs: usize,
    control: Control,
    budget: Budget,
    began: Instant,
    asked: AtomicU64,
    spent: AtomicBool,
    state: Mutex<State>,
    wake: Condvar,
}

#[derive(Debug, Default)]
struct State {
    busy: usize,
    /// True while files wait for their turn.
    queue: bool,
    members: Vec<Member>,
    next: u64,
}

#[derive(Debug)]
struct Member {
    id: u64,
    busy: usize,
    waiting: usize,
}

/// A file's place in the pool.
#[derive(Debug)]
pub(crate) struct FileSlots<'p> {
    pool: &'p Pool,
    id: u64,
}

/// The place of a file that a person may pause, which then waits for none.
#[derive(Debug)]
pub(crate) struct Steered<'p> {
    pub(crate) place: FileSlots<'p>,
    pub(crate) steering: Steering,
}

/// The right to ask one question.
#[derive(Debug)]
pub(crate) struct Permit<'p> {
    pool: &'p Pool,
    id: u64,
}

impl Pool {
    pub(crate) fn new(jobs: usize, budget: Budget, control: Control) -> Pool {
        Pool {
            jobs,
            control,
            budget,
            began: Instant::now(),
            asked: AtomicU64::new(0),
            spent: AtomicBool::new(false),
            state: Mutex::default(),
            wake: Condvar::new(),
        }
    }

    /// How many files are in work at once: one for each job, and a few that take up what those leave.
    pub(crate) fn files_at_once(&self) -> usize {
        self.jobs + 1 + self.jobs / 4
    }

    pub(crate) fn jobs(&self) -> usize {
        self.jobs
    }

    /// Says whether files wait for their turn.
    pub(crate) fn set_queue(&self, waits: bool) {
        self.state.lock().queue = waits;
        self.wake.notify_all();
    }

    pub(crate) fn enter(&self) -> FileSlots<'_> {
        let mut state = self.state.lock();
        state.next += 1;
        let id = state.next;
        state.members.push(Member { id, busy: 0, waiting: 0 });
        FileSlots { pool: self, id }
    }

    /// Questions asked.
    pub(crate) fn asked(&self) -> u64 {
        self.asked.load(Ordering::Relaxed)
    }

    /// True when the budget of the whole batch has ended it.
    pub(crate) fn is_spent(&self) -> bool {
        self.spent.load(Ordering::SeqCst)
    }

    /// Ends everything once the budget is used up.
    fn spend(&self) {
        let asked = self.asked.fetch_add(1, Ordering::SeqCst);
        let over = self.budget.questions.is_some_and(|it| asked >= it)
            || self.budget.time.is_some_and(|it| self.began.elapsed() >= it);
        if over {
            self.asked.fetch_sub(1, Ordering::SeqCst);
            self.spent.store(true, Ordering::SeqCst);
            self.control.stop.raise();
        }
    }
}

impl State {
    fn member(&mut self, id: u64) -> &mut Member {
        self.members.iter_mut().find(|it| it.id == id).expect("a place is left when it is dropped")
    }

    /// True when `id` may ask now: there is room, and nobody with less than its share waits.
    fn may_ask(&mut self, id: u64, jobs: usize) -> bool {
        let share = self.share(jobs);
        let poor = |it: &Member| it.waiting > 0 && it.busy < share;
        let others_wait = self.members.iter().any(|it| it.id != id && poor(it));
        self.busy < jobs && (self.member(id).busy < share || !others_wait)
    }

    fn share(&self, jobs: usize) -> usize {
        if self.queue { 1 } else { (jobs / self.members.len().max(1)).max(1) }
    }
}

impl<'p> FileSlots<'p> {
    /// How many workers of the file are worth their while.
    pub(crate) fn width(&self) -> usize {
        let mut state = self.pool.state.lock();
        if state.queue {
            return 1;
        }
        let free = self.pool.jobs.saturating_sub(state.busy);
        let own = state.member(self.id).busy + free;
        own.max(state.share(self.pool.jobs))
    }

    /// Waits for a permit; `None` when `cancel` was raised first.
    pub(crate) fn acquire(&self, cancel: &Cancel) -> Option<Permit<'p>> {
        let pool = self.pool;
        let mut state = pool.state.lock();
        state.member(self.id).waiting += 1;
        loop {
            let paused = pool.control.paused.load(Ordering::SeqCst);
            let free = !paused && state.may_ask(self.id, pool.jobs);
            if cancel.is_raised() || pool.control.stop.is_raised() || free {
                break;
            }
            pool.wake.wait_for(&mut state, LOOK);
        }
        state.member(self.id).waiting -= 1;
        if !cancel.is_raised() {
            pool.spend();
        }
        if cancel.is_raised() || pool.control.stop.is_raised() {
            drop(state);
            pool.wake.notify_all();
            return None;
        }
        state.busy += 1;
        state.member(self.id).busy += 1;
        Some(Permit { pool, id: self.id })
    }
}

impl Slots for FileSlots<'_> {
    fn with_slot(&self, cancel: &Cancel, ask: &mut dyn FnMut()) -> bool {
        let Some(_permit) = self.acquire(cancel) else { return false };
        ask();
        true
    }

    fn width(&self) -> usize {
        FileSlots::width(self)
    }
}

impl Slots for Steered<'_> {
    fn with_slot(&self, cancel: &Cancel, ask: &mut dyn FnMut()) -> bool {
        let mut asked = false;
        self.steering.with_slot(cancel, &mut || asked = self.place.with_slot(cancel, ask)) && asked
    }

    fn width(&self) -> usize {
        self.place.width()
    }
}

impl Drop for FileSlots<'_> {
    fn drop(&mut self) {
        self.pool.state.lock().members.retain(|it| it.id != self.id);
        self.pool.wake.notify_all();
    }
}

impl Drop for Permit<'_> {
    fn drop(&mut self) {
        let mut state = self.pool.state.lock();
        state.busy -= 1;
        // Its file may have left while the last answer was on its way.
        if let Some(member) = state.members.iter_mut().find(|it| it.id == self.id) {
            member.busy -= 1;
        }
        drop(state);
        self.pool.wake.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pool(jobs: usize) -> Pool {
        Pool::new(jobs, Budget::default(), Control::default())
    }

    #[test]
    fn while_files_wait_each_has_one_worker_and_then_they_share_what_is_free() {
        let pool = pool(6);
        pool.set_queue(true);
        let (a, b) = (pool.enter(), pool.enter());
        assert_eq!((a.width(), b.width()), (1, 1));
        pool.set_queue(false);
        assert_eq!((a.width(), b.width()), (6, 6));
        let cancel = Cancel::new();
        let held: Vec<_> = (0..5).map(|_| a.acquire(&cancel).unwrap()).collect();
        assert_eq!((a.width(), b.width()), (6, 3));
        drop(held);
        drop(b);
        assert_eq!(a.width(), 6);
    }

    #[test]
    fn there_are_never_more_permits_than_jobs_and_a_poor_file_goes_first() {
        let pool = pool(2);
        let (rich, needy) = (pool.enter(), pool.enter());
        let cancel = Cancel::new();
        let first = rich.acquire(&cancel).unwrap();
        let second = rich.acquire(&cancel).unwrap();
        std::thread::scope(|scope| {
            let waiter = scope.spawn(|| needy.acquire(&cancel).is_some());
            while pool.state.lock().member(2).waiting == 0 {
                std::thread::yield_now();
            }
            assert!(!pool.state.lock().may_ask(1, 2));
            drop(first);
            assert!(waiter.join().unwrap());
        });
        drop(second);
    }

    #[test]
    fn a_pause_holds_for_the_files_in_work_and_for_those_that_come() {
        let control = Control::default();
        let before = control.enter("a");
        assert!(control.pause() && before.steering.is_paused());
        assert!(control.enter("b").steering.is_paused());
        assert!(!control.pause() && !before.steering.is_paused());
        control.leave("b");
        assert!(control.at_work("a").is_some() && control.at_work("b").is_none());
    }

    #[test]
    fn a_file_that_is_paused_leaves_its_share_to_the_others() {
        let pool = pool(1);
        let place = |steering| Steered { place: pool.enter(), steering };
        let (held, other) = (place(Steering::default()), place(Steering::default()));
        held.steering.pause(true);
        let (cancel, mut asked) = (Cancel::new(), 0);
        std::thread::scope(|scope| {
            let waits = scope.spawn(|| held.with_slot(&cancel, &mut || {}));
            assert!(other.with_slot(&Cancel::new(), &mut || asked += 1));
            cancel.raise();
            assert!(!waits.join().unwrap());
        });
        assert_eq!(asked, 1);
    }

    #[test]
    fn a_budget_ends_everything() {
        let control = Control::default();
        let budget = Budget { questions: Some(2), ..Budget::default() };
        let pool = Pool::new(1, budget, control.clone());
        let place = pool.enter();
        for _ in 0..2 {
            assert!(place.acquire(&Cancel::new()).is_some());
        }
        assert!(place.acquire(&Cancel::new()).is_none());
        assert!(control.stop.is_raised() && pool.is_spent() && pool.asked() == 2);
    }
}
