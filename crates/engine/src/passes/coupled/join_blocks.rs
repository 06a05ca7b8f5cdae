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
//! Where a block must end with a jump and begin with a label neither goes alone.

use super::view::View;
use crate::document::Document;
use crate::edit::{EditSet, FileId, Span};
use crate::names::{BindingId, Definition, Kind};
use crate::pass::{Pass, Propose, Sites, Stage, Tier};
use crate::thresholds::COUPLED_SITES;

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "join-blocks",
    summary: "delete a jump with the label behind it",
    stage: Stage::Main,
    tier: Tier::Text,
    propose: Propose::File(propose),
};

fn propose(document: &Document, id: FileId, sites: &mut Sites) {
    let Some(view) = View::of(document) else { return };
    let labels = view.bindings(id, &[Kind::Value, Kind::Label]).filter_map(|it| seam(&view, it));
    for seam in labels.collect::<Vec<_>>().into_iter().rev().take(COUPLED_SITES.get()) {
        sites.alternatives(vec![EditSet::delete(id, seam)]);
    }
}

/// From the jump to behind the label, where one follows the other.
fn seam(view: &View, (binding, label): (BindingId, &Definition)) -> Option<Span> {
    let [jump] = view.binding(binding).references[..] else { return None };
    let (id, file) = (label.file, view.file(label.file));
    let (at, behind) = view.lexemes_of(id, file.unit(label.name).span());
    // A label may have a sign.
    let follows = jump.file == id && (at == jump.at + 1 || at == jump.at + 2);
    if !follows || behind != at + 1 || !view.reads(id, behind, b":") {
        return None;
    }
    let jump = view.statement_of(id, view.use_at(jump)?.unit);
    Some(Span::new(file.unit(jump).start, file.lexemes()[behind].span.end))
}
