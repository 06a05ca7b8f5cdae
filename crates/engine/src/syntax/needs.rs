//! What a text needs for a query to match it, by kinds of nodes: to look for them costs less than to run the query in vain.

use std::collections::HashSet;

use tree_sitter::Tree;

use crate::queries::{Token, tokens};
use crate::syntax::Syntax;

/// Of each pattern of a query the kinds of the nodes that it cannot match without.
#[derive(Debug)]
pub(super) struct Needs(Vec<Vec<u16>>);

impl Needs {
    /// Those of a query for a grammar.
    pub(super) fn of(query: &str, syntax: &Syntax) -> Needs {
        let kinds = |it: HashSet<&str>| it.into_iter().filter_map(|it| syntax.kind(it, true)).collect();
        Needs(needs(query).into_iter().map(kinds).collect())
    }

    /// True when a pattern may match where there are nodes of these kinds.
    pub(super) fn are_met_by(&self, kinds: impl Iterator<Item = u16>) -> bool {
        let most = self.0.iter().flatten().max().map_or(0, |it| usize::from(*it) + 1);
        let mut seen = vec![false; most];
        let met = |seen: &[bool]| self.0.iter().any(|it| it.iter().all(|it| seen[usize::from(*it)]));
        let mut kinds = kinds.map(usize::from);
        met(&seen) || kinds.any(|it| it < most && !std::mem::replace(&mut seen[it], true) && met(&seen))
    }

    /// The same for a tree.
    pub(super) fn are_met_in(&self, tree: &Tree) -> bool {
        self.are_met_by(kinds_in(tree))
    }
}

/// The kinds of the nodes of a tree, in preorder.
pub(crate) fn kinds_in(tree: &Tree) -> impl Iterator<Item = u16> {
    let (mut cursor, mut more) = (tree.walk(), true);
    std::iter::from_fn(move || {
        let kind = more.then(|| cursor.node().kind_id())?;
        more = cursor.goto_first_child()
            || loop {
                if cursor.goto_next_sibling() {
                    break true;
                }
                if !cursor.goto_parent() {
                    break false;
                }
            };
        Some(kind)
    })
}

/// Of each pattern of a query what it needs.
fn needs(query: &str) -> Vec<HashSet<&str>> {
    let (mut all, mut kinds, mut depth, mut either, mut begins) =
        (Vec::new(), HashSet::new(), 0_usize, 0_usize, false);
    for Token { text: token, .. } in tokens(query) {
        match token {
            "(" => depth += 1,
            ")" => depth = depth.saturating_sub(1),
            "[" => either += 1,
            "]" => either = either.saturating_sub(1),
            // What may be missing is not told from the rest.
            "?" | "*" => kinds.clear(),
            kind if begins && either == 0 && !kind.starts_with(['_', '#']) => {
                kinds.insert(kind);
            }
            _ => {}
        }
        begins = token == "(";
        if matches!(token, ")" | "]") && depth == 0 && either == 0 {
            all.push(std::mem::take(&mut kinds));
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_needs_the_kinds_of_its_nodes_but_for_alternatives() {
        let sets = |all: &[&[&'static str]]| -> Vec<HashSet<&'static str>> {
            all.iter().map(|it| it.iter().copied().collect()).collect()
        };
        assert_eq!(needs("; none\n(a (b) @c)\n((d \"(\") (#eq? @x \")\"))"), sets(&[&["a", "b"], &["d"]]));
        assert_eq!(needs("(a f: (b)) @b (c [(d) (e)] (_))"), sets(&[&["a", "b"], &["c"]]));
        assert_eq!(needs("[(a) (b)] @c (a (b)? (c))"), sets(&[&[], &["c"]]));
        assert_eq!(needs("(_) @c"), sets(&[&[]]));
    }
}
