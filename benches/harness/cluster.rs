//! A build cluster that is not there: its slots, what goes wrong with them, and what the client does about it.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use lop_engine::{Answer, Cancel, Oracle, OracleError, Question, Verdict};
use parking_lot::Mutex;

use crate::case::Case;
use crate::clock::Clock;
use crate::stragglers::{Look, MORE_TIMES, Stragglers};

/// What a question takes on its way: there and back, and in the server's own hands.
const TRIP: Duration = Duration::from_millis(40);

/// How long it waits before a run that was lost is begun again.
const PAUSE: Duration = Duration::from_millis(250);

/// Processors that are ours.
pub(crate) const CORES: usize = 2;

/// One in so many questions takes five times as long.
const STRAGGLERS: u64 = 20;
/// One in so many runs is lost half-way.
const LOST: u64 = 50;

/// What makes the luck of a run beside another one its own.
const OTHER: u64 = 1 << 32;

/// A cluster that is not there.
pub(crate) struct Cluster<'c> {
    pub(crate) case: &'c Case,
    pub(crate) clock: Option<&'c Clock>,
    /// How long the test takes.
    pub(crate) test: Duration,
    pub(crate) own: Duration,
    /// When each of our processors is free again.
    pub(crate) free: Mutex<[Duration; CORES]>,
    pub(crate) spent: Mutex<Spent>,
    pub(crate) stragglers: Mutex<Stragglers>,
    /// Questions that have no answer yet.
    pub(crate) under_way: AtomicUsize,
}

/// A question as it is asked once.
struct Asking {
    began: Duration,
    /// What was lost of it, and how long nothing ran meanwhile.
    lost: Duration,
    paused: Duration,
    ends: Duration,
}

/// What slots, and our processors, did with their time.
#[derive(Default, Clone, Copy)]
pub(crate) struct Spent {
    pub(crate) answered: (u64, Duration),
    pub(crate) cancelled: (u64, Duration),
    pub(crate) lost: Duration,
    /// What was asked beside another copy.
    pub(crate) twice: Duration,
    pub(crate) own: Duration,
}

impl Oracle for Cluster<'_> {
    fn ask(&self, question: &Question<'_>) -> Result<Answer, OracleError> {
        let text = &question.files[0];
        let verdict = if self.case.is_interesting(text) { Verdict::Interesting } else { Verdict::Boring };
        let answer = |verdict| Ok(Answer { verdict, took: self.test });
        let Some(clock) = self.clock else { return answer(verdict) };
        let answered = self.prepare(clock, question.cancel) && self.run(clock, text, question.cancel);
        answer(if answered { verdict } else { Verdict::Cancelled })
    }
}

/// A number that looks random and is the same for the same text.
pub(crate) fn dice(text: &[u8], trial: u64) -> u64 {
    let mut hasher = DefaultHasher::new();
    (text, trial).hash(&mut hasher);
    hasher.finish() >> 8
}

impl Cluster<'_> {
    /// How long a run takes in its slot. In steps of a tenth, so that many end at the same moment: the clock has less to do.
    fn length(&self, dice: u64) -> Duration {
        let tenths = if (dice / LOST).is_multiple_of(STRAGGLERS) {
            50
        } else {
            8 + u32::try_from(dice % 5).unwrap_or(0)
        };
        TRIP + self.test * tenths / 10
    }

    /// What we do ourselves, once a processor of ours is free.
    fn prepare(&self, clock: &Clock, cancel: &Cancel) -> bool {
        let now = clock.now();
        let ready = {
            let mut free = self.free.lock();
            let first = free.iter_mut().min().expect("there are some");
            *first = now.max(*first) + self.own;
            *first
        };
        self.spent.lock().own += self.own;
        // To a hundredth of the test, for the same reason.
        let step = (self.test / 100).max(Duration::from_millis(1)).as_secs_f64();
        let rounded = Duration::from_secs_f64((ready.as_secs_f64() / step).ceil() * step);
        clock.sleep(rounded.saturating_sub(now), cancel)
    }

    /// Asks once, and by the rules of the client once more while that takes long, until the first answer.
    fn run(&self, clock: &Clock, text: &[u8], cancel: &Cancel) -> bool {
        self.under_way.fetch_add(1, Ordering::Relaxed);
        let mut copies = vec![self.copy(text, 0, clock.now())];
        let answered = loop {
            let now = clock.now();
            let ends = copies.iter().map(|it| it.ends).min().expect("there is one");
            let left = ends.saturating_sub(now);
            if left.is_zero() {
                break true;
            }
            let asked = now.saturating_sub(copies[copies.len() - 1].began);
            let look = if copies.len() > MORE_TIMES as usize {
                Look::After(left)
            } else {
                self.stragglers.lock().look(asked, self.under_way.load(Ordering::Relaxed))
            };
            match look {
                Look::After(wait) if !clock.sleep(wait.min(left), cancel) => break false,
                Look::After(_) => {}
                Look::Again => copies.push(self.copy(text, copies.len() as u64, now)),
            }
        };
        self.note(&copies, clock.now(), answered);
        answered
    }

    /// What becomes of a question that is asked now: how often it is lost, and how long it takes in the end.
    fn copy(&self, text: &[u8], number: u64, began: Duration) -> Asking {
        let (mut lost, mut paused, mut trial) = (Duration::ZERO, Duration::ZERO, number * OTHER);
        loop {
            let dice = dice(text, trial);
            let length = self.length(dice);
            if !dice.is_multiple_of(LOST) {
                return Asking { began, lost, paused, ends: began + lost + paused + length };
            }
            lost += length / 2;
            paused += PAUSE;
            trial += 1;
        }
    }

    /// Counts the time of the slots.
    fn note(&self, copies: &[Asking], now: Duration, answered: bool) {
        let took = |it: &Asking| now.saturating_sub(it.began).saturating_sub(it.lost + it.paused);
        let mut stragglers = self.stragglers.lock();
        self.under_way.fetch_sub(1, Ordering::Relaxed);
        for _ in &copies[1..] {
            stragglers.end();
        }
        let first = copies.iter().min_by_key(|it| it.ends).expect("there is one");
        if answered {
            stragglers.learn(took(first));
        }
        let mut spent = self.spent.lock();
        let of = if answered { &mut spent.answered } else { &mut spent.cancelled };
        *of = (of.0 + 1, of.1 + took(first));
        for it in copies {
            spent.lost += it.lost.min(now.saturating_sub(it.began));
            if !std::ptr::eq(it, first) {
                spent.twice += took(it);
            }
        }
    }
}
