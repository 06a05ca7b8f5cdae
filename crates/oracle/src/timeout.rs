//! How long to wait for a run: fixed, or derived from the runs so far.

use std::collections::VecDeque;
use std::time::Duration;

use parking_lot::Mutex;

use crate::spec::Timeout;

/// The limit before anything is known, which only the first run sees.
const FIRST: Duration = Duration::from_secs(300);

/// A derived limit is never below this: a busy machine makes a fast test slow, and a timeout is a wrong answer.
const FLOOR: Duration = Duration::from_secs(2);

/// How many times as long as an interesting run another one may take.
const FACTOR: u32 = 10;

/// How many of the latest interesting runs count.
const WINDOW: usize = 16;

/// Among runs that follow the latest interesting one, so many that did not end in time look like a limit that is too tight,
const STALL: u32 = 8;
/// if they are this share of those runs.
const SHARE: u32 = 4;

/// How often a limit may be doubled at once.
const DOUBLINGS: u32 = 5;

/// The current limit.
#[derive(Debug)]
pub(crate) struct CurrentTimeout {
    timeout: Timeout,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    limit: Duration,
    latest: VecDeque<Duration>,
    /// Runs since the latest interesting one, those of them that did not end in time, and how many of these look suspicious.
    runs: u32,
    timeouts: u32,
    suspicious: u32,
    /// How often it was doubled since then.
    doubled: u32,
}

impl CurrentTimeout {
    pub(crate) fn new(timeout: Timeout) -> CurrentTimeout {
        let state = State {
            limit: FIRST,
            latest: VecDeque::new(),
            runs: 0,
            timeouts: 0,
            suspicious: STALL,
            doubled: 0,
        };
        CurrentTimeout { timeout, state: Mutex::new(state) }
    }

    /// How long the next run may take; `None` for ever.
    pub(crate) fn limit(&self) -> Option<Duration> {
        match self.timeout {
            Timeout::Fixed(limit) => Some(limit),
            Timeout::Never => None,
            Timeout::Auto => Some(self.state.lock().limit),
        }
    }

    /// Learns from an interesting run: the slowest of the latest ones bounds what the next may need. The limit falls with the
    /// candidates, and rises again where a smaller one takes longer, or the machine has got busy.
    pub(crate) fn learn(&self, took: Duration) {
        if self.timeout != Timeout::Auto {
            return;
        }
        let mut state = self.state.lock();
        state.latest.push_back(took);
        if state.latest.len() > WINDOW {
            state.latest.pop_front();
        }
        let slowest = state.latest.iter().copied().max().unwrap_or(took);
        state.limit = (slowest * FACTOR).clamp(FLOOR, FIRST.max(slowest * 2));
        (state.runs, state.timeouts, state.suspicious, state.doubled) = (0, 0, STALL, 0);
    }

    /// Takes note of a run that was not interesting.
    pub(crate) fn note(&self, timed_out: bool) {
        let mut state = self.state.lock();
        state.runs += 1;
        state.timeouts += u32::from(timed_out);
    }

    /// True when so many runs in a row have come to nothing for lack of time that it is worth a look whether the limit is too
    /// tight. Then twice as many must do so before it is true again.
    pub(crate) fn is_stalled(&self) -> bool {
        let mut state = self.state.lock();
        let is_stalled = self.timeout == Timeout::Auto
            && state.timeouts >= state.suspicious
            && state.timeouts >= state.runs / SHARE;
        if is_stalled {
            state.suspicious *= 2;
        }
        is_stalled
    }

    /// Doubles a derived limit, until the next interesting run says what it must be; false when that was done often enough.
    pub(crate) fn double(&self) -> bool {
        let mut state = self.state.lock();
        let may = self.timeout == Timeout::Auto && state.doubled < DOUBLINGS;
        if may {
            state.doubled += 1;
            state.limit *= 2;
        }
        may
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn a_derived_limit_follows_the_slowest_of_the_latest_runs_down_and_up_again() {
        let current = CurrentTimeout::new(Timeout::Auto);
        assert_eq!(current.limit(), Some(FIRST));
        current.learn(4 * SECOND);
        assert_eq!(current.limit(), Some(40 * SECOND));
        current.learn(SECOND);
        assert_eq!(current.limit(), Some(40 * SECOND));
        (0..WINDOW).for_each(|_| current.learn(SECOND));
        assert_eq!(current.limit(), Some(10 * SECOND));
        current.learn(9 * SECOND);
        assert_eq!(current.limit(), Some(90 * SECOND));
        current.learn(200 * SECOND);
        assert_eq!(current.limit(), Some(400 * SECOND));
    }

    #[test]
    fn a_stall_is_many_timeouts_since_the_latest_interesting_run_and_is_looked_at_ever_less_often() {
        let current = CurrentTimeout::new(Timeout::Auto);
        current.learn(SECOND);
        let mut looks = Vec::new();
        for run in 1..=40 {
            current.note(true);
            looks.extend(current.is_stalled().then_some(run));
        }
        assert_eq!(looks, [8, 16, 32]);
        current.learn(SECOND);
        (0..7).for_each(|_| current.note(true));
        assert!(!current.is_stalled());
        // Where most runs end in time, those that do not are hangs.
        (0..100).for_each(|_| current.note(false));
        current.note(true);
        assert!(!current.is_stalled());
    }

    #[test]
    fn a_limit_is_doubled_a_few_times_and_then_comes_back_to_what_runs_need() {
        let current = CurrentTimeout::new(Timeout::Auto);
        current.learn(SECOND);
        assert!((0..5).all(|_| current.double()) && !current.double());
        assert_eq!(current.limit(), Some(320 * SECOND));
        current.learn(2 * SECOND);
        assert_eq!(current.limit(), Some(20 * SECOND));
        let fixed = CurrentTimeout::new(Timeout::Fixed(SECOND));
        (0..20).for_each(|_| fixed.note(true));
        assert!(!fixed.is_stalled() && !fixed.double());
    }

    #[test]
    fn a_fast_test_gets_the_floor() {
        let current = CurrentTimeout::new(Timeout::Auto);
        current.learn(Duration::from_millis(1));
        assert_eq!(current.limit(), Some(FLOOR));
    }

    #[test]
    fn a_fixed_limit_learns_nothing() {
        let current = CurrentTimeout::new(Timeout::Fixed(3 * SECOND));
        current.learn(SECOND);
        assert_eq!(current.limit(), Some(3 * SECOND));
        assert_eq!(CurrentTimeout::new(Timeout::Never).limit(), None);
    }
}
