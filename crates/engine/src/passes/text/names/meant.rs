//! Who needs whom by the table of names: as `delete_with_orphans.rs` wants it, where it is known what each name means.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::def_use::DefUse;
use super::dominators::Graph;
use super::needs::Branches;
use crate::document::Document;
use crate::edit::{FileId, Span};
use crate::lexeme::{Class, Lexeme};
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

/// What the table of names says of who needs whom.
pub(super) struct Meant {
    pub(super) graph: Graph,
    /// For each statement whether something else decides about whether it is needed.
    pub(super) needed: Vec<bool>,
    /// Statements that go with others: what adds to a type goes with that, with each of several.
    pub(super) along: Vec<(usize, usize)>,
}

/// An edge from who mentions something to the statements that define it, but not from those mentions that are `weak`; `None`
/// where the table knows nothing of the file. What may be one of several things needs all of them, by way of a node of its
/// own after the `nodes` there are. Node 0 is what always stays, statement `n` is node `n + 1`; `parts` has the node of each
/// lexeme, `owners` its statement.
pub(super) fn graph(
    document: &Document,
    id: FileId,
    def_use: &DefUse<'_>,
    owners: &[Option<usize>],
    (parts, nodes): (&[usize], usize),
    (weak, branches): (&HashSet<usize>, Branches),
) -> Option<Meant> {
    let statements = &def_use.statements;
    let definers = definers(document, id, def_use, owners);
    if definers.is_empty() {
        return None;
    }
    let names = document.names();
    let mut numbers: HashMap<Meaning, usize> = HashMap::new();
    let mut groups: Vec<Group> = Vec::new();
    let mut uses = Vec::new();
    let extensions = extensions(document, id, def_use, owners, branches);
    for at in (0..owners.len()).filter(|it| !weak.contains(it)) {
        let Some(meaning) = meaning(names, Place { file: id, at }) else { continue };
        let group = *numbers.entry(meaning).or_insert_with(|| {
            groups.push(Group { definers: defined(names, meaning, &definers), first: at, last: at });
            groups.len() - 1
        });
        if !extensions.contains_key(&at) || groups[group].definers.is_empty() {
            groups[group].last = at;
            uses.push((at, group));
        }
    }
    let mut meant = Meant {
        graph: Graph::new(nodes + groups.len()),
        needed: vec![false; statements.len()],
        along: vec![],
    };
    for (number, group) in groups.iter().enumerate() {
        for &definer in &group.definers {
            meant.graph.edge(nodes + number, definer + 1);
            let Statement { first, end, .. } = statements[definer];
            meant.needed[definer] |= group.first < first || group.last >= end;
        }
    }
    for (at, group) in uses {
        meant.graph.edge(parts[at], nodes + group);
    }
    for (&at, &extension) in &extensions {
        let extended = meaning(names, Place { file: id, at }).and_then(|it| numbers.get(&it));
        for &definer in extended.map_or(&[][..], |&it| &groups[it].definers) {
            meant.graph.edge(definer + 1, extension + 1);
            meant.needed[extension] = true;
            meant.along.push((definer, extension));
        }
    }
    for &(at, definer) in definers.values().flatten() {
        if def_use.words[at].is_some_and(|it| def_use.elsewhere[it] > 0) {
            meant.graph.edge(0, definer + 1);
            meant.needed[definer] = true;
        }
    }
    meant.along.sort_unstable();
    Some(meant)
}

/// What adds to what a name stands for: the lexeme that is the name, and the statement.
fn extensions(
    document: &Document,
    id: FileId,
    def_use: &DefUse<'_>,
    owners: &[Option<usize>],
    branches: Branches,
) -> BTreeMap<usize, usize> {
    let names = document.names();
    let all = names.extensions(id).iter().chain(names.promises(id));
    let lexeme = |unit| def_use.file.lexeme_of(unit);
    let all = all.filter_map(|&(unit, name)| Some((lexeme(name), (*owners.get(lexeme(unit))?)?)));
    // So does a branch to what it takes, if it is a statement.
    let taken = if branches == Branches::Go { names.taken(id) } else { &[] };
    let branches = taken.iter().filter_map(|&name| {
        let (at, statement) = (lexeme(name), (*owners.get(lexeme(name))?)?);
        let before = &def_use.file.lexemes()[def_use.statements[statement].first..at];
        let is_path = |it: &Lexeme| it.class == Class::Word || it.of(&def_use.file.text) == b"::";
        before.iter().all(is_path).then_some((at, statement))
    });
    all.chain(branches).collect()
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
