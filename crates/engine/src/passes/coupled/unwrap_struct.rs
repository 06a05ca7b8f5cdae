//! `unwrap-struct`: a type with one field becomes the type of that field.
//!
//! Before:
//! ```c
//! struct S { int a; } x = {1};
//! int f(struct S *p) { struct S y = {2}; return y.a + p->a + ((struct S){3}).a; }
//! ```
//! After:
//! ```c
//! int x = 1;
//! int f(int *p) { int y = 2; return y + (*p) + (3); }
//! ```
//!
//! Before:
//! ```rs
//! struct S { a: Vec<u8> }
//! fn f(s: S) { g(S { a: s.a }); }
//! ```
//! After:
//! ```rs
//! fn f(s: Vec<u8>) { g(s); }
//! ```
//!
//! Before:
//! ```rs
//! struct S { a: Vec<u8> }
//! fn f(s: S) { let S { a } = s; g(a, |S { a: b, .. }| b); }
//! ```
//! After:
//! ```rs
//! fn f(s: Vec<u8>) { let a = s; g(a, |b| b); }
//! ```
//!
//! Before:
//! ```rs
//! #[derive(Debug)]
//! struct S(pub Vec<u8>);
//! fn f(s: S) { g(S(s.0)); let S(a) = h(); g(a); }
//! ```
//! After:
//! ```rs
//! fn f(s: Vec<u8>) { g(s); let a = h(); g(a); }
//! ```
//!
//! Before:
//! ```py
//! class A:
//!     def __init__(self, a):
//!         self.b = a
//! def f(a):
//!     return A(a.b + 1)
//! print(f(A(2)).b, 3 * A(1 + 1).b)
//! ```
//! After:
//! ```py
//! def f(a):
//!     return a + 1
//! print(f(2), 3 * (1 + 1))
//! ```
//!
//! Before:
//! ```ts
//! class A { constructor(public a: string[]) {} }
//! function f(a: A): A { return new A(a.a.concat([])); }
//! ```
//! After:
//! ```ts
//! function f(a: string[]): string[] { return a.concat([]); }
//! ```
//!
//! Before:
//! ```js
//! class A { constructor() { this.a = []; } }
//! let b = new A(), c = b.a.length;
//! ```
//! After:
//! ```js
//! let b = [], c = b.length;
//! ```
//!
//! Before:
//! ```php
//! <?php class A { public $a; function __construct($a) { $this->a = $a; } }
//! $b = new A(2); echo $b->a;
//! ```
//! After:
//! ```php
//! <?php
//! $b = 2; echo $b;
//! ```
//!
//! Before:
//! ```cpp
//! struct S { int a; S(int x) : a(x) {} };
//! int f(S s) { return s.a; }
//! int g() { S s(1), *p = new S(2); return f(S(3)) + s.a + p->a; }
//! ```
//! After:
//! ```cpp
//! int f(int s) { return s; }
//! int g() { int s(1), *p = new int(2); return f(3) + s + (*p); }
//! ```
//!
//! Before:
//! ```java
//! class S { int a; S(int x, int y) { this.a = x; } }
//! class T { int f(S s) { return s.a; } int g() { S s = new S(1, 2); return f(s) * new S(3 + 4, 5).a; } }
//! ```
//! After:
//! ```java
//! class T { int f(int s) { return s; } int g() { int s = 1; return f(s) * (3 + 4); } }
//! ```
//!
//! Before:
//! ```ts
//! interface P { x: number }
//! function f(p: P): P { return { x: p.x + 1 }; }
//! const { x } = f({ x: 1 });
//! ```
//! After:
//! ```ts
//! function f(p: number): number { return p + 1; }
//! const x = f(1);
//! ```
//!
//! Before:
//! ```js
//! const o = { k: 1 }; use(o.k);
//! ```
//! After:
//! ```js
//! const o = 1; use(o);
//! ```
//! The type is deleted, with its attributes, its name becomes the type of the field everywhere, `s.f` becomes `s`, and what
//! makes a thing of it or takes one apart becomes what stands there for the field. A class is such a type when all that it has is
//! a constructor that stores what it is given, or always the same. For at most 2,000 types of a file, from the back.

use super::constructions::{Body, Construction, Constructions, elements_for, field_uses, fields, value_of};
use super::lists::List;
use super::one_field::without_class;
use super::single_keys::without_keys;
use super::tuples::{Shape, Typed, unnamed_fields};
use super::view::{Use, View};
use super::wrappers::without_wrapper;
use crate::document::Document;
use crate::edit::{Edit, EditSet, FileId, Span};
use crate::names::{BindingId, Definition, Kind};
use crate::pass::{Pass, Propose, Sites, Stage, Tier};
use crate::thresholds::COUPLED_SITES;

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "unwrap-struct",
    summary: "replace a type with one field by that field",
    stage: Stage::Main,
    tier: Tier::Parsed,
    propose: Propose::File(propose),
};

fn propose(document: &Document, id: FileId, sites: &mut Sites) {
    let Some(view) = View::of(document) else { return };
    let types: Vec<BindingId> = view.bindings(id, &[Kind::Type]).map(|it| it.0).collect();
    let without_keys = without_keys(&view, id).into_iter().filter(|it| view.lowers(it));
    without_keys.for_each(|it| sites.alternatives(vec![it]));
    let (mut constructions, mut things) = (None, None);
    for &of in types.iter().rev().take(COUPLED_SITES.get()) {
        let own = view.definitions(of).find(|it| it.parts.fields.is_some());
        let Some(body) = own.and_then(|it| Some((it.file, it.parts.fields?))) else { continue };
        if let Some(set) = without_wrapper(&view, of, body) {
            sites.alternatives(Some(set).filter(|it| view.lowers(it)).into_iter().collect());
            continue;
        }
        if own.and_then(|it| unnamed_fields(&view, it)).is_some() {
            let only = List::of(view.file(body.0), body.0, body.1).filter(|it| it.elements.len() == 1);
            let Some(field) = only.map(|it| it.elements[0].span) else { continue };
            let shape = Shape::of_type(&view, of, body, things.get_or_insert_with(|| Typed::of(&view)));
            let set = unnamed(&view, of, (body, field), &shape).filter(|it| view.lowers(it));
            sites.alternatives(set.into_iter().collect());
            continue;
        }
        sites.alternatives(without_class(&view, of, body).into_iter().filter(|it| view.lowers(it)).collect());
        let [field] = fields(&view, body)[..] else { continue };
        let constructions = constructions.get_or_insert_with(|| Constructions::of(&view));
        let sets = [view.uses(field.binding), field_uses(&view, body, field)];
        let sets =
            sets.iter().filter_map(|uses| unwrapped(&view, of, field, constructions.of_type(body), uses));
        let mut sets: Vec<EditSet> = sets.filter(|it| view.lowers(it)).collect();
        sets.dedup();
        sites.alternatives(sets);
    }
}

fn unwrapped(
    view: &View,
    of: BindingId,
    field: &Definition,
    constructions: &[Construction],
    uses: &[Use],
) -> Option<EditSet> {
    let meaning = view.type_text(field)?;
    let mut edits = without_type(view, of, &meaning);
    edits.extend(uses.iter().flat_map(|it| plain(view, *it, true)));
    for construction in constructions {
        let file = view.file(construction.file);
        let list = List::of(file, construction.file, construction.list)?;
        // What takes a thing apart has the type's name before it.
        let named = elements_for(view, construction.file, &list, &construction.elements, &[field], 0);
        let at = named.map_or(construction.elements.start, |it| it.start);
        let value = list.elements.get(at).and_then(|it| value_of(view, construction.file, it));
        let Some(value) = value.map(|it| file.unit(it).span()) else { continue };
        let Span { start, end } = construction.whole;
        let rest = [Span::new(start, value.start), Span::new(value.end, end)].into_iter();
        edits.extend(rest.filter(|it| !it.is_empty()).map(|it| Edit::delete(construction.file, it)));
    }
    Some(edits.into_iter().collect())
}

/// What becomes of a type whose one field has no name.
fn unnamed(
    view: &View,
    of: BindingId,
    ((id, fields), field): (Body, Span),
    shape: &Shape,
) -> Option<EditSet> {
    let (first, end) = view.lexemes_of(id, field);
    let mut at = first;
    if view.reads(id, at, b"pub") {
        at += 1;
        at = if at < end && view.reads(id, at, b"(") { view.partner(id, at) + 1 } else { at };
    }
    let start = view.file(id).lexemes().get(at).filter(|_| at < end)?.span.start;
    let mut edits = without_type(view, of, &view.file(id).text[start as usize..field.end as usize]);
    for made in shape.lists.iter().filter(|it| (it.file, it.list.unit) != (id, fields)) {
        let file = view.file(made.file);
        let value = made.list.elements.get(made.skipped).filter(|_| made.width() == 1)?.span;
        let whole = match made.skipped {
            0 => file.unit(file.unit(made.list.unit).parent).span(),
            _ => file.unit(made.list.unit).span(),
        };
        edits.push(Edit::delete(made.file, Span::new(whole.start, value.start)));
        edits.push(Edit::delete(made.file, Span::new(value.end, whole.end)));
    }
    edits.extend(shape.indices.iter().filter(|it| it.at == 0).map(|it| Edit::delete(it.file, it.whole)));
    Some(edits.into_iter().collect())
}

/// A type gives way to what it means, and its attributes go.
fn without_type(view: &View, of: BindingId, meaning: &[u8]) -> Vec<Edit> {
    let mut edits = view.replace_type(of, meaning);
    for definition in view.definitions(of) {
        let file = view.file(definition.file);
        let mut start = file.unit(view.statement_of(definition.file, definition.whole)).start;
        let attributes = view.names.attributes(definition.file);
        let before = attributes.partition_point(|&it| file.unit(it).start < start);
        for &attribute in attributes[..before].iter().rev() {
            let span = file.unit(attribute).span();
            let between = file.text.get(span.end as usize..start as usize);
            if between.is_none_or(|it| !it.trim_ascii().is_empty()) {
                break;
            }
            edits.push(Edit::delete(definition.file, span));
            start = span.start;
        }
    }
    edits
}

/// The thing in the place of its field; where things are pointed at, what `->` points to.
pub(super) fn plain(view: &View, one: Use, pointers: bool) -> Vec<Edit> {
    let Some(whole) = one.member(view).filter(|it| it.unit != one.unit) else { return Vec::new() };
    let file = view.file(one.file);
    let (all, name) = (whole.span(view), one.span(view));
    let Some(sign) = view.lexemes_of(one.file, name).0.checked_sub(1) else { return Vec::new() };
    let sign_span = file.lexemes()[sign].span;
    if sign_span.start <= all.start {
        return Vec::new();
    }
    let rest = Span::new(sign_span.start, all.end);
    if pointers && view.reads(one.file, sign, b"->") {
        let opens = Edit::replace(one.file, Span::new(all.start, all.start), *b"(*");
        return vec![opens, Edit::replace(one.file, rest, *b")")];
    }
    vec![Edit::delete(one.file, rest)]
}
