//! `hoist`: lets a unit give way to a descendant that fits its slot, or a list element to the elements of a list inside it.
//!
//! Before:
//! ```c
//! void f() { if (a) { b(); c(); } }
//! ```
//! After:
//! ```c
//! void f() { b(); c(); }
//! ```
//! Compatible replacement as in Perses (ICSE 2018), with the grammar's automata in the place of rule subtyping.

use super::realign::{is_indented, keep_only};
use super::{hull, labels, ruled, ruled_children, symbol, symbols};
use crate::document::{Document, File, UnitId};
use crate::edit::{FileId, Span};
use crate::grammar::Symbol;
use crate::pass::{Pass, Propose, Sites, Stage, Tier};
use crate::thresholds::{HOIST_SIBLINGS, HOIST_VISITS, HOISTS, HOISTS_PER_PATH};

pub const PASS: Pass = Pass {
    name: "hoist",
    summary: "let a unit give way to a descendant that fits, or to the elements of a list inside it",
    stage: Stage::Main,
    tier: Tier::Grammar,
    propose: Propose::Unit(propose),
};

fn propose(doc: &Document, id: FileId, unit: UnitId, sites: &mut Sites) {
    let file = doc.file(id);
    let parent = file.unit(unit).parent;
    if unit == 0 || file.is_leaf(unit) || file.unit(parent).is_error() || ruled(file).is_none() {
        return;
    }
    let slot = Slot::of(file, unit, parent);
    let Some(slot) = slot else { return };
    let mut spans = fitting(file, unit, &slot);
    let whole = file.unit(unit).span();
    spans.retain(|it| *it != whole && !it.is_empty());
    spans.sort_by_key(|&it| (file.tokens_in(it), it.len(), it.start));
    spans.dedup();
    spans.truncate(HOISTS.get());
    sites.alternatives(spans.into_iter().map(|it| keep_only(file, id, whole, it)).collect());
}

/// The place of a unit among its siblings.
pub(super) struct Slot {
    parent: Symbol,
    siblings: Vec<Symbol>,
    at: usize,
}

impl Slot {
    /// `None` for extras, which have no place.
    pub(super) fn of(file: &File, unit: UnitId, parent: UnitId) -> Option<Slot> {
        if file.unit(unit).is_extra() || file.unit(unit).is_missing() {
            return None;
        }
        let near = Near::of(file, unit, parent);
        let siblings = symbols(file, &near.units);
        let slot = |siblings: Vec<Symbol>, at: usize| Slot { parent: symbol(file, parent), siblings, at };
        let (Some(left), Some(right)) = (near.gaps[0].or(near.gaps[1]), near.gaps[1].or(near.gaps[0])) else {
            return Some(slot(siblings, near.at));
        };
        // What is left out of a long list has to be pairs, elements with their separators: so one more may have to go.
        let choices = [vec![], vec![left], vec![right], vec![left, right]];
        let without = |gone: Vec<usize>| {
            let kept = (0..siblings.len()).filter(|it| !gone.contains(it)).map(|it| siblings[it]).collect();
            slot(kept, near.at - gone.iter().filter(|&&it| it < near.at).count())
        };
        choices.into_iter().map(without).find(|it| it.takes(file, &[symbol(file, unit)]))
    }

    /// True when `others` may stand in the place of the unit.
    pub(super) fn takes(&self, file: &File, others: &[Symbol]) -> bool {
        let mut children = self.siblings[..self.at].to_vec();
        children.extend(others);
        children.extend(&self.siblings[self.at + 1..]);
        ruled(file).is_some_and(|it| it.accepts_instead(self.parent, &self.siblings, &children))
    }
}

/// The siblings of a unit; of very many those nearby and those at the ends, which stand for the rest.
struct Near {
    units: Vec<UnitId>,
    at: usize,
    /// The last before and the first after what is left out on either side.
    gaps: [Option<usize>; 2],
}

impl Near {
    fn of(file: &File, unit: UnitId, parent: UnitId) -> Near {
        let ruled = |it: &UnitId| !file.unit(*it).is_extra() && !file.unit(*it).is_missing();
        let end = file.unit(parent).subtree_end;
        let before = |from: UnitId| std::iter::successors(previous(file, from), |&it| previous(file, it));
        let mut left: Vec<UnitId> = before(unit).filter(ruled).take(HOIST_SIBLINGS.get()).collect();
        left.reverse();
        let next = |it: &UnitId| Some(file.unit(*it).subtree_end).filter(|it| *it < end);
        let right: Vec<UnitId> =
            std::iter::successors(next(&unit), next).filter(ruled).take(HOIST_SIBLINGS.get()).collect();
        let mut gaps = [None; 2];
        let mut first: Vec<UnitId> = Vec::new();
        if let Some(&from) = left.first().filter(|_| left.len() == HOIST_SIBLINGS.get()) {
            first = file
                .children(parent)
                .take_while(|&it| it < from)
                .filter(ruled)
                .take(HOIST_SIBLINGS.get())
                .collect();
            gaps[0] = (first.len() == HOIST_SIBLINGS.get()).then_some(HOIST_SIBLINGS.get() - 1);
        }
        let mut last: Vec<UnitId> = Vec::new();
        if let Some(&to) = right.last().filter(|_| right.len() == HOIST_SIBLINGS.get()) {
            let from = child_around(file, end - 1, parent);
            let back = std::iter::once(from).chain(before(from));
            last = back.take_while(|&it| it > to).filter(ruled).take(HOIST_SIBLINGS.get()).collect();
            last.reverse();
            gaps[1] =
                (last.len() == HOIST_SIBLINGS.get()).then_some(first.len() + left.len() + 1 + right.len());
        }
        let at = first.len() + left.len();
        Near { units: [first, left, vec![unit], right, last].concat(), at, gaps }
    }
}

/// The sibling before `unit`.
fn previous(file: &File, unit: UnitId) -> Option<UnitId> {
    let parent = file.unit(unit).parent;
    (parent + 1 < unit).then(|| child_around(file, unit - 1, parent))
}

/// The child of `parent` that `descendant` is or stands in.
fn child_around(file: &File, descendant: UnitId, parent: UnitId) -> UnitId {
    let mut at = descendant;
    while file.unit(at).parent != parent {
        at = file.unit(at).parent;
    }
    at
}

/// The spans inside `unit` that may take its place, breadth first.
fn fitting(file: &File, unit: UnitId, slot: &Slot) -> Vec<Span> {
    let mut spans = Vec::new();
    let mut seen: Vec<(Symbol, bool)> = Vec::new();
    let mut queue = std::collections::VecDeque::from([(unit, 0)]);
    let mut visits = 0;
    while let Some((at, fits)) = queue.pop_front() {
        visits += 1;
        if visits > HOIST_VISITS.get() {
            break;
        }
        let mut fits = fits;
        if at != unit && file.unit(at).is_solid() {
            let own = symbol(file, at);
            let takes = match seen.iter().find(|(it, _)| *it == own) {
                Some(&(_, takes)) => takes,
                None => slot.takes(file, &[own]),
            };
            seen.push((own, takes));
            if takes {
                spans.push(file.unit(at).span());
                fits += 1;
            }
        }
        spans.extend(spliceable(file, at, slot));
        if fits < HOISTS_PER_PATH.get() {
            queue.extend(
                file.children(at)
                    .filter(|&it| !file.is_leaf(it) || file.unit(it).is_named())
                    .take(HOIST_VISITS.get() - visits)
                    .map(|it| (it, fits)),
            );
        }
    }
    spans
}

/// The lists of `unit` whose elements may all stand in the slot.
fn spliceable(file: &File, unit: UnitId, slot: &Slot) -> Vec<Span> {
    let children = ruled_children(file, unit);
    if children.len() < 2 {
        return Vec::new();
    }
    let Some(labels) = labels(file, unit, &children) else { return Vec::new() };
    let ranges = labels.lists.iter().filter_map(|it| {
        let (first, last) = (it.elements.first()?, it.elements.last()?);
        Some(first.start..last.end)
    });
    // A block without brackets is nothing but its statements.
    let bare = usize::from(is_indented(file));
    ranges
        .filter(|it| it.len() < children.len() + bare && it.len() > 1)
        .filter(|it| slot.takes(file, &symbols(file, &children[it.clone()])))
        .map(|it| hull(file, &children[it]))
        .collect()
}
