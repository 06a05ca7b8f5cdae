//! `narrow-patterns`: deletes a position of a pattern with that of each list which it takes apart where it stands.
//!
//! Before:
//! ```python
//! h.v, T = v, T
//! ```
//! After:
//! ```python
//! h.v = v
//! ```
//!
//! Before:
//! ```python
//! for i, val, g in R(1, 2, 0), R(3, 4, 0): print(val)
//! ```
//! After:
//! ```python
//! for val, g in R(2, 0), R(4, 0): print(val)
//! ```
//!
//! Before:
//! ```python
//! def f():
//!     yield 1, 2
//!     yield 3, 4
//! for a, b in f(): print(b)
//! ```
//! After:
//! ```python
//! def f():
//!     yield 2
//!     yield 4
//! for b in f(): print(b)
//! ```
//!
//! Before:
//! ```js
//! mk = ([a, , c], b) => a + b; mk([1, , 3], 4) + mk([5, , 7], 8); [x, y] = [1, 2];
//! ```
//! After:
//! ```js
//! mk = ([a, c], b) => a + b; mk([1, 3], 4) + mk([5, 7], 8); [x, y] = [1, 2];
//! ```
//!
//! Before:
//! ```js
//! function* f() { yield [1, 2]; } for (const [a, b] of f()) g(b); const [x] = [y];
//! ```
//! After:
//! ```js
//! function* f() { yield 2; } for (const b of f()) g(b); const [x] = [y];
//! ```
//!
//! Before:
//! ```go
//! package main
//! func f() { a, b := 1, 2; g(b) }
//! ```
//! After:
//! ```go
//! package main
//! func f() { b := 2; g(b) }
//! ```
//!
//! Before:
//! ```rs
//! fn f((a, b): (u8, u16)) { let (c, d): (u8, u8) = (1, 2); g(b + d); } fn h() { f((1, 2)); }
//! ```
//! After:
//! ```rs
//! fn f(b: u16) { let (c, d): (u8, u8) = (1, 2); g(b + d); } fn h() { f(2); }
//! ```
//! Before:
//! ```rs
//! fn f(x: u8) { for (a, b) in [(x + 1, 2), (x + 1, 3)] { g(b, a * 4); } }
//! ```
//! After:
//! ```rs
//! fn f(x: u8) { for b in [2, 3] { g(b, (x + 1) * 4); } }
//! ```
//! Of what is assigned, of what a loop goes through, of what a function yields to a loop, and of a parameter that is a pattern
//! with its argument at every call; a position may be empty, and lists in lists have positions of their own. One element
//! that stays is tried alone, then in its brackets; a list of one loses them. Where the name in a position is used, its uses
//! become what stands there in the first list. Lists of at most 64 elements, of at most 2,000 such places of a file, from the
//! back. What goes through variables is for `narrow-tuples`.

use super::functions::{Function, Lists, functions, leaf_at};
use super::inline_variable::Value;
use super::lists::Slots;
use super::tuples::{is_list, list_in};
use super::view::{NEAR, Use, View};
use crate::document::{Document, File, UnitId};
use crate::edit::{Edit, EditSet, FileId, Span};
use crate::names::Kind;
use crate::pass::{Pass, Propose, Sites, Stage, Tier};
use crate::passes::text::spans::most_put;
use crate::thresholds::COUPLED_SITES;

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "narrow-patterns",
    summary: "delete a position of a pattern with that of what it takes apart",
    stage: Stage::Fine,
    tier: Tier::Text,
    propose: Propose::File(propose),
};

fn propose(document: &Document, id: FileId, sites: &mut Sites) {
    let Some(view) = View::of(document) else { return };
    let file = view.file(id);
    let mut groups = Vec::new();
    for sign in (0..file.units().len()).rev().map(crate::lexeme::offset).filter(|&it| file.is_leaf(it)) {
        if groups.len() >= COUPLED_SITES.get() {
            break;
        }
        match file.text_of(sign) {
            b"=" | b":=" => groups.extend(assigned(file, id, sign)),
            b"in" | b"of" => groups.extend(gone_through(file, id, sign)),
            _ => {}
        }
    }
    for function in functions(document, id).take(COUPLED_SITES.get()) {
        groups.extend(yielded(&view, &function));
        groups.extend(handed(&view, &function.lists(false)));
    }
    let mut left = most_put(document);
    for group in groups {
        group.propose(&view, NEAR, &mut left, sites);
    }
}

/// A pattern and what it takes apart.
#[derive(Default)]
struct Group {
    lists: Vec<(FileId, UnitId)>,
    /// True where a name stands before one of the lists, so that its brackets stay.
    is_named: bool,
}

/// The units on both sides of a sign.
fn sides(file: &File, sign: UnitId) -> (Vec<UnitId>, Option<UnitId>) {
    let parts = || file.children(file.unit(sign).parent).filter(|&it| file.unit(it).is_named());
    (parts().take_while(|&it| it < sign).collect(), parts().find(|&it| it > sign))
}

/// Patterns and what is assigned to them.
fn assigned(file: &File, id: FileId, sign: UnitId) -> Option<Group> {
    let (left, right) = sides(file, sign);
    // A type without a pattern before it is that of a variable.
    left.first().and_then(|&it| listed(file, it))?;
    let mut lists: Vec<UnitId> = left.iter().filter_map(|&it| listed(file, it)).collect();
    let mut right = right?;
    // `a, b = c, d = 1, 2`.
    while let Some(next) = file.children(right).find(|&it| file.text_of(it) == b"=") {
        let (left, value) = sides(file, next);
        lists.extend(left.iter().filter_map(|&it| listed(file, it)));
        right = value?;
    }
    lists.push(listed(file, right)?);
    Some(Group { lists: lists.into_iter().map(|it| (id, it)).collect(), is_named: false })
}

/// The pattern of a loop, and each of the lists written out that it goes through.
fn gone_through(file: &File, id: FileId, sign: UnitId) -> Option<Group> {
    let (left, right) = sides(file, sign);
    let pattern = left.iter().rev().find_map(|&it| listed(file, it))?;
    let through = listed(file, right?)?;
    let mut group = Group { lists: vec![(id, pattern)], is_named: false };
    for element in file.children(through).filter(|&it| file.unit(it).is_named()) {
        let called = || file.children(element).last().and_then(|it| listed(file, it));
        let list = listed(file, element);
        group.is_named |= list.is_none();
        group.lists.push((id, list.or_else(called)?));
    }
    Some(group)
}

/// What a function yields, and the patterns of the loops that go through it.
fn yielded(view: &View, function: &Function) -> Option<Group> {
    let definition = function.implementation()?;
    let (id, body) = (definition.file, definition.parts.body?);
    let file = view.file(id);
    let (first, end) = view.lexemes_of(id, file.unit(body).span());
    let mut group = Group::default();
    for at in (first..end).filter(|&it| view.reads(id, it, b"yield")) {
        let keyword = leaf_at(file, file.lexemes()[at].span.start);
        let mut behind = file.children(file.unit(keyword).parent).filter(|&it| it > keyword);
        group.lists.push((id, behind.find_map(|it| listed(file, it))?));
    }
    if group.lists.is_empty() {
        return None;
    }
    for (id, call) in function.calls() {
        let file = view.file(id);
        let before = view.lexemes_of(id, file.unit(call.whole).span()).0.checked_sub(1);
        let loops = |at: &usize| view.reads(id, *at, b"in") || view.reads(id, *at, b"of");
        let Some(sign) = before.filter(loops) else { continue };
        let (left, _) = sides(file, leaf_at(file, file.lexemes()[sign].span.start));
        group.lists.extend(left.iter().rev().find_map(|&it| listed(file, it)).map(|it| (id, it)));
    }
    Some(group)
}

/// Each parameter that is a pattern, with its arguments.
fn handed(view: &View, lists: &Lists) -> Vec<Group> {
    let count = lists.parameters.iter().map(|it| it.1.elements.len()).max().unwrap_or(0);
    let mut groups = Vec::new();
    for index in (0..count.min(NEAR)).rev() {
        let mut group = Group::default();
        for (id, list) in &lists.parameters {
            let (file, Some(element)) = (view.file(*id), list.elements.get(index)) else { continue };
            if let Some(list) = listed(file, element.unit) {
                group.lists.push((*id, list));
                continue;
            }
            // A pattern with its type or the value that it has by default, but no name with them.
            let parts = file.children(element.unit).filter(|&it| file.unit(it).is_named());
            let lists = parts.map_while(|it| listed(file, it));
            group.lists.extend(lists.map(|it| (*id, it)));
        }
        if group.lists.is_empty() {
            continue;
        }
        for arguments in &lists.arguments {
            let file = view.file(arguments.file);
            let at = arguments.position(file, index, None);
            let list = at.and_then(|it| listed(file, arguments.list.elements.get(it)?.unit));
            group.lists.extend(list.map(|it| (arguments.file, it)));
        }
        groups.push(group);
    }
    groups
}

/// The list that a unit is, or what has nothing else in it but a sign; with one element only in brackets.
fn listed(file: &File, unit: UnitId) -> Option<UnitId> {
    let alone = || {
        let mut parts = file.children(unit);
        let opens = parts.next().is_some_and(|it| matches!(file.text_of(it), b"(" | b"["));
        opens && file.children(unit).count() == 3 && !is_list(file, unit)
    };
    list_in(file, unit).or_else(|| alone().then_some(unit))
}

impl Group {
    /// Proposes to delete each of its positions, and those of the lists in them.
    fn propose(&self, view: &View, depth: usize, left: &mut usize, sites: &mut Sites) {
        let slots = |it: &(FileId, UnitId)| Some((it.0, Slots::of(view.file(it.0), it.1)?));
        let mut lists: Vec<(FileId, Slots)> = self.lists.iter().filter_map(slots).collect();
        let Some(width) = lists.first().map(|it| it.1.len()) else { return };
        lists.retain(|it| it.1.len() == width);
        if lists.len() < 2 || !(1..=NEAR).contains(&width) {
            return;
        }
        for at in (0..width).rev() {
            let bare = (width <= 2 && !self.is_named).then(|| alone(&lists, (width - 1).abs_diff(at)));
            let narrow = (width > 1).then(|| narrower(&lists, at));
            let uses = put(view, &lists, at, left);
            let sets = bare.into_iter().chain(narrow).map(|it| it.merge(&uses));
            sites.alternatives(sets.filter(|it| view.lowers(it)).collect());
            let inner = |(id, list): &(FileId, Slots)| Some((*id, listed(view.file(*id), list.unit(at)?)?));
            let inner = Group { lists: lists.iter().filter_map(inner).collect(), is_named: false };
            if depth > 0 {
                inner.propose(view, depth - 1, left, sites);
            }
        }
    }
}

/// What the first list that gives a value has for a position, wherever the names are used that the patterns have there; as
/// long as no more than `left` is put there.
fn put(view: &View, lists: &[(FileId, Slots)], at: usize, left: &mut usize) -> EditSet {
    let (mut uses, mut value): (Vec<Use>, _) = (Vec::new(), None);
    for (id, list) in lists {
        let mut bound = view.names.definitions_in(view.document, *id, list.span(at));
        match (bound.next().map(|it| &view.names.definitions()[it]), bound.next()) {
            (Some(it), None) if matches!(it.kind, Kind::Value | Kind::Parameter) => {
                uses.extend(view.uses(it.binding));
            }
            (None, _) => value = value.or_else(|| Some((*id, list.span(at))).filter(|it| !it.1.is_empty())),
            _ => return EditSet::new(),
        }
    }
    let mut wholes: Vec<(FileId, Span)> = lists.iter().map(|it| (it.0, it.1.whole)).collect();
    wholes.sort_unstable_by_key(|it| (it.0, it.1.start));
    let within = |it: &Use| {
        let own = it.span(view);
        let before = wholes.partition_point(|whole| (whole.0, whole.1.start) <= (it.file, own.start));
        before > 0 && wholes[before - 1].0 == it.file && wholes[before - 1].1.contains(own)
    };
    let Some((id, span)) = value else { return EditSet::new() };
    let size = span.len() * uses.len();
    if size > *left || uses.iter().any(|it| it.is_written(view) || within(it)) {
        return EditSet::new();
    }
    *left -= size;
    let value = Value::of(view, id, span);
    uses.iter().flat_map(|it| value.put_at(view, *it)).collect()
}

/// One element of each list without anything around it.
fn alone(lists: &[(FileId, Slots)], kept: usize) -> EditSet {
    let around = |(id, list): &(FileId, Slots)| {
        let (whole, kept) = (list.whole, list.span(kept));
        [Span::new(whole.start, kept.start), Span::new(kept.end, whole.end)].map(|it| Edit::delete(*id, it))
    };
    lists.iter().flat_map(around).filter(|it| !it.span.is_empty()).collect()
}

/// Each list without one of its elements.
fn narrower(lists: &[(FileId, Slots)], at: usize) -> EditSet {
    lists.iter().flat_map(|(id, list)| list.without(*id, at)).collect()
}
