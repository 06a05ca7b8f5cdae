//! Running an automaton over the children of a node: once forwards, and once back along the path that was found.
//!
//! Time and memory are linear in the number of children; nothing recurses.

use std::collections::HashSet;
use std::ops::Range;

use super::compile::{Mark, Passed, Program};
use super::symbols::Symbol;

/// How a node's children fit its rule.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Labels {
    /// The repetitions, outer before inner.
    pub lists: Vec<List>,
    /// The optional parts, outer before inner: ranges of children that may go together.
    pub groups: Vec<Range<usize>>,
}

/// A repetition among the children of a node. All ranges count children.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct List {
    /// The elements, in order, without separators.
    pub elements: Vec<Range<usize>>,
    /// What follows element `i`: its separator, or an empty range. As long as `elements`.
    pub separators: Vec<Range<usize>>,
    /// How many elements the rule wants at least (0 or 1).
    pub at_least: usize,
}

/// True when the automaton takes all of `children`.
pub(crate) fn accepts(program: &Program, children: &[Symbol]) -> bool {
    let mut ways = vec![program.start];
    let mut next = Vec::new();
    for &child in children {
        for &way in &ways {
            let way = &program.ways[way];
            if !way.may_take(child) {
                continue;
            }
            for edge in &way.edges {
                let place = &program.places[edge.place];
                if place.takes(child) && !next.contains(&place.way) {
                    next.push(place.way);
                }
            }
        }
        if next.is_empty() {
            return false;
        }
        std::mem::swap(&mut ways, &mut next);
        next.clear();
    }
    ways.iter().any(|&it| program.ways[it].end.is_some())
}

/// How the automaton takes `children`; of several ways, the likeliest.
pub(crate) fn label(program: &Program, children: &[Symbol]) -> Option<Labels> {
    let steps = forwards(program, children)?;
    let path = back(program, &steps)?;
    let mut reader = Reader::default();
    for (at, passed) in path.iter().enumerate() {
        for &mark in &program.marks[passed.from as usize..passed.to as usize] {
            reader.read(mark, at);
        }
    }
    Some(reader.finish())
}

/// A child taken at a place.
struct Step {
    place: usize,
    /// The step before it; for the first child, nothing.
    before: usize,
    passed: Passed,
}

/// All steps, and where those of each child begin.
struct Steps {
    steps: Vec<Step>,
    begins: Vec<usize>,
}

fn forwards(program: &Program, children: &[Symbol]) -> Option<Steps> {
    let mut all = Steps { steps: Vec::new(), begins: vec![0] };
    let mut last_seen = vec![usize::MAX; program.places.len()];
    for (at, &child) in children.iter().enumerate() {
        let begin = all.begins[at];
        let end = all.steps.len();
        let before: Range<usize> = if at == 0 { 0..1 } else { begin..end };
        for before in before {
            let way = if at == 0 { program.start } else { program.places[all.steps[before].place].way };
            let way = &program.ways[way];
            if !way.may_take(child) {
                continue;
            }
            for edge in &way.edges {
                if last_seen[edge.place] != at && program.places[edge.place].takes(child) {
                    last_seen[edge.place] = at;
                    all.steps.push(Step { place: edge.place, before, passed: edge.passed });
                }
            }
        }
        if all.steps.len() == end {
            return None;
        }
        all.begins.push(end);
    }
    Some(all)
}

/// What is passed before each child and after the last.
fn back(program: &Program, all: &Steps) -> Option<Vec<Passed>> {
    let len = all.begins.len() - 1;
    let mut path = vec![Passed::default(); len + 1];
    if len == 0 {
        path[0] = program.ways[program.start].end?;
        return Some(path);
    }
    let way = |it: &Step| &program.ways[program.places[it.place].way];
    let last = all.begins[len];
    let mut step = (last..all.steps.len()).find(|&it| way(&all.steps[it]).end.is_some())?;
    path[len] = way(&all.steps[step]).end?;
    for passed in path[..len].iter_mut().rev() {
        *passed = all.steps[step].passed;
        step = all.steps[step].before;
    }
    Some(path)
}

/// Turns the marks of a path into labels.
#[derive(Default)]
struct Reader {
    labels: Labels,
    /// Lists and groups being read.
    lists: Vec<OpenList>,
    groups: Vec<usize>,
}

struct OpenList {
    /// Its index in [`Labels::lists`].
    index: usize,
    item: usize,
    separator: usize,
}

impl Reader {
    fn read(&mut self, mark: Mark, at: usize) {
        match mark {
            Mark::ListOpen { at_least } => {
                self.lists.push(OpenList { index: self.labels.lists.len(), item: at, separator: at });
                self.labels.lists.push(List { at_least: usize::from(at_least), ..List::default() });
            }
            Mark::ItemOpen => self.open_list().item = at,
            Mark::SeparatorOpen => self.open_list().separator = at,
            Mark::ItemClose => {
                let (list, open) = self.current();
                let item = open.item..at;
                list.elements.push(item);
                list.separators.push(at..at);
            }
            Mark::SeparatorClose => {
                let (list, open) = self.current();
                let separator = open.separator..at;
                if let Some(it) = list.separators.last_mut() {
                    *it = separator;
                }
            }
            Mark::ListClose => drop(self.lists.pop()),
            Mark::GroupOpen => {
                self.groups.push(self.labels.groups.len());
                self.labels.groups.push(at..at);
            }
            Mark::GroupClose => {
                let index = self.groups.pop().expect("the automaton closes what it opened");
                self.labels.groups[index].end = at;
            }
        }
    }

    fn open_list(&mut self) -> &mut OpenList {
        self.lists.last_mut().expect("the automaton opens a list first")
    }

    fn current(&mut self) -> (&mut List, &OpenList) {
        let open = self.lists.last().expect("the automaton opens a list first");
        (&mut self.labels.lists[open.index], open)
    }

    fn finish(mut self) -> Labels {
        self.labels.groups.retain(|it| !it.is_empty());
        self.labels.lists.iter_mut().for_each(fill_holes);
        self.labels.lists.retain(|it| !it.elements.is_empty());
        let groups: HashSet<(usize, usize)> =
            self.labels.groups.iter().map(|it| (it.start, it.end)).collect();
        for list in self.labels.lists.iter_mut().filter(|it| it.at_least > 0) {
            let (first, last) = (list.elements.first(), list.separators.last());
            let whole = first.map_or(0, |it| it.start)..last.map_or(0, |it| it.end);
            // A list that is all there is of an optional part can go entirely.
            if groups.contains(&(whole.start, whole.end)) {
                list.at_least = 0;
            }
        }
        self.labels
    }
}

/// An element that was left out is represented by its separator, which may go on its own.
fn fill_holes(list: &mut List) {
    for (element, separator) in list.elements.iter_mut().zip(&mut list.separators) {
        if element.start == element.end {
            *element = separator.clone();
            *separator = element.end..element.end;
        }
    }
    let kept: Vec<bool> = list.elements.iter().map(|it| !it.is_empty()).collect();
    let mut keep = kept.iter();
    list.elements.retain(|_| *keep.next().expect("as long as the elements"));
    let mut keep = kept.iter();
    list.separators.retain(|_| *keep.next().expect("as long as the elements"));
}
