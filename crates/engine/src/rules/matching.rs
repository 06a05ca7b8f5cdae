//! Matches rules on the units of a file: finds what tree-sitter's cursor finds, in its order, on the tree that there is anyway.
//!
//! Where a child may be missing or repeated, the longest of what fits alike is meant: without it the pattern goes on only
//! as far as it would not have been there.

use std::collections::HashSet;

use super::pattern::{Capture, Item, Kinds, Node, Rule, Ruleset, Times};
use crate::document::File;
use crate::syntax::Numbers;
use crate::unit::{Unit, UnitId};

/// What a pattern captured in one place.
pub(super) struct Found {
    /// The number of the pattern.
    pub(super) pattern: usize,
    pub(super) captures: Vec<(Capture, UnitId)>,
    /// The unit that it begins with.
    root: UnitId,
    /// When a walk through the tree knows it: at the start of which unit, or right before.
    time: (UnitId, bool),
}

/// All matches of the rules of a language whose kinds begin there.
pub(super) fn matches(rules: &Ruleset, numbers: Numbers, file: &File) -> Vec<Found> {
    let mut found = Vec::new();
    for (id, unit) in (0..).zip(file.units()) {
        let kind = numbers.own_kind(unit.kind).map(usize::from);
        let Some(own) = kind.and_then(|it| rules.by_kind.get(it)).filter(|it| !it.is_empty()) else {
            continue;
        };
        let before = found.len();
        for &at in own {
            let rule = &rules.rules[at];
            let mut matcher =
                Matcher { file, rules, numbers, rule, root: id, captured: Vec::new(), found: &mut found };
            matcher.begin();
        }
        drop_doubles(&mut found, before);
    }
    let first = |it: &Found| it.captures.first().map_or(0, |it| file.unit(it.1).start);
    let depths = depths(file);
    found.sort_by_key(|it| (it.time, depths[it.root as usize], it.pattern, first(it)));
    found
}

/// How many units each one is in.
fn depths(file: &File) -> Vec<u32> {
    let mut depths: Vec<u32> = Vec::with_capacity(file.units().len());
    for (id, unit) in (0..).zip(file.units()) {
        depths.push(if id == unit.parent { 0 } else { depths[unit.parent as usize] + 1 });
    }
    depths
}

/// Of matches from `first` on that capture the same one is kept.
fn drop_doubles(found: &mut Vec<Found>, first: usize) {
    if found.len() < first + 2 {
        return;
    }
    let last = found.split_off(first);
    let mut seen = HashSet::new();
    let is_new: Vec<bool> = last.iter().map(|it| seen.insert((it.pattern, &it.captures))).collect();
    found.extend(last.into_iter().zip(is_new).filter(|it| it.1).map(|it| it.0));
}

struct Matcher<'m> {
    file: &'m File,
    rules: &'m Ruleset,
    numbers: Numbers,
    rule: &'m Rule,
    root: UnitId,
    captured: Vec<(Capture, UnitId)>,
    found: &'m mut Vec<Found>,
}

/// What is still to be found: other children of a node, and then what its parent wants.
#[derive(Clone, Copy)]
struct Rest<'r> {
    items: &'r [Item],
    /// Where they may be: the units of the node from here on.
    next: UnitId,
    end: UnitId,
    /// True before the first of them all.
    is_first: bool,
    then: Option<&'r Rest<'r>>,
}

/// How far a match has come.
#[derive(Clone, Copy)]
struct State {
    /// True when the next one has to be the very next node, tokens included.
    near: bool,
    /// True when what is left out has made `at_once` mean nothing.
    anywhere: bool,
    /// The next one is at this unit or before: from there on what was left out would be the longer match.
    limit: Option<UnitId>,
    last: UnitId,
    /// What might have gone on: nothing, a repetition, what was left out.
    open: Open,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Open {
    No,
    Repetition,
    LeftOut,
}

impl State {
    const fn at(last: UnitId) -> State {
        State { near: false, anywhere: false, limit: None, last, open: Open::No }
    }
}

impl Matcher<'_> {
    /// Begins with the root.
    fn begin(&mut self) {
        let (first, items) = self.rule.items.split_first().expect("a rule has a node");
        let root = self.file.unit(self.root);
        let parent = self.file.unit(root.parent);
        if !items.is_empty() && parent.is_error() || !self.fits(&first.node, self.root) {
            return;
        }
        // The root of a file has nobody beside it.
        let end = if root.parent == self.root { root.subtree_end } else { parent.subtree_end };
        let after = Rest { items, next: root.subtree_end, end, is_first: false, then: None };
        self.enter(first, self.root, &after);
    }

    /// Goes on behind a unit that fits, with what is in it first.
    fn enter(&mut self, item: &Item, unit: UnitId, after: &Rest<'_>) {
        let Node { captures, items, kinds, .. } = &item.node;
        let before = self.captured.len();
        self.captured.extend(captures.iter().map(|&it| (it, unit)));
        let near = item.next_is_near && matches!(kinds, Kinds::Any);
        let state = State { near, ..State::at(unit) };
        if items.is_empty() {
            self.rest(after, state);
        } else {
            let end = self.file.unit(unit).subtree_end;
            self.rest(&Rest { items, next: unit + 1, end, is_first: true, then: Some(after) }, state);
        }
        self.captured.truncate(before);
    }

    fn rest(&mut self, rest: &Rest<'_>, state: State) {
        match (rest.items.split_first(), rest.then) {
            (Some((item, items)), _) if item.times == Times::Once => self.once(item, items, rest, state),
            (Some((item, items)), _) => self.repeated(item, items, rest, state),
            (None, Some(then)) => self.rest(then, State { near: false, anywhere: false, ..state }),
            (None, None) => self.finish(state),
        }
    }

    /// Finds the next child, wherever it may be, and goes on from there.
    fn once(&mut self, item: &Item, items: &[Item], rest: &Rest<'_>, state: State) {
        let mut from = rest.next;
        while let Some(at) = self.next_fit(item, from, rest.end, state) {
            from = self.file.unit(at).subtree_end;
            self.enter(item, at, &Rest { items, next: from, is_first: false, ..*rest });
            if item.commits || self.ends_search(item, at, state) {
                return;
            }
        }
    }

    /// Finds the next run of children, and goes on from its end; and without it.
    fn repeated(&mut self, item: &Item, items: &[Item], rest: &Rest<'_>, state: State) {
        let first = self.next_fit(item, rest.next, rest.end, state);
        let mut start = first;
        while let Some(at) = start {
            let (last, next) = self.run(item, at, &Rest { items, is_first: false, ..*rest });
            let ends = self.ends_search(item, at, state) || self.ends_search(item, last, state);
            start = if ends { None } else { self.next_fit(item, next, rest.end, state) };
        }
        if item.times == (Times::Repeated { at_least: 1 }) {
            return;
        }
        let limit = match (state.limit, first) {
            (Some(one), Some(other)) => Some(one.min(other)),
            (one, other) => one.or(other),
        };
        let left_out = State {
            near: state.near || item.at_once && rest.is_first,
            anywhere: if item.at_once { state.anywhere } else { !items.is_empty() },
            limit,
            open: Open::LeftOut,
            ..state
        };
        self.rest(&Rest { items, is_first: false, ..*rest }, left_out);
    }

    /// Goes on behind each of a run of children; says which is the last, and what is behind it. Behind others than the last
    /// it goes on only where that is next.
    fn run(&mut self, item: &Item, first: UnitId, rest: &Rest<'_>) -> (UnitId, UnitId) {
        let before = self.captured.len();
        let mut at = first;
        loop {
            self.captured.extend(item.node.captures.iter().map(|&it| (it, at)));
            let next = self.file.unit(at).subtree_end;
            let again =
                item.times != Times::Optional && next < rest.end && self.fits_item(item, next, rest.end);
            let open = if item.times == Times::Optional { Open::No } else { Open::Repetition };
            let limit = again.then_some(next);
            self.rest(&Rest { next, ..*rest }, State { limit, open, ..State::at(at) });
            if !again {
                self.captured.truncate(before);
                return (at, next);
            }
            at = next;
        }
    }

    /// The first unit from there on that fits an item.
    fn next_fit(&self, item: &Item, from: UnitId, end: UnitId, state: State) -> Option<UnitId> {
        let mut at = from;
        while at < end.min(state.limit.map_or(end, |it| it + 1)) {
            if self.fits_item(item, at, end) {
                return Some(at);
            }
            if self.ends_search(item, at, state) {
                return None;
            }
            at = self.file.unit(at).subtree_end;
        }
        None
    }

    /// True when nothing behind a unit may be the item.
    fn ends_search(&self, item: &Item, at: UnitId, state: State) -> bool {
        let unit = self.file.unit(at);
        self.is_own(unit) && (state.near || item.at_once && unit.is_named() && !state.anywhere)
    }

    fn finish(&mut self, state: State) {
        let settings = &self.rules.settings[self.rule.number];
        let takes = |&(capture, unit): &(Capture, UnitId)| {
            settings.tests.iter().all(|it| it.takes(capture, self.file.text_of(unit)))
        };
        if state.limit.is_some() || !self.captured.iter().all(takes) {
            return;
        }
        let time = self.time(state);
        self.found.push(Found {
            pattern: self.rule.number,
            captures: self.captured.clone(),
            root: self.root,
            time,
        });
    }

    /// When a walk knows that nothing longer is to come: what might have gone on does not where something else is next.
    fn time(&self, State { open, last, .. }: State) -> (UnitId, bool) {
        let (root, next) = (self.file.unit(self.root), self.file.unit(last).subtree_end);
        match open {
            Open::No => (last, true),
            Open::Repetition if next < root.subtree_end => (next, true),
            _ => (root.subtree_end, root.subtree_end < self.file.unit(root.parent).subtree_end),
        }
    }

    fn fits_item(&self, item: &Item, at: UnitId, end: UnitId) -> bool {
        let unit = self.file.unit(at);
        item.field.is_none_or(|it| self.numbers.field(it) == unit.field)
            && self.fits(&item.node, at)
            && !(item.is_last && self.any_named(unit.subtree_end, end))
    }

    fn fits(&self, node: &Node, at: UnitId) -> bool {
        let unit = self.file.unit(at);
        let fits = match &node.kinds {
            Kinds::Any => !unit.is_error(),
            Kinds::Named => unit.is_named() && !unit.is_error(),
            Kinds::Of(kinds) => self.numbers.own_kind(unit.kind).is_some_and(|it| kinds.contains(&it)),
        };
        let lacks =
            |it| self.file.children(at).all(|child| self.file.unit(child).field != self.numbers.field(it));
        fits && self.is_own(unit) && node.without.iter().all(|&it| lacks(it))
    }

    fn any_named(&self, mut at: UnitId, end: UnitId) -> bool {
        while at < end && !(self.file.unit(at).is_named() && self.is_own(self.file.unit(at))) {
            at = self.file.unit(at).subtree_end;
        }
        at < end
    }

    /// False for what another language has put here.
    fn is_own(&self, unit: &Unit) -> bool {
        let kind = self.numbers.own_kind(unit.kind);
        unit.is_error() || kind.is_some_and(|it| usize::from(it) < self.rules.by_kind.len())
    }
}

/// Which languages a file has units of, of those whose kinds begin there, in order.
pub(crate) fn present(file: &File, begins: &[usize]) -> Vec<bool> {
    let mut present = vec![false; begins.len()];
    for unit in file.units().iter().filter(|it| !it.is_error()) {
        let at = begins.partition_point(|it| *it <= usize::from(unit.kind));
        if let Some(it) = at.checked_sub(1) {
            present[it] = true;
        }
    }
    present
}
