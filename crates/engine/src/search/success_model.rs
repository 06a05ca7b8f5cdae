//! How often edits of each kind succeed, counted while the search runs: the "chance" in "expected gain".

use super::barren::History;
use crate::pass::Tier;
use crate::spread::HashedMap;
use crate::thresholds::BROKEN_REFUSED;

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
    broken: Broken,
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

    /// Counts edits that break the tree and were refused before this run, none of them accepted.
    pub(super) fn refused_broken(&mut self, before: f32) {
        self.broken.refused += before;
    }

    /// True when so many edits that break the tree were refused, and none was accepted, that the test seems to want what parses.
    pub(super) fn wants_what_parses(&self) -> bool {
        !self.broken.accepted && self.broken.refused >= BROKEN_REFUSED.as_f32()
    }

    /// Takes note of how a question on `topic` ended.
    pub(super) fn note(&mut self, topic: Topic, success: bool) {
        if topic.breaks {
            self.broken.refused += f32::from(u8::from(!success));
            self.broken.accepted |= success;
        }
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

/// What became of edits that break the tree, whatever pass they are of.
#[derive(Debug, Default, Clone, Copy)]
struct Broken {
    refused: f32,
    accepted: bool,
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

    #[test]
    fn a_test_that_took_nothing_broken_wants_what_parses_until_it_takes_some() {
        let mut model = SuccessModel::default();
        let (whole, broken) = ([false, true]).map(|breaks| Topic { pass: 0, kind: 7, breaks }).into();
        for _ in 1..BROKEN_REFUSED.get() {
            model.note(broken, false);
            model.note(whole, false);
        }
        assert!(!model.wants_what_parses(), "too few were seen");
        model.note(Topic { pass: 1, ..broken }, false);
        model.note(whole, true);
        assert!(model.wants_what_parses());
        model.note(broken, true);
        assert!(!model.wants_what_parses());
    }
}
