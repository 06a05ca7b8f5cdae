//! `delete-edge`: a jump to one of several blocks goes to fewer, with what the others had from it, and what is never run then.
//!
//! Before:
//! ```llvm-ir
//! define i32 @f(i1 %a) {
//!   br i1 %a, label %b, label %c
//! b:
//!   %d = add i32 1, 2
//!   br label %c
//! c:
//!   %e = phi i32 [ 0, %0 ], [ %d, %b ]
//!   ret i32 %e
//! }
//! ```
//! After:
//! ```llvm-ir
//! define i32 @f(i1 %a) {
//!   br label %b
//! b:
//!   %d = add i32 1, 2
//!   br label %c
//! c:
//!   %e = phi i32[ %d, %b ]
//!   ret i32 %e
//! }
//! ```
//! Before:
//! ```llvm-ir
//! define i32 @f(i32 %a) {
//! b:
//!   switch i32 %a, label %d [ i32 0, label %c
//!     i32 1, label %e ]
//! c:
//!   br label %e
//! d:
//!   br label %e
//! e:
//!   %g = phi i32 [ 1, %b ], [ 2, %c ], [ 3, %d ]
//!   ret i32 %g
//! }
//! ```
//! After:
//! ```llvm-ir
//! define i32 @f(i32 %a) {
//! b:
//!   br label %e
//! e:
//!   %g = phi i32 [ 1, %b ]
//!   ret i32 %g
//! }
//! ```
//! Where each value says what it is for each block that it is reached from, neither a jump nor a block goes alone. The jump
//! becomes one to a single block, or loses a case. In languages whose `language.toml` says how one jumps (`jump`), from the back,
//! for at most 2,000 blocks of a file.

use std::collections::BTreeSet;

use super::flow::{Flow, Target, each_block};
use super::view::{View, leaf_from};
use crate::document::{Document, UnitId};
use crate::edit::{Edit, EditSet, FileId, Span};
use crate::pass::{Pass, Propose, Sites, Stage, Tier};
use crate::thresholds::EDGES;

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "delete-edge",
    summary: "let a jump go to fewer blocks, with what the others had from it",
    stage: Stage::Main,
    tier: Tier::Text,
    propose: Propose::File(propose),
};

fn propose(document: &Document, id: FileId, sites: &mut Sites) {
    let Some(view) = View::of(document) else { return };
    each_block(&view, id, |flow, at| sites.alternatives(narrowed(&view, flow, at)));
}

/// A block's jump with fewer targets.
fn narrowed(view: &View, flow: &Flow, at: usize) -> Vec<EditSet> {
    let targets = &flow.blocks[at].targets;
    let apart: BTreeSet<usize> = targets.iter().map(|it| it.block).collect();
    let Some(jump) = flow.jump(at).filter(|_| targets.len() > 1) else { return Vec::new() };
    let last = apart.iter().rev().take(EDGES.get());
    let ones = last.filter_map(|one| {
        let target = targets.iter().find(|it| it.block == *one)?;
        flow.with_jump(at, alone(view, flow, jump, *target)?, |to| to == *one)
    });
    let cases = targets.iter().rev().filter_map(|it| {
        let case = case(view, flow.id, jump, *it)?;
        let stays = targets.iter().filter(|other| other.block == it.block).count() > 1;
        // What nothing else hangs on goes as a line.
        let set = flow.with_jump(at, Edit::delete(flow.id, case), |to| stays || to != it.block)?;
        (set.edits().len() > 1).then_some(set)
    });
    let mut sets: Vec<EditSet> = ones.chain(cases.take(EDGES.get())).filter(|it| view.lowers(it)).collect();
    sets.dedup();
    sets
}

/// A jump that only goes to one block.
fn alone(view: &View, flow: &Flow, jump: UnitId, target: Target) -> Option<Edit> {
    let file = view.file(flow.id);
    let spelt = file.language.as_ref()?.jump.as_ref()?;
    let name = String::from_utf8_lossy(&file.text[target.name.range()]);
    Some(Edit::replace(flow.id, file.unit(jump).span(), spelt.replace("{label}", &name).into_bytes()))
}

/// The case of a jump in which a target stands alone.
fn case(view: &View, id: FileId, jump: UnitId, target: Target) -> Option<Span> {
    let file = view.file(id);
    let mut unit = leaf_from(file, target.name.start)?;
    while file.kind_name(unit) != "record" {
        unit = Some(file.unit(unit).parent).filter(|it| *it != 0)?;
    }
    (unit != jump).then(|| file.unit(unit).span())
}
