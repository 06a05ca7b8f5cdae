//! `nest-condition`: puts a condition in the place of a part of what it guards.
//!
//! Before:
//! ```c
//! void f(int a) { if (a < 3) g(1); }
//! ```
//! After:
//! ```c
//! void f(int a) { g(a < 3); }
//! ```
//!
//! Before:
//! ```python
//! def f(a):
//!     if a < 3:
//!         return g(a)
//! ```
//! After:
//! ```python
//! def f(a):
//!     return a < 3
//! ```
//! Where both what is asked and what is done about it are needed, such as a wrong comparison and the output that shows it, neither
//! may take the place of the whole. Of conditions, choices, and loops that ask before each turn. Empty brackets first, then the larger
//! parts, up to 3 of each of the first 3 statements; what begins a statement, such as a function that is called, stays.

use super::apply_rules::shrinks;
use super::hoist::Slot;
use super::realign::keep_only;
use super::{ruled, ruled_children, symbol};
use crate::document::{Document, File, UnitId};
use crate::edit::{EditSet, FileId, Span};
use crate::pass::{Pass, Propose, Sites, Stage, Tier};
use crate::thresholds::{GUARDED, NESTED_IN};

pub const PASS: Pass = Pass {
    name: "nest-condition",
    summary: "put a condition in the place of a part of what it guards",
    stage: Stage::Fine,
    tier: Tier::Grammar,
    propose: Propose::Unit(propose),
};

/// Words behind which there is a condition.
const WORDS: &[&[u8]] = &[b"if", b"unless", b"while", b"until", b"switch", b"match", b"case", b"when"];
/// Signs before which there is one.
const SIGNS: &[&[u8]] = &[b"&&", b"||", b"and", b"or"];

fn propose(document: &Document, id: FileId, unit: UnitId, sites: &mut Sites) {
    let file = document.file(id);
    if unit == 0 || file.is_leaf(unit) || file.unit(unit).has_error() || ruled(file).is_none() {
        return;
    }
    let Some((condition, guarded)) = parts(file, unit) else { return };
    let whole = file.unit(unit).span();
    let mut sets: Vec<EditSet> = Vec::new();
    let slots = slots(file, unit);
    for kept in guarded.into_iter().flat_map(|it| fitting(file, it, &slots)).take(NESTED_IN.get()) {
        let alone = keep_only(file, id, whole, file.unit(kept).span());
        for (part, with) in places(file, kept, condition) {
            sets.push(alone.merge(&EditSet::replace(id, part, with)));
        }
    }
    sites.alternatives(sets.into_iter().filter(|it| shrinks(document, it)).collect());
}

/// The place of a unit, and that of the statement that is nothing else.
fn slots(file: &File, unit: UnitId) -> Vec<Slot> {
    let parent = file.unit(unit).parent;
    let is_all = parent != 0 && file.unit(parent).span() == file.unit(unit).span();
    let outer = || Slot::of(file, parent, file.unit(parent).parent);
    let own = Slot::of(file, unit, parent);
    own.into_iter().chain(is_all.then(outer).flatten()).collect()
}

/// The condition of a unit without its brackets, and what else is in it.
fn parts(file: &File, unit: UnitId) -> Option<(UnitId, Vec<UnitId>)> {
    let children = ruled_children(file, unit);
    let reads = |it: UnitId, all: &[&[u8]]| file.is_leaf(it) && all.contains(&file.text_of(it));
    let named = |at: usize| Some(*children.get(at)?).filter(|&it| file.unit(it).is_named());
    let at = match children.iter().position(|&it| reads(it, WORDS)) {
        // One of the cases, not the choice.
        Some(word) if reads(children[word], &[b"case"]) && children.iter().any(|&it| reads(it, &[b":"])) => {
            return None;
        }
        Some(word) => word + 1,
        None => children.iter().position(|&it| reads(it, SIGNS))?.checked_sub(1)?,
    };
    let condition = named(at).or_else(|| named(at + 1).filter(|_| file.text_of(children[at]) == b"("))?;
    let others = children.iter().copied().filter(|&it| it != condition && file.unit(it).is_named());
    Some((bare(file, condition), others.collect()))
}

/// What is in brackets of its own.
fn bare(file: &File, unit: UnitId) -> UnitId {
    match ruled_children(file, unit)[..] {
        [open, inner, _] if file.text_of(open) == b"(" => inner,
        _ => unit,
    }
}

/// The outermost units in `from` that may stand in one of some slots, and are not made of such.
fn fitting(file: &File, from: UnitId, slots: &[Slot]) -> Vec<UnitId> {
    let mut found: Vec<UnitId> = Vec::new();
    let mut free = from;
    for at in (from..file.unit(from).subtree_end).take(GUARDED.get()) {
        let takes = |it: &Slot| it.takes(file, &[symbol(file, at)]);
        let fits = || file.unit(at).is_named() && slots.iter().any(takes);
        // A block, or a case, is not what is done, but what is in it.
        let is_around = ["{", "case "].iter().any(|it| file.text_of(at).starts_with(it.as_bytes()));
        if at >= free && !is_around && fits() {
            found.push(at);
            free = file.unit(at).subtree_end;
        }
    }
    found
}

/// Where in `kept` the condition may stand, behind what begins it, and what that place becomes.
fn places(file: &File, kept: UnitId, condition: UnitId) -> Vec<(Span, Vec<u8>)> {
    let own = file.unit(kept);
    let value = file.text_of(condition);
    if file.is_leaf(kept) {
        return vec![(own.span(), [file.text_of(kept), b" ", value].concat())];
    }
    let takes = |&it: &UnitId| {
        let unit = file.unit(it);
        let behind = unit.start > own.start && unit.is_named();
        let slot = || Slot::of(file, it, unit.parent);
        behind && slot().is_some_and(|slot| slot.takes(file, &[symbol(file, condition)]))
    };
    let inner = (kept + 1..own.subtree_end).take(GUARDED.get());
    let mut places: Vec<Span> = inner.clone().filter(takes).map(|it| file.unit(it).span()).collect();
    places.sort_by_key(|&it| (std::cmp::Reverse((file.tokens_in(it), it.start)), it.len()));
    places.dedup();
    places.truncate(NESTED_IN.get());
    let empty = inner.filter(|&it| file.is_leaf(it) && file.text_of(it) == b"(").filter_map(|it| {
        let close = Some(file.unit(it).subtree_end).filter(|&it| it < own.subtree_end)?;
        (file.text_of(close) == b")").then(|| Span::new(file.unit(it).start, file.unit(close).end))
    });
    let bracketed = empty.take(NESTED_IN.get()).map(|it| (it, [b"(", value, b")"].concat()));
    bracketed.chain(places.into_iter().map(|it| (it, value.to_vec()))).collect()
}
