//! `delete-token-patterns`: takes tokens away that are near each other but not neighbours.
//!
//! Before:
//! ```text
//! a ( b ) c
//! ```
//! After:
//! ```text
//! a b c
//! ```
//! At every place, every choice of tokens out of 4 that has a gap; out of 8 in up to 10 tokens, and in up to 40 where a
//! grammar knows the language, so that only a thorough run gets here: there are thirty times as many of them and hardly
//! one succeeds. Beyond 4,000 tokens nothing. Choices without a gap are windows.

use crate::document::Document;
use crate::edit::{Edit, EditSet, FileId};
use crate::lexeme::Lexeme;
use crate::pass::{Pass, Propose, Sites, Stage, Tier};
use crate::thresholds::{PATTERN_FEW, PATTERN_FEW_PLAIN, PATTERN_TOKENS};

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "delete-token-patterns",
    summary: "delete several of 4 adjacent tokens (of 8 in small files)",
    stage: Stage::Deep,
    tier: Tier::Text,
    propose: Propose::File(propose),
};

fn propose(document: &Document, id: FileId, sites: &mut Sites) {
    let lexemes = document.file(id).lexemes();
    let few = if document.file(id).language.is_some() { &PATTERN_FEW } else { &PATTERN_FEW_PLAIN };
    let width = match lexemes.len() {
        it if it <= few.get() => 8,
        it if it <= PATTERN_TOKENS.get() => 4,
        _ => return,
    };
    for first in (0..lexemes.len()).rev() {
        let window = &lexemes[first..lexemes.len().min(first + width)];
        for pattern in patterns(window.len()) {
            sites.alternatives(vec![delete(id, window, pattern)]);
        }
    }
}

/// The bit patterns over `width` tokens that take the first away and have a gap, those that take most first.
fn patterns(width: usize) -> Vec<u32> {
    let gap = |it: &u32| (it & (it + 1)) != 0;
    let mut patterns: Vec<u32> = (1..1 << width).filter(|it| it & 1 == 1).filter(gap).collect();
    patterns.sort_by_key(|it| std::cmp::Reverse(it.count_ones()));
    patterns
}

fn delete(id: FileId, window: &[Lexeme], pattern: u32) -> EditSet {
    let chosen = window.iter().enumerate().filter(|it| pattern & (1 << it.0) != 0);
    chosen.map(|it| Edit::delete(id, it.1.span)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::passes::text::testing::{candidates, plain};

    #[test]
    fn every_choice_with_a_gap_is_tried_once() {
        assert_eq!(patterns(4), [0b1011, 0b1101, 0b0101, 0b1001]);
        assert_eq!(patterns(8).len(), 120);
        assert_eq!(candidates(&PASS, &plain("a b c")), ["b"]);
    }
}
