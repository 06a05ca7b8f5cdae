//! Which rules may stand for which: of two rules shown under one name, the one whose every text the other takes too.
//!
//! A grammar may have a rule in two or more versions, say for the last element of a list, and show them alike. What
//! one version made, another may take. It does when every sequence of children that the one allows is allowed by the
//! other, where again a child may be replaced by what it can stand for: the largest such relation is looked for, by
//! taking all pairs and crossing out those that fail until none does.

use std::collections::{BTreeSet, HashSet};

use super::compile::Program;
use super::expand;
use super::facts::Facts;
use super::set::IdSet;
use super::symbols::Symbols;
use crate::thresholds::RULE_STATES;

/// For each rule, the ids of the other rules that may stand for it: compares all rules that are shown alike.
pub(super) fn find(facts: &Facts, symbols: &Symbols) -> Vec<IdSet> {
    let mut pairs: BTreeSet<(usize, usize)> = symbols.namesakes().collect();
    let rules: BTreeSet<usize> = pairs.iter().map(|it| it.0).collect();
    let mut programs: Vec<Option<Program>> = facts.rules.iter().map(|_| None).collect();
    for rule in rules {
        programs[rule] = Program::compile(&expand::rule(facts, symbols, &[], rule));
    }
    loop {
        let stand_ins = ids(facts, symbols, &pairs);
        let takes = |&(one, other): &(usize, usize)| match (&programs[one], &programs[other]) {
            (Some(one), Some(other)) => includes(one, other, symbols, &stand_ins),
            _ => false,
        };
        let kept: BTreeSet<(usize, usize)> = pairs.iter().copied().filter(takes).collect();
        if kept.len() == pairs.len() {
            return stand_ins;
        }
        pairs = kept;
    }
}

/// `pairs` are of a rule and one it can stand for.
fn ids(facts: &Facts, symbols: &Symbols, pairs: &BTreeSet<(usize, usize)>) -> Vec<IdSet> {
    let mut ids = vec![IdSet::default(); facts.rules.len()];
    for &(one, other) in pairs {
        if let Some(own) = symbols.of_rule(&facts.rules[one].name) {
            ids[other].add(&own);
        }
    }
    ids
}

/// True when `other` takes every sequence of children that `one` takes.
fn includes(one: &Program, other: &Program, symbols: &Symbols, stand_ins: &[IdSet]) -> bool {
    let wider: Vec<IdSet> = other.places.iter().map(|it| widen(&it.ids(), symbols, stand_ins)).collect();
    let mut seen = HashSet::new();
    let mut open = vec![(one.start, vec![other.start])];
    while let Some((way, others)) = open.pop() {
        if one.ways[way].end.is_some() && others.iter().all(|&it| other.ways[it].end.is_none()) {
            return false;
        }
        for edge in &one.ways[way].edges {
            let place = &one.places[edge.place];
            for id in place.ids().iter() {
                let next = others.iter().flat_map(|&it| &other.ways[it].edges);
                let next = next.filter(|it| wider[it.place].has(id)).map(|it| other.places[it.place].way);
                let mut next: Vec<usize> = next.collect();
                next.sort_unstable();
                next.dedup();
                if next.is_empty() || seen.len() > RULE_STATES.get() {
                    return false;
                }
                if seen.insert((place.way, next.clone())) {
                    open.push((place.way, next));
                }
            }
        }
    }
    true
}

/// The ids, and those of all rules that may stand for theirs.
fn widen(ids: &IdSet, symbols: &Symbols, stand_ins: &[IdSet]) -> IdSet {
    let mut wide = ids.clone();
    for id in ids.iter() {
        if let Some(more) = symbols.settled_rule(id).and_then(|it| stand_ins.get(it)) {
            wide.add(more);
        }
    }
    wide
}
