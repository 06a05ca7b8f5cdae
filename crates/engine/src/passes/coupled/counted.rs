//! Constants that count: what the first of a list says holds for those behind it, as far as they say nothing.

use super::view::View;
use crate::document::UnitId;
use crate::edit::{Edit, EditSet, FileId, Span};
use crate::names::{Definition, Kind};
use crate::pass::Sites;
use crate::thresholds::COUPLED_SITES;

/// Proposes each constant on which the next one relies: it goes, and the next has what it says. Where no more rely on that, the
/// next may have its number instead.
pub(super) fn propose(view: &View, id: FileId, sites: &mut Sites) {
    let values: Vec<&Definition> = view.bindings(id, &[Kind::Value]).map(|it| it.1).collect();
    let pairs = values.windows(2).enumerate().rev();
    let relying = pairs.filter(|(_, it)| it[0].parts.value.is_some() && relies(view, id, it[0], it[1]));
    for (at, pair) in relying.take(COUPLED_SITES.get()) {
        let (first, next) = (pair[0], pair[1]);
        let alone = values.get(at + 2).is_none_or(|it| !relies(view, id, next, it));
        let number = counter(view, id, first).filter(|_| alone).map(|it| Edit::replace(id, it, *b"1"));
        let gone = without(view, id, first, next);
        let sets = [number.map(|it| gone.merge(&[it].into_iter().collect())), Some(gone.clone())];
        sites.alternatives(sets.into_iter().flatten().collect());
    }
}

/// The counter that the value of a constant is, if it is no more.
fn counter(view: &View, id: FileId, constant: &Definition) -> Option<Span> {
    let value = view.file(id).unit(constant.parts.value?).span();
    let (from, end) = view.lexemes_of(id, value);
    (end == from + 1 && view.reads(id, from, b"iota")).then_some(value)
}

/// True of two neighbours of which the other says nothing.
fn relies(view: &View, id: FileId, first: &Definition, next: &Definition) -> bool {
    let file = view.file(id);
    let (parent, own) = (file.unit(first.whole).parent, |it: &Definition| file.unit(it.whole).kind);
    let bare = |unit: UnitId| file.unit(unit).span() == file.unit(next.name).span();
    let constant = file.text_of(parent).starts_with(b"const");
    constant && parent == file.unit(next.whole).parent && own(first) == own(next) && bare(next.whole)
}

/// The first constant gone: the next has its place, and what used it has `0`.
fn without(view: &View, id: FileId, first: &Definition, next: &Definition) -> EditSet {
    let file = view.file(id);
    let zero = |it: super::view::Use| Edit::replace(it.file, it.span(view), *b"0");
    let uses = view.uses(first.binding).into_iter().map(zero);
    let name = Edit::replace(id, file.unit(first.name).span(), file.text_of(next.name));
    uses.chain([name, Edit::delete(id, file.unit(next.whole).span())]).collect()
}
