//! `delete-children`: deletes children where no rule explains them, and extras such as comments anywhere.
//!
//! Before:
//! ```c
//! f(a /* b */, c);
//! ```
//! After:
//! ```c
//! f(a, c);
//! ```
//! In ERROR units and wherever the facts do not match, brackets are kept in pairs by a matcher of our own.

use super::{hull, labels, ruled, ruled_children};
use crate::document::{Document, File, Unit, UnitId};
use crate::edit::{FileId, Span};
use crate::pass::{Pass, Propose, Sites, Stage, Tier};

pub const PASS: Pass = Pass {
    name: "delete-children",
    summary: "delete children of units that no rule explains, brackets in pairs, and extras anywhere",
    stage: Stage::Main,
    tier: Tier::Parsed,
    propose: Propose::Unit(propose),
};

fn propose(doc: &Document, id: FileId, unit: UnitId, sites: &mut Sites) {
    let file = doc.file(id);
    let extras: Vec<Span> = file
        .children(unit)
        .map(|it| file.unit(it))
        .filter(|it| it.is_extra() && !it.is_error() && !it.span().is_empty())
        .map(Unit::span)
        .collect();
    sites.delete_list(id, extras);
    let children = ruled_children(file, unit);
    let explained = ruled(file).is_some() && labels(file, unit, &children).is_some();
    let only_child = children.len() == 1 && file.unit(children[0]).span() == file.unit(unit).span();
    if !explained && !only_child {
        sites.delete_list(id, balanced(file, unit));
    }
    let errors =
        file.children(unit).map(|it| file.unit(it)).filter(|it| it.is_error() && !it.span().is_empty());
    sites.delete_list(id, errors.map(Unit::span).collect());
}

/// The children as a list in which everything from an opening bracket to its partner is one element.
fn balanced(file: &File, unit: UnitId) -> Vec<Span> {
    let children: Vec<UnitId> = file
        .children(unit)
        .filter(|&it| {
            !file.unit(it).span().is_empty() && (!file.unit(it).is_extra() || file.unit(it).is_error())
        })
        .collect();
    let partners = partners(file, &children);
    let mut spans = Vec::new();
    let mut at = 0;
    while at < children.len() {
        let last = partners[at].unwrap_or(at);
        spans.push(hull(file, &children[at..=last]));
        at = last + 1;
    }
    spans
}

/// For each opening bracket among `children` the index of the one that closes it.
fn partners(file: &File, children: &[UnitId]) -> Vec<Option<usize>> {
    let mut partners = vec![None; children.len()];
    let mut open: Vec<(u8, usize)> = Vec::new();
    for (index, &child) in children.iter().enumerate() {
        match file.text_of(child) {
            b"(" => open.push((b')', index)),
            b"[" => open.push((b']', index)),
            b"{" => open.push((b'}', index)),
            [close @ (b')' | b']' | b'}')] => {
                if let Some(at) = open.iter().rposition(|&(wanted, _)| wanted == *close) {
                    partners[open[at].1] = Some(index);
                    open.truncate(at);
                }
            }
            _ => {}
        }
    }
    partners
}
