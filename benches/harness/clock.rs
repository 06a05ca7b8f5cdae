//! A clock that only moves while every thread of the process waits: sleeps cost no time, and load does not lengthen them.
//!
//! Whoever sleeps waits for the clock; once no thread has anything to do, the clock goes on to the moment at which the
//! first of them wakes. So a search with many workers is measured in the time of its questions alone, on any machine.

use std::collections::BTreeMap;
use std::time::Duration;

use lop_engine::Cancel;
use parking_lot::{Condvar, Mutex};

/// Time that passes for sleepers only.
#[derive(Default)]
pub(crate) struct Clock {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    now: Duration,
    /// Who sleeps: when it wakes, a number of its own, and what wakes it before.
    sleepers: BTreeMap<(Duration, u64), Cancel>,
    /// Counts the sleepers.
    slept: u64,
    stopped: bool,
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
        state.sleepers.insert(key, cancel.clone());
        while state.sleepers.contains_key(&key) {
            self.changed.wait(&mut state);
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
            let now = turns_while_all_wait(&own);
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
        let cancelled: Vec<(Duration, u64)> =
            state.sleepers.iter().filter(|it| it.1.is_raised()).map(|it| *it.0).collect();
        if cancelled.is_empty() {
            let Some(&(ends, _)) = state.sleepers.keys().next() else { return };
            state.now = ends;
            state.sleepers.retain(|it, _| it.0 > ends);
        }
        for key in cancelled {
            state.sleepers.remove(&key);
        }
        self.changed.notify_all();
    }
}

/// How often each thread but this one has had a core; `None` when one of them has something to do. The same twice means
/// that none had in between.
fn turns_while_all_wait(own: &str) -> Option<Vec<(String, String)>> {
    let tasks = std::fs::read_dir("/proc/self/task").expect("Linux tells of threads");
    let mut turns = Vec::new();
    for task in tasks {
        let path = task.ok()?.path();
        if path.ends_with(own) {
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

fn own_thread() -> String {
    let path = std::fs::read_link("/proc/thread-self").expect("Linux tells of threads");
    path.file_name().map(|it| it.to_string_lossy().into_owned()).unwrap_or_default()
}
