//! `delete-pieces`: takes statements and declarations of all depths away as one list, from the end of the file backwards.
//!
//! Before:
//! ```text
//! namespace a { int b; int c() { d(); e(); } }
//! namespace f { int g; }
//! h();
//! ```
//! After:
//! ```text
//! namespace a { int b; int c() { d(); e(); } }
//! h();
//! ```
//! A piece is a statement or declaration light enough to be tried as one; what is heavier is opened into the pieces
//! within, and its shell goes with the last of them. What is opened depends on weight alone, so the list is even
//! however the file nests, and halving it is a search through the whole file: on declarations before uses that takes
//! some `k log n` questions for `k` needed pieces, where going through block after block takes one for each block. Files
//! that a grammar explains have better lists: there it looks only at more than 16,000 tokens, and nowhere where
//! indentation makes the blocks, or the grammar sees other statements.

use std::cmp::Reverse;

use super::delete_blocks::is_indented;
use super::statements::{Statement, parents, statements};
use crate::document::{Document, File};
use crate::edit::FileId;
use crate::pass::{Around, Elements, Pass, Propose, Sites, Stage, Tier};
use crate::thresholds::{COARSE_PARTS, COARSE_TOKENS, CUT_STATEMENTS};
use crate::unit::Unit;

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "delete-pieces",
    summary: "delete statements and declarations of all depths as one list, heavy ones opened into their parts",
    stage: Stage::Coarse,
    tier: Tier::Parsed,
    propose: Propose::File(propose),
};

fn propose(document: &Document, id: FileId, sites: &mut Sites) {
    let file = document.file(id);
    if is_indented(file) || file.is_explained() && file.tokens() <= COARSE_TOKENS.get() {
        return;
    }
    let statements = statements(file);
    if file.is_explained() && !fits_tree(file, &statements) {
        return;
    }
    let opened = opened(&statements, file.lexemes().len() / COARSE_PARTS.get());
    let mut list = Elements { file: id, elements: vec![], separators: vec![], around: vec![], at_least: 0 };
    gather(file, &statements, &opened, &mut list);
    if !list.around.is_empty() {
        sites.elements(list);
    }
}

/// True when hardly a statement of the text begins or ends within a unit of the tree. Where words such as `begin` and `end`
/// make the blocks many do, and to cut at each `;` would break what is around it.
fn fits_tree(file: &File, statements: &[Statement]) -> bool {
    statements.iter().filter(|it| is_cut(file, it)).count() * CUT_STATEMENTS.get() <= statements.len() * 2
}

/// True when the ends of a statement are in the midst of a unit that has only one of them within.
fn is_cut(file: &File, statement: &Statement) -> bool {
    let lexemes = &file.lexemes()[statement.first..statement.end];
    let (Some(first), Some(last)) = (lexemes.first(), lexemes.last()) else { return false };
    let (start, end) = (first.span.start, last.span.end);
    let unit_at = |it: u32| file.units().partition_point(|unit| unit.start <= it).saturating_sub(1);
    let around = |at: usize, fits: &dyn Fn(&Unit) -> bool| {
        let mut unit = &file.units()[at];
        while unit.parent != 0 && fits(file.unit(unit.parent)) {
            unit = file.unit(unit.parent);
        }
        unit
    };
    around(unit_at(start), &|it| it.end <= end).start < start
        || around(unit_at(last.span.start), &|it| it.start >= start).end > end
}

/// Which statements are opened: the heavy ones that mostly consist of statements, in such ones.
fn opened(statements: &[Statement], light: usize) -> Vec<bool> {
    let parents = parents(statements);
    let weight = |it: &Statement| it.end - it.first;
    let mut inside = vec![0; statements.len()];
    for (statement, parent) in statements.iter().zip(&parents) {
        if let Some(parent) = *parent {
            inside[parent] += weight(statement);
        }
    }
    let mut opened: Vec<bool> = Vec::with_capacity(statements.len());
    for (index, statement) in statements.iter().enumerate() {
        let reached = parents[index].is_none_or(|it| opened[it]);
        let weight = weight(statement);
        opened.push(reached && weight > light && inside[index] * 2 > weight);
    }
    opened
}

/// Collects the pieces, and the shells around them.
fn gather(file: &File, statements: &[Statement], opened: &[bool], list: &mut Elements) {
    let mut shells: Vec<(usize, usize)> = Vec::new();
    let mut next = 0;
    while next < statements.len() {
        let statement = &statements[next];
        while let Some((shell, first)) = shells.pop_if(|it| statements[it.0].end <= statement.first) {
            list.around.push(Around { span: statements[shell].cut(file), first, end: list.elements.len() });
        }
        if opened[next] {
            shells.push((next, list.elements.len()));
            next += 1;
        } else {
            list.elements.push(statement.cut(file));
            next += statements[next..].partition_point(|it| it.first < statement.end);
        }
    }
    while let Some((shell, first)) = shells.pop() {
        list.around.push(Around { span: statements[shell].cut(file), first, end: list.elements.len() });
    }
    list.around.sort_unstable_by_key(|it| (it.first, Reverse(it.end)));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::passes::text::blocks::statements::Block;
    use crate::passes::text::testing::{c, candidates, plain};

    const TEXT: &str = "struct s { int a; int b; };\nint f() {\n  g();\n  h();\n}\n";

    #[test]
    fn heavy_pieces_are_opened_and_their_shells_go_with_the_last_of_them() {
        let found = candidates(&PASS, &plain(TEXT));
        assert_eq!(found[0], "");
        assert!(found.contains(&TEXT.replace("  h();\n", "")), "{found:#?}");
        assert!(found.contains(&TEXT.replace(" int a;", "")), "{found:#?}");
    }

    #[test]
    fn where_nothing_is_opened_or_a_grammar_explains_a_short_file_it_leaves_the_list_to_others() {
        assert!(candidates(&PASS, &plain("a;\nb;\nc;\n")).is_empty());
        assert!(candidates(&PASS, &c(TEXT)).is_empty());
    }

    #[test]
    fn a_statement_that_ends_within_a_unit_is_cut() {
        let document = c("int f(void) { g(); h(); }");
        let file = document.file(FileId(0));
        let words: Vec<&[u8]> = file.lexemes().iter().map(|it| it.of(&file.text)).collect();
        let cut = |first: &[u8], last: &[u8]| {
            let at = |word: &[u8]| words.iter().position(|it| *it == word).unwrap();
            is_cut(
                file,
                &Statement { first: at(first), end: at(last) + 1, depth: 0, block: Block::default() },
            )
        };
        for (first, last, expected) in [
            ("int", "}", false),
            ("int", ";", true),
            ("g", ";", false),
            ("h", "}", true),
            ("void", "void", false),
        ] {
            assert_eq!(cut(first.as_bytes(), last.as_bytes()), expected, "{first} … {last}");
        }
        assert!(fits_tree(file, &statements(file)));
    }
}
