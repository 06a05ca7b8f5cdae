//! `lift-brackets`: puts a bracket pair in the place of the pair around it.
//!
//! Before:
//! ```text
//! f(a, g(b), c)
//! ```
//! After:
//! ```text
//! f(b)
//! ```
//! For each pair that stands in another of its kind, heaviest first, at most 20,000.

use crate::document::Document;
use crate::edit::{Edit, FileId, Span};
use crate::lexeme::brackets::{self, Pair};
use crate::pass::{Pass, Propose, Sites, Stage, Tier};
use crate::passes::text::spans;
use crate::thresholds::SITES;

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "lift-brackets",
    summary: "put a bracket pair in the place of the pair around it",
    stage: Stage::Fine,
    tier: Tier::Text,
    propose: Propose::File(propose),
};

fn propose(document: &Document, id: FileId, sites: &mut Sites) {
    let lexemes = document.file(id).lexemes();
    let span = |it: &Pair| spans::span_of(lexemes, it.open, it.close);
    let mut nested = nested(&brackets::pairs(lexemes));
    nested.sort_by_key(|(outer, inner)| std::cmp::Reverse((outer.weight() - inner.weight(), inner.open)));
    nested.truncate(SITES.get());
    for (outer, inner) in nested {
        let (outer, inner) = (span(&outer), span(&inner));
        let around = [Span::new(outer.start, inner.start), Span::new(inner.end, outer.end)];
        sites.together(around.map(|it| Edit::delete(id, it)));
    }
}

/// Each pair that has one of its own kind right around it, after that one.
fn nested(pairs: &[Pair]) -> Vec<(Pair, Pair)> {
    let mut open: Vec<Pair> = Vec::new();
    let mut nested = Vec::new();
    for &pair in pairs {
        while open.last().is_some_and(|it| it.close < pair.open) {
            open.pop();
        }
        if let Some(&outer) = open.last().filter(|it| it.bracket == pair.bracket) {
            nested.push((outer, pair));
        }
        open.push(pair);
    }
    nested
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::passes::text::testing::{candidates, plain};

    #[test]
    fn an_inner_pair_takes_the_place_of_the_outer() {
        assert_eq!(candidates(&PASS, &plain("{a{b}{c}}")), ["{c}", "{b}"]);
        assert!(candidates(&PASS, &plain("{(a)}(b)")).is_empty());
    }
}
