//! `delete-groups`: deletes the optional parts of a rule, whole and with their tokens: `else` branches, sizes of
//! arrays, return types.
//!
//! Before:
//! ```text
//! int h() { if (a) f(); else g(); }
//! ```
//! After:
//! ```text
//! int h() { if (a) f(); }
//! ```

use super::{hull, labels, ruled_children};
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
    let children = ruled_children(file, unit);
    let Some(labels) = labels(file, unit, &children) else { return };
    for group in labels.groups {
        let span = hull(file, &children[group]);
        if !span.is_empty() {
            sites.delete(id, span);
        }
    }
}
