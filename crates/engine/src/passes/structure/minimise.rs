//! `minimise`: replaces a unit by the shortest text of its rule, as the grammar spells it.
//!
//! Before:
//! ```text
//! int f() { int x; g(x); }
//! ```
//! After:
//! ```text
//! int f() {}
//! ```

use super::{facts, symbol};
use crate::document::{Document, UnitId};
use crate::edit::FileId;
use crate::pass::{Pass, Propose, Sites, Stage, Tier};
use crate::tokens;

pub const PASS: Pass = Pass {
    name: "minimise",
    summary: "replace a unit by the shortest text of its rule",
    stage: Stage::Main,
    tier: Tier::Grammar,
    propose: Propose::Unit(propose),
};

fn propose(doc: &Document, id: FileId, unit: UnitId, sites: &mut Sites) {
    let file = doc.file(id);
    let it = file.unit(unit);
    if !it.is_named() || it.is_error() || it.span().is_empty() || file.is_leaf(unit) {
        return;
    }
    let Some(shortest) = facts(file).and_then(|it| it.shortest(symbol(file, unit))) else { return };
    let size = |text: &[u8]| (tokens::count(text), text.len());
    if !shortest.is_empty() && size(shortest) < size(file.text_of(unit)) {
        sites.replace(id, it.span(), shortest);
    }
}
