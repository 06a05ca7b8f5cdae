//! `return-variable`: returns a variable of the function in the place of what it returns, without what is between.
//!
//! Before:
//! ```c
//! int f() { int a = g(); int b = h(a); k(b); int c = h(b); return b * c; }
//! ```
//! After:
//! ```c
//! int f() { int a = g(); return a; }
//! ```
//!
//! Before:
//! ```c
//! float f(float x) { int a = g(); float b = h(a); return b * x; }
//! ```
//! After:
//! ```c
//! int f(float x) { int a = g(); return a; }
//! ```
//!
//! Before:
//! ```cpp
//! auto f() { auto a = g(); auto b = h(a); k(a); return b + 1; }
//! ```
//! After:
//! ```cpp
//! auto f() { auto a = g(); k(a); return a; }
//! ```
//!
//! Before:
//! ```rs
//! fn f(x: u8) -> u8 { let a = g(); let b = h(a); let c = h(b); b * c }
//! ```
//! After:
//! ```rs
//! fn f(x: u8) -> u8 { let a = g(); a }
//! ```
//!
//! Before:
//! ```go
//! func f() int { a := g(); b := h(a); k(a); c := h(b); return b * c }
//! ```
//! After:
//! ```go
//! func f() int { a := g(); k(a); return a }
//! ```
//!
//! Before:
//! ```js
//! function f() { const a = g(); const b = h(a); const c = h(b); return b * c; }
//! ```
//! After:
//! ```js
//! function f() { const a = g(); const b = h(a); const c = h(b); return a; }
//! ```
//!
//! Before:
//! ```typescript
//! function f(x: A): A { const a = g(); const b = h(a); return b.c(); }
//! ```
//! After:
//! ```typescript
//! function f(x: A): A { return x; }
//! ```
//!
//! Before:
//! ```python
//! def f(x):
//!     a = g(x)
//!     b = h(a)
//!     return b + 1
//! ```
//! After:
//! ```python
//! def f(x):
//!     a = g(x)
//!     return a
//! ```
//!
//! Before:
//! ```java
//! class A { int f() { int a = g(); int b = h(a); int c = h(b); return b * c; } }
//! ```
//! After:
//! ```java
//! class A { int f() { int a = g(); return a; } }
//! ```
//! First all behind the variable goes, then the variables that only what was returned needed, then nothing but that. Where the
//! variable is of another type, the function returns that. With 4 variables of a function and 2 parameters, those of the type
//! that it returns first; only at the end of the function.

use super::bodies::{returned, statements};
use super::functions::{Function, definitions_in, functions};
use super::types::without_sign;
use super::view::View;
use crate::document::{Document, File, UnitId};
use crate::edit::{Edit, EditSet, FileId, Span};
use crate::names::{Definition, Kind};
use crate::pass::{Pass, Propose, Sites, Stage, Tier};
use crate::thresholds::{RETURNED_PARAMETERS, RETURNED_VARIABLES};

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "return-variable",
    summary: "return a variable of the function in the place of what it returns, without what is between",
    stage: Stage::Fine,
    tier: Tier::Text,
    propose: Propose::File(propose),
};

/// What stands for a type that nobody has written.
const INFERRED: &[&[u8]] = &[b"auto", b"var", b"_"];

fn propose(document: &Document, id: FileId, sites: &mut Sites) {
    let Some(view) = View::of(document) else { return };
    for function in functions(document, id) {
        let Some(end) = End::of(&view, &function) else { continue };
        let all = end.candidates();
        let mut sets: Vec<EditSet> = all.iter().filter_map(|it| end.cut(it)).collect();
        sets.extend(all.iter().filter_map(|it| end.without_orphans(it)));
        sets.extend(all.iter().map(|it| end.with(it)));
        sets.retain(|it| view.lowers(it));
        sets.dedup();
        sites.alternatives(sets);
    }
}

/// The end of a function that returns something.
struct End<'v> {
    view: &'v View<'v>,
    definition: &'v Definition,
    file: &'v File,
    /// The statements of the function, what returns among them.
    statements: Vec<UnitId>,
    /// What is returned.
    value: Span,
}

/// What may be returned instead.
struct Candidate {
    name: UnitId,
    /// How many statements there are before it is known.
    after: usize,
    /// Its type, if that is another one than the function returns.
    other: Option<Vec<u8>>,
    /// True if it is known to be the same.
    is_same: bool,
}

impl<'v> End<'v> {
    fn of(view: &'v View<'v>, function: &Function<'v>) -> Option<End<'v>> {
        let definition = function.implementation()?;
        let file = view.file(definition.file);
        let (mut statements, worth) = statements(file, definition.parts.body?);
        let last = statements.last().copied();
        let keyword = last.map(|it| super::functions::leaf_at(file, file.unit(it).start));
        let value = keyword.and_then(|it| returned(file, it)).or(worth)?;
        if last.is_none() {
            statements.push(value);
        }
        Some(End { view, definition, file, statements, value: file.unit(value).span() })
    }

    /// The variables and parameters that may be returned, those of the right type first.
    fn candidates(&self) -> Vec<Candidate> {
        let own = &self.file.text[self.value.range()];
        let id = self.definition.file;
        let (last, before) = self.statements.split_last().expect("what returns is one");
        let defined = |(at, statement): (usize, &UnitId)| {
            let units = *statement..self.file.unit(*statement).subtree_end;
            let own = definitions_in(self.view.names, id, units).iter();
            let span = self.file.unit(*statement).span();
            let is_own = move |it: &&Definition| {
                let whole = self.view.statement_of(id, it.whole);
                it.kind == Kind::Value && self.file.unit(whole).span() == span
            };
            own.filter(is_own).map(move |it| (it, at + 1))
        };
        let locals: Vec<_> = before.iter().enumerate().flat_map(defined).collect();
        let step = locals.len().div_ceil(RETURNED_VARIABLES.get()).max(1);
        // What is returned may stand before them.
        let end = |list: UnitId| self.file.unit(list).subtree_end.min(*last).max(list);
        let units = self.definition.parts.parameters.map(|it| it..end(it));
        let parameters = units.map_or(&[][..], |it| definitions_in(self.view.names, id, it)).iter();
        let parameters = parameters.filter(|it| it.kind == Kind::Parameter).take(RETURNED_PARAMETERS.get());
        let all = parameters.map(|it| (it, 0)).chain(locals.into_iter().rev().step_by(step));
        let all = all.filter(|it| self.file.text_of(it.0.name) != own);
        let mut found: Vec<Candidate> = all.filter_map(|it| self.candidate(it.0, it.1)).collect();
        // What takes most along first.
        found.sort_by_key(|it| (!it.is_same, it.other.is_some(), it.after));
        found
    }

    fn candidate(&self, definition: &Definition, after: usize) -> Option<Candidate> {
        let result = self.result();
        let own = self.view.type_text(definition);
        let own = own.map(|it| it.strip_prefix(b":").unwrap_or(&it).trim_ascii().to_vec());
        let own = own.filter(|it| !INFERRED.contains(&&it[..]));
        let (mut other, mut is_same) = (None, false);
        if let (Some(result), Some(own)) = (result, own) {
            is_same = self.file.text[result.range()] == *own;
            other = Some(own).filter(|_| !is_same);
        }
        let words = other.as_ref().is_none_or(|it| it.iter().all(|it| crate::tokens::is_word(*it)));
        words.then_some(Candidate { name: definition.name, after, other, is_same })
    }

    /// The type that the function returns, where nothing but its words says so.
    fn result(&self) -> Option<Span> {
        let unit = without_sign(self.file, self.definition.parts.result?);
        let (result, name) = (self.file.unit(unit).span(), self.file.unit(self.definition.name).span());
        let between = self.file.text.get(result.end as usize..name.start as usize).unwrap_or_default();
        between.trim_ascii().is_empty().then_some(result)
    }

    /// It alone in the place of what is returned.
    fn with(&self, candidate: &Candidate) -> EditSet {
        let id = self.definition.file;
        let name = Edit::replace(id, self.value, self.file.text_of(candidate.name));
        let other = candidate.other.as_ref().zip(self.result());
        let retyped = other.map(|(text, span)| Edit::replace(id, span, &text[..]));
        [name].into_iter().chain(retyped).collect()
    }

    /// The same, without the statements between.
    fn cut(&self, candidate: &Candidate) -> Option<EditSet> {
        let (first, last) = (*self.statements.get(candidate.after)?, *self.statements.last()?);
        let between = Span::new(self.file.unit(first).start, self.file.unit(last).start);
        let cut = EditSet::delete(self.definition.file, between);
        (first < last).then(|| self.with(candidate).merge(&cut))
    }

    /// The same, without the variables that nothing else needs.
    fn without_orphans(&self, candidate: &Candidate) -> Option<EditSet> {
        let mut gone = vec![self.value];
        for &statement in self.statements.iter().rev().skip(1) {
            let unit = self.file.unit(statement);
            let defined = definitions_in(self.view.names, self.definition.file, statement..unit.subtree_end);
            let goes = |place: &crate::names::Place| {
                let span = self.view.file(place.file).lexemes()[place.at].span;
                // They are in order, the last first.
                let at = gone.partition_point(|it| it.start > span.start);
                place.file == self.definition.file && gone.get(at).is_some_and(|it| it.contains(span))
            };
            let is_unused = |it: &Definition| {
                let whole = self.file.unit(self.view.statement_of(it.file, it.whole)).span();
                let binding = self.view.binding(it.binding);
                it.kind == Kind::Value
                    && it.name != candidate.name
                    && whole == unit.span()
                    && binding.references.iter().all(goes)
            };
            if !defined.is_empty() && defined.iter().all(is_unused) {
                gone.push(self.closed(unit.span()));
            }
        }
        let edits = gone.iter().skip(1).map(|it| Edit::delete(self.definition.file, *it));
        (gone.len() > 1).then(|| self.with(candidate).merge(&edits.collect()))
    }

    /// A statement with the `;` behind it that is no part of it.
    fn closed(&self, statement: Span) -> Span {
        let behind = self.view.lexemes_of(self.definition.file, statement).1;
        let ends = self.view.reads(self.definition.file, behind, b";");
        let end = self.file.lexemes().get(behind).filter(|_| ends);
        end.map_or(statement, |it| Span::new(statement.start, it.span.end))
    }
}
