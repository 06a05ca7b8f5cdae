//! Sweeps: the way through the stages, round by round, until nothing changes the document any more.

use std::sync::Arc;

use super::barren::Asks;
use super::bulk::{after_bulk, has_files_beyond};
use super::candidate::Best;
use super::dispatch::Sent;
use super::origins::Origins;
use super::round::Round;
use super::run::Run;
use super::success_model::SuccessModel;
use super::{Effort, Ended, Left};
use crate::document::Document;
use crate::pass::Stage;
use crate::thresholds::{BULK_BYTES, MASS_TOKENS};
use crate::tokens::is_blank;

/// Where a search of a document begins: what is large is not parsed yet, and nothing is done everywhere at once in small ones.
fn first_stage(document: &Document) -> Stage {
    if document.tree().is_some() {
        Stage::Tree
    } else if has_files_beyond(document, BULK_BYTES.get()) {
        Stage::Bulk
    } else {
        first_parsed_stage(document)
    }
}

/// Where it begins once a document of one file is small enough to be parsed.
pub(super) fn first_parsed_stage(document: &Document) -> Stage {
    if document.tokens() > MASS_TOKENS.get() { Stage::Mass } else { Stage::Coarse }
}

/// Where it goes on once it is known which files of a project stay.
fn after_tree(document: &Document) -> Stage {
    if has_files_beyond(document, BULK_BYTES.get()) { Stage::Bulk } else { Stage::Mass }
}

/// True when two documents have the same tokens, with other blanks between them.
fn differs_in_blanks_only(one: &Document, other: &Document) -> bool {
    let visible = |it: Arc<[u8]>| it.iter().copied().filter(|&it| !is_blank(it)).collect::<Vec<u8>>();
    let of = |it: &Document| it.texts().into_iter().map(visible).collect::<Vec<_>>();
    one.tokens() == other.tokens() && of(one) == of(other)
}

/// One way through the stages.
struct Sweep {
    stage: Stage,
    asks: Asks,
    /// How many edits that were refused before were left out.
    left_out: usize,
    /// How many edits wait because their kind was never accepted.
    put_off: usize,
    /// Whether names have changed since the big steps were asked.
    is_renamed: bool,
}

impl Sweep {
    /// A sweep from a stage on.
    fn from(stage: Stage) -> Sweep {
        Sweep { stage, asks: Asks::Likely, left_out: 0, put_off: 0, is_renamed: false }
    }

    /// Takes note of a change that gained nothing, if it is one of more than blanks that other stages could build on.
    fn note_names(&mut self, before: &Document, after: &Document) {
        self.is_renamed |= self.stage == Stage::Polish && !differs_in_blanks_only(before, after);
    }
}

impl Run<'_> {
    /// Rounds through the stages until none of them changes the document. Sweeps that leave edits that were refused before out come
    /// first; when such a sweep has changed nothing, one that asks everything follows, if that pays. What was never accepted in a
    /// run that learns from others waits in the same way. Returns what is left, too, and what was seen.
    pub(super) fn rounds(&self, mut document: Document) -> (Document, usize, Left, SuccessModel) {
        let mut rounds = 0;
        let mut sweep = Sweep::from(first_stage(&document));
        let mut surveyed = document.tokens();
        let mut model = self.first_model(&document);
        let mut origins = Origins::default();
        while !self.is_stopped() {
            rounds += 1;
            self.events.send(Sent::RoundStarted {
                round: rounds,
                stage: sweep.stage,
                tokens: document.tokens(),
                bytes: document.bytes(),
                errors: if sweep.stage == Stage::Bulk { 0 } else { document.errors() },
            });
            let asks = if sweep.stage == Stage::Certify { Asks::All } else { sweep.asks };
            let round = Round::new(self, &document, sweep.stage, asks, model);
            let outcome = round.coming_from(origins).going_on(self.later(&sweep, &document)).run();
            (model, origins) = (outcome.model, outcome.origins);
            sweep.left_out += outcome.left_out;
            sweep.put_off += outcome.put_off;
            let changed = !outcome.best.edits.is_empty();
            if changed {
                let parsed = self.parsed(&outcome.best, &document);
                let before = std::mem::replace(&mut document, parsed);
                let halved = document.tokens() * 2 < surveyed;
                surveyed = if halved { document.tokens() } else { surveyed };
                match self.after_change(sweep.stage, &before, &document, halved) {
                    Some(stage) => sweep = Sweep::from(stage),
                    None => sweep.note_names(&before, &document),
                }
                continue;
            }
            sweep.stage = outcome.reached;
            if sweep.stage == Stage::Polish && sweep.is_renamed && !self.config.control.settles() {
                sweep = Sweep::from(Stage::Main);
                continue;
            }
            let Some(next) = self.after(&sweep, &document) else { break };
            sweep = next;
            if sweep.stage == Stage::Certify
                && let Some(lower) = self.look_below(&document)
            {
                origins = origins.led_to(&document.texts(), &lower.texts());
                document = lower;
                sweep = Sweep::from(Stage::Main);
            }
        }
        let left = self.asked_again.lock().left(sweep.left_out);
        (document, rounds, left, model)
    }

    /// Where it goes on after a round that changed a document; `None` for another round of its stage.
    fn after_change(&self, stage: Stage, before: &Document, after: &Document, halved: bool) -> Option<Stage> {
        let gains_nothing = || before.tokens() == after.tokens();
        Some(match stage {
            _ if self.config.control.settles() => Stage::Polish,
            Stage::Tree => after_tree(after),
            Stage::Bulk => after_bulk(before, after),
            Stage::Mass => Stage::Coarse,
            _ if halved => first_stage(after),
            // The same steps were refused a moment ago; what they leave in this layout is for the certificate.
            // A thorough run ends where another one would find nothing new to ask.
            _ if self.config.effort == Effort::Thorough => Stage::Main,
            // All names that may go to others first: each one makes new texts of all the big steps.
            Stage::Polish | Stage::Finish if gains_nothing() => return None,
            _ => Stage::Main,
        })
    }

    /// The stages that follow if a round changes nothing and that need nothing but its document, the next one last.
    fn later(&self, sweep: &Sweep, document: &Document) -> Vec<Stage> {
        let mut later = Vec::new();
        let mut last = Sweep { ..*sweep };
        while document.tree().is_none()
            && last.stage >= Stage::Main
            && let Some(next) = self.after(&last, document)
            && last.stage < next.stage
            && next.stage <= Stage::Polish
        {
            later.push(next.stage);
            last = next;
        }
        later.reverse();
        later
    }

    /// Where a sweep goes on after a round that changed nothing; `None` when all is done.
    fn after(&self, sweep: &Sweep, document: &Document) -> Option<Sweep> {
        let next = match sweep.stage.next()? {
            next if self.config.control.settles() => {
                let stage = if next <= Stage::Polish { Stage::Polish } else { Stage::Certify };
                return Some(Sweep { stage, ..*sweep });
            }
            Stage::Bulk => after_tree(document),
            Stage::Deep if self.config.effort != Effort::Thorough => Stage::Grow,
            Stage::Fine if self.config.effort == Effort::Quick => Stage::Certify,
            next => next,
        };
        if next >= Stage::Deep && sweep.put_off > 0 && sweep.asks == Asks::Likely {
            return Some(Sweep { asks: Asks::New, ..Sweep::from(Stage::Main) });
        }
        if sweep.stage < Stage::Finish && next >= Stage::Finish && self.asks_again(sweep) {
            return Some(Sweep { asks: Asks::All, ..Sweep::from(Stage::Main) });
        }
        Some(Sweep { stage: next, ..*sweep })
    }

    /// True when what a sweep left out is to be asked before the end. A thorough run leaves nothing out.
    fn asks_again(&self, sweep: &Sweep) -> bool {
        let pays = || self.config.effort == Effort::Thorough || self.asked_again.lock().pays(sweep.left_out);
        sweep.left_out > 0 && sweep.asks != Asks::All && pays()
    }

    /// What a round made of its document, parsed.
    pub(super) fn parsed(&self, best: &Best, document: &Document) -> Document {
        let parsed = document.with_texts(best.rank.files());
        match crate::protect::carried(document, &best.edits) {
            Some(spans) => parsed.protecting(spans),
            None => self.protecting(parsed),
        }
    }

    /// A document that comes from elsewhere, with what is protected found in its text. If it is not there the run ends,
    /// because a search without it could take it out.
    pub(super) fn protecting(&self, document: Document) -> Document {
        if let Some(spans) = self.config.protected.locate(&document.texts()) {
            return document.protecting(spans);
        }
        self.end(Ended::ProtectionLost);
        document
    }
}
