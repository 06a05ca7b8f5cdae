//! Restarts: where nothing pays any more, the search begins again at the input and at earlier bests, in another order.
//!
//! A greedy search ends in a basin, and the first large steps choose it: on texts made to have two basins, restarts from
//! the input left the worse one in 25 of 41 cases, restarts from bests of up to four times the result in none. So a
//! restart begins as high as it can, goes through the document from the front instead of the back, and knows nothing of
//! what usually pays. It may ask a share of what the run has asked; what it asks is known to the next one. On real
//! crashes that hardly ever brings anything, so only a thorough run does it.

use super::Effort;
use super::barren::Asks;
use super::round::Round;
use super::run::Run;
use super::success_model::SuccessModel;
use super::verdict_cache::text_hash;
use crate::document::Document;
use crate::pass::Stage;
use crate::rank::Rank;
use crate::thresholds::{BULK_BYTES, RESTART_SHARE};

/// The input and earlier bests, each half of the one before or less.
#[derive(Debug)]
pub(super) struct Ladder {
    rungs: Vec<Rank>,
    /// Questions that restarts have cost.
    spent: u64,
}

impl Ladder {
    /// A ladder that begins with the input.
    pub(super) fn from(input: &Rank) -> Ladder {
        Ladder { rungs: vec![input.clone()], spent: 0 }
    }

    /// Keeps a new best if it is a step below the last one that was kept.
    pub(super) fn note(&mut self, best: &Rank) {
        if self.rungs.last().is_none_or(|it| best.tokens * 2 <= it.tokens) {
            self.rungs.push(best.clone());
        }
    }

    /// Those that are more than a token above a best, the highest first; none that is too large to be parsed.
    fn above(&self, best: &Rank) -> Vec<Rank> {
        let fits = |it: &&Rank| it.tokens > best.tokens + 1 && it.bytes <= BULK_BYTES.get();
        self.rungs.iter().filter(fits).cloned().collect()
    }
}

impl Run<'_> {
    /// Begins again at the input and at each earlier best, until one of them leads below `document`.
    pub(super) fn restarts(&self, document: &Document) -> Option<Document> {
        if !self.config.restart || self.config.effort < Effort::Thorough {
            return None;
        }
        let floor = self.rank(&document.texts());
        let rungs = self.side.lock().ladder.above(&floor);
        for rung in rungs {
            let left = self.restart_allowance();
            if left == 0 || self.stays_above() {
                break;
            }
            let new = self.side.lock().tried.insert(text_hash(rung.files()));
            if new {
                let start = self.protecting(document.with_texts(rung.files()));
                if let Some(lower) = self.restart(start, left, &floor) {
                    return Some(lower);
                }
            }
        }
        None
    }

    /// How many questions restarts may still ask.
    fn restart_allowance(&self) -> u64 {
        let spent = self.side.lock().ladder.spent;
        (self.asked().saturating_sub(spent) * RESTART_SHARE.as_u64() / 100).saturating_sub(spent)
    }

    /// One restart of at most `length` questions. Returns its document if that ranks below `floor`.
    fn restart(&self, mut document: Document, length: u64, floor: &Rank) -> Option<Document> {
        let before = self.asked();
        self.side_budget.restart(length);
        let mut model = SuccessModel::default();
        let mut stage = Stage::Main;
        loop {
            let outcome = Round::new(self, &document, stage, Asks::All, model).reversed().run();
            let best = outcome.best;
            model = outcome.model;
            let changed = !best.edits.is_empty();
            if self.stays_above() || best.rank <= *floor || !changed && stage == Stage::Polish {
                let lower = self.end_side_search(&best, &document, floor);
                self.side.lock().ladder.spent += self.asked() - before;
                return lower;
            }
            stage = if changed { Stage::Main } else { stage.next().unwrap_or(Stage::Polish) };
            if changed {
                document = self.parsed(&best, &document);
            }
        }
    }
}
