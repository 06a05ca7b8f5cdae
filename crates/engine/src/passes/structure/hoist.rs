//! `hoist`: lets a unit give way to a descendant that fits its slot, or a list element to the elements of a list inside
//! it.
//!
//! Before:
//! ```text
//! int x = y + f(z);
//! ```
//! After:
//! ```text
//! int x = z;
//! ```
//! Statements do the same: `if (a) { f(); g(); }` becomes `f(); g();`.
//!
//! Compatible replacement as in Perses (ICSE 2018), with the grammar's automata in the place of rule subtyping.

use super::{facts, hull, labels, ruled_children, symbol, symbols};
use crate::document::{Document, File, UnitId};
use crate::edit::{Edit, EditSet, FileId, Span};
use crate::grammar::Symbol;
use crate::pass::{Pass, Propose, Sites, Stage, Tier};

pub const PASS: Pass = Pass {
    name: "hoist",
    summary: "let a unit give way to a descendant that fits, or to the elements of a list inside it",
    stage: Stage::Main,
    tier: Tier::Grammar,
    propose: Propose::Unit(propose),
};

/// How many fitting descendants are looked for on each path down, as deep as that goes.
const FITS_PER_PATH: usize = 3;
/// How many units are looked at for one site.
const VISITS: usize = 400;
/// How many alternatives one site offers.
const ALTERNATIVES: usize = 12;

fn propose(doc: &Document, id: FileId, unit: UnitId, sites: &mut Sites) {
    let file = doc.file(id);
    let parent = file.unit(unit).parent;
    if unit == 0 || file.is_leaf(unit) || file.unit(parent).is_error() || facts(file).is_none() {
        return;
    }
    let slot = Slot::of(file, unit, parent);
    let Some(slot) = slot else { return };
    let mut spans = fitting(file, unit, &slot);
    let whole = file.unit(unit).span();
    spans.retain(|it| *it != whole && !it.is_empty());
    spans.sort_by_key(|&it| (file.tokens_in(it), it.len(), it.start));
    spans.dedup();
    spans.truncate(ALTERNATIVES);
    sites.alternatives(spans.into_iter().map(|it| keep_only(id, whole, it)).collect());
}

/// Two deletions: what stands before and what stands after the part that stays.
pub(super) fn keep_only(file: FileId, whole: Span, part: Span) -> EditSet {
    let before = Span::new(whole.start, part.start);
    let after = Span::new(part.end, whole.end);
    [before, after].into_iter().filter(|it| !it.is_empty()).map(|it| Edit::delete(file, it)).collect()
}

/// The place of a unit among its siblings.
struct Slot {
    parent: Symbol,
    siblings: Vec<Symbol>,
    at: usize,
}

impl Slot {
    /// `None` for extras, which have no place, and in very long lists, where the neighbours stand for the rest.
    fn of(file: &File, unit: UnitId, parent: UnitId) -> Option<Slot> {
        let siblings = ruled_children(file, parent);
        let at = siblings.iter().position(|&it| it == unit)?;
        Some(Slot { parent: symbol(file, parent), siblings: symbols(file, &siblings), at })
    }

    /// True when `others` may stand in the place of the unit.
    fn takes(&self, file: &File, others: &[Symbol]) -> bool {
        let mut children = self.siblings[..self.at].to_vec();
        children.extend(others);
        children.extend(&self.siblings[self.at + 1..]);
        facts(file).is_some_and(|it| it.accepts(self.parent, &children))
    }
}

/// The spans inside `unit` that may take its place, breadth first.
fn fitting(file: &File, unit: UnitId, slot: &Slot) -> Vec<Span> {
    let mut spans = Vec::new();
    let mut seen: Vec<(Symbol, bool)> = Vec::new();
    let mut queue = std::collections::VecDeque::from([(unit, 0)]);
    let mut visits = 0;
    while let Some((at, fits)) = queue.pop_front() {
        visits += 1;
        if visits > VISITS {
            break;
        }
        let mut fits = fits;
        if at != unit && file.unit(at).is_named() && !file.unit(at).is_extra() {
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
        if fits < FITS_PER_PATH {
            queue.extend(
                file.children(at)
                    .filter(|&it| !file.is_leaf(it) || file.unit(it).is_named())
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
    ranges
        .filter(|it| it.len() < children.len() && it.len() > 1)
        .filter(|it| slot.takes(file, &symbols(file, &children[it.clone()])))
        .map(|it| hull(file, &children[it]))
        .collect()
}
