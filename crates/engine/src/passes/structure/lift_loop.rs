//! `lift-loop`: keeps of a loop or a labelled block what is in it, once, or what it is left with.
//!
//! Before:
//! ```c
//! void f() { do { g(1); if (x) break; h(2); } while (0); }
//! ```
//! After:
//! ```c
//! void f() { g(1); if (x); h(2); }
//! ```
//!
//! Before:
//! ```rs
//! fn f() -> u8 { let a = 'a: loop { if g() { break 'a h(1); } k(); }; a }
//! ```
//! After:
//! ```rs
//! fn f() -> u8 { let a = h(1); a }
//! ```
//!
//! Before:
//! ```rs
//! fn f() -> u8 { let a = loop { g(); break h(1); }; a }
//! ```
//! After:
//! ```rs
//! fn f() -> u8 { let a = { g(); h(1) }; a }
//! ```
//!
//! Before:
//! ```java
//! class A { void f() { a: { g(1); if (x) break a; h(2); } k(); } }
//! ```
//! After:
//! ```java
//! class A { void f() { g(1); if (x); h(2); k(); } }
//! ```
//!
//! Before:
//! ```js
//! function f() { a: for (;;) { for (;;) { g(); break a; } } }
//! ```
//! After:
//! ```js
//! function f() { for (;;) { g(); } }
//! ```
//!
//! Before:
//! ```go
//! func f() { for { g(); if h() { break }; k() } }
//! ```
//! After:
//! ```go
//! func f() { g(); if h() { }; k() }
//! ```
//!
//! Before:
//! ```python
//! def f():
//!     while True:
//!         g()
//!         if x:
//!             break
//!         h()
//!     k()
//! ```
//! After:
//! ```python
//! def f():
//!     g()
//!     if x:
//!         pass
//!     h()
//!     k()
//! ```
//! What leaves it or begins it again goes along; without any, `hoist` does the same. What it is left with is the value of
//! each of up to 4 jumps. For at most 20,000 statements of a file. What a header declares is kept by `lift-header`.

use super::apply_rules::shrinks;
use super::jumps::{JUMPS, Jump, LOOPS, jumps, name};
use super::realign::{is_indented, keep_only};
use crate::document::{Document, File, UnitId};
use crate::edit::{Edit, EditSet, FileId, Span};
use crate::lexeme::{offset, trim};
use crate::pass::{Pass, Propose, Sites, Stage, Tier};
use crate::thresholds::{LEFT_WITH, SITES};

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "lift-loop",
    summary: "keep what is in a loop or a labelled block, once, or what it is left with",
    stage: Stage::Fine,
    tier: Tier::Text,
    propose: Propose::File(propose),
};

fn propose(document: &Document, id: FileId, sites: &mut Sites) {
    let file = document.file(id);
    let all = (1..offset(file.units().len())).filter_map(|it| Loop::of(file, it));
    for one in all.take(SITES.get()) {
        sites.alternatives(one.lifted(id).into_iter().filter(|it| shrinks(document, it)).collect());
    }
}

/// A loop, or a block with a label.
struct Loop<'f> {
    file: &'f File,
    whole: Span,
    block: UnitId,
    jumps: Vec<Jump>,
}

impl<'f> Loop<'f> {
    /// `None` where nothing leaves it.
    fn of(file: &'f File, unit: UnitId) -> Option<Loop<'f>> {
        if file.is_leaf(unit) || file.unit(unit).has_error() {
            return None;
        }
        let solid = |it: &UnitId| !file.unit(*it).is_extra();
        let parts = |it: UnitId| file.children(it).filter(solid);
        let mut all = parts(unit).take(3);
        let (first, second, third) = (all.next()?, all.next()?, all.next());
        let is_label = file.unit(first).is_named() && file.is_leaf(second) && file.text_of(second) == b":";
        let label = is_label.then(|| name(file.text_of(first)));
        // A label stands before the statement, or in it.
        let inner = third.filter(|&it| is_label && starts_loop(file, it)).unwrap_or(unit);
        let is_loop = parts(inner).take(3).any(|it| is_word(file, it));
        if !is_loop && !is_label {
            return None;
        }
        let is_block = |it: &UnitId| {
            let begins = file.text_of(*it).starts_with(b"{");
            begins || is_indented(file) && file.kind_name(*it).ends_with("block")
        };
        let begins = |it: UnitId| file.text_of(it).starts_with(b"{");
        // The braces follow the label, as a block or as the rest of one.
        let block = match third.filter(|&it| is_label && begins(it)) {
            Some(braces) if file.is_leaf(braces) => unit,
            Some(block) => block,
            None => parts(inner).filter(|&it| file.unit(it).is_named()).find(is_block)?,
        };
        let jumps = jumps(file, block + 1..file.unit(block).subtree_end, JUMPS, label, is_loop);
        (!jumps.is_empty()).then(|| Loop { file, whole: file.unit(unit).span(), block, jumps })
    }

    fn lifted(&self, id: FileId) -> Vec<EditSet> {
        let file = self.file;
        let values = self.jumps.iter().filter_map(|it| it.value).take(LEFT_WITH.get());
        let mut found: Vec<EditSet> =
            values.map(|it| keep_only(file, id, self.whole, file.unit(it).span())).collect();
        let block = self.braced();
        if let [Jump { whole, value: Some(value), .. }] = self.jumps[..] {
            let behind = Span::new(file.unit(whole).end, block.end - 1);
            let ends = matches!(file.text[behind.range()].trim_ascii(), b"" | b";");
            let (own, value) = (file.unit(whole).start, file.unit(value).span());
            let last = [
                Edit::delete(id, Span::new(own, value.start)),
                Edit::replace(id, Span::new(value.end, block.end - 1), *b" "),
            ];
            let kept = keep_only(file, id, self.whole, block);
            found.extend(ends.then(|| kept.merge(&last.into_iter().collect())));
        }
        if self.jumps.iter().all(|it| it.value.is_none()) {
            let inner = if is_indented(file) { block } else { Span::new(block.start + 1, block.end - 1) };
            let gone: EditSet = self.jumps.iter().map(|it| it.deleted(file, id)).collect();
            let inner = trim(&file.text, inner);
            found.extend(inner.map(|it| keep_only(file, id, self.whole, it).merge(&gone)));
        }
        found
    }

    /// The block without a label of its own.
    fn braced(&self) -> Span {
        let own = self.file.unit(self.block).span();
        let text = &self.file.text[own.range()];
        let opens = text.iter().position(|&it| it == b'{').filter(|_| !is_indented(self.file));
        Span::new(own.start + opens.map_or(0, offset), own.end)
    }
}

fn is_word(file: &File, unit: UnitId) -> bool {
    file.is_leaf(unit) && LOOPS.contains(&file.text_of(unit))
}

fn starts_loop(file: &File, unit: UnitId) -> bool {
    !file.is_leaf(unit) && (is_word(file, unit + 1) || file.text_of(unit).starts_with(b"{"))
}
