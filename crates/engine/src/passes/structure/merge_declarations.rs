//! `merge-declarations`: makes one declaration, or one block, of several next to each other that begin alike.
//!
//! Before:
//! ```c
//! static int a = 1; static int *b; int f(int) { return a; }
//! ```
//! After:
//! ```c
//! static int a = 1, *b; int f(int) { return a; }
//! ```
//!
//! Before:
//! ```java
//! class A { int a = 1; int b = 2; int f() { return a + b; } }
//! ```
//! After:
//! ```java
//! class A { int a = 1, b = 2; int f() { return a + b; } }
//! ```
//!
//! Before:
//! ```js
//! var a = 1; var b = 2; let c;
//! ```
//! After:
//! ```js
//! var a = 1, b = 2; let c;
//! ```
//!
//! Before:
//! ```rs
//! impl S { fn a() {} } impl S { fn b() {} }
//! ```
//! After:
//! ```rs
//! impl S { fn a() {} fn b() {} }
//! ```
//!
//! Before:
//! ```cpp
//! namespace N { int a; } namespace N { int b; }
//! ```
//! After:
//! ```cpp
//! namespace N { int a; int b; }
//! ```
//! Of two neighbours of a kind that end with a `;`, where the rule of their kind takes what both have with a comma between.
//! No functions. Or of two neighbours of a kind that end with a block and are alike but for that. All of them are one list.

use super::{ruled, ruled_children, symbol, symbols};
use crate::document::{Document, File, UnitId};
use crate::edit::{Edit, EditSet, FileId, Span};
use crate::grammar::Symbol;
use crate::lexeme::offset;
use crate::pass::{Pass, Propose, Sites, Stage, Tier};
use crate::thresholds::SITES;

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "merge-declarations",
    summary: "make one declaration of neighbours that begin alike",
    stage: Stage::Fine,
    tier: Tier::Grammar,
    propose: Propose::File(propose),
};

fn propose(document: &Document, id: FileId, sites: &mut Sites) {
    let file = document.file(id);
    let units = 1..offset(file.units().len());
    let ends = |it: &UnitId| !file.is_leaf(*it) && file.text_of(*it).ends_with(b"}");
    let blocks = units.clone().filter(ends).filter_map(|it| one_block(file, id, it));
    sites.list(blocks.take(SITES.get()).collect());
    let Some(comma) = comma(file) else { return };
    let ends = |it: &UnitId| !file.is_leaf(*it) && file.text_of(*it).ends_with(b";");
    let merged = units.filter(ends).filter_map(|it| merged(file, id, it, comma));
    sites.list(merged.take(SITES.get()).collect());
}

/// The comma of a file's grammar.
pub(super) fn comma(file: &File) -> Option<Symbol> {
    let id = ruled(file)?.syntax.parser()?.id_for_node_kind(",", false);
    (id != 0).then_some(Symbol { kind: id, symbol: id })
}

/// A unit and the next one with one block, where all else is the same.
fn one_block(file: &File, id: FileId, first: UnitId) -> Option<EditSet> {
    let second = file.unit(first).subtree_end;
    let (one, other) = (file.unit(first), file.units().get(second as usize)?);
    if other.parent != one.parent || (one.kind, one.symbol) != (other.kind, other.symbol) {
        return None;
    }
    let (ours, theirs) = (ruled_children(file, first), ruled_children(file, second));
    let (&ours, head) = ours.split_last().filter(|it| !it.1.is_empty())?;
    let (&theirs, same) = theirs.split_last()?;
    let is_block = |it: UnitId| file.text_of(it).starts_with(b"{") && file.text_of(it).ends_with(b"}");
    let texts = |units: &[UnitId]| units.iter().map(|it| file.text_of(*it)).collect::<Vec<_>>();
    let alike = file.unit(ours).kind == file.unit(theirs).kind && texts(head) == texts(same);
    let gap = Span::new(file.unit(ours).end - 1, file.unit(theirs).start + 1);
    (alike && is_block(ours) && is_block(theirs)).then(|| EditSet::delete(id, gap))
}

/// A unit and the next one as one, where they begin alike.
fn merged(file: &File, id: FileId, first: UnitId, comma: Symbol) -> Option<EditSet> {
    let second = file.unit(first).subtree_end;
    let is_next = file.units().get(second as usize)?.parent == file.unit(first).parent;
    let pair = is_next.then(|| Pair::of(file, id, first, second, comma)).flatten()?;
    let gap = Span::new(file.unit(pair.end).start, pair.added.start);
    Some([Edit::replace(id, gap, *b", ")].into_iter().collect())
}

/// Two declarations that begin alike, where the first takes what the second has, too.
pub(super) struct Pair<'f> {
    file: &'f File,
    id: FileId,
    first: UnitId,
    second: UnitId,
    /// The `;` of the first.
    end: UnitId,
    /// What the first declares, and the second.
    own: Span,
    added: Span,
}

impl<'f> Pair<'f> {
    pub(super) fn of(
        file: &'f File,
        id: FileId,
        first: UnitId,
        second: UnitId,
        comma: Symbol,
    ) -> Option<Pair<'f>> {
        let (one, other) = (file.unit(first), file.unit(second));
        if (one.kind, one.symbol) != (other.kind, other.symbol) {
            return None;
        }
        let (ours, theirs) = (ruled_children(file, first), ruled_children(file, second));
        let (&end, own) = ours.split_last().filter(|it| file.text_of(*it.0) == b";")?;
        if file.text_of(*theirs.last()?) != b";" {
            return None;
        }
        let alike = |it: &(&UnitId, &UnitId)| file.text_of(*it.0) == file.text_of(*it.1);
        let most = own.len().min(theirs.len() - 1).saturating_sub(1);
        let common = ours.iter().zip(&theirs).take(most).take_while(alike).count();
        if common == 0 {
            return None;
        }
        let added = &theirs[common..];
        let parts = [(own[common], own[own.len() - 1]), (added[0], added[added.len() - 1])];
        if parts.iter().any(|it| declares_a_function(file, it.0, it.1)) {
            return None;
        }
        let all = [symbols(file, own), vec![comma], symbols(file, added)].concat();
        let language = ruled(file)?;
        if !language.accepts_instead(symbol(file, first), &symbols(file, &ours), &all) {
            return None;
        }
        let between = |from: UnitId, to: UnitId| Span::new(file.unit(from).start, file.unit(to).end);
        let (last, declared) = (own[own.len() - 1], added[added.len() - 2]);
        let (own, added) = (between(own[common], last), between(added[0], declared));
        Some(Pair { file, id, first, second, end, own, added })
    }

    /// What the second declares behind what the first does.
    pub(super) fn up(&self) -> EditSet {
        let at = self.file.unit(self.end).start;
        self.moved(self.second, Span::new(at, at), &[b", ", &self.file.text[self.added.range()]].concat())
    }

    /// What the first declares before what the second does.
    pub(super) fn down(&self) -> EditSet {
        let at = self.added.start;
        self.moved(self.first, Span::new(at, at), &[&self.file.text[self.own.range()], b", "].concat())
    }

    fn moved(&self, from: UnitId, to: Span, text: &[u8]) -> EditSet {
        let whole = self.file.unit(from).span();
        let behind = &self.file.text[whole.end as usize..];
        let blanks = behind.len() - behind.trim_ascii_start().len();
        let whole = Span::new(whole.start, whole.end + offset(blanks));
        [Edit::delete(self.id, whole), Edit::replace(self.id, to, text)].into_iter().collect()
    }
}

/// True when one of the units from `first` to `last` declares a function, which is more of use by itself.
fn declares_a_function(file: &File, first: UnitId, last: UnitId) -> bool {
    (first..file.unit(last).subtree_end).any(|it| file.kind_name(it) == "function_declarator")
}
