//! `delete-tokens`: takes single tokens away.
//!
//! Before:
//! ```text
//! static const int x;
//! ```
//! After:
//! ```text
//! static int x;
//! ```
//! One list of all tokens; a literal or a comment is one. Only in text without a language: elsewhere each token is a unit, and
//! goes with `delete-units`.

use crate::document::Document;
use crate::edit::FileId;
use crate::pass::{Pass, Propose, Sites, Stage, Tier};

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "delete-tokens",
    summary: "delete tokens of text without a language",
    stage: Stage::Fine,
    tier: Tier::Text,
    propose: Propose::File(propose),
};

fn propose(document: &Document, file: FileId, sites: &mut Sites) {
    if document.file(file).language.is_some() {
        return;
    }
    let spans = document.file(file).lexemes().iter().map(|it| it.span).collect();
    sites.delete_list(file, spans);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::passes::text::testing::{c, candidates, plain};

    #[test]
    fn each_token_can_go() {
        assert_eq!(
            candidates(&PASS, &plain("p q = \"a b\";")),
            ["", "q = \"a b\";", "p = \"a b\";", "p q \"a b\";", "p q =;", "p q = \"a b\""]
        );
    }

    #[test]
    fn where_a_language_is_known_they_are_left_to_those_who_know_units() {
        assert!(candidates(&PASS, &c("int a;")).is_empty());
    }
}
