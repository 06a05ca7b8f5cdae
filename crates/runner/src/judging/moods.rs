//! `--flaky`: what is asked so often that it is known whether its rate has fallen. A verdict is what a sequential test of
//! several runs comes to.
//!
//! The rate of the original is measured once, and everything is held against that, so that many small losses do not add up. A
//! candidate gets a first look, which is cheap, since most have lost the symptom altogether. What much will depend on is proven:
//! each best that is half as large as the one before, and the result, as if by an expensive test of `--then`.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use lop_engine::{Answer, Cancel, OracleError, Question, Verdict, text_hash};
use parking_lot::Mutex;

use super::{Judge, verdicts};
use crate::Files;
use crate::event::Event;
use crate::options::TestOptions;
use crate::rate::{Bar, Tally};
use crate::summary::Rates;

/// A rate is known well enough once its standard error is this share of it, and the test has said yes so often.
const ENOUGH: f64 = 0.05;
const YES: u32 = 50;
/// It is asked no more often than this.
const MOST: u32 = 1_000;
/// With fewer yes than this in all those runs nothing can be held on to.
pub(crate) const FEWEST: u32 = 10;
/// When a rate seems to have fallen the original is asked again, but not more often than this altogether.
const RECONSIDERED: u32 = 4 * MOST;
/// A test that has never said yes after so many runs will not say it often enough.
const HOPELESS: u32 = 300;

/// What is known of rates.
#[derive(Debug)]
pub(crate) struct Moods {
    demanded: Option<f64>,
    original: Mutex<Option<Original>>,
    /// What was said of candidates that passed a first look, by the hash of the text.
    seen: Mutex<HashMap<u128, Tally>>,
    /// How many of those had too low a rate after all.
    refused: AtomicU32,
}

/// What everything is held against.
#[derive(Debug, Clone)]
struct Original {
    files: Files,
    tally: Tally,
    /// By the first measurement: it does not get narrower when more is known.
    tolerance: f64,
    bar: Bar,
}

impl Moods {
    /// `None` when the test is taken at its word.
    pub(crate) fn of(options: &TestOptions) -> Option<Moods> {
        options.is_flaky().then(|| Moods {
            demanded: options.rate,
            original: Mutex::default(),
            seen: Mutex::default(),
            refused: AtomicU32::new(0),
        })
    }

    /// `None` when the run was stopped before there was one.
    fn bar(&self) -> Option<Bar> {
        self.original.lock().as_ref().map(|it| it.bar)
    }

    fn set(&self, files: &Files, tally: Tally) {
        let mut original = self.original.lock();
        let tolerance = original.as_ref().map_or_else(|| Bar::tolerance(tally), |it| it.tolerance);
        let bar = match self.demanded {
            Some(demanded) => Bar::demanded(demanded, tally),
            None => Bar::original(tally, tolerance),
        };
        *original = Some(Original { files: files.clone(), tally, tolerance, bar });
    }
}

impl Judge<'_> {
    /// True when a verdict is about a rate.
    pub(crate) fn is_about_rates(&self) -> bool {
        self.moods.is_some()
    }

    /// What rates must be, once the original is measured.
    pub(crate) fn bar(&self) -> Option<Bar> {
        self.moods.as_ref()?.bar()
    }

    /// The rates, of a result that is `known` so well.
    pub(crate) fn rates(&self, result: Option<Tally>) -> Option<Rates> {
        let moods = self.moods.as_ref()?;
        let original = moods.original.lock().as_ref()?.tally;
        Some(Rates { original, result, demanded: moods.demanded })
    }

    /// Asks about the original until its rate is known, unless an earlier run did. `None` when nothing is to be known of
    /// rates, or somebody raised `stop`.
    pub(crate) fn measure_original(
        &self,
        original: &Files,
        before: Option<Tally>,
        (jobs, stop): (usize, &Cancel),
    ) -> Result<Option<Tally>, OracleError> {
        let Some(moods) = &self.moods else { return Ok(None) };
        let tally = match before {
            Some(tally) => tally,
            None => self.measure(original, jobs, stop)?,
        };
        if stop.is_raised() || !self.is_known(tally) {
            return Ok(None);
        }
        if before.is_none() {
            self.log.rate(tally);
        }
        moods.set(original, tally);
        Ok(Some(tally))
    }

    /// Before a rate is said to have fallen: asks about the original as often again as it was asked already, since it may
    /// have been lucky. What is measured from then on is held against both together.
    pub(crate) fn reconsider(&self, jobs: usize, stop: &Cancel) -> Result<(), OracleError> {
        let Some(moods) = &self.moods else { return Ok(()) };
        let Some(Original { files, tally, .. }) = moods.original.lock().clone() else { return Ok(()) };
        let mut more = Tally::default();
        while more.asked < tally.asked && tally.asked < RECONSIDERED && !stop.is_raised() {
            let wave = self.wave(&files, jobs, stop)?;
            if wave.asked == 0 {
                break;
            }
            more = more + wave;
        }
        if more.asked > 0 {
            moods.set(&files, tally + more);
            self.log.rate(tally + more);
        }
        Ok(())
    }

    /// A second opinion on a text whose proof has failed: true when what is measured afresh is as much as it must be, so that
    /// the failure was bad luck.
    pub(crate) fn appeal(&self, files: &Files, jobs: usize, stop: &Cancel) -> Result<bool, OracleError> {
        let tally = self.measure(files, jobs, stop)?;
        let holds = !stop.is_raised() && self.is_known(tally) && self.is_met(tally);
        if holds {
            self.learn(verdicts::then_hash(text_hash(files)), Verdict::Interesting);
        }
        Ok(holds)
    }

    /// Asks afresh, in waves of so many `jobs`, until the rate is known, or it is clear that it has fallen.
    pub(crate) fn measure(&self, files: &Files, jobs: usize, stop: &Cancel) -> Result<Tally, OracleError> {
        let mut tally = Tally::default();
        while !self.is_known(tally) && !stop.is_raised() {
            let wave = self.wave(files, jobs, stop)?;
            if wave.asked == 0 {
                break;
            }
            tally = tally + wave;
        }
        Ok(tally)
    }

    /// True when it was asked often enough to name the rate, or to see that it has fallen.
    fn is_known(&self, it: Tally) -> bool {
        (it.yes >= YES && it.relative_error() <= ENOUGH)
            || it.asked >= MOST
            || (it.yes == 0 && it.asked >= HOPELESS)
            || self.bar().is_some_and(|bar| bar.is_hopeless(it))
    }

    /// Asks so often at once.
    fn wave(&self, files: &Files, jobs: usize, stop: &Cancel) -> Result<Tally, OracleError> {
        if jobs <= 1 || self.deterministic {
            return self.again(files, 1, stop);
        }
        std::thread::scope(|scope| {
            let workers: Vec<_> = (0..jobs).map(|_| scope.spawn(|| self.again(files, 1, stop))).collect();
            workers.into_iter().try_fold(Tally::default(), |sum, it| {
                Ok(sum + it.join().unwrap_or_else(|it| std::panic::resume_unwind(it))?)
            })
        })
    }

    /// True when what was measured of a text is as much as it must be.
    pub(crate) fn is_met(&self, tally: Tally) -> bool {
        self.bar().is_none_or(|it| it.is_met(tally))
    }

    /// The proof of these files does not count any more, for later runs either.
    pub(crate) fn disprove(&self, files: &Files) {
        self.learn(verdicts::then_hash(text_hash(files)), Verdict::Boring);
    }

    /// A first look at a candidate of which the test has said `first`: asks again until there is reason to believe that it
    /// counts, or that it does not.
    pub(super) fn look_again(
        &self,
        question: &Question<'_>,
        first: Answer,
        told: &mut Vec<Event>,
    ) -> Result<Answer, OracleError> {
        let Some(moods) = &self.moods else { return Ok(first) };
        let Some(bar) = moods.bar() else { return Ok(Verdict::Cancelled.into()) };
        let (mut answer, mut tally, mut timed_out) = (first, Tally::default(), true);
        let mut took = Duration::ZERO;
        while answer.verdict != Verdict::Cancelled {
            took += answer.took;
            tally.note(answer.verdict);
            timed_out &= answer.verdict == Verdict::TimedOut;
            match bar.glance(tally) {
                Some(true) => {
                    moods.seen.lock().insert(text_hash(question.files), tally);
                    return Ok(Answer { verdict: Verdict::Interesting, took });
                }
                Some(false) if timed_out => return Ok(Answer { verdict: Verdict::TimedOut, took }),
                Some(false) => return Ok(Answer { verdict: Verdict::Boring, took }),
                None => {}
            }
            // What it takes to be sure counts, too: the last question of a budget is not the first of many.
            answer = if self.budget.is_spent() {
                Verdict::Cancelled.into()
            } else {
                self.ask_again(question, told)?
            };
        }
        Ok(answer)
    }

    /// Asks again until it is known whether the rate is what it must be, beginning with what a first look has seen.
    pub(super) fn prove_rate(
        &self,
        question: &Question<'_>,
        told: &mut Vec<Event>,
    ) -> Result<Answer, OracleError> {
        let Some(moods) = &self.moods else { return Ok(Verdict::Interesting.into()) };
        let hash = text_hash(question.files);
        let mut tally = moods.seen.lock().get(&hash).copied().unwrap_or_default();
        let mut took = Duration::ZERO;
        loop {
            let Some(bar) = moods.bar() else { return Ok(Verdict::Cancelled.into()) };
            let refused = moods.refused.load(Ordering::SeqCst);
            if let Some(holds) = bar.proof(tally, refused).filter(|_| tally.asked > 0) {
                if !holds && (moods.refused.fetch_add(1, Ordering::SeqCst) + 1).is_power_of_two() {
                    // The more there are the likelier it is that the original was lucky, and not all of them worse.
                    self.reconsider(1, question.cancel)?;
                }
                let verdict = if holds { Verdict::Interesting } else { Verdict::Boring };
                return Ok(Answer { verdict, took });
            }
            let answer = self.ask_again(question, told)?;
            if answer.verdict == Verdict::Cancelled {
                return Ok(answer);
            }
            took += answer.took;
            tally.note(answer.verdict);
            moods.seen.lock().insert(hash, tally);
        }
    }
}
