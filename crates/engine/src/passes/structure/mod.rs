//! The structure family: what the grammar's facts say can be deleted, hoisted or made minimal.

use crate::document::{File, UnitId};
use crate::edit::Span;
use crate::grammar::{Labels, Symbol};
use crate::language::Language;

pub mod apply_rules;
pub mod delete_children;
pub mod delete_elements;
pub mod delete_groups;
pub mod delete_units;
pub mod delete_words;
pub mod gather_declarations;
mod headers;
pub mod hoist;
pub mod hoist_any;
pub(in crate::passes) mod jumps;
pub mod lift_clauses;
pub mod lift_header;
pub mod lift_loop;
pub mod merge_declarations;
pub mod minimise;
pub mod nest_condition;
pub(in crate::passes) mod realign;
pub mod unnest;

/// The language of a file, where there are facts of its grammar.
fn ruled(file: &File) -> Option<&Language> {
    file.language.as_deref().filter(|it| it.facts.is_some())
}

fn symbol(file: &File, id: UnitId) -> Symbol {
    let unit = file.unit(id);
    Symbol { kind: unit.kind, symbol: unit.symbol }
}

/// The children that a rule speaks of: extras and made-up tokens left out.
fn ruled_children(file: &File, id: UnitId) -> Vec<UnitId> {
    let ruled = |it: &UnitId| !file.unit(*it).is_extra() && !file.unit(*it).is_missing();
    file.children(id).filter(ruled).collect()
}

fn symbols(file: &File, ids: &[UnitId]) -> Vec<Symbol> {
    ids.iter().map(|&it| symbol(file, it)).collect()
}

/// The ruled children of a unit, and how they fit its rule.
pub(in crate::passes) fn labelled(file: &File, id: UnitId) -> Option<(Vec<UnitId>, Labels)> {
    let children = ruled_children(file, id);
    let labels = labels(file, id, &children)?;
    Some((children, labels))
}

/// How the children of a unit fit its rule; `None` where the grammar does not explain them.
fn labels(file: &File, id: UnitId, children: &[UnitId]) -> Option<Labels> {
    if file.unit(id).is_error() || children.is_empty() {
        return None;
    }
    let language = ruled(file)?;
    let mut labels = language.label(symbol(file, id), &symbols(file, children))?;
    if language.nonempty.iter().any(|it| it == file.kind_name(id)) {
        labels.lists.iter_mut().for_each(|it| it.at_least = it.at_least.max(1));
    }
    Some(labels)
}

/// From the start of the first to the end of the last of some children; empty for none.
fn hull(file: &File, children: &[UnitId]) -> Span {
    match (children.first(), children.last()) {
        (Some(&first), Some(&last)) => Span::new(file.unit(first).start, file.unit(last).end),
        _ => Span::default(),
    }
}
