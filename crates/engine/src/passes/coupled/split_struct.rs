//! `split-struct`: a variable of which only fields or elements are used becomes a variable for each of them.
//!
//! Before:
//! ```c
//! struct S { int x; int y; int *z; };
//! int f() { struct S s = {1, 2}; g(s.x); return s.x * s.y + s.y; }
//! ```
//! After:
//! ```c
//! struct S { int x; int y; int *z; };
//! int f() { int a = 1; int b = 2; g(a); return a * b + b; }
//! ```
//! Before:
//! ```c
//! int x[3] = {3, 4, 5};
//! int f() { return x[2] * x[0] + x[2]; }
//! ```
//! After:
//! ```c
//! int a = 5; int b = 3;
//! int f() { return a * b + a; }
//! ```
//! Before:
//! ```rs
//! fn f() { let s = S { x: 1, y }; g(s.x, s.y, s.x, s.y); }
//! ```
//! After:
//! ```rs
//! fn f() { let a = 1; let b = y; g(a, b, a, b); }
//! ```
//! Before:
//! ```js
//! let s = { x: 1, y: g() };
//! f(s.x, s.y, s.y);
//! ```
//! After:
//! ```js
//! let a = 1; let b = g();
//! f(a, b, b);
//! ```
//! Where its declaration says the type of each, or what each is at first. For at most 2,000 variables of a file, from the
//! back, each with at most 64 fields that are used.

use super::constructions::{body_of, elements_for, fields, value_of};
use super::homes::{block, top};
use super::homonyms::free;
use super::lists::List;
use super::places::is_indented;
use super::view::{NEAR, Use, View};
use crate::document::{Document, File};
use crate::edit::{Edit, EditSet, FileId, Span};
use crate::names::{BindingId, Definition, Kind};
use crate::pass::{Pass, Propose, Sites, Stage, Tier};
use crate::thresholds::COUPLED_SITES;

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "split-struct",
    summary: "replace a variable by one for each field or element of it that is used",
    stage: Stage::Fine,
    tier: Tier::Text,
    propose: Propose::File(propose),
};

fn propose(document: &Document, id: FileId, sites: &mut Sites) {
    let Some(view) = View::of(document) else { return };
    if is_indented(view.file(id)) {
        return;
    }
    let new: Vec<Vec<u8>> = free(document).take(NEAR).collect();
    let variables: Vec<(BindingId, &Definition)> = view.bindings(id, &[Kind::Value]).collect();
    for &(binding, definition) in variables.iter().rev().take(COUPLED_SITES.get()) {
        let set = Whole::of(&view, binding, definition).and_then(|it| it.split(&new));
        sites.alternatives(set.filter(|it| view.lowers(it)).into_iter().collect());
    }
}

/// A part of a variable that is used.
struct Part<'v> {
    /// Where.
    places: Vec<(FileId, Span)>,
    /// The name of the field, or the number of the element.
    key: &'v [u8],
}

/// A variable that is only used by its parts.
struct Whole<'v> {
    view: &'v View<'v>,
    file: &'v File,
    definition: &'v Definition,
    parts: Vec<Part<'v>>,
}

impl<'v> Whole<'v> {
    fn of(view: &'v View<'v>, binding: BindingId, definition: &'v Definition) -> Option<Whole<'v>> {
        let known = view.binding(binding);
        if known.perhaps > 0 || known.definitions.len() > 1 || shares(view, definition) {
            return None;
        }
        let mut parts: Vec<Part<'v>> = Vec::new();
        for one in view.uses(binding) {
            let (key, span) = part(view, one)?;
            match parts.iter().position(|it| it.key == key) {
                Some(at) => parts[at].places.push((one.file, span)),
                None if parts.len() == NEAR => return None,
                None => parts.push(Part { places: vec![(one.file, span)], key }),
            }
        }
        let file = view.file(definition.file);
        (!parts.is_empty()).then_some(Whole { view, file, definition, parts })
    }

    fn split(&self, new: &[Vec<u8>]) -> Option<EditSet> {
        let own = self.file.unit(self.definition.whole).span();
        let span = self.file.unit(top(self.file, self.definition.whole)).span();
        let text = &self.file.text[span.range()];
        let closed = text.ends_with(b";");
        let typed = self.file.language.as_ref().is_some_and(|it| it.function.as_deref() == Some(""));
        let name = self.file.unit(self.definition.name).start;
        let head = &self.file.text[span.start as usize..name as usize];
        let behind = self.file.text[own.end as usize..span.end as usize].trim_ascii();
        let alone = matches!(behind, b"" | b";") && (typed || !head.iter().any(|it| b",=".contains(it)));
        if typed && !closed || !alone || head.contains(&b'(') {
            return None;
        }
        let all = self.body().map_or(Vec::new(), |it| fields(self.view, it));
        let list = self.list();
        let mut edits = Vec::new();
        let mut declared: Vec<Vec<u8>> = Vec::new();
        for (part, new) in self.parts.iter().zip(new) {
            let value = list.as_ref().and_then(|it| self.value(part.key, it, &all));
            declared.push(if typed {
                let first = value.map_or(Vec::new(), |it| [b" = ", it].concat());
                [&self.declared(part.key, span, &all)?[..], b" ", new, &first].concat()
            } else {
                [head, new, b" = ", value?].concat()
            });
            edits.extend(part.places.iter().map(|it| Edit::replace(it.0, it.1, &new[..])));
        }
        let gap: &[u8] = if closed { b"; " } else { b"\n" };
        let end: &[u8] = if closed { b";" } else { b"" };
        let text = [&declared.join(gap)[..], end].concat();
        edits.push(Edit::replace(self.definition.file, span, text));
        Some(edits.into_iter().collect())
    }

    /// What its parts are at first.
    fn list(&self) -> Option<List> {
        let value = self.definition.parts.value?;
        List::of(self.file, self.definition.file, block(self.file, value).unwrap_or(value))
    }

    /// What a part is at first.
    fn value(&self, key: &[u8], list: &List, all: &[&Definition]) -> Option<&'v [u8]> {
        let (view, id) = (self.view, self.definition.file);
        let text = |span: Span| &self.file.text[span.range()];
        if let Some(at) = number(key) {
            return list.elements.get(at).map(|it| text(it.span));
        }
        let named = list.elements.iter().find(|it| {
            let first = view.lexemes_of(id, it.span).0;
            view.reads(id, first, key) && (view.reads(id, first + 1, b":") || text(it.span) == key)
        });
        if let Some(element) = named {
            return value_of(view, id, element).map(|it| self.file.text_of(it));
        }
        let at = all.iter().position(|it| view.file(it.file).text_of(it.name) == key)?;
        let own = elements_for(view, id, list, &(0..list.elements.len()), all, at)?;
        let own = list.elements.get(own.start).filter(|_| own.len() == 1)?;
        value_of(view, id, own).map(|it| self.file.text_of(it))
    }

    /// The fields of its type.
    fn body(&self) -> Option<super::constructions::Body> {
        let result = self.definition.parts.result?;
        let named = self.view.named_by(self.definition.file, result).and_then(|it| body_of(self.view, it));
        named.or_else(|| block(self.file, result).map(|it| (self.definition.file, it)))
    }

    /// The type of a part, with what the declaration says before its own; `None` where that is not known, or where the
    /// declaration is of more.
    fn declared(&self, key: &[u8], statement: Span, all: &[&Definition]) -> Option<Vec<u8>> {
        let (view, id) = (self.view, self.definition.file);
        let result = self.definition.parts.result?;
        let (own, name) = (self.file.unit(result).span(), self.file.unit(self.definition.name).span());
        let before = self.file.text.get(statement.start as usize..own.start as usize)?;
        let behind = view.lexemes_of(id, name).1;
        if !self.file.text.get(own.end as usize..name.start as usize)?.trim_ascii().is_empty() {
            return None;
        }
        if number(key).is_some() {
            let close = view.partner(id, behind);
            let single = view.reads(id, behind, b"[") && !view.reads(id, close + 1, b"[");
            return single.then(|| [before, self.file.text_of(result)].concat());
        }
        if !view.reads(id, behind, b";") && !view.reads(id, behind, b"=") {
            return None;
        }
        let type_is_used = || {
            let of = view.named_by(id, result);
            of.is_some_and(|it| !view.binding(it).references.is_empty())
        };
        if self.file.text_of(result).ends_with(b"}") && type_is_used() {
            return None;
        }
        let field = all.iter().find(|it| view.file(it.file).text_of(it.name) == key)?;
        Some([before, &view.type_text(field)?].concat())
    }
}

/// The part of a variable that a use is of, and all of it; `None` of a use of the whole.
fn part<'v>(view: &View<'v>, one: Use) -> Option<(&'v [u8], Span)> {
    let file = view.file(one.file);
    if let Some((unit, index)) = one.element(view) {
        let key = file.text[index.range()].trim_ascii();
        return number(key).map(|_| (key, file.unit(unit).span()));
    }
    let span = file.unit(one.before(view, b".")?).span();
    let name = file.lexemes().get(one.next(view) + 1)?.span;
    let called = view.reads(one.file, one.next(view) + 2, b"(");
    (name.end == span.end && !called).then(|| (&file.text[name.range()], span))
}

/// True when what declares a variable introduces more than its type.
fn shares(view: &View, definition: &Definition) -> bool {
    let (id, whole) = (definition.file, definition.whole);
    let of = definition.parts.result.and_then(|it| view.named_by(id, it));
    let defines = of.is_some_and(|it| view.definitions(it).any(|it| it.file == id && it.whole == whole));
    view.names.introduced_by(id, whole) > 1 + usize::from(defines)
}

fn number(text: &[u8]) -> Option<usize> {
    std::str::from_utf8(text).ok()?.parse().ok()
}
