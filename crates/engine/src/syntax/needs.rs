//! What a text needs for a query to match it, by kinds of nodes and by words: to look for them costs less than to run the
//! query in vain.

use std::collections::HashSet;

use memchr::memmem;
use tree_sitter::Tree;

use crate::queries::{Token, tokens};
use crate::syntax::Syntax;
use crate::syntax::excerpts::BEGINNINGS;

/// Of each pattern of a query what it cannot match without.
#[derive(Debug)]
pub(super) struct Needs(Vec<Need>);

#[derive(Debug)]
struct Need {
    /// The kinds of its nodes.
    kinds: Vec<u16>,
    /// What the lines of an excerpt begin with, or those around it.
    word: Option<String>,
}

impl Needs {
    /// Those of a query for a grammar.
    pub(super) fn of(query: &str, syntax: &Syntax) -> Needs {
        let need = |(kinds, word): (HashSet<&str>, Option<&str>)| Need {
            kinds: kinds.into_iter().filter_map(|it| syntax.kind(it, true)).collect(),
            word: word.map(str::to_owned),
        };
        Needs(needs(query).into_iter().map(need).collect())
    }

    /// True when a pattern may match in a text whose nodes are of these kinds.
    pub(super) fn are_met_by(&self, text: &[u8], kinds: impl Iterator<Item = u16>) -> bool {
        let is_there = |it: &String| memmem::find(text, it.as_bytes()).is_some();
        let open: Vec<&[u16]> =
            self.0.iter().filter(|it| it.word.iter().all(is_there)).map(|it| &it.kinds[..]).collect();
        let most = open.iter().copied().flatten().max().map_or(0, |it| usize::from(*it) + 1);
        let mut seen = vec![false; most];
        let met = |seen: &[bool]| open.iter().any(|it| it.iter().all(|it| seen[usize::from(*it)]));
        let mut kinds = kinds.map(usize::from);
        !open.is_empty()
            && (met(&seen)
                || kinds.any(|it| it < most && !std::mem::replace(&mut seen[it], true) && met(&seen)))
    }

    /// The same for a tree.
    pub(super) fn are_met_in(&self, text: &[u8], tree: &Tree) -> bool {
        self.are_met_by(text, kinds_in(tree))
    }

    /// True when there may be an excerpt in the lines of a text.
    pub(super) fn may_have_excerpts(&self, text: &[u8]) -> bool {
        let words = self.0.iter().filter_map(|it| it.word.as_ref());
        words.into_iter().any(|it| memmem::find(text, it.as_bytes()).is_some())
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

/// Of each pattern of a query the kinds that it needs, and the word.
fn needs(query: &str) -> Vec<(HashSet<&str>, Option<&str>)> {
    let (mut all, mut kinds, mut word, mut before) = (Vec::new(), HashSet::new(), None, "");
    let (mut depth, mut either) = (0_usize, 0_usize);
    for Token { text: token, .. } in tokens(query) {
        match token {
            "(" => depth += 1,
            ")" => depth = depth.saturating_sub(1),
            "[" => either += 1,
            "]" => either = either.saturating_sub(1),
            // What may be missing is not told from the rest.
            "?" | "*" => kinds.clear(),
            value if BEGINNINGS.contains(&before) => word = value.trim_matches('"').split_whitespace().next(),
            kind if before == "(" && either == 0 && !kind.starts_with(['_', '#']) => {
                kinds.insert(kind);
            }
            _ => {}
        }
        before = token;
        if matches!(token, ")" | "]") && depth == 0 && either == 0 {
            all.push((std::mem::take(&mut kinds), word.take()));
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_needs_the_kinds_of_its_nodes_but_for_alternatives() {
        let sets = |all: &[&[&'static str]]| -> Vec<(HashSet<&'static str>, Option<&'static str>)> {
            all.iter().map(|it| (it.iter().copied().collect(), None)).collect()
        };
        assert_eq!(needs("; none\n(a (b) @c)\n((d \"(\") (#eq? @x \")\"))"), sets(&[&["a", "b"], &["d"]]));
        assert_eq!(needs("(a f: (b)) @b (c [(d) (e)] (_))"), sets(&[&["a", "b"], &["c"]]));
        assert_eq!(needs("[(a) (b)] @c (a (b)? (c))"), sets(&[&[], &["c"]]));
        assert_eq!(needs("(_) @c"), sets(&[&[]]));
    }

    #[test]
    fn a_pattern_about_excerpts_needs_the_word_that_they_begin_with() {
        let query = "((a) @b (#set! injection.prompts \">>> ...\"))\n((c) @b (#set! injection.tags \"d\"))";
        let words: Vec<Option<&str>> = needs(query).into_iter().map(|it| it.1).collect();
        assert_eq!(words, [Some(">>>"), None]);
    }
}
