//! Tables with an element for each case of an enum: one goes with its case.

use std::collections::HashMap;

use super::enumerators::list_of;
use super::lists::List;
use super::view::View;
use crate::document::UnitId;
use crate::edit::{Edit, EditSet, FileId, Span};
use crate::names::{BindingId, Definition, Kind};
use crate::pass::Sites;
use crate::thresholds::COUPLED_SITES;

/// How many tables of one length go with an enum.
const TABLES: usize = 4;

/// A list that a variable begins with.
struct Table {
    file: FileId,
    list: List,
    /// The number of its elements, where the type says it.
    size: Option<Span>,
}

/// Proposes each case of an enum with what stands in its place in the tables that are as long; all of them with the first
/// file that defines something.
pub(super) fn propose(view: &View, id: FileId, sites: &mut Sites) {
    if view.names.definitions().first().is_none_or(|it| it.file != id) {
        return;
    }
    let enums = enums(view);
    let tables = if enums.is_empty() { HashMap::new() } else { tables(view) };
    let mut left = COUPLED_SITES.get();
    for cases in enums.iter().rev() {
        // What only counts the others has no element.
        let exact = tables.get(&cases.len());
        let Some(tables) = exact.or_else(|| tables.get(&(cases.len() - 1))) else { continue };
        let count = tables[0].list.elements.len();
        for (at, &(binding, definition)) in cases[..count].iter().enumerate().rev().take(left) {
            left -= 1;
            let elements = tables.iter().flat_map(|it| it.without(at));
            let gone: EditSet = elements.chain([view.removal(definition)]).collect();
            let uses = view.uses(binding).into_iter().filter(|it| !gone.deletes(it.file, it.span(view)));
            let zero = uses.map(|it| Edit::replace(it.file, it.span(view), &b"0"[..]));
            sites.alternatives(vec![zero.collect::<EditSet>().merge(&gone)]);
        }
    }
}

/// The cases of each enum of a document, in order.
fn enums<'d>(view: &View<'d>) -> Vec<Vec<(BindingId, &'d Definition)>> {
    let mut found: Vec<Vec<(BindingId, &Definition)>> = Vec::new();
    let mut before: Option<(FileId, UnitId)> = None;
    let all = view.document.file_ids().flat_map(|it| view.bindings(it, &[Kind::Value, Kind::Member]));
    for (binding, definition) in all {
        let Some(list) = list_of(view, definition) else { continue };
        let own = Some((definition.file, list));
        match found.last_mut().filter(|_| own == before) {
            Some(cases) => cases.push((binding, definition)),
            None => found.push(vec![(binding, definition)]),
        }
        before = own;
    }
    found
}

/// The tables of a document by their lengths, of each a few.
fn tables(view: &View) -> HashMap<usize, Vec<Table>> {
    let mut found: HashMap<usize, Vec<Table>> = HashMap::new();
    for definition in view.names.definitions() {
        let Some(table) = definition.parts.value.and_then(|it| Table::of(view, definition, it)) else {
            continue;
        };
        let of_length = found.entry(table.list.elements.len()).or_default();
        if of_length.len() < TABLES {
            of_length.push(table);
        }
    }
    found
}

impl Table {
    /// A list of elements none of which says where it belongs; `None` where there is but one.
    fn of(view: &View, definition: &Definition, value: UnitId) -> Option<Table> {
        let (file, id) = (view.file(definition.file), definition.file);
        if !file.text_of(value).starts_with(b"{") && !file.text_of(value).starts_with(b"[") {
            return None;
        }
        let list = List::of(file, id, value).filter(|it| it.elements.len() > 1)?;
        let says = |at: u32| matches!(file.text[at as usize], b'[' | b'.');
        if list.elements.iter().any(|it| says(it.span.start)) {
            return None;
        }
        let number = list.elements.len().to_string();
        let (from, to) =
            view.lexemes_of(id, Span::new(file.unit(definition.whole).start, file.unit(value).start));
        let size = (from..to)
            .rev()
            .find(|&it| view.reads(id, it, number.as_bytes()) && view.reads(id, it + 1, b"]"));
        Some(Table { file: id, list, size: size.map(|it| file.lexemes()[it].span) })
    }

    fn without(&self, at: usize) -> Vec<Edit> {
        let mut edits = self.list.without(|it| it == at);
        let fewer = (self.list.elements.len() - 1).to_string();
        edits.extend(self.size.map(|it| Edit::replace(self.file, it, fewer.into_bytes())));
        edits
    }
}
