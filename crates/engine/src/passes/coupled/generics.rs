//! Parameters of types and functions that are types: what is given for them, and what goes with them.

use std::collections::HashMap;

use super::functions::{Arguments, Function, definitions_in};
use super::lists::List;
use super::types::without_sign;
use super::view::{NEAR, View};
use crate::document::UnitId;
use crate::edit::{Edit, FileId, Span};
use crate::names::{Definition, Kind, Place, Target};
use crate::thresholds::GIVEN_TYPES;

/// Takes a parameter of a type or function away with the arguments for it; the list when it is the only one, with a
/// word before that.
pub(super) fn parameter(view: &View, definition: &Definition) -> Vec<Edit> {
    let file = view.file(definition.file);
    let list = file.unit(definition.whole).parent;
    let name = file.unit(definition.name).span();
    let Some(all) = List::of(file, definition.file, list) else { return Vec::new() };
    let Some(own) = all.elements.iter().position(|it| it.span.contains(name)) else { return Vec::new() };
    let mut edits = arguments(view, definition, list, own);
    if all.elements.len() > 1 {
        edits.extend(all.without(|it| it == own));
        return edits;
    }
    let span = file.unit(list).span();
    let before = view.lexemes_of(definition.file, span).0.checked_sub(1);
    let opens =
        |it: &usize| [&b"template"[..], b"for"].iter().any(|word| view.reads(definition.file, *it, word));
    let template = before.filter(opens);
    let start = template.map_or(span.start, |it| file.lexemes()[it].span.start);
    edits.push(Edit::delete(definition.file, Span::new(start, span.end)));
    edits
}

/// What a parameter is where its type or function is used, the most frequent first: what is given for it, and the types that
/// are known of arguments for parameters that are of it.
pub(super) fn given(view: &View, definition: &Definition) -> Vec<Vec<u8>> {
    let file = view.file(definition.file);
    let list = file.unit(definition.whole).parent;
    let name = file.unit(definition.name).span();
    let own = List::of(file, definition.file, list)
        .and_then(|all| all.elements.iter().position(|it| it.span.contains(name)));
    let (Some(own), Some(owner)) = (own, owner(view, definition, list)) else { return Vec::new() };
    let mut counts: HashMap<Vec<u8>, usize> = HashMap::new();
    for (it, at) in places(view, owner, own) {
        let span = it.list.elements[at].span;
        *counts.entry(view.file(it.file).text[span.range()].to_vec()).or_default() += 1;
    }
    for found in of_arguments(view, owner, definition) {
        *counts.entry(found).or_default() += 1;
    }
    let mut found: Vec<(Vec<u8>, usize)> = counts.into_iter().collect();
    found.sort_unstable_by(|a, b| (b.1, a.0.len(), &a.0).cmp(&(a.1, b.0.len(), &b.0)));
    found.into_iter().take(GIVEN_TYPES.get()).map(|it| it.0).collect()
}

/// Takes away what is given for parameter `own` of a list where its type or function is used.
fn arguments(view: &View, definition: &Definition, list: UnitId, own: usize) -> Vec<Edit> {
    let Some(owner) = owner(view, definition, list) else { return Vec::new() };
    places(view, owner, own).iter().flat_map(|(it, gone)| it.list.without(|at| at == *gone)).collect()
}

/// What has a parameter.
fn owner<'d>(view: &View<'d>, definition: &Definition, list: UnitId) -> Option<&'d Definition> {
    let all = view.names.definitions();
    let at = all.partition_point(|it| (it.file, it.name) < (definition.file, definition.name));
    let near = &all[at.saturating_sub(NEAR)..all.len().min(at + NEAR)];
    near.iter().find(|it| it.parts.generics == Some(list) && it.file == definition.file)
}

/// What is given for parameter `own` where its owner is used, with the place of it in its list.
fn places(view: &View, owner: &Definition, own: usize) -> Vec<(Arguments, usize)> {
    let lists = function(view, owner).lists(true);
    let place = |it: Arguments| Some((it.position(view.file(it.file), own, None)?, it));
    lists.arguments.into_iter().filter_map(place).map(|(at, it)| (it, at)).collect()
}

/// The types of arguments for the first of the parameters of a function that is just of this type.
fn of_arguments(view: &View, owner: &Definition, definition: &Definition) -> Vec<Vec<u8>> {
    let file = view.file(owner.file);
    let word = file.text_of(definition.name);
    let parameters = owner.parts.parameters.and_then(|it| List::of(file, owner.file, it));
    let is_of_it = |it: &std::ops::Range<UnitId>| {
        let inside = definitions_in(view.names, owner.file, it.clone());
        inside.iter().any(|it| it.parts.result.is_some_and(|it| file.text_of(without_sign(file, it)) == word))
    };
    let at = parameters.and_then(|it| it.elements.iter().position(|it| is_of_it(&(it.unit..it.end))));
    let Some(at) = at else { return Vec::new() };
    let known = |it: &Arguments| {
        let span = it.list.elements.get(it.position(view.file(it.file), at, None)?)?.span;
        type_of(view, it.file, span)
    };
    function(view, owner).lists(false).arguments.iter().filter_map(known).collect()
}

/// The type of an expression, where it is a variable's, or the type's name comes first.
fn type_of(view: &View, id: FileId, span: Span) -> Option<Vec<u8>> {
    let (first, end) = view.lexemes_of(id, span);
    let first = if view.reads(id, first, b"new") { first + 1 } else { first };
    let Target::Binding(of) = view.names.target(Place { file: id, at: first }) else { return None };
    let definition = view.definitions(of).next()?;
    match definition.kind {
        Kind::Type => Some(view.file(id).lexemes()[first].of(&view.file(id).text).to_vec()),
        _ if end == first + 1 => {
            let file = view.file(definition.file);
            Some(file.text_of(without_sign(file, definition.parts.result?)).to_vec())
        }
        _ => None,
    }
}

fn function<'d>(view: &View<'d>, owner: &Definition) -> Function<'d> {
    Function { document: view.document, names: view.names, binding: view.binding(owner.binding) }
}
