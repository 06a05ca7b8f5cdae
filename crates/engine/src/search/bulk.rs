//! Large files: most of one goes by its looks alone, in rounds of their own, before anybody parses it.
//!
//! A round of the stage [`Stage::Bulk`] knows nothing of a tree, and makes little of what it asks about: no other layout, no
//! tokens but their number. It is followed by another one as long as that pays, and ends early where it does not.

use std::sync::atomic::Ordering;

use super::candidate::Best;
use super::round::Round;
use super::sweep::first_parsed_stage;
use crate::document::Document;
use crate::pass::Stage;
use crate::thresholds::{
    BULK_BYTES, BULK_FLIGHT, BULK_LEFT, BULK_PART, BULK_PATIENCE, CARRY_BYTES, REFUSED_AT_ONCE,
    STALE_PATIENCE, STALE_TOKENS,
};

/// What it is likely to take until a hundredth of large files is left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bulk {
    /// Questions where a place or two matter, and where a dozen do.
    pub questions: (u32, u32),
    /// The memory of the search, in bytes.
    pub memory: usize,
}

impl Bulk {
    /// What it takes for files of so many bytes, with so many questions at once; `None` where none of them is large.
    pub fn of(sizes: impl IntoIterator<Item = usize>, jobs: usize) -> Option<Bulk> {
        let (mut bytes, mut is_large) = (0, false);
        for size in sizes {
            bytes += size;
            is_large |= size > BULK_BYTES.get();
        }
        // The input, the best and a copy of each for a while; of what is asked about the text and a copy of it.
        let memory = bytes * (3 + 2 * jobs.min(copies(bytes)));
        is_large.then_some(Bulk { questions: (20, 150), memory })
    }
}

/// How many candidates of so many bytes there is room for at once.
fn copies(bytes: usize) -> usize {
    (BULK_FLIGHT.get() / bytes.max(1)).max(2)
}

/// True when one of the files has more than so many bytes.
pub(super) fn has_files_beyond(document: &Document, bytes: usize) -> bool {
    document.source_ids().any(|it| document.file(it).text.len() > bytes)
}

/// Where it goes on when a round without a tree has changed the document.
pub(super) fn after_bulk(before: &Document, document: &Document) -> Stage {
    let gone = before.bytes().saturating_sub(document.bytes());
    if gone * BULK_PART.get() >= before.bytes() && has_files_beyond(document, BULK_LEFT.get()) {
        Stage::Bulk
    } else if document.tree().is_some() {
        Stage::Mass
    } else {
        first_parsed_stage(document)
    }
}

impl Round<'_> {
    /// How many candidates there is room for at once.
    pub(super) fn copies(&self) -> usize {
        if self.stage == Stage::Bulk { copies(self.doc.bytes()) } else { usize::MAX }
    }

    /// Ends the round early when carrying the stale tree has become dearer than a fresh parse.
    pub(super) fn end_if_half_is_gone(&self, best: &Best) {
        if self.stage > Stage::Coarse
            && self.doc.bytes() > CARRY_BYTES.get()
            && best.rank.tokens * 2 < self.doc.tokens()
        {
            self.protocol.drain();
        }
    }

    pub(super) fn note_progress(&self) {
        self.in_vain.store(0, Ordering::Relaxed);
    }

    pub(super) fn note_in_vain(&self) {
        self.in_vain.fetch_add(1, Ordering::Relaxed);
    }

    /// Ends the round once nothing has gone for long: leaves what is large to the tree, and what has become less than it was to a
    /// fresh look, the sooner the less it has become.
    pub(super) fn end_if_in_vain(&self) {
        let patience = match self.stage {
            Stage::Bulk => Some(BULK_PATIENCE.get()),
            stage if stage >= Stage::Coarse => self.stale_patience(),
            _ => None,
        };
        let Some(patience) = patience else { return };
        let patience = patience + (self.run.workers() - 1) * REFUSED_AT_ONCE.get();
        if self.in_vain.load(Ordering::Relaxed) > patience {
            self.protocol.drain();
        }
    }

    /// How many refusals in a row a look at the snapshot is good for; `None` if it is as good as a fresh one.
    fn stale_patience(&self) -> Option<usize> {
        let left = self.protocol.base().best.rank.tokens;
        let gone = self.doc.tokens().saturating_sub(left);
        let is_stale = gone > 0 && left >= STALE_TOKENS.get();
        is_stale.then(|| (STALE_PATIENCE.get() * left / gone).max(STALE_PATIENCE.get()))
    }
}
