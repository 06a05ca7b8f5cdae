//! `delete-elements`: deletes the elements of repetitions, each with its separator: statements, arguments, members,
//! items.
//!
//! Before:
//! ```text
//! int x = f(a, b, c);
//! ```
//! After:
//! ```text
//! int x = f(a, b);
//! ```
//! The elements of a list go together where they can: all, then parts of it, from the back.

use super::{hull, labels, ruled_children};
use crate::document::{Document, UnitId};
use crate::edit::FileId;
use crate::pass::{Elements, Pass, Propose, Sites, Stage, Tier};

pub const PASS: Pass = Pass {
    name: "delete-elements",
    summary: "delete list elements with their separators, as the grammar's repetitions say",
    stage: Stage::Main,
    tier: Tier::Grammar,
    propose: Propose::Unit(propose),
};

fn propose(doc: &Document, id: FileId, unit: UnitId, sites: &mut Sites) {
    let file = doc.file(id);
    let children = ruled_children(file, unit);
    let Some(labels) = labels(file, unit, &children) else { return };
    for list in labels.lists {
        let mut separators: Vec<_> =
            list.separators.iter().map(|it| hull(file, &children[it.clone()])).collect();
        if separators.iter().all(|it| it.is_empty()) {
            separators.clear();
        }
        sites.elements(Elements {
            file: id,
            elements: list.elements.iter().map(|it| hull(file, &children[it.clone()])).collect(),
            separators,
            around: vec![],
            at_least: list.at_least,
        });
    }
}
