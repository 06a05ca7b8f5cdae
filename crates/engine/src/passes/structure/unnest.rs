//! `unnest`: takes levels out of a deep nest: units of one kind inside each other, or bracket pairs where no grammar explains
//! the text.
//!
//! Before:
//! ```rs
//! type T = a<a<a<a<a<a<a<a<a<a<a<a<b<a<a<a<a<a<a<a<a<a<a<a<a<a<c>>>>>>>>>>>>>>>>>>>>>>>>>>;
//! ```
//! After:
//! ```rs
//! type T = a<a<a<a<a<a<a<a<a<a<a<a<a<a<a<a<a<a<a<a<a<a<a<a<a<c>>>>>>>>>>>>>>>>>>>>>>>>>;
//! ```
//! A nest is a list whose elements are its levels: what a unit has around the next one in. So the outer levels may stay and
//! those in the middle go, and a nest of thousands is searched in the logarithm of its depth, where `hoist` goes down a few
//! levels at a time. Each unit is on one path to its heaviest descendants, so the nests of a file are disjoint.

use std::cmp::Reverse;
use std::collections::HashMap;

use super::realign::keep_only;
use crate::document::{Document, File};
use crate::edit::{FileId, Span};
use crate::lexeme::brackets;
use crate::pass::{Pass, Propose, Sites, Stage, Tier};
use crate::thresholds::NEST_LEVELS;

pub const PASS: Pass = Pass {
    name: "unnest",
    summary: "take levels out of deep nests of one kind",
    stage: Stage::Coarse,
    tier: Tier::Grammar,
    propose: Propose::File(propose),
};

fn propose(doc: &Document, id: FileId, sites: &mut Sites) {
    let file = doc.file(id);
    let nodes = if file.is_explained() { units(file) } else { pairs(file) };
    for nest in nests(&nodes) {
        let levels = nest.windows(2).map(|it| keep_only(file, id, it[0], it[1]));
        sites.list(levels.collect());
    }
}

/// Something that may have others inside it, all of them directly after it.
struct Node {
    span: Span,
    /// Nodes of one kind may take each other's place.
    kind: u32,
    /// The index of what it is in; the first of all is its own.
    parent: usize,
    /// One past the last that is in it.
    end: usize,
}

/// The units of a file in which some nest is deep, else none.
fn units(file: &File) -> Vec<Node> {
    let ends = file.units().iter().zip(0..);
    if !is_deep(ends.map(|(it, at)| (it.kind, at, it.subtree_end as usize))) {
        return Vec::new();
    }
    let node = |it: &crate::document::Unit| Node {
        span: it.span(),
        kind: u32::from(it.kind) << 16 | u32::from(it.symbol),
        parent: it.parent as usize,
        end: it.subtree_end as usize,
    };
    file.units().iter().map(node).collect()
}

/// The bracket pairs of a text in which some nest is deep, in a node for all of it; else none.
fn pairs(file: &File) -> Vec<Node> {
    let lexemes = file.lexemes();
    let mut pairs = brackets::pairs(lexemes);
    pairs.extend(brackets::angles(&file.text, lexemes));
    pairs.sort_unstable_by_key(|it| it.open);
    if !is_deep(pairs.iter().map(|it| (it.bracket.into(), it.open, it.close))) {
        return Vec::new();
    }
    let mut nodes = vec![Node { span: file.span(), kind: 0, parent: 0, end: 1 }];
    let mut open = vec![(0, usize::MAX)];
    for pair in pairs {
        let ends = |nodes: &mut Vec<Node>, at: usize| nodes[at].end = nodes.len();
        while let Some((at, _)) = open.pop_if(|it| it.1 < pair.open) {
            ends(&mut nodes, at);
        }
        let parent = open.last().map_or(0, |it| it.0);
        open.push((nodes.len(), pair.close));
        let span = Span::new(lexemes[pair.open].span.start, lexemes[pair.close].span.end);
        nodes.push(Node { span, kind: pair.bracket.into(), parent, end: 0 });
    }
    let all = nodes.len();
    for (at, _) in open {
        nodes[at].end = all;
    }
    nodes
}

/// True when enough of one kind stand inside each other, each given as its kind, where it begins and where it ends. Most files
/// have no deep nest, and what finds that out takes no memory.
fn is_deep(each: impl Iterator<Item = (u16, usize, usize)>) -> bool {
    let mut around: Vec<(u16, usize)> = Vec::new();
    let mut counts: HashMap<u16, usize> = HashMap::new();
    for (kind, begin, end) in each {
        while let Some((closed, _)) = around.pop_if(|it| it.1 <= begin) {
            *counts.entry(closed).or_default() -= 1;
        }
        around.push((kind, end));
        let count = counts.entry(kind).or_default();
        *count += 1;
        if *count > NEST_LEVELS.get() {
            return true;
        }
    }
    false
}

/// The spans of nests that are deep enough, each from its outermost to its innermost.
fn nests(nodes: &[Node]) -> Vec<Vec<Span>> {
    let inner = heaviest(nodes);
    let is_head = |at: &usize| *at == 0 || inner[nodes[*at].parent] != *at;
    let deep = |at: &usize| nodes[*at].end - at > NEST_LEVELS.get();
    let heads = (0..nodes.len()).filter(|it| deep(it) && is_head(it));
    let paths = heads.map(|it| std::iter::successors(Some(it), |&at| Some(inner[at]).filter(|&it| it > 0)));
    paths.flat_map(|it| of_one_kind(nodes, &it.collect::<Vec<_>>())).collect()
}

/// For each node the heaviest that is directly in it, the last of equals; 0 for those that are empty.
fn heaviest(nodes: &[Node]) -> Vec<usize> {
    let mut inner = vec![0; nodes.len()];
    let weight = |at: usize| nodes[at].end - at;
    for at in 1..nodes.len() {
        let so_far = &mut inner[nodes[at].parent];
        if *so_far == 0 || weight(at) >= weight(*so_far) {
            *so_far = at;
        }
    }
    inner
}

/// The nests on a path: of each kind that there is often enough, the frequent first, unless it is met between the levels of
/// another. Those that are all of what is around them are left out.
fn of_one_kind(nodes: &[Node], path: &[usize]) -> Vec<Vec<Span>> {
    let mut levels: HashMap<u32, Vec<usize>> = HashMap::new();
    for (depth, &at) in path.iter().enumerate() {
        let own = levels.entry(nodes[at].kind).or_default();
        if own.last().is_none_or(|&last| nodes[path[last]].span != nodes[at].span) {
            own.push(depth);
        }
    }
    let mut nests: Vec<Vec<usize>> = levels.into_values().filter(|it| it.len() > NEST_LEVELS.get()).collect();
    nests.sort_unstable_by_key(|it| (Reverse(it.len()), it[0]));
    let mut chosen: Vec<Vec<usize>> = Vec::new();
    for nest in nests {
        let apart = |it: &Vec<usize>| it[it.len() - 1] < nest[0] || nest[nest.len() - 1] < it[0];
        if chosen.iter().all(apart) {
            chosen.push(nest);
        }
    }
    let spans = |nest: Vec<usize>| nest.into_iter().map(|it| nodes[path[it]].span).collect();
    chosen.into_iter().map(spans).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::document::File;

    fn nests_of(text: &str) -> Vec<Vec<String>> {
        let file = File::parse(Arc::from(text.as_bytes()), None);
        let shown = |it: &Span| text[it.range()].to_string();
        nests(&pairs(&file)).iter().map(|it| it.iter().map(shown).collect()).collect()
    }

    #[test]
    fn a_nest_goes_down_to_where_the_heaviest_is() {
        let deep = |inner: &str| format!("{}{inner}{}", "[".repeat(30), "]".repeat(30));
        let text = deep("[] [[]] []");
        let nests = nests_of(&text);
        assert_eq!(nests.len(), 1);
        assert_eq!((nests[0].len(), nests[0][0].as_str(), nests[0][31].as_str()), (32, text.as_str(), "[]"));
    }

    #[test]
    fn a_nest_of_two_kinds_has_the_levels_of_one() {
        let text = format!("{}{}", "[{".repeat(30), "}]".repeat(30));
        let nests = nests_of(&text);
        assert_eq!(nests.len(), 1);
        assert!(nests[0].iter().all(|it| it.starts_with('[')));
        assert_eq!(nests[0].len(), 30);
    }

    #[test]
    fn a_nest_in_the_middle_of_another_kind_is_a_nest() {
        let text = format!("{}{}{}{}", "[".repeat(30), "{".repeat(40), "}".repeat(40), "]".repeat(30));
        let nests = nests_of(&text);
        assert_eq!(
            nests.iter().map(|it| (it.len(), &it[0][..1])).collect::<Vec<_>>(),
            [(40, "{"), (30, "[")]
        );
    }

    #[test]
    fn two_deep_nests_beside_each_other_are_two() {
        let one = format!("{}{}", "(".repeat(40), ")".repeat(40));
        assert_eq!(nests_of(&format!("{one}, {one}")).len(), 2);
        assert!(nests_of("((()))").is_empty());
    }
}
