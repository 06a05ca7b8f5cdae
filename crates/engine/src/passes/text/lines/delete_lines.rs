//! `delete-lines`: takes lines away, all of them, then ever smaller runs.
//!
//! Before:
//! ```text
//! first
//!     second
//! third
//! ```
//! After:
//! ```text
//! first
//! third
//! ```
//! One list of all lines that are not blank, so a file of any size costs one list of spans.

use super::line::lines;
use crate::document::Document;
use crate::edit::FileId;
use crate::pass::{Pass, Propose, Sites, Stage, Tier};

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "delete-lines",
    summary: "delete lines",
    stage: Stage::Main,
    tier: Tier::Text,
    propose: Propose::File(propose),
};

fn propose(document: &Document, file: FileId, sites: &mut Sites) {
    let lines = lines(&document.file(file).text);
    sites.delete_list(file, lines.iter().map(|it| it.cut).collect());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::passes::text::testing::{candidates, plain};

    #[test]
    fn each_line_can_go_and_all_can() {
        assert_eq!(candidates(&PASS, &plain("a\n  b\n")), ["", "  b\n", "a\n"]);
        assert_eq!(candidates(&PASS, &plain("a\r\nb")), ["", "b", "a"]);
        assert!(candidates(&PASS, &plain("\n \n")).is_empty());
    }
}
