//! `duplicate-lines`: takes all copies of a repeated line away together.
//!
//! Before:
//! ```text
//! f()
//! g()
//! f()
//! ```
//! After:
//! ```text
//! g()
//! ```
//! One list with a coupled set for each line that occurs twice or more; then one that spares the first copy of each.

use std::collections::HashMap;

use super::line::lines;
use crate::document::Document;
use crate::edit::{Edit, EditSet, FileId, Span};
use crate::pass::{Pass, Propose, Sites, Stage, Tier};

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "duplicate-lines",
    summary: "delete all copies of a repeated line",
    stage: Stage::Main,
    tier: Tier::Text,
    propose: Propose::File(propose),
};

fn propose(document: &Document, file: FileId, sites: &mut Sites) {
    let repeated = repeated(&document.file(file).text);
    let delete = |cuts: &[Span]| -> EditSet { cuts.iter().map(|&it| Edit::delete(file, it)).collect() };
    sites.list(repeated.iter().map(|it| delete(it)).collect());
    sites.list(repeated.iter().map(|it| delete(&it[1..])).collect());
}

/// The cuts of all lines that occur twice or more, by their first copy.
fn repeated(text: &[u8]) -> Vec<Vec<Span>> {
    let mut index: HashMap<&[u8], usize> = HashMap::new();
    let mut copies: Vec<Vec<Span>> = Vec::new();
    for line in lines(text) {
        let at = *index.entry(&text[line.visible.range()]).or_insert(copies.len());
        if at == copies.len() {
            copies.push(Vec::new());
        }
        copies[at].push(line.cut);
    }
    copies.retain(|it| it.len() > 1);
    copies
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::passes::text::testing::{candidates, plain};

    #[test]
    fn copies_go_together_and_the_first_may_be_spared() {
        let document = plain("a\nb\n  a\nc\nb\n");
        assert_eq!(
            candidates(&PASS, &document),
            ["c\n", "b\nc\nb\n", "a\n  a\nc\n", "a\nb\nc\n", "a\nb\nc\nb\n", "a\nb\n  a\nc\n"]
        );
    }
}
