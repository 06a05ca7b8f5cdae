//! `keep-closures`: keeps only some definitions with all that they need, and searches for the fewest.
//!
//! Before:
//! ```c
//! int a; int b; int f() { return a; } int g() { return b; } int h() { return f() + g(); }
//! ```
//! After:
//! ```c
//! int a; int b; int f() { return a; }
//! ```
//! A piece is an element of a list that is light enough; heavier ones are opened. A piece needs the piece around it and
//! the definitions of the names that it mentions; pieces that need each other are one. They are ordered by the weight of
//! their *closures*, all that they need in the end, the lightest first: then every prefix is closed, so a strict compiler
//! accepts it. First the prefixes are tried, the shortest first; then what is left is halved from the back, and what an
//! indispensable piece needs is not tried any more. So each such piece costs a logarithm of questions (binary reduction
//! of dependency graphs: Kalhauge and Palsberg, ESEC/FSE 2019).

use super::components::{closure_weights, components};
use super::pieces::Pieces;
use crate::document::Document;
use crate::edit::FileId;
use crate::pass::{Closures, Pass, Propose, Sites, Stage, Tier};
use crate::thresholds::{CLOSURE_PIECES, CLOSURE_TOKENS};

pub const PASS: Pass = Pass {
    name: "keep-closures",
    summary: "keep the fewest definitions that need nothing else, across all lists and depths",
    stage: Stage::Coarse,
    tier: Tier::Grammar,
    propose: Propose::File(propose),
};

fn propose(document: &Document, id: FileId, sites: &mut Sites) {
    let explained = document.files().iter().all(crate::document::File::is_explained);
    if id != FileId(0) || !explained || document.tokens() <= CLOSURE_TOKENS.get() {
        return;
    }
    if document.names().is_empty() {
        return;
    }
    let pieces = Pieces::of(document);
    if pieces.all.len() > CLOSURE_PIECES.get() {
        return;
    }
    sites.closures(ordered(document, pieces));
}

/// The pieces with those they need in circles united, the lightest closures first.
fn ordered(document: &Document, pieces: Pieces) -> Closures {
    let groups = components(&pieces.needs);
    let mut group_of = vec![0; pieces.all.len()];
    for (group, members) in groups.iter().enumerate() {
        for &piece in members {
            group_of[piece] = group;
        }
    }
    let own = own_weights(document, &pieces);
    let weights: Vec<usize> = groups.iter().map(|it| it.iter().map(|&it| own[it]).sum()).collect();
    let needs: Vec<Vec<usize>> = groups
        .iter()
        .enumerate()
        .map(|(group, members)| {
            let all = members.iter().flat_map(|&it| pieces.needs[it].iter().map(|&it| group_of[it]));
            let mut all: Vec<usize> = all.filter(|&it| it != group).collect();
            all.sort_unstable();
            all.dedup();
            all
        })
        .collect();
    let closures = closure_weights(&needs, &weights);
    // Where two weigh the same, the first may be needed by the second.
    let mut order: Vec<usize> = (0..groups.len()).collect();
    order.sort_by_key(|&it| (closures[it], it));
    let mut place = vec![0; groups.len()];
    for (at, &group) in order.iter().enumerate() {
        place[group] = at;
    }
    let members = |group: &usize| {
        groups[*group].iter().map(|&it| (pieces.all[it].list, pieces.all[it].element)).collect()
    };
    Closures {
        pieces: order.iter().map(members).collect(),
        needs: order.iter().map(|&it| needs[it].iter().map(|&it| place[it]).collect()).collect(),
        lists: pieces.lists,
    }
}

/// What each piece weighs without those in it.
fn own_weights(document: &Document, pieces: &Pieces) -> Vec<usize> {
    let weigh = |it: &super::pieces::Piece| document.file(it.file).tokens_in(it.span) + 1;
    let mut own: Vec<usize> = pieces.all.iter().map(weigh).collect();
    for piece in &pieces.all {
        if let Some(parent) = piece.parent {
            own[parent] = own[parent].saturating_sub(weigh(piece));
        }
    }
    own
}
