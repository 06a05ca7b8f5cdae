//! `substitute-type`: a name for a type gives way to what it stands for, or to the least type, and its definition goes.
//!
//! Before:
//! ```c
//! typedef unsigned char u8, *u8p;
//! u8 f(u8p a) { return *a; }
//! ```
//! After:
//! ```c
//! typedef unsigned char u8;
//! u8 f(unsigned char * a) { return *a; }
//! ```
//!
//! Before:
//! ```c
//! struct S { int a, b; };
//! struct S f(struct S *p, int q) { return *p; }
//! ```
//! After:
//! ```c
//! int f(int *p, int q) { return *p; }
//! ```
//!
//! Before:
//! ```cpp
//! template <typename T, typename U> T f(T a, U b) { int c; return c; }
//! ```
//! After:
//! ```cpp
//! template <typename T> T f(T a, int b) { int c; return c; }
//! ```
//!
//! Before:
//! ```rs
//! struct S<T> { a: T, b: u8 }
//! fn f<T: Copy>(s: S<u8>, t: T) {}
//! ```
//! After:
//! ```rs
//! struct S<T> { a: T, b: u8 }
//! fn f(s: S<u8>, t: u8) {}
//! ```
//!
//! Before:
//! ```rs
//! fn f<T: A>(a: T) -> T { a.g() } fn h(a: u8, b: u8, c: u8) { f::<u32>(a as u32); }
//! ```
//! After:
//! ```rs
//! fn f(a: u32) -> u32 { a.g() } fn h(a: u8, b: u8, c: u8) { f(a as u32); }
//! ```
//!
//! Before:
//! ```cpp
//! struct S { int a; };
//! template <class T> int f(T a) { return a.a; } int b = f(S());
//! ```
//! After:
//! ```cpp
//! struct S { int a; };
//! int f(S a) { return a.a; } int b = f(S());
//! ```
//!
//! Before:
//! ```c
//! int f(int a) { int b = a; return (char)b > 0; }
//! ```
//! After:
//! ```c
//! int f(int a) { char b = a; return b > 0; }
//! ```
//!
//! Before:
//! ```rs
//! fn f(a: u32) -> u8 { a as u8 }
//! ```
//! After:
//! ```rs
//! fn f(a: u8) -> u8 { a }
//! ```
//!
//! Before:
//! ```rs
//! type R<T> = Result<T, u8>;
//! fn f() -> R<u16> { g::<R<()>>() }
//! ```
//! After:
//! ```rs
//! fn f() -> Result<u16, u8> { g::<Result<(), u8>>() }
//! ```
//!
//! Before:
//! ```cpp
//! template <class T> using V = P<T, T>;
//! V<int> a;
//! ```
//! After:
//! ```cpp
//! P<int, int> a;
//! ```
//!
//! Before:
//! ```ts
//! class S<T> { t: T; } const a: S<number> = new S<number>();
//! ```
//! After:
//! ```ts
//! class S { t: any; } const a: S = new S();
//! ```
//!
//! Before:
//! ```ts
//! class A<T> { a(b: T) {} } class B extends A<number> {} new B().a(1);
//! ```
//! After:
//! ```ts
//! class A<T> { a(b: T) {} } new A<number>().a(1);
//! ```
//!
//! Before:
//! ```ts
//! class A<T, U> { a: T; b: U; } class B extends A<number, string> {}
//! ```
//! After:
//! ```ts
//! class A<T> { a: T; b: any; } class B extends A<number> {}
//! ```
//!
//! Before:
//! ```ts
//! function f(a: Map<string, A>, b: number): A[] { return a.get(b); }
//! ```
//! After:
//! ```ts
//! function f(a: number, b: number): A[] { return a.get(b); }
//! ```
//!
//! Before:
//! ```c
//! struct S;
//! int f(struct S *p) { struct S *q = p; return p == q; }
//! ```
//! After:
//! ```c
//! int f(int *p) { int *q = p; return p == q; }
//! ```
//!
//! Before:
//! ```c
//! #include <stdint.h>
//! uint32_t f(uint32_t *p) { return *p; }
//! ```
//! After:
//! ```c
//! #include <stdint.h>
//! int f(int *p) { return *p; }
//! ```
//!
//! Before:
//! ```rs
//! trait A {}
//! impl A for u8 {}
//! fn f() -> impl A { 1 }
//! ```
//! After:
//! ```rs
//! fn f() -> impl Sized { 1 }
//! ```
//!
//! Before:
//! ```c
//! typedef int (*F)(int);
//! int f(F a) { return a(1); }
//! ```
//! After:
//! ```c
//! int f(int (*a)(int)) { return a(1); }
//! ```
//! An alias becomes what it stands for, a class its base, a parameter of a type or a function what is given for it or the
//! type of an argument of it. Any other type becomes a type that the document has and nobody defines, the most frequent first,
//! or `int`, `()` or `any`, and so does a parameter. A type that is more than one token
//! becomes such a type in one place, too. In C and C++ a type that a header has becomes `int`, so that nothing needs the
//! header. A variable that is converted takes the type that it is converted to. For at most
//! 2,000 types of a file, from the back. A bound that something implements becomes one that anything meets, such as `Sized`,
//! where `language.toml` names one.

use std::collections::HashMap;

use super::alias_declarators::written_out;
use super::conversions;
use super::functions::definitions_in;
use super::generics::{given, parameter};
use super::lists::List;
use super::types::without_sign;
use super::undefined;
use super::view::{Use, View};
use crate::document::{Document, UnitId};
use crate::edit::{Edit, EditSet, FileId, Span};
use crate::names::{BindingId, Definition, Kind, Place, Target};
use crate::pass::{Pass, Propose, Sites, Stage, Tier};
use crate::passes::text::spans::most_put;
use crate::thresholds::{COUPLED_SITES, STATEMENT_LEVELS};

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "substitute-type",
    summary: "replace a type by what it stands for, or by the least type, everywhere",
    stage: Stage::Fine,
    tier: Tier::Text,
    propose: Propose::File(propose),
};

/// Types for documents that have none of their language's own.
const LEAST: [&[u8]; 3] = [b"int", b"()", b"any"];

fn propose(document: &Document, id: FileId, sites: &mut Sites) {
    let Some(view) = View::of(document) else { return };
    let least = least_types(&view);
    let mut left = most_put(document);
    let types: Vec<(BindingId, &Definition)> = view.bindings(id, &[Kind::Type, Kind::Generic]).collect();
    for &(of, first) in types.iter().rev().take(COUPLED_SITES.get()) {
        let mut sets = Vec::new();
        let (meaning, instances) = match first.parts.generics {
            Some(_) => (None, instances(&view, of, first, left)),
            None => (alias(&view, first), None),
        };
        if let Some(set) = instances {
            left = left.saturating_sub(set.edits().iter().map(|it| it.with.len()).sum());
            sets.extend(Some(set).filter(|it| view.lowers(it)));
        }
        sets.extend(written_out(&view, of).filter(|it| view.lowers(it)));
        sets.extend(unbounded(&view, of).filter(|it| view.lowers(it)));
        let given = if first.kind == Kind::Generic { given(&view, first) } else { Vec::new() };
        for text in meaning.iter().chain(given.iter().filter(|it| !least.contains(it))).chain(&least) {
            let put = text.len() * view.binding(of).references.len();
            if put <= left {
                left -= put;
                sets.extend(substituted(&view, of, text).filter(|it| view.lowers(it)));
            }
        }
        sites.alternatives(sets);
    }
    undefined::propose(&view, id, &least, sites);
    undefined::propose_of_headers(&view, id, sites);
    single_places(&view, id, &least, sites);
    conversions::propose(&view, id, sites);
}

/// A type that is more than a word, in one place.
fn single_places(view: &View, id: FileId, least: &[Vec<u8>], sites: &mut Sites) {
    let here = view.names.definitions().iter().filter(|it| it.file == id);
    let mut units: Vec<UnitId> =
        here.filter_map(|it| Some(without_sign(view.file(id), it.parts.result?))).collect();
    units.dedup();
    for &unit in units.iter().rev().take(COUPLED_SITES.get()) {
        let span = view.file(id).unit(unit).span();
        let sets = least.iter().map(|it| EditSet::replace(id, span, &it[..]));
        sites.alternatives(sets.filter(|it| view.lowers(it)).collect());
    }
}

/// Types that are one word or a pair of brackets and that nobody defines, the most frequent first.
fn least_types(view: &View) -> Vec<Vec<u8>> {
    let mut counts: HashMap<&[u8], usize> = HashMap::new();
    for definition in view.names.definitions() {
        let file = view.file(definition.file);
        let Some(unit) = definition.parts.result.map(|it| without_sign(file, it)) else { continue };
        let text = file.text_of(unit);
        let (at, end) = view.lexemes_of(definition.file, file.unit(unit).span());
        let free = view.names.target(Place { file: definition.file, at }) == Target::Nothing;
        if (end == at + 1 && free) || text == b"()" {
            *counts.entry(text).or_default() += 1;
        }
    }
    let mut found: Vec<(&[u8], usize)> = counts.into_iter().filter(|it| it.0 != b"void").collect();
    found.sort_unstable_by_key(|&(text, count)| (std::cmp::Reverse(count), text.len(), text));
    let found: Vec<Vec<u8>> = found.into_iter().take(LEAST.len()).map(|it| it.0.to_vec()).collect();
    if found.is_empty() { LEAST.map(<[u8]>::to_vec).to_vec() } else { found }
}

/// What an alias stands for, with the pointers around its name.
fn alias(view: &View, definition: &Definition) -> Option<Vec<u8>> {
    let file = view.file(definition.file);
    let value = with_arguments(view, definition.file, definition.parts.value?);
    let name = file.unit(definition.name).span();
    let mut text = file.text[value.range()].to_vec();
    if value.end <= name.start {
        // `typedef int *p, a[3], f(int);`
        let at = view.lexemes_of(definition.file, name).0;
        let mut stars = 0;
        while stars < at && view.reads(definition.file, at - stars - 1, b"*") {
            stars += 1;
        }
        let plain = view.reads(definition.file, at + 1, b";") || view.reads(definition.file, at + 1, b",");
        if !plain {
            return None;
        }
        if stars > 0 {
            text.push(b' ');
            text.extend(std::iter::repeat_n(b'*', stars));
        }
    }
    Some(text)
}

/// A type with what is given for its parameters, where that stands beside it, as in `extends A<B>`.
fn with_arguments(view: &View, id: FileId, value: UnitId) -> Span {
    let own = view.file(id).unit(value).span();
    let calls = view.named_by(id, value).map_or(&[][..], |it| &view.binding(it).calls);
    let given = calls.iter().find(|(user, call)| *user == id && call.generic && call.callee == value);
    given.map_or(own, |(_, call)| Span::new(own.start, view.file(id).unit(call.arguments).end))
}

/// What an alias with parameters stands for, with the arguments in their places, wherever it is used.
fn instances(view: &View, of: BindingId, definition: &Definition, most: usize) -> Option<EditSet> {
    let id = definition.file;
    let file = view.file(id);
    let value = file.unit(definition.parts.value?).span();
    let list = List::of(file, id, definition.parts.generics?)?;
    let mut places: Vec<(Span, usize)> = Vec::new();
    for (at, element) in list.elements.iter().enumerate() {
        let parameter = definitions_in(view.names, id, element.unit..element.end).first()?;
        if parameter.kind == Kind::Label {
            return None;
        }
        let inside = view.uses(parameter.binding).into_iter().filter(|it| it.file == id);
        places.extend(inside.map(|it| (it.span(view), at)).filter(|it| value.contains(it.0)));
    }
    places.sort_unstable_by_key(|it| it.0.start);
    let calls: Vec<_> = view.binding(of).calls.iter().filter(|it| it.1.generic).collect();
    let is_whole = calls.len() == view.binding(of).references.len();
    if calls.is_empty() || !is_whole || calls.len() * value.len() > most {
        return None;
    }
    let mut edits: Vec<Edit> = view.definitions(of).map(|it| view.removal(it)).collect();
    for (user, call) in calls {
        let arguments = List::of(view.file(*user), *user, call.arguments)?;
        let (mut text, mut from) = (Vec::new(), value.start);
        for &(place, at) in &places {
            text.extend_from_slice(&file.text[from as usize..place.start as usize]);
            text.extend_from_slice(&view.file(*user).text[arguments.elements.get(at)?.span.range()]);
            from = place.end;
        }
        text.extend_from_slice(&file.text[from as usize..value.end as usize]);
        edits.push(Edit::replace(*user, view.file(*user).unit(call.whole).span(), text));
    }
    Some(edits.into_iter().collect())
}

/// A text in the place of a type that is used.
fn substituted(view: &View, of: BindingId, text: &[u8]) -> Option<EditSet> {
    let generics = view.definitions(of).filter(|it| it.kind == Kind::Generic);
    let lists: Vec<Edit> = generics.flat_map(|it| parameter(view, it)).collect();
    let mut edits = view.replace_type(of, text);
    if !lists.is_empty() {
        // A parameter goes with its list, not with the type that it is.
        edits.truncate(view.binding(of).references.len());
        edits.extend(lists);
    }
    (!view.binding(of).references.is_empty()).then(|| edits.into_iter().collect())
}

/// A bound that anything meets in the place of one that the document defines and implements; what implements that goes.
fn unbounded(view: &View, of: BindingId) -> Option<EditSet> {
    let implements = |one: &Use| {
        let (file, promises) = (view.file(one.file), view.names.promises(one.file));
        let up = |it: &UnitId| Some(file.unit(*it).parent).filter(|parent| parent != it);
        let mut around = std::iter::successors(Some(one.unit), up).take(STATEMENT_LEVELS.get());
        let at = around.find_map(|it| promises.binary_search_by_key(&it, |it| it.0).ok())?;
        let (whole, name) = promises[at];
        (file.unit(name).span() == one.span(view)).then_some((one.file, whole))
    };
    let (mut edits, mut bounds) = (Vec::new(), 0);
    for one in view.uses(of) {
        if let Some((id, whole)) = implements(&one) {
            edits.push(Edit::delete(id, view.file(id).unit(view.statement_of(id, whole)).span()));
        } else {
            bounds += 1;
            let any = view.file(one.file).language.as_ref()?.any_bound.as_ref()?;
            edits.push(view.replace_named(one, any.as_bytes()));
        }
    }
    let is_bound = bounds > 0 && edits.len() > bounds;
    is_bound.then(|| edits.into_iter().chain(view.definitions(of).map(|it| view.removal(it))).collect())
}
