//! Pointers to functions, and the functions that they may point to: those whose parameters have the same types.

use std::collections::BTreeMap;

use super::functions::{Function, Lists, definitions_in};
use super::lists::List;
use crate::document::{Document, UnitId};
use crate::edit::FileId;
use crate::names::{Binding, BindingId, Call, Definition, Kind};
use crate::thresholds::{COUPLED_CALLS, COUPLED_FUNCTIONS};

/// The types of some parameters, in order.
type Signature<'d> = Vec<Vec<&'d [u8]>>;

/// What is called alike.
#[derive(Default)]
struct Group {
    parameters: Vec<(FileId, List)>,
    calls: Vec<(FileId, Call)>,
}

/// The parameters of what pointers point to and of the functions that are named without being called, by their types, and
/// the arguments for them; all of them with the first file that defines something.
pub(super) fn pointed(document: &Document, id: FileId) -> impl Iterator<Item = Lists> + '_ {
    let names = document.names();
    let all =
        if names.definitions().first().is_some_and(|it| it.file == id) { names.definitions() } else { &[] };
    let mut groups: BTreeMap<Signature, Group> = BTreeMap::new();
    for (number, definition) in all.iter().enumerate() {
        let Some(list) = definition.parts.signature.and_then(|it| list(document, definition.file, it)) else {
            continue;
        };
        let Some(signature) = signature(document, definition.file, &list) else { continue };
        let group = groups.entry(signature).or_default();
        group.parameters.push((definition.file, list));
        // What is declared often is called no more often.
        if names.bindings()[definition.binding].definitions[0] == number {
            group.calls.extend(calls_through(document, definition));
        }
    }
    let functions = if groups.is_empty() { &[] } else { names.bindings() };
    for function in functions {
        add(document, function, &mut groups);
    }
    groups.into_values().filter_map(|it| it.lists(document)).take(COUPLED_FUNCTIONS.get())
}

/// Adds a function to those that are called alike, if it is named without being called.
fn add<'d>(document: &'d Document, binding: &Binding, groups: &mut BTreeMap<Signature<'d>, Group>) {
    if binding.references.len() <= binding.calls.len() {
        return;
    }
    let names = document.names();
    let function = Function { document, names, binding };
    let lists = function
        .definitions()
        .filter_map(|it| Some((it.file, list(document, it.file, it.parts.parameters?)?)));
    let parameters: Vec<(FileId, List)> = lists.collect();
    let first = parameters.first().and_then(|it| signature(document, it.0, &it.1));
    let Some(group) = first.and_then(|it| groups.get_mut(&it)) else { return };
    group.parameters.extend(parameters);
    group.calls.extend(function.calls());
}

impl Group {
    fn lists(mut self, document: &Document) -> Option<Lists> {
        self.calls.sort_by_key(|it| (it.0, it.1.whole, it.1.arguments));
        self.calls.dedup();
        (self.calls.len() <= COUPLED_CALLS.get())
            .then(|| Lists::of(document, self.parameters, self.calls.into_iter(), false))
    }
}

fn list(document: &Document, id: FileId, unit: UnitId) -> Option<List> {
    List::of(document.file(id), id, unit)
}

/// The types of parameters: all but their names; `None` where there are none.
fn signature<'d>(document: &'d Document, id: FileId, list: &List) -> Option<Signature<'d>> {
    let (names, file) = (document.names(), document.file(id));
    let types = list.elements.iter().map(|it| {
        let defined = definitions_in(names, id, it.unit..it.end);
        let is_name = |at: u32| defined.iter().any(|it| file.unit(it.name).start == at);
        let from = file.lexemes().partition_point(|lexeme| lexeme.span.start < it.span.start);
        let inside = file.lexemes()[from..].iter().take_while(|lexeme| lexeme.span.start < it.span.end);
        let words = inside.filter(|it| !is_name(it.span.start)).map(|it| it.of(&file.text));
        words.skip_while(|it| *it == b":").collect()
    });
    Some(types.collect::<Signature>()).filter(|it| !it.is_empty())
}

/// The calls through a pointer, or through all that is of its type.
fn calls_through(document: &Document, definition: &Definition) -> Vec<(FileId, Call)> {
    let names = document.names();
    let calls = |it: BindingId| {
        names.bindings()[it].calls.iter().filter(|it| !it.1.generic && !it.1.constructs).copied()
    };
    if definition.kind != Kind::Type {
        return calls(definition.binding).collect();
    }
    let references = &names.bindings()[definition.binding].references;
    let typed = references.iter().filter_map(|it| {
        let start = document.file(it.file).lexemes()[it.at].span.start;
        let all = names.definitions();
        let after = all.partition_point(|other| {
            (other.file, document.file(other.file).unit(other.name).start) < (it.file, start)
        });
        let near = [after, after.wrapping_sub(1)].into_iter().filter_map(|it| all.get(it));
        let mut of_it = near.filter(|other| other.file == it.file && is_of(document, other, start));
        of_it.next().map(|it| it.binding)
    });
    typed.flat_map(calls).collect()
}

/// True when the type of a definition is named at an offset.
fn is_of(document: &Document, definition: &Definition, at: u32) -> bool {
    let file = document.file(definition.file);
    definition.parts.result.is_some_and(|it| file.unit(it).span().range().contains(&(at as usize)))
}
