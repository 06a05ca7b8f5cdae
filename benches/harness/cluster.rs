//! A build cluster that is not there: its slots, what goes wrong with them, and what the client does about it.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::Duration;

use lop_engine::{Answer, Cancel, Oracle, OracleError, Question, Verdict};
use parking_lot::Mutex;

use crate::case::Case;
use crate::clock::Clock;
use crate::stragglers::Stragglers;

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
}

/// What slots, and our processors, did with their time.
#[derive(Default, Clone, Copy)]
pub(crate) struct Spent {
    pub(crate) answered: (u64, Duration),
    pub(crate) cancelled: (u64, Duration),
    pub(crate) lost: Duration,
    /// What was asked a second time.
    pub(crate) twice: Duration,
    pub(crate) own: Duration,
}

impl Oracle for Cluster<'_> {
    fn ask(&self, question: &Question<'_>) -> Result<Answer, OracleError> {
        let text = &question.files[0];
        let verdict = if self.case.is_interesting(text) { Verdict::Interesting } else { Verdict::Boring };
        let answer = |verdict| Ok(Answer { verdict, took: self.test });
        let Some(clock) = self.clock else { return answer(verdict) };
        let mut trial = 0;
        let answered = self.prepare(clock, question.cancel)
            && loop {
                let dice = dice(text, trial);
                if !dice.is_multiple_of(LOST) {
                    break self.run(clock, (text, trial), question.cancel);
                }
                self.lose(clock, self.length(dice) / 2, question.cancel);
                if !clock.sleep(PAUSE, question.cancel) {
                    break false;
                }
                trial += 1;
            };
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

    fn run(&self, clock: &Clock, (text, trial): (&[u8], u64), cancel: &Cancel) -> bool {
        let (began, length) = (clock.now(), self.length(dice(text, trial)));
        let long = self.stragglers.lock().begin().filter(|it| *it < length);
        let mut answered = clock.sleep(long.unwrap_or(length), cancel);
        if let Some(long) = long.filter(|_| answered) {
            let (left, other) = (length.saturating_sub(long), self.length(dice(text, trial + OTHER)));
            answered = self.run_beside(clock, left, other, cancel);
        }
        let took = clock.now().saturating_sub(began);
        let mut stragglers = self.stragglers.lock();
        stragglers.end();
        if answered {
            stragglers.learn(took);
        }
        drop(stragglers);
        let mut spent = self.spent.lock();
        let of = if answered { &mut spent.answered } else { &mut spent.cancelled };
        *of = (of.0 + 1, of.1 + took);
        answered
    }

    /// What is left of a run that takes long, with another one beside it if there may be one.
    fn run_beside(&self, clock: &Clock, left: Duration, other: Duration, cancel: &Cancel) -> bool {
        if !self.stragglers.lock().begin_again() {
            return clock.sleep(left, cancel);
        }
        let began = clock.now();
        let answered = clock.sleep(left.min(other), cancel);
        self.stragglers.lock().end();
        self.spent.lock().twice += clock.now().saturating_sub(began);
        answered
    }

    fn lose(&self, clock: &Clock, length: Duration, cancel: &Cancel) {
        let began = clock.now();
        clock.sleep(length, cancel);
        self.spent.lock().lost += clock.now().saturating_sub(began);
    }
}
