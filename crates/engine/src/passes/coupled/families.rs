//! Families: methods of one name that change together, such as what a trait declares and all that implement it.

use std::collections::BTreeMap;

use super::functions::{Lists, makes};
use super::lists::List;
use crate::document::{Document, UnitId};
use crate::edit::FileId;
use crate::names::{BindingId, Definition, DefinitionId, Word};
use crate::thresholds::{COUPLED_CALLS, COUPLED_FUNCTIONS, STATEMENT_LEVELS};

/// Whether something stands in a type or the like, and how many parameters it has.
type Shape = (bool, usize);

/// The members of one family, in order.
#[derive(Default)]
struct Group {
    definitions: Vec<DefinitionId>,
    /// Of each definition.
    bindings: Vec<BindingId>,
    parameters: Vec<(FileId, List)>,
}

/// The parameters of each family whose word is defined first in file `id`, and the arguments for them. A family has a name,
/// and all that is called so with as many parameters. One function alone is none.
pub(super) fn families(document: &Document, id: FileId) -> impl Iterator<Item = Lists> + '_ {
    let found = words(document, id).flat_map(move |word| {
        let groups = groups(document, word);
        let shapes: Vec<Shape> = groups.iter().map(|it| it.0).collect();
        let lists =
            groups.into_iter().filter_map(move |(shape, it)| lists(document, word, shape, it, &shapes));
        lists.collect::<Vec<_>>()
    });
    found.take(COUPLED_FUNCTIONS.get())
}

/// The definitions of each family whose word is defined first in file `id`.
pub(super) fn definitions_of_families(
    document: &Document,
    id: FileId,
) -> impl Iterator<Item = Vec<&Definition>> + '_ {
    let names = document.names();
    let is_whole = move |group: &Group| {
        let own = &names.bindings()[group.bindings[0]].definitions;
        of_one(group) && own.len() == group.definitions.len()
    };
    let groups = words(document, id).flat_map(move |it| groups(document, it));
    let several = groups.map(|it| it.1).filter(move |it| !is_whole(it)).take(COUPLED_FUNCTIONS.get());
    several.map(|it| it.definitions.iter().map(|&it| &names.definitions()[it]).collect())
}

/// The words that are defined first in file `id`, of what can be seen from elsewhere.
fn words(document: &Document, id: FileId) -> impl Iterator<Item = Word> + '_ {
    let names = document.names();
    let words = names.bindings_of(id).map(|it| (it, names.bindings()[it].word));
    words.filter(move |&(binding, word)| names.abroad(word).first() == Some(&binding)).map(|it| it.1)
}

/// The families of a word.
fn groups(document: &Document, word: Word) -> Vec<(Shape, Group)> {
    let names = document.names();
    let bindings = names.abroad(word);
    let definitions = || bindings.iter().flat_map(|&it| &names.bindings()[it].definitions);
    // What has one definition is the rule, and what has too many would change in part.
    if definitions().nth(1).is_none() || definitions().nth(COUPLED_CALLS.get()).is_some() {
        return Vec::new();
    }
    let mut groups: BTreeMap<Shape, Group> = BTreeMap::new();
    for &it in definitions() {
        if let Some((shape, binding, parameters)) = member(document, it) {
            let group = groups.entry(shape).or_default();
            group.definitions.push(it);
            group.bindings.push(binding);
            group.parameters.push(parameters);
        }
    }
    let several = groups.len() > 1;
    groups.into_iter().filter(|it| several || !of_one(&it.1)).collect()
}

/// True when all members are of one binding.
fn of_one(group: &Group) -> bool {
    group.bindings.iter().all(|it| *it == group.bindings[0])
}

/// What belongs into a family.
fn member(document: &Document, id: DefinitionId) -> Option<(Shape, BindingId, (FileId, List))> {
    let definition = &document.names().definitions()[id];
    if document.names().is_constructor(id) {
        return None;
    }
    let list = List::of(document.file(definition.file), definition.file, definition.parts.parameters?)?;
    let shape = (is_inside(document, definition), list.elements.len());
    Some((shape, definition.binding, (definition.file, list)))
}

/// True when it stands in what introduces something else, or adds to it.
fn is_inside(document: &Document, definition: &Definition) -> bool {
    let (names, file) = (document.names(), document.file(definition.file));
    let adds = names.extensions(definition.file);
    let has = |unit: UnitId| adds.binary_search_by_key(&unit, |it| it.0).is_ok();
    let up = |it: &UnitId| Some(file.unit(*it).parent).filter(|parent| parent != it);
    let mut around = std::iter::successors(up(&definition.whole), up).take(STATEMENT_LEVELS.get());
    has(definition.whole) || around.any(|it| has(it) || names.introduced_by(definition.file, it) > 0)
}

/// A family with its calls: those that have as many arguments, and those that fit no other family of the word.
fn lists(document: &Document, word: Word, shape: Shape, mut group: Group, shapes: &[Shape]) -> Option<Lists> {
    let names = document.names();
    group.bindings.dedup();
    let made = makes(names, &names.bindings()[group.bindings[0]]);
    let own = group.bindings.iter().flat_map(|&it| &names.bindings()[it].calls);
    let unclear = names.calls_abroad(document, word).iter().filter(|_| shape.0);
    let mut calls: Vec<_> = own.chain(unclear).copied().collect();
    calls.sort_by_key(|it| (it.0, it.1.whole, it.1.arguments));
    calls.dedup();
    if calls.len() > COUPLED_CALLS.get() {
        return None;
    }
    let mut lists = Lists::of(document, group.parameters, calls.into_iter(), made);
    let fits = |count: usize| count == shape.1 || shapes.iter().all(|it| it.1 != count);
    lists.arguments.retain(|it| fits(it.count()));
    Some(lists)
}
