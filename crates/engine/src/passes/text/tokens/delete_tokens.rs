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
//! One list of all tokens; a literal or a comment is one.

use crate::document::Document;
use crate::edit::FileId;
use crate::pass::{Pass, Propose, Sites, Stage, Tier};

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "delete-tokens",
    summary: "delete tokens",
    stage: Stage::Fine,
    tier: Tier::Text,
    propose: Propose::File(propose),
};

fn propose(document: &Document, file: FileId, sites: &mut Sites) {
    let spans = document.file(file).lexemes().iter().map(|it| it.span).collect();
    sites.delete_list(file, spans);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::passes::text::testing::{c, candidates};

    #[test]
    fn each_token_can_go() {
        assert_eq!(
            candidates(&PASS, &c("p->q = \"a b\";")),
            [
                "",
                "->q = \"a b\";",
                "p q = \"a b\";",
                "p-> = \"a b\";",
                "p->q \"a b\";",
                "p->q =;",
                "p->q = \"a b\""
            ]
        );
    }
}
