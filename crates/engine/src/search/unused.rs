//! Edits that leave a variable or an import without a use: where compilers take that for an error, it goes along.

use super::round::Round;
use super::task::{Task, What};
use crate::edit::EditSet;
use crate::pass::Stage;
use crate::passes::coupled::orphans::with_unused;
use crate::thresholds::UNDEFINED_BYTES;

impl Round<'_> {
    /// What a task does, with what it would leave without a use on top of `base`. The certificate asks about the task alone.
    pub(super) fn with_what_it_orphans(&self, task: &Task, own: EditSet, base: &EditSet) -> EditSet {
        let languages = || self.doc.files().iter().filter_map(|it| it.language.as_ref());
        if !matches!(task.what, What::Site(..))
            || !(Stage::Main..Stage::Certify).contains(&self.stage)
            || self.doc.bytes() > UNDEFINED_BYTES.get()
            || !languages().any(|it| it.refuses_unused)
        {
            return own;
        }
        with_unused(self.doc, &own, base).unwrap_or(own)
    }
}
