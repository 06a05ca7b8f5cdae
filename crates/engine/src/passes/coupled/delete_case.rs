//! `delete-case`: deletes a case of an enum with what is done for it and made of it.
//!
//! Before:
//! ```rs
//! enum E { A, B(u8) }
//! fn f(e: &E) -> u8 { match e { E::A => 1, E::B(b) => *b } }
//! fn g() { for e in [E::A, E::B(0)] { f(&e); } }
//! ```
//! After:
//! ```rs
//! enum E { A }
//! fn f(e: &E) -> u8 { match e { E::A => 1 } }
//! fn g() { for e in [E::A] { f(&e); } }
//! ```
//!
//! Before:
//! ```java
//! enum E { A, B }
//! class C { int f(E e) { return switch (e) { case A -> 1; case B -> 2; }; } void g() { f(E.A); f(E.B); } }
//! ```
//! After:
//! ```java
//! enum E { A }
//! class C { int f(E e) { return switch (e) { case A -> 1; }; } void g() { f(E.A); } }
//! ```
//!
//! Before:
//! ```c
//! enum E { A, B };
//! int f(enum E e) { switch (e) { case A: return 1; case B: return 2; } }
//! int g[] = {[A] = 1, [B] = 2};
//! ```
//! After:
//! ```c
//! enum E { A };
//! int f(enum E e) { switch (e) { case A: return 1; } }
//! int g[] = {[A] = 1};
//! ```
//! Each of its uses goes with the element of a list in brackets that it is in, or its statement, or with that statement
//! everywhere. For at most 2,000 cases of a file that are used in 1 to 50 places, from the back.

use std::collections::HashMap;

use super::view::View;
use crate::document::Document;
use crate::edit::{EditSet, FileId, Span};
use crate::names::{Definition, Kind};
use crate::pass::{Pass, Propose, Sites, Stage, Tier};
use crate::passes::text::names::enclosing::Enclosing;
use crate::thresholds::{COUPLED_SITES, EVERYWHERE_PLACES};

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "delete-case",
    summary: "delete a case of an enum with what is done for it and made of it",
    stage: Stage::Fine,
    tier: Tier::Text,
    propose: Propose::File(propose),
};

fn propose(document: &Document, id: FileId, sites: &mut Sites) {
    let Some(view) = View::of(document) else { return };
    let all = view.bindings(id, &[Kind::Value, Kind::Member]).map(|it| it.1);
    let cases: Vec<&Definition> = all.filter(|it| is_case(&view, it)).collect();
    if cases.len() < 2 {
        return;
    }
    let mut around: HashMap<FileId, Enclosing> = HashMap::new();
    for case in cases.into_iter().rev().take(COUPLED_SITES.get()) {
        let uses = view.known_uses(case);
        if !(1..=EVERYWHERE_PLACES.get()).contains(&uses.len()) {
            continue;
        }
        let mut elements = EditSet::delete(case.file, view.removal(case).span);
        let mut statements = elements.clone();
        for one in uses {
            let around = around.entry(one.file).or_insert_with(|| Enclosing::of(view.file(one.file)));
            let at = view.lexemes_of(one.file, one.span(&view)).0;
            let statement = around.statement(at);
            let element = element(around, at).unwrap_or(statement);
            elements = elements.merge(&EditSet::delete(one.file, element));
            statements = statements.merge(&EditSet::delete(one.file, statement));
        }
        let mut sets = vec![elements, statements];
        sets.dedup();
        sites.alternatives(sets.into_iter().filter(|it| view.lowers(it)).collect());
    }
}

/// The element that a lexeme is in, but not all that is in an index: `[A] = 1` is one.
fn element(around: &Enclosing, at: usize) -> Option<Span> {
    let span = around.element(at)?;
    around.of_index(span).or(Some(span))
}

/// True for a case of what the grammar calls an enum.
fn is_case(view: &View, definition: &Definition) -> bool {
    let file = view.file(definition.file);
    let parent = file.unit(definition.whole).parent;
    [definition.whole, parent].iter().any(|&it| file.kind_name(it).contains("enum"))
        && definition.parts.parameters.is_none()
}
