//! `apply-rules-everywhere`: applies a rule of the language's `reduce.scm` wherever it matches, at once.
//!
//! Before:
//! ```rs
//! fn f() -> u8 { 1 + 2 } fn g() -> u8 { f() + 3 }
//! ```
//! After:
//! ```rs
//! fn f() -> u8 {loop{}} fn g() -> u8 {loop{}}
//! ```
//! Empty bodies still have the types that their callers want, so where a compiler is strict, most of a large program goes
//! with one question, and what is left mentions little. Only rules that say so (`#set! reduce.everywhere`) and
//! would take a good part of the document away are tried, each as a list of few parts of like weight. Where the rule says that
//! an unused import is an error (`#set! reduce.imports`), an import goes along once all parts that use it are applied.

use std::collections::BTreeMap;

use crate::document::Document;
use crate::edit::{Edit, EditSet, FileId};
use crate::pass::{Pass, Propose, Sites, Stage, Tier};
use crate::passes::coupled::unused_imports::unused_imports;
use crate::passes::structure::apply_rules::matches;
use crate::thresholds::{MASS_PARTS, MASS_TOKENS};

pub const PASS: Pass = Pass {
    name: "apply-rules-everywhere",
    summary: "apply a rule of the language's reduce.scm wherever it matches, at once",
    stage: Stage::Mass,
    tier: Tier::Grammar,
    propose: Propose::File(propose),
};

fn propose(document: &Document, id: FileId, sites: &mut Sites) {
    let file = document.file(id);
    if file.tokens() <= MASS_TOKENS.get() || !file.is_explained() {
        return;
    }
    let mut by_pattern: BTreeMap<(usize, bool), Vec<EditSet>> = BTreeMap::new();
    for one in matches(document, id).into_iter().filter(|it| it.everywhere) {
        by_pattern.entry((one.pattern, one.imports)).or_default().push(one.edits);
    }
    let least = file.tokens() / MASS_PARTS.get();
    for ((_, imports), sets) in by_pattern {
        let parts = parts(document, sets, least);
        let along = if imports { unused_imports(document, id, &parts) } else { Vec::new() };
        sites.coupled(parts, along);
    }
}

/// The sets united into parts that gain about `least` each; none when all together gain less.
fn parts(document: &Document, sets: Vec<EditSet>, least: usize) -> Vec<EditSet> {
    let mut united: Vec<EditSet> = Vec::new();
    let mut open: Vec<Edit> = Vec::new();
    let mut gained = 0;
    for set in sets {
        gained += gain(document, &set);
        open.extend_from_slice(set.edits());
        if gained >= least {
            united.push(open.drain(..).collect());
            gained = 0;
        }
    }
    if let Some(last) = united.last_mut() {
        *last = last.merge(&open.into_iter().collect());
    }
    united
}

/// How many tokens a set takes away.
fn gain(document: &Document, set: &EditSet) -> usize {
    let each = set
        .edits()
        .iter()
        .map(|it| document.file(it.file).tokens_in(it.span).saturating_sub(crate::tokens::count(&it.with)));
    each.sum()
}
