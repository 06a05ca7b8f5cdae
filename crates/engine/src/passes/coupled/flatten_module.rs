//! `flatten-module`: what stands in a module, a namespace, a class or an `impl` comes out, and its name goes from all paths.
//!
//! Before:
//! ```cpp
//! namespace N { int f(); struct S {}; }
//! using namespace N;
//! int g(N::S s) { return N::f(); }
//! ```
//! After:
//! ```cpp
//! int f(); struct S {};
//! int g(S s) { return f(); }
//! ```
//!
//! Before:
//! ```rs
//! mod a { pub fn f() { self::g() } fn g() {} }
//! use a::f;
//! fn main() { a::f(); crate::a::g(); }
//! ```
//! After:
//! ```rs
//! pub fn f() { self::g() } fn g() {}
//! fn main() { f(); crate::g(); }
//! ```
//!
//! Before:
//! ```rs
//! struct S;
//! impl S { fn new() -> Self { Self::other() } fn other() -> S { S } }
//! fn main() { S::new(); }
//! ```
//! After:
//! ```rs
//! struct S;
//! fn new() -> S { other() } fn other() -> S { S }
//! fn main() { new(); }
//! ```
//!
//! Before:
//! ```cpp
//! class C : B { static int n; int f() { return this->g() + C::n; } };
//! ```
//! After:
//! ```cpp
//! static int n; int f() { return g() + n; }
//! ```
//!
//! Before:
//! ```cpp
//! int f(); namespace N { int f(); int g() { return f(); } }
//! int h() { return f() + N::f() + N::g(); }
//! ```
//! After:
//! ```cpp
//! int f(); int a(); int g() { return a(); }
//! int h() { return f() + a() + g(); }
//! ```
//!
//! Before:
//! ```rs
//! trait T<A> { fn f(&self) -> A; }
//! impl T<u8> for S { fn f(&self) -> u8 { 1 } }
//! fn main() { S.f(); }
//! ```
//! After:
//! ```rs
//! impl S { fn f(&self) -> u8 { 1 } }
//! fn main() { S.f(); }
//! ```
//!
//! Before:
//! ```rs
//! trait T { fn f(&self) -> u8 { 1 } fn g(&self); }
//! impl T for S { fn g(&self) {} }
//! ```
//! After:
//! ```rs
//! impl S { fn f(&self) -> u8 { 1 } fn g(&self) {} }
//! ```
//!
//! Before:
//! ```rb
//! module M
//!   X = 1
//!   def self.f(a)
//!     a + X
//!   end
//! end
//! puts M.f(M::X)
//! ```
//! After:
//! ```rb
//!   X = 1
//!   def f(a)
//!     a + X
//!   end
//! puts f(X)
//! ```
//!
//! Before:
//! ```rb
//! class A
//!   def initialize(a); end
//!   def f; g { 1 }; end
//!   def g; yield; end
//! end
//! b = A.new(2)
//! b.f
//! ```
//! After:
//! ```rb
//!   def f; g { 1 }; end
//!   def g; yield; end
//! f
//! ```
//! What is inside of the braces, or before `end`, stays; `this`, `self` and `Self` go from paths in it. Statements that only import the
//! module go. Where methods look like functions, a type goes with all that its methods are called on. A second way gives what has the name of something else another one. A trait goes, and what implements it is a
//! type's own. For at most 2,000 of a file, from the back.

use std::collections::HashSet;

use super::functions::definitions_in;
use super::homonyms::free;
use super::orphans::with_orphans;
use super::plain_calls::plain_calls;
use super::renaming::{ambiguous, name_of, rename};
use super::view::{NEAR, Use, View};
use crate::document::{Document, UnitId};
use crate::edit::{Edit, EditSet, FileId, Span};
use crate::names::{BindingId, Definition, Kind};
use crate::pass::{Pass, Propose, Sites, Stage, Tier};
use crate::thresholds::COUPLED_SITES;

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "flatten-module",
    summary: "unwrap a module, namespace or class, and strip its name from paths",
    stage: Stage::Fine,
    tier: Tier::Text,
    propose: Propose::File(propose),
};

fn propose(document: &Document, id: FileId, sites: &mut Sites) {
    let Some(view) = View::of(document) else { return };
    let found: Vec<(BindingId, &Definition)> = view.bindings(id, &[Kind::Module, Kind::Type]).collect();
    let ambiguous = ambiguous(&view);
    for &(binding, _) in found.iter().rev().take(COUPLED_SITES.get()) {
        let (definitions, extensions) = (bodies(&view, binding), extensions(&view, binding));
        let mut sets: Vec<EditSet> = own_methods(&view, binding, definitions.last()).into_iter().collect();
        for bodies in [definitions, extensions].into_iter().filter(|it| !it.is_empty()) {
            let set = flattened(&view, binding, &bodies);
            let plain: EditSet =
                bodies.iter().flat_map(|it| plain_calls(&view, binding, (it.file, it.block))).collect();
            if !plain.is_empty() {
                let set = set.merge(&plain);
                sets.extend(with_orphans(&view, &set));
                sets.push(set);
            }
            let renamed = clashes(&view, binding, &bodies, &ambiguous).map(|it| it.merge(&set));
            sets.extend([Some(set), renamed].into_iter().flatten());
        }
        sites.alternatives(sets.into_iter().filter(|it| view.lowers(it)).collect());
    }
}

/// A trait gone, and what implements it as an extension of the type alone, with the methods that the trait has bodies of and the
/// type does not have, in at most 64 of them; `None` where nothing implements it.
fn own_methods(view: &View, binding: BindingId, from: Option<&Body>) -> Option<EditSet> {
    let mut left = NEAR;
    let mut edits = Vec::new();
    for one in view.uses(binding) {
        let file = view.file(one.file);
        let mut unit = one.unit;
        // A path or arguments may be around the name.
        while let Some(parent) = Some(file.unit(unit).parent)
            && parent != 0
            && file.unit(parent).start == file.unit(one.unit).start
        {
            unit = parent;
        }
        let (span, whole) = (file.unit(unit).span(), file.unit(unit).parent);
        let next = view.lexemes_of(one.file, span).1;
        if file.text_of(whole).starts_with(b"impl") && view.reads(one.file, next, b"for") {
            edits.push(Edit::delete(one.file, Span::new(span.start, file.lexemes()[next].span.end)));
            let from = from.filter(|_| left > 0);
            let missing = from.and_then(|it| missing(view, *it, body(view, one.file, whole)?));
            left -= usize::from(missing.is_some());
            edits.extend(missing);
        }
    }
    let gone = view.definitions(binding).map(|it| view.removal(it));
    (!edits.is_empty()).then(|| gone.chain(edits).collect())
}

/// Puts the methods that a trait has bodies of into what implements it and has none of that name.
fn missing(view: &View, from: Body, into: Body) -> Option<Edit> {
    let methods = |of: Body| {
        let file = view.file(of.file);
        let all = definitions_in(view.names, of.file, of.block..file.unit(of.block).subtree_end);
        all.iter().filter(move |it| it.parts.body.is_some() && file.unit(it.whole).parent == of.block)
    };
    let name = |it: &Definition| view.binding(it.binding).word;
    let has: HashSet<_> = methods(into).map(name).collect();
    let missing = methods(from).filter(|it| !has.contains(&name(it)));
    let file = view.file(from.file);
    let text: Vec<u8> = missing.flat_map(|it| [b" ", file.text_of(it.whole)].concat()).collect();
    let at = view.file(into.file).unit(into.block).start + 1;
    (!text.is_empty()).then(|| Edit::replace(into.file, Span::new(at, at), text))
}

/// Other names for what stands right in the bodies of a module and is called as something else, where that is surely meant;
/// `None` where nothing is.
fn clashes(view: &View, module: BindingId, bodies: &[Body], ambiguous: &[bool]) -> Option<EditSet> {
    let mut members: Vec<BindingId> = Vec::new();
    for body in bodies {
        let file = view.file(body.file);
        let inside = body.block..file.unit(body.block).subtree_end;
        let mut end = body.block;
        for definition in
            definitions_in(view.names, body.file, inside).iter().filter(|it| ambiguous[it.binding])
        {
            if definition.name >= end && !members.contains(&definition.binding) && members.len() < NEAR {
                members.push(definition.binding);
            }
            end = end.max(file.unit(definition.whole).subtree_end);
        }
    }
    let qualified = qualified(view, module, bodies);
    let mut edits = Vec::new();
    for (&member, new) in members.iter().zip(free(view.document)) {
        let old = name_of(view, member);
        let places = qualified.iter().filter(|it| &view.file(it.0).text[it.1.range()] == old);
        edits.extend(places.map(|it| Edit::replace(it.0, it.1, &new[..])));
        edits.extend_from_slice(rename(view, member, &new).edits());
    }
    (!edits.is_empty()).then(|| edits.into_iter().collect())
}

/// The words behind the name of a module, and behind what stands for it in its bodies.
fn qualified(view: &View, module: BindingId, bodies: &[Body]) -> Vec<(FileId, Span)> {
    let word = |id: FileId, at: usize| {
        let file = view.file(id);
        qualifies(view, id, at).and_then(|_| Some((id, file.lexemes().get(at + 2)?.span)))
    };
    let uses = view.uses(module).into_iter();
    let outside =
        uses.filter_map(|it| word(it.file, view.lexemes_of(it.file, it.span(view)).1.checked_sub(1)?));
    let inside = bodies.iter().flat_map(|it| {
        let (first, end) = view.lexemes_of(it.file, view.file(it.file).unit(it.block).span());
        let own = |at: &usize| view.reads(it.file, *at, b"this") || view.reads(it.file, *at, b"Self");
        (first..end).filter(own).filter_map(|at| word(it.file, at))
    });
    outside.chain(inside).collect()
}

/// Something with a block: all of it, the block, and what stays of that.
#[derive(Clone, Copy)]
struct Body {
    file: FileId,
    whole: UnitId,
    block: UnitId,
    inner: Span,
}

/// The blocks of the definitions of a binding.
fn bodies(view: &View, binding: BindingId) -> Vec<Body> {
    let of = |it: &Definition| {
        let file = view.file(it.file);
        let whole = it.parts.fields.map_or(it.whole, |it| file.unit(it).parent);
        // A type with fields only is worth nothing without them; functions and types are.
        let holds_more = |it: &Body| file.text_of(it.block)[1..].iter().any(|it| b"({".contains(it));
        let in_braces = body(view, it.file, whole);
        in_braces.filter(|body| it.kind == Kind::Module || holds_more(body)).or_else(|| ended(view, it))
    };
    view.definitions(binding).filter_map(of).collect()
}

/// The blocks that add to a type elsewhere.
fn extensions(view: &View, binding: BindingId) -> Vec<Body> {
    let extension = |one: Use| {
        let whole = one.parent(view)?;
        let text = view.file(one.file).text_of(whole);
        body(view, one.file, whole).filter(|_| text.starts_with(b"impl"))
    };
    view.uses(binding).into_iter().filter_map(extension).collect()
}

/// The block that a unit ends with.
fn body(view: &View, id: FileId, whole: UnitId) -> Option<Body> {
    let file = view.file(id);
    let mut unit = whole;
    while !file.text_of(unit).starts_with(b"{") {
        unit = file.solid_children(unit).last()?;
    }
    let span = file.unit(unit).span();
    let closed = file.text_of(unit).ends_with(b"}") && span.len() >= 2;
    closed.then(|| Body { file: id, whole, block: unit, inner: Span::new(span.start + 1, span.end - 1) })
}

/// The block before the `end` of a definition.
fn ended(view: &View, definition: &Definition) -> Option<Body> {
    let (id, whole, file) = (definition.file, definition.whole, view.file(definition.file));
    let block = definition.parts.body?;
    let inner = file.unit(block).span();
    let rest = &file.text[inner.end as usize..file.unit(whole).end as usize];
    let is_end = |it: &u8| it.is_ascii_whitespace() || *it == b';';
    let closes = rest.iter().skip_while(|it| is_end(it)).eq(b"end");
    // The first line keeps its indent, which some interpreters compare with that of its `end`.
    let head = file.text[..inner.start as usize].trim_ascii_end().len();
    let inner = Span::new(crate::lexeme::offset(head), inner.end);
    closes.then_some(Body { file: id, whole, block, inner })
}

fn flattened(view: &View, binding: BindingId, bodies: &[Body]) -> EditSet {
    let mut edits = Vec::new();
    for body in bodies {
        let file = view.file(body.file);
        let whole = file.unit(body.whole).span();
        let behind = view.lexemes_of(body.file, whole).1;
        let ends = view.reads(body.file, behind, b";");
        let end = if ends { file.lexemes()[behind].span.end } else { whole.end };
        edits.push(Edit::delete(body.file, Span::new(whole.start, body.inner.start)));
        edits.push(Edit::delete(body.file, Span::new(body.inner.end, end)));
        edits.extend(inner_paths(view, binding, *body));
    }
    edits.extend(view.uses(binding).into_iter().filter_map(|it| unqualified(view, it)));
    edits.into_iter().collect()
}

/// `this.x` and the like in a block become `x`, and `Self` the name of the type.
fn inner_paths(view: &View, binding: BindingId, body: Body) -> Vec<Edit> {
    let file = view.file(body.file);
    let (first, end) = view.lexemes_of(body.file, file.unit(body.block).span());
    let mut edits = Vec::new();
    for at in first..end {
        let text = file.lexemes()[at].of(&file.text);
        let span = file.lexemes()[at].span;
        match text {
            b"this" | b"Self" => {
                if let Some(sign) = qualifies(view, body.file, at) {
                    edits.push(Edit::delete(body.file, Span::new(span.start, sign.end)));
                } else if text == b"Self" {
                    edits.push(Edit::replace(body.file, span, name_of(view, binding)));
                }
            }
            b"self" if at > 0 && view.reads(body.file, at - 1, b"def") => {
                let sign = qualifies(view, body.file, at);
                edits.extend(sign.map(|it| Edit::delete(body.file, Span::new(span.start, it.end))));
            }
            _ => {}
        }
    }
    edits
}

/// The sign behind a lexeme that makes it a qualifier.
fn qualifies(view: &View, id: FileId, at: usize) -> Option<Span> {
    let sign = [b"::" as &[u8], b".", b"->"].iter().any(|it| view.reads(id, at + 1, it));
    sign.then(|| view.file(id).lexemes()[at + 1].span)
}

/// A path without the module; an import of the module or of what is in it goes.
fn unqualified(view: &View, one: Use) -> Option<Edit> {
    let file = view.file(one.file);
    if let Some(statement) = import(view, one) {
        return Some(Edit::delete(one.file, statement));
    }
    let at = view.lexemes_of(one.file, one.span(view)).1.checked_sub(1)?;
    let sign = qualifies(view, one.file, at)?;
    Some(Edit::delete(one.file, Span::new(file.lexemes()[at].span.start, sign.end)))
}

/// The import that a use is in.
fn import(view: &View, one: Use) -> Option<Span> {
    let file = view.file(one.file);
    let mut unit = one.unit;
    while unit != 0 {
        let text = file.text_of(unit);
        let imports = [&b"use "[..], b"using ", b"import ", b"include ", b"extend "]
            .iter()
            .any(|it| text.starts_with(it));
        if imports || text.contains(&b'\n') {
            return imports.then(|| file.unit(unit).span());
        }
        unit = file.unit(unit).parent;
    }
    None
}
