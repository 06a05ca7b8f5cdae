//! What lasts for a whole run: budgets and why it ends, what is known, what each pass did, and what observers are told.

use std::ops::Deref;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use parking_lot::Mutex;

use super::asked_again::AskedAgain;
use super::bulk::has_files_beyond;
use super::dispatch::{Events, Sent};
use super::failing::Failing;
use super::parsing::Parsing;
use super::refusals::Refusals;
use super::side_search::{SideBudget, SideSearch};
use super::trees::Trees;
use super::verdict_cache::VerdictCache;
use super::{Config, Ended, Outcome, PassStats, certify};
use crate::document::Document;
use crate::oracle::{Cancel, Oracle, OracleError, Verdict};
use crate::pass::Stage;
use crate::rank::Rank;
use crate::thresholds::BULK_BYTES;

/// One run of the search.
pub(super) struct Run<'r> {
    pub(super) config: Arc<Config>,
    pub(super) oracle: &'r dyn Oracle,
    pub(super) events: Events,
    /// Raised by the caller, or by whatever else ends the run.
    pub(super) stop: Cancel,
    pub(super) verdicts: VerdictCache<'r>,
    pub(super) refusals: Refusals<'r>,
    /// Those that go by tokens: see [`super::shape`].
    pub(super) refused_steps: Refusals<'r>,
    /// What came of asking about them again.
    pub(super) asked_again: Mutex<AskedAgain>,
    /// What candidates have to keep of the tree.
    pub(super) parsing: Option<Parsing>,
    /// What ended the run from within; the first cause counts.
    cause: Mutex<Option<Ended>>,
    questions: AtomicU64,
    pub(super) trees: Arc<Trees>,
    /// Re-parses made to see whether an edit breaks the tree.
    parses: AtomicU64,
    stats: Vec<Mutex<PassStats>>,
    pub(super) failing: Failing,
    /// Questions that were asked ahead and that nobody came to: of which pass, and how long they took.
    ahead_in_vain: Mutex<Vec<(usize, Duration)>>,
    /// Bounds a search on the side, while there is one.
    pub(super) side_budget: SideBudget,
    pub(super) side: Mutex<SideSearch>,
    scored: bool,
}

/// Whose a run is.
pub(super) enum Held<'r> {
    /// The run itself.
    Lent(&'r Run<'r>),
    /// A copy that goes on by answers which nobody has given yet.
    Supposed(Box<Run<'r>>),
}

impl<'r> Deref for Held<'r> {
    type Target = Run<'r>;

    fn deref(&self) -> &Run<'r> {
        match self {
            Held::Lent(it) => it,
            Held::Supposed(it) => it,
        }
    }
}

impl<'r> Run<'r> {
    /// A run from `document` that has asked nothing yet.
    pub(super) fn new(
        config: &Config,
        oracle: &'r dyn Oracle,
        stop: &Cancel,
        events: Events,
        document: &Document,
    ) -> Run<'r> {
        let mut config = config.clone();
        config.jobs = config.jobs.max(1);
        config.passes.push(&certify::CERTIFY);
        let stats = config.passes.iter().map(|it| PassStats { name: it.name, ..PassStats::default() });
        let score = oracle.score(&document.texts());
        config.deterministic |= is_better_foreseen(&config, oracle, document) && score.is_none();
        Run {
            oracle,
            events,
            stop: stop.clone(),
            verdicts: VerdictCache::with(&config.known),
            refusals: Refusals::default(),
            refused_steps: Refusals::default(),
            asked_again: Mutex::default(),
            parsing: config.most_errors.as_ref().map(|it| Parsing::of(document, it)),
            cause: Mutex::default(),
            questions: AtomicU64::new(0),
            side_budget: SideBudget::default(),
            scored: score.is_some(),
            side: Mutex::new(SideSearch::of(Rank::of(&document.texts()).scored(score))),
            trees: Arc::default(),
            parses: AtomicU64::new(0),
            stats: stats.map(Mutex::new).collect(),
            failing: Failing::none(config.passes.len()),
            ahead_in_vain: Mutex::default(),
            config: Arc::new(config),
        }
    }

    /// A copy that somebody goes on with by answers which nobody has given yet: it is told what this one learns, and tells
    /// nobody anything.
    pub(super) fn supposing(&self, trees: Arc<Trees>) -> Run<'_> {
        let own = (self.verdicts.above(), self.refusals.above(), self.refused_steps.above());
        self.copied(own, trees)
    }

    /// The same for another one of them.
    pub(super) fn twin(&self) -> Run<'r> {
        let own = (self.verdicts.twin(), self.refusals.twin(), self.refused_steps.twin());
        self.copied(own, self.trees.clone())
    }

    fn copied<'c>(
        &self,
        (verdicts, refusals, refused_steps): (VerdictCache<'c>, Refusals<'c>, Refusals<'c>),
        trees: Arc<Trees>,
    ) -> Run<'c>
    where
        'r: 'c,
    {
        let copy = |it: &AtomicU64| AtomicU64::new(it.load(Ordering::SeqCst));
        let stats = || PassStats::default().into();
        Run {
            config: self.config.clone(),
            oracle: self.oracle,
            events: Events::new().0,
            stop: Cancel::new(),
            verdicts,
            refusals,
            refused_steps,
            asked_again: Mutex::default(),
            parsing: self.parsing.as_ref().map(Parsing::twin),
            cause: Mutex::default(),
            questions: copy(&self.questions),
            trees,
            parses: copy(&self.parses),
            stats: self.stats.iter().map(|_| stats()).collect(),
            failing: self.failing.clone(),
            ahead_in_vain: Mutex::default(),
            side_budget: self.side_budget.twin(),
            side: Mutex::new(self.side.lock().twin()),
            scored: self.scored,
        }
    }

    /// Runs to the end. `caller` is the caller's own stop flag, which says whether it was the caller who ended it.
    pub(super) fn reduce(self, document: Document, caller: &Cancel) -> Outcome {
        let document = self.protecting(document);
        let before = (document.tokens(), document.bytes());
        self.end_at_goal(before.0, before.1);
        let (document, rounds, left, model) = self.rounds(document);
        let experience = self.experience_of(model, &document);
        let ended = self.ended(caller);
        let (certificate, left) = match ended {
            Ended::Fixpoint => (certify::certificate(&document, &self.verdicts), left),
            _ => Default::default(),
        };
        let mut passes: Vec<PassStats> = self.stats.into_iter().map(Mutex::into_inner).collect();
        for (pass, stats) in passes.iter_mut().enumerate() {
            stats.failed = self.failing.has(pass);
        }
        let in_vain = self.ahead_in_vain.into_inner();
        for &(pass, took) in &in_vain {
            let more = PassStats { asked: 1, wasted: 1, took, ..PassStats::default() };
            passes[pass] += &more;
        }
        Outcome {
            tokens: (before.0, document.tokens()),
            bytes: (before.1, document.bytes()),
            questions: self.questions.into_inner() + in_vain.len() as u64,
            known: passes.iter().map(|it| it.known).sum(),
            broken: self.parsing.as_ref().map_or(0, Parsing::broken),
            files: document.texts(),
            rounds,
            passes,
            certificate,
            left,
            experience,
            ended,
        }
    }

    /// How many workers ask at once what they come to by themselves; one in the deterministic mode.
    pub(super) fn workers(&self) -> usize {
        if self.config.deterministic { 1 } else { self.config.jobs }
    }

    /// True where the oracle gives scores, which it does of the input then.
    pub(super) fn is_scored(&self) -> bool {
        self.scored
    }

    /// The rank of a document that was judged interesting.
    pub(super) fn rank(&self, files: &[Arc<[u8]>]) -> Rank {
        Rank::of(files).scored(self.oracle.score(files))
    }

    pub(super) fn pass_name(&self, pass: usize) -> &'static str {
        self.config.passes[pass].name
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.stop.is_raised() || self.side_budget.is_over()
    }

    /// True when the oracle answers no more questions than those that are under way.
    pub(super) fn is_spent(&self) -> bool {
        self.oracle.questions_left() == 0
    }

    /// True when a round of this stage is to end, because somebody wants the search to come to its end.
    pub(super) fn settles_in(&self, stage: Stage) -> bool {
        self.config.control.settles() && (stage < Stage::Polish || self.side_budget.is_on())
    }

    /// True when somebody wants this pass to be left out, or it has failed.
    pub(super) fn skips(&self, pass: usize) -> bool {
        let row = self.config.passes[pass];
        row.stage != Stage::Certify && (self.failing.has(pass) || self.config.control.skips(row.name))
    }

    /// True when no search on the side is to go on.
    pub(super) fn stays_above(&self) -> bool {
        self.is_stopped() || self.config.control.settles()
    }

    /// Questions asked so far.
    pub(super) fn asked(&self) -> u64 {
        self.questions.load(Ordering::Relaxed)
    }

    /// Candidates tried so far, those whose verdict was known included.
    pub(super) fn tried(&self) -> u64 {
        let each = self.stats.iter().map(|it| {
            let it = it.lock();
            it.asked + it.known
        });
        each.sum()
    }

    /// Counts a question, unless the budget is used up.
    pub(super) fn may_ask(&self) -> bool {
        if self.stop.is_raised() {
            return false;
        }
        let asked = self.questions.fetch_add(1, Ordering::SeqCst);
        if self.config.max_questions.is_some_and(|it| asked >= it) {
            self.questions.fetch_sub(1, Ordering::SeqCst);
            self.end(Ended::Budget);
            return false;
        }
        true
    }

    /// How many more questions may be asked.
    pub(super) fn questions_left(&self) -> u64 {
        let own = self.config.max_questions.map_or(u64::MAX, |it| it.saturating_sub(self.asked()));
        own.min(self.oracle.questions_left())
    }

    /// Takes one re-parse from the allowance of so many for each question asked so far.
    pub(super) fn may_parse(&self, per_question: u64) -> bool {
        let allowance = (self.asked() + 16) * per_question;
        let taken = self.parses.fetch_add(1, Ordering::Relaxed);
        if taken >= allowance {
            self.parses.fetch_sub(1, Ordering::Relaxed);
        }
        taken < allowance
    }

    /// Gives one back to the allowance.
    pub(super) fn gives_parse_back(&self) {
        let _ = self.parses.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |it| it.checked_sub(1));
    }

    /// Ends the run because the oracle cannot be asked.
    pub(super) fn fail(&self, error: OracleError) {
        self.end(Ended::OracleFailed(error));
    }

    /// Ends the run from within.
    pub(super) fn end(&self, cause: Ended) {
        self.cause.lock().get_or_insert(cause);
        self.stop.raise();
    }

    /// Ends the run when a document of this size is small enough.
    fn end_at_goal(&self, tokens: usize, bytes: usize) {
        if self.config.goal.is_some_and(|it| it.is_met_by(tokens, bytes)) {
            self.end(Ended::GoalReached);
        }
    }

    pub(super) fn note_known(&self, pass: usize) {
        self.side_budget.note(true);
        self.stats[pass].lock().known += 1;
        self.events.send(Sent::Known { pass: self.pass_name(pass) });
    }

    pub(super) fn note_asked(&self, pass: usize, verdict: Verdict, took: Duration) {
        self.side_budget.note(false);
        let mut stats = self.stats[pass].lock();
        stats.asked += 1;
        stats.wasted += u64::from(verdict == Verdict::Cancelled);
        stats.took += took;
    }

    /// Takes note of questions of these passes that need not have been asked.
    pub(super) fn note_wasted(&self, passes: Vec<usize>) {
        for pass in passes {
            self.stats[pass].lock().wasted += 1;
        }
    }

    /// Takes note of a question that was asked ahead and that nobody came to. It counts at the end: what the search does next
    /// must not depend on it.
    pub(super) fn note_asked_in_vain(&self, pass: usize, took: Duration, hash: u128, bytes: usize) {
        self.ahead_in_vain.lock().push((pass, took));
        let (pass, verdict) = (self.pass_name(pass), Verdict::Cancelled);
        self.events.send(Sent::Judged { pass, verdict, took, hash, bytes });
    }

    /// True when the deterministic mode may ask ahead of what it knows.
    pub(super) fn foresees(&self) -> bool {
        self.oracle.may_ask_ahead() && !self.scored
    }

    /// Takes note of a commit, tells of it and ends the run if it is small enough, unless it is one of a search on the
    /// side that has not come below the best yet. Called while nobody else can commit, so events keep the order.
    pub(super) fn note_accepted(&self, pass: usize, after: &Rank) {
        let Some(before) = self.side.lock().lower(after) else { return self.side_budget.reward() };
        let pass = self.side_budget.release().unwrap_or(pass);
        let mut stats = self.stats[pass].lock();
        stats.accepted += 1;
        // With a better score it may have grown.
        stats.tokens += before.tokens.saturating_sub(after.tokens) as u64;
        stats.bytes +=
            i64::try_from(before.bytes).unwrap_or(i64::MAX) - i64::try_from(after.bytes).unwrap_or(i64::MAX);
        drop(stats);
        let (files, tokens, bytes) = (after.files().to_vec(), after.tokens, after.bytes);
        self.events.send(Sent::Improved { pass: self.pass_name(pass), files, tokens, bytes });
        self.end_at_goal(tokens, bytes);
    }

    /// Why the run ended. What the caller asked for goes before a budget, and what was found out before both.
    fn ended(&self, caller: &Cancel) -> Ended {
        match self.cause.lock().take() {
            Some(cause) if !matches!(cause, Ended::Budget) => cause,
            _ if caller.is_raised() => Ended::Stopped,
            Some(cause) => cause,
            None => Ended::Fixpoint,
        }
    }
}

/// True where two workers go the way of one, with its next questions asked ahead: that takes them as long as a way of their own,
/// and whether a cut comes early does not depend on who was first. Scouts have texts of their own, for which there is no room
/// where they are large, and no time where the test takes next to none.
fn is_better_foreseen(config: &Config, oracle: &dyn Oracle, document: &Document) -> bool {
    config.jobs == 2
        && !config.instant
        && oracle.may_ask_ahead()
        && document.tree().is_none()
        && !has_files_beyond(document, BULK_BYTES.get())
}
