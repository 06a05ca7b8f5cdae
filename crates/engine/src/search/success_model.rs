//! How often edits of each kind succeed, counted while the search runs: the "chance" in "expected gain".

use super::barren::History;
use crate::pass::Tier;
use crate::spread::HashedMap;
use crate::thresholds::{BROKEN_REFUSED, UNDEFINED_REFUSED};

/// What an edit does to a document besides making it smaller.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub(super) enum Harm {
    /// Nothing that is known.
    #[default]
    None,
    /// It leaves a name without its definition.
    Name,
    /// It adds a syntax error.
    Tree,
}

/// What an expectation is kept for: a pass, and within it the kind of unit and the harm that the edit does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Topic {
    /// Index of the pass.
    pub(super) pass: usize,
    /// Kind of the unit, 0 where there is none.
    pub(super) kind: u16,
    /// What is known of the edit.
    pub(super) harm: Harm,
}

impl Topic {
    /// The topic that its successes are counted for. That a name lacks its definition says too little while nobody minds: counted
    /// apart, the samples of all languages took 3,500 questions for 3,421.
    fn counted(self) -> Topic {
        Topic { harm: if self.harm == Harm::Name { Harm::None } else { self.harm }, ..self }
    }
}

/// Successes and trials per topic, with a Beta prior that narrows from tier to pass to kind.
#[derive(Debug, Default, Clone)]
pub(super) struct SuccessModel {
    passes: HashedMap<(usize, Harm), (f32, f32)>,
    topics: HashedMap<Topic, (f32, f32)>,
    broken: Harmful,
    undefined: Harmful,
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
        self.history.as_ref().is_some_and(|it| it.is_barren(topic.counted()))
    }

    /// Counts edits that break the tree and were refused before this run, none of them accepted.
    pub(super) fn refused_broken(&mut self, before: f32) {
        self.broken.refused += before;
    }

    /// True when so many edits that do such harm were refused that the test seems to refuse them all but a few. Each one that is
    /// accepted takes as many refusals again: one that a strict compiler takes for once says little about the next.
    pub(super) fn refuses_all(&self, harm: Harm) -> bool {
        match harm {
            Harm::None => false,
            Harm::Name => self.undefined.refuses_all(UNDEFINED_REFUSED.as_f32()),
            Harm::Tree => self.broken.refuses_all(BROKEN_REFUSED.as_f32()),
        }
    }

    /// Takes note of how a question on `topic` ended.
    pub(super) fn note(&mut self, topic: Topic, success: bool) {
        match topic.harm {
            Harm::None => {}
            Harm::Name => self.undefined.note(success),
            Harm::Tree => self.broken.note(success),
        }
        let topic = topic.counted();
        if let Some(history) = &mut self.history {
            history.note(topic, success);
        }
        let hit = f32::from(u8::from(success));
        for (hits, trials) in
            [self.passes.entry((topic.pass, topic.harm)).or_default(), self.topics.entry(topic).or_default()]
        {
            // Old evidence fades, because what fails on a large document may work on a small one.
            *hits = *hits * 0.98 + hit;
            *trials = *trials * 0.98 + 1.0;
        }
    }

    /// The chance that an edit on `topic` succeeds.
    pub(super) fn chance(&self, topic: Topic, tier: Tier) -> f32 {
        let topic = topic.counted();
        let prior = match tier {
            Tier::Grammar => 0.3,
            _ if topic.harm == Harm::Tree => 0.03,
            Tier::Parsed => 0.15,
            Tier::Text => 0.1,
        };
        let narrowed = |prior: f32, weight: f32, seen: Option<&(f32, f32)>| {
            let &(hits, trials) = seen.unwrap_or(&(0.0, 0.0));
            (hits + prior * weight) / (trials + weight)
        };
        let of_pass = narrowed(prior, 8.0, self.passes.get(&(topic.pass, topic.harm)));
        narrowed(of_pass, 6.0, self.topics.get(&topic))
    }
}

/// What became of edits that do a harm, whatever pass they are of.
#[derive(Debug, Default, Clone, Copy)]
struct Harmful {
    refused: f32,
    accepted: f32,
}

impl Harmful {
    fn note(&mut self, success: bool) {
        *(if success { &mut self.accepted } else { &mut self.refused }) += 1.0;
    }

    /// True when at least so many were refused for each that was accepted, and as many before the first.
    fn refuses_all(self, enough: f32) -> bool {
        self.refused >= enough * (1.0 + self.accepted)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn success_raises_the_chance_of_the_kind_and_a_little_that_of_its_pass() {
        let mut model = SuccessModel::default();
        let seen = Topic { pass: 0, kind: 7, harm: Harm::None };
        let sibling = Topic { kind: 8, ..seen };
        let before = model.chance(seen, Tier::Grammar);
        model.note(seen, true);
        let (seen, sibling) = (model.chance(seen, Tier::Grammar), model.chance(sibling, Tier::Grammar));
        assert!(before < sibling && sibling < seen);
    }

    #[test]
    fn a_test_that_takes_next_to_nothing_harmful_refuses_it_all() {
        for (harm, enough) in [(Harm::Tree, &BROKEN_REFUSED), (Harm::Name, &UNDEFINED_REFUSED)] {
            let mut model = SuccessModel::default();
            let [whole, harmful] = [Harm::None, harm].map(|harm| Topic { pass: 0, kind: 7, harm });
            for _ in 1..enough.get() {
                model.note(harmful, false);
                model.note(whole, false);
            }
            assert!(!model.refuses_all(harm), "too few were seen");
            model.note(Topic { pass: 1, ..harmful }, false);
            model.note(whole, true);
            assert!(model.refuses_all(harm) && !model.refuses_all(Harm::None));
            model.note(harmful, true);
            assert!(!model.refuses_all(harm), "one was taken");
            (0..enough.get()).for_each(|_| model.note(harmful, false));
            assert!(model.refuses_all(harm), "one of many says little");
        }
    }
}
