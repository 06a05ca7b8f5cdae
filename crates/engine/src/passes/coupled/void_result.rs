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
//! ```c
//! static int *f(int *a, int b) { while (b < 1) { } return a; }
//! int g() { int c; f(&c, 2); return 1; }
//! ```
//! After:
//! ```c
//! static void f(int b) { while (b < 1) { } }
//! int g() { f(2); return 1; }
//! ```
//! Before:
//! ```rs
//! fn f(a: u8) -> Option<u8> { if a == 0 { return None; } g(a) }
//! ```
//! After:
//! ```rs
//! fn f(a: u8) { if a == 0 { return; } g(a); }
//! ```
//! Before:
//! ```rs
//! trait T { fn f(&self) -> u8; }
//! impl T for A { fn f(&self) -> u8 { 1 } }
//! impl T for B { fn f(&self) -> u8 { g() } }
//! ```
//! After:
//! ```rs
//! trait T { fn f(&self); }
//! impl T for A { fn f(&self) { } }
//! impl T for B { fn f(&self) { g(); } }
//! ```
//! Before:
//! ```java
//! interface I { int f(); }
//! class A implements I { public int f() { return g(); } }
//! ```
//! After:
//! ```java
//! interface I { void f(); }
//! class A implements I { public void f() { g(); } }
//! ```
//! Before:
//! ```cs
//! interface I { int F(); }
//! class A : I { int I.F() => 1; }
//! ```
//! After:
//! ```cs
//! interface I { void F(); }
//! class A : I { void I.F() {} }
//! ```
//! The type becomes `void` where it stands before the name, and goes where it stands behind the parameters. What is
//! returned goes; where it is a call at the end, it first stays as a statement. Each function changes alone, for at most
//! 2,000 of a file, and with the parameters that only its `return`s need; then all methods of one name that have as many parameters change together, such as what an interface
//! declares and all that implement it.

use super::bodies::{returned, statements};
use super::families::definitions_of_families;
use super::functions::functions;
use super::heirs;
use super::orphans::also_without_orphans;
use super::view::View;
use crate::document::{Document, File, UnitId};
use crate::edit::{Edit, EditSet, FileId, Span};
use crate::names::Definition;
use crate::pass::{Pass, Propose, Sites, Stage, Tier};

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "void-result",
    summary: "let a function return nothing, in all of its declarations",
    stage: Stage::Main,
    tier: Tier::Parsed,
    propose: Propose::File(propose),
};

fn propose(document: &Document, id: FileId, sites: &mut Sites) {
    let Some(view) = View::of(document) else { return };
    for function in functions(document, id) {
        let sets = voided(document, &function.definitions().collect::<Vec<_>>());
        sites.alternatives(also_without_orphans(&view, sets));
    }
    for family in definitions_of_families(document, id) {
        sites.alternatives(voided(document, &family));
    }
}

/// Definitions without their types, and bodies that return nothing: first with the calls at their ends, then without.
fn voided(document: &Document, definitions: &[&Definition]) -> Vec<EditSet> {
    let types: Vec<Edit> = definitions.iter().filter_map(|it| untyped(document, it)).collect();
    if types.is_empty() {
        return Vec::new();
    }
    let bodies = |keeps: bool| -> EditSet {
        let bodies = definitions.iter().flat_map(|it| emptied(document, it, keeps));
        bodies.chain(types.clone()).collect()
    };
    let mut found = vec![bodies(true), bodies(false)];
    found.dedup();
    found
}

/// A definition without its type.
fn untyped(document: &Document, definition: &Definition) -> Option<Edit> {
    let file = document.file(definition.file);
    let parameters = file.unit(definition.parts.parameters?).span();
    let result = file.unit(definition.parts.result?).span();
    let name = qualified(file, definition.name);
    if result.end <= name.start {
        let whose = heirs::implemented(file, definition.whole).map_or(name, |it| file.unit(it).span());
        let old = Span::new(result.start, name.start.min(whose.start));
        let void = file.text[old.range()].trim_ascii() != b"void";
        return void.then(|| Edit::replace(definition.file, old, &b"void "[..]));
    }
    (result.start >= parameters.end)
        .then(|| Edit::delete(definition.file, Span::new(parameters.end, result.end)))
}

/// A name with all that stands before it to say whose it is, as in `A::f`.
fn qualified(file: &File, name: UnitId) -> Span {
    let mut unit = name;
    loop {
        let parent = file.unit(unit).parent;
        if parent == unit || file.unit(parent).end != file.unit(name).end {
            return file.unit(unit).span();
        }
        unit = parent;
    }
}

/// What makes each `return` of a function return nothing. The last goes; what it was worth stays if `keeps` and it calls.
fn emptied(document: &Document, definition: &Definition, keeps: bool) -> Vec<Edit> {
    let (file, id) = (document.file(definition.file), definition.file);
    let Some(body) = definition.parts.body else { return Vec::new() };
    let (statements, worth) = statements(file, body);
    let Some(&last) = statements.last() else {
        return expression(file, (definition.whole, body), keeps && worth.is_some())
            .map(|(old, with)| Edit::replace(id, old, with))
            .into_iter()
            .collect();
    };
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

/// A body that is a value behind a sign, as in `= g()` and `=> 1;`: as a block, with the sign.
fn expression(file: &File, (whole, body): (UnitId, UnitId), keeps: bool) -> Option<(Span, Vec<u8>)> {
    let own = file.unit(body).span();
    let before = file.text[..own.start as usize].trim_ascii_end();
    let text = file.text_of(body);
    let from = |sign: &[u8]| Some(crate::lexeme::offset(before.strip_suffix(sign)?.len()));
    if let Some(from) = from(b"=>") {
        // Behind a sign like this a call may stand alone.
        let whole = file.unit(whole).span();
        let ends = whole.end == own.end + 1 && file.text[own.end as usize] == b';';
        let stays = keeps && text.contains(&b'(') || text.starts_with(b"throw");
        return (ends && !stays).then(|| (Span::new(from, whole.end), b"{}".to_vec()));
    }
    let from = from(b"=")?;
    let kept = if keeps && text.contains(&b'(') { [b"{ ", text, b" }"].concat() } else { b"{}".to_vec() };
    Some((Span::new(from, own.end), kept))
}
