//! The protocol of a round, driven through thousands of schedules: `search/protocol.rs` as it is, with locks that a
//! scheduler controls, and with bits for a document, so that nothing but the protocol is tried.

use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use protocol::{Base, Document, Gate, Job, Lead, Offered, Protocol, Queue};
use sync::Mutex;

#[path = "../src/search/protocol.rs"]
mod protocol;

/// The locks that the protocol uses, under the scheduler's control.
mod sync {
    use std::ops::{Deref, DerefMut};
    use std::sync::PoisonError;

    pub(crate) struct Mutex<T>(shuttle::sync::Mutex<T>);
    pub(crate) struct Guard<'m, T>(Option<shuttle::sync::MutexGuard<'m, T>>);
    pub(crate) struct Condvar(shuttle::sync::Condvar);

    impl<T> Mutex<T> {
        pub(crate) fn new(value: T) -> Mutex<T> {
            Mutex(shuttle::sync::Mutex::new(value))
        }

        pub(crate) fn lock(&self) -> Guard<'_, T> {
            Guard(Some(self.0.lock().unwrap_or_else(PoisonError::into_inner)))
        }

        pub(crate) fn into_inner(self) -> T {
            self.0.into_inner().unwrap_or_else(PoisonError::into_inner)
        }
    }

    impl<T> Deref for Guard<'_, T> {
        type Target = T;
        fn deref(&self) -> &T {
            self.0.as_ref().expect("held")
        }
    }

    impl<T> DerefMut for Guard<'_, T> {
        fn deref_mut(&mut self) -> &mut T {
            self.0.as_mut().expect("held")
        }
    }

    impl Condvar {
        pub(crate) fn new() -> Condvar {
            Condvar(shuttle::sync::Condvar::new())
        }

        pub(crate) fn notify_all(&self) {
            self.0.notify_all();
        }

        pub(crate) fn wait<T>(&self, guard: &mut Guard<'_, T>) {
            let held = guard.0.take().expect("held");
            guard.0 = Some(self.0.wait(held).unwrap_or_else(PoisonError::into_inner));
        }
    }
}

/// A document: the elements that are left.
type Bits = u8;

impl Document for Bits {
    fn goes_beyond(&self, other: &Bits) -> bool {
        self & !other == 0
    }

    fn is_below(&self, other: &Bits) -> bool {
        self.count_ones() < other.count_ones()
    }
}

/// Elements that a task wants to delete, the last one first.
struct Stack(Vec<Bits>);

impl Queue for Stack {
    type Task = Bits;
    type Best = Bits;

    fn pop(&mut self, _: &Bits, _: usize, _: usize) -> Option<Bits> {
        self.0.pop()
    }

    fn push(&mut self, task: Bits) {
        self.0.push(task);
    }

    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

struct Success {
    task: Bits,
    best: Arc<Bits>,
}

/// How a round is disturbed.
#[derive(Debug, Clone, Copy, Default)]
struct Trouble {
    /// The round is stopped at this question.
    stops_at: Option<usize>,
    /// The oracle panics at this question.
    panics_at: Option<usize>,
    /// At this question the round has had enough: no new task begins, but what was found is merged.
    drains_at: Option<usize>,
    /// Helpers rest until this question.
    rests_until: usize,
    /// The oracle gives up on this question.
    cancels_at: Option<usize>,
}

/// What was seen of a round.
#[derive(Debug, Default)]
struct Seen {
    verdicts: BTreeMap<Bits, bool>,
    questions: usize,
    /// Unions that were refused.
    refused: BTreeSet<Bits>,
    /// Texts that somebody asks about right now.
    flying: BTreeSet<Bits>,
    /// The bests, in the order they were told of.
    told: Vec<Bits>,
    /// Tasks that were judged, as they were or as a part of a union.
    judged: BTreeSet<Bits>,
    /// How often tasks waited for a text, and how often a question about it ended.
    parked: usize,
    landed: usize,
    /// 1 once a success was kept aside.
    kept: usize,
}

struct Model {
    protocol: Protocol<Stack, Success, Bits>,
    seen: Mutex<Seen>,
    trouble: Trouble,
}

/// What became of a text.
#[derive(PartialEq)]
enum Reply {
    Interesting,
    Refused,
    Nothing,
}

/// Element 0 is needed, and one of 1 and 2.
fn wanted(text: Bits) -> bool {
    text & 0b001 != 0 && text & 0b110 != 0
}

impl Model {
    fn gate(&self) -> Gate {
        let questions = self.seen.lock().questions;
        let stopped = self.trouble.stops_at.is_some_and(|it| questions >= it);
        Gate { stopped, room: if questions < self.trouble.rests_until { 1 } else { usize::MAX } }
    }

    fn work(&self, worker: usize) {
        while let Some((_turn, job)) = self.protocol.next(worker, || self.gate()) {
            match job {
                Job::Task(task, base) => self.attempt(task, &base),
                Job::Merge(group, best, lead) => self.merge(group, *best, lead.as_ref()),
            }
        }
    }

    fn attempt(&self, task: Bits, base: &Base<Bits>) {
        assert!(base.head.goes_beyond(&base.best) && wanted(*base.best));
        let text = *base.head & !task;
        if text == *base.head {
            self.seen.lock().judged.insert(task);
            return;
        }
        let Some((flight, task)) = self.protocol.take_off(text.into(), task, task) else {
            self.seen.lock().parked += 1;
            return;
        };
        let reply = self.ask(text);
        self.seen.lock().landed += 1;
        drop(flight);
        match reply {
            Reply::Interesting => {
                self.seen.lock().judged.insert(task);
                let best = Arc::new(text);
                self.offer(&best, vec![Success { task, best: best.clone() }]);
            }
            Reply::Refused => {
                let Some(task) = self.protocol.doubt(&base.head, task) else { return };
                let refused = self.seen.lock().refused.contains(&base.head);
                self.settle(task, !refused);
            }
            Reply::Nothing => {}
        }
    }

    /// What follows a refused task, if what it was refused on is accepted.
    fn settle(&self, task: Bits, accepted: bool) {
        if accepted { self.refine(task) } else { self.protocol.with_queue(|it| it.push(task)) }
    }

    /// What follows a refused task: its parts.
    fn refine(&self, task: Bits) {
        self.seen.lock().judged.insert(task);
        if task.count_ones() > 1 {
            let low = task & task.wrapping_neg();
            self.protocol.with_queue(|it| {
                it.push(low);
                it.push(task & !low);
            });
        }
    }

    fn offer(&self, best: &Arc<Bits>, successes: Vec<Success>) {
        let tell = || self.seen.lock().told.push(**best);
        match self.protocol.offer(best, successes, tell) {
            Offered::Committed => self.protocol.for_each_flight(|_| ()),
            Offered::Waits => {}
            // Here what goes beyond the best and is not below it is the best.
            Offered::NotBelow(successes) => {
                assert!(successes.iter().all(|it| self.protocol.base().best.goes_beyond(&it.best)));
            }
        }
    }

    fn merge(&self, mut group: Vec<Success>, best: Bits, lead: Option<&Lead<'_, Stack, Success, Bits>>) {
        let own = group.iter().fold(0, |all, it| all | it.task);
        let text = best & !own;
        if text == best {
            return;
        }
        let union = Arc::new(text);
        if let Some(lead) = lead
            && lead.build_on(&union)
            && let Some((task, base)) = self.protocol.pop(usize::MAX)
        {
            self.attempt(task, &base);
            if self.protocol.base().best.goes_beyond(&union) {
                return lead.ended(true).into_iter().for_each(|it| self.settle(it, true));
            }
        }
        let reply = match self.protocol.take_off_alone(text.into(), own) {
            Some(_flight) => self.ask(text),
            None => Reply::Refused,
        };
        let accepted = reply == Reply::Interesting || self.protocol.base().best.goes_beyond(&union);
        // One that somebody else asks about counts as refused here, but may become the best.
        if reply == Reply::Refused && !wanted(text) {
            self.seen.lock().refused.insert(text);
        }
        if let Some(lead) = lead {
            lead.ended(accepted).into_iter().for_each(|it| self.settle(it, accepted));
        }
        match reply {
            Reply::Interesting => self.offer(&union, group),
            Reply::Nothing => self.protocol.put_back(group),
            Reply::Refused => {
                if group.len() == 1 {
                    self.refine(group[0].task);
                    let last = group.remove(0);
                    self.seen.lock().kept = 1;
                    return self.protocol.keep_aside(last, |it, other| it.best.is_below(&other.best));
                }
                let second = group.split_off(group.len() / 2);
                self.protocol.put_parts([second, group]);
            }
        }
    }

    fn ask(&self, text: Bits) -> Reply {
        let number = {
            let mut seen = self.seen.lock();
            if let Some(&verdict) = seen.verdicts.get(&text) {
                return if verdict { Reply::Interesting } else { Reply::Refused };
            }
            assert!(seen.flying.insert(text), "{text:b} is asked by two at once");
            seen.questions += 1;
            seen.questions
        };
        if self.trouble.drains_at == Some(number) {
            self.protocol.drain();
        }
        shuttle::thread::yield_now();
        let mut seen = self.seen.lock();
        seen.flying.remove(&text);
        if self.trouble.panics_at == Some(number) {
            drop(seen);
            std::panic::resume_unwind(Box::new("the oracle is broken"));
        }
        if self.trouble.cancels_at == Some(number) {
            return Reply::Nothing;
        }
        seen.verdicts.insert(text, wanted(text));
        if wanted(text) { Reply::Interesting } else { Reply::Refused }
    }
}

const ALL: Bits = 0b1111;

/// One round of three workers, with the checks that hold however it goes.
fn round(tasks: &[Bits], trouble: Trouble) {
    let protocol = Protocol::new(Stack(tasks.to_vec()), ALL);
    let model = Arc::new(Model { protocol, seen: Mutex::new(Seen::default()), trouble });
    let workers: Vec<_> = (0..3)
        .map(|worker| {
            let model = model.clone();
            shuttle::thread::spawn(move || catch_unwind(AssertUnwindSafe(|| model.work(worker))).is_err())
        })
        .collect();
    let panics = workers.into_iter().filter_map(|it| it.join().ok()).filter(|&it| it).count();
    assert!(panics <= usize::from(trouble.panics_at.is_some()));
    let model = Arc::into_inner(model).expect("all workers have ended");
    let unmerged = model.protocol.take_successes();
    assert!(model.protocol.next_group().is_none(), "all are taken");
    model.protocol.settle_on(&Arc::new(ALL), || panic!("the input is above whatever is the best"));
    let drained = model.protocol.is_draining();
    let left = model.protocol.with_queue(|it| it.0.pop());
    let seen = model.seen.into_inner();
    let told: Vec<Bits> = std::iter::once(ALL).chain(seen.told.iter().copied()).collect();
    assert!(
        told.windows(2).all(|it| it[1] & !it[0] == 0 && it[1] != it[0]),
        "commits only take away: {told:?}"
    );
    assert!(seen.told.iter().all(|it| wanted(*it)));
    assert!(unmerged.iter().all(|it| wanted(*it.best)));
    let ends_early = trouble.stops_at.is_some() || panics > 0;
    assert!(ends_early || unmerged.len() <= seen.kept || trouble.cancels_at.is_some());
    // Whoever waits for a text comes back once for each question about it.
    assert!(seen.parked <= seen.landed * 2, "{} times parked, {} questions", seen.parked, seen.landed);
    let (_, best) = model.protocol.into_parts();
    assert_eq!(*best, *told.last().expect("the input"));
    if !drained && trouble.cancels_at.is_none() {
        assert!(left.is_none() && tasks.iter().all(|it| seen.judged.contains(it)), "a task was lost");
        // What is refused once is refused on everything smaller, so one round finds what cannot be made smaller.
        let goes = |element: Bits| *best & element != 0 && wanted(*best & !element);
        assert!(!tasks.iter().any(|it| it.is_power_of_two() && goes(*it)), "more could go than {:b}", *best);
    }
}

/// Two tasks of each kind, so that several come to the same text; the whole comes first.
const TASKS: &[Bits] = &[0b0001, 0b0010, 0b0010, 0b0100, 0b0100, 0b1000, 0b1000, 0b1111];

/// Random schedules, and such that change who goes first only a few times.
fn check(schedules: usize, trouble: Trouble) {
    shuttle::check_random(move || round(TASKS, trouble), schedules);
    shuttle::check_pct(move || round(TASKS, trouble), schedules, 3);
}

#[test]
fn every_task_is_judged_and_the_round_ends_in_every_schedule() {
    check(1_500, Trouble::default());
}

#[test]
fn two_tasks_for_one_text_are_judged_in_each_of_the_first_schedules() {
    shuttle::check_dfs(|| round(&[0b0010, 0b0010], Trouble::default()), Some(2_000));
}

#[test]
fn helpers_that_rest_for_a_while_neither_hold_up_the_round_nor_miss_its_end() {
    for rests_until in [2, 5, usize::MAX] {
        check(300, Trouble { rests_until, ..Trouble::default() });
    }
}

#[test]
fn a_stopped_round_ends_with_what_was_judged() {
    for stops_at in 1..6 {
        check(150, Trouble { stops_at: Some(stops_at), ..Trouble::default() });
    }
}

#[test]
fn a_round_that_has_had_enough_still_merges_what_was_found() {
    for drains_at in 1..6 {
        check(150, Trouble { drains_at: Some(drains_at), ..Trouble::default() });
    }
}

#[test]
fn a_question_without_a_verdict_holds_up_nobody() {
    for cancels_at in 1..5 {
        check(150, Trouble { cancels_at: Some(cancels_at), ..Trouble::default() });
    }
}

#[test]
fn a_panic_of_one_worker_lets_the_others_end() {
    for panics_at in 1..6 {
        check(150, Trouble { panics_at: Some(panics_at), ..Trouble::default() });
    }
}
