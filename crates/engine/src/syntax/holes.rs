//! Texts with holes: what a file puts into a text of another language, such as `${…}` in a template. A filler stands for it
//! where that language reads the text, and it hangs in the tree where the filler was.

use std::cmp::Reverse;
use std::ops::Range;

use tree_sitter::{Node, ParseOptions, Parser, Tree};

use crate::language::Language;
use crate::lexeme::offset;
use crate::syntax::graft;
use crate::unit::{self, Unit, UnitId};

/// What stands for a hole: a name, or nothing.
const FILLERS: [&[u8; 64]; 2] = [&[b'a'; 64], &[b' '; 64]];
const NAME: usize = 0;
const NOTHING: usize = 1;

/// Each hole moves all units of its guest: with more moves than this a text stays without a tree.
const MOST_MOVES: usize = 1 << 22;

/// Parts of a text that are not in the language of what is around them, in order, each with what stands for it.
#[derive(Debug, Clone, Default)]
pub(super) struct Holes(Vec<(Range<usize>, usize)>);

/// A text between delimiters, such as a template.
#[derive(Debug, Clone)]
pub(super) struct Content {
    /// With its delimiters.
    pub(super) whole: Range<usize>,
    pub(super) range: tree_sitter::Range,
    /// What is put into it.
    pub(super) holes: Vec<Range<usize>>,
}

impl Content {
    /// A node without children, or what is between the first child of one and the last: one text in pieces of one kind. What
    /// has children of its own is put into it.
    pub(super) fn of(node: Node<'_>) -> Option<Content> {
        let whole = node.byte_range();
        let mut cursor = node.walk();
        let children: Vec<Node<'_>> = node.children(&mut cursor).collect();
        let (first, last) = match &children[..] {
            [] => return Some(Content { whole, range: node.range(), holes: Vec::new() }),
            [_, one, _] if one.child_count() == 0 => {
                return Some(Content { whole, range: one.range(), holes: Vec::new() });
            }
            [first, .., last] => (first, last),
            [_] => return None,
        };
        let between = &children[1..children.len() - 1];
        let mut pieces = between.iter().filter(|it| it.child_count() == 0).map(Node::kind_id);
        let piece = pieces.next()?;
        if !pieces.all(|it| it == piece) || between.iter().all(|it| it.child_count() == 0) {
            return None;
        }
        let range = tree_sitter::Range {
            start_byte: first.end_byte(),
            end_byte: last.start_byte(),
            start_point: first.end_position(),
            end_point: last.start_position(),
        };
        let holes = between.iter().filter(|it| it.child_count() > 0).map(Node::byte_range).collect();
        Some(Content { whole, range, holes })
    }

    /// True where something is put into it.
    pub(super) const fn has_holes(&self) -> bool {
        !self.holes.is_empty()
    }

    /// True for what is in a hole.
    pub(super) fn leaves_out(&self, start: usize) -> bool {
        self.holes.iter().any(|it| it.contains(&start))
    }
}

impl Holes {
    /// Parses a part of a text with what stands for its holes, in the way that has the fewest errors; says with what.
    pub(super) fn read(&self, text: &[u8], language: &Language, content: &Content) -> (Option<Tree>, Holes) {
        let Content { range, holes: own, .. } = content;
        if self.0.is_empty() && own.is_empty() {
            return (unit::tree_of(text, language, Some(*range)), Holes::default());
        }
        // What is put into what is put into a text is in that.
        let is_outer = |it: &&(Range<usize>, usize)| !own.iter().any(|own| own.contains(&it.0.start));
        let outer: Vec<_> = self.0.iter().filter(is_outer).cloned().collect();
        let filled = |filler: &dyn Fn(&Range<usize>) -> usize| {
            let mut all = outer.clone();
            all.extend(own.iter().map(|it| (it.clone(), filler(it))));
            all.sort_by_key(|it| it.0.start);
            let holes = Holes(all);
            let tree = holes.tree(text, language, *range)?;
            Some((unit::errors_of(&tree, usize::MAX), tree, holes))
        };
        let Some(mut best) = filled(&|_| NAME) else { return (None, Holes::default()) };
        if best.0 > 0 && !own.is_empty() {
            let errors = errors(&best.1);
            let is_wrong =
                |hole: &Range<usize>| errors.iter().any(|it| it.start < hole.end && hole.start < it.end);
            let others = [filled(&|it| if is_wrong(it) { NOTHING } else { NAME }), filled(&|_| NOTHING)];
            for other in others.into_iter().flatten() {
                if other.0 < best.0 {
                    best = other;
                }
            }
        }
        (Some(best.1), best.2)
    }

    fn tree(&self, text: &[u8], language: &Language, range: tree_sitter::Range) -> Option<Tree> {
        let mut parser = Parser::new();
        parser.set_language(language.syntax.parser()?).ok()?;
        parser.set_included_ranges(&[range]).ok()?;
        let mut chunk = |at: usize, _| self.chunk(text, at);
        parser.parse_with_options(&mut chunk, None, None::<ParseOptions<'_>>)
    }

    /// The text from there on, as far as it is in one piece.
    fn chunk<'t>(&self, text: &'t [u8], at: usize) -> &'t [u8] {
        let next = self.0.partition_point(|it| it.0.end <= at);
        match self.0.get(next) {
            Some((hole, filler)) if hole.start <= at => {
                let filler = FILLERS[*filler];
                &filler[..filler.len().min(hole.end - at)]
            }
            Some((hole, _)) => &text[at..hole.start],
            None => &text[at.min(text.len())..],
        }
    }
}

/// Where the errors of a tree are.
fn errors(tree: &Tree) -> Vec<Range<usize>> {
    let (mut errors, mut cursor) = (Vec::new(), tree.walk());
    loop {
        let node = cursor.node();
        if node.is_error() {
            errors.push(node.byte_range());
        }
        if node.has_error() && cursor.goto_first_child() {
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return errors;
            }
        }
    }
}

/// The units of a guest with what is put into them, and the pieces of its text that they stand for.
#[derive(Debug)]
pub(super) struct Woven {
    /// The unit that has the pieces.
    parent: UnitId,
    pieces: Range<UnitId>,
    units: Vec<Unit>,
}

/// The units of a guest with those of the host that are put into its text; none where they cannot be one tree.
pub(super) fn woven(host: &[Unit], content: &Content, guest: &[Unit]) -> Option<Woven> {
    if content.holes.len().saturating_mul(guest.len()) > MOST_MOVES {
        return None;
    }
    let (parent, pieces) = pieces(host, content)?;
    let own = || pieces.clone().filter(|&it| host[it as usize].parent == parent);
    let mut leaf = host[own().find(|&it| is_leaf(host, it))? as usize];
    (leaf.start, leaf.end) = (offset(content.range.start_byte), offset(content.range.end_byte));
    // What stands for the pieces: a leaf of their kind, and below it the guest with the holes in it.
    let mut units = vec![leaf.linked(0, offset(guest.len()) + 1)];
    units.extend(guest.iter().map(|it| it.linked(it.parent + 1, it.subtree_end + 1)));
    units[1].parent = 0;
    for hole in own().filter(|&it| !is_leaf(host, it)).collect::<Vec<_>>().into_iter().rev() {
        units = with_hole(&units, &host[hole as usize..host[hole as usize].subtree_end as usize], hole)?;
    }
    Some(Woven { parent, pieces, units })
}

/// The units of a host with those of guests in the place of the pieces of their texts, in order and disjoint.
pub(super) fn put(host: &[Unit], all: &[Woven]) -> Vec<Unit> {
    // Where each unit that stays will be.
    let mut moved: Vec<UnitId> = Vec::with_capacity(host.len() + 1);
    let (mut next, mut rest) = (0, all.iter().peekable());
    for id in 0..=offset(host.len()) {
        if let Some(it) = rest.next_if(|it| it.pieces.end == id) {
            next = next - (it.pieces.end - it.pieces.start) + offset(it.units.len());
        }
        moved.push(next);
        next += 1;
    }
    let mut units = Vec::with_capacity(moved[host.len()] as usize);
    let (mut from, mut wrong) = (0, Vec::new());
    for it in all.iter().map(Some).chain([None]) {
        let end = it.map_or(host.len(), |it| it.pieces.start as usize);
        let around = |it: &Unit| it.linked(moved[it.parent as usize], moved[it.subtree_end as usize]);
        units.extend(host[from..end].iter().map(around));
        let Some(Woven { parent, pieces, units: inner }) = it else { break };
        let first = offset(units.len());
        units.extend(inner.iter().map(|it| it.linked(it.parent + first, it.subtree_end + first)));
        units[first as usize].parent = moved[*parent as usize];
        if inner[1].has_error() {
            wrong.push(first);
        }
        from = pieces.end as usize;
    }
    for it in wrong {
        graft::mark_around(&mut units, it);
    }
    units
}

/// The unit that holds a text, and what is between its delimiters.
fn pieces(host: &[Unit], content: &Content) -> Option<(UnitId, Range<UnitId>)> {
    let (start, end) = (offset(content.whole.start), offset(content.whole.end));
    let from = host.partition_point(|it| (it.start, Reverse(it.end)) < (start, Reverse(end)));
    let same = host[from..].iter().take_while(|it| (it.start, it.end) == (start, end)).count();
    let parent = from + same.checked_sub(1)?;
    let opening = host.get(parent + 1)?;
    let (first, mut closing) = (opening.subtree_end, opening.subtree_end);
    while host.get(closing as usize)?.subtree_end < host[parent].subtree_end {
        closing = host[closing as usize].subtree_end;
    }
    (first < closing).then(|| (offset(parent), first..closing))
}

fn is_leaf(units: &[Unit], it: UnitId) -> bool {
    units[it as usize].subtree_end == it + 1
}

/// A tree with the units of a hole in it, of which the first had that number; none where the hole is not within one unit.
fn with_hole(tree: &[Unit], hole: &[Unit], number: UnitId) -> Option<Vec<Unit>> {
    let (start, end) = (hole[0].start, hole[0].end);
    let covers = |it: &Unit| it.start <= start && end <= it.end;
    let parent = tree.iter().rposition(covers)?;
    let apart = |it: &Unit| it.end <= start || end <= it.start || covers(it);
    if !tree.iter().all(apart) {
        return None;
    }
    let at = (parent + 1..tree[parent].subtree_end as usize).find(|it| tree[*it].start >= end);
    let at = at.unwrap_or(tree[parent].subtree_end as usize);
    let (first, size) = (offset(at), offset(hole.len()));
    let around = |it: &Unit| {
        let parent = if it.parent >= first { it.parent + size } else { it.parent };
        let holds = it.subtree_end > first || it.subtree_end == first && covers(it);
        it.linked(parent, if holds { it.subtree_end + size } else { it.subtree_end })
    };
    let mut units: Vec<Unit> = tree[..at].iter().map(around).collect();
    units.push(hole[0].linked(offset(parent), first + size));
    units[at].stands_anywhere();
    units.extend(
        hole[1..].iter().map(|it| it.linked(it.parent - number + first, it.subtree_end - number + first)),
    );
    units.extend(tree[at..].iter().map(around));
    Some(units)
}
