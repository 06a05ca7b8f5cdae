//! Questions per second, as they are now.

use std::time::{Duration, Instant};

use lop_runner::number::rate;

/// The speed of the last seconds is what is shown.
const WINDOW: Duration = Duration::from_secs(5);

/// Two marks in the recent past: when, and how many questions had been asked.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Speed {
    older: (Instant, u64),
    newer: (Instant, u64),
}

impl Speed {
    /// Nothing was asked yet.
    pub(crate) fn from(now: Instant) -> Speed {
        Speed { older: (now, 0), newer: (now, 0) }
    }

    /// Takes note that so many questions have been asked by now.
    pub(crate) fn note(&mut self, asked: u64, now: Instant) {
        if now.duration_since(self.newer.0) >= WINDOW {
            *self = Speed { older: self.newer, newer: (now, asked) };
        }
    }

    /// As a person reads it.
    pub(crate) fn shown(&self, asked: u64, now: Instant) -> String {
        rate(asked - self.older.1, now.duration_since(self.older.0))
    }

    /// Questions per second; nothing while none was asked.
    #[expect(clippy::cast_precision_loss, reason = "an estimate is made of it")]
    pub(super) fn per_second(&self, asked: u64, now: Instant) -> Option<f64> {
        let seconds = now.duration_since(self.older.0).as_secs_f64();
        let asked = asked - self.older.1;
        (asked > 0 && seconds > 0.0).then(|| asked as f64 / seconds)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_speed_is_that_of_the_last_seconds() {
        let start = Instant::now();
        let at = |seconds| start + Duration::from_secs(seconds);
        let mut speed = Speed::from(start);
        assert_eq!(speed.per_second(0, start), None);
        (1..=20).for_each(|it| speed.note(100 * it, at(it)));
        (21..=40).for_each(|it| speed.note(2000 + it, at(it)));
        assert_eq!(speed.per_second(2040, at(40)), Some(1.0));
    }
}
