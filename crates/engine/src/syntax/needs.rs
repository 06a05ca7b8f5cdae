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
    beginning: Option<String>,
    /// One of these words, if there are any.
    words: Vec<String>,
}

impl Needs {
    /// Those of a query for a grammar.
    pub(super) fn of(query: &str, syntax: &Syntax) -> Needs {
        let need = |it: Pattern<'_>| Need {
            kinds: it.kinds.into_iter().filter_map(|it| syntax.kind(it, true)).collect(),
            beginning: it.beginning.map(str::to_owned),
            words: it.words.into_iter().map(str::to_owned).collect(),
        };
        Needs(patterns(query).into_iter().map(need).collect())
    }

    /// True when a pattern may match in a text whose nodes are of these kinds.
    pub(super) fn are_met_by(&self, text: &[u8], kinds: impl Iterator<Item = u16>) -> bool {
        let is_there = |it: &String| memmem::find(text, it.as_bytes()).is_some();
        let is_open = |it: &&Need| {
            it.beginning.iter().all(is_there) && (it.words.is_empty() || it.words.iter().any(is_there))
        };
        let open: Vec<&[u16]> = self.0.iter().filter(is_open).map(|it| &it.kinds[..]).collect();
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
        let mut words = self.0.iter().filter_map(|it| it.beginning.as_ref());
        words.any(|it| memmem::find(text, it.as_bytes()).is_some())
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

/// What a pattern of a query needs, in its own words.
#[derive(Debug, Default, PartialEq, Eq)]
struct Pattern<'q> {
    kinds: HashSet<&'q str>,
    beginning: Option<&'q str>,
    words: Vec<&'q str>,
}

/// The patterns of a query.
fn patterns(query: &str) -> Vec<Pattern<'_>> {
    let (mut all, mut pattern, mut before) = (Vec::new(), Pattern::default(), "");
    let (mut depth, mut either, mut is_choice, mut is_sure) = (0_usize, 0_usize, false, true);
    for Token { text: token, .. } in tokens(query) {
        match token {
            "(" => depth += 1,
            ")" => (depth, is_choice) = (depth.saturating_sub(1), false),
            "[" => either += 1,
            "]" => either = either.saturating_sub(1),
            // What may be missing is not told from the rest.
            "?" | "*" => {
                pattern.kinds.clear();
                is_sure = false;
            }
            "#any-of?" => is_choice = true,
            word if is_choice && word.starts_with('"') => pattern.words.push(word.trim_matches('"')),
            value if BEGINNINGS.contains(&before) => {
                pattern.beginning = value.trim_matches('"').split_whitespace().next();
            }
            kind if before == "(" && either == 0 && !kind.starts_with(['_', '#']) => {
                pattern.kinds.insert(kind);
            }
            _ => {}
        }
        before = token;
        if matches!(token, ")" | "]") && depth == 0 && either == 0 {
            if !std::mem::replace(&mut is_sure, true) {
                pattern.words.clear();
            }
            all.push(std::mem::take(&mut pattern));
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
        let kinds =
            |query| -> Vec<HashSet<&str>> { patterns(query).into_iter().map(|it| it.kinds).collect() };
        assert_eq!(kinds("; none\n(a (b) @c)\n((d \"(\") (#eq? @x \")\"))"), sets(&[&["a", "b"], &["d"]]));
        assert_eq!(kinds("(a f: (b)) @b (c [(d) (e)] (_))"), sets(&[&["a", "b"], &["c"]]));
        assert_eq!(kinds("[(a) (b)] @c (a (b)? (c))"), sets(&[&[], &["c"]]));
        assert_eq!(kinds("(_) @c"), sets(&[&[]]));
    }

    #[test]
    fn a_pattern_about_excerpts_needs_the_word_that_they_begin_with() {
        let query = "((a) @b (#set! injection.prompts \">>> ...\"))\n((c) @b (#set! injection.tags \"d\"))";
        let words: Vec<Option<&str>> = patterns(query).into_iter().map(|it| it.beginning).collect();
        assert_eq!(words, [Some(">>>"), None]);
    }

    #[test]
    fn a_pattern_with_a_choice_of_words_needs_one_of_them() {
        let query =
            "((a) @b (#any-of? @b \"c\" \"d\") (#set! e \"f\")) (a) ((a (b)? @c) (#any-of? @c \"d\"))";
        let words: Vec<Vec<&str>> = patterns(query).into_iter().map(|it| it.words).collect();
        assert_eq!(words, [vec!["c", "d"], vec![], vec![]]);
    }
}
