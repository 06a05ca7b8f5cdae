//! Who needs whom by the table of names: as `delete_with_orphans.rs` wants it, where it is known what each name means.

use std::collections::HashMap;

use super::def_use::DefUse;
use super::dominators::Graph;
use crate::document::Document;
use crate::edit::{FileId, Span};
use crate::names::{BindingId, Names, Place, Target, Word};
use crate::passes::text::blocks::statements::Statement;

/// What a name may mean, where that is one thing or several.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Meaning {
    Binding(BindingId),
    Abroad(Word),
    Member(Word),
}

/// The statements that define what a name may mean, and the first and the last lexeme that is such a name.
struct Group {
    definers: Vec<usize>,
    first: usize,
    last: usize,
}

/// An edge from each statement to those that define what it mentions; `None` where the table knows nothing of the file. What
/// may be one of several things needs all of them, by way of a node of its own after those of the statements. Node 0 is what
/// always stays, statement `n` is node `n + 1`. For each statement it also says whether others need it.
pub(super) fn graph(
    document: &Document,
    id: FileId,
    def_use: &DefUse<'_>,
    owners: &[Option<usize>],
) -> Option<(Graph, Vec<bool>)> {
    let statements = &def_use.statements;
    let definers = definers(document, id, def_use, owners);
    if definers.is_empty() {
        return None;
    }
    let names = document.names();
    let mut numbers: HashMap<Meaning, usize> = HashMap::new();
    let mut groups: Vec<Group> = Vec::new();
    let mut uses = Vec::new();
    for at in 0..owners.len() {
        let Some(meaning) = meaning(names, Place { file: id, at }) else { continue };
        let group = *numbers.entry(meaning).or_insert_with(|| {
            groups.push(Group { definers: defined(names, meaning, &definers), first: at, last: at });
            groups.len() - 1
        });
        groups[group].last = at;
        uses.push((at, group));
    }
    let mut graph = Graph::new(1 + statements.len() + groups.len());
    let mut needed = vec![false; statements.len()];
    for (number, group) in groups.iter().enumerate() {
        for &definer in &group.definers {
            graph.edge(1 + statements.len() + number, definer + 1);
            let Statement { first, end, .. } = statements[definer];
            needed[definer] |= group.first < first || group.last >= end;
        }
    }
    for (at, group) in uses {
        graph.edge(owners[at].map_or(0, |it| it + 1), 1 + statements.len() + group);
    }
    for &(at, definer) in definers.values().flatten() {
        if def_use.words[at].is_some_and(|it| def_use.elsewhere[it] > 0) {
            graph.edge(0, definer + 1);
            needed[definer] = true;
        }
    }
    Some((graph, needed))
}

/// For each binding its names in a file where they are defined, and the statements around these.
fn definers(
    document: &Document,
    id: FileId,
    def_use: &DefUse<'_>,
    owners: &[Option<usize>],
) -> HashMap<BindingId, Vec<(usize, usize)>> {
    let mut definers: HashMap<BindingId, Vec<(usize, usize)>> = HashMap::new();
    let names = document.names();
    let whole = Span::new(0, u32::MAX);
    for definition in &names.definitions()[names.definitions_in(document, id, whole)] {
        let at = def_use.file.lexeme_of(definition.name);
        if let Some(&Some(owner)) = owners.get(at) {
            definers.entry(definition.binding).or_default().push((at, owner));
        }
    }
    definers
}

fn meaning(names: &Names, place: Place) -> Option<Meaning> {
    match names.target(place) {
        Target::Binding(binding) => Some(Meaning::Binding(binding)),
        Target::Abroad(word) => Some(Meaning::Abroad(word)),
        Target::Member(word) => Some(Meaning::Member(word)),
        Target::Nothing | Target::Definition(_) => None,
    }
}

/// The statements of a file that define what a name may mean.
fn defined(
    names: &Names,
    meaning: Meaning,
    definers: &HashMap<BindingId, Vec<(usize, usize)>>,
) -> Vec<usize> {
    let of = |binding: &BindingId| definers.get(binding).into_iter().flatten().map(|it| it.1);
    match meaning {
        Meaning::Binding(binding) => of(&binding).collect(),
        Meaning::Abroad(word) => names.abroad(word).iter().flat_map(of).collect(),
        Meaning::Member(word) => names.members(word).iter().flat_map(of).collect(),
    }
}
