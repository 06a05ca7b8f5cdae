//! `empty-blocks`: empties blocks or turns them into a `;`, all those of one depth at a time.
//!
//! Before:
//! ```text
//! int f() { return 1; }
//! int g() { return 2; }
//! ```
//! After:
//! ```text
//! int f();
//! int g();
//! ```
//! Two lists for each depth of `{…}`, down to 12: contents, and blocks that become `;`. On a big file a handful of
//! questions empties most bodies.

use crate::document::{Document, File};
use crate::edit::{EditSet, FileId};
use crate::lexeme::brackets::{self, Pair};
use crate::pass::{Pass, Propose, Sites, Stage, Tier};
use crate::passes::text::spans;
use crate::thresholds::BLOCK_DEPTH;

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "empty-blocks",
    summary: "empty {…} or turn it into ;, all blocks of a depth at a time",
    stage: Stage::Main,
    tier: Tier::Text,
    propose: Propose::File(propose),
};

fn propose(document: &Document, id: FileId, sites: &mut Sites) {
    let file = document.file(id);
    for blocks in by_depth(file) {
        let whole = |it: &Pair| spans::block_with_gap(file.lexemes(), it);
        let inside =
            |it: &&Pair| (!it.is_empty()).then(|| spans::span_of(file.lexemes(), it.open + 1, it.close - 1));
        sites.list(blocks.iter().map(|it| EditSet::replace(id, whole(it), *b";")).collect());
        sites.delete_list(id, blocks.iter().filter_map(|it| inside(&it)).collect());
    }
}

/// The pairs of braces, by how many others they stand in.
fn by_depth(file: &File) -> Vec<Vec<Pair>> {
    let mut by_depth: Vec<Vec<Pair>> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    for pair in brackets::pairs(file.lexemes()).into_iter().filter(|it| it.bracket == b'{') {
        while open.last().is_some_and(|&it| it < pair.open) {
            open.pop();
        }
        if open.len() <= BLOCK_DEPTH.get() {
            if by_depth.len() == open.len() {
                by_depth.push(Vec::new());
            }
            by_depth[open.len()].push(pair);
        }
        open.push(pair.close);
    }
    by_depth
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::passes::text::testing::{c, candidates};

    #[test]
    fn bodies_become_declarations_or_empty() {
        let found = candidates(&PASS, &c("void f() { a; }\nvoid g() { if (x) { b; } }\n"));
        assert_eq!(found[0], "void f();\nvoid g();\n");
        assert_eq!(found[1], "void f();\nvoid g() { if (x) { b; } }\n");
        assert_eq!(found[3], "void f() { }\nvoid g() { }\n");
        assert!(found.contains(&"void f() { a; }\nvoid g() { if (x); }\n".to_owned()));
    }
}
