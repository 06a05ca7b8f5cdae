//! Several trees as one arena: how the kinds and fields of several languages are numbered, and one tree put below a leaf of
//! another.

use std::borrow::Cow;
use std::cmp::Reverse;

use crate::grammar::Symbol;
use crate::lexeme::offset;
use crate::unit::{Unit, UnitId};

/// The number of ERROR units, whatever their language.
pub(super) const ERROR: u16 = u16::MAX;

/// Where the kinds and the fields of a language begin among those of all that a file is in.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Numbers {
    pub(crate) kinds: usize,
    /// One less than the first field, because 0 is none.
    pub(crate) fields: usize,
}

impl Numbers {
    /// True when there are numbers for as many.
    pub(super) fn are_few(self) -> bool {
        self.kinds < usize::from(ERROR) && self.fields < usize::from(u16::MAX)
    }

    /// True for a kind that may be of the language, and of none before it.
    pub(super) fn begin_before(self, kind: u16) -> bool {
        kind != ERROR && usize::from(kind) >= self.kinds
    }

    /// The number of a kind.
    pub(crate) fn kind(self, own: u16) -> u16 {
        if own == ERROR { ERROR } else { add(own, self.kinds) }
    }

    /// The number of a field, 0 for none.
    pub(crate) fn field(self, own: u16) -> u16 {
        if own == 0 { 0 } else { add(own, self.fields) }
    }

    /// Where the numbers begin that begin at `inner` among these.
    pub(crate) fn then(self, inner: Numbers) -> Numbers {
        Numbers { kinds: self.kinds + inner.kinds, fields: self.fields + inner.fields }
    }

    /// What the language itself calls a kind; none when it is not of it.
    pub(crate) fn own_kind(self, kind: u16) -> Option<u16> {
        if kind == ERROR {
            Some(ERROR)
        } else {
            u16::try_from(usize::from(kind).checked_sub(self.kinds)?).ok()
        }
    }

    fn own(self, it: Symbol) -> Option<Symbol> {
        Some(Symbol { kind: self.own_kind(it.kind)?, symbol: self.own_kind(it.symbol)? })
    }

    /// A node and its children, as their own language numbers them; none when they are of several.
    pub(super) fn own_symbols(
        self,
        node: Symbol,
        children: &[Symbol],
    ) -> Option<(Symbol, Cow<'_, [Symbol]>)> {
        if self.kinds == 0 {
            // What is no number of the host's fits none of its rules.
            return Some((node, Cow::Borrowed(children)));
        }
        let children: Option<Vec<Symbol>> = children.iter().map(|it| self.own(*it)).collect();
        Some((self.own(node)?, Cow::Owned(children?)))
    }
}

fn add(own: u16, first: usize) -> u16 {
    own + u16::try_from(first).expect("whoever gave the numbers has looked that they are few")
}

/// The units of one tree, and the leaf of another that they go below.
#[derive(Debug)]
pub(super) struct Graft {
    pub(super) leaf: UnitId,
    /// Numbered by themselves; never empty.
    pub(super) units: Vec<Unit>,
}

/// The unit without children that covers a span.
pub(super) fn leaf_of(units: &[Unit], start: usize, end: usize) -> Option<UnitId> {
    let (start, end) = (offset(start), offset(end));
    let first = units.partition_point(|it| (it.start, Reverse(it.end)) < (start, Reverse(end)));
    let same = units[first..].iter().take_while(|it| (it.start, it.end) == (start, end)).count();
    (first..first + same).map(offset).find(|&it| units[it as usize].subtree_end == it + 1)
}

/// Moves a unit of a part of a text to where that is in the text, and among the languages.
pub(super) fn shift(unit: &mut Unit, start: usize, numbers: Numbers) {
    let start = offset(start);
    (unit.start, unit.end) = (unit.start + start, unit.end + start);
    (unit.kind, unit.symbol) = (numbers.kind(unit.kind), numbers.kind(unit.symbol));
    unit.field = numbers.field(unit.field);
}

/// The units of a tree with those of others below its leaves; the grafts are in the order of their leaves.
pub(super) fn grafted(host: Vec<Unit>, grafts: Vec<Graft>) -> Vec<Unit> {
    if grafts.is_empty() {
        return host;
    }
    let more: usize = grafts.iter().map(|it| it.units.len()).sum();
    // How many units are put in before the unit with that index.
    let before: Vec<u32> = {
        let mut before = vec![0; host.len() + 1];
        for it in &grafts {
            before[it.leaf as usize + 1] = offset(it.units.len());
        }
        before
            .iter()
            .scan(0, |sum, it| {
                Some({
                    *sum += it;
                    *sum
                })
            })
            .collect()
    };
    let moved = |id: UnitId| id + before[id as usize];
    let mut units: Vec<Unit> = Vec::with_capacity(host.len() + more);
    let mut grafts = grafts.into_iter().peekable();
    for (id, mut unit) in (0..).zip(host) {
        (unit.parent, unit.subtree_end) = (moved(unit.parent), moved(unit.subtree_end));
        units.push(unit);
        let Some(graft) = grafts.next_if(|it| it.leaf == id) else { continue };
        let first = offset(units.len());
        if graft.units[0].has_error() {
            mark_around(&mut units, first - 1);
        }
        for mut unit in graft.units {
            (unit.parent, unit.subtree_end) = (unit.parent + first, unit.subtree_end + first);
            units.push(unit);
        }
        units[first as usize].parent = first - 1;
    }
    units
}

/// Says that a unit, and all that it is in, holds an error.
pub(super) fn mark_around(units: &mut [Unit], mut at: UnitId) {
    while !units[at as usize].has_error() {
        units[at as usize].holds_error();
        at = units[at as usize].parent;
    }
}
