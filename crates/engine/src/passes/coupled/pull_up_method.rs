//! `pull-up-method`: what implements a method takes the place of its declaration.
//!
//! Before:
//! ```rs
//! trait A { fn f(self); fn g(&self); }
//! impl<T> A for T { fn f(self) { h() } fn g(&self) {} }
//! ```
//! After:
//! ```rs
//! trait A { fn f(&self) { h() } fn g(&self); }
//! impl<T> A for T { fn g(&self) {} }
//! ```
//! Before:
//! ```java
//! abstract class A { abstract int f(int a); }
//! class B extends A { int f(int b) { return b; } }
//! ```
//! After:
//! ```java
//! abstract class A { int f(int b) { return b; } }
//! class B extends A { }
//! ```
//! Before:
//! ```cpp
//! template <class T> struct S { int f(T); int a; };
//! template <class T> int S<T>::f(T b) { return a + b; }
//! ```
//! After:
//! ```cpp
//! template <class T> struct S { int f(T b) { return a + b; } int a; };
//! ```
//! As it is, without what says whose it is, or with the head that the declaration has, or borrowing what it is called on, because what is only declared
//! may be called on things of any size. With each declaration the 4 nearest methods of its name that have a body, of 64 on each
//! side.

use super::functions::{definitions_in, leaf_at, whole};
use super::view::{NEAR, Use, View};
use crate::document::{Document, UnitId};
use crate::edit::{Edit, EditSet, FileId, Span};
use crate::names::{Definition, DefinitionId, Kind};
use crate::pass::{Pass, Propose, Sites, Stage, Tier};
use crate::thresholds::{COUPLED_SITES, MERGED_FUNCTIONS};

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "pull-up-method",
    summary: "put what implements a method in the place of its declaration",
    stage: Stage::Main,
    tier: Tier::Parsed,
    propose: Propose::File(propose),
};

fn propose(document: &Document, id: FileId, sites: &mut Sites) {
    let Some(view) = View::of(document) else { return };
    let all = definitions_in(view.names, id, 0..UnitId::MAX);
    let declared = all.iter().filter(|it| {
        let is_method = matches!(it.kind, Kind::Function | Kind::Member);
        is_method && it.parts.parameters.is_some() && it.parts.body.is_none()
    });
    for declaration in declared.rev().take(COUPLED_SITES.get()) {
        let each = implementations(&view, declaration);
        let sets = each.into_iter().flat_map(|it| pulled_up(&view, declaration, it));
        let mut sets: Vec<EditSet> = sets.filter(|it| view.lowers(it)).collect();
        sets.dedup();
        sites.alternatives(sets);
    }
}

/// The nearest definitions of a declaration's name that have a body.
fn implementations<'d>(view: &View<'d>, declaration: &'d Definition) -> Vec<&'d Definition> {
    let bindings = view.names.namesakes_near(declaration, NEAR).chain([declaration.binding]);
    let all = bindings.flat_map(|it| view.binding(it).definitions.iter().copied());
    let definition = |it: DefinitionId| &view.names.definitions()[it];
    let mut found: Vec<&Definition> = all.map(definition).collect();
    found.retain(|it| it.parts.body.is_some() && it.parts.parameters.is_some());
    found.sort_by_key(|it| (it.file != declaration.file, it.name.abs_diff(declaration.name)));
    found.truncate(MERGED_FUNCTIONS.get());
    found
}

/// The ways in which a definition takes the place of a declaration.
fn pulled_up(view: &View, declaration: &Definition, from: &Definition) -> Vec<EditSet> {
    let (file, old) = (view.file(from.file), whole(view.file(from.file), from.whole));
    let place = view.file(declaration.file).unit(declaration.whole).span();
    if from.file == declaration.file && (old.contains(place) || place.contains(old)) {
        return Vec::new();
    }
    let put = |text: Vec<u8>| -> EditSet {
        [Edit::replace(declaration.file, place, text), Edit::delete(from.file, old)].into_iter().collect()
    };
    let text = &file.text[old.range()];
    let mut sets = vec![put(unqualified(view, from, old).unwrap_or_else(|| text.to_vec()))];
    if let Some(at) = received(view, from) {
        let (before, behind) = text.split_at((at - old.start) as usize);
        sets.push(put([before, b"&", behind].concat()));
    }
    sets.extend(headed(view, declaration, from).map(put));
    sets
}

/// A definition without what says whose it is, as in `S::f`; `None` where nothing does.
fn unqualified(view: &View, from: &Definition, old: Span) -> Option<Vec<u8>> {
    let file = view.file(from.file);
    let name = file.unit(from.name).span();
    let before = view.lexemes_of(from.file, name).0.checked_sub(1)?;
    let path = Use { file: from.file, unit: from.name }.member(view)?;
    if !view.reads(from.file, before, b"::") || path.unit == from.name {
        return None;
    }
    // The parameters of the type stand before all of it.
    let start = file.unit(file.unit(from.parts.body?).parent).start;
    let head = &file.text[start as usize..path.span(view).start as usize];
    Some([head, &file.text[name.start as usize..old.end as usize]].concat())
}

/// Where what a method is called on is named that it takes by value.
fn received(view: &View, method: &Definition) -> Option<u32> {
    let file = view.file(method.file);
    let list = file.unit(method.parts.parameters?).span();
    let first = file.lexemes().get(view.lexemes_of(method.file, list).0 + 1)?.span;
    (file.text_of(leaf_at(file, first.start)) == b"self").then_some(first.start)
}

/// The head of a declaration with the body of a method.
fn headed(view: &View, declaration: &Definition, from: &Definition) -> Option<Vec<u8>> {
    let file = view.file(declaration.file);
    let place = file.unit(declaration.whole).span();
    let parts = [declaration.parts.parameters, declaration.parts.result].into_iter().flatten();
    let end = parts.map(|it| file.unit(it).end).max()?;
    let head = Span::new(place.start, end.min(place.end));
    let body = view.file(from.file).text_of(from.parts.body?);
    Some([&file.text[head.range()], b" ", body].concat())
}
