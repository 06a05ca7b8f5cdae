//! How many questions go as one action: all decisions, and no clock.
//!
//! A batch pays where the way there and back takes longer than the tests of those that go along, and where that way is what is
//! scarce: where questions wait at the cluster for a machine. Neither is asked of the user. The first is known from every answer,
//! the second from when the server says that an action was queued and when a machine took it.

use std::time::Duration;

/// The latest answer counts for one part of so many in what is usual.
const MEMORY: u32 = 4;

/// The most that go as one: all of them wait for the last, and are lost with it.
pub(crate) const MOST: usize = 16;

/// Batches shrink by one part of so many with each answer that did not have to wait for a machine: so it is found out when there are
/// machines for all.
const EASE: f64 = 16.0;

/// Who waits for others to go along waits for one part of so many of the way there and back.
const PATIENCE: u32 = 16;
const BRIEFLY: Duration = Duration::from_millis(1);
const LONG: Duration = Duration::from_millis(25);

/// What is known of the way and of the tests, and who is on it.
#[derive(Debug)]
pub(crate) struct Ledger {
    /// How many ask at once, at most.
    workers: usize,
    /// What the user allows. Nothing, and no more go as one than are short of machines.
    said: Option<usize>,
    /// Questions that have no answer yet.
    pub(crate) asking: usize,
    /// Batches that are away.
    pub(crate) away: usize,
    /// How long the way there and back usually is, without the tests and without waiting for a machine.
    trip: Option<Duration>,
    /// How long a test usually takes.
    test: Option<Duration>,
    /// How many should go as one for no question to wait for a machine.
    wanted: f64,
}

/// What is to be done about those who wait to go along.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Next {
    /// So many of them go now.
    Go(usize),
    /// They go after that time, if nobody comes before.
    Linger(Duration),
    /// They go when somebody comes, or a batch is back.
    Wait,
}

/// What was seen of an action.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Seen {
    /// How many questions it held.
    pub(crate) count: usize,
    /// How long their tests took together.
    pub(crate) tests: Duration,
    /// From here to here.
    pub(crate) elapsed: Duration,
    /// How long it waited for a machine, and how long it had that; unknown with servers that do not tell.
    pub(crate) machine: Option<(Duration, Duration)>,
    /// What was [wanted](Ledger::wanted) when it went away.
    pub(crate) wanted: f64,
}

impl Ledger {
    pub(crate) fn new(workers: usize, said: Option<usize>) -> Ledger {
        Ledger { workers, said, asking: 0, away: 0, trip: None, test: None, wanted: 1.0 }
    }

    /// How many go as one at most.
    pub(crate) fn limit(&self) -> usize {
        let (Some(trip), Some(test)) = (self.trip, self.test) else { return 1 };
        // So many take as long together as the way.
        let paid = whole(trip.div_duration_f64(test.max(Duration::from_micros(1))));
        let most = self.said.unwrap_or_else(|| whole(self.wanted.round()));
        paid.min(most).clamp(1, MOST)
    }

    /// How long each may take in a batch. What takes longer is asked about alone, with all the time that it may have. In powers
    /// of two, so that it is mostly the same.
    pub(crate) fn time(&self) -> Option<Duration> {
        let trip = self.trip.filter(|_| self.limit() > 1)?;
        let time = trip.max(BRIEFLY).as_millis().saturating_mul(2);
        Some(Duration::from_millis(u64::try_from(time).ok()?.checked_next_power_of_two()?))
    }

    pub(crate) fn wanted(&self) -> f64 {
        self.wanted
    }

    /// What `waiting` questions do, of which the first `has_lingered` or not.
    pub(crate) fn next(&self, waiting: usize, has_lingered: bool) -> Next {
        let limit = self.limit();
        if waiting == 0 || limit == 1 {
            return if waiting == 0 { Next::Wait } else { Next::Go(waiting) };
        }
        if self.away >= self.workers.div_ceil(limit) {
            return Next::Wait;
        }
        let all_are_here = waiting >= self.asking.min(self.workers) && self.asking >= self.workers;
        if waiting >= limit || has_lingered || all_are_here {
            return Next::Go(waiting.min(limit));
        }
        Next::Linger((self.trip.unwrap_or_default() / PATIENCE).clamp(BRIEFLY, LONG))
    }

    /// Takes note of an answer.
    pub(crate) fn learn(&mut self, seen: &Seen) {
        let count = u32::try_from(seen.count.max(1)).unwrap_or(u32::MAX);
        let queued = seen.machine.map_or(Duration::ZERO, |it| it.0);
        self.trip = Some(mixed(self.trip, seen.elapsed.saturating_sub(queued + seen.tests)));
        self.test = Some(mixed(self.test, seen.tests / count));
        if let Some((queued, busy)) = seen.machine {
            let short_of = 1.0 + queued.div_duration_f64(busy.max(Duration::from_micros(1)));
            let target = (seen.wanted * short_of * (1.0 - 1.0 / EASE)).clamp(1.0, float(MOST));
            self.wanted += (target - self.wanted) / f64::from(MEMORY);
        }
    }

    /// A batch has come to nothing: none goes before something else has come back.
    pub(crate) fn failed(&mut self) {
        self.test = None;
        self.wanted = 1.0;
    }
}

fn mixed(usual: Option<Duration>, now: Duration) -> Duration {
    usual.map_or(now, |it| it / MEMORY * (MEMORY - 1) + now / MEMORY)
}

/// As a count, of those that are possible.
fn whole(number: f64) -> usize {
    (1..=MOST).rev().find(|it| float(*it) <= number).unwrap_or(1)
}

fn float(count: usize) -> f64 {
    f64::from(u32::try_from(count).unwrap_or(u32::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);

    /// Workers that ask without a rest, at a cluster with so many machines, on a clock of its own.
    struct World {
        ledger: Ledger,
        now: Duration,
        /// When each machine is free.
        machines: Vec<Duration>,
        /// The way there and back, what a machine needs for an action, and what a test takes.
        costs: [Duration; 3],
        waiting: usize,
        lingers: Option<Duration>,
        /// Actions that are away, by when they are back.
        away: Vec<(Duration, Duration, Seen)>,
        answered: usize,
        actions: usize,
    }

    impl World {
        fn new(workers: usize, machines: usize, said: Option<usize>, costs: [u32; 3]) -> World {
            let mut ledger = Ledger::new(workers, said);
            ledger.asking = workers;
            let machines = vec![Duration::ZERO; machines];
            let (costs, away) = (costs.map(|it| it * MS), Vec::new());
            let (now, waiting, lingers) = (Duration::ZERO, workers, None);
            World { ledger, now, machines, costs, waiting, lingers, away, answered: 0, actions: 0 }
        }

        fn send(&mut self, count: usize) {
            let [trip, setup, test] = self.costs;
            let tests = test * u32::try_from(count).unwrap();
            let machine = self.machines.iter_mut().min().unwrap();
            let there = self.now + trip / 2;
            let (begins, busy) = (there.max(*machine), setup + tests);
            *machine = begins + busy;
            let back = *machine + trip / 2;
            let (elapsed, machine) = (back.abs_diff(self.now), Some((begins.abs_diff(there), busy)));
            let seen = Seen { count, tests, elapsed, machine, wanted: self.ledger.wanted() };
            self.away.push((back, self.now, seen));
            self.waiting -= count;
            self.ledger.away += usize::from(count > 1);
            self.actions += 1;
        }

        fn look(&mut self, mut has_lingered: bool) {
            loop {
                match self.ledger.next(self.waiting, has_lingered) {
                    Next::Go(count) if self.ledger.limit() == 1 => (0..count).for_each(|_| self.send(1)),
                    Next::Go(count) => self.send(count),
                    Next::Linger(time) => {
                        self.lingers = self.lingers.or(Some(self.now + time));
                        return;
                    }
                    Next::Wait => return,
                }
                has_lingered = false;
            }
        }

        /// Questions a second, from the time on when everything is known.
        fn rate(mut self) -> (f64, f64) {
            let mut before = (0, 0, Duration::ZERO);
            self.look(false);
            while self.now < 200_000 * MS {
                let back = self.away.iter().map(|it| it.0).min();
                if let Some(until) = self.lingers.filter(|it| back.is_none_or(|back| *it < back)) {
                    (self.now, self.lingers) = (until, None);
                    self.look(true);
                    continue;
                }
                let next = (0..self.away.len()).min_by_key(|it| self.away[*it].0).expect("somebody asks");
                let (back, _, seen) = self.away.swap_remove(next);
                self.now = back;
                self.ledger.away -= usize::from(seen.count > 1);
                self.ledger.learn(&seen);
                self.answered += seen.count;
                self.waiting += seen.count;
                self.look(false);
                if self.now < 20_000 * MS {
                    before = (self.answered, self.actions, self.now);
                }
            }
            let answered = float(self.answered - before.0);
            (answered / self.now.abs_diff(before.2).as_secs_f64(), answered / float(self.actions - before.1))
        }
    }

    #[test]
    fn where_machines_are_short_and_tests_are_too_batches_answer_several_times_as_much() {
        // 64 workers, 8 machines that need 80 ms for an action, 20 ms on the way, tests of 5 ms.
        let (alone, one) = World::new(64, 8, Some(1), [20, 80, 5]).rate();
        let (batched, size) = World::new(64, 8, None, [20, 80, 5]).rate();
        assert!((alone - 94.0).abs() < 1.0 && (one - 1.0).abs() < 1e-9, "{alone} {one}");
        assert!(batched > 4.0 * alone && (4.0..=12.0).contains(&size), "{batched} {size}");
    }

    #[test]
    fn where_there_are_machines_for_all_each_question_goes_alone() {
        let (alone, _) = World::new(64, 64, Some(1), [20, 80, 5]).rate();
        let (batched, size) = World::new(64, 64, None, [20, 80, 5]).rate();
        assert!(batched > 0.99 * alone && size < 1.01, "{batched} of {alone}, {size}");
    }

    #[test]
    fn where_the_test_is_longer_than_the_way_each_question_goes_alone_whatever_is_allowed() {
        for said in [None, Some(8)] {
            let (_, size) = World::new(64, 8, said, [20, 80, 200]).rate();
            assert!(size < 1.01, "{size}");
        }
    }

    #[test]
    fn what_the_user_allows_is_the_most_and_is_used_also_where_a_server_does_not_tell() {
        let mut ledger = Ledger::new(16, Some(4));
        assert_eq!((ledger.limit(), ledger.time()), (1, None), "nothing is known");
        let seen = Seen { count: 1, tests: MS, elapsed: 101 * MS, machine: None, wanted: 1.0 };
        ledger.learn(&seen);
        assert_eq!((ledger.limit(), ledger.time()), (4, Some(256 * MS)));
        assert_eq!(ledger.next(4, false), Next::Go(4));
        assert_eq!(ledger.next(2, false), Next::Linger(100 * MS / PATIENCE));
        assert_eq!(ledger.next(2, true), Next::Go(2));
        ledger.away = 4;
        assert_eq!(ledger.next(8, true), Next::Wait, "all that may be away are");
        ledger.failed();
        assert_eq!((ledger.limit(), ledger.next(3, false)), (1, Next::Go(3)));
        let mut silent = Ledger::new(16, None);
        silent.learn(&seen);
        assert_eq!(silent.limit(), 1, "nobody says that machines are short");
    }
}
