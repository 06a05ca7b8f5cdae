//! `lift-calls`: replaces a statement by the calls in it, where these are several: each becomes a statement.
//!
//! Before:
//! ```c
//! int f(int a) { int b = a ? g(1) + 2 * h(a) : 3; }
//! ```
//! After:
//! ```c
//! int f(int a) { g(1); h(a); }
//! ```
//!
//! Before:
//! ```go
//! func f() {
//!     x[g(1)] = 1 + h(2)
//! }
//! ```
//! After:
//! ```go
//! func f() {
//!     g(1); h(2)
//! }
//! ```
//!
//! Before:
//! ```python
//! def f():
//!     return k([g(1), h(2)])
//! ```
//! After:
//! ```python
//! def f():
//!     g(1); h(2)
//! ```
//!
//! Before:
//! ```rs
//! fn f() -> u8 { if g(1) && h(2) { return 3 } k(4) }
//! ```
//! After:
//! ```rs
//! fn f() -> u8 { g(1); h(2); k(4) }
//! ```
//! Those that are in no other call of the statement, or, where that is a single one, those in it. A single call is kept by
//! `hoist`. For at most 2,000 statements of a file, from the back.

use std::collections::{BTreeMap, HashMap};

use super::places::{is_indented, is_statement, neighbours};
use super::view::View;
use crate::document::{Document, File, UnitId};
use crate::edit::{Edit, EditSet, FileId, Span};
use crate::pass::{Pass, Propose, Sites, Stage, Tier};
use crate::thresholds::COUPLED_SITES;

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "lift-calls",
    summary: "replace a statement by several calls in it, one after the other",
    stage: Stage::Fine,
    tier: Tier::Text,
    propose: Propose::File(propose),
};

/// How many bytes before a statement are looked at for its case, as lines may be as long as files.
const CASE: u32 = 64;

fn propose(document: &Document, id: FileId, sites: &mut Sites) {
    let Some(view) = View::of(document) else { return };
    let file = view.file(id);
    let (mut around, mut statements) = (HashMap::new(), BTreeMap::<UnitId, Vec<Span>>::new());
    for call in view.names.calls(id).iter().filter(|it| !it.generic && !it.constructs && !it.is_loose()) {
        let own = call.span(file);
        let statement = statement_around(file, call.whole, &mut around);
        if let Some(statement) = statement.filter(|it| file.unit(*it).span() != own) {
            statements.entry(statement).or_default().push(own);
        }
    }
    for (statement, calls) in statements.into_iter().rev().take(COUPLED_SITES.get()) {
        sites.alternatives(lifted(&view, id, statement, &calls).into_iter().collect());
    }
}

/// The innermost statement that a unit is in or is; `known` for units asked about before, as many calls may be in each other.
fn statement_around(
    file: &File,
    unit: UnitId,
    known: &mut HashMap<UnitId, Option<UnitId>>,
) -> Option<UnitId> {
    let (mut at, mut passed) = (unit, Vec::new());
    let found = loop {
        if let Some(found) = known.get(&at) {
            break *found;
        }
        passed.push(at);
        if at == 0 || is_whole_statement(file, file.unit(at).span()) {
            break Some(at).filter(|it| *it != 0);
        }
        at = file.unit(at).parent;
    };
    known.extend(passed.into_iter().map(|it| (it, found)));
    found
}

/// True for a statement, and false for a block and for what stands behind a key.
fn is_whole_statement(file: &File, span: Span) -> bool {
    let is_block = file.text[span.range()].starts_with(b"{");
    is_statement(file, span)
        && !is_block
        && (neighbours(file, span).0 != b":" || is_behind_case(file, span.start))
}

/// True where a line begins, but for a case that fits into a few words.
fn is_behind_case(file: &File, start: u32) -> bool {
    let near = &file.text[start.saturating_sub(CASE) as usize..start as usize];
    let line = near.rsplit(|it| *it == b'\n').next().unwrap_or_default().trim_ascii();
    line.is_empty() || line.starts_with(b"case") || line.starts_with(b"default")
}

/// A statement as the calls in it.
fn lifted(view: &View, id: FileId, statement: UnitId, calls: &[Span]) -> Option<EditSet> {
    let file = view.file(id);
    let whole = file.unit(statement).span();
    let braces = file.text_of(statement).ends_with(b"}") && !is_indented(file);
    let closes = braces || file.text_of(statement).ends_with(b";");
    let outer = outermost(calls);
    let [first, .., last] = outer[..] else { return None };
    let edge = |start: u32, end: u32, with: &'static [u8]| Edit::replace(id, Span::new(start, end), with);
    let gaps = outer.windows(2).map(|it| edge(it[0].end, it[1].start, b"; "));
    let ends =
        [edge(whole.start, first.start, b""), edge(last.end, whole.end, if closes { b";" } else { b"" })];
    let ends = ends.into_iter().filter(|it| !(it.span.is_empty() && it.with.is_empty()));
    Some(gaps.chain(ends).collect()).filter(|it| view.lowers(it))
}

/// Those of some spans, in order, that are in no other, but in those that all of the others are in.
fn outermost(spans: &[Span]) -> Vec<Span> {
    let mut ends: Vec<u32> = spans.iter().map(|it| it.end).collect();
    for at in (1..ends.len()).rev() {
        ends[at - 1] = ends[at - 1].max(ends[at]);
    }
    let first = (0..spans.len()).find(|&it| ends.get(it + 1).is_some_and(|end| *end > spans[it].end));
    let mut outer: Vec<Span> = Vec::new();
    for &span in &spans[first.unwrap_or(spans.len())..] {
        // What is around something comes before it.
        if outer.last().is_none_or(|it| !it.contains(span)) {
            outer.push(span);
        }
    }
    outer
}
