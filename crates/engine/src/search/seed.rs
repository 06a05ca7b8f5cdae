//! Where tasks come from: the first ones of a round, what the passes propose, and what waits inside a unit.

use std::sync::Arc;

use super::list::List;
use super::round::Round;
use super::state::{Order, State};
use super::success_model::Topic;
use super::task::{Body, Task, What, gain, position};
use crate::document::UnitId;
use crate::edit::{EditSet, FileId};
use crate::pass::{Propose, Sites};

impl Round<'_> {
    /// The first tasks: the passes of this stage, and the roots of the trees.
    pub(super) fn seed(&self) {
        let mut state = self.state.lock();
        for file in self.doc.file_ids() {
            let mut units = false;
            let root = self.doc.file(file).unit(0);
            #[expect(clippy::cast_precision_loss, reason = "an estimate")]
            let weight = self.doc.file(file).tokens_in(root.span()) as f32 + 1.0;
            for (index, pass) in self.run.config.passes.iter().enumerate() {
                if !self.uses(pass, self.doc.file(file)) {
                    continue;
                }
                match pass.propose {
                    Propose::Unit(_) => units = true,
                    Propose::File(_) => {
                        let topic = Topic { pass: index, kind: 0, breaks: false };
                        let task = Task {
                            what: What::Propose(file),
                            topic,
                            gain: weight,
                            position: 0,
                            parsed: false,
                        };
                        state.push(task, f32::INFINITY);
                    }
                }
            }
            if units {
                state.push(self.expansion(file, 0), f32::INFINITY);
            }
        }
    }

    #[expect(clippy::cast_precision_loss, reason = "an estimate")]
    fn expansion(&self, file: FileId, unit: UnitId) -> Task {
        let span = self.doc.file(file).unit(unit).span();
        let gain = self.doc.file(file).tokens_in(span) as f32 + span.len() as f32 / 64.0;
        let topic = Topic { pass: 0, kind: 0, breaks: false };
        Task { what: What::Expand(file, unit), topic, gain, position: span.start, parsed: false }
    }

    /// Lets the unit passes propose for a unit that is still alive, and queues its children.
    pub(super) fn expand(&self, file: FileId, unit: UnitId) {
        let span = self.doc.file(file).unit(unit).span();
        let text = self.doc.file(file);
        if text.protects_all_of(span) || self.state.lock().best.edits.deletes(file, span) {
            return;
        }
        let mut found = Vec::new();
        for (index, pass) in self.run.config.passes.iter().enumerate() {
            if let Propose::Unit(propose) = pass.propose
                && self.uses(pass, text)
            {
                let mut sites = Sites::default();
                propose(self.doc, file, unit, &mut sites);
                found.push((Topic { pass: index, kind: text.unit(unit).kind, breaks: false }, sites));
            }
        }
        let inner = text.children(unit).filter(|&it| !text.unit(it).span().is_empty());
        let expansions: Vec<Task> = inner.map(|it| self.expansion(file, it)).collect();
        let mut state = self.state.lock();
        for (topic, sites) in found {
            self.push_sites(&mut state, sites, topic);
        }
        for task in expansions {
            self.push(&mut state, task);
        }
    }

    pub(super) fn push_sites(&self, state: &mut State, sites: Sites, topic: Topic) {
        for site in sites.into_sites() {
            let Some(site) = crate::protect::spare(site, self.doc) else { continue };
            match Body::of(site, self.doc) {
                Ok(body) => {
                    state.lists.push(List::new(body).reversed(state.order == Order::FromFront));
                    self.push_list(state, state.lists.len() - 1, topic);
                }
                Err(sets) => self.push_alternative(state, Arc::new(sets), 0, topic),
            }
        }
    }

    pub(super) fn push_alternative(
        &self,
        state: &mut State,
        sets: Arc<Vec<EditSet>>,
        at: usize,
        topic: Topic,
    ) {
        let Some(set) = sets.get(at) else { return };
        let (gain, position) = (gain(set, self.doc), position(set));
        let topic = Topic { breaks: false, ..topic };
        self.push(state, Task { what: What::Site(sets, at), topic, gain, position, parsed: false });
    }
}
