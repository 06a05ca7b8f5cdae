//! `delete-units`: deletes any unit of the tree alone, whatever the grammar says: what only tolerant tools accept.
//!
//! Before:
//! ```c
//! int x = 1;
//! ```
//! After:
//! ```c
//! x = 1;
//! ```
//! Also each two neighbours.

use crate::document::{Document, UnitId};
use crate::edit::{FileId, Span};
use crate::lexeme::trim;
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
    let visible = |it: Span| trim(&doc.file(id).text, it).is_some();
    if visible(span) {
        sites.delete(id, span);
    }
    let children: Vec<_> = doc.file(id).children(unit).map(|it| doc.file(id).unit(it).span()).collect();
    for pair in children.windows(2) {
        let span = Span::new(pair[0].start, pair[1].end);
        if children.len() > 2 && visible(span) {
            sites.delete(id, span);
        }
    }
}
