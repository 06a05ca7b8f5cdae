//! `narrow-tuples`: deletes an element of a tuple everywhere: where it is made, taken apart, counted to, and in its type.
//!
//! Before:
//! ```rs
//! fn f() -> (u8, u16, u8) { (1, 2, 3) }
//! fn main() { let (a, _, c) = f(); let t = f(); g(a + c + t.2); }
//! ```
//! After:
//! ```rs
//! fn f() -> (u8, u8) { (1, 3) }
//! fn main() { let (a, c) = f(); let t = f(); g(a + c + t.1); }
//! ```
//!
//! Before:
//! ```rs
//! struct P(u8, u16); enum E { A(u8, u8), B }
//! fn f(p: P) { let P(_, b) = p; let q = P(1, 2); g(E::A(q.1, p.1)); }
//! ```
//! After:
//! ```rs
//! struct P(u16); enum E { A(u8, u8), B }
//! fn f(p: P) { let P(b) = p; let q = P(2); g(E::A(q.0, p.0)); }
//! ```
//!
//! Before:
//! ```go
//! package main
//! func f() (int, string) { return 1, "" }
//! func g() { a, _ := f(); h(a) }
//! ```
//! After:
//! ```go
//! package main
//! func f() int { return 1 }
//! func g() { a := f(); h(a) }
//! ```
//!
//! Before:
//! ```python
//! def f():
//!     return 1, 2, 3
//! a, b, c = f()
//! d = f()[2]
//! ```
//! After:
//! ```python
//! def f():
//!     return 1, 3
//! a, c = f()
//! d = f()[1]
//! ```
//!
//! Before:
//! ```ts
//! function f(): [number, string] { return [1, ""]; } const [a, b] = f(), [c] = f();
//! ```
//! After:
//! ```ts
//! function f(): number { return 1; } const a = f(), [c] = f();
//! ```
//!
//! Before:
//! ```rs
//! fn f(a: Vec<(u8, u16)>) { for (b, _) in a { g(b); } } fn h() { f(vec![(1, 2)]); f(i().map(|a| (a.0, 3))); }
//! ```
//! After:
//! ```rs
//! fn f(a: Vec<u8>) { for b in a { g(b); } } fn h() { f(vec![1]); f(i().map(|a| a)); }
//! ```
//!
//! Before:
//! ```rs
//! fn f() { let (a,) = (1,); g(a); }
//! ```
//! After:
//! ```rs
//! fn f() { let a = 1; g(a); }
//! ```
//! What a function returns, what a variable holds, and the fields of a struct or case that have no names; at most 64 elements. A
//! tuple of one element becomes that element, but not where it has a name. It is followed from variable to variable and through
//! what is returned, for at most 64 of them; then all tuples of a file that have as many elements are taken for one. For at most 2,000 functions, variables and types of a file, from the back.

use std::collections::HashSet;

use super::tuples::{Shape, Typed, Written, unnamed_fields};
use super::view::{NEAR, View};
use crate::document::Document;
use crate::edit::{Edit, EditSet, FileId, Span};
use crate::names::{BindingId, Definition, Kind};
use crate::pass::{Pass, Propose, Sites, Stage, Tier};
use crate::thresholds::COUPLED_SITES;

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "narrow-tuples",
    summary: "delete an element of a tuple with its position everywhere",
    stage: Stage::Fine,
    tier: Tier::Text,
    propose: Propose::File(propose),
};

const KINDS: &[Kind] = &[Kind::Function, Kind::Value, Kind::Parameter, Kind::Type, Kind::Member];

fn propose(document: &Document, id: FileId, sites: &mut Sites) {
    let Some(view) = View::of(document) else { return };
    let found: Vec<(BindingId, &Definition)> = view.bindings(id, KINDS).collect();
    let mut seen = HashSet::new();
    let mut typed = None;
    for &(binding, first) in found.iter().rev().take(COUPLED_SITES.get()) {
        let shape = if let Some(fields) = unnamed_fields(&view, first) {
            let typed = typed.get_or_insert_with(|| Typed::of(&view));
            Shape::of_type(&view, binding, (first.file, fields), typed)
        } else if seen.contains(&binding) || first.kind == Kind::Type {
            continue;
        } else {
            Shape::of_thing(&view, binding, &mut seen)
        };
        shape.propose(&view, sites);
    }
    for shape in Shape::of_widths(&view, id) {
        shape.propose(&view, sites);
    }
}

impl Shape {
    /// Proposes to delete each of its elements.
    fn propose(mut self, view: &View, sites: &mut Sites) {
        let width = self.lists.iter().map(Written::width).max().unwrap_or(0);
        self.lists.retain(|it| it.width() == width);
        self.indices.retain(|it| it.at < width);
        // What is longer is no tuple, and each of its elements would cost a look at all of them.
        let least = if self.is_named { 2 } else { 1 };
        if !(least..=NEAR).contains(&width) || self.lists.len() + self.indices.len() < 2 {
            return;
        }
        // The one element that is left is not to go.
        let each = if width == 1 { 1..2 } else { 0..width };
        for at in each.rev().filter(|at| self.indices.iter().all(|it| it.at != *at)) {
            let set = self.without(view, at, width);
            if view.lowers(&set) {
                sites.alternatives(vec![set]);
            }
        }
    }

    fn without(&self, view: &View, at: usize, width: usize) -> EditSet {
        let bare = width <= 2 && !self.is_named;
        let mut edits = Vec::new();
        for Written { file, list, skipped } in &self.lists {
            if bare {
                let kept = list.elements[(width - 1).saturating_sub(at)].span;
                let whole = view.file(*file).unit(list.unit).span();
                edits.push(Edit::delete(*file, Span::new(whole.start, kept.start)));
                edits.push(Edit::delete(*file, Span::new(kept.end, whole.end)));
            } else {
                edits.extend(list.without(|it| it == at + skipped));
            }
        }
        for index in &self.indices {
            if bare {
                edits.push(Edit::delete(index.file, index.whole));
            } else if index.at > at {
                let lower = (index.at - 1).to_string().into_bytes();
                edits.push(Edit::replace(index.file, index.number, lower));
            }
        }
        edits.retain(|it| !(it.span.is_empty() && it.with.is_empty()));
        edits.into_iter().collect()
    }
}
