//! `apply-rules`: applies what the language's `reduce.scm` says: what may be deleted, emptied, hoisted, or replaced with what.
//!
//! Before:
//! ```c
//! int f() { return g(x, y) + 1; }
//! ```
//! After:
//! ```c
//! int f() { return 0; }
//! ```
//! All captures of a match go together; matches that begin with the same node compete, in the order of the file.

use std::collections::HashMap;

use super::realign::keep_only;
use crate::document::{Document, File};
use crate::edit::{Edit, EditSet, FileId, Span};
use crate::pass::{Pass, Propose, Sites, Stage, Tier};
use crate::rules::{self, Capture};
use crate::thresholds::RULED_UNITS;
use crate::unit::UnitId;

pub const PASS: Pass = Pass {
    name: "apply-rules",
    summary: "delete, empty, hoist or replace what the language's reduce.scm captures",
    stage: Stage::Main,
    tier: Tier::Grammar,
    propose: Propose::File(propose),
};

fn propose(doc: &Document, id: FileId, sites: &mut Sites) {
    if doc.file(id).units().len() > RULED_UNITS.get() {
        return;
    }
    let mut order: Vec<Span> = Vec::new();
    let mut found: HashMap<Span, Vec<(usize, EditSet)>> = HashMap::new();
    for one in matches(doc, id) {
        let alternatives = found.entry(one.first).or_default();
        if alternatives.is_empty() {
            order.push(one.first);
        }
        alternatives.push((one.pattern, one.edits));
    }
    for span in order {
        let mut alternatives = found.remove(&span).unwrap_or_default();
        alternatives.sort_by_key(|it| it.0);
        sites.alternatives(alternatives.into_iter().map(|it| it.1).collect());
    }
}

/// A match of a rule.
pub(in crate::passes) struct Match {
    /// The number of the rule.
    pub(in crate::passes) pattern: usize,
    /// True when the rule says that it can be applied everywhere at once.
    pub(in crate::passes) everywhere: bool,
    /// True when imports that are used only in what goes have to go along.
    pub(in crate::passes) imports: bool,
    /// Its first capture.
    pub(in crate::passes) first: Span,
    /// What it makes of the text.
    pub(in crate::passes) edits: EditSet,
}

/// All matches of the language's `reduce.scm` in a file that make it smaller, and of those of the languages in it.
pub(in crate::passes) fn matches(doc: &Document, id: FileId) -> Vec<Match> {
    rules::matches(doc.file(id)).iter().filter_map(|it| read(doc, id, it)).collect()
}

/// What a match means; `None` when it makes nothing smaller.
fn read(doc: &Document, id: FileId, one: &rules::Match) -> Option<Match> {
    // What is only compared is not where it is applied.
    let &(_, first) = one.captures.iter().find(|it| !matches!(it.0, Capture::Label(_)))?;
    let file = doc.file(id);
    let mut edits = Vec::new();
    for &(capture, unit) in &one.captures {
        let span = file.unit(unit).span();
        match capture {
            Capture::Delete => edits.push(Edit::delete(id, span)),
            Capture::Replace => edits.push(Edit::replace(id, span, one.settings.with.as_bytes())),
            Capture::Empty => edits.extend(inside(file, unit).map(|it| Edit::delete(id, it))),
            Capture::Hoist => {
                let whole = file.unit(file.unit(unit).parent).span();
                edits.extend_from_slice(keep_only(file, id, whole, span).edits());
            }
            Capture::Label(_) => {}
        }
    }
    let edits: EditSet = edits.into_iter().collect();
    let rules::Settings { everywhere, imports, .. } = *one.settings;
    shrinks(doc, &edits).then(|| Match {
        pattern: one.pattern,
        everywhere,
        imports,
        first: file.unit(first).span(),
        edits,
    })
}

/// What stands between the first and the last child: the content of brackets.
fn inside(file: &File, unit: UnitId) -> Option<Span> {
    // What another language has put there is not its own.
    let own = |it: &UnitId| file.unit(*it).is_error() || file.language_name(*it) == file.language_name(unit);
    let mut children = file.children(unit).filter(own);
    let first = children.next()?;
    let last = children.last().unwrap_or(first);
    let (start, end) = (file.unit(first).end, file.unit(last).start);
    (start <= end).then(|| Span::new(start, end))
}

/// True when the edits can lower the rank: fewer tokens, or as many and fewer bytes, or another text of that size.
pub(super) fn shrinks(doc: &Document, edits: &EditSet) -> bool {
    let mut before = (0, 0);
    let mut after = (0, 0);
    let mut changes = false;
    for edit in edits.edits() {
        let file = doc.file(edit.file);
        before = (before.0 + file.tokens_in(edit.span), before.1 + edit.span.len());
        after = (after.0 + crate::tokens::count(&edit.with), after.1 + edit.with.len());
        changes |= file.text[edit.span.range()] != *edit.with;
    }
    changes && after < before
}
