//! `delete-directives`: takes lines that start with `#` away, with their continuations.
//!
//! Before:
//! ```text
//! # 1 "a.h" 1
//! #include <b.h>
//! #define C \
//!   1
//! int d;
//! ```
//! After:
//! ```text
//! int d;
//! ```
//! Line markers are a list of their own, before the others: they nearly always go, all in one question.

use super::directives::directives;
use crate::document::Document;
use crate::edit::FileId;
use crate::pass::{Pass, Propose, Sites, Stage, Tier};

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "delete-directives",
    summary: "delete line markers and lines that start with #",
    stage: Stage::Main,
    tier: Tier::Text,
    propose: Propose::File(propose),
};

fn propose(document: &Document, file: FileId, sites: &mut Sites) {
    let all = directives(&document.file(file).text);
    let cuts = |marker: bool| all.iter().filter(|it| it.marker == marker).map(|it| it.cut).collect();
    sites.delete_list(file, cuts(true));
    if all.iter().any(|it| it.marker) {
        sites.delete_list(file, all.iter().map(|it| it.cut).collect());
    }
    sites.delete_list(file, cuts(false));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::passes::text::testing::{candidates, plain};

    #[test]
    fn markers_go_first_then_everything_then_the_rest() {
        let document = plain("# 1 \"x\"\na\n#include <b>\n");
        let found = candidates(&PASS, &document);
        assert_eq!(found[0], "a\n#include <b>\n");
        assert_eq!(found[2], "a\n");
        assert_eq!(found[5], "# 1 \"x\"\na\n");
    }

    #[test]
    fn a_directive_takes_its_continuations_along() {
        assert_eq!(candidates(&PASS, &plain("#define A \\\n 1 \\\n 2\nb\n"))[0], "b\n");
    }
}
