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
//! accepts it. First the prefixes are tried, the shortest first; then what is left is halved from the back. What an
//! indispensable piece needs is not tried any more, and after the first, second, fourth … of them nothing else is kept. So each such piece costs a logarithm of questions (binary reduction
//! of dependency graphs: Kalhauge and Palsberg, ESEC/FSE 2019).

use super::components::Order;
use super::pieces::Pieces;
use crate::document::Document;
use crate::pass::{Pass, Propose, Sites, Stage, Tier};
use crate::thresholds::{CLOSURE_PIECES, CLOSURE_TOKENS};

pub const PASS: Pass = Pass {
    name: "keep-closures",
    summary: "keep the fewest definitions that need nothing else, across all lists and depths",
    stage: Stage::Coarse,
    tier: Tier::Grammar,
    propose: Propose::Document(propose),
};

fn propose(document: &Document, sites: &mut Sites) {
    if document.tokens() <= CLOSURE_TOKENS.get() || !document.is_read_whole() {
        return;
    }
    // A file that does not parse is a piece by itself; one alone has no others.
    let explained = |it| document.file(it).is_explained();
    let in_project = document.tree().is_some();
    if !in_project && !document.source_ids().all(explained) || !document.source_ids().any(explained) {
        return;
    }
    if document.names().is_empty() {
        return;
    }
    let Some(pieces) = Pieces::of(document, CLOSURE_PIECES.get()) else { return };
    let own = own_weights(document, &pieces);
    let members: Vec<Vec<_>> = pieces.all.iter().map(|it| vec![(it.list, it.element)]).collect();
    sites.closures(Order::of(&pieces.needs, &own).closures(pieces.lists, &members));
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
