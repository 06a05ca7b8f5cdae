//! `unwrap-blocks`: keeps of a statement only its block, or only what is in it.
//!
//! Before:
//! ```text
//! while (a) { b(); c(); }
//! ```
//! After:
//! ```text
//! b(); c();
//! ```
//! For every `{…}` that ends a statement: the content with no `break` in it, the content, with a line break where the next
//! statement would follow without any end, the block; and for a block
//! right in another, the inner one in the place of the outer. Heaviest first, at most 20,000; of a block with more than 32
//! of them, every `break` stays.

use super::statements::{owners, statements};
use crate::document::{Document, File};
use crate::edit::{Edit, EditSet, FileId, Span};
use crate::lexeme::brackets::Pair;
use crate::lexeme::{Class, Lexeme};
use crate::pass::{Pass, Propose, Sites, Stage, Tier};
use crate::passes::text::brackets::pairs::heaviest;
use crate::passes::text::spans;
use crate::thresholds::BREAKS;

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "unwrap-blocks",
    summary: "keep only the block of a statement, or only its content",
    stage: Stage::Main,
    tier: Tier::Text,
    propose: Propose::File(propose),
};

fn propose(document: &Document, id: FileId, sites: &mut Sites) {
    let file = document.file(id);
    let statements = statements(file);
    let owners = owners(&statements, file.lexemes().len());
    let breaks: Vec<usize> =
        (0..file.lexemes().len()).filter(|&it| spans::reads(file, it, b"break")).collect();
    for pair in heaviest(file).into_iter().filter(|it| it.bracket == b'{') {
        let Some(statement) = owners[pair.open].map(|it| statements[it]) else { continue };
        let ends = pair.close + 1 == statement.end
            || spans::reads(file, statement.end - 1, b";") && pair.close + 2 == statement.end;
        if ends {
            let from = breaks.partition_point(|&it| it < pair.open);
            let to = breaks.partition_point(|&it| it < pair.close);
            let breaks = if to - from <= BREAKS.get() { &breaks[from..to] } else { &[] };
            sites.alternatives(unwrapped(file, id, (statement.first, statement.end - 1), &pair, breaks));
        }
    }
}

/// What stays of the lexemes from `first` to `last` when `pair`, at their end, is kept or unwrapped, with the `breaks` in
/// it and without.
fn unwrapped(
    file: &File,
    id: FileId,
    (first, last): (usize, usize),
    pair: &Pair,
    breaks: &[usize],
) -> Vec<EditSet> {
    let lexemes = file.lexemes();
    let span = |from: usize, to: usize| spans::span_of(lexemes, from, to);
    let mut sets = Vec::new();
    if !pair.is_empty() {
        let around = [span(first, pair.open), span(pair.close, last)].map(|it| Edit::delete(id, it));
        if !breaks.is_empty() {
            let all = breaks.iter().map(|&it| Edit::delete(id, with_end(file, it))).chain(around.clone());
            sets.push(all.collect());
        }
        sets.push(around.clone().into_iter().collect());
        if needs_break(file, pair, last) {
            let [before, behind] = around;
            sets.push([before, Edit::replace(id, behind.span, &b"\n"[..])].into_iter().collect());
        }
    }
    if first < pair.open {
        sets.push(EditSet::delete(id, span(first, pair.open - 1)));
    }
    sets
}

/// True when only a line break keeps what is in a pair apart from the statement behind it, whose first lexeme follows `last`.
fn needs_break(file: &File, pair: &Pair, last: usize) -> bool {
    let (lexemes, text) = (file.lexemes(), &file.text);
    let ended = [b";" as &[u8], b"}", b","].iter().any(|it| spans::reads(file, pair.close - 1, it));
    let next = lexemes.get(last + 1).filter(|it| it.class == Class::Word);
    let broken = |it: &Lexeme| text[lexemes[last].span.end as usize..it.span.start as usize].contains(&b'\n');
    last == pair.close && !ended && next.is_some_and(|it| !broken(it))
}

/// The word at lexeme `at`, with a `;` that follows.
fn with_end(file: &File, at: usize) -> Span {
    spans::span_of(file.lexemes(), at, at + usize::from(spans::reads(file, at + 1, b";")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::passes::text::testing::{c, candidates, plain};

    #[test]
    fn a_statement_gives_way_to_its_block_or_its_content() {
        assert_eq!(
            candidates(&PASS, &c("void f() { while (x) { a; break; } }")),
            [
                "while (x) { a; }",
                "while (x) { a; break; }",
                "{ while (x) { a; break; } }",
                "void f() { a; }",
                "void f() { a; break; }",
                "void f() { { a; break; } }",
            ]
        );
    }

    #[test]
    fn a_line_break_ends_what_came_out_of_a_block_before_a_statement() {
        assert_eq!(candidates(&PASS, &c("{ a(); } b();")), ["a(); b();"]);
        assert_eq!(candidates(&PASS, &c("{ a() } b();")), ["a() b();", "a() \n b();"]);
        assert_eq!(candidates(&PASS, &plain("{a(4)}b.c(\"d\")")), ["a(4)b.c(\"d\")", "a(4)\nb.c(\"d\")"]);
    }
}
