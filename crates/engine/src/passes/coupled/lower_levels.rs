//! `lower-levels`: takes a level off a thing, array, pointer, reference or optional, with the operators of its uses.
//!
//! Before:
//! ```c
//! int x;
//! int a[2] = {3, 4}, *p = &x;
//! int f() { p = &x; return a[1] + *p; }
//! ```
//! After:
//! ```c
//! int x;
//! int a[2] = {3, 4}, p = x;
//! int f() { p = x; return a[1] + p; }
//! ```
//!
//! Before:
//! ```c
//! int x;
//! int a[2] = {3, 4}, *p = &x;
//! int f() { p = &x; return a[1] + *p; }
//! ```
//! After:
//! ```c
//! int x;
//! int a = 4, *p = &x;
//! int f() { p = &x; return a + *p; }
//! ```
//!
//! Before:
//! ```c
//! int f() { int a[1] = {3}; void *p = a; return g(p, a[0]); }
//! ```
//! After:
//! ```c
//! int f() { int a = 3; void *p = &a; return g(p, a); }
//! ```
//!
//! Before:
//! ```c
//! void f(struct S *, int);
//! void f(struct S *s, int a) { s->a = (*s).b; }
//! int main() { struct S t; f(&t, 1); }
//! ```
//! After:
//! ```c
//! void f(struct S, int);
//! void f(struct S s, int a) { s.a = (s).b; }
//! int main() { struct S t; f(t, 1); }
//! ```
//!
//! Before:
//! ```rs
//! fn f(v: &mut Option<u8>) { let a: [u8; 2] = [1, 2]; *v = g(a[0]); }
//! fn h(x: Option<u8>) { f(&mut x); }
//! ```
//! After:
//! ```rs
//! fn f(v: Option<u8>) { let a: [u8; 2] = [1, 2]; v = g(a[0]); }
//! fn h(x: Option<u8>) { f(x); }
//! ```
//!
//! Before:
//! ```rs
//! struct S { a: Option<u8> } fn f(s: S) -> u8 { s.a.unwrap() } fn g(b: Box<u8>) { f(S { a: Some(*b) }); g(Box::new(1)); }
//! ```
//! After:
//! ```rs
//! struct S { a: u8 } fn f(s: S) -> u8 { s.a } fn g(b: Box<u8>) { f(S { a: *b }); g(Box::new(1)); }
//! ```
//!
//! Before:
//! ```rs
//! struct S { a: Option<u8> } fn f(s: S) -> u8 { s.a.unwrap() } fn g(b: Box<u8>) { f(S { a: Some(*b) }); g(Box::new(1)); }
//! ```
//! After:
//! ```rs
//! struct S { a: Option<u8> } fn f(s: S) -> u8 { s.a.unwrap() } fn g(b: u8) { f(S { a: Some(b) }); g(1); }
//! ```
//!
//! Before:
//! ```ts
//! function f(x: number | null): number { return x!; }
//! ```
//! After:
//! ```ts
//! function f(x: number): number { return x; }
//! ```
//!
//! Before:
//! ```cpp
//! int f(std::optional<int> a) { return *a + 1; }
//! ```
//! After:
//! ```cpp
//! int f(int a) { return a + 1; }
//! ```
//!
//! Before:
//! ```cpp
//! std::optional a = 0;
//! int f() { return *a + a.value(); }
//! ```
//! After:
//! ```cpp
//! auto a = 0;
//! int f() { return a + a; }
//! ```
//! For variables, parameters, fields and what functions return, in all their declarations; the innermost level goes. What
//! is given to the thing loses its `&`, or all but one element of its list. For at most 2,000 of a file, from the back.

use super::constructions::{Body, Construction, Constructions, elements_for, field_uses, fields, value_of};
use super::functions::definitions_in;
use super::levels::{level, lowered_value};
use super::lists::List;
use super::orphans::function_of;
use super::view::{Use, View};
use crate::document::Document;
use crate::edit::{Edit, EditSet, FileId, Span};
use crate::names::{BindingId, Definition, Kind};
use crate::pass::{Pass, Propose, Sites, Stage, Tier};
use crate::thresholds::COUPLED_SITES;

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "lower-levels",
    summary: "take a level of array, pointer or reference off a thing and its uses",
    stage: Stage::Fine,
    tier: Tier::Text,
    propose: Propose::File(propose),
};

const KINDS: &[Kind] = &[Kind::Value, Kind::Parameter, Kind::Member, Kind::Function];

fn propose(document: &Document, id: FileId, sites: &mut Sites) {
    let Some(view) = View::of(document) else { return };
    let found: Vec<(BindingId, &Definition)> = view.bindings(id, KINDS).collect();
    let mut constructions = None;
    for &(binding, first) in found.iter().rev().take(COUPLED_SITES.get()) {
        if level(&view, first).is_some() {
            let ways = [(false, false), (true, false), (false, true), (true, true)];
            let sets = ways.into_iter().filter_map(|(front, address)| {
                let constructions = constructions.get_or_insert_with(|| Constructions::of(&view));
                let set = lowered(&view, constructions, binding, first, front)?;
                if address { Some(set.merge(&addresses(&view, binding, first)?)) } else { Some(set) }
            });
            let mut sets: Vec<EditSet> = sets.filter(|it| view.lowers(it)).collect();
            sets.dedup();
            sites.alternatives(sets);
        }
    }
}

/// Takes a level off a binding; of a list, the last element that is used by its number stays, or the first.
fn lowered(
    view: &View,
    constructions: &Constructions,
    binding: BindingId,
    first: &Definition,
    front: bool,
) -> Option<EditSet> {
    let uses: Vec<Use> = match first.kind {
        Kind::Function => view.uses(binding).into_iter().filter_map(|it| it.called(view)).collect(),
        Kind::Member => field_uses(view, body_around(view, first), first)
            .into_iter()
            .filter_map(|it| it.member(view))
            .collect(),
        _ => view.uses(binding),
    };
    let last = uses.iter().filter_map(|it| it.index(view)).max().unwrap_or(0);
    let kept = if front { 0 } else { last };
    let mut edits = Vec::new();
    for definition in view.definitions(binding) {
        let level = level(view, definition)?;
        edits.extend(level.edits);
        if let Some(value) = definition.parts.value {
            edits.extend(lowered_value(
                view,
                definition.file,
                view.file(definition.file).unit(value).span(),
                kept,
            ));
        }
        match definition.kind {
            Kind::Parameter => edits.extend(arguments(view, definition)),
            Kind::Function => edits.extend(returned(view, definition)),
            Kind::Member => edits.extend(initialised(view, constructions, definition)),
            _ => {}
        }
    }
    edits.extend(uses.iter().flat_map(|it| it.lowered(view)));
    Some(edits.into_iter().collect())
}

/// The address of what was an array, where that stood for the address of its first element; `None` where it never did.
fn addresses(view: &View, binding: BindingId, first: &Definition) -> Option<EditSet> {
    let level = level(view, first).filter(|_| first.kind == Kind::Value)?;
    let is_brackets = |it: &Edit| view.file(it.file).text[it.span.range()].starts_with(b"[");
    let after_name = |it: &Edit| it.span.start >= view.file(it.file).unit(first.name).end;
    if !level.edits.iter().all(|it| is_brackets(it) && after_name(it)) {
        return None;
    }
    let bare = view.uses(binding).into_iter().filter(|it| it.lowered(view).is_empty());
    let address = |it: Use| {
        let start = it.span(view).start;
        Edit::replace(it.file, Span::new(start, start), *b"&")
    };
    let found: Vec<Edit> = bare.filter(|it| !it.is_measured(view)).map(address).collect();
    (!found.is_empty()).then(|| found.into_iter().collect())
}

/// The list of fields that a field stands in.
fn body_around(view: &View, field: &Definition) -> Body {
    (field.file, view.file(field.file).unit(field.whole).parent)
}

/// What a field is given where things with it are made.
fn initialised(view: &View, constructions: &Constructions, field: &Definition) -> Vec<Edit> {
    let body = body_around(view, field);
    let all = fields(view, body);
    let at = all.iter().position(|it| it.name == field.name);
    let made = constructions.of_type(body).iter();
    let value = |it: &Construction| {
        let list = List::of(view.file(it.file), it.file, it.list)?;
        let own = elements_for(view, it.file, &list, &it.elements, &all, at?).filter(|it| it.len() == 1)?;
        let value = value_of(view, it.file, &list.elements[own.start])?;
        Some((it.file, view.file(it.file).unit(value).span()))
    };
    made.filter_map(value).flat_map(|(id, it)| lowered_value(view, id, it, 0)).collect()
}

/// What is given for a parameter at the calls of its function, and the parameter in its other declarations.
fn arguments(view: &View, parameter: &Definition) -> Vec<Edit> {
    let file = view.file(parameter.file);
    let mut edits = Vec::new();
    let Some((function, at)) = function_of(view, parameter) else { return edits };
    let lists = function.lists(false);
    for (id, list) in &lists.parameters {
        let Some(element) =
            list.elements.get(at).filter(|it| !it.span.contains(file.unit(parameter.name).span()))
        else {
            continue;
        };
        match definitions_in(view.names, *id, element.unit..element.end).first() {
            Some(other) => edits.extend(level(view, other).into_iter().flat_map(|it| it.edits)),
            None => edits.extend(unnamed(view, *id, element.span)),
        }
    }
    for arguments in &lists.arguments {
        let position = arguments.position(view.file(arguments.file), at, None);
        let argument = position.and_then(|it| arguments.list.elements.get(it));
        edits.extend(argument.iter().flat_map(|it| lowered_value(view, arguments.file, it.span, 0)));
    }
    edits
}

impl Use {
    /// True where only its size, or its address as a whole, is asked for.
    fn is_measured(self, view: &View) -> bool {
        let first = view.lexemes_of(self.file, self.span(view)).0;
        let before = |back: usize, word: &[u8]| {
            first.checked_sub(back).is_some_and(|it| view.reads(self.file, it, word))
        };
        before(1, b"&") || before(1, b"sizeof") || before(1, b"(") && before(2, b"sizeof")
    }
}

/// The last star or pair of square brackets of a parameter without a name.
fn unnamed(view: &View, id: FileId, span: Span) -> Option<Edit> {
    let (first, end) = view.lexemes_of(id, span);
    let at = (first..end).rev().find(|&it| view.reads(id, it, b"*") || view.reads(id, it, b"["))?;
    let last = view.partner(id, at);
    let lexemes = view.file(id).lexemes();
    Some(Edit::delete(id, Span::new(lexemes[at].span.start, lexemes[last].span.end)))
}

/// What a function returns.
fn returned(view: &View, function: &Definition) -> Vec<Edit> {
    let Some(body) = function.parts.body else { return Vec::new() };
    let file = view.file(function.file);
    let (first, end) = view.lexemes_of(function.file, file.unit(body).span());
    let returns = (first..end).filter(|&it| view.reads(function.file, it, b"return"));
    let value = |at: usize| {
        let start = file.lexemes().get(at + 1)?.span.start;
        let unit = super::view::outermost(file, super::functions::leaf_at(file, start));
        Some(Span::new(start, file.unit(file.unit(unit).parent).end))
    };
    returns.filter_map(value).flat_map(|it| lowered_value(view, function.file, it, 0)).collect()
}
