//! What a success leaves behind is tried in the same round: to the next one, which would see it, it can be a long way.

use super::candidate::Best;
use super::round::Round;
use super::success_model::{Harm, Topic};
use super::task::extent;
use crate::pass::{Propose, Stage};
use crate::thresholds::FOLLOWED_BYTES;

impl Round<'_> {
    /// Lets the passes that follow successes propose for what `best` has changed, each thing once in a round.
    pub(super) fn follow(&self, best: &Best) {
        if !(Stage::Main..=Stage::Fine).contains(&self.stage) || self.doc.bytes() > FOLLOWED_BYTES.get() {
            return;
        }
        for (pass, row) in self.run.config.passes.iter().enumerate() {
            let Propose::Follow { follow, .. } = row.propose else { continue };
            if self.run.skips(pass) {
                continue;
            }
            let sites = self.run.proposed(pass, |sites| {
                self.doc.source_ids().for_each(|it| follow(self.doc, it, &best.edits, sites));
            });
            let mut sites = self.weighed(sites);
            let topic = Topic { pass, kind: 0, harm: Harm::None };
            self.protocol.with_queue(|queue| {
                sites.retain(|site| {
                    let at = site.as_ref().err().and_then(|it| extent(&it.first()?.edits));
                    at.is_none_or(|it| queue.followed.insert(it))
                });
                self.push_sites(queue, sites, topic);
            });
        }
    }
}
