//! `delete-portions`: takes large portions of a large file away by its lines and brackets alone, before anybody parses it.
//!
//! Before:
//! ```text
//! static int first_of_several = 1, second_of_several = 2, third_one = 3;
//! int function_with_a_name(int parameter) { return parameter * 2 + 1; }
//! static int fourth_of_several = 4, fifth_of_several = 5, sixth_one = 6;
//! ```
//! After:
//! ```text
//! static int first_of_several = 1, second_of_several = 2, third_one = 3;
//! static int fourth_of_several = 4, fifth_of_several = 5, sixth_one = 6;
//! ```
//! A syntax tree takes many times the room of its text, and most of a file of megabytes goes in the first few dozen
//! questions. So the file is not parsed for them: it comes apart into some hundred portions of lines, statements or list
//! elements, heavy ones once more, and what is left of them is small enough for everything else.

use super::portions::{Portions, portions};
use crate::document::Document;
use crate::edit::FileId;
use crate::pass::{Elements, Pass, Propose, Sites, Stage, Tier};

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "delete-portions",
    summary: "delete large portions of a large file by its lines and brackets, before it is parsed",
    stage: Stage::Bulk,
    tier: Tier::Grammar,
    propose: Propose::File(propose),
};

fn propose(document: &Document, id: FileId, sites: &mut Sites) {
    for Portions { elements, separators, .. } in portions(document.file(id)) {
        sites.elements(Elements { file: id, elements, separators, around: Vec::new(), at_least: 0 });
    }
}
