//! `delete-units`: deletes any unit of the tree alone, whatever the grammar says: what only tolerant tools accept.
//!
//! Before:
//! ```text
//! int x = f(1);
//! ```
//! After:
//! ```text
//! int = f(1);
//! ```

use crate::document::{Document, UnitId};
use crate::edit::FileId;
use crate::pass::{Pass, Propose, Sites, Stage, Tier};

pub const PASS: Pass = Pass {
    name: "delete-units",
    summary: "delete any single unit, even where the grammar wants one",
    stage: Stage::Fine,
    tier: Tier::Parsed,
    propose: Propose::Unit(propose),
};

fn propose(doc: &Document, id: FileId, unit: UnitId, sites: &mut Sites) {
    let span = doc.file(id).unit(unit).span();
    if !span.is_empty() {
        sites.delete(id, span);
    }
    let children: Vec<_> = doc.file(id).children(unit).map(|it| doc.file(id).unit(it).span()).collect();
    for pair in children.windows(2) {
        let span = crate::Span::new(pair[0].start, pair[1].end);
        if children.len() > 2 && !span.is_empty() {
            sites.delete(id, span);
        }
    }
}
