//! Edit sets to choose from, with what they gain: what they delete, or what somebody has said.

use super::task::gain;
use crate::document::Document;
use crate::edit::EditSet;

/// One of competing edit sets.
#[derive(Debug, Clone)]
pub(super) struct Choice {
    pub(super) edits: EditSet,
    /// What it gains, where somebody has said so.
    stated: Option<f32>,
}

impl From<EditSet> for Choice {
    fn from(edits: EditSet) -> Choice {
        Choice { edits, stated: None }
    }
}

impl Choice {
    /// What it gains.
    pub(super) fn gain(&self, doc: &Document) -> f32 {
        self.stated.unwrap_or_else(|| gain(&self.edits, doc))
    }
}

/// Edit sets with what was said of their gains, which is believed up to the size of the document.
#[expect(clippy::cast_precision_loss, reason = "an estimate")]
pub(super) fn choices(
    sets: Vec<EditSet>,
    said: &[Option<u32>],
    doc: &Document,
) -> impl Iterator<Item = Choice> {
    let tokens = || doc.source_ids().map(|it| doc.file(it).tokens()).sum::<usize>();
    let most = if said.is_empty() { 0.0 } else { tokens() as f32 };
    let said = said.iter().map(move |it| it.map(|it| (it as f32).min(most))).chain(std::iter::repeat(None));
    sets.into_iter().zip(said).map(|(edits, stated)| Choice { edits, stated })
}
