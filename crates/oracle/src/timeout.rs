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
}

impl CurrentTimeout {
    pub(crate) fn new(timeout: Timeout) -> CurrentTimeout {
        CurrentTimeout { timeout, state: Mutex::new(State { limit: FIRST, latest: VecDeque::new() }) }
    }

    /// How long the next run may take; `None` for ever.
    pub(crate) fn limit(&self) -> Option<Duration> {
        match self.timeout {
            Timeout::Fixed(limit) => Some(limit),
            Timeout::Never => None,
            Timeout::Auto => Some(self.state.lock().limit),
        }
    }

    /// Learns from an interesting run. The candidates shrink, so the slowest of the latest ones bounds what the next
    /// may need; the limit only falls, since what was long enough for a larger input is long enough for a smaller one.
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
        state.limit = state.limit.min((slowest * FACTOR).max(FLOOR));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn a_derived_limit_follows_the_slowest_of_the_latest_runs_and_only_falls() {
        let current = CurrentTimeout::new(Timeout::Auto);
        assert_eq!(current.limit(), Some(FIRST));
        current.learn(4 * SECOND);
        assert_eq!(current.limit(), Some(40 * SECOND));
        current.learn(SECOND);
        assert_eq!(current.limit(), Some(40 * SECOND));
        (0..WINDOW).for_each(|_| current.learn(SECOND));
        assert_eq!(current.limit(), Some(10 * SECOND));
        current.learn(9 * SECOND);
        assert_eq!(current.limit(), Some(10 * SECOND));
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
