//! `lift-header`: keeps of a statement what its header declares or evaluates, once, and its block.
//!
//! Before:
//! ```c
//! int f() { for (int i = 0; i < 3; i++) { g(i); if (i) break; h(i); } return 1; }
//! ```
//! After:
//! ```c
//! int f() { int i = 0; g(i); if (i); h(i); return 1; }
//! ```
//!
//! Before:
//! ```cpp
//! void f(V v) { for (auto &x : v) g(x); }
//! ```
//! After:
//! ```cpp
//! void f(V v) { auto &x = v; g(x); }
//! ```
//!
//! Before:
//! ```rs
//! fn f(v: V) { for i in 1..3 { g(i); h(i); } if let Some(x) = v { g(x); } else { h(1); } }
//! ```
//! After:
//! ```rs
//! fn f(v: V) { let i = 1; g(i); h(i); if let Some(x) = v { g(x); } else { h(1); } }
//! ```
//!
//! Before:
//! ```go
//! func f() { if x := g(); x > 0 { h(x); k(x) } }
//! ```
//! After:
//! ```go
//! func f() { x := g(); h(x); k(x) }
//! ```
//!
//! Before:
//! ```java
//! class A { void f() { try (var x = g()) { h(x); k(x); } catch (Exception e) { z(); } } }
//! ```
//! After:
//! ```java
//! class A { void f() { var x = g(); h(x); k(x); } }
//! ```
//!
//! Before:
//! ```python
//! def f():
//!     with open("a") as x:
//!         g(x)
//!         h(x)
//! ```
//! After:
//! ```python
//! def f():
//!     x = open("a")
//!     g(x)
//!     h(x)
//! ```
//!
//! Before:
//! ```python
//! try:
//!     f(1)
//!     g(2)
//! except E:
//!     h(3)
//! finally:
//!     k(4)
//!     l(5)
//! ```
//! After:
//! ```python
//! f(1)
//! g(2)
//! k(4)
//! l(5)
//! ```
//!
//! Before:
//! ```javascript
//! try { f(1); } catch (e) { g(e); } finally { h(2); }
//! ```
//! After:
//! ```javascript
//! { f(1); }{ h(2); }
//! ```
//!
//! Before:
//! ```javascript
//! for (const x of [1, 2]) f(x + 3);
//! ```
//! After:
//! ```javascript
//! const x = 1; f(x + 3);
//! ```
//! Of loops, conditions, `try`, `with` and their like. What goes over many things has one: where it begins, `0`, the
//! first, or all of them. First without the braces, then with what is declared inside of them; a `break` or `continue` of the loop goes
//! either way. Other branches go, but of a `try` also what is done in the end. For at most 20,000 statements of a file.

use super::apply_rules::shrinks;
use super::jumps::{JUMPS, jumps};
use super::realign::{column, is_indented, keep_only, realigned};
use crate::document::{Document, File, UnitId};
use crate::edit::{Edit, EditSet, FileId, Span};
use crate::lexeme::{Class, offset, trim};
use crate::pass::{Pass, Propose, Sites, Stage, Tier};
use crate::thresholds::SITES;

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "lift-header",
    summary: "keep what the header of a loop or condition declares, once, with its block",
    stage: Stage::Fine,
    tier: Tier::Text,
    propose: Propose::File(propose),
};

/// The words that begin a loop.
const LOOPS: &[&[u8]] = &[b"for", b"foreach", b"while"];
/// The words that begin another statement with a header and a block.
const OTHERS: &[&[u8]] = &[b"if", b"with", b"try", b"using"];

fn propose(document: &Document, id: FileId, sites: &mut Sites) {
    let file = document.file(id);
    let statements = (1..offset(file.units().len())).filter_map(|it| Statement::of(file, it));
    for statement in statements.take(SITES.get()) {
        let sets = statement.lifted(id).into_iter().filter(|it| shrinks(document, it));
        sites.alternatives(sets.collect());
    }
    let tried = (1..offset(file.units().len())).filter_map(|it| with_its_end(file, id, it));
    for set in tried.take(SITES.get()).filter(|it| shrinks(document, it)) {
        sites.alternatives(vec![set]);
    }
}

/// A `try` as its block and that of its `finally`.
fn with_its_end(file: &File, id: FileId, unit: UnitId) -> Option<EditSet> {
    let begins_with = |unit: UnitId, word: &[u8]| {
        let first = unit + 1;
        first < file.unit(unit).subtree_end && file.is_leaf(first) && file.text_of(first) == word
    };
    if !begins_with(unit, b"try") || file.unit(unit).has_error() {
        return None;
    }
    let solid = |unit: UnitId| {
        file.children(unit).filter(|&it| file.unit(it).is_named() && !file.unit(it).is_extra())
    };
    let (first, last) = (solid(unit).next()?, solid(unit).last()?);
    let end = solid(last).last().filter(|_| begins_with(last, b"finally"))?;
    let span = |it: UnitId| file.unit(it).span();
    let (whole, first, end) = (span(unit), span(first), span(end));
    let between = Span::new(first.end, end.start);
    if !is_indented(file) {
        return Some(
            [Span::new(whole.start, first.start), between]
                .map(|it| Edit::delete(id, it))
                .into_iter()
                .collect(),
        );
    }
    let column = column(file, whole.start);
    let gap = [b"\n", &b" ".repeat(column as usize)[..]].concat();
    let edits = [Edit::delete(id, Span::new(whole.start, first.start)), Edit::replace(id, between, gap)];
    let aligned = [first, end].into_iter().flat_map(|it| realigned(file, id, column, it));
    Some(edits.into_iter().chain(aligned).collect())
}

/// A statement with a header and a block.
struct Statement<'f> {
    file: &'f File,
    keyword: &'f [u8],
    whole: Span,
    /// Without the brackets around it.
    header: Span,
    block: UnitId,
    /// True when the header is in brackets of its own.
    bracketed: bool,
}

/// What a header declares, as edits of it, and which part of it stays.
struct Declared {
    kept: Span,
    before: &'static [u8],
    edits: Vec<(Span, Vec<u8>)>,
}

impl<'f> Statement<'f> {
    fn of(file: &'f File, unit: UnitId) -> Option<Statement<'f>> {
        let word = unit + 1;
        if word >= file.unit(unit).subtree_end || file.unit(word).is_named() || !file.is_leaf(word) {
            return None;
        }
        let keyword = file.text_of(word);
        if !LOOPS.contains(&keyword) && !OTHERS.contains(&keyword) || file.unit(unit).has_error() {
            return None;
        }
        let solid = |it: &UnitId| !file.unit(*it).is_extra();
        let parts: Vec<UnitId> = file.children(unit).filter(solid).collect();
        let (header, at, bracketed) = header(file, &parts)?;
        let block = parts[at..].iter().copied().find(|&it| file.unit(it).is_named())?;
        let header = trim(&file.text, header)?;
        Some(Statement { file, keyword, whole: file.unit(unit).span(), header, block, bracketed })
    }

    fn lifted(&self, id: FileId) -> Vec<EditSet> {
        let mut found = Vec::new();
        for declared in self.declared() {
            found.push(self.keeping(id, &declared, false));
            if !is_indented(self.file) && self.file.text_of(self.block).starts_with(b"{") {
                found.push(self.keeping(id, &declared, true));
            }
        }
        found
    }

    /// The statement as its declaration and what is in its block, in the braces of that or without.
    fn keeping(&self, id: FileId, declared: &Declared, braces: bool) -> EditSet {
        let (file, block) = (self.file, self.file.unit(self.block).span());
        let Declared { kept, before, edits } = declared;
        let opening: &[u8] = if braces { b"{ " } else { b"" };
        let start = Edit::replace(id, Span::new(self.whole.start, kept.start), [opening, before].concat());
        let edits = edits.iter().map(|it| Edit::replace(id, it.0, &it.1[..]));
        let edits = edits.chain([start]).chain(self.without_jumps(id));
        if is_indented(file) {
            let around = keep_only(file, id, self.whole, block);
            let behind = around.edits().iter().filter(|it| it.span.start >= block.end).cloned();
            let column = column(file, self.whole.start);
            let gap = [b"\n", &b" ".repeat(column as usize)[..]].concat();
            let gap = Edit::replace(id, Span::new(kept.end, block.start), gap);
            return edits.chain(behind).chain([gap]).chain(realigned(file, id, column, block)).collect();
        }
        let opens = u32::from(file.text_of(self.block).starts_with(b"{"));
        let inner = Span::new(block.start + opens, block.end - opens);
        let inner = trim(&file.text, inner).unwrap_or(Span::new(inner.start, inner.start));
        let end = if braces { block.end - 1 } else { inner.end };
        let behind =
            [Span::new(end, end.max(block.end) - u32::from(braces)), Span::new(block.end, self.whole.end)];
        let behind = behind.into_iter().filter(|it| !it.is_empty()).map(|it| Edit::delete(id, it));
        let gap = Edit::replace(id, Span::new(kept.end, inner.start), &b"; "[..]);
        edits.chain([gap]).chain(behind).collect()
    }

    /// What leaves the loop or begins it again goes.
    fn without_jumps(&self, id: FileId) -> Vec<Edit> {
        if !LOOPS.contains(&self.keyword) {
            return Vec::new();
        }
        let units = self.block..self.file.unit(self.block).subtree_end;
        jumps(self.file, units, JUMPS, None, true).iter().map(|it| it.deleted(self.file, id)).collect()
    }

    /// What the header may become, best first.
    fn declared(&self) -> Vec<Declared> {
        let (file, signs) = (self.file, self.signs());
        let reads = |at: &usize, is: &[u8]| file.lexemes()[*at].of(&file.text) == is;
        let plain = |kept: Span| vec![Declared { kept, before: b"", edits: Vec::new() }];
        let span = |at: usize| file.lexemes()[at].span;
        if let Some(&end) = signs.iter().find(|&it| reads(it, b";")).filter(|_| self.keyword != b"try") {
            let first = trim(&file.text, Span::new(self.header.start, span(end).start));
            return first.map(plain).unwrap_or_default();
        }
        let goes_over = |it: &&usize| [b"in" as &[u8], b"of", b":"].iter().any(|sign| reads(it, sign));
        if let Some(&sign) = signs.iter().find(goes_over).filter(|_| self.keyword.starts_with(b"for")) {
            return self.one_of_many(span(sign), &signs);
        }
        if let Some(&sign) = signs.iter().find(|&it| reads(it, b"as")).filter(|_| self.keyword == b"with") {
            return if signs.iter().any(|it| reads(it, b",")) { Vec::new() } else { self.turned(span(sign)) };
        }
        let says = |it: &usize| {
            reads(it, b"=") || reads(it, b":=") || matches!(file.lexemes()[*it].class, Class::Open(_))
        };
        if signs.iter().any(says) { plain(self.header) } else { Vec::new() }
    }

    /// `x in xs` as `x = xs`.
    fn one_of_many(&self, sign: Span, signs: &[usize]) -> Vec<Declared> {
        let file = self.file;
        let value = trim(&file.text, Span::new(sign.end, self.header.end));
        let (Some(value), false) = (value, sign.start <= self.header.start) else { return Vec::new() };
        let declares = self.bracketed || is_indented(file);
        let before: &'static [u8] = if declares { b"" } else { b"let " };
        let equals = if file.text[sign.start as usize - 1] == b' ' { &b"="[..] } else { b" =" };
        let with = |rest: &[(Span, &[u8])]| {
            let rest = rest.iter().map(|it| (it.0, it.1.to_vec()));
            Declared {
                kept: self.header,
                before,
                edits: std::iter::once((sign, equals.to_vec())).chain(rest).collect(),
            }
        };
        let range = signs
            .iter()
            .map(|&it| file.lexemes()[it])
            .find(|it| it.span.start > value.start && it.of(&file.text).starts_with(b".."));
        if let Some(range) = range {
            return vec![with(&[(Span::new(range.span.start, value.end), b"")]), with(&[])];
        }
        let first = self.first_in(value);
        let first = first.map(|it| {
            let around = [Span::new(value.start, it.start), Span::new(it.end, value.end)];
            with(&around.map(|it| (it, &b""[..])))
        });
        [Some(with(&[(value, b"0")])), first, Some(with(&[]))].into_iter().flatten().collect()
    }

    /// The first element in the brackets that end a value.
    fn first_in(&self, value: Span) -> Option<Span> {
        let (file, lexemes) = (self.file, self.file.lexemes());
        let close = lexemes.partition_point(|it| it.span.start < value.end).checked_sub(1)?;
        let first = file.partners()[close] + 1;
        let mut end = first;
        while end < close && lexemes[end].of(&file.text) != b"," {
            end = file.partners()[end].max(end) + 1;
        }
        (first < end).then(|| Span::new(lexemes[first].span.start, lexemes[end - 1].span.end))
    }

    /// `x as y` as `y = x`.
    fn turned(&self, sign: Span) -> Vec<Declared> {
        let file = self.file;
        let name = trim(&file.text, Span::new(sign.end, self.header.end));
        let value = trim(&file.text, Span::new(self.header.start, sign.start));
        let (Some(name), Some(value)) = (name, value) else { return Vec::new() };
        let text = |it: Span| &file.text[it.range()];
        let before = Span::new(self.header.start, value.start);
        let named = (before, [text(name), b" = "].concat());
        let edits = vec![named, (Span::new(value.end, self.header.end), Vec::new())];
        vec![Declared { kept: self.header, before: b"", edits }]
    }

    /// The lexemes of the header outside of brackets, opening ones among them.
    fn signs(&self) -> Vec<usize> {
        let lexemes = self.file.lexemes();
        let mut at = lexemes.partition_point(|it| it.span.start < self.header.start);
        let mut signs = Vec::new();
        while lexemes.get(at).is_some_and(|it| it.span.start < self.header.end) {
            signs.push(at);
            at = self.file.partners()[at].max(at) + 1;
        }
        signs
    }
}

/// The header of a statement with these parts, the number of the first part behind it, and whether it is in brackets.
fn header(file: &File, parts: &[UnitId]) -> Option<(Span, usize, bool)> {
    let begins = file.unit(*parts.first()?).end;
    let is = |at: usize, text: &[u8]| file.text_of(parts[at]) == text && file.is_leaf(parts[at]);
    let all = 1..parts.len();
    if let Some(colon) = all.clone().find(|&it| is(it, b":")).filter(|_| is_indented(file)) {
        return Some((Span::new(begins, file.unit(parts[colon]).start), colon + 1, false));
    }
    let opens = all.clone().find(|&it| file.text_of(parts[it]).starts_with(b"("));
    let opens = opens.filter(|&at| (1..at).all(|it| file.is_leaf(parts[it])));
    if let Some(open) = opens {
        let close = if is(open, b"(") { (open..parts.len()).rev().find(|&it| is(it, b")"))? } else { open };
        let inner = Span::new(file.unit(parts[open]).start + 1, file.unit(parts[close]).end - 1);
        let is_whole = file.text_of(parts[close]).ends_with(b")");
        let is_next_a_part = parts.get(close + 1).is_some_and(|&it| file.unit(it).is_named());
        if is_whole && is_next_a_part && inner.start <= inner.end {
            return Some((inner, close + 1, true));
        }
    }
    let block = all
        .rev()
        .filter(|&it| file.unit(parts[it]).is_named())
        .find(|&it| file.text_of(parts[it]).starts_with(b"{"))?;
    let first = (1..=block)
        .find(|&it| file.unit(parts[it]).is_named() && file.text_of(parts[it]).starts_with(b"{"))?;
    (first > 1).then(|| (Span::new(begins, file.unit(parts[first]).start), first, false))
}
