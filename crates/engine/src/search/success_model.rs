//! How often edits of each kind succeed, counted while the search runs: the "chance" in "expected gain".

use super::barren::History;
use crate::pass::Tier;
use crate::spread::HashedMap;

/// What an expectation is kept for: a pass, and within it the kind of unit and whether the edit breaks the tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Topic {
    /// Index of the pass.
    pub(super) pass: usize,
    /// Kind of the unit, 0 where there is none.
    pub(super) kind: u16,
    /// True when a re-parse said that the edit adds an error.
    pub(super) breaks: bool,
}

/// Successes and trials per topic, with a Beta prior that narrows from tier to pass to kind.
#[derive(Debug, Default, Clone)]
pub(super) struct SuccessModel {
    passes: HashedMap<(usize, bool), (f32, f32)>,
    topics: HashedMap<Topic, (f32, f32)>,
    /// All that was seen, in a run that learns from others.
    pub(super) history: Option<History>,
}

impl SuccessModel {
    /// The model of a run that learns from others.
    pub(super) fn learning(history: History) -> SuccessModel {
        SuccessModel { history: Some(history), ..SuccessModel::default() }
    }

    /// True for a topic that is known to succeed hardly ever, in a run that learns from others.
    pub(super) fn is_barren(&self, topic: Topic) -> bool {
        self.history.as_ref().is_some_and(|it| it.is_barren(topic))
    }

    /// Takes note of how a question on `topic` ended.
    pub(super) fn note(&mut self, topic: Topic, success: bool) {
        if let Some(history) = &mut self.history {
            history.note(topic, success);
        }
        let hit = f32::from(u8::from(success));
        for (hits, trials) in [
            self.passes.entry((topic.pass, topic.breaks)).or_default(),
            self.topics.entry(topic).or_default(),
        ] {
            // Old evidence fades, because what fails on a large document may work on a small one.
            *hits = *hits * 0.98 + hit;
            *trials = *trials * 0.98 + 1.0;
        }
    }

    /// The chance that an edit on `topic` succeeds.
    pub(super) fn chance(&self, topic: Topic, tier: Tier) -> f32 {
        let prior = match (tier, topic.breaks) {
            (Tier::Grammar, _) => 0.3,
            (Tier::Parsed, false) => 0.15,
            (Tier::Text, false) => 0.1,
            (_, true) => 0.03,
        };
        let narrowed = |prior: f32, weight: f32, seen: Option<&(f32, f32)>| {
            let &(hits, trials) = seen.unwrap_or(&(0.0, 0.0));
            (hits + prior * weight) / (trials + weight)
        };
        let of_pass = narrowed(prior, 8.0, self.passes.get(&(topic.pass, topic.breaks)));
        narrowed(of_pass, 6.0, self.topics.get(&topic))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn success_raises_the_chance_of_the_kind_and_a_little_that_of_its_pass() {
        let mut model = SuccessModel::default();
        let seen = Topic { pass: 0, kind: 7, breaks: false };
        let sibling = Topic { kind: 8, ..seen };
        let before = model.chance(seen, Tier::Grammar);
        model.note(seen, true);
        let (seen, sibling) = (model.chance(seen, Tier::Grammar), model.chance(sibling, Tier::Grammar));
        assert!(before < sibling && sibling < seen);
    }
}
