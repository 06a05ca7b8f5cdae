//! The slots of this machine and those of a site as one pool, which learns how long an answer takes here and there.
//!
//! A question takes a free slot where it is likely answered first, and any slot rather than none; one that everybody waits for,
//! such as the recheck of a result, also waits in front of a quick place rather than go to a slow one.

use std::time::{Duration, Instant};

use lop_engine::Cancel;
use parking_lot::{Condvar, Mutex};

/// How often a cancelled question is noticed while it waits.
const SLICE: Duration = Duration::from_millis(20);

/// The latest answer counts for one part of so many in how long they usually take.
const MEMORY: u32 = 4;

/// A place with free slots that is passed over looks better by this part of the time that the other took: so it is tried
/// again in the end, when it may have become the quicker one, and that costs about as large a part of the run.
const PATIENCE: u32 = 50;

/// Slots here and there; all tests that share them share one pool.
#[derive(Debug)]
pub struct Pool {
    ledger: Mutex<Ledger>,
    freed: Condvar,
}

/// Where a question is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    Here,
    There,
}

/// A slot that is taken; given back when it is dropped.
#[derive(Debug)]
pub(crate) struct Seat<'a> {
    pool: &'a Pool,
    pub(crate) place: Place,
    began: Instant,
}

/// What is known of both places: all decisions, and no clock.
#[derive(Debug)]
struct Ledger {
    here: Side,
    there: Side,
}

#[derive(Debug, Default)]
struct Side {
    slots: usize,
    busy: usize,
    /// Who waits for a slot in this place and no other.
    waiting: usize,
    /// How long an answer usually takes; unknown before the first.
    usual: Option<Duration>,
    /// How long the other place took by then. What has made that one quicker since, such as a smaller candidate, is likely to
    /// make this one quicker, too.
    beside: Option<Duration>,
    /// What is taken off that, because it was long ago.
    credit: Duration,
}

/// What a question does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Choice {
    Take(Place),
    /// Waits for a slot in this place.
    WaitFor(Place),
    /// Waits for any.
    Wait,
}

impl Pool {
    /// So many questions are asked on this machine and at the site at the same time.
    pub fn new(here: usize, there: usize) -> Pool {
        let side = |slots: usize| Side { slots: slots.max(1), ..Side::default() };
        Pool { ledger: Mutex::new(Ledger { here: side(here), there: side(there) }), freed: Condvar::new() }
    }

    /// Waits for a slot; `None` when the question is cancelled meanwhile.
    pub(crate) fn take(&self, is_urgent: bool, cancel: &Cancel) -> Option<Seat<'_>> {
        let mut ledger = self.ledger.lock();
        let mut choice = ledger.choose(is_urgent);
        if let Choice::WaitFor(place) = choice {
            ledger.side(place).waiting += 1;
            while !ledger.side(place).has_room() && !cancel.is_raised() {
                self.freed.wait_for(&mut ledger, SLICE);
            }
            ledger.side(place).waiting -= 1;
            choice = Choice::Take(place);
        }
        loop {
            if cancel.is_raised() {
                return None;
            }
            if let Choice::Take(place) = choice {
                ledger.side(place).busy += 1;
                return Some(Seat { pool: self, place, began: Instant::now() });
            }
            self.freed.wait_for(&mut ledger, SLICE);
            choice = ledger.choose(false);
        }
    }
}

impl Seat<'_> {
    /// Takes note that there is an answer.
    pub(crate) fn answered(self) {
        self.pool.ledger.lock().learn(self.place, self.began.elapsed());
    }
}

impl Drop for Seat<'_> {
    fn drop(&mut self) {
        self.pool.ledger.lock().side(self.place).busy -= 1;
        self.pool.freed.notify_all();
    }
}

impl Ledger {
    fn choose(&self, is_urgent: bool) -> Choice {
        let (here, there) = (&self.here, &self.there);
        let (place, free, other) = match (here.is_free(), there.is_free()) {
            (false, false) => return Choice::Wait,
            (true, false) => (Place::Here, here, there),
            (false, true) => (Place::There, there, here),
            (true, true) if here.expected(there) <= there.expected(here) => return Choice::Take(Place::Here),
            (true, true) => return Choice::Take(Place::There),
        };
        let pays = is_urgent && other.behind_others().is_some_and(|it| it < free.expected(other));
        if pays { Choice::WaitFor(place.other()) } else { Choice::Take(place) }
    }

    fn learn(&mut self, place: Place, took: Duration) {
        let (side, other) = match place {
            Place::Here => (&mut self.here, &mut self.there),
            Place::There => (&mut self.there, &mut self.here),
        };
        side.learn(took, other);
        other.beside = other.beside.or(side.usual);
        if other.is_free() {
            other.credit += took / PATIENCE;
        }
    }

    fn side(&mut self, place: Place) -> &mut Side {
        match place {
            Place::Here => &mut self.here,
            Place::There => &mut self.there,
        }
    }
}

impl Side {
    fn has_room(&self) -> bool {
        self.busy < self.slots
    }

    /// True when there is a slot that nobody waits for.
    fn is_free(&self) -> bool {
        self.busy + self.waiting < self.slots
    }

    /// How long an answer takes; nothing where that is still to be found out.
    fn expected(&self, other: &Side) -> Duration {
        let part = match (other.usual, self.beside) {
            (Some(now), Some(before)) if now < before => now.div_duration_f64(before),
            _ => 1.0,
        };
        self.usual.unwrap_or_default().mul_f64(part).saturating_sub(self.credit)
    }

    /// The same for one who waits behind all that wait for a slot; `None` where nothing is known.
    fn behind_others(&self) -> Option<Duration> {
        let slots = u32::try_from(self.slots).unwrap_or(u32::MAX);
        let before = u32::try_from(self.waiting + 1).unwrap_or(u32::MAX);
        Some(self.usual? + (self.usual? / slots).saturating_mul(before))
    }

    fn learn(&mut self, took: Duration, other: &Side) {
        // That it has become better is believed at once where it was suspected.
        let before = self.usual.map(|it| if took < it { self.expected(other) } else { it });
        self.usual = Some(before.map_or(took, |it| it / MEMORY * (MEMORY - 1) + took / MEMORY));
        self.beside = other.usual;
        self.credit = Duration::ZERO;
    }
}

impl Place {
    fn other(self) -> Place {
        match self {
            Place::Here => Place::There,
            Place::There => Place::Here,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    const MS: Duration = Duration::from_millis(1);

    /// A pool on a clock of its own: answers take what `takes` says of a place at a time.
    struct World<F> {
        ledger: Ledger,
        now: Duration,
        takes: F,
        /// When each question that is under way ends, and where it is.
        running: Vec<(Duration, Duration, Place)>,
        answered: [usize; 2],
    }

    impl<F: Fn(Place, Duration) -> Duration> World<F> {
        fn new(here: usize, there: usize, takes: F) -> World<F> {
            let ledger = Pool::new(here, there).ledger.into_inner();
            World { ledger, now: Duration::ZERO, takes, running: Vec::new(), answered: [0; 2] }
        }

        fn ask(&mut self, is_urgent: bool) -> Choice {
            let choice = self.ledger.choose(is_urgent);
            if let Choice::Take(place) = choice {
                self.ledger.side(place).busy += 1;
                self.running.push((self.now + (self.takes)(place, self.now), self.now, place));
            }
            choice
        }

        /// Lets time pass until the next answer.
        fn pass(&mut self) {
            let next = (0..self.running.len()).min_by_key(|it| self.running[*it].0).unwrap();
            let (at, began, place) = self.running.swap_remove(next);
            self.now = at;
            self.ledger.learn(place, at.saturating_sub(began));
            self.ledger.side(place).busy -= 1;
            self.answered[place as usize] += 1;
        }

        /// So many questions, one after the other.
        fn one_by_one(&mut self, count: usize) {
            for _ in 0..count {
                assert!(matches!(self.ask(false), Choice::Take(_)));
                self.pass();
            }
        }
    }

    fn by_place(here: Duration, there: Duration) -> impl Fn(Place, Duration) -> Duration {
        move |place, _| if place == Place::Here { here } else { there }
    }

    #[test]
    fn what_comes_one_by_one_goes_where_it_is_answered_first_and_the_other_is_tried_seldom() {
        for (here, there) in [(5 * MS, 500 * MS), (500 * MS, 5 * MS), (90 * MS, 100 * MS)] {
            let mut world = World::new(2, 64, by_place(here, there));
            world.one_by_one(5000);
            let ideal = 5000 * here.min(there);
            assert!(world.now < ideal + ideal / 20 + here.max(there), "{here:?} {there:?}: {:?}", world.now);
        }
    }

    #[test]
    fn what_comes_all_at_once_keeps_every_slot_busy() {
        let mut world = World::new(2, 64, by_place(5 * MS, 500 * MS));
        while world.now < Duration::from_secs(60) {
            while world.ask(false) != Choice::Wait {}
            assert_eq!(world.running.len(), 66);
            world.pass();
        }
        let [here, there] = world.answered;
        assert!(here >= 23_900 && there >= 7600, "{here} {there}");
    }

    #[test]
    fn a_place_that_becomes_the_quicker_one_is_found_out() {
        // The candidate shrinks, and the way there is as long as ever.
        let takes = |place: Place, now: Duration| {
            let test = if now.as_secs() < 100 { 2000 * MS } else { 10 * MS };
            if place == Place::Here { 5 * test } else { test + 300 * MS }
        };
        let mut world = World::new(1, 8, takes);
        world.one_by_one(40);
        let early = world.answered;
        assert!(early[Place::There as usize] > 30, "{early:?}");
        world.one_by_one(4000);
        let there = world.answered[Place::There as usize] - early[Place::There as usize];
        assert!(there < 400, "{there} of 4000 went the long way");
        let before = world.answered;
        world.one_by_one(1000);
        assert!(world.answered[0] - before[0] > 950, "{before:?} {:?}", world.answered);
    }

    #[test]
    fn what_everybody_waits_for_waits_for_the_quick_place_and_nobody_else_does() {
        let mut world = World::new(2, 4, by_place(5 * MS, 500 * MS));
        world.one_by_one(20);
        assert_eq!(world.ask(false), Choice::Take(Place::Here));
        assert_eq!(world.ask(false), Choice::Take(Place::Here));
        assert_eq!(world.ask(true), Choice::WaitFor(Place::Here));
        assert_eq!(world.ask(false), Choice::Take(Place::There));
        // The slot that it waits for is not given to others.
        world.ledger.here.waiting = 1;
        world.pass();
        assert_eq!(world.ask(false), Choice::Take(Place::There));
        // Behind so many even it does not wait.
        world.ledger.here.waiting = 400;
        assert_eq!(world.ask(true), Choice::Take(Place::There));
    }

    #[test]
    fn no_more_are_under_way_than_there_are_slots_and_everybody_has_a_turn() {
        let (pool, never) = (Pool::new(1, 2), Cancel::new());
        let (under_way, turns) = ([AtomicUsize::new(0), AtomicUsize::new(0)], AtomicUsize::new(0));
        std::thread::scope(|scope| {
            for asker in 0..8 {
                let (pool, never, under_way, turns) = (&pool, &never, &under_way, &turns);
                scope.spawn(move || {
                    for turn in 0..50 {
                        let seat = pool.take((asker + turn) % 5 == 0, never).unwrap();
                        let most = if seat.place == Place::Here { 1 } else { 2 };
                        let count = &under_way[seat.place as usize];
                        assert!(count.fetch_add(1, Ordering::SeqCst) < most);
                        std::thread::yield_now();
                        count.fetch_sub(1, Ordering::SeqCst);
                        turns.fetch_add(1, Ordering::SeqCst);
                        seat.answered();
                    }
                });
            }
        });
        assert_eq!(turns.into_inner(), 400);
    }

    #[test]
    fn who_is_cancelled_waits_no_longer() {
        let (pool, never, cancelled) = (Pool::new(1, 1), Cancel::new(), Cancel::new());
        let both = [pool.take(false, &never).unwrap(), pool.take(false, &never).unwrap()];
        assert_ne!(both[0].place, both[1].place);
        cancelled.raise();
        assert!(pool.take(false, &cancelled).is_none() && pool.take(true, &cancelled).is_none());
        drop(both);
        assert!(pool.take(true, &never).is_some());
    }
}
