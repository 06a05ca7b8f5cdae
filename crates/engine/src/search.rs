//! The search: rounds of parse, propose, ask, commit, until a round changes nothing.
//!
//! A `round` is the life of one parse: a read-only snapshot, a `queue` of tasks ordered by expected gain, and the best
//! edit set so far; what its workers share is the `protocol`. Rounds go through the stages: whenever a stage stalls the
//! next one runs, and whatever changes the document leads back to the first. What is known is never asked again
//! (`verdict_cache`).

use std::collections::{BTreeSet, HashMap};
use std::ops::AddAssign;
use std::sync::Arc;
use std::thread::{Builder, ScopedJoinHandle};
use std::time::Duration;

use crate::control::Control;
use crate::document::Document;
use crate::event::Observer;
use crate::experience::Experience;
use crate::oracle::{Cancel, Oracle, OracleError, Verdict};
use crate::pass::{Effort, Pass};
use crate::protect::Protected;
use crate::rank::Rank;
pub use bulk::Bulk;
pub use certify::{token_spans, unit_spans};
use dispatch::{Events, dispatch};
use run::Run;
pub use verdict_cache::{text_hash, text_hashes};

mod ahead;
mod asked_again;
mod barren;
mod bulk;
mod bundle;
mod candidate;
mod certify;
mod choice;
mod closures;
mod density;
mod deterministic;
mod dispatch;
mod elements;
mod excursion;
mod failing;
mod focus;
mod follow;
mod foresight;
mod list;
mod merge;
mod origins;
mod outside;
mod parsing;
mod parts;
mod protocol;
mod queue;
mod refusals;
mod restart;
mod round;
mod run;
mod seed;
mod shape;
mod side_search;
mod success_model;
mod sweep;
mod sync;
mod task;
mod trees;
mod turns;
mod undefined;
mod unused;
mod users;
mod verdict_cache;

/// How to search.
///
/// ```
/// let mut config = lop_engine::Config::default();
/// config.deterministic = true;
/// assert_eq!((config.jobs, config.max_questions), (1, None));
/// ```
#[derive(Debug, Clone)]
#[non_exhaustive]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub struct Config {
    /// How many questions may be asked at once; at least 1.
    pub jobs: usize,
    /// Where the run stops.
    pub effort: Effort,
    /// The passes to use.
    pub passes: Vec<&'static Pass>,
    /// Stop after this many questions.
    pub max_questions: Option<u64>,
    /// Give the same result at any number of jobs, for some loss of speed; see [`Oracle::may_ask_ahead`]. Where that is true, two
    /// jobs do so anyway.
    pub deterministic: bool,
    /// True for a test that answers sooner than a text is parsed: nothing is parsed to save a question then.
    pub instant: bool,
    /// When nothing pays any more in a thorough run, begin again at the input and at earlier bests, in another order.
    pub restart: bool,
    /// Verdicts known from an earlier run, by the hash of the candidate.
    pub known: HashMap<u128, Verdict>,
    /// What no candidate may change.
    pub protected: Protected,
    /// True for a project: file 0 is its [`Tree`](crate::Tree) file.
    pub tree: bool,
    /// Files that are as they are in every candidate, counted from 0.
    pub kept: BTreeSet<usize>,
    /// No candidate has more syntax errors in a file than this says of it, in the order of the files. What the search
    /// begins with has to satisfy that. Files without a language may be anything.
    pub most_errors: Option<Vec<usize>>,
    /// Stop as soon as the best is so small.
    pub goal: Option<Goal>,
    /// What a person says meanwhile.
    pub control: Control,
    /// What earlier runs have seen, for a run that learns from them; its document is in one language, or in none.
    pub experience: Option<Experience>,
}

/// A size that is small enough: meeting one of the two ends the run.
///
/// ```
/// let goal = lop_engine::Goal { tokens: Some(10), bytes: None };
/// assert!(goal.is_met_by(10, 500) && !goal.is_met_by(11, 5));
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Goal {
    /// At most so many tokens, of all files together.
    pub tokens: Option<usize>,
    /// At most so many bytes, of all files together.
    pub bytes: Option<usize>,
}

impl Goal {
    /// True when a document of this size is small enough.
    pub fn is_met_by(&self, tokens: usize, bytes: usize) -> bool {
        self.tokens.is_some_and(|it| tokens <= it) || self.bytes.is_some_and(|it| bytes <= it)
    }
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
            instant: false,
            restart: true,
            known: HashMap::new(),
            protected: Protected::default(),
            tree: false,
            kept: BTreeSet::new(),
            most_errors: None,
            goal: None,
            control: Control::default(),
            experience: None,
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
    /// Candidates that were refused without a question, because of [`Config::most_errors`].
    pub broken: u64,
    /// Rounds begun.
    pub rounds: usize,
    /// What each pass did, in the order of the passes.
    pub passes: Vec<PassStats>,
    /// What is certain about the result.
    pub certificate: Certificate,
    /// What was not asked again because it promised too little.
    pub left: Left,
    /// What it has seen of edits of each kind, if it learns from earlier runs.
    pub experience: Experience,
    /// Why the run ended.
    pub ended: Ended,
}

/// What a run did not ask about its result once more: edits that were refused before on a larger document, where nothing that
/// they look at has changed since. The certificate is not built on them.
///
/// ```
/// let outcome = lop_engine::Reduction::new([*b"a b"]).run(&lop_engine::oracle::from_fn(|_| true))?;
/// assert_eq!(outcome.left.edits, 0);
/// # Ok::<(), lop_engine::ReduceError>(())
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq)]
#[non_exhaustive]
pub struct Left {
    /// How many.
    pub edits: usize,
    /// How many tokens all of them together promise, by what came of such edits that were asked again.
    pub tokens: f32,
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
    /// Of these, those that nobody needed in the end: cancelled, or tried ahead of an answer that made them pointless. With
    /// one worker there are none.
    pub wasted: u64,
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
    /// True when it has panicked, and was left out from then on.
    pub failed: bool,
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

/// What two did together, under the name of the first.
///
/// ```
/// use lop_engine::PassStats;
/// let (mut total, mut pass) = (PassStats::new("total"), PassStats::new("hoist"));
/// pass.asked = 2;
/// total += &pass;
/// total += &pass;
/// assert_eq!((total.name, total.asked), ("total", 4));
/// ```
impl AddAssign<&PassStats> for PassStats {
    fn add_assign(&mut self, other: &PassStats) {
        self.asked += other.asked;
        self.wasted += other.wasted;
        self.accepted += other.accepted;
        self.known += other.known;
        self.tokens += other.tokens;
        self.bytes += other.bytes;
        self.took += other.took;
        self.failed |= other.failed;
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
    /// Files of a project whose deletion was refused, empty directories among them.
    pub files: usize,
    /// Units of the tree whose deletion was refused.
    pub units: usize,
    /// Tokens whose deletion was refused.
    pub tokens: usize,
    /// Files, units and tokens of the result that were not taken out, because they touch what is protected or kept.
    pub protected: usize,
    /// True when that is every file, every unit and every token of the result, but those that are protected or kept: it is
    /// 1-minimal.
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
    /// The best is as small as [`Config::goal`] asks for.
    GoalReached,
    /// What is protected is not in the text that was to be searched, so nothing was tried on it. Only a text that does not
    /// come from the one that [`Protected::new`] was given, or a fault in here, leads to this.
    ProtectionLost,
    /// The oracle could not be asked any more.
    OracleFailed(OracleError),
}

impl Ended {
    /// What went wrong and what to do about it, where something did.
    pub fn trouble(&self) -> Option<OracleError> {
        match self {
            Ended::OracleFailed(error) => Some(error.clone()),
            Ended::ProtectionLost => Some(
                OracleError::new("what is protected is not in the text to be searched")
                    .with_remedy("protect what the text has, or report this if it has it"),
            ),
            _ => None,
        }
    }
}

/// Reduces `document` as far as the passes lead. Returns the best so far however the run ends. The caller has made
/// sure that the document itself is interesting. The observer is told on a thread of its own, of everything before this
/// returns; a panic of the oracle or of the observer ends the run and goes on to the caller. Without one nothing is sent.
pub(crate) fn reduce(
    document: Document,
    config: &Config,
    oracle: &dyn Oracle,
    stop: &Cancel,
    observer: Option<&dyn Observer>,
) -> Outcome {
    let (events, inbox) = Events::new();
    // Raised by the caller, or by what ends the run from within.
    let ends = &stop.child();
    let texts = document.texts();
    let search = || Run::new(config, oracle, ends, events, &document).reduce(document, stop);
    std::thread::scope(|scope| {
        let dispatcher = observer
            .map(|it| Builder::new().spawn_scoped(scope, move || dispatch(inbox, it, ends)))
            .transpose();
        // On a thread of its own: an oracle of processes wants the main thread's children to be nobody's but its orphans.
        let started = dispatcher.and_then(|it| Ok((it, Builder::new().spawn_scoped(scope, search)?)));
        let (dispatcher, search) = match started {
            Ok(both) => both,
            Err(error) => return not_searched(texts, &error),
        };
        let outcome = search.join();
        // The search has dropped the sender, so the dispatcher ends when everything is told.
        let told = dispatcher.map_or(Ok(()), ScopedJoinHandle::join);
        outcome.and_then(|it| told.map(|()| it)).unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

/// The outcome of a search that could not begin for want of threads.
fn not_searched(files: Vec<Arc<[u8]>>, error: &dyn std::fmt::Display) -> Outcome {
    let Rank { tokens, bytes, .. } = Rank::of(&files);
    let error = OracleError::new(format!("cannot start a thread to search on: {error}"))
        .with_remedy("allow more processes (ulimit -u) or more memory (ulimit -v)");
    let ended = Ended::OracleFailed(error);
    Outcome { files, tokens: (tokens, tokens), bytes: (bytes, bytes), ended, ..Outcome::default() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edit::Span;

    #[test]
    fn a_region_that_is_not_in_the_text_ends_the_search_before_anything_is_asked() {
        let elsewhere: Arc<[u8]> = Arc::from(*b"nowhere");
        let protected = Protected::new(&[elsewhere], vec![vec![Span::new(0, 7)]]);
        let config = Config { protected, ..Config::default() };
        let text: Arc<[u8]> = Arc::from(*b"int a; int b;");
        let document = Document::parse([(text.clone(), None)]);
        let never = crate::oracle::from_bytes(|_| panic!("asked"));
        let outcome = reduce(document, &config, &never, &Cancel::new(), None);
        assert!(matches!(outcome.ended, Ended::ProtectionLost), "{:?}", outcome.ended);
        assert_eq!((outcome.questions, outcome.files), (0, vec![text]));
    }
}
