//! `delete-field`: deletes a field of a type, with what every construction has for it.
//!
//! Before:
//! ```c
//! struct S { int a; int b; } x = {1, 2};
//! struct S y[] = {{3, 4}, {.b = 5, .a = 6}};
//! int f() { return x.b; }
//! ```
//! After:
//! ```c
//! struct S { int b; } x = {2};
//! struct S y[] = {{4}, {.b = 5}};
//! int f() { return x.b; }
//! ```
//!
//! Before:
//! ```rs
//! struct S { a: u8, b: u8 }
//! fn f(s: S) -> u8 { let S { a, b: c } = s; g(S { a: 1, b: 2 }); c }
//! ```
//! After:
//! ```rs
//! struct S { b: u8 }
//! fn f(s: S) -> u8 { let S { b: c } = s; g(S { b: 2 }); c }
//! ```
//!
//! Before:
//! ```c
//! struct S { int a; int b[2]; };
//! struct T { struct S s; int c; } x = {1, 2, 3, 4};
//! ```
//! After:
//! ```c
//! struct S { int a; };
//! struct T { struct S s; int c; } x = {1, 4};
//! ```
//!
//! Before:
//! ```c
//! enum { A, B, C } e = C;
//! int t[3] = {1, 2, 3};
//! ```
//! After:
//! ```c
//! enum { A, C } e = C;
//! int t[2] = {1, 3};
//! ```
//!
//! Before:
//! ```go
//! const (
//!     A T = iota
//!     B
//! )
//! ```
//! After:
//! ```go
//! const (
//!     B T = 1
//! )
//! ```
//! Before:
//! ```cpp
//! struct S { int a, b; S(int a, int b) : a(a), b(b) {} int f() { return a; } };
//! S s(1, 2);
//! ```
//! After:
//! ```cpp
//! struct S { int a; S(int a) : a(a) {} int f() { return a; } };
//! S s(1);
//! ```
//! Before:
//! ```cpp
//! struct A { int c, a; };
//! struct B { A f; B(int p, int c) : f{p, 0} {} };
//! int g() { B x(1, 2); return x.f.c; }
//! ```
//! After:
//! ```cpp
//! struct A { int c; };
//! struct B { A f; B(int p, int c) : f{p} {} };
//! int g() { B x(1, 2); return x.f.c; }
//! ```
//! Before:
//! ```java
//! class S { int a; int b; S(int a, int b) { this.a = a; this.b = b; } int f() { return a; } }
//! class T { S s = new S(1, 2); }
//! ```
//! After:
//! ```java
//! class S { int a; S(int a) { this.a = a; } int f() { return a; } }
//! class T { S s = new S(1); }
//! ```
//! Before:
//! ```rs
//! struct S { a: u8, b: u8 }
//! impl S { fn new(a: u8, c: u8) -> S { let b = c + 1; S { a, b } } }
//! fn f() -> S { S::new(1, 2) }
//! ```
//! After:
//! ```rs
//! struct S { a: u8 }
//! impl S { fn new(a: u8) -> S { S { a } } }
//! fn f() -> S { S::new(1) }
//! ```
//! By position and by name, in lists within lists too, even without the braces around them. Where the field is used, statements that only assign to it go, and
//! what is left of its uses becomes the value that the only construction gives it, or else `0`. Parameters and variables that were
//! needed for nothing else go along, with their arguments. For at most 2,000 fields of a file, from the back;
//! then for as many cases of enums, with the elements in their places in at most four tables that are as long; then for as many
//! constants that the next one goes on from, which takes their place.

use super::constructions::{Body, Constructions, body_of, elements_for, field_uses, fields, value_of};
use super::counted;
use super::lists::List;
use super::orphans::with_orphans;
use super::tables;
use super::view::{Use, View};
use crate::document::Document;
use crate::edit::{Edit, EditSet, FileId, Span};
use crate::names::{Definition, Kind};
use crate::pass::{Pass, Propose, Sites, Stage, Tier};
use crate::thresholds::COUPLED_SITES;

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "delete-field",
    summary: "delete a field with what every construction has for it",
    stage: Stage::Main,
    tier: Tier::Text,
    propose: Propose::File(propose),
};

fn propose(document: &Document, id: FileId, sites: &mut Sites) {
    let Some(view) = View::of(document) else { return };
    propose_fields(&view, id, sites);
    tables::propose(&view, id, sites);
    counted::propose(&view, id, sites);
}

fn propose_fields(view: &View, id: FileId, sites: &mut Sites) {
    let constructions = Constructions::of(view);
    let mut left = COUPLED_SITES.get();
    for of in bodies(view, id).into_iter().rev() {
        let all = fields(view, of);
        for (at, field) in all.iter().enumerate().rev() {
            if left == 0 {
                return;
            }
            left -= 1;
            let (edits, values) = without(view, &constructions, of, &all, at);
            sites.alternatives(with_uses(view, of, field, &edits, &values));
        }
    }
}

/// The lists of fields in a file, in order.
pub(super) fn bodies(view: &View, id: FileId) -> Vec<Body> {
    let types = view.bindings(id, &[Kind::Type, Kind::Member]);
    let mut found: Vec<Body> = types.filter_map(|it| body_of(view, it.0)).filter(|it| it.0 == id).collect();
    found.sort_unstable();
    found.dedup();
    found
}

/// What takes field `at` of a type away, and what was given to it.
fn without(
    view: &View,
    constructions: &Constructions,
    of: Body,
    all: &[&Definition],
    at: usize,
) -> (EditSet, Vec<Vec<u8>>) {
    let (mut edits, values) = given(view, constructions, of, all, at);
    edits.push(view.removal(all[at]));
    (edits.into_iter().collect(), values)
}

/// What takes away what every construction has for field `at` of a type, and what that was.
pub(super) fn given(
    view: &View,
    constructions: &Constructions,
    of: Body,
    all: &[&Definition],
    at: usize,
) -> (Vec<Edit>, Vec<Vec<u8>>) {
    let (mut edits, mut values) = (Vec::new(), Vec::new());
    for construction in constructions.of_type(of) {
        let file = view.file(construction.file);
        let Some(list) = List::of(file, construction.file, construction.list) else { continue };
        let gone = elements_for(view, construction.file, &list, &construction.elements, all, at);
        let Some(gone) = gone else { continue };
        let value = value_of(view, construction.file, &list.elements[gone.start]).filter(|_| gone.len() == 1);
        values.extend(value.map(|it| file.text_of(it).to_vec()));
        edits.extend(list.without(|it| gone.contains(&it)));
    }
    (edits, values)
}

/// The deletion of a field with its uses: first what is surely of it, then whatever has its name.
fn with_uses(view: &View, of: Body, field: &Definition, edits: &EditSet, values: &[Vec<u8>]) -> Vec<EditSet> {
    let mut sets = Vec::new();
    let zero = b"0".to_vec();
    let value = match values {
        [only] => only,
        _ => &zero,
    };
    for uses in [view.uses(field.binding), field_uses(view, of, field)] {
        let used = uses.iter().filter(|it| !edits.deletes(it.file, it.span(view)));
        let set = used.filter_map(|it| replaced(view, *it, value)).collect::<EditSet>().merge(edits);
        if !sets.contains(&set) && view.lowers(&set) {
            sets.extend(with_orphans(view, &set));
            sets.push(set);
        }
    }
    if view.lowers(edits) && !sets.contains(edits) {
        sets.push(edits.clone());
    }
    sets
}

/// What becomes of a use of a field that has gone.
fn replaced(view: &View, one: Use, value: &[u8]) -> Option<Edit> {
    if let Some(initialiser) = initialiser(view, one) {
        return Some(initialiser);
    }
    let whole = one.member(view)?;
    if whole.is_written(view) {
        let assignment = whole.parent(view)?;
        let statement = view.statement_of(one.file, assignment);
        return Some(Edit::delete(one.file, view.file(one.file).unit(statement).span()));
    }
    let span: Span = whole.span(view);
    Some(Edit::replace(one.file, span, value))
}

/// What a constructor begins the field with, in a list that opens with a colon: it goes with its comma, or the list with it.
fn initialiser(view: &View, one: Use) -> Option<Edit> {
    let file = view.file(one.file);
    let unit = one.parent(view)?;
    let (own, list) = (file.unit(unit).span(), file.unit(file.unit(unit).parent).span());
    let text = &file.text[list.range()];
    if own.start != one.span(view).start || !text.starts_with(b":") || text.starts_with(b"::") {
        return None;
    }
    let all = view.with_comma(one.file, own);
    Some(Edit::delete(one.file, if all == own { list } else { all }))
}
