//! `join-blocks`: a jump goes together with the label behind it, where nobody else jumps there.
//!
//! Before:
//! ```llvm-ir
//! define i32 @f(i32 %a) {
//!   br label %b
//! b:
//!   ret i32 %a
//! }
//! ```
//! After:
//! ```llvm-ir
//! define i32 @f(i32 %a) {
//!   ret i32 %a
//! }
//! ```
//! Before:
//! ```llvm-ir
//! define i32 @f(i1 %a) {
//!   br label %b
//! c:
//!   %d = phi i32 [ 1, %b ], [ %d, %c ]
//!   br i1 %a, label %c, label %e
//! b:
//!   call void @g()
//!   br label %c
//! e:
//!   ret i32 %d
//! }
//! ```
//! After:
//! ```llvm-ir
//! define i32 @f(i1 %a) {
//!   call void @g()
//!   br label %c
//! c:
//!   %d = phi i32 [ 1, %0 ], [ %d, %c ]
//!   br i1 %a, label %c, label %e
//! e:
//!   ret i32 %d
//! }
//! ```
//! Before:
//! ```llvm-ir
//! define void @f(i1 %a) {
//!   br i1 %a, label %b, label %c
//! b:
//!   br label %d
//! d:
//!   call void @g()
//!   br label %c
//! c:
//!   ret void
//! }
//! ```
//! After:
//! ```llvm-ir
//! define void @f(i1 %a) {
//!   br i1 %a, label %d, label %c
//! d:
//!   call void @g()
//!   br label %c
//! c:
//!   ret void
//! }
//! ```
//! Where a block must end with a jump and begin with a label neither goes alone. A block that only jumps on gives way to where
//! it jumps. Values that are given by the block that one comes from are given by the new one, and the only one is put in the
//! place of the value. For at most 2,000 blocks of a file, from the back.

use super::flow::{Flow, Input, each_block};
use super::view::View;
use crate::document::Document;
use crate::edit::{Edit, EditSet, FileId, Span};
use crate::pass::{Pass, Propose, Sites, Stage, Tier};

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "join-blocks",
    summary: "delete a jump with the label behind it, or a block that only jumps on",
    stage: Stage::Main,
    tier: Tier::Text,
    propose: Propose::File(propose),
};

fn propose(document: &Document, id: FileId, sites: &mut Sites) {
    let Some(view) = View::of(document) else { return };
    each_block(&view, id, |flow, at| {
        let sets = [joined(&view, flow, at), passed(&view, flow, at)];
        sites.alternatives(sets.into_iter().flatten().filter(|it| view.lowers(it)).collect());
    });
}

/// A block behind the only one that jumps to it, and only there.
fn joined(view: &View, flow: &Flow, at: usize) -> Option<EditSet> {
    let (id, file, block) = (flow.id, view.file(flow.id), &flow.blocks[at]);
    let [before] = block.sources[..] else { return None };
    if at == 0 || before == at || flow.blocks[before].targets.len() != 1 {
        return None;
    }
    let jump = file.unit(flow.jump(before)?).span();
    let start = file.unit(*block.records.first()?).start;
    let is_behind = before + 1 == at;
    // What is moved is written as it is.
    if !is_behind && !block.inputs.is_empty() {
        return None;
    }
    let mut edits = if is_behind {
        vec![Edit::delete(id, Span::new(jump.start, start))]
    } else {
        let moved = &file.text[Span::new(start, block.span.end).range()];
        vec![Edit::replace(id, jump, moved), Edit::delete(id, block.span)]
    };
    edits.extend(renamed(view, flow, at, before, |_| true));
    edits.extend(given(view, flow, &block.inputs)?);
    Some(edits.into_iter().collect())
}

/// The jump of a block that does nothing else, in the place of the jumps to it.
fn passed(view: &View, flow: &Flow, at: usize) -> Option<EditSet> {
    let (id, file, block) = (flow.id, view.file(flow.id), &flow.blocks[at]);
    let ([_], [target]) = (&block.records[..], &block.targets[..]) else { return None };
    let to = &flow.blocks[target.block];
    if at == 0 || target.block == at || block.sources.is_empty() {
        return None;
    }
    let mut edits = vec![Edit::delete(id, block.span)];
    let name = &file.text[target.name.range()];
    for jump in block.sources.iter().flat_map(|it| &flow.blocks[*it].targets).filter(|it| it.block == at) {
        edits.push(Edit::replace(id, jump.name, name));
    }
    let has_values = to.inputs.iter().any(|it| it.from == at);
    if has_values {
        // Where a block comes from two ways, the values of the two may differ.
        let [before] = block.sources[..] else { return None };
        if to.sources.contains(&before) {
            return None;
        }
        edits.extend(renamed(view, flow, at, before, |it| it == target.block));
    }
    Some(edits.into_iter().collect())
}

/// The values that come from a block, as coming from another.
fn renamed(view: &View, flow: &Flow, at: usize, as_from: usize, of: impl Fn(usize) -> bool) -> Vec<Edit> {
    let name = flow.name(view, as_from);
    let blocks = flow.blocks.iter().enumerate().filter(|it| of(it.0)).map(|it| it.1);
    let inputs = blocks.flat_map(|it| &it.inputs).filter(|it| it.from == at);
    inputs.map(|it| Edit::replace(flow.id, it.name, &name[..])).collect()
}

/// What each value is given, where it is used; the values go.
fn given(view: &View, flow: &Flow, inputs: &[Input]) -> Option<Vec<Edit>> {
    let mut edits = Vec::new();
    for input in inputs {
        let value = value(view, flow.id, input)?;
        let span = view.file(flow.id).unit(input.record).span();
        let defined = view.definitions_in(flow.id, span).iter().find(|it| it.whole == input.record);
        for one in defined.map_or(Vec::new(), |it| view.uses(it.binding)) {
            let name = one.span(view);
            edits.push(Edit::replace(
                one.file,
                Span::new(name.start.saturating_sub(1), name.end),
                &value[..],
            ));
        }
        edits.push(Edit::delete(flow.id, span));
    }
    Some(edits)
}

/// What stands before the comma.
fn value(view: &View, id: FileId, input: &Input) -> Option<Vec<u8>> {
    let inner = &view.file(id).text[input.whole.range()];
    let inner = inner.strip_prefix(b"[")?;
    let comma = inner.iter().rposition(|it| *it == b',')?;
    Some(inner[..comma].trim_ascii().to_vec())
}
