//! Kinds of edits that were never accepted wait: in a run that learns, until a whole sweep has changed nothing; those that break the
//! tree, or leave a name undefined, once enough of them were refused, for the certificate.
//!
//! A test that has refused a kind of edit in all files of a corpus will likely refuse it in the next one. Asked in its turn it
//! would be refused again after each change of what it looks at; asked at the end it is refused once. So only the order
//! changes, and what is accepted after all leads back to the big steps.

use super::round::Round;
use super::run::Run;
use super::success_model::{Harm, SuccessModel, Topic};
use super::task::Task;
use crate::document::Document;
use crate::experience::{EditKind, Experience, Seen};
use crate::language::Language;
use crate::pass::{Effort, Stage};
use crate::spread::HashedMap;

/// Which edits are asked about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Asks {
    /// Neither those that were refused before, nor those of kinds that were never accepted.
    Likely,
    /// All that were not refused before.
    New,
    /// All.
    All,
}

/// What was seen of edits on each topic.
#[derive(Debug, Default, Clone)]
pub(super) struct History {
    before: HashedMap<Topic, Seen>,
    now: HashedMap<Topic, Seen>,
}

impl History {
    /// Takes note of how a question on `topic` ended.
    pub(super) fn note(&mut self, topic: Topic, success: bool) {
        let seen = self.now.entry(topic).or_default();
        *seen = seen.and(Seen { asked: 1.0, accepted: f32::from(u8::from(success)) });
    }

    /// True for a topic of which something was seen, and hardly ever a success.
    pub(super) fn is_barren(&self, topic: Topic) -> bool {
        let of = |it: &HashedMap<Topic, Seen>| it.get(&topic).copied().unwrap_or_default();
        of(&self.before).and(of(&self.now)).is_barren()
    }
}

impl Run<'_> {
    /// The success model that a run on `document` begins with. What was learnt of units goes by their names, so that of a
    /// document in several languages nothing is.
    pub(super) fn first_model(&self, document: &Document) -> SuccessModel {
        let Some(experience) = &self.config.experience else { return SuccessModel::default() };
        let mut languages = document.files().iter().filter_map(|it| it.language.as_deref());
        let language = languages.next();
        if languages.any(|it| language.is_none_or(|other| it.name != other.name)) {
            return SuccessModel::default();
        }
        let mut kinds: HashedMap<&str, Vec<u16>> = HashedMap::default();
        for kind in 0..language.map_or(0, Language::kinds) {
            let Ok(kind) = u16::try_from(kind) else { break };
            let name = language.and_then(|it| it.kind_name(kind)).unwrap_or_default();
            kinds.entry(name).or_default().push(kind);
        }
        let mut history = History::default();
        for (kind, seen) in experience.kinds() {
            let Some(pass) = self.config.passes.iter().position(|it| it.name == kind.pass) else { continue };
            let of_none: &[u16] = if kind.unit.is_empty() { &[0] } else { &[] };
            for &unit in kinds.get(&*kind.unit).map_or(of_none, |it| it) {
                let harm = if kind.breaks { Harm::Tree } else { Harm::None };
                history.before.insert(Topic { pass, kind: unit, harm }, seen);
            }
        }
        let broken =
            experience.kinds().filter(|it| it.0.breaks).fold(Seen::default(), |all, it| all.and(it.1));
        let mut model = SuccessModel::learning(history);
        if broken.is_barren() {
            model.refused_broken(broken.asked);
        }
        model
    }

    /// What a model has seen in this run.
    pub(super) fn experience_of(&self, model: SuccessModel, document: &Document) -> Experience {
        let language = document.files().iter().find_map(|it| it.language.as_deref());
        let mut experience = Experience::default();
        let mut seen: Vec<(Topic, Seen)> = model.history.unwrap_or_default().now.into_iter().collect();
        // The sums of numbers that are not whole depend on their order.
        seen.sort_by_key(|it| (it.0.pass, it.0.kind, it.0.harm));
        for (Topic { pass, kind, harm }, seen) in seen {
            let breaks = harm == Harm::Tree;
            let unit = language.and_then(|it| it.kind_name(kind)).filter(|_| kind != 0);
            let (pass, unit) = (self.pass_name(pass).to_owned(), unit.unwrap_or_default().to_owned());
            experience.note(EditKind { pass, unit, breaks }, seen);
        }
        experience
    }
}

impl Round<'_> {
    /// True when edits on `topic` wait for a later sweep. Looks and the certificate have their turn anyway.
    pub(super) fn puts_off(&self, topic: Topic, model: &SuccessModel) -> bool {
        let stage = self.run.config.passes[topic.pass].stage;
        self.asks == Asks::Likely
            && self.stage > Stage::Coarse
            && matches!(stage, Stage::Main | Stage::Fine | Stage::Deep)
            && model.is_barren(topic)
    }

    /// True for edits that do a harm of which the test seems to take next to none. The certificate asks about them once more;
    /// what it accepts counts.
    pub(super) fn is_out_of_reach(&self, topic: Topic, model: &SuccessModel) -> bool {
        topic.harm != Harm::None
            && (Stage::Main..Stage::Certify).contains(&self.stage)
            && self.run.config.effort != Effort::Thorough
            && model.refuses_all(topic.harm)
    }

    /// A task that is still to be asked about. One that is known to do harm waits instead when such tasks do by now, as if it
    /// had been refused; a re-parse has paid for itself by the question that it saved.
    pub(super) fn unless_put_off(&self, task: Task) -> Option<Task> {
        if task.topic.harm == Harm::None {
            return Some(task);
        }
        self.protocol.with_queue(|queue| {
            let barren = self.puts_off(task.topic, &queue.model);
            if !barren && !self.is_out_of_reach(task.topic, &queue.model) {
                return Some(task);
            }
            queue.put_off += usize::from(barren);
            if task.topic.harm == Harm::Tree {
                self.run.gives_parse_back();
            }
            self.refine(queue, &task, true);
            None
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_never_accepted_is_barren_until_it_is() {
        let topic = Topic { pass: 0, kind: 7, harm: Harm::None };
        let mut history = History::default();
        history.before.insert(topic, Seen { asked: 2.0, accepted: 0.0 });
        assert!(!history.is_barren(topic), "too little was seen of it");
        history.note(topic, false);
        assert!(history.is_barren(topic));
        assert!(!history.is_barren(Topic { harm: Harm::Tree, ..topic }));
        history.note(topic, true);
        assert!(!history.is_barren(topic));
    }
}
