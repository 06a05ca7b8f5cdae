//! The oracle that the search asks: memory and journal before the test, second thoughts and the expensive test after it.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use lop_engine::{
    Answer, Cancel, Event, Observer, Oracle, OracleError, PassStats, Question, Verdict, text_hash,
};

use crate::history::Files;
use crate::log::Log;

/// What asking once more is called among the passes.
const AGAIN: &str = "ask-again";
/// What the expensive test is called among the passes.
const THEN: &str = "then";
/// What pasting headers is called among the passes.
const PASTE: &str = "paste-includes";

/// Verdicts of the expensive test are remembered by the hash of the candidate with these bits turned.
const OF_THEN: u128 = 0x7468_656e << 64;

/// Answers questions for one run.
pub(crate) struct Judge<'r> {
    parts: Parts<'r>,
    memory: Mutex<Memory>,
    /// How often a success is asked again before it is believed.
    wary: AtomicU32,
    /// True when the expensive test is asked about each success.
    strict: AtomicBool,
    /// Questions that may still be asked for the search.
    left: AtomicU64,
    /// Questions asked, of any kind.
    asked: AtomicU64,
    /// Questions of the search that memory or journal answered.
    recalled: AtomicU64,
    again: Mutex<PassStats>,
    then: Mutex<PassStats>,
    paste: Mutex<PassStats>,
}

/// What a judge needs.
pub(crate) struct Parts<'r> {
    /// The test.
    pub(crate) test: &'r dyn Oracle,
    /// The expensive test.
    pub(crate) then: Option<&'r dyn Oracle>,
    /// How many questions may be asked for the search; the others that it takes to be sure count, but are asked.
    pub(crate) budget: Option<u64>,
    /// Where verdicts are noted.
    pub(crate) log: &'r Log,
    /// Who is told of the questions that the search does not know of.
    pub(crate) observer: &'r dyn Observer,
    /// Told when a test changes its mind.
    pub(crate) warn: &'r (dyn Fn(&str) + Sync),
}

#[derive(Debug)]
struct Memory {
    /// What was answered in this run.
    verdicts: HashMap<u128, Verdict>,
    /// What earlier ones left behind.
    replay: HashMap<u128, Verdict>,
}

/// How often a test said yes to the same candidate.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    pub(crate) yes: u32,
    pub(crate) asked: u32,
}

impl<'r> Judge<'r> {
    /// A judge that knows what the journal holds.
    pub(crate) fn new(parts: Parts<'r>, replay: HashMap<u128, Verdict>) -> Judge<'r> {
        let stats = |name| Mutex::new(PassStats { name, ..PassStats::default() });
        Judge {
            memory: Mutex::new(Memory { verdicts: HashMap::new(), replay }),
            wary: AtomicU32::new(0),
            strict: AtomicBool::new(false),
            left: AtomicU64::new(parts.budget.unwrap_or(u64::MAX)),
            asked: AtomicU64::new(0),
            recalled: AtomicU64::new(0),
            again: stats(AGAIN),
            then: stats(THEN),
            paste: stats(PASTE),
            parts,
        }
    }

    /// What a new search may take for known: all refusals, and the successes that still count.
    pub(crate) fn known(&self) -> HashMap<u128, Verdict> {
        let strict = self.is_strict();
        let memory = self.memory();
        let verdict = |hash: &u128, verdict: &Verdict| match verdict {
            Verdict::Interesting if strict => memory.of_then(*hash),
            it => Some(*it),
        };
        memory.verdicts.iter().filter_map(|(hash, it)| Some((*hash, verdict(hash, it)?))).collect()
    }

    /// What the expensive test said of these files, if it was asked.
    pub(crate) fn known_then(&self, files: &Files) -> Option<Verdict> {
        self.memory().of_then(text_hash(files))
    }

    /// Whether the expensive test is asked about each success.
    pub(crate) fn set_strict(&self, strict: bool) {
        self.strict.store(strict, Ordering::SeqCst);
    }

    /// From now on each success is asked so often again, and those of before do not count.
    pub(crate) fn be_wary(&self, times: u32) {
        self.wary.fetch_max(times, Ordering::SeqCst);
        let mut memory = self.memory();
        memory.verdicts.retain(|_, it| *it != Verdict::Interesting);
        memory.replay.retain(|_, it| *it != Verdict::Interesting);
    }

    /// Asks the test again, whatever is remembered; fewer times when the run is stopped.
    pub(crate) fn again(&self, files: &Files, times: u32, stop: &Cancel) -> Result<Tally, OracleError> {
        let question = Question { files, base: files, worker: 0, cancel: stop };
        let mut tally = Tally::default();
        for _ in 0..times {
            let answer = self.ask_again(&question)?;
            if answer.verdict == Verdict::Cancelled {
                break;
            }
            tally.asked += 1;
            tally.yes += u32::from(answer.verdict == Verdict::Interesting);
        }
        Ok(tally)
    }

    /// Asks all tests about headers that were pasted, before the search. A success is asked twice: the search has
    /// nothing to fall back to.
    pub(crate) fn about_pasted(&self, files: &Files, stop: &Cancel) -> Result<Verdict, OracleError> {
        let question = Question { files, base: files, worker: 0, cancel: stop };
        let hash = text_hash(files);
        let verdict = if let Some(verdict) = self.recall(hash) {
            lock(&self.paste).known += 1;
            self.recalled.fetch_add(1, Ordering::SeqCst);
            verdict
        } else if self.is_exhausted() {
            Verdict::Cancelled
        } else {
            let mut verdict = self.ask_about_pasted(&question)?;
            if verdict == Verdict::Interesting {
                verdict = self.ask_about_pasted(&question)?;
                if matches!(verdict, Verdict::Boring | Verdict::TimedOut) {
                    self.changed_its_mind();
                }
            }
            self.learn(hash, verdict);
            verdict
        };
        let verdict = if verdict == Verdict::Interesting { self.then(&question)?.verdict } else { verdict };
        lock(&self.paste).accepted += u64::from(verdict == Verdict::Interesting);
        Ok(verdict)
    }

    /// Asks the expensive test, unless it was asked before. Without one every candidate passes.
    pub(crate) fn then(&self, question: &Question<'_>) -> Result<Answer, OracleError> {
        let Some(then) = self.parts.then else { return Ok(Verdict::Interesting.into()) };
        let hash = text_hash(question.files) ^ OF_THEN;
        if let Some(verdict) = self.recall(hash) {
            return Ok(verdict.into());
        }
        let answer = then.ask(question)?;
        self.count(&self.then, question, answer);
        self.learn(hash, answer.verdict);
        Ok(answer)
    }

    /// True when the budget is used up.
    pub(crate) fn is_exhausted(&self) -> bool {
        self.left() == 0
    }

    /// Questions that may still be asked for the search.
    pub(crate) fn left(&self) -> u64 {
        self.left.load(Ordering::SeqCst)
    }

    /// Questions asked, of any kind, that were answered.
    pub(crate) fn asked(&self) -> u64 {
        self.asked.load(Ordering::SeqCst)
    }

    /// Questions of the search that were answered without asking the test.
    pub(crate) fn recalled(&self) -> u64 {
        self.recalled.load(Ordering::SeqCst)
    }

    /// What was asked besides the search.
    pub(crate) fn extra(&self) -> Vec<PassStats> {
        let all = [&self.again, &self.then, &self.paste].map(|it| lock(it).clone());
        all.into_iter().filter(|it| it.asked > 0).collect()
    }

    fn is_strict(&self) -> bool {
        self.parts.then.is_some() && self.strict.load(Ordering::SeqCst)
    }

    /// Asks the test, with second thoughts about what is too good to be true: a flaky test that says yes by chance does
    /// the most harm where most would be lost.
    fn main(&self, question: &Question<'_>) -> Result<Answer, OracleError> {
        let hash = text_hash(question.files);
        if let Some(verdict) = self.recall(hash) {
            self.recalled.fetch_add(1, Ordering::SeqCst);
            return Ok(verdict.into());
        }
        if self.is_exhausted() {
            return Ok(Verdict::Cancelled.into());
        }
        let mut answer = self.parts.test.ask(question)?;
        self.spend(answer.verdict);
        if answer.verdict == Verdict::Interesting {
            let bytes = |files: &[Arc<[u8]>]| files.iter().map(|it| it.len()).sum::<usize>();
            let suspicious = bytes(question.files) * 2 < bytes(question.base);
            for _ in 0..self.wary.load(Ordering::SeqCst).max(suspicious.into()) {
                answer = self.ask_again(question)?;
                if answer.verdict != Verdict::Interesting {
                    break;
                }
            }
            if matches!(answer.verdict, Verdict::Boring | Verdict::TimedOut) {
                self.changed_its_mind();
            }
        }
        self.learn(hash, answer.verdict);
        Ok(answer)
    }

    /// Asks outside of the search, which nobody is told of yet.
    fn ask_about_pasted(&self, question: &Question<'_>) -> Result<Verdict, OracleError> {
        let Answer { verdict, took } = self.parts.test.ask(question)?;
        let mut stats = lock(&self.paste);
        stats.took += took;
        stats.asked += u64::from(verdict != Verdict::Cancelled);
        self.spend(verdict);
        Ok(verdict)
    }

    fn ask_again(&self, question: &Question<'_>) -> Result<Answer, OracleError> {
        let answer = self.parts.test.ask(question)?;
        self.count(&self.again, question, answer);
        Ok(answer)
    }

    fn changed_its_mind(&self) {
        if self.wary.fetch_max(1, Ordering::SeqCst) == 0 {
            (self.parts.warn)(&format!(
                "the test is flaky: it said yes and then no to the same candidate, so each success is asked again from \
                 now on; {}, or ask more often: --repeat 3",
                crate::backend::REPEATABLE
            ));
        }
    }

    fn count(&self, stats: &Mutex<PassStats>, question: &Question<'_>, answer: Answer) {
        let Answer { verdict, took } = answer;
        let mut stats = lock(stats);
        stats.took += took;
        stats.asked += u64::from(verdict != Verdict::Cancelled);
        self.spend(verdict);
        let bytes = question.files.iter().map(|it| it.len()).sum();
        let hash = text_hash(question.files);
        self.parts.observer.on_event(&Event::Judged { pass: stats.name, verdict, took, hash, bytes });
    }

    fn spend(&self, verdict: Verdict) {
        if verdict != Verdict::Cancelled {
            self.asked.fetch_add(1, Ordering::SeqCst);
            if self.parts.budget.is_some() {
                // The last one may be spent by several at once; it is gone then all the same.
                let spent = |it: u64| Some(it.saturating_sub(1));
                let _ = self.left.fetch_update(Ordering::SeqCst, Ordering::SeqCst, spent);
            }
        }
    }

    /// What is known already; what only the journal knows is from now on known here as well.
    fn recall(&self, hash: u128) -> Option<Verdict> {
        let mut memory = self.memory();
        if let Some(verdict) = memory.verdicts.get(&hash) {
            return Some(*verdict);
        }
        let verdict = *memory.replay.get(&hash)?;
        memory.verdicts.insert(hash, verdict);
        Some(verdict)
    }

    fn learn(&self, hash: u128, verdict: Verdict) {
        if verdict != Verdict::Cancelled {
            self.memory().verdicts.insert(hash, verdict);
            self.parts.log.verdict(hash, verdict);
        }
    }

    fn memory(&self) -> MutexGuard<'_, Memory> {
        lock(&self.memory)
    }
}

impl Oracle for Judge<'_> {
    fn ask(&self, question: &Question<'_>) -> Result<Answer, OracleError> {
        let answer = self.main(question)?;
        if answer.verdict != Verdict::Interesting || !self.is_strict() {
            return Ok(answer);
        }
        let then = self.then(question)?;
        Ok(Answer { took: answer.took + then.took, ..then })
    }
}

impl Memory {
    fn of_then(&self, hash: u128) -> Option<Verdict> {
        self.verdicts.get(&(hash ^ OF_THEN)).copied()
    }
}

impl Tally {
    /// True when it always said yes.
    pub(crate) fn is_sure(self) -> bool {
        self.yes == self.asked
    }
}

impl std::ops::Add for Tally {
    type Output = Tally;

    fn add(self, other: Tally) -> Tally {
        Tally { yes: self.yes + other.yes, asked: self.asked + other.asked }
    }
}

impl std::fmt::Debug for Judge<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Judge")
            .field("wary", &self.wary)
            .field("strict", &self.strict)
            .finish_non_exhaustive()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
