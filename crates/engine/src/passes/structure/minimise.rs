//! `minimise`: replaces a unit by the shortest text of its rule, as the grammar spells it.
//!
//! Before:
//! ```c
//! void f() { int x; g(x); }
//! ```
//! After:
//! ```c
//! void f() {}
//! ```
//! The shortest text of each rule is worked out once, from the grammar's facts.

use super::{ruled, symbol};
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
    let Some(shortest) = ruled(file).and_then(|it| it.shortest(symbol(file, unit))) else { return };
    let size = (file.tokens_in(it.span()), it.span().len());
    if !shortest.is_empty() && (tokens::count(shortest), shortest.len()) < size {
        sites.replace(id, it.span(), shortest);
    }
}
