//! The search: rounds of parse, propose, ask, commit, until a round changes nothing.
//!
//! A `round` is the life of one parse: a read-only snapshot, a heap of tasks ordered by expected gain, and the best
//! edit set so far behind compare-and-swap. Rounds go through the stages: whenever a stage stalls the next one runs,
//! and whatever changes the document leads back to the first. What is known is never asked again (`memory`).

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use parking_lot::Mutex;

use crate::document::{Document, File};
use crate::event::{Event, Observer};
use crate::language::Layout;
use crate::oracle::{Cancel, Oracle, OracleError, Verdict};
use crate::pass::{Effort, Pass, Stage, Tier};
use crate::protect::Protected;
use crate::rank::Rank;
use below::{Below, Leash};
use familiar::Familiar;
use memory::Memory;
pub use memory::text_hash;

mod ask;
mod below;
mod bundle;
mod certify;
mod excursion;
mod familiar;
mod focus;
mod learn;
mod list;
mod memory;
mod merge;
mod plant;
mod restart;
mod round;
mod state;
mod sweep;
mod task;
mod waves;

/// How to search.
///
/// ```
/// let mut config = lop_engine::Config::default();
/// config.deterministic = true;
/// assert_eq!((config.jobs, config.max_questions), (1, None));
/// ```
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Config {
    /// How many questions may be asked at once; at least 1.
    pub jobs: usize,
    /// Where the run stops.
    pub effort: Effort,
    /// The passes to use.
    pub passes: Vec<&'static Pass>,
    /// Stop after this many questions.
    pub max_questions: Option<u64>,
    /// Give the same result at any number of jobs, for some loss of speed.
    pub deterministic: bool,
    /// When nothing pays any more in a thorough run, begin again at the input and at earlier bests, in another order.
    pub restart: bool,
    /// Verdicts known from an earlier run, by the hash of the candidate.
    pub known: HashMap<u128, Verdict>,
    /// What no candidate may change.
    pub protected: Protected,
}

impl Default for Config {
    /// One job, the passes of [`Effort::Normal`], no bounds.
    fn default() -> Config {
        let passes = crate::passes::of(Effort::Normal);
        Config {
            jobs: 1,
            effort: Effort::Normal,
            passes,
            max_questions: None,
            deterministic: false,
            restart: true,
            known: HashMap::new(),
            protected: Protected::default(),
        }
    }
}

/// What a run came to.
///
/// ```
/// let oracle = lop_engine::oracle::from_bytes(|text| text.contains(&b'b'));
/// let outcome = lop_engine::Reduction::new([*b"a b"]).run(&oracle)?;
/// assert_eq!((outcome.tokens, outcome.bytes), ((2, 1), (3, 1)));
/// # Ok::<(), lop_engine::ReduceError>(())
/// ```
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct Outcome {
    /// The best document, file by file: judged interesting, or the input itself.
    pub files: Vec<Arc<[u8]>>,
    /// Tokens before and after.
    pub tokens: (usize, usize),
    /// Bytes before and after.
    pub bytes: (usize, usize),
    /// Questions the oracle was asked.
    pub questions: u64,
    /// Questions that the verdict cache answered.
    pub known: u64,
    /// Rounds begun.
    pub rounds: usize,
    /// What each pass did, in the order of the passes.
    pub passes: Vec<PassStats>,
    /// What is certain about the result.
    pub certificate: Certificate,
    /// Why the run ended.
    pub ended: Ended,
}

/// What one pass did in a run.
///
/// ```
/// let outcome = lop_engine::Reduction::new([*b"a b"]).run(&lop_engine::oracle::from_fn(|_| true))?;
/// let removed: u64 = outcome.passes.iter().map(|it| it.tokens).sum();
/// assert_eq!(removed, 2);
/// # Ok::<(), lop_engine::ReduceError>(())
/// ```
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct PassStats {
    /// The pass.
    pub name: &'static str,
    /// Questions asked for it.
    pub asked: u64,
    /// Candidates of it that became the best.
    pub accepted: u64,
    /// Candidates whose verdict was known already.
    pub known: u64,
    /// Tokens it removed.
    pub tokens: u64,
    /// Bytes it removed; negative when it paid bytes for tokens.
    pub bytes: i64,
    /// Time the oracle spent on its questions.
    pub took: Duration,
}

impl PassStats {
    /// The pass of that name, which has done nothing yet.
    ///
    /// ```
    /// assert_eq!(lop_engine::PassStats::new("hoist").asked, 0);
    /// ```
    pub fn new(name: &'static str) -> PassStats {
        PassStats { name, ..PassStats::default() }
    }
}

/// What was tried on the result, one by one, and refused.
///
/// ```
/// let picky = lop_engine::oracle::from_bytes(|text| text == b"a b");
/// let outcome = lop_engine::Reduction::new([*b"a b"]).run(&picky)?;
/// assert!(outcome.certificate.complete);
/// assert_eq!(outcome.certificate.tokens, 2);
/// # Ok::<(), lop_engine::ReduceError>(())
/// ```
#[non_exhaustive]
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Certificate {
    /// Units of the tree whose deletion was refused.
    pub units: usize,
    /// Tokens whose deletion was refused.
    pub tokens: usize,
    /// Units and tokens of the result that were not taken out, because they touch what is protected.
    pub protected: usize,
    /// True when that is every unit and every token of the result, but those that are protected: it is 1-minimal.
    pub complete: bool,
}

/// Why a run ended.
///
/// ```
/// let outcome = lop_engine::Reduction::new([*b"a b"]).run(&lop_engine::oracle::from_fn(|_| true))?;
/// assert!(matches!(outcome.ended, lop_engine::Ended::Fixpoint));
/// # Ok::<(), lop_engine::ReduceError>(())
/// ```
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub enum Ended {
    /// Nothing proposed changes it any more.
    #[default]
    Fixpoint,
    /// The caller raised the stop flag.
    Stopped,
    /// The budget of questions is used up.
    Budget,
    /// The oracle could not be asked any more.
    OracleFailed(OracleError),
}

/// Reduces `document` as far as the passes lead. Returns the best so far however the run ends. The caller has made
/// sure that the document itself is interesting.
pub(crate) fn reduce(
    document: Document,
    config: &Config,
    oracle: &dyn Oracle,
    stop: &Cancel,
    observer: &dyn Observer,
) -> Outcome {
    let mut config = config.clone();
    config.jobs = config.jobs.max(1);
    config.passes.push(&certify::CERTIFY);
    let run = Run {
        oracle,
        observer,
        stop: stop.child(),
        memory: Memory::with(&config.known),
        familiar: Familiar::default(),
        reports: Mutex::default(),
        error: Mutex::default(),
        questions: AtomicU64::new(0),
        leash: Leash::default(),
        below: Mutex::new(Below::of(&document)),
        parses: AtomicU64::new(0),
        stats: config
            .passes
            .iter()
            .map(|it| Mutex::new(PassStats { name: it.name, ..PassStats::default() }))
            .collect(),
        config,
    };
    let document = run.protecting(document);
    let before = (document.tokens(), document.files().iter().map(|it| it.text.len()).sum::<usize>());
    // On a thread of its own: an oracle of processes wants the main thread's children to be nobody's but its orphans.
    let (document, rounds) = std::thread::scope(|scope| {
        let rounds = scope.spawn(|| run.rounds(document)).join();
        rounds.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    });
    let ended = run.ended(stop);
    let certificate = match ended {
        Ended::Fixpoint => certify::certificate(&document, &run.memory),
        _ => Certificate::default(),
    };
    let passes: Vec<PassStats> = run.stats.into_iter().map(Mutex::into_inner).collect();
    Outcome {
        tokens: (before.0, document.tokens()),
        bytes: (before.1, document.files().iter().map(|it| it.text.len()).sum()),
        questions: run.questions.into_inner(),
        known: passes.iter().map(|it| it.known).sum(),
        files: document.texts(),
        rounds,
        passes,
        certificate,
        ended,
    }
}

/// What lasts for the whole run.
struct Run<'r> {
    config: Config,
    oracle: &'r dyn Oracle,
    observer: &'r dyn Observer,
    /// Raised by the caller, by the budget, or by an oracle that failed.
    stop: Cancel,
    memory: Memory,
    familiar: Familiar,
    /// Held while observers are told, so that they hear of improvements in order.
    reports: Mutex<()>,
    error: Mutex<Option<OracleError>>,
    questions: AtomicU64,
    /// Re-parses made to see whether an edit breaks the tree.
    parses: AtomicU64,
    stats: Vec<Mutex<PassStats>>,
    /// Bounds a search on the side, while there is one.
    leash: Leash,
    below: Mutex<Below>,
}

impl Run<'_> {
    fn pass_name(&self, pass: usize) -> &'static str {
        self.config.passes[pass].name
    }

    fn is_stopped(&self) -> bool {
        self.stop.is_raised() || self.leash.is_over()
    }

    /// Questions asked so far.
    fn asked(&self) -> u64 {
        self.questions.load(Ordering::Relaxed)
    }

    /// Counts a question, unless the budget is used up.
    fn may_ask(&self) -> bool {
        if self.stop.is_raised() {
            return false;
        }
        let asked = self.questions.fetch_add(1, Ordering::SeqCst);
        if self.config.max_questions.is_some_and(|it| asked >= it) {
            self.questions.fetch_sub(1, Ordering::SeqCst);
            self.stop.raise();
            return false;
        }
        true
    }

    fn fail(&self, error: OracleError) {
        self.error.lock().get_or_insert(error);
        self.stop.raise();
    }

    fn note_known(&self, pass: usize) {
        self.leash.note(true);
        self.stats[pass].lock().known += 1;
    }

    fn note_asked(&self, pass: usize, took: Duration) {
        self.leash.note(false);
        let mut stats = self.stats[pass].lock();
        stats.asked += 1;
        stats.took += took;
    }

    /// Takes note of a commit and tells the observer, unless it is one of a search on the side that has not come below
    /// the best yet. The caller holds `reports`.
    fn note_accepted(&self, pass: usize, after: &Rank) {
        let Some(before) = self.below.lock().lower(after) else { return self.leash.reward() };
        let pass = self.leash.release().unwrap_or(pass);
        let mut stats = self.stats[pass].lock();
        stats.accepted += 1;
        stats.tokens += (before.tokens - after.tokens) as u64;
        stats.bytes +=
            i64::try_from(before.bytes).unwrap_or(i64::MAX) - i64::try_from(after.bytes).unwrap_or(i64::MAX);
        drop(stats);
        let (files, tokens, bytes) = (after.files(), after.tokens, after.bytes);
        self.observer.on_event(&Event::Improved { pass: self.pass_name(pass), files, tokens, bytes });
    }

    fn ended(&self, caller: &Cancel) -> Ended {
        match self.error.lock().take() {
            Some(error) => Ended::OracleFailed(error),
            None if caller.is_raised() => Ended::Stopped,
            None if self.is_stopped() => Ended::Budget,
            None => Ended::Fixpoint,
        }
    }
}

/// The stage in which a pass looks at a file. Text goes first where the tree explains little.
fn stage_of(pass: &Pass, file: &File) -> Stage {
    let explained = file.is_explained();
    match (pass.stage, pass.tier) {
        (Stage::Main, Tier::Text) if explained => Stage::Fine,
        (Stage::Deep, _) if file.language.is_none() => Stage::Fine,
        (stage, _) => stage,
    }
}

/// For each file, whether runs of blanks are interchangeable.
fn free_layout(doc: &Document) -> Vec<bool> {
    let free = |it: &File| it.language.as_ref().is_some_and(|it| it.layout == Layout::Free);
    doc.files().iter().map(free).collect()
}
