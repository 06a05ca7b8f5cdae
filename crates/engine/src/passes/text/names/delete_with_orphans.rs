//! `delete-with-orphans`: takes a statement or declaration away together with the declarations that only it needed.
//!
//! Before:
//! ```text
//! import fmt
//! import os
//! main() { fmt.print(1); os.exit(2); }
//! ```
//! After:
//! ```text
//! import os
//! main() { os.exit(2); }
//! ```
//!
//! Before:
//! ```rs
//! trait T { fn a(&self) {} fn b(&self) {} }
//! fn main() { let c = x.map(T::a); y.map(T::b); f(c); }
//! ```
//! After:
//! ```rs
//! trait T { fn a(&self) {} }
//! fn main() { let c = x.map(T::a); f(c); }
//! ```
//! Where unused imports and variables are errors neither can go alone. A declaration goes along when whatever mentions
//! its names goes, in circles too: the statements that it *dominates* among who mentions whom, by the table of names, or by
//! text where there is none. First, as one set, the declarations that nobody mentions but each other; then a coupled set for
//! each statement that leaves orphans, down to depth 4, for at most 5,000 statements, from the back.

use super::def_use::DefUse;
use super::dominators::{Graph, Tree};
use super::meant;
use crate::document::Document;
use crate::edit::{Edit, FileId};
use crate::pass::{Pass, Propose, Sites, Stage, Tier};
use crate::passes::text::blocks::statements::{Statement, owners, parents};
use crate::thresholds::{ORPHAN_DEPTH, ORPHAN_EDITS, ORPHAN_SITES, ORPHAN_VISITS, ORPHANS_TOGETHER};

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "delete-with-orphans",
    summary: "delete a statement with the declarations that only it needed",
    stage: Stage::Main,
    tier: Tier::Parsed,
    propose: Propose::File(propose),
};

fn propose(document: &Document, id: FileId, sites: &mut Sites) {
    let def_use = DefUse::of(document, id);
    let needs = Needs::of(document, id, &def_use);
    let mut propose = |gone: &[usize]| {
        sites.together(gone.iter().map(|&it| Edit::delete(id, def_use.statements[it].cut(def_use.file))));
    };
    let forgotten = needs.forgotten(&def_use.statements);
    if forgotten.len() > 1 {
        propose(&forgotten);
    }
    let (mut statements, mut edits, mut looks) = (0, 0, 0);
    for statement in
        (0..def_use.statements.len()).rev().filter(|&it| def_use.statements[it].depth <= ORPHAN_DEPTH.get())
    {
        let gone = needs.closure(&def_use.statements, statement, &mut looks);
        if gone.len() > 1 {
            propose(&gone);
            statements += 1;
            edits += gone.len();
        }
        if statements == ORPHAN_SITES.get() || edits > ORPHAN_EDITS.get() || looks > ORPHAN_VISITS.get() {
            break;
        }
    }
}

/// Who needs whom: an edge from each statement to the declarations that it mentions, and to the statements in it that
/// declare nothing. Node 0 is what always stays, statement `n` is node `n + 1`.
struct Needs {
    tree: Tree,
}

impl Needs {
    fn of(document: &Document, id: FileId, def_use: &DefUse<'_>) -> Needs {
        let statements = &def_use.statements;
        let owners = owners(statements, def_use.words.len());
        let parents = parents(statements);
        let by_names = meant::graph(document, id, def_use, &owners);
        let (mut graph, needed) = by_names.unwrap_or_else(|| graph(def_use, &owners, &parents));
        for statement in (0..statements.len()).filter(|&it| !needed[it]) {
            graph.edge(parents[statement].map_or(0, |it| it + 1), statement + 1);
        }
        Needs { tree: graph.dominators() }
    }

    /// The outermost statements that nothing needs but each other.
    fn forgotten(&self, statements: &[Statement]) -> Vec<usize> {
        let all = (0..statements.len()).filter(|&it| !self.tree.reaches(it + 1));
        outermost(statements, all.collect())
    }

    /// `start` and what is an orphan when it goes; only `start` when that is too much.
    fn closure(&self, statements: &[Statement], start: usize, looks: &mut usize) -> Vec<usize> {
        let mut closure = vec![start];
        let mut open = vec![start + 1];
        let inside = |it: usize| {
            statements[start].first <= statements[it].first && statements[it].end <= statements[start].end
        };
        while let Some(node) = open.pop() {
            for child in self.tree.children(node) {
                *looks += 1;
                open.push(child);
                // Further nodes are no statements.
                if child <= statements.len() && !inside(child - 1) {
                    closure.push(child - 1);
                }
            }
            if closure.len() > ORPHANS_TOGETHER.get() || *looks > ORPHAN_VISITS.get() {
                return vec![start];
            }
        }
        outermost(statements, closure)
    }
}

/// An edge from each statement to those that seem to introduce its words, by text; and for each whether others need it.
fn graph(def_use: &DefUse<'_>, owners: &[Option<usize>], parents: &[Option<usize>]) -> (Graph, Vec<bool>) {
    let statements = &def_use.statements;
    let definers = definers(def_use, owners);
    let users = users(def_use, owners, parents, &definers);
    let mut graph = Graph::new(statements.len() + 1);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::passes::text::testing::{c, candidates, plain};

    #[test]
    fn a_statement_takes_along_what_only_it_needed() {
        let text = "int z; int y = z; int x;\nint main() {\n  f(y);\n  g(x);\n  h(x);\n}\n";
        let found = candidates(&PASS, &c(text));
        assert!(found.contains(&"int x;\nint main() {\n  g(x);\n  h(x);\n}\n".to_owned()), "{found:#?}");
    }

    #[test]
    fn declarations_that_only_mention_each_other_go_together() {
        let text = "int f() { return g(); }\nint g() { return f(); }\nint main() { h(); }\n";
        assert!(candidates(&PASS, &c(text)).contains(&"int main() { h(); }\n".to_owned()));
        let text = "int f() { return g(); }\nint g() { return f(); }\nint main() { f(); h(); h(); }\n";
        assert!(candidates(&PASS, &c(text)).contains(&"int main() { h(); h(); }\n".to_owned()));
    }

    #[test]
    fn a_name_that_stands_for_two_things_does_not_hide_an_orphan() {
        let text = "int a();\nvoid f() { int i = a(); k(i); }\nvoid g() { int i = 1; k(i); }\nf(); g();\n";
        let found = candidates(&PASS, &c(text));
        assert!(found.contains(&"void g() { int i = 1; k(i); }\ng();\n".to_owned()), "{found:#?}");
    }

    #[test]
    fn an_import_named_by_a_path_in_quotes_is_an_orphan_too() {
        let text = "import \"a/fmt\"\nimport \"os\"\nfunc main() {\nfmt.Print(1)\nos.Exit(os.One)\n}\n";
        let found = candidates(&PASS, &plain(text));
        assert!(
            found.contains(&"import \"os\"\nfunc main() {\nos.Exit(os.One)\n}\n".to_owned()),
            "{found:#?}"
        );
    }
}
