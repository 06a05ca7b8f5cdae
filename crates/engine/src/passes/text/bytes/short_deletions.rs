//! `short-deletions`: takes every short piece of a tiny text away, wherever it starts and ends.
//!
//! Before:
//! ```text
//! a "b
//! ```
//! After:
//! ```text
//! ab
//! ```
//! Every 1 to 10 bytes, longest first, in at most 300 bytes without a language; 1 to 3 in 60 that do not parse. The only pass
//! that joins words: a blank that would be put back between two words goes together with the words around it.

use crate::document::Document;
use crate::edit::{EditSet, FileId};
use crate::pass::{Pass, Propose, Sites, Stage, Tier};
use crate::passes::text::spans::literal;
use crate::thresholds::{SHORT_BROKEN_LENGTH, SHORT_BROKEN_TEXT, SHORT_LENGTH, SHORT_TEXT};

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "short-deletions",
    summary: "delete every piece of up to 10 bytes of a tiny text",
    stage: Stage::Deep,
    tier: Tier::Text,
    propose: Propose::File(propose),
};

fn propose(document: &Document, id: FileId, sites: &mut Sites) {
    let file = document.file(id);
    let (most, longest) = match &file.language {
        None => (SHORT_TEXT.get(), SHORT_LENGTH.get()),
        Some(_) if file.errors() > 0 => (SHORT_BROKEN_TEXT.get(), SHORT_BROKEN_LENGTH.get()),
        Some(_) => return,
    };
    let text = &file.text;
    if text.len() > most {
        return;
    }
    for length in (1..=longest.min(text.len())).rev() {
        for start in (0..=text.len() - length).rev() {
            let (span, with) = literal(text, start, start + length);
            sites.alternatives(vec![EditSet::replace(id, span, with)]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::passes::text::testing::{c, candidates, plain};

    #[test]
    fn every_piece_can_go_byte_for_byte() {
        assert_eq!(candidates(&PASS, &plain("a b")), ["", "a", "b", "a ", "ab", " b"]);
    }

    #[test]
    fn text_that_parses_is_left_to_other_passes() {
        assert!(candidates(&PASS, &c("int x;")).is_empty());
        assert!(!candidates(&PASS, &c("int x = ;")).is_empty());
    }
}
