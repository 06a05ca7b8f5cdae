//! When a question that takes far longer than others is asked a second time: its machine may be slow, or lost without a word, and
//! where a slot is free another one answers sooner.
//!
//! Whichever answer comes first counts. Backup requests, as in Dean and Barroso, "The Tail at Scale", 2013; a test that takes long by
//! itself takes as long there, so no more than a small part of the questions is asked twice.

use std::collections::VecDeque;
use std::time::Duration;

/// By how many of the last answers it is known how long nine in ten take at most, and how many it takes to know that.
const REMEMBERED: usize = 64;
const ENOUGH: usize = 8;

/// By this part more than nine in ten take is long, if it is not next to nothing.
const MORE: u32 = 4;
const LEAST: Duration = Duration::from_millis(100);

/// One question in so many is asked twice at most, and a few at the start.
const SHARE: u64 = 8;
const FIRST: u64 = 4;

/// What is known of how long questions take: all decisions, and no clock.
#[derive(Debug)]
pub(crate) struct Stragglers {
    slots: usize,
    /// How many are being asked, those that are asked a second time twice.
    busy: usize,
    /// How long the last ones took, the latest last.
    took: VecDeque<Duration>,
    answered: u64,
    twice: u64,
}

impl Stragglers {
    /// So many questions may be under way at once.
    pub(crate) fn new(slots: usize) -> Stragglers {
        Stragglers { slots, busy: 0, took: VecDeque::new(), answered: 0, twice: 0 }
    }

    /// Takes note that one is asked. How long others take says when it may be asked again; `None` as long as that is not known.
    pub(crate) fn begin(&mut self) -> Option<Duration> {
        self.busy += 1;
        let mut took: Vec<Duration> = self.took.iter().copied().collect();
        took.sort_unstable();
        let usual = *took.get(took.len() * 9 / 10).filter(|_| took.len() >= ENOUGH)?;
        Some((usual + usual / MORE).max(LEAST))
    }

    /// True when one is to be asked a second time, which begins then.
    pub(crate) fn begin_again(&mut self) -> bool {
        let may = self.busy < self.slots && self.twice < self.answered / SHARE + FIRST;
        if may {
            self.twice += 1;
            self.busy += 1;
        }
        may
    }

    /// Takes note that one is asked no more.
    pub(crate) fn end(&mut self) {
        self.busy -= 1;
    }

    /// Takes note of how long an answer took.
    pub(crate) fn learn(&mut self, took: Duration) {
        if self.took.len() == REMEMBERED {
            self.took.pop_front();
        }
        self.took.push_back(took);
        self.answered += 1;
    }

    /// How many were asked a second time.
    pub(crate) fn twice(&self) -> u64 {
        self.twice
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn seen(slots: usize, answers: u32) -> Stragglers {
        let mut seen = Stragglers::new(slots);
        for _ in 0..answers {
            seen.begin();
            seen.learn(SECOND);
            seen.end();
        }
        seen
    }

    #[test]
    fn what_is_long_is_known_after_a_few_answers_and_some_that_take_long_do_not_change_it() {
        assert_eq!(seen(4, 7).begin(), None);
        let mut known = seen(4, 60);
        (0..6).for_each(|_| known.learn(100 * SECOND));
        assert_eq!(known.begin(), Some(SECOND + SECOND / 4));
        (0..64).for_each(|_| known.learn(SECOND / 1000));
        assert_eq!(known.begin(), Some(LEAST));
    }

    #[test]
    fn what_all_take_by_now_is_not_long_any_more() {
        let mut known = seen(4, 100);
        (0..64).for_each(|_| known.learn(5 * SECOND));
        assert_eq!(known.begin(), Some(5 * SECOND + 5 * SECOND / 4));
    }

    #[test]
    fn a_question_is_asked_again_only_where_a_slot_is_free() {
        let mut known = seen(2, 100);
        known.begin();
        assert!(known.begin_again());
        assert!(!known.begin_again(), "both slots are taken");
        known.end();
        assert!(known.begin_again());
    }

    #[test]
    fn where_every_question_takes_long_one_in_eight_is_asked_again() {
        let mut known = seen(100, 800);
        let again = (0..1000).filter(|_| {
            let begins = known.begin_again();
            if begins {
                known.end();
            }
            begins
        });
        assert_eq!(again.count(), 104);
        assert_eq!(known.twice(), 104);
    }
}
