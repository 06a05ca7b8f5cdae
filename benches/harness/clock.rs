//! A clock that only moves while every thread of the process waits: sleeps cost no time, and load does not lengthen them.
//!
//! Whoever sleeps waits for the clock; once no thread has anything to do, the clock goes on to the moment at which the
//! first of them wakes. So a search with many workers is measured in the time of its questions alone, on any machine.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use lop_engine::Cancel;
use parking_lot::{Condvar, Mutex};

/// Time that passes for sleepers only.
#[derive(Default)]
pub(crate) struct Clock {
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    now: Duration,
    /// Who sleeps, by when it wakes and a number of its own.
    sleepers: BTreeMap<(Duration, u64), Sleeper>,
    /// Counts the sleepers.
    slept: u64,
    stopped: bool,
}

struct Sleeper {
    /// What wakes it before.
    cancel: Cancel,
    thread: i32,
    wakes: Arc<Condvar>,
}

impl Clock {
    pub(crate) fn now(&self) -> Duration {
        self.state.lock().now
    }

    /// False when `cancel` was raised before the time was over.
    pub(crate) fn sleep(&self, time: Duration, cancel: &Cancel) -> bool {
        let mut state = self.state.lock();
        state.slept += 1;
        let (key, ends) = ((state.now + time, state.slept), state.now + time);
        let wakes = Arc::new(Condvar::new());
        let sleeper = Sleeper { cancel: cancel.clone(), thread: own_thread(), wakes: wakes.clone() };
        state.sleepers.insert(key, sleeper);
        while state.sleepers.contains_key(&key) {
            wakes.wait(&mut state);
        }
        state.now >= ends
    }

    /// Runs `work` while the clock goes.
    pub(crate) fn drive<T>(&self, work: impl FnOnce() -> T) -> T {
        std::thread::scope(|scope| {
            scope.spawn(|| self.go());
            let result = work();
            self.state.lock().stopped = true;
            result
        })
    }

    fn go(&self) {
        let own = own_thread();
        let mut before = None;
        loop {
            // Whom only we wake needs no look.
            let mut asleep: HashSet<i32> = self.state.lock().sleepers.values().map(|it| it.thread).collect();
            asleep.insert(own);
            let now = turns_while_all_wait(&asleep);
            if now.is_none() || now != before {
                // Not for the sake of order: so as not to take the core from those who have something to do.
                std::thread::sleep(Duration::from_micros(50));
                before = now;
                if self.state.lock().stopped {
                    return;
                }
                continue;
            }
            before = None;
            self.step();
        }
    }

    /// Wakes those whose sleep was cancelled, or else those that wake first.
    fn step(&self) {
        let mut state = self.state.lock();
        let cancelled = |it: &Sleeper| it.cancel.is_raised();
        if state.sleepers.values().any(cancelled) {
            state.sleepers.retain(|_, it| {
                let stays = !cancelled(it);
                if !stays {
                    it.wakes.notify_one();
                }
                stays
            });
            return;
        }
        let Some(&(ends, _)) = state.sleepers.keys().next() else { return };
        state.now = ends;
        let later = state.sleepers.split_off(&(ends, u64::MAX));
        std::mem::replace(&mut state.sleepers, later).values().for_each(Sleeper::wake);
    }
}

impl Sleeper {
    fn wake(&self) {
        self.wakes.notify_one();
    }
}

/// How often each thread but those `asleep` has had a core; `None` when one of them has something to do. The same twice means
/// that none had in between.
fn turns_while_all_wait(asleep: &HashSet<i32>) -> Option<Vec<(String, String)>> {
    let tasks = std::fs::read_dir("/proc/self/task").expect("Linux tells of threads");
    let mut turns = Vec::new();
    for task in tasks {
        let path = task.ok()?.path();
        let thread = path.file_name().and_then(|it| it.to_str()?.parse().ok());
        if thread.is_some_and(|it: i32| asleep.contains(&it)) {
            continue;
        }
        let stat = std::fs::read_to_string(path.join("stat")).ok()?;
        if !stat.rsplit(')').next()?.trim_start().starts_with('S') {
            return None;
        }
        let turns_had = std::fs::read_to_string(path.join("schedstat")).ok()?;
        turns.push((path.to_string_lossy().into_owned(), turns_had));
    }
    Some(turns)
}

fn own_thread() -> i32 {
    rustix::thread::gettid().as_raw_nonzero().get()
}
