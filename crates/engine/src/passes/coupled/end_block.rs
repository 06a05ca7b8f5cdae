//! `end-block`: a function ends where it jumped on, with a value that it has there, and what is never run then goes.
//!
//! Before:
//! ```llvm-ir
//! define i32 @f(i1 %a) {
//!   br i1 %a, label %b, label %c
//! b:
//!   %d = call i32 @g()
//!   br label %c
//! c:
//!   %e = phi i32 [ 0, %0 ], [ %d, %b ]
//!   ret i32 0
//! }
//! ```
//! After:
//! ```llvm-ir
//! define i32 @f(i1 %a) {
//!   br i1 %a, label %b, label %c
//! b:
//!   %d = call i32 @g()
//!   ret i32 %d
//! c:
//!   %e = phi i32 [ 0, %0 ]
//!   ret i32 0
//! }
//! ```
//! Where a value that nobody reads means nothing to a compiler, the jump does not go without the value being read. What the
//! function ends with elsewhere stands in the place of the jump, with the last values of the block that are of its type. In
//! languages whose `language.toml` says how one jumps (`jump`), from the back, for at most 2,000 blocks of a file.

use super::flow::{Flow, each_block};
use super::view::View;
use crate::document::{Document, UnitId};
use crate::edit::{Edit, EditSet, FileId, Span};
use crate::names::{Definition, Kind, text_of};
use crate::pass::{Pass, Propose, Sites, Stage, Tier};
use crate::thresholds::ENDS;

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "end-block",
    summary: "end a function where it jumped on, with a value that it has there",
    stage: Stage::Main,
    tier: Tier::Text,
    propose: Propose::File(propose),
};

fn propose(document: &Document, id: FileId, sites: &mut Sites) {
    let Some(view) = View::of(document) else { return };
    each_block(&view, id, |flow, at| sites.alternatives(ended(&view, flow, at)));
}

/// A block that ends the function, in the ways that it may.
fn ended(view: &View, flow: &Flow, at: usize) -> Vec<EditSet> {
    let Some(jump) = flow.jump(at).filter(|_| !flow.blocks[at].targets.is_empty()) else { return Vec::new() };
    let last = (0..flow.blocks.len()).rev().find(|it| flow.blocks[*it].targets.is_empty());
    let Some(end) = last.and_then(|it| flow.jump(it)) else { return Vec::new() };
    let span = view.file(flow.id).unit(jump).span();
    let texts = texts(view, flow, at, end).into_iter();
    let sets = texts.filter_map(|it| flow.with_jump(at, Edit::replace(flow.id, span, it), |_| false));
    sets.filter(|it| view.lowers(it)).collect()
}

/// What the function ends with: with the last values of a block, and as it is.
fn texts(view: &View, flow: &Flow, at: usize, end: UnitId) -> Vec<Vec<u8>> {
    let (id, file) = (flow.id, view.file(flow.id));
    let (first, behind) = view.lexemes_of(id, file.unit(end).span());
    let lexemes = file.lexemes();
    let is_value = behind > first + 1 && view.reads(id, behind - 2, b"%");
    let operand = behind - if is_value { 2 } else { 1 };
    let start = lexemes[first].span.start;
    let word = |at: usize| &file.text[lexemes[at].span.range()];
    let of_type: Vec<&[u8]> = (first + 1..operand).map(word).collect();
    let ends_with = |value: &Definition| {
        let before = &file.text[Span::new(start, lexemes[operand].span.start).range()];
        [before, b"%", text_of(file, value)].concat()
    };
    let values = flow.blocks[at].records.iter().rev().filter_map(|record| {
        let span = file.unit(*record).span();
        let value =
            view.definitions_in(id, span).iter().find(|it| it.whole == *record && it.kind == Kind::Value)?;
        let (first, behind) = view.lexemes_of(id, span);
        let words: Vec<&[u8]> = (first..behind).map(word).collect();
        words.windows(of_type.len().max(1)).any(|it| it == of_type).then_some(value)
    });
    let mut texts: Vec<Vec<u8>> = values.take(ENDS.get()).map(ends_with).collect();
    if !is_value {
        texts.push(file.text_of(end).to_vec());
    }
    texts
}
