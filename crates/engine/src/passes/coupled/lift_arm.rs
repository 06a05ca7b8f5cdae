//! `lift-arm`: keeps of a choice among cases what one of them does, without what its pattern binds.
//!
//! Before:
//! ```c
//! void f(int x) { switch (x) { case 1: g(1); if (x) break; h(1); break; case 2: g(2); k(4); break; default: h(3); } }
//! ```
//! After:
//! ```c
//! void f(int x) { g(1); if (x); h(1); }
//! ```
//!
//! Before:
//! ```rs
//! fn f(x: Option<u8>) -> u8 { match x { Some(y) => { g(y); y + 1 } None => h(2), } }
//! ```
//! After:
//! ```rs
//! fn f(x: Option<u8>) -> u8 { g(0); 0 + 1 }
//! ```
//!
//! Before:
//! ```rs
//! fn f(x: (A, u8)) { let z = match x { (A::B, y) if y > 1 => g(y, y), (_, y) => h(y), }; k(z); }
//! ```
//! After:
//! ```rs
//! fn f(x: (A, u8)) { let z = g(loop{}, loop{}); k(z); }
//! ```
//!
//! Before:
//! ```rs
//! fn f(x: S) { match x { S { a, b } => { g(a); h(b); g(b); } } }
//! ```
//! After:
//! ```rs
//! fn f(x: S) { let S { a, b } = x; g(a); h(b); g(b); }
//! ```
//!
//! Before:
//! ```rs
//! fn f(x: Option<u8>) { if let Some(y) = x { g(y); h(y); } k(); }
//! ```
//! After:
//! ```rs
//! fn f(x: Option<u8>) { g(x); h(x); k(); }
//! ```
//!
//! Before:
//! ```js
//! function f(x) { switch (g(x)) { case 1: { h(1); k(2); break; } default: h(3); } }
//! ```
//! After:
//! ```js
//! function f(x) { g(x); h(1); k(2); }
//! ```
//!
//! Before:
//! ```java
//! class A { int f(Object x) { return switch (x) { case Integer y -> g(y); default -> h(x); }; } }
//! ```
//! After:
//! ```java
//! class A { int f(Object x) { return g(x); } }
//! ```
//!
//! Before:
//! ```go
//! func f(c chan int) { select { case y := <-c: g(y); h(y); k(y, y); default: k(1, 2) } }
//! ```
//! After:
//! ```go
//! func f(c chan int) { y := <-c; g(y); h(y); k(y, y); }
//! ```
//!
//! Before:
//! ```python
//! def f(x):
//!     match x:
//!         case [a, b]:
//!             g(a)
//!             h(b)
//!         case 2:
//!             k(2)
//! ```
//! After:
//! ```python
//! def f(x):
//!     [a, b] = x
//!     g(a)
//!     h(b)
//! ```
//! What the pattern binds becomes what is looked at, `0`, or the least value that `language.toml` knows; or it is declared
//! before. What is looked at stays as a statement in a second try, if it does something. A `break` goes. Of up to 16 cases,
//! for at most 20,000 choices of a file.

use super::functions::definitions_in;
use super::inline::has_effect;
use super::places::{Use as Place, indent, is_indented};
use super::view::View;
use crate::document::{Document, File, UnitId};
use crate::edit::{Edit, EditSet, FileId, Span};
use crate::lexeme::trim;
use crate::names::Kind;
use crate::pass::{Pass, Propose, Sites, Stage, Tier};
use crate::passes::structure::jumps::jumps;
use crate::passes::structure::realign::keep_only;
use crate::thresholds::{LIFTED_ARMS, SITES};

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "lift-arm",
    summary: "keep of a choice among cases what one of them does, without what its pattern binds",
    stage: Stage::Main,
    tier: Tier::Parsed,
    propose: Propose::File(propose),
};

/// The words that begin a choice.
const CHOICES: &[&[u8]] = &[b"match", b"switch", b"select", b"when"];
/// What stands between a pattern and what its case does.
const SIGNS: &[&[u8]] = &[b":", b"=>", b"->"];

fn propose(document: &Document, id: FileId, sites: &mut Sites) {
    let Some(view) = View::of(document) else { return };
    let file = document.file(id);
    let units = 1..crate::lexeme::offset(file.units().len());
    for choice in units.filter_map(|it| Choice::of(&view, id, it)).take(SITES.get()) {
        let mut sets: Vec<EditSet> = choice.arms.iter().flat_map(|it| choice.lifted(it)).collect();
        sets.retain(|it| view.lowers(it));
        sites.alternatives(sets);
    }
}

/// A choice among cases.
struct Choice<'v> {
    view: &'v View<'v>,
    file: &'v File,
    id: FileId,
    unit: UnitId,
    keyword: &'v [u8],
    /// What is looked at.
    subject: Option<Span>,
    arms: Vec<Arm>,
}

/// A case.
struct Arm {
    pattern: Span,
    /// What it does: units, and all of them.
    units: std::ops::Range<UnitId>,
    body: Span,
}

impl<'v> Choice<'v> {
    fn of(view: &'v View<'v>, id: FileId, unit: UnitId) -> Option<Choice<'v>> {
        let file = view.file(id);
        if file.is_leaf(unit) || file.unit(unit).has_error() {
            return None;
        }
        let mut first = file.children(unit).take(2).filter(|&it| file.is_leaf(it));
        if let Some(word) = first.find(|&it| CHOICES.contains(&file.text_of(it))) {
            let (arms, from) = arms(file, unit)?;
            let before = file.children(unit).filter(|&it| file.unit(it).is_named() && it < from);
            let subject = before.last().map(|it| without_brackets(file, file.unit(it).span()));
            return Some(Choice { view, file, id, unit, keyword: file.text_of(word), subject, arms });
        }
        // `if let P = x { … }`.
        let mut parts = file.children(unit).filter(|&it| !file.unit(it).is_extra());
        let (word, condition) = (parts.next()?, parts.next()?);
        let is_if = matches!(file.text_of(word), b"if" | b"while") && !file.is_leaf(condition);
        if !is_if || file.text_of(condition + 1) != b"let" {
            return None;
        }
        let block = parts.find(|&it| file.text_of(it).starts_with(b"{"))?;
        let mut bound = file.children(condition).filter(|&it| file.unit(it).is_named());
        let (pattern, value) = (bound.next()?, bound.last()?);
        let arm = Arm::of(file, file.unit(pattern).span(), block..file.unit(block).subtree_end)?;
        let subject = Some(file.unit(value).span());
        Some(Choice { view, file, id, unit, keyword: b"match", subject, arms: vec![arm] })
    }

    /// What one of its cases leaves of it.
    fn lifted(&self, arm: &Arm) -> Vec<EditSet> {
        let definitions = definitions_in(self.view.names, self.id, self.units_of(arm.pattern));
        let bound = definitions.iter().filter(|it| matches!(it.kind, Kind::Value | Kind::Parameter));
        let uses: Vec<Span> = bound
            .flat_map(|it| self.view.uses(it.binding))
            .filter(|it| it.file == self.id)
            .map(|it| it.span(self.view))
            .filter(|it| arm.body.contains(*it))
            .collect();
        let with = |text: &[u8]| -> EditSet {
            uses.iter().map(|it| Edit::replace(self.id, *it, text)).collect::<EditSet>()
        };
        let text = |it: Span| &self.file.text[it.range()];
        let Some(kept) = self.keeping(arm, b"") else { return Vec::new() };
        let subject = self.subject.map(text);
        if uses.is_empty() {
            let evaluated = subject.filter(|it| has_effect(it)).and_then(|it| self.keeping(arm, it));
            return [kept].into_iter().chain(evaluated).collect();
        }
        let least = self.file.language.as_ref().and_then(|it| it.default_of(None));
        let is_word = |it: &&[u8]| it.iter().all(|it| crate::tokens::is_word(*it));
        let values = subject.filter(is_word).into_iter().chain([&b"0"[..]]).chain(least.as_deref());
        let mut found: Vec<EditSet> = values.map(|it| kept.merge(&with(it))).collect();
        found.extend(self.declared(arm).and_then(|it| self.keeping(arm, &it)));
        found
    }

    /// What declares the things that a pattern binds.
    fn declared(&self, arm: &Arm) -> Option<Vec<u8>> {
        let pattern = &self.file.text[arm.pattern.range()];
        if pattern.windows(2).any(|it| it == b":=") {
            return Some(pattern.to_vec());
        }
        let subject = &self.file.text[self.subject?.range()];
        let word: &[u8] = if self.keyword == b"match" && !is_indented(self.file) { b"let " } else { b"" };
        Some([word, pattern, b" = ", subject].concat())
    }

    /// A case in the place of all, behind another statement.
    fn keeping(&self, arm: &Arm, before: &[u8]) -> Option<EditSet> {
        let (file, id) = (self.file, self.id);
        let (whole, is_statement, is_tail) = match Place::of(file, self.unit)? {
            Place::Statement { span, direct } => (span, direct, false),
            Place::Tail { span } => (span, true, true),
            _ => (file.unit(self.unit).span(), false, false),
        };
        let text = &file.text[arm.body.range()];
        let part = if is_statement { inner(file, arm.body) } else { Some(arm.body) };
        let mut part = part?;
        if !is_statement {
            let is_block = text.starts_with(b"{") || !text[..text.len() - 1].contains(&b';');
            if !before.is_empty() || !is_block {
                return None;
            }
            part.end -= u32::from(text.ends_with(b";"));
        }
        let closes = file.text[whole.end as usize..].starts_with(b";");
        part.end -= u32::from(is_statement && closes && file.text[part.range()].ends_with(b";"));
        let ends = |it: &[u8]| it.ends_with(b";") || it.ends_with(b"}") || is_indented(file);
        let open = is_statement && !is_tail && !closes && !ends(&file.text[part.range()]);
        let is_break = self.keyword == b"switch" || self.keyword == b"select";
        let words: &[&[u8]] = if is_break { &[b"break"] } else { &[] };
        let jumps = jumps(file, arm.units.clone(), words, None, true);
        let gone = jumps.iter().map(|it| it.deleted(file, id)).filter(|it| part.contains(it.span));
        let gap: &[u8] = if is_indented(file) { &[b"\n", indent(file, whole.start)].concat() } else { b"; " };
        let opening = if before.is_empty() { Vec::new() } else { [before, gap].concat() };
        let kept = keep_only(file, id, whole, part);
        let (front, back) = (Span::new(whole.start, part.start), Span::new(part.end, whole.end));
        let put = |it: &Edit| {
            let with: &[u8] = match it.span {
                span if span == front => &opening,
                span if span == back && open => b";",
                _ => return it.clone(),
            };
            Edit::replace(id, it.span, with)
        };
        Some(kept.edits().iter().map(put).chain(gone).collect())
    }

    /// The units in a span.
    fn units_of(&self, span: Span) -> std::ops::Range<UnitId> {
        let from = |at: u32| {
            let units = self.file.units();
            crate::lexeme::offset(units.partition_point(|it| it.start < at))
        };
        from(span.start)..from(span.end)
    }
}

impl Arm {
    fn of(file: &File, pattern: Span, units: std::ops::Range<UnitId>) -> Option<Arm> {
        let body = Span::new(file.unit(units.start).start, file.unit(units.end - 1).end);
        let mut body = trim(&file.text, Span::new(body.start, body.end.max(body.start)))?;
        let text = &file.text[body.range()];
        let closed = text.strip_suffix(b",").unwrap_or(text).trim_ascii_end();
        // What it ends with leads out of it anyway.
        let open = closed.strip_suffix(b";").unwrap_or(closed).trim_ascii_end();
        let kept = open
            .strip_suffix(b"break")
            .filter(|it| it.is_empty() || it.ends_with(b" ") || it.ends_with(b"\n"));
        let kept = kept.map_or(closed, <[u8]>::trim_ascii_end);
        body.end = body.start + crate::lexeme::offset(kept.len());
        (!body.is_empty()).then_some(Arm { pattern, units, body })
    }
}

/// The cases in a unit, or in the last of its parts, and where those begin.
fn arms(file: &File, unit: UnitId) -> Option<(Vec<Arm>, UnitId)> {
    let own = |of: UnitId| -> Vec<(UnitId, Arm)> {
        let named = file.children(of).filter(|&it| file.unit(it).is_named() && !file.is_leaf(it));
        named.filter_map(|it| arm(file, it).map(|arm| (it, arm))).take(LIFTED_ARMS.get()).collect()
    };
    let mut found = own(unit);
    let last = file.children(unit).filter(|&it| file.unit(it).is_named()).last()?;
    if found.is_empty() {
        found = own(last);
    }
    let from = found.first()?.0.min(last);
    Some((found.into_iter().map(|it| it.1).collect(), from))
}

fn arm(file: &File, unit: UnitId) -> Option<Arm> {
    let solid = |it: &UnitId| !file.unit(*it).is_extra();
    let parts: Vec<UnitId> = file.children(unit).filter(solid).collect();
    let is_sign = |it: &UnitId| file.is_leaf(*it) && SIGNS.contains(&file.text_of(*it));
    let sign = parts.iter().rposition(is_sign)?;
    let body = *parts.get(sign + 1)?;
    let own = Span::new(file.unit(unit).start, file.unit(parts[sign]).start);
    let text = &file.text[own.range()];
    let word = usize::from(text.starts_with(b"case ")) * b"case ".len();
    // What else it asks for is no part of the pattern.
    let asks = text.windows(4).position(|it| it == b" if ").unwrap_or(text.len());
    let pattern =
        Span::new(own.start + crate::lexeme::offset(word), own.start + crate::lexeme::offset(asks.max(word)));
    let pattern = trim(&file.text, pattern).unwrap_or(pattern);
    Arm::of(file, pattern, body..file.unit(unit).subtree_end)
}

/// What is in the braces of a block, if that is what it is, without a last `break`.
fn inner(file: &File, body: Span) -> Option<Span> {
    let text = &file.text[body.range()];
    let is_block = text.starts_with(b"{") && super::view::unit_at(file, body).is_some();
    if is_block { trim(&file.text, Span::new(body.start + 1, body.end - 1)) } else { Some(body) }
}

fn without_brackets(file: &File, span: Span) -> Span {
    let text = &file.text[span.range()];
    let inner =
        (text.starts_with(b"(") && text.ends_with(b")")).then(|| Span::new(span.start + 1, span.end - 1));
    inner.and_then(|it| trim(&file.text, it)).unwrap_or(span)
}
