//! When a question that takes far longer than others is asked once more: its machine may be slow, or lost without a word, and
//! where a slot is free another one answers sooner.
//!
//! Whichever answer comes first counts. Backup requests, as in Dean and Barroso, "The Tail at Scale", 2013; a test that takes long by
//! itself takes as long there, so of the questions no more than a small part is asked more than once.

use std::collections::VecDeque;
use std::time::Duration;

/// By how many of the last answers, at the least, it is known how long nine in ten take at most, and how many it takes to know
/// that. For each slot there are some: at the end of a stretch those that take long come last, all together.
const REMEMBERED: usize = 64;
const REMEMBERED_PER_SLOT: usize = 2;
const ENOUGH: usize = 8;

/// By this part more than nine in ten take is long, if it is not next to nothing.
const MORE: u32 = 4;
const LEAST: Duration = Duration::from_millis(100);
/// Where no slot is free, it is seen after this part of that whether there is one by now.
const LOOK: u32 = 8;

/// Where no more than this part of the slots is free, they are for other questions: those come at any moment.
const FREE: usize = 8;
/// So often a question is asked once more at most.
pub(crate) const MORE_TIMES: u32 = 2;
/// One question in so many is asked once more at most, and a few at the start.
const SHARE: u64 = 8;
const FIRST: u64 = 4;

/// What is known of how long questions take: all decisions, and no clock.
#[derive(Debug)]
pub(crate) struct Stragglers {
    slots: usize,
    /// How many are being asked, each as many times as it is.
    busy: usize,
    /// How long the last ones took, the latest last.
    took: VecDeque<Duration>,
    answered: u64,
    twice: u64,
}

/// When it is seen whether a question is to be asked once more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Looks {
    /// How long after it was asked.
    pub(crate) first: Duration,
    /// How long after each time that it was not.
    pub(crate) then: Duration,
}

impl Stragglers {
    /// So many questions may be under way at once.
    pub(crate) fn new(slots: usize) -> Stragglers {
        Stragglers { slots, busy: 0, took: VecDeque::new(), answered: 0, twice: 0 }
    }

    /// Takes note that one is asked.
    pub(crate) fn begin(&mut self) {
        self.busy += 1;
    }

    /// When one may be asked once more, by how long others take; `None` as long as that is not known.
    pub(crate) fn looks(&self) -> Option<Looks> {
        if self.took.len() < ENOUGH {
            return None;
        }
        let mut took: Vec<Duration> = self.took.iter().copied().collect();
        let at = took.len() * 9 / 10;
        let usual = *took.select_nth_unstable(at).1;
        let long = (usual + usual / MORE).max(LEAST);
        Some(Looks { first: long, then: long / LOOK })
    }

    /// True when one is to be asked once more, which begins then.
    pub(crate) fn begin_again(&mut self) -> bool {
        let free = self.slots.saturating_sub(self.busy);
        let may = free > self.slots / FREE && self.twice < self.answered / SHARE + FIRST;
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
        if self.took.len() == REMEMBERED.max(self.slots * REMEMBERED_PER_SLOT) {
            self.took.pop_front();
        }
        self.took.push_back(took);
        self.answered += 1;
    }

    /// How many times one was asked once more.
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
        assert_eq!(seen(4, 7).looks(), None);
        let mut known = seen(4, 60);
        (0..6).for_each(|_| known.learn(100 * SECOND));
        assert_eq!(known.looks().map(|it| it.first), Some(SECOND + SECOND / 4));
        (0..64).for_each(|_| known.learn(SECOND / 1000));
        assert_eq!(known.looks().map(|it| it.first), Some(LEAST));
    }

    #[test]
    fn what_all_take_by_now_is_not_long_any_more() {
        let mut known = seen(4, 100);
        (0..64).for_each(|_| known.learn(5 * SECOND));
        assert_eq!(known.looks().map(|it| it.first), Some(5 * SECOND + 5 * SECOND / 4));
    }

    #[test]
    fn the_last_of_many_do_not_make_long_what_is_not() {
        let mut known = seen(256, 600);
        (0..26).for_each(|_| known.learn(5 * SECOND));
        let long = SECOND + SECOND / 4;
        assert_eq!(known.looks(), Some(Looks { first: long, then: long / 8 }));
    }

    #[test]
    fn a_question_is_asked_again_only_where_a_slot_is_free() {
        let mut known = seen(2, 100);
        known.begin();
        assert!(known.begin_again());
        assert!(!known.begin_again(), "both slots are taken");
        known.end();
        assert!(known.begin_again());
        let mut known = seen(256, 100);
        (0..224).for_each(|_| known.begin());
        assert!(!known.begin_again(), "an eighth is left for others");
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
