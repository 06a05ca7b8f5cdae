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
    /// How many are being asked once more.
    more: usize,
    /// How long the last ones took, the latest last.
    took: VecDeque<Duration>,
    answered: u64,
    twice: u64,
}

/// What to do about a question that has no answer yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Look {
    /// To see to it again after so long.
    After(Duration),
    /// To ask it once more, which begins now.
    Again,
}

impl Stragglers {
    /// So many questions may be under way at once.
    pub(crate) fn new(slots: usize) -> Stragglers {
        Stragglers { slots, more: 0, took: VecDeque::new(), answered: 0, twice: 0 }
    }

    /// What to do about one that was last asked so long ago, where so many questions are under way in all, alone or along with others.
    pub(crate) fn look(&mut self, asked: Duration, under_way: usize) -> Look {
        let Some(long) = self.long() else { return Look::After(LEAST) };
        let left = long.saturating_sub(asked);
        if !left.is_zero() {
            return Look::After(left);
        }
        let free = self.slots.saturating_sub(under_way + self.more);
        if free <= self.slots / FREE || self.twice >= self.answered / SHARE + FIRST {
            return Look::After((long / LOOK).max(LEAST));
        }
        self.twice += 1;
        self.more += 1;
        Look::Again
    }

    /// What takes long, by how long others took; `None` as long as that is not known.
    fn long(&self) -> Option<Duration> {
        if self.took.len() < ENOUGH {
            return None;
        }
        let mut took: Vec<Duration> = self.took.iter().copied().collect();
        let at = took.len() * 9 / 10;
        let usual = *took.select_nth_unstable(at).1;
        Some((usual + usual / MORE).max(LEAST))
    }

    /// Takes note that one is asked once more no longer.
    pub(crate) fn end(&mut self) {
        self.more -= 1;
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
        (0..answers).for_each(|_| seen.learn(SECOND));
        seen
    }

    #[test]
    fn what_is_long_is_known_after_a_few_answers_and_some_that_take_long_do_not_change_it() {
        assert_eq!(
            seen(4, 7).look(100 * SECOND, 1),
            Look::After(LEAST),
            "it is looked at again until it is known"
        );
        let mut known = seen(4, 60);
        (0..6).for_each(|_| known.learn(100 * SECOND));
        assert_eq!(known.look(SECOND, 1), Look::After(SECOND / 4));
        assert_eq!(known.look(SECOND + SECOND / 4, 1), Look::Again);
        (0..64).for_each(|_| known.learn(SECOND / 1000));
        assert_eq!(known.look(Duration::ZERO, 1), Look::After(LEAST));
    }

    #[test]
    fn what_all_take_by_now_is_not_long_any_more() {
        let mut known = seen(4, 100);
        (0..64).for_each(|_| known.learn(5 * SECOND));
        assert_eq!(known.long(), Some(5 * SECOND + 5 * SECOND / 4));
    }

    #[test]
    fn the_last_of_many_do_not_make_long_what_is_not() {
        let mut known = seen(256, 600);
        (0..26).for_each(|_| known.learn(5 * SECOND));
        assert_eq!(known.long(), Some(SECOND + SECOND / 4));
    }

    #[test]
    fn a_question_is_asked_again_once_slots_are_free() {
        let mut known = seen(2, 100);
        let later = Look::After((SECOND + SECOND / 4) / LOOK);
        assert_eq!(known.look(2 * SECOND, 2), later, "both slots are taken");
        assert_eq!(known.look(2 * SECOND, 1), Look::Again);
        assert_eq!(known.look(2 * SECOND, 1), later, "what is asked once more has a slot of its own");
        known.end();
        assert_eq!(known.look(2 * SECOND, 1), Look::Again);
        let mut known = seen(256, 100);
        assert_eq!(known.look(2 * SECOND, 224), later, "an eighth is left for others");
        assert_eq!(known.look(2 * SECOND, 223), Look::Again);
    }

    #[test]
    fn where_every_question_takes_long_one_in_eight_is_asked_again() {
        let mut known = seen(100, 800);
        let again = (0..1000).filter(|_| {
            let again = known.look(2 * SECOND, 1) == Look::Again;
            if again {
                known.end();
            }
            again
        });
        assert_eq!(again.count(), 104);
        assert_eq!(known.twice(), 104);
    }
}
