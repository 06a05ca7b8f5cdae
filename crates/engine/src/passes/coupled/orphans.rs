//! Parameters, variables, types and imports that nobody uses any more once certain edits are made: where that is an error, they go along.

use std::collections::BTreeSet;

use super::functions::Function;
use super::ignore_name::in_place;
use super::lists::List;
use super::places::{is_statement, neighbours};
use super::view::{NEAR, View};
use crate::document::{Document, UnitId};
use crate::edit::{Edit, EditSet, FileId, Span};
use crate::names::{BindingId, Definition, Kind, Place, Target};
use crate::tokens::is_word;

/// How often what has gone may leave others without a use.
const TURNS: usize = 4;

/// `set` with what is used only in what it takes away: parameters with their arguments, and variables. `None` where there is nothing of
/// the kind.
pub(super) fn with_orphans(view: &View, set: &EditSet) -> Option<EditSet> {
    grown(view, set, &EditSet::new(), &[Kind::Parameter, Kind::Value])
}

/// Sets, and behind them each that leaves parameters or variables without a use again, with these; then with types, and what
/// adds nothing more to them.
pub(super) fn also_without_orphans(view: &View, mut sets: Vec<EditSet>) -> Vec<EditSet> {
    let own = sets.clone();
    let kinds: [&[Kind]; 2] = [&[Kind::Parameter, Kind::Value], &[Kind::Parameter, Kind::Value, Kind::Type]];
    for kinds in kinds {
        for more in own.iter().filter_map(|it| grown(view, it, &EditSet::new(), kinds)) {
            if !sets.contains(&more) {
                sets.push(more);
            }
        }
    }
    sets
}

/// `own` with the variables and imports that it leaves without a use on top of `base`; `None` where it leaves none.
pub(crate) fn with_unused(document: &Document, own: &EditSet, base: &EditSet) -> Option<EditSet> {
    grown(&View::of(document)?, own, base, &[Kind::Value, Kind::Import])
}

/// `own` with what of some kinds it leaves without a use on top of `base`, and so on.
fn grown(view: &View, own: &EditSet, base: &EditSet, kinds: &[Kind]) -> Option<EditSet> {
    let (mut all, mut last, mut along) = (base.merge(own), own.clone(), EditSet::new());
    let mut gone = BTreeSet::new();
    for _ in 0..TURNS {
        let mut new = orphans(view, &last, &all, kinds);
        new.retain(|it| !is_put(view, *it, &all) && gone.insert(*it));
        let definitions = new.iter().flat_map(|&it| view.definitions(it));
        last = definitions.fold(EditSet::new(), |taken, it| taken.merge(&without(view, it)));
        if last.is_empty() {
            break;
        }
        (all, along) = (all.merge(&last), along.merge(&last));
    }
    (!gone.is_empty()).then(|| own.merge(&along).merge(&assignments(view, &all)))
}

/// True when a set puts the word of a binding somewhere.
fn is_put(view: &View, binding: BindingId, set: &EditSet) -> bool {
    let mut definitions = view.definitions(binding);
    definitions.any(|it| {
        let word = view.file(it.file).text_of(it.name);
        set.edits().iter().any(|it| it.with.split(|it| !is_word(*it)).any(|it| it == word))
    })
}

/// `set`, and where it leaves nothing but `_` to the left of a `:=`, that becomes the `=` which Go has there.
pub(super) fn with_assignments(view: &View, set: &EditSet) -> EditSet {
    set.merge(&assignments(view, set))
}

/// The `=` of each `:=` to whose left a set leaves nothing but `_`.
fn assignments(view: &View, set: &EditSet) -> EditSet {
    let ignores = |it: &&Edit| &*it.with == b"_";
    let is_replaced = |id: FileId, at: usize| {
        let span = view.file(id).lexemes()[at].span;
        set.of_file(id).iter().any(|it| it.span == span && &*it.with == b"_")
    };
    let signs = set.edits().iter().filter(ignores).filter_map(|it| {
        let (id, name) = (it.file, view.lexemes_of(it.file, it.span).0);
        let names = |at: &usize| view.reads(id, *at, b",").then_some(*at + 2);
        let sign = std::iter::successors(Some(name + 1), names).take(NEAR).last()?;
        let before = |at: &usize| at.checked_sub(2).filter(|_| view.reads(id, *at - 1, b","));
        let mut names = std::iter::successors(Some(sign - 1), before).take(NEAR);
        let is_nothing = |at: usize| view.reads(id, at, b"_") || is_replaced(id, at);
        let span = view.file(id).lexemes().get(sign)?.span;
        (view.reads(id, sign, b":=") && names.all(is_nothing)).then(|| Edit::replace(id, span, *b"="))
    });
    signs.collect()
}

/// The function that a parameter is of, or the type that it makes a thing of, and which of its parameters it is.
pub(super) fn function_of<'d>(view: &View<'d>, parameter: &Definition) -> Option<(Function<'d>, usize)> {
    let file = view.file(parameter.file);
    let list = file.unit(parameter.whole).parent;
    let all = view.names.definitions();
    let before = all.partition_point(|it| (it.file, it.name) < (parameter.file, parameter.name));
    let is_owner = |at: &usize| {
        let it = &all[*at];
        it.file == parameter.file && it.parts.parameters == Some(list) && !view.names.is_constructor(*at)
    };
    let owner = &all[(before.saturating_sub(NEAR)..before).rev().find(is_owner)?];
    let name = file.unit(parameter.name).span();
    let at = List::of(file, parameter.file, list)?.elements.iter().position(|it| it.span.contains(name))?;
    let binding = &view.names.bindings()[owner.binding];
    Some((Function { document: view.document, names: view.names, binding }, at))
}

/// What of some kinds has each use in what a set changes, and at least one in some of it.
fn orphans(view: &View, some: &EditSet, set: &EditSet, kinds: &[Kind]) -> BTreeSet<BindingId> {
    let mut used = BTreeSet::new();
    for edit in some.edits() {
        let (first, end) = view.lexemes_of(edit.file, edit.span);
        for at in first..end {
            if let Target::Binding(it) = view.names.target(Place { file: edit.file, at }) {
                used.insert(it);
            }
        }
    }
    let changed = |file: FileId, span: Span| {
        let edits = set.of_file(file);
        let after = edits.partition_point(|it| it.span.start <= span.start);
        // Something may be put before what is changed.
        edits[..after].iter().rev().take(2).any(|it| it.span.contains(span))
    };
    used.retain(|&it| {
        let binding = view.binding(it);
        let is_kind = |it: &Definition| kinds.contains(&it.kind);
        let stays = |it: &Definition| !changed(it.file, view.file(it.file).unit(it.name).span());
        let span = |it: &Place| view.file(it.file).lexemes()[it.at].span;
        view.definitions(it).all(|it| is_kind(it) && stays(it))
            && binding.perhaps == 0
            && binding
                .references
                .iter()
                .all(|it| changed(it.file, span(it)) || is_emptied(view, *it, changed))
    });
    used
}

/// True for the name of a type in what adds to it when all that this defines is changed.
fn is_emptied(view: &View, place: Place, changed: impl Fn(FileId, Span) -> bool) -> bool {
    let name = |it: &Definition| view.file(it.file).unit(it.name).span();
    extension(view, place).is_some_and(|it| {
        let inside = view.definitions_in(place.file, view.file(place.file).unit(it).span());
        inside.iter().all(|it| changed(it.file, name(it)))
    })
}

/// What adds to a type, such as an `impl`, and names it in a place.
fn extension(view: &View, place: Place) -> Option<UnitId> {
    let file = view.file(place.file);
    let span = file.lexemes()[place.at].span;
    let names = |it: &&(UnitId, UnitId)| file.unit(it.1).span() == span;
    let all = view.names.extensions(place.file);
    let before = all.partition_point(|it| file.unit(it.0).start <= span.start);
    all[..before].iter().rev().take(NEAR).find(names).map(|it| it.0)
}

/// Takes a variable away, a type with what adds to it, or a parameter with what is given for it.
fn without(view: &View, definition: &Definition) -> EditSet {
    let file = view.file(definition.file);
    let ignored = file.language.as_ref().and_then(|it| it.ignored.as_ref());
    let removal = || view.removal(definition);
    let is_statement = |it: Span| is_statement(file, it) || neighbours(file, it).1 == b";";
    let is_part = || view.shares(definition) || !is_statement(removal().span);
    if let Some(nothing) = ignored.filter(|_| definition.kind == Kind::Value && is_part()) {
        let name = file.unit(definition.name).span();
        return EditSet::replace(definition.file, name, in_place(file, definition.name, nothing));
    }
    if definition.kind == Kind::Type {
        let all = view.binding(definition.binding).references.iter();
        let added =
            all.filter_map(|it| Some((it.file, view.file(it.file).unit(extension(view, *it)?).span())));
        let own = view.removal_of_type(definition, b"");
        return added.map(|it| Edit::delete(it.0, it.1)).chain([own]).collect();
    }
    if definition.kind != Kind::Parameter {
        return [removal()].into_iter().collect();
    }
    let Some((function, at)) = function_of(view, definition) else { return EditSet::new() };
    let name = file.text_of(definition.name);
    function.lists(false).without(view.document, at, Some(name)).into_iter().collect()
}
