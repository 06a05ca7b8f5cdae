//! `delete-ragged-windows`: takes runs of tokens away that cut through brackets.
//!
//! Before:
//! ```text
//! f(a, g(b));
//! ```
//! After:
//! ```text
//! f(b));
//! ```
//! Such text is broken for most tools, and just what breaks some parsers; so it has a row of its own and its own chance
//! of success. The same windows as `delete-token-windows` has, but none of more than 16 tokens, and in text that parses
//! none of more than 8.

use super::delete_token_windows::windows;
use crate::document::Document;
use crate::edit::FileId;
use crate::pass::{Pass, Propose, Sites, Stage, Tier};
use crate::thresholds::{RAGGED_NARROW, RAGGED_WIDE};

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "delete-ragged-windows",
    summary: "delete runs of tokens that cut through brackets",
    stage: Stage::Deep,
    tier: Tier::Text,
    propose: Propose::File(propose),
};

fn propose(document: &Document, file: FileId, sites: &mut Sites) {
    let broken = document.file(file).language.is_none() || document.file(file).errors() > 0;
    let widest = if broken { &RAGGED_WIDE } else { &RAGGED_NARROW };
    windows(document, file, sites, false, widest.get());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::passes::text::testing::{candidates, plain};

    #[test]
    fn windows_that_cut_through_brackets_are_tried() {
        assert_eq!(candidates(&PASS, &plain("f(a)")), [")", "f(", "f)", "a)"]);
    }
}
