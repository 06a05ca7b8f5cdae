//! `hoist-any`: lets a unit give way to one of its children or grandchildren, whatever the grammar says.
//!
//! Before:
//! ```text
//! int x = f(1);
//! ```
//! After:
//! ```text
//! int f(1);
//! ```

use super::hoist::keep_only;
use crate::document::{Document, UnitId};
use crate::edit::{FileId, Span};
use crate::pass::{Pass, Propose, Sites, Stage, Tier};

pub const PASS: Pass = Pass {
    name: "hoist-any",
    summary: "let a unit give way to any child or grandchild",
    stage: Stage::Fine,
    tier: Tier::Parsed,
    propose: Propose::Unit(propose),
};

/// How many alternatives one site offers.
const ALTERNATIVES: usize = 12;

fn propose(doc: &Document, id: FileId, unit: UnitId, sites: &mut Sites) {
    let file = doc.file(id);
    let whole = file.unit(unit).span();
    let children = file.children(unit);
    let inner = children.flat_map(|it| std::iter::once(it).chain(file.children(it)));
    let named = inner.filter(|&it| file.unit(it).is_named()).map(|it| file.unit(it).span());
    let mut spans: Vec<Span> = named.filter(|it| *it != whole && !it.is_empty()).take(64).collect();
    spans.sort_by_key(|&it| (file.tokens_in(it), it.len(), it.start));
    spans.dedup();
    spans.truncate(ALTERNATIVES);
    sites.alternatives(spans.into_iter().map(|it| keep_only(id, whole, it)).collect());
}
