//! `forward-value`: takes an assignment away, and puts what it assigns in the place of the uses behind it.
//!
//! Before:
//! ```c
//! int a = 1;
//! int main() { a = a ^ 1; printf("%d", a); return 0; }
//! ```
//! After:
//! ```c
//! int a = 1;
//! int main() { printf("%d", a ^ 1); return 0; }
//! ```
//!
//! Before:
//! ```c
//! int f(int a) { if (a) { a += 2; g(a); } return a; }
//! ```
//! After:
//! ```c
//! int f(int a) { if (a) { g(a + 2); } return a; }
//! ```
//!
//! Before:
//! ```rs
//! fn f(x: u8) { let x = g(x); let x = h(x, 1); k(x); }
//! ```
//! After:
//! ```rs
//! fn f(x: u8) { let x = g(x); k(h(x, 1)); }
//! ```
//!
//! Before:
//! ```rs
//! fn f(mut x: u8) -> u8 { x = g(x); h(x); x }
//! ```
//! After:
//! ```rs
//! fn f(mut x: u8) -> u8 { h(g(x)); g(x) }
//! ```
//!
//! Before:
//! ```c
//! int f(int x) { struct S s; s.a[1] = x; g(s.a[1]); return s.b; }
//! ```
//! After:
//! ```c
//! int f(int x) { struct S s; g(x); return s.b; }
//! ```
//!
//! Before:
//! ```cpp
//! int S::f(int x) { this->a = x; g(this); return this->a; }
//! ```
//! After:
//! ```cpp
//! int S::f(int x) { this->a = x; g(this); return x; }
//! ```
//!
//! Before:
//! ```js
//! function f(s, x) { s[0] = x; g(s[0]); return s; }
//! ```
//! After:
//! ```js
//! function f(s, x) { g(x); return s; }
//! ```
//!
//! Before:
//! ```python
//! def f(x):
//!     a = g(x)
//!     a = h(a, 1)
//!     return k(a)
//! ```
//! After:
//! ```python
//! def f(x):
//!     a = g(x)
//!     return k(h(a, 1))
//! ```
//!
//! Before:
//! ```python
//! def f(self, x):
//!     self.a["k"] = x
//!     g(self.a["k"])
//! ```
//! After:
//! ```python
//! def f(self, x):
//!     g(x)
//! ```
//!
//! Before:
//! ```java
//! class A { int f(S s) { int a = s.b; g(s.b); return s.b + a; } }
//! ```
//! After:
//! ```java
//! class A { int f(S s) { int a = s.b; g(a); return a + a; } }
//! ```
//!
//! Before:
//! ```c
//! int f(int b) { int a; g(a = b); return h(a); }
//! ```
//! After:
//! ```c
//! int f(int b) { int a; g(b); return h(b); }
//! ```
//! The uses are those up to the next assignment, what that makes of it included, or to the end of the block. What is assigned
//! to may also be a field, an element with a constant index or what a pointer points to; then the assignment may stay, and a
//! variable that begins as such a part stands for it behind. Where each assignment defines the variable anew, as in Python or by a
//! `let` of Rust, each of several counts. An assignment within an expression gives way to its value.
//! For at most 2,000 assignments of a file, from the back; only where that makes fewer tokens.

use super::inline_variable::Value;
use super::places::{is_statement, takes_anything};
use super::stored::Stored;
use super::view::{Use, View, outermost};
use crate::document::{Document, UnitId};
use crate::edit::{Edit, EditSet, FileId, Span};
use crate::names::{BindingId, Definition, Kind};
use crate::pass::{Pass, Propose, Sites, Stage, Tier};
use crate::passes::text::spans::most_put;
use crate::thresholds::{COUPLED_SITES, STATEMENT_LEVELS};

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "forward-value",
    summary: "put what is assigned to a variable in the place of the uses behind it",
    stage: Stage::Main,
    tier: Tier::Parsed,
    propose: Propose::File(propose),
};

fn propose(document: &Document, id: FileId, sites: &mut Sites) {
    let Some(view) = View::of(document) else { return };
    let stored = Stored::of(&view, id);
    let found: Vec<BindingId> = view.bindings(id, &[Kind::Value, Kind::Parameter]).map(|it| it.0).collect();
    let mut left = Left { sites: COUPLED_SITES.get(), bytes: most_put(document) };
    for part in stored.parts.iter().rev() {
        forward(&view, part, &[], &mut left, sites);
    }
    for &binding in found.iter().rev() {
        let defined = redefined(&view, binding);
        let mut places = view.uses(binding);
        places.extend(defined.iter().map(|it| it.0));
        places.sort();
        forward(&view, &places, &defined, &mut left, sites);
        backward(&view, &stored, binding, &mut left, sites);
    }
}

/// How much more may be proposed.
struct Left {
    sites: usize,
    bytes: usize,
}

impl Left {
    /// True when a text of so many bytes may still be put in so many places.
    fn takes(&mut self, len: usize, places: usize) -> bool {
        let put = len * places;
        let takes = places > 0 && put <= self.bytes && self.sites > 0;
        if takes {
            (self.sites, self.bytes) = (self.sites - 1, self.bytes - put);
        }
        takes
    }
}

/// The definitions of a variable that has several, by where its name stands, in order.
fn redefined<'d>(view: &View<'d>, binding: BindingId) -> Vec<(Use, &'d Definition)> {
    let named =
        |it: &'d Definition| (Use { file: it.file, unit: outermost(view.file(it.file), it.name) }, it);
    let mut defined: Vec<_> = view.definitions(binding).map(named).collect();
    defined.sort_by_key(|it| it.0);
    if defined.len() > 1 { defined } else { Vec::new() }
}

/// The definition at a place.
fn defined_at<'d>(defined: &[(Use, &'d Definition)], place: Use) -> Option<&'d Definition> {
    defined.binary_search_by_key(&place, |it| it.0).ok().map(|it| defined[it].1)
}

/// Each value that something is assigned, in the place of its uses behind that. Some of the places define it.
fn forward(view: &View, places: &[Use], defined: &[(Use, &Definition)], left: &mut Left, sites: &mut Sites) {
    for at in (0..places.len()).rev() {
        let assignment = match defined_at(defined, places[at]) {
            Some(definition) => Assignment::defining(view, places[at], definition),
            None => Assignment::of(view, places[at]),
        };
        let Some(assignment) = assignment else { continue };
        let from = (assignment.one.file, assignment.whole.end);
        let readers = readers(view, &places[at + 1..], defined, from, assignment.block);
        if left.takes(assignment.value.text.len(), readers.len()) {
            let sets = assignment.forwarded(view, &readers).into_iter();
            sites.alternatives(sets.filter(|it| view.lowers(it)).collect());
        }
    }
}

/// A variable that begins as a part of something, in the place of that part behind it.
fn backward(view: &View, stored: &Stored, binding: BindingId, left: &mut Left, sites: &mut Sites) {
    for definition in view.definitions(binding) {
        let Some(value) = definition.parts.value.filter(|_| left.sites > 0) else { continue };
        let file = view.file(definition.file);
        let unit = outermost(file, value);
        let like = stored.like(unit);
        let behind = &like[like.partition_point(|it| it.unit <= unit)..];
        let block = block_of(view, definition.file, view.statement_of(definition.file, definition.whole));
        let readers = readers(view, behind, &[], (definition.file, file.unit(unit).end), block);
        let name = file.text_of(definition.name);
        if left.takes(name.len(), readers.len()) {
            let named: EditSet =
                readers.iter().map(|it| Edit::replace(it.file, it.span(view), name)).collect();
            sites.alternatives(Some(named).filter(|it| view.lowers(it)).into_iter().collect());
        }
    }
}

/// What gives something another value.
struct Assignment {
    one: Use,
    /// The statement that it is; else the expression, which has that value, too.
    whole: Span,
    is_statement: bool,
    value: Value,
    /// Where the block around it ends.
    block: u32,
}

impl Assignment {
    fn of(view: &View, one: Use) -> Option<Assignment> {
        let file = view.file(one.file);
        let sign = file.lexemes().get(one.next(view))?.of(&file.text);
        let (whole, value) = if one.is_written(view) { one.given(view, sign)? } else { return None };
        let value = if sign == b"=" {
            Value::of(view, one.file, value)
        } else {
            // `a += b` makes `a + b` of it.
            let operator = sign.strip_suffix(b"=")?;
            let parts = [&file.text[one.span(view).range()], operator, &file.text[value.range()]];
            Value::operation(parts.join(&b' '))
        };
        if let Some((whole, block)) = statement(view, one.file, whole) {
            return Some(Assignment { one, whole, is_statement: true, value, block });
        }
        let (span, block) = (file.unit(whole).span(), block_of(view, one.file, whole));
        Some(Assignment { one, whole: span, is_statement: false, value, block })
    }

    /// One that defines a variable anew, and nothing else.
    fn defining(view: &View, one: Use, definition: &Definition) -> Option<Assignment> {
        let value = definition.parts.value.filter(|_| definition.kind == Kind::Value)?;
        let value = Value::of(view, one.file, view.file(one.file).unit(value).span());
        let (whole, block) =
            statement(view, one.file, definition.whole).filter(|_| !view.shares(definition))?;
        Some(Assignment { one, whole, is_statement: true, value, block })
    }

    /// Without the assignment; of a part of something with it, too.
    fn forwarded(&self, view: &View, readers: &[Use]) -> Vec<EditSet> {
        let file = self.one.file;
        let put = readers.iter().flat_map(|it| {
            if takes_anything(view.file(it.file), it.span(view)) {
                vec![Edit::replace(it.file, it.span(view), &self.value.text[..])]
            } else {
                self.value.put_at(view, *it)
            }
        });
        let put: EditSet = put.collect();
        let gone = if self.is_statement {
            Edit::delete(file, self.whole)
        } else {
            Edit::replace(file, self.whole, &self.value.text[..])
        };
        let mut found = vec![put.merge(&[gone].into_iter().collect())];
        if !view.file(file).is_leaf(self.one.unit) {
            found.push(put);
        }
        found
    }
}

/// The uses of the same that see what it is at a place, of those behind it in the text, up to the end of a block. Some define it anew.
fn readers(
    view: &View,
    behind: &[Use],
    defined: &[(Use, &Definition)],
    (file, from): (FileId, u32),
    block: u32,
) -> Vec<Use> {
    let mut readers = Vec::new();
    let mut end = block;
    for &one in behind.iter().filter(|it| it.file == file) {
        let span = one.span(view);
        if span.start < from {
            continue;
        }
        if span.start >= end {
            break;
        }
        // What makes the next value of it still sees this one.
        if let Some(definition) = defined_at(defined, one) {
            end = definition.parts.value.map_or(span.start, |it| view.file(file).unit(it).end);
        } else if one.is_written(view) {
            end = one.assigned(view).map_or(span.start, |it| it.1.end);
        } else {
            readers.push(one);
        }
    }
    readers
}

/// The statement that a unit is, with its `;`, and where the block around it ends.
fn statement(view: &View, id: FileId, whole: UnitId) -> Option<(Span, u32)> {
    let file = view.file(id);
    let unit = view.statement_of(id, whole);
    let statement = file.unit(unit).span();
    let closed = file.text[statement.range()].ends_with(b";");
    let end = file.lexemes().get(view.lexemes_of(id, statement).1);
    let statement = match end.filter(|it| !closed && it.of(&file.text) == b";") {
        Some(end) => Span::new(statement.start, end.span.end),
        None => statement,
    };
    is_statement(file, statement).then(|| (statement, file.unit(file.unit(unit).parent).end))
}

/// Where the list of statements ends that a unit stands in.
fn block_of(view: &View, id: FileId, unit: UnitId) -> u32 {
    let file = view.file(id);
    let up = |it: &UnitId| Some(file.unit(*it).parent).filter(|parent| parent != it);
    let mut around = std::iter::successors(Some(unit), up).take(STATEMENT_LEVELS.get());
    let statement = around.find(|&it| is_statement(file, file.unit(it).span())).unwrap_or(unit);
    file.unit(file.unit(statement).parent).end
}
