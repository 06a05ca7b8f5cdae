//! Texts with holes: what a file puts into a text of another language, such as `${…}` in a template. A filler stands for it
//! where that language reads the text, and it hangs in the tree where the filler was.

use std::cmp::Reverse;
use std::ops::Range;

use tree_sitter::{ParseOptions, Parser, Tree};

use crate::language::Language;
use crate::lexeme::offset;
use crate::syntax::content::{Content, Host, Place};
use crate::syntax::graft;
use crate::unit::{self, Unit, UnitId};

/// What stands for a hole: a name, or nothing.
const FILLERS: [&[u8; 64]; 2] = [&[b'a'; 64], &[b' '; 64]];
const NAME: usize = 0;
const NOTHING: usize = 1;

/// Each hole moves all units of its guest and those of the holes before it: with more moves than this a text stays without a tree.
const MOST_MOVES: usize = 1 << 22;

/// Parts of a text that are not in the language of what is around them, in order, each with what stands for it.
#[derive(Debug, Clone, Default)]
pub(super) struct Holes(Vec<(Range<usize>, usize)>);

impl Holes {
    /// Parses a part of a text with what stands for its holes, in the way that has the fewest errors; says with what.
    pub(super) fn read(&self, text: &[u8], language: &Language, content: &Content) -> (Option<Tree>, Holes) {
        let Content { ranges, holes: own, .. } = content;
        if self.0.is_empty() && own.is_empty() {
            return (unit::tree_of(text, language, ranges), Holes::default());
        }
        // What is put into what is put into a text is in that.
        let is_outer = |it: &&(Range<usize>, usize)| !own.iter().any(|own| own.contains(&it.0.start));
        let outer: Vec<_> = self.0.iter().filter(is_outer).cloned().collect();
        let filled = |filler: &dyn Fn(&Range<usize>) -> usize| {
            let mut all = outer.clone();
            all.extend(own.iter().map(|it| (it.clone(), filler(it))));
            all.sort_by_key(|it| it.0.start);
            let holes = Holes(all);
            let tree = holes.tree(text, language, ranges)?;
            Some((unit::errors_of(&tree, usize::MAX), tree, holes))
        };
        let usual = |it: &Range<usize>| if is_blank_escape(&text[it.clone()]) { NOTHING } else { NAME };
        let Some(mut best) = filled(&usual) else { return (None, Holes::default()) };
        if best.0 > 0 && !own.is_empty() {
            let errors = errors(&best.1);
            let is_wrong =
                |hole: &Range<usize>| errors.iter().any(|it| it.start < hole.end && hole.start < it.end);
            let others = [filled(&|it| if is_wrong(it) { NOTHING } else { usual(it) }), filled(&|_| NOTHING)];
            for other in others.into_iter().flatten() {
                if other.0 < best.0 {
                    best = other;
                }
            }
        }
        (Some(best.1), best.2)
    }

    fn tree(&self, text: &[u8], language: &Language, ranges: &[tree_sitter::Range]) -> Option<Tree> {
        let mut parser = Parser::new();
        parser.set_language(language.parser_for(text)?).ok()?;
        parser.set_included_ranges(ranges).ok()?;
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

/// True for an escape sequence that stands for a blank.
fn is_blank_escape(hole: &[u8]) -> bool {
    matches!(hole, [b'\\', b'n' | b't' | b'r' | b'\n' | b'\r', ..])
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
    let holes = content.holes.len();
    if holes.saturating_mul(guest.len() + holes) > MOST_MOVES {
        return None;
    }
    let (parent, pieces, leaf) = match &content.place {
        Place::Leaf => return None,
        Place::Pieces(kind) => {
            let (parent, pieces) = pieces(host, content)?;
            let is_piece = |it: &UnitId| Some(host[*it as usize].kind) == *kind;
            let mut leaf = pieces.clone().find(is_piece).map(|it| host[it as usize]);
            if let Some(it) = &mut leaf {
                (it.start, it.end) = (offset(content.start()), offset(content.end()));
            }
            (parent, pieces, leaf)
        }
        Place::Lines(first, last, _) => {
            let (first, last) = (unit_of(host, first)?, unit_of(host, last)?);
            let (mut leaf, end) = (host[first as usize], &host[last as usize]);
            if end.parent != leaf.parent || first == 0 {
                return None;
            }
            leaf.end = end.end;
            leaf.stands_apart();
            (leaf.parent, first..end.subtree_end, Some(leaf))
        }
    };
    // What stands for the pieces: a leaf of their kind, and below it the guest with the holes in it.
    let around = offset(usize::from(leaf.is_some()));
    let mut units: Vec<Unit> = leaf.iter().map(|it| it.linked(0, offset(guest.len()) + 1)).collect();
    units.extend(guest.iter().map(|it| it.linked(it.parent + around, it.subtree_end + around)));
    units[around as usize].parent = 0;
    if guest[0].has_error() {
        units[0].holds_error();
    }
    for hole in content.holes.iter().rev() {
        let is_there = |it: &UnitId| {
            let unit = &host[*it as usize];
            (unit.start, unit.end) == (offset(hole.start), offset(hole.end))
        };
        let hole = pieces.clone().find(is_there)?;
        units = with_hole(&units, &host[hole as usize..host[hole as usize].subtree_end as usize], hole)?;
    }
    Some(Woven { parent, pieces, units })
}

/// The unit of a node.
fn unit_of(host: &[Unit], node: &Host) -> Option<UnitId> {
    let (start, end) = (offset(node.range.start), offset(node.range.end));
    let first = host.partition_point(|it| (it.start, Reverse(it.end)) < (start, Reverse(end)));
    let mut same = (first..host.len()).take_while(|it| (host[*it].start, host[*it].end) == (start, end));
    same.find(|it| host[*it].kind == node.kind).map(offset)
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
        if inner[0].has_error() {
            wrong.push(moved[*parent as usize]);
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
    let (mut first, mut last, mut child) = (None, None, parent + 1);
    while child < host[parent].subtree_end as usize {
        let unit = &host[child];
        if offset(content.start()) <= unit.start && unit.end <= offset(content.end()) {
            first = first.or(Some(offset(child)));
            last = Some(unit.subtree_end);
        }
        child = unit.subtree_end as usize;
    }
    Some((offset(parent), first?..last?))
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
