//! `void-result`: lets a function return nothing, in all of its declarations and with its `return`s.
//!
//! Before:
//! ```c
//! int *f(int a);
//! int *f(int a) { if (a) return 0; g(a); return &a; }
//! ```
//! After:
//! ```c
//! void f(int a);
//! void f(int a) { if (a) return; g(a); }
//! ```
//! Before:
//! ```c
//! static long f() { return g(); }
//! ```
//! After:
//! ```c
//! static void f() { g(); }
//! ```
//! Before:
//! ```rs
//! fn f(a: u8) -> Option<u8> { if a == 0 { return None; } g(a) }
//! ```
//! After:
//! ```rs
//! fn f(a: u8) { if a == 0 { return; } g(a); }
//! ```
//! The type becomes `void` where it stands before the name, and goes where it stands behind the parameters. What is
//! returned goes; where it is a call at the end, it first stays as a statement.

use super::functions::{Function, functions};
use super::inline::{returned, statements};
use crate::document::{Document, UnitId};
use crate::edit::{Edit, EditSet, FileId, Span};
use crate::names::Definition;
use crate::pass::{Pass, Propose, Sites, Stage, Tier};

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "void-result",
    summary: "let a function return nothing, in all of its declarations",
    stage: Stage::Fine,
    tier: Tier::Text,
    propose: Propose::File(propose),
};

fn propose(document: &Document, id: FileId, sites: &mut Sites) {
    for function in functions(document, id) {
        let types: Vec<Edit> = function.definitions().filter_map(|it| untyped(document, it)).collect();
        if types.is_empty() {
            continue;
        }
        let bodies =
            |keeps: bool| -> EditSet { emptied(&function, keeps).into_iter().chain(types.clone()).collect() };
        let mut found = vec![bodies(true), bodies(false)];
        found.dedup();
        sites.alternatives(found);
    }
}

/// A definition without its type.
fn untyped(document: &Document, definition: &Definition) -> Option<Edit> {
    let file = document.file(definition.file);
    let parameters = file.unit(definition.parts.parameters?).span();
    let result = file.unit(definition.parts.result?).span();
    let name = file.unit(definition.name).span();
    if result.end <= name.start {
        let old = Span::new(result.start, name.start);
        let void = file.text[old.range()].trim_ascii() != b"void";
        return void.then(|| Edit::replace(definition.file, old, &b"void "[..]));
    }
    (result.start >= parameters.end)
        .then(|| Edit::delete(definition.file, Span::new(parameters.end, result.end)))
}

/// What makes each `return` of a function return nothing. The last goes; what it was worth stays if `keeps` and it calls.
fn emptied(function: &Function<'_>, keeps: bool) -> Vec<Edit> {
    let Some(definition) = function.implementation() else { return Vec::new() };
    let (file, id) = (function.document.file(definition.file), definition.file);
    let body = definition.parts.body.unwrap_or(definition.whole);
    let (statements, worth) = statements(file, body);
    let Some(&last) = statements.last() else { return Vec::new() };
    let calls = |it: UnitId| keeps && file.text_of(it).contains(&b'(');
    let mut edits = Vec::new();
    for keyword in body..file.unit(body).subtree_end {
        let Some(value) = returned(file, keyword) else { continue };
        let (start, value_span) = (file.unit(keyword).start, file.unit(value).span());
        edits.push(match file.unit(last).start == start {
            true if calls(value) => Edit::delete(id, Span::new(start, value_span.start)),
            true => Edit::delete(id, file.unit(last).span()),
            false => Edit::delete(id, value_span),
        });
    }
    if let Some(value) = worth.filter(|&it| it == last) {
        let span = file.unit(value).span();
        let end = Span::new(span.end, span.end);
        edits.push(if calls(value) { Edit::replace(id, end, &b";"[..]) } else { Edit::delete(id, span) });
    }
    edits
}
