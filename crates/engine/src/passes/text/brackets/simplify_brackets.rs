//! `simplify-brackets`: makes brackets round, or at least square.
//!
//! Before:
//! ```text
//! f {1}
//! ```
//! After:
//! ```text
//! f (1)
//! ```
//! It changes neither tokens nor bytes, only the alphabet: a last simplification where the shape of a bracket does not matter.
//! In at most 2,000 pairs.

use crate::document::Document;
use crate::edit::{Edit, EditSet, FileId};
use crate::lexeme::brackets::{self, Pair};
use crate::pass::{Pass, Propose, Sites, Stage, Tier};
use crate::thresholds::SIMPLIFIED_PAIRS;

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "simplify-brackets",
    summary: "replace {} by [] or (), [] by ()",
    stage: Stage::Polish,
    tier: Tier::Text,
    propose: Propose::File(propose),
};

fn propose(document: &Document, id: FileId, sites: &mut Sites) {
    let lexemes = document.file(id).lexemes();
    let pairs = brackets::pairs(lexemes);
    if pairs.len() > SIMPLIFIED_PAIRS.get() {
        return;
    }
    let becomes = |pair: &Pair, with: &[u8; 2]| -> EditSet {
        let ends = [(pair.open, with[0]), (pair.close, with[1])];
        ends.into_iter().map(|(at, with)| Edit::replace(id, lexemes[at].span, [with])).collect()
    };
    for pair in pairs.iter().rev().filter(|it| lexemes[it.open].span.len() == 1) {
        match pair.bracket {
            b'{' => sites.alternatives(vec![becomes(pair, b"()"), becomes(pair, b"[]")]),
            b'[' => sites.alternatives(vec![becomes(pair, b"()")]),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::passes::text::testing::{candidates, js, plain};

    #[test]
    fn brackets_become_rounder() {
        assert_eq!(candidates(&PASS, &plain("{a}[b](c)")), ["{a}(b)(c)", "(a)[b](c)", "[a][b](c)"]);
        assert!(candidates(&PASS, &js("`a${b}`")).is_empty());
    }
}
