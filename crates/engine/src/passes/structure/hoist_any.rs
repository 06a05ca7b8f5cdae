//! `hoist-any`: lets a unit give way to one of its children or grandchildren, whatever the grammar says.
//!
//! Before:
//! ```c
//! int x = f(a);
//! ```
//! After:
//! ```c
//! int x = a;
//! ```
//! At most 12 for each unit, shortest first; asked early where a re-parse finds no new error.

use super::realign::keep_only;
use crate::document::{Document, File, UnitId};
use crate::edit::{FileId, Span};
use crate::pass::{Pass, Propose, Sites, Stage, Tier};
use crate::thresholds::{HOIST_ANY_VISITS, HOISTS};

pub const PASS: Pass = Pass {
    name: "hoist-any",
    summary: "let a unit give way to any child or grandchild",
    stage: Stage::Fine,
    tier: Tier::Parsed,
    propose: Propose::Unit(propose),
};

fn propose(doc: &Document, id: FileId, unit: UnitId, sites: &mut Sites) {
    let file = doc.file(id);
    let whole = file.unit(unit).span();
    let children = file.children(unit);
    let inner = children.flat_map(|it| std::iter::once(it).chain(file.children(it)));
    let named = inner.filter(|&it| file.unit(it).is_named()).map(|it| file.unit(it).span());
    let mut spans: Vec<Span> =
        named.take(HOIST_ANY_VISITS.get()).filter(|it| !it.is_empty() && frees(file, whole, *it)).collect();
    spans.sort_by_key(|&it| (file.tokens_in(it), it.len(), it.start));
    spans.dedup();
    spans.truncate(HOISTS.get());
    sites.alternatives(spans.into_iter().map(|it| keep_only(file, id, whole, it)).collect());
}

/// True unless only blanks would go, as some grammars have them inside of units: between two words they are put back. At
/// the ends of the file they are not.
fn frees(file: &File, whole: Span, kept: Span) -> bool {
    let (whole, kept) = (whole.range(), kept.range());
    let len = file.text.len();
    if whole.start == 0 && kept.start > 0 || whole.end == len && kept.end < len {
        return true;
    }
    let around = [&file.text[whole.start..kept.start], &file.text[kept.end..whole.end]];
    around.iter().any(|it| !it.trim_ascii().is_empty())
}
