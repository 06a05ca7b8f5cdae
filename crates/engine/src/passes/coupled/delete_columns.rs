//! `delete-columns`: deletes a column from all rows of a table, with the number that counts the columns.
//!
//! Before:
//! ```text
//! 2 3
//! 1 2 3
//! 4 77 6
//! ```
//! After:
//! ```text
//! 2 2
//! 1 2
//! 4 77
//! ```
//!
//! Before:
//! ```text
//! id,name,x
//! 1,"a, b",2
//! 4,c,77
//! ```
//! After:
//! ```text
//! id,x
//! 1,2
//! 4,77
//! ```
//!
//! Before:
//! ```c
//! int a[2][3] = {{1, 2, 3}, {4, 77, 6}};
//! ```
//! After:
//! ```c
//! int a[2][2] = {{2, 3}, {77, 6}};
//! ```
//!
//! Before:
//! ```json
//! {"m": [[1, 2], [3, 4]]}
//! ```
//! After:
//! ```json
//! {"m": [[1], [3]]}
//! ```
//!
//! Before:
//! ```sql
//! INSERT INTO t (a, b) VALUES (1, 2), (3, 4);
//! ```
//! After:
//! ```sql
//! INSERT INTO t (a) VALUES (1), (3);
//! ```
//!
//! Before:
//! ```text
//! 3
//! 0 1 2
//! 1 0 7
//! 2 7 0
//! ```
//! After:
//! ```text
//! 2
//! 0 7
//! 7 0
//! ```
//! A table is a list of lists in brackets that are as long, or such lists side by side; and, in no known language, lines with as many fields, by
//! commas, tabs, semicolons, bars or blanks, three of them where only blanks part the fields, or the lines behind a number. Half of
//! the columns, a quarter and so on, from the back: with the numbers before the table that are as large as a row is long, the
//! nearest one or none. Of a table with as many rows as columns also a row with its column. For the 16 largest.

use super::cuts::{Change, chunks, literally};
use super::grids::{Grid, grids};
use crate::document::{Document, File};
use crate::edit::{EditSet, FileId, Span};
use crate::pass::{Pass, Propose, Sites, Stage, Tier};
use crate::thresholds::{COUNTED_NEAR, GRID_EDITS_PER_BYTE};

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "delete-columns",
    summary: "delete columns of tables, with the number that counts them",
    stage: Stage::Fine,
    tier: Tier::Text,
    propose: Propose::File(propose),
};

fn propose(document: &Document, id: FileId, sites: &mut Sites) {
    let file = document.file(id);
    let grids = grids(file);
    let mut left = GRID_EDITS_PER_BYTE.get() * file.text.len();
    for grid in &grids {
        let mut sets = Vec::new();
        let numbers = counting(file, grid, grid.width());
        let ways = ways(&numbers, grid.unsure);
        chunks(grid.width(), |gone| {
            if gone.len() == grid.width() {
                return;
            }
            let spans = grid.columns(&gone);
            for way in &ways {
                let cost = spans.len() + way.len();
                if left >= cost {
                    left -= cost;
                    sets.extend(without(id, file, &spans, way, grid.width() - gone.len()));
                }
            }
        });
        sites.alternatives(sets);
        sites.alternatives(crosses(id, file, grid, (&numbers, &mut left)));
    }
}

/// Which numbers become lower: all, each of the nearest, or none where it is a table without.
fn ways(numbers: &[Span], unsure: bool) -> Vec<Vec<Span>> {
    let mut ways: Vec<Vec<Span>> = Vec::new();
    if !numbers.is_empty() {
        ways.push(numbers.to_vec());
    }
    if numbers.len() > 1 {
        ways.extend(numbers.iter().map(|it| vec![*it]));
    }
    if !unsure {
        ways.push(Vec::new());
    }
    ways
}

/// The two nearest numbers before a table that are as large as that.
fn counting(file: &File, grid: &Grid, count: usize) -> Vec<Span> {
    let (lexemes, text) = (file.lexemes(), count.to_string());
    let end = lexemes.partition_point(|it| it.span.start < grid.whole.start);
    let near = lexemes[..end].iter().rev().take(COUNTED_NEAR.get());
    near.filter(|it| it.of(&file.text) == text.as_bytes()).take(2).map(|it| it.span).collect()
}

/// Of a table with as many rows as columns a row and its column, from the back.
fn crosses(id: FileId, file: &File, grid: &Grid, (numbers, left): (&[Span], &mut usize)) -> Vec<EditSet> {
    let count = grid.width();
    let mut sets = Vec::new();
    if grid.rows.len() != count || count < 2 {
        return sets;
    }
    for at in (0..count).rev() {
        let mut spans = grid.columns(&(at..at + 1));
        // What goes of a row that goes with the last of the others is not its own.
        let row = grid.whole_rows[at];
        spans.retain(|it| !row.contains(*it));
        spans.push(row);
        for way in ways(numbers, grid.unsure) {
            let cost = spans.len() + way.len();
            if *left >= cost {
                *left -= cost;
                sets.extend(without(id, file, &spans, &way, count - 1));
            }
        }
    }
    sets
}

/// Spans gone, and numbers that are so many.
fn without(id: FileId, file: &File, spans: &[Span], numbers: &[Span], count: usize) -> Option<EditSet> {
    let gone = spans.iter().map(|it| (*it, Vec::new()));
    let lower = numbers.iter().map(|it| (*it, count.to_string().into_bytes()));
    literally(id, &file.text, gone.chain(lower).collect::<Vec<Change>>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::passes::text::testing::{c, candidates, plain};

    #[test]
    fn lines_that_only_happen_to_have_as_many_words_are_no_table() {
        for text in ["to be or\nnot to be\n", "a, b\nc\nd, e\n", "2 x\na b c\n"] {
            assert!(candidates(&PASS, &plain(text)).is_empty(), "{text}");
        }
        assert!(candidates(&PASS, &c("int a[] = {1, 2}; f(g(1), h(2));")).is_empty());
    }

    #[test]
    fn a_separator_in_quotes_is_none() {
        let found = candidates(&PASS, &plain("\"a,b\",c\nd,e\n"));
        assert_eq!(found[..2], ["\"a,b\"\nd\n", "c\ne\n"]);
    }

    #[test]
    fn one_of_two_equal_numbers_becomes_lower_alone() {
        let found = candidates(&PASS, &plain("2 2\n1 2\n3 4\n"));
        assert!(found.contains(&"2 1\n2\n4\n".to_owned()), "{found:#?}");
        assert!(found.contains(&"1 1\n4\n".to_owned()), "{found:#?}");
    }
}
