//! `delete-wide-windows`: takes long runs of tokens away whose brackets balance.
//!
//! Before:
//! ```text
//! x = a + b + c + d + e;
//! ```
//! After:
//! ```text
//! x = e;
//! ```
//! What `delete-token-windows` leaves out where a grammar knows the language, within the same bounds.

use super::delete_token_windows::windows;
use crate::document::Document;
use crate::edit::FileId;
use crate::pass::{Pass, Propose, Sites, Stage, Tier};
use crate::thresholds::WINDOW_WIDE;

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "delete-wide-windows",
    summary: "delete long runs of tokens with balanced brackets",
    stage: Stage::Deep,
    tier: Tier::Text,
    propose: Propose::File(propose),
};

fn propose(document: &Document, file: FileId, sites: &mut Sites) {
    windows(document, file, sites, true, WINDOW_WIDE.get());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::passes::text::testing::{c, candidates};

    #[test]
    fn long_windows_are_tried_where_a_grammar_knows_the_language() {
        assert!(candidates(&PASS, &c("int x = a + b + c + d;")).contains(&"int x = d;".to_owned()));
    }
}
