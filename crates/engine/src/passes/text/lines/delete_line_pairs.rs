//! `delete-line-pairs`: takes two lines away that are not neighbours.
//!
//! Before:
//! ```text
//! if a; then
//! b
//! fi
//! ```
//! After:
//! ```text
//! b
//! ```
//! What opens and what closes a block, where words do it and no indentation is left to tell. Each line with each of
//! the 12 after its neighbour, in at most 100 lines.

use super::line::lines;
use crate::document::Document;
use crate::edit::{Edit, FileId};
use crate::pass::{Pass, Propose, Sites, Stage, Tier};
use crate::thresholds::{LINE_PAIR_REACH, LINE_PAIRS};

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "delete-line-pairs",
    summary: "delete two lines that are near each other",
    stage: Stage::Deep,
    tier: Tier::Text,
    propose: Propose::File(propose),
};

fn propose(document: &Document, id: FileId, sites: &mut Sites) {
    let lines = lines(&document.file(id).text);
    if lines.len() > LINE_PAIRS.get() {
        return;
    }
    for apart in 2..=LINE_PAIR_REACH.get() + 1 {
        for first in (0..lines.len().saturating_sub(apart)).rev() {
            let pair = [lines[first].cut, lines[first + apart].cut];
            sites.together(pair.map(|it| Edit::delete(id, it)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::passes::text::testing::{candidates, plain};

    #[test]
    fn pairs_go_nearest_first() {
        assert_eq!(candidates(&PASS, &plain("a\nb\nc\nd\n")), ["a\nc\n", "b\nd\n", "b\nc\n"]);
    }
}
