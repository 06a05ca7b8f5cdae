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
//! ```javascript
//! for (const x of [1, 2]) f(x + 3);
//! ```
//! After:
//! ```javascript
//! const x = 1; f(x + 3);
//! ```
//! Of loops, conditions, `try`, `with` and their like. What goes over many things has one: where it begins, `0`, the
//! first, what `language.toml` calls the `default`, all of them, or what `[0]` says. First without the braces, then with what is declared inside of them; a `break` or `continue` of the loop goes
//! either way. Other branches go; several blocks of a `try` are kept by `lift-clauses`. For at most 20,000 statements of a file.

use super::apply_rules::shrinks;
use super::headers::{Declared, Header};
use super::jumps::{JUMPS, jumps};
use super::realign::{column, is_indented, keep_only, realigned};
use crate::document::{Document, File, UnitId};
use crate::edit::{Edit, EditSet, FileId, Span};
use crate::lexeme::{offset, trim};
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
}

/// A statement with a header and a block.
struct Statement<'f> {
    file: &'f File,
    whole: Span,
    header: Header<'f>,
    block: UnitId,
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
        let header = Header { file, keyword, span: header, bracketed };
        Some(Statement { file, whole: file.unit(unit).span(), header, block })
    }

    fn lifted(&self, id: FileId) -> Vec<EditSet> {
        let mut found = Vec::new();
        for declared in self.header.declared() {
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
        if !LOOPS.contains(&self.header.keyword) {
            return Vec::new();
        }
        let units = self.block..self.file.unit(self.block).subtree_end;
        jumps(self.file, units, JUMPS, None, true).iter().map(|it| it.deleted(self.file, id)).collect()
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
