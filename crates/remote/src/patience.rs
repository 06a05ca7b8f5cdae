//! How often a question is asked that a server does not answer, and how long to wait in between.

use std::hash::{BuildHasher, RandomState};
use std::time::Duration;

/// How much is borne of a server before a question counts as not answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Patience {
    /// How often to ask, at most; at least once.
    pub tries: u32,
    /// How long to wait before the second time; before each of the next ones it is twice as long. A random part of it is
    /// left out, so that those who failed together do not come back together.
    pub first: Duration,
    /// The longest wait.
    pub longest: Duration,
    /// How long a server may say nothing about a running command, beside what the command may take; twice as long with
    /// each time that it is asked.
    pub silence: Duration,
}

impl Default for Patience {
    fn default() -> Patience {
        Patience {
            tries: 7,
            first: Duration::from_millis(250),
            longest: Duration::from_secs(8),
            silence: Duration::from_secs(600),
        }
    }
}

impl Patience {
    /// How long to wait before trial number `next`, counted from 0.
    pub(crate) fn pause(&self, next: u32) -> Duration {
        let doubled =
            self.first.saturating_mul(1_u32.checked_shl(next.saturating_sub(1)).unwrap_or(u32::MAX));
        let most = doubled.min(self.longest);
        // From half of it to all of it.
        let part = u32::try_from(RandomState::new().hash_one(next) % 512).unwrap_or_default();
        most / 2 + most.saturating_mul(part) / 1024
    }

    /// How long a server may say nothing in trial number `trial`, counted from 0.
    pub(crate) fn silence(&self, trial: u32, limit: Duration) -> Duration {
        self.silence.saturating_mul(1_u32.checked_shl(trial).unwrap_or(u32::MAX)).saturating_add(limit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_double_up_to_a_longest_and_differ_by_less_than_half() {
        let patience = Patience::default();
        for (next, most) in [(1, 250), (2, 500), (3, 1000), (6, 8000), (40, 8000)] {
            let (pause, most) = (patience.pause(next), Duration::from_millis(most));
            assert!((most / 2..=most).contains(&pause), "{next}: {pause:?}");
        }
        let none = Patience { first: Duration::ZERO, ..patience };
        assert_eq!(none.pause(5), Duration::ZERO);
    }
}
