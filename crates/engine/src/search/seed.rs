//! Where tasks come from: the first ones of a round, what the passes propose, and what waits inside a unit.

use std::sync::Arc;

use super::ahead::Turn;
use super::candidate::Best;
use super::list::List;
use super::protocol::Queue;
use super::queue::TaskQueue;
use super::round::Round;

use super::choice::Choice;
use super::success_model::{Harm, Topic};
use super::task::{Body, Task, What, gain_of_deletion, position};
use crate::document::{Document, UnitId};
use crate::edit::FileId;
use crate::pass::{Pass, Propose, Site, Sites, Stage, Tier};
use crate::thresholds::{BULK_LEFT, MASS_TOKENS};

impl Round<'_> {
    /// The first tasks: the passes of this stage, and the roots of the trees. The files of a project wait for their turn.
    pub(super) fn seed(&self) {
        self.protocol.with_queue(|queue| {
            if self.doc.tree().is_none() {
                self.doc.file_ids().for_each(|it| self.seed_file(queue, it, self.stage));
                return;
            }
            self.seed_file(queue, FileId(0), self.stage);
            if self.stage > Stage::Tree {
                let there = self.doc.movable().filter(|it| self.looks_into(it.0));
                there.for_each(|it| queue.push(self.look(it.0)));
            }
        });
    }

    /// The tasks of a file: the passes that look at it, and the root of its tree. Those that look at all files come with the
    /// first.
    pub(super) fn seed_file(&self, queue: &mut TaskQueue, file: FileId, stage: Stage) {
        let mut units = false;
        #[expect(clippy::cast_precision_loss, reason = "an estimate")]
        let gain = self.doc.file(file).tokens() as f32 + 1.0;
        for (index, pass) in self.run.config.passes.iter().enumerate() {
            if !self.uses(pass, file, stage) {
                continue;
            }
            match pass.propose {
                Propose::Unit(_) => units = true,
                Propose::File(_)
                | Propose::Order(_)
                | Propose::Follow { .. }
                | Propose::Document(_)
                | Propose::Outside(_) => {
                    let topic = Topic { pass: index, kind: 0, harm: Harm::None };
                    let what = What::Propose(file);
                    queue.push_first(Task::new(what, topic, gain, 0));
                }
            }
        }
        if units {
            queue.push_first(self.expansion(file, 0, stage));
        }
    }

    /// True for a file of a project that is worth a look in this stage: what is done to large files is not for small ones.
    fn looks_into(&self, file: FileId) -> bool {
        let file = self.doc.file(file);
        if self.stage == Stage::Bulk {
            return file.text.len() > BULK_LEFT.get();
        }
        let large = || self.doc.is_read_whole() || file.tokens() > MASS_TOKENS.get();
        !file.text.is_empty() && (self.stage > Stage::Coarse || large())
    }

    /// The task to look into a file of a project.
    fn look(&self, file: FileId) -> Task {
        let gain = gain_of_deletion(file, self.doc.file(file).span(), self.doc);
        let topic = Topic { pass: 0, kind: 0, harm: Harm::None };
        Task::new(What::Look(file), topic, gain, file.0.into())
    }

    /// Queues the tasks of a file of a project that is still there.
    pub(super) fn look_into(&self, file: FileId, best: &Best) {
        if !best.edits.deletes(file, self.doc.file(file).span()) {
            self.protocol.with_queue(|it| self.seed_file(it, file, self.stage));
        }
    }

    #[expect(clippy::cast_precision_loss, reason = "an estimate")]
    fn expansion(&self, file: FileId, unit: UnitId, stage: Stage) -> Task {
        let span = self.doc.file(file).unit(unit).span();
        let gain = self.doc.file(file).tokens_in(span) as f32 + span.len() as f32 / 64.0;
        let topic = Topic { pass: 0, kind: 0, harm: Harm::None };
        Task::new(What::Expand(file, unit, stage), topic, gain, span.start)
    }

    /// Lets the unit passes propose for a unit that is still alive in `best`, and queues its children.
    pub(super) fn expand(&self, (file, unit): (FileId, UnitId), stage: Stage, best: &Best) {
        let span = self.doc.file(file).unit(unit).span();
        let text = self.doc.file(file);
        if text.protects_all_of(span) || best.edits.deletes(file, span) {
            return;
        }
        let mut found = Vec::new();
        for (index, pass) in self.run.config.passes.iter().enumerate() {
            if let Propose::Unit(propose) = pass.propose
                && self.uses(pass, file, stage)
            {
                let sites = self.run.proposed(index, |sites| propose(self.doc, file, unit, sites));
                let topic = Topic { pass: index, kind: text.unit(unit).kind, harm: Harm::None };
                found.push((topic, self.weighed(sites)));
            }
        }
        let inner = text.children(unit).filter(|&it| !text.unit(it).span().is_empty());
        let expansions: Vec<Task> = inner.map(|it| self.expansion(file, it, stage)).collect();
        self.protocol.with_queue(|queue| {
            for (topic, sites) in found {
                self.push_sites(queue, sites, topic);
            }
            for task in expansions {
                queue.push(task);
            }
        });
    }

    /// Sites without what touches what is protected: lists with their weights, or the alternatives of a place.
    pub(super) fn weighed(&self, sites: Sites) -> Vec<Result<Body, Vec<Choice>>> {
        let spared =
            sites.into_stated().filter_map(|(it, said)| crate::protect::spare_stated(it, said, self.doc));
        let several = self.run.workers() > 1;
        let body = |(it, said): (Site, Vec<Option<u32>>)| match it {
            // Where the tokens of a large file are takes half as much room again.
            Site::Elements(list) if self.stage == Stage::Bulk => Ok(Body::by_bytes(list)),
            it => Body::of(it, &said, self.doc)
                .map(|it| if several { it.with_users(self.stage, self.doc) } else { it }),
        };
        spared.map(body).collect()
    }

    pub(super) fn push_sites(
        &self,
        queue: &mut TaskQueue,
        sites: Vec<Result<Body, Vec<Choice>>>,
        topic: Topic,
    ) {
        if self.puts_off(topic, &queue.model) {
            queue.put_off += sites.len();
            return;
        }
        for site in sites {
            match site {
                Ok(body) => {
                    let list = List::new(body).for_workers(self.run.workers());
                    // Of a large file something stays, and what is opened is an element of what it is in.
                    queue.add_list(if self.stage == Stage::Bulk { list.in_parts() } else { list }, topic);
                }
                Err(sets) => self.push_alternative(queue, Arc::new(sets), 0, topic, Turn::default()),
            }
        }
    }

    pub(super) fn push_alternative(
        &self,
        queue: &mut TaskQueue,
        sets: Arc<Vec<Choice>>,
        at: usize,
        topic: Topic,
        turn: Turn,
    ) {
        let Some(choice) = sets.get(at) else { return };
        let (gain, position) = (choice.gain(self.doc), position(&choice.edits));
        let topic = Topic { harm: Harm::None, ..topic };
        queue.push(Task { turn, ..Task::new(What::Site(sets, at), topic, gain, position) });
    }
}

/// True when a pass has its turn at a file in a stage. Text goes first where the tree explains little. What looks at all
/// files does so with the first; of a project that is the tree file, which nobody else looks at. Asks no more of the file than
/// it needs to, because that may be a parse.
pub(super) fn has_turn(pass: &Pass, doc: &Document, id: FileId, stage: Stage) -> bool {
    let of_all = matches!(pass.propose, Propose::Document(_) | Propose::Outside(_));
    let looks = if of_all { id == FileId(0) } else { !doc.is_tree(id) || pass.stage == Stage::Certify };
    let has_language = || doc.is_tree(id) || doc.file(id).language.is_some();
    let explained = || doc.is_tree(id) || doc.file(id).is_explained();
    looks
        && match (pass.stage, pass.tier) {
            (Stage::Bulk, _) => stage == Stage::Bulk && doc.file(id).text.len() > BULK_LEFT.get(),
            // What begins small has no stage before.
            (Stage::Mass, Tier::Parsed) => matches!(stage, Stage::Mass | Stage::Coarse),
            (Stage::Main, Tier::Text) => {
                stage == Stage::Main && !explained() || stage == Stage::Fine && explained()
            }
            (Stage::Deep, _) => {
                stage == Stage::Deep && has_language() || stage == Stage::Fine && !has_language()
            }
            (own, _) => own == stage,
        }
}
