//! `lower-totals`: deletes elements of a list together with what they add to: lengths of lists and sums that stand elsewhere.
//!
//! Before:
//! ```json
//! {"counts": {"trips": 2, "stops": 3}, "trips": [{"stops": [7], "sum": 7}, {"stops": [3, 5], "sum": 8}]}
//! ```
//! After:
//! ```json
//! {"counts": {"trips": 1, "stops": 1}, "trips": [{"stops": [7], "sum": 7}]}
//! ```
//!
//! Before:
//! ```json
//! {"weight": 9.5, "items": [{"id": 1, "weight": 2}, {"id": 2, "weight": 7.5}]}
//! ```
//! After:
//! ```json
//! {"weight": 7.5, "items": [{"id": 1, "weight": 7.5}]}
//! ```
//! What stands behind the same keys in all elements is added up: how many elements the lists have, and the numbers. A number
//! in an object around them, or in one within that, that is such a total falls by what goes: the one that has a name like it, or
//! any. Where a number in each element says which one it is, those behind get lower ones, or keep theirs. First all elements,
//! then halves, quarters and so on, from the back; for at most 64 lists of a file with 4,096 edits each, the longest first.

use std::collections::BTreeMap;
use std::ops::Range;

use super::cuts::chunks;
use super::records::{Element, SCALE, Value, values, written};
use crate::document::Document;
use crate::edit::{Edit, EditSet, FileId, Span};
use crate::lexeme::offset;
use crate::pass::{Pass, Propose, Sites, Stage, Tier};
use crate::thresholds::{COUNTED_EDITS, COUNTED_LISTS};

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "lower-totals",
    summary: "delete elements and lower what they add to",
    stage: Stage::Main,
    tier: Tier::Text,
    propose: Propose::File(propose),
};

fn propose(document: &Document, id: FileId, sites: &mut Sites) {
    let values = values(document.file(id));
    let mut lists = Vec::new();
    for value in &values {
        Walk { around: Vec::new(), lists: &mut lists }.look(value);
    }
    lists.sort_by_key(|it| std::cmp::Reverse(it.elements.len()));
    for list in lists.iter().take(COUNTED_LISTS.get()) {
        sites.alternatives(alternatives(id, list));
    }
}

/// A way from one value to those in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Step<'t> {
    Key(&'t [u8]),
    Each,
}

/// What is added up: how many values there are, or what they say.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum What {
    Count,
    Sum,
}

/// A number that says a total over elements of a list.
#[derive(Debug, Clone)]
struct Total<'t> {
    span: Span,
    says: i128,
    /// Whether it is called like what it adds up.
    is_named: bool,
    what: What,
    /// From an element to what is added up.
    steps: Vec<Step<'t>>,
}

/// A list whose elements may go, and the totals that they add to.
struct List<'v, 't> {
    elements: &'v [Element<'t>],
    totals: Vec<Total<'t>>,
}

/// An object on the way to a value, and the way from there.
struct Around<'t> {
    totals: Vec<Total<'t>>,
    steps: Vec<Step<'t>>,
}

/// Goes through a value, and knows what stands around.
struct Walk<'w, 'v, 't> {
    around: Vec<Around<'t>>,
    lists: &'w mut Vec<List<'v, 't>>,
}

impl<'v, 't> Walk<'_, 'v, 't> {
    fn look(&mut self, value: &'v Value<'t>) {
        match value {
            Value::Object(pairs) => {
                self.around.push(Around { totals: totals(value), steps: Vec::new() });
                for (key, value) in pairs {
                    self.step(Step::Key(key), value);
                }
                self.around.pop();
            }
            Value::List(elements) => {
                self.note(elements);
                for element in elements {
                    self.step(Step::Each, &element.value);
                }
            }
            Value::Number(..) | Value::Other => {}
        }
    }

    fn step(&mut self, step: Step<'t>, value: &'v Value<'t>) {
        self.around.iter_mut().for_each(|it| it.steps.push(step));
        self.look(value);
        self.around.iter_mut().for_each(|it| _ = it.steps.pop());
    }

    /// Takes note of a list if its elements add to something.
    fn note(&mut self, elements: &'v [Element<'t>]) {
        let mut totals: BTreeMap<Span, Total> = BTreeMap::new();
        for around in self.around.iter().rev() {
            for total in &around.totals {
                let own =
                    total.steps.strip_prefix(&around.steps[..]).and_then(|it| it.strip_prefix(&[Step::Each]));
                let Some(steps) = own.map(<[Step]>::to_vec) else { continue };
                let is_better = totals.get(&total.span).is_none_or(|it| total.is_named && !it.is_named);
                if is_better {
                    totals.insert(total.span, Total { steps, ..total.clone() });
                }
            }
        }
        if !elements.is_empty() && (!totals.is_empty() || !ordinals(elements).is_empty()) {
            self.lists.push(List { elements, totals: totals.into_values().collect() });
        }
    }
}

/// The numbers in an object, or in objects in it, that say what is added up in lists in it.
fn totals<'t>(object: &Value<'t>) -> Vec<Total<'t>> {
    let numbers: Vec<_> = numbers(object).into_iter().filter(|it| it.2 > 0).collect();
    let (mut sums, mut totals) = (BTreeMap::new(), Vec::new());
    if !numbers.is_empty() {
        add_up(object, &mut Vec::new(), &mut sums);
    }
    for (key, span, says) in numbers {
        let of = |it: (&(What, Vec<Step<'t>>), &i128)| {
            let ((what, steps), sum) = it;
            let is_named = is_like(key, steps);
            (*sum == says).then(|| Total { span, says, is_named, what: *what, steps: steps.clone() })
        };
        // Counts come before sums.
        let mut equal: Vec<Total> = sums.iter().filter_map(of).collect();
        equal.sort_by_key(|it| !it.is_named);
        totals.extend(equal.into_iter().next());
    }
    totals
}

/// True for a key that holds the last one on a way, but for its plural.
fn is_like(key: &[u8], steps: &[Step]) -> bool {
    let named = steps.iter().rev().find_map(|it| if let Step::Key(key) = it { Some(*key) } else { None });
    let Some(named) = named.map(<[u8]>::to_ascii_lowercase) else { return false };
    let name = named.strip_suffix(b"s").unwrap_or(&named);
    !name.is_empty() && key.to_ascii_lowercase().windows(name.len()).any(|it| it == name)
}

/// The numbers that stand in an object, but in no list in it, with their keys.
fn numbers<'t>(value: &Value<'t>) -> Vec<(&'t [u8], Span, i128)> {
    let Value::Object(pairs) = value else { return Vec::new() };
    let mut found = Vec::new();
    for (key, value) in pairs {
        match value {
            Value::Number(span, says) => found.push((*key, *span, *says)),
            _ => found.extend(numbers(value)),
        }
    }
    found
}

/// Adds up what stands in lists, by the way there.
fn add_up<'t>(value: &Value<'t>, way: &mut Vec<Step<'t>>, sums: &mut BTreeMap<(What, Vec<Step<'t>>), i128>) {
    let mut add = |what: What, way: &[Step<'t>], more: i128| {
        let sum = sums.entry((what, way.to_vec())).or_default();
        *sum += more;
    };
    match value {
        Value::Number(_, says) if way.contains(&Step::Each) => add(What::Sum, way, *says),
        Value::Object(pairs) => {
            for (key, value) in pairs {
                way.push(Step::Key(key));
                add_up(value, way, sums);
                way.pop();
            }
        }
        Value::List(elements) => {
            way.push(Step::Each);
            add(What::Count, way, SCALE * i128::from(offset(elements.len())));
            for element in elements {
                add_up(&element.value, way, sums);
            }
            way.pop();
        }
        Value::Number(..) | Value::Other => {}
    }
}

/// What a value adds to a total, this way from there.
fn share(value: &Value, what: What, steps: &[Step]) -> i128 {
    match (steps, value) {
        ([], Value::Number(_, says)) if what == What::Sum => *says,
        ([], _) if what == What::Count => SCALE,
        ([Step::Key(key), rest @ ..], Value::Object(pairs)) => {
            pairs.iter().filter(|it| it.0 == *key).map(|it| share(&it.1, what, rest)).sum()
        }
        ([Step::Each, rest @ ..], Value::List(elements)) => {
            elements.iter().map(|it| share(&it.value, what, rest)).sum()
        }
        _ => 0,
    }
}

/// For each key behind which every element says which one it is: what they say.
fn ordinals<'t>(elements: &[Element<'t>]) -> Vec<Vec<(Span, i128)>> {
    let said = |it: &Element<'t>| numbers(&it.value);
    let first = elements.first().map(said).unwrap_or_default();
    let of = |(key, _, from): (&'t [u8], Span, i128)| {
        let own = |(element, at): (&Element<'t>, i128)| {
            let says = |it: &(&[u8], Span, i128)| it.0 == key && it.2 == from + at * SCALE;
            said(element).into_iter().find(says).map(|it| (it.1, it.2))
        };
        elements.iter().zip(0..).map(own).collect()
    };
    // A single element says nothing of how the next one is numbered.
    let are_several = elements.len() > 1;
    first.into_iter().filter(|it| are_several && it.2 <= SCALE).filter_map(of).collect()
}

/// Fewer and fewer elements deleted with what they add to.
fn alternatives(id: FileId, list: &List) -> Vec<EditSet> {
    let ordinals = ordinals(list.elements);
    let sums: Vec<Vec<i128>> = list.totals.iter().map(|it| sums(list.elements, it)).collect();
    // Of all totals, and of those alone that are called like what they add up.
    let ways: &[bool] = if list.totals.iter().all(|it| it.is_named) { &[false] } else { &[false, true] };
    let (mut sets, mut left) = (Vec::new(), COUNTED_EDITS.get());
    chunks(list.elements.len(), |gone| {
        let fewer = i128::from(offset(gone.len())) * SCALE;
        let behind = || ordinals.iter().flat_map(|it| &it[gone.end..]);
        let renumbered = || behind().map(|it| Edit::replace(id, it.0, written(it.1 - fewer)));
        let lowered = |named: bool| {
            let less = |at: usize| sums[at][gone.end] - sums[at][gone.start];
            let of = list.totals.iter().enumerate().filter(move |it| !named || it.1.is_named);
            let of = of.map(move |it| (it.1, less(it.0))).filter(|it| it.1 > 0);
            of.map(|(it, less)| Edit::replace(id, it.span, written(it.says - less)))
        };
        for (named, numbers) in ways.iter().flat_map(|it| [(*it, true), (*it, false)]) {
            let behind = if numbers { behind().count() } else { 0 };
            let cost = 1 + lowered(named).count() + behind;
            if cost > 1 && cost <= left && numbers == (behind > 0) {
                left -= cost;
                let renumbered = renumbered().take(behind);
                let deleted = Edit::delete(id, run(list.elements, &gone));
                sets.push(lowered(named).chain(renumbered).chain([deleted]).collect());
            }
        }
    });
    sets
}

/// What the first elements add to a total, from none of them to all.
fn sums(elements: &[Element], total: &Total) -> Vec<i128> {
    let mut sums = vec![0];
    for element in elements {
        sums.push(sums[sums.len() - 1] + share(&element.value, total.what, &total.steps));
    }
    sums
}

/// Elements with what separates them from the next one, or, at the end, from the one before.
fn run(elements: &[Element], of: &Range<usize>) -> Span {
    let (first, last) = (elements[of.start].span, elements[of.end - 1].span);
    match (elements.get(of.end), of.start.checked_sub(1)) {
        (Some(next), _) => Span::new(first.start, next.span.start),
        (None, Some(before)) => Span::new(elements[before].span.end, last.end),
        (None, None) => Span::new(first.start, last.end),
    }
}
