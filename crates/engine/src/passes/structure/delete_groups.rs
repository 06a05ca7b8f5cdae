//! `delete-groups`: deletes the optional parts of a rule, whole and with their tokens: `else` branches, initialisers, return types.
//!
//! Before:
//! ```c
//! void f() { if (a) b(); else c(); }
//! ```
//! After:
//! ```c
//! void f() { if (a) b(); }
//! ```
//! One site for each part that the grammar's facts call optional.

use super::{hull, labelled};
use crate::document::{Document, UnitId};
use crate::edit::FileId;
use crate::pass::{Pass, Propose, Sites, Stage, Tier};

pub const PASS: Pass = Pass {
    name: "delete-groups",
    summary: "delete optional parts with their tokens, as the grammar says",
    stage: Stage::Main,
    tier: Tier::Grammar,
    propose: Propose::Unit(propose),
};

fn propose(doc: &Document, id: FileId, unit: UnitId, sites: &mut Sites) {
    let file = doc.file(id);
    let Some((children, labels)) = labelled(file, unit) else { return };
    for group in labels.groups {
        let span = hull(file, &children[group]);
        if !span.is_empty() {
            sites.delete(id, span);
        }
    }
}
