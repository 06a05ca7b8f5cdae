//! Excursions: a step that makes the text larger, and a bounded reduction behind it that must make up for it.
//!
//! Inlining a function at two calls copies its body; only when both copies have lost what they do not need does it show
//! whether that was worth it. A greedy search never takes such a step. So where nothing else pays, each growing edit of
//! the passes of [`Stage::Grow`] is asked about once, the smallest growth first. If it is interesting, a reduction of
//! what it touched follows, or of everything where the step has only changed an order. What is tried depends on the
//! document alone, so a second run finds what the first one did.

use std::sync::Arc;

use super::barren::Asks;
use super::candidate::{Best, Candidate, Reply};
use super::focus::Focus;
use super::refusals::Fingerprint;
use super::round::Round;
use super::run::Run;
use super::success_model::SuccessModel;
use super::verdict_cache::{Key, text_hash};
use crate::document::Document;
use crate::edit::EditSet;
use crate::pass::{Effort, Propose, Site, Stage};
use crate::rank::Rank;
use crate::thresholds::{
    EXCURSION_BUDGET, EXCURSION_GROWTH, EXCURSION_PART, EXCURSION_REWARD, EXCURSION_TOKENS, EXCURSION_TRIALS,
    EXCURSION_TRIALS_PER_TOKEN, GROWING_STEPS,
};

/// A document that one edit away ranks higher than the best.
struct Grown {
    pass: usize,
    edits: EditSet,
    rank: Rank,
}

impl Run<'_> {
    /// Tries the excursions from `document` until one ends below it.
    pub(super) fn excursions(&self, document: &Document) -> Option<Document> {
        if document.tokens() > EXCURSION_TOKENS.get() {
            return None;
        }
        let trials =
            EXCURSION_TRIALS.as_u64() + document.tokens() as u64 * EXCURSION_TRIALS_PER_TOKEN.as_u64();
        let mut left = trials.min(self.excursions_left());
        let mut asked = 0;
        for place in self.growing_steps(document) {
            // The first alternative that is interesting speaks for its place: the others grow more.
            for step in place {
                if left == 0 || asked == GROWING_STEPS.get() || self.stays_above() {
                    return None;
                }
                if self.skips(step.pass) {
                    continue;
                }
                asked += 1;
                let Some(grown) = self.grow(document, &step) else { continue };
                let rank = self.rank(&grown.texts());
                if rank < self.rank(&document.texts()) {
                    // Larger, but with a better score.
                    self.note_accepted(step.pass, &rank);
                    return Some(grown);
                }
                if let Some(lower) = self.excursion(document, grown, &step, left) {
                    return Some(lower);
                }
                self.side.lock().in_vain += self.side_budget.tried() + 1;
                left = left.saturating_sub(self.side_budget.tried());
                break;
            }
        }
        None
    }

    /// How many candidates excursions may still try in vain: a part of what the run has tried, unless it is thorough. What
    /// was known counts as well, so that a run that is resumed tries the same.
    fn excursions_left(&self) -> u64 {
        if self.config.effort == Effort::Thorough {
            return u64::MAX;
        }
        let in_vain = self.side.lock().in_vain;
        let others = self.tried().saturating_sub(in_vain);
        (others / EXCURSION_PART.as_u64()).saturating_sub(in_vain)
    }

    /// All steps that make the document larger and were not tried from it, place by place, the smallest growth first.
    fn growing_steps(&self, document: &Document) -> Vec<Vec<Grown>> {
        let best = Rank::of(&document.texts());
        let mut side = self.side.lock();
        let mut places: Vec<Vec<Grown>> = Vec::new();
        let growing = self.config.passes.iter().enumerate().filter(|it| it.1.stage == Stage::Grow);
        for (pass, _) in growing {
            for alternatives in self.proposals(pass, document) {
                let grown = alternatives.into_iter().map(|edits| Grown::of(pass, edits, document));
                let mut grown: Vec<Grown> = grown
                    .filter(|it| it.rank > best && it.rank.tokens <= best.tokens * 2 + EXCURSION_GROWTH.get())
                    .filter(|it| side.tried.insert(text_hash(it.rank.files())))
                    .collect();
                grown.sort_by(|a, b| a.rank.cmp(&b.rank));
                places.push(grown);
            }
        }
        places.retain(|it| !it.is_empty());
        places.sort_by(|a, b| a[0].rank.cmp(&b[0].rank));
        places
    }

    /// The places a pass proposes to change on `document`, each with its alternatives.
    fn proposals(&self, pass: usize, document: &Document) -> Vec<Vec<EditSet>> {
        let sites = self.proposed(pass, |sites| match self.config.passes[pass].propose {
            Propose::Document(propose) => propose(document, sites),
            Propose::File(propose) | Propose::Order(propose) | Propose::Follow { propose, .. } => {
                document.source_ids().for_each(|it| propose(document, it, sites));
            }
            // What comes from elsewhere must make things smaller.
            Propose::Outside(_) => {}
            Propose::Unit(propose) => {
                for id in document.source_ids() {
                    let units = 0..document.file(id).units().len();
                    units.for_each(|it| propose(document, id, crate::lexeme::offset(it), sites));
                }
            }
        });
        let sets = |site: Site| match site {
            Site::Alternatives(sets) | Site::List(sets) => sets,
            Site::Coupled(it) => it.sets,
            Site::Elements(_) | Site::Closures(_) => Vec::new(),
        };
        let spared = sites.into_sites().into_iter().filter_map(|it| crate::protect::spare(it, document));
        spared.map(sets).collect()
    }

    /// Asks about a growing step that leaves alone what is protected. Returns the grown document if it is interesting.
    fn grow(&self, document: &Document, step: &Grown) -> Option<Document> {
        let protected = crate::protect::carried(document, &step.edits)?;
        let files = step.rank.files().to_vec();
        let key = Key::of(&files, &super::verdict_cache::free_layout(document));
        let edits = step.edits.clone();
        let head = Arc::new(Best::new(EditSet::new(), self.rank(&document.texts())));
        let (own, best) = (edits.clone(), head.clone());
        let fingerprint = Fingerprint::default();
        let candidate = Candidate { own, edits, head, best, files, key, fingerprint, step: None };
        let reply = self.ask(&candidate, step.pass, 0, &self.stop, true).reply;
        let parsed = || document.with_texts(&candidate.files).protecting(protected);
        (reply == Reply::Interesting).then(parsed)
    }

    /// The reduction behind a growing step. Returns its document if that ranks below `document`.
    fn excursion(
        &self,
        document: &Document,
        mut grown: Document,
        step: &Grown,
        left: u64,
    ) -> Option<Document> {
        let floor = self.rank(&document.texts());
        let reorders = matches!(self.config.passes[step.pass].propose, Propose::Order(_));
        let mut focus = if reorders { Focus::all(&grown) } else { Focus::of(&step.edits, document, &grown) };
        let budget = left.min(EXCURSION_BUDGET.as_u64() + focus.len() as u64);
        self.side_budget.excursion(budget, EXCURSION_REWARD.as_u64(), step.pass);
        let mut stage = Stage::Main;
        loop {
            let best =
                Round::new(self, &grown, stage, Asks::All, SuccessModel::default()).near(&focus).run().best;
            let changed = !best.edits.is_empty();
            if self.stays_above() || best.rank <= floor || !changed && stage != Stage::Main {
                return self.end_side_search(&best, &grown, &floor);
            }
            stage = if changed { Stage::Main } else { Stage::Fine };
            if changed {
                let now = self.parsed(&best, &grown);
                focus = focus.after(&best.edits, &grown, &now, document);
                grown = now;
            }
        }
    }
}

impl Grown {
    fn of(pass: usize, edits: EditSet, document: &Document) -> Grown {
        let files = document.file_ids().map(|id| {
            let text = &document.file(id).text;
            let rendered = || document.render(id, &edits).map_or(text.clone(), |it| it.0.into());
            if edits.of_file(id).is_empty() { text.clone() } else { rendered() }
        });
        let rank = Rank::of(&files.collect::<Vec<_>>());
        Grown { pass, edits, rank }
    }
}
