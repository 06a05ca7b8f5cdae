//! Below the fixpoint: searches on the side, begun where nothing pays any more, that count only if they end lower.
//!
//! A side search runs ordinary rounds on a document that ranks *higher* than the best: one that an excursion let grow,
//! or an earlier best. It has a budget of so many candidates. What it commits is told to nobody until it ranks below
//! the best of the whole run; from there on it is the run. Otherwise everything is forgotten but the verdicts.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use super::Effort;
use super::candidate::Best;
use super::focus::Focus;
use super::queue::Order;
use super::restart::Ladder;
use super::round::Round;
use super::run::Run;
use crate::document::Document;
use crate::edit::{EditSet, FileId};
use crate::pass::{Pass, Stage};
use crate::rank::Rank;
use crate::spread::HashedSet;
use crate::thresholds::FINISH_BYTES;

/// What the run remembers for its searches on the side.
pub(super) struct SideSearch {
    /// The lowest rank of the run: what observers were told last.
    best: Rank,
    /// Earlier bests.
    pub(super) ladder: Ladder,
    /// Hashes of what was tried from the best as it is.
    pub(super) tried: HashedSet<u128>,
    /// How many candidates excursions have tried that did not end below the best.
    pub(super) in_vain: u64,
}

impl SideSearch {
    /// At the beginning of a run the best is the input.
    pub(super) fn of(best: Rank) -> SideSearch {
        SideSearch { ladder: Ladder::from(&best), best, tried: HashedSet::default(), in_vain: 0 }
    }

    /// The same best, and nothing else remembered.
    pub(super) fn twin(&self) -> SideSearch {
        SideSearch::of(self.best.clone())
    }

    /// Takes note of a commit. Returns the rank before, `None` when the commit does not rank below it.
    pub(super) fn lower(&mut self, after: &Rank) -> Option<Rank> {
        if *after >= self.best {
            return None;
        }
        self.ladder.note(after);
        self.tried.clear();
        Some(std::mem::replace(&mut self.best, after.clone()))
    }
}

/// Bounds a search on the side. Off unless one is under way.
#[derive(Debug)]
pub(super) struct SideBudget {
    /// How many more candidates may be tried.
    left: AtomicU64,
    /// How many were tried.
    tried: AtomicU64,
    /// How many more may be tried for each one that was accepted.
    reward: AtomicU64,
    /// True when known candidates count as well: what is then tried depends on the document alone, and not on what
    /// was asked before.
    counts_known: AtomicBool,
    /// The pass that gets the credit when the search comes below the best.
    credit: AtomicUsize,
}

/// No bound, and nobody's credit.
const OFF: u64 = u64::MAX;
const NOBODY: usize = usize::MAX;

impl Default for SideBudget {
    fn default() -> SideBudget {
        SideBudget {
            left: AtomicU64::new(OFF),
            tried: AtomicU64::new(0),
            reward: AtomicU64::new(0),
            counts_known: false.into(),
            credit: AtomicUsize::new(NOBODY),
        }
    }
}

impl SideBudget {
    /// The same bounds for somebody else.
    pub(super) fn twin(&self) -> SideBudget {
        let copy = |it: &AtomicU64| AtomicU64::new(it.load(Ordering::SeqCst));
        SideBudget {
            left: copy(&self.left),
            tried: copy(&self.tried),
            reward: copy(&self.reward),
            counts_known: self.counts_known.load(Ordering::SeqCst).into(),
            credit: self.credit.load(Ordering::SeqCst).into(),
        }
    }

    /// Begins a restart of at most `length` questions.
    pub(super) fn restart(&self, length: u64) {
        self.put(length, 0, NOBODY);
    }

    /// Begins an excursion of `pass`: at most `length` candidates, and `reward` more for each one that is accepted.
    pub(super) fn excursion(&self, length: u64, reward: u64, pass: usize) {
        self.put(length, reward, pass);
    }

    fn put(&self, length: u64, reward: u64, pass: usize) {
        self.credit.store(pass, Ordering::SeqCst);
        self.counts_known.store(pass != NOBODY, Ordering::SeqCst);
        self.reward.store(reward, Ordering::SeqCst);
        self.tried.store(0, Ordering::SeqCst);
        self.left.store(length, Ordering::SeqCst);
    }

    /// Ends the side search: it came below the best, or is over. Returns whose credit it is; `None` in the main search.
    pub(super) fn release(&self) -> Option<usize> {
        self.left.store(OFF, Ordering::SeqCst);
        let credit = self.credit.swap(NOBODY, Ordering::SeqCst);
        (credit != NOBODY).then_some(credit)
    }

    /// True when the side search has tried as much as it may.
    pub(super) fn is_over(&self) -> bool {
        self.left.load(Ordering::SeqCst) == 0
    }

    /// True while there is a side search that has not come below the best.
    pub(super) fn is_on(&self) -> bool {
        self.left.load(Ordering::SeqCst) != OFF
    }

    /// How much the side search has tried.
    pub(super) fn tried(&self) -> u64 {
        self.tried.load(Ordering::SeqCst)
    }

    /// Counts a candidate that was tried.
    pub(super) fn note(&self, known: bool) {
        if known && !self.counts_known.load(Ordering::SeqCst) {
            return;
        }
        self.tried.fetch_add(1, Ordering::SeqCst);
        self.change(|left| left.saturating_sub(1));
    }

    /// Enlarges the budget: a candidate was accepted, if only on the side.
    pub(super) fn reward(&self) {
        let reward = self.reward.load(Ordering::SeqCst);
        self.change(|left| left + reward);
    }

    fn change(&self, change: impl Fn(u64) -> u64) {
        let bounded = |left: u64| (left != OFF).then(|| change(left));
        // Fails when there is no budget, as it should.
        let _ = self.left.fetch_update(Ordering::SeqCst, Ordering::SeqCst, bounded);
    }
}

impl Run<'_> {
    /// Looks for a document that ranks below `document`, which nothing makes smaller any more.
    pub(super) fn look_below(&self, document: &Document) -> Option<Document> {
        if self.config.effort == Effort::Quick || self.config.control.settles() {
            return None;
        }
        self.excursions(document).or_else(|| self.restarts(document))
    }

    /// Ends a side search whose last round made `best` of `document`. Returns that, parsed, if it ranks below `floor`.
    pub(super) fn end_side_search(&self, best: &Best, document: &Document, floor: &Rank) -> Option<Document> {
        self.side_budget.release();
        (best.rank < *floor).then(|| self.parsed(best, document))
    }
}

impl<'r> Round<'r> {
    /// The same round, but only with edits that are near to `focus`.
    pub(super) fn near(mut self, focus: &'r Focus) -> Round<'r> {
        self.focus = Some(focus);
        self
    }

    /// The same round, but among equals the earlier in the document goes first.
    pub(super) fn reversed(self) -> Round<'r> {
        self.protocol.with_queue(|it| it.order = Order::FromFront);
        self
    }

    /// True when the turn of `pass` on a file is in a stage. An excursion has no time for what hardly ever pays.
    pub(super) fn uses(&self, pass: &Pass, file: FileId, stage: Stage) -> bool {
        let small = || self.run.config.effort == Effort::Thorough || self.doc.bytes() <= FINISH_BYTES.get();
        super::seed::has_turn(pass, self.doc, file, stage)
            && (self.focus.is_none() || pass.stage < Stage::Deep)
            && (pass.stage != Stage::Finish || small())
    }

    /// True when `own` is something this round is to look at.
    pub(super) fn is_near(&self, own: &EditSet) -> bool {
        self.focus.is_none_or(|it| it.is_near(own, self.doc))
    }
}
