//! Who needs whom: statements, and expressions in them, by the table of names, or by text where there is none.

use std::cmp::Reverse;
use std::collections::HashSet;
use std::ops::Range;

use super::def_use::DefUse;
use super::dominators::{Graph, Tree};
use super::meant::{self, Meant};
use crate::document::Document;
use crate::edit::FileId;
use crate::passes::text::blocks::statements::{Block, Statement, owners, parents};
use crate::thresholds::{ORPHAN_VISITS, ORPHANS_TOGETHER};

/// Who needs whom, in each way to read it.
pub(in crate::passes) struct Readings(Vec<Needs>);

impl Readings {
    /// `expressions` are lexemes, each in no part but whole in it; what a `weak` lexeme mentions is not needed by it. Where
    /// branches take something, they first go with that, and then stay.
    pub(in crate::passes) fn of(
        document: &Document,
        id: FileId,
        def_use: &DefUse<'_>,
        expressions: &[Range<usize>],
        weak: &HashSet<usize>,
    ) -> Readings {
        let take_nothing = document.names().taken(id).is_empty();
        let all = [Branches::Go, Branches::Stay].into_iter().skip(usize::from(take_nothing));
        Readings(all.map(|it| Needs::of(document, id, def_use, expressions, (weak, it))).collect())
    }

    /// The outermost statements that nothing needs but each other, if there are any; once for each way to read it.
    pub(in crate::passes) fn forgotten(&self, statements: &[Statement]) -> Vec<Vec<usize>> {
        distinct(self.0.iter().map(|it| it.forgotten(statements)))
    }

    /// The outermost statements that are orphans when a part goes that is these lexemes, if there are any and not too many;
    /// once for each way to read it.
    pub(in crate::passes) fn orphans(
        &self,
        statements: &[Statement],
        node: usize,
        part: &Range<usize>,
        looks: &mut usize,
    ) -> Vec<Vec<usize>> {
        distinct(self.0.iter().map(|it| it.orphans(statements, node, part, looks)))
    }
}

/// An edge from each part to the declarations that it mentions, and to what is in it and declares nothing. Node 0 is what
/// always stays, statement `n` is node `n + 1`; the expressions follow.
struct Needs {
    tree: Tree,
    /// Statements that go with others.
    along: Vec<(usize, usize)>,
}

/// Whether branches go with what they take, as in `A::B(c) => …`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Branches {
    Go,
    Stay,
}

impl Needs {
    fn of(
        document: &Document,
        id: FileId,
        def_use: &DefUse<'_>,
        expressions: &[Range<usize>],
        (weak, branches): (&HashSet<usize>, Branches),
    ) -> Needs {
        let statements = &def_use.statements;
        let lexemes = def_use.words.len();
        let owned = owners(statements, lexemes);
        let (parts, nodes) = parts(statements, expressions);
        let node = |part: Option<usize>| part.map_or(0, |it| nodes[it]);
        let users: Vec<usize> = owners(&parts, lexemes).into_iter().map(node).collect();
        let all = 1 + parts.len();
        let meant = meant::graph(document, id, def_use, &owned, (&users, all), (weak, branches));
        let by_text = || {
            let (graph, needed) = graph(def_use, &owned, &parents(statements), all);
            Meant { graph, needed, along: Vec::new() }
        };
        let Meant { mut graph, needed, along } = meant.unwrap_or_else(by_text);
        for (part, parent) in parents(&parts).into_iter().enumerate() {
            if needed.get(nodes[part] - 1) != Some(&true) {
                graph.edge(node(parent), nodes[part]);
            }
        }
        Needs { tree: graph.dominators(), along }
    }

    /// The outermost statements that nothing needs but each other.
    fn forgotten(&self, statements: &[Statement]) -> Vec<usize> {
        let all = (0..statements.len()).filter(|&it| !self.tree.reaches(it + 1));
        outermost(statements, all.collect())
    }

    /// The outermost statements that are orphans when a part goes that is these lexemes; none when they are too many.
    fn orphans(
        &self,
        statements: &[Statement],
        node: usize,
        part: &Range<usize>,
        looks: &mut usize,
    ) -> Vec<usize> {
        let (mut orphans, mut seen, mut open) = (Vec::new(), HashSet::from([node]), vec![node]);
        while let Some(node) = open.pop() {
            let along = self.along.partition_point(|it| it.0 + 1 < node);
            let along = self.along[along..].iter().take_while(|it| it.0 + 1 == node);
            for child in self.tree.children(node).chain(along.map(|it| it.1 + 1)) {
                *looks += 1;
                if !seen.insert(child) {
                    continue;
                }
                open.push(child);
                // Further nodes are no statements.
                let statement = statements.get(child - 1);
                let is_inside = |it: &Statement| part.start <= it.first && it.end <= part.end;
                if statement.is_some_and(|it| !is_inside(it)) {
                    orphans.push(child - 1);
                }
            }
            if orphans.len() > ORPHANS_TOGETHER.get() || *looks > ORPHAN_VISITS.get() {
                return Vec::new();
            }
        }
        outermost(statements, orphans)
    }
}

/// Those that have something in them, each once.
fn distinct(all: impl Iterator<Item = Vec<usize>>) -> Vec<Vec<usize>> {
    let mut all: Vec<Vec<usize>> = all.filter(|it| !it.is_empty()).collect();
    all.dedup();
    all
}

/// Statements and expressions in order, outer before inner, and the node of each.
fn parts(statements: &[Statement], expressions: &[Range<usize>]) -> (Vec<Statement>, Vec<usize>) {
    let block = Block::default();
    let expressions =
        expressions.iter().map(|it| Statement { first: it.start, end: it.end, depth: 0, block });
    let all = statements.iter().copied().chain(expressions).zip(1..);
    let mut all: Vec<(Statement, usize)> = all.collect();
    all.sort_by_key(|(it, node)| (it.first, Reverse(it.end), *node));
    all.into_iter().unzip()
}

/// An edge from each statement to those that seem to introduce its words, by text; and for each whether others need it.
fn graph(
    def_use: &DefUse<'_>,
    owners: &[Option<usize>],
    parents: &[Option<usize>],
    nodes: usize,
) -> (Graph, Vec<bool>) {
    let statements = &def_use.statements;
    let definers = definers(def_use, owners);
    let users = users(def_use, owners, parents, &definers);
    let mut graph = Graph::new(nodes);
    let mut needed = vec![false; statements.len()];
    for (word, definer) in definers.iter().enumerate() {
        let Some(definer) = *definer else { continue };
        let Statement { first, end, .. } = statements[definer];
        let outside = def_use.places[word].iter().filter(|it| !(first..end).contains(it));
        let nodes = outside.map(|&at| users[at]).chain((def_use.elsewhere[word] > 0).then_some(0));
        for node in nodes {
            graph.edge(node, definer + 1);
            needed[definer] = true;
        }
    }
    (graph, needed)
}

/// The statement that introduces each word.
fn definers(def_use: &DefUse, owners: &[Option<usize>]) -> Vec<Option<usize>> {
    let mut definers = def_use.definers(owners);
    for (definer, keyword) in definers.iter_mut().zip(keywords(def_use)) {
        if keyword {
            *definer = None;
        }
    }
    definers
}

/// For each lexeme the node that what it mentions is needed by: the innermost statement, but not a declaration that
/// others outside of its block mention too. There, one name tends to stand for several things, as `i` does in several
/// functions, and what the first of them needs goes with its block.
fn users(
    def_use: &DefUse,
    owners: &[Option<usize>],
    parents: &[Option<usize>],
    definers: &[Option<usize>],
) -> Vec<usize> {
    let mut abroad = vec![false; def_use.statements.len()];
    for (word, definer) in definers.iter().enumerate() {
        if let Some(definer) = *definer
            && let Some(parent) = parents[definer]
        {
            let Statement { first, end, .. } = def_use.statements[parent];
            let (places, elsewhere) = (&def_use.places[word], def_use.elsewhere[word]);
            abroad[definer] |= elsewhere > 0 || places[0] < first || places[places.len() - 1] >= end;
        }
    }
    // A parent comes before what is in it, so each statement's answer can build on that of its parent.
    let mut users: Vec<usize> = Vec::with_capacity(def_use.statements.len());
    for statement in 0..def_use.statements.len() {
        let parent = parents[statement].filter(|_| abroad[statement]);
        users.push(parent.map_or(statement + 1, |it| users[it]));
    }
    owners.iter().map(|it| it.map_or(0, |it| users[it])).collect()
}

/// Which words start several statements: where no grammar tells, those are the ones that introduce nothing.
fn keywords(def_use: &DefUse) -> Vec<bool> {
    let mut starts = vec![0; def_use.places.len()];
    if def_use.file.language.is_none() {
        let first = def_use.statements.iter().filter_map(|it| def_use.words[it.first]);
        first.for_each(|it| starts[it] += 1);
    }
    starts.into_iter().map(|it| it > 1).collect()
}

/// Those of `found` that stand in no other of them, in order.
fn outermost(statements: &[Statement], mut found: Vec<usize>) -> Vec<usize> {
    // Outer before inner is how statements are numbered.
    found.sort_unstable();
    let mut end = 0;
    found.retain(|&it| {
        let outer = statements[it].first >= end;
        end = end.max(statements[it].end);
        outer
    });
    found
}
