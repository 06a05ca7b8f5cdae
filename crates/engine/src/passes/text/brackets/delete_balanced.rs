//! `delete-balanced`: cuts at brackets: the pair with its content, the content alone, the pair alone.
//!
//! Before:
//! ```text
//! int a[] = { 1, 2 }; f(b, c);
//! ```
//! After:
//! ```text
//! int a[]; f(b, c);
//! ```
//! Every pair of `()`, `[]`, `{}` and of what could be `<>` is a site with these alternatives, largest gain first:
//! `= {…}` goes, the pair goes, `{…}` becomes `;`, `(…)` becomes `0`, the content goes, only the brackets go. Pairs come
//! heaviest first, at most 20,000 of them. Where lines end statements but in brackets, what was in them becomes one line.

use super::pairs::heaviest;
use crate::document::{Document, File};
use crate::edit::{Edit, EditSet, FileId, Span};
use crate::language::Layout;
use crate::lexeme::Class;
use crate::lexeme::brackets::Pair;
use crate::pass::{Pass, Propose, Sites, Stage, Tier};
use crate::passes::text::spans;
use crate::thresholds::JOINED_LEXEMES;

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "delete-balanced",
    summary: "delete bracket pairs, their content, or both; {…} to ;, (…) to 0",
    stage: Stage::Main,
    tier: Tier::Text,
    propose: Propose::File(propose),
};

fn propose(document: &Document, id: FileId, sites: &mut Sites) {
    let file = document.file(id);
    for pair in heaviest(file) {
        sites.alternatives(cuts(file, id, &pair));
    }
}

fn cuts(file: &File, id: FileId, pair: &Pair) -> Vec<EditSet> {
    let lexemes = file.lexemes();
    let whole = spans::span_of(lexemes, pair.open, pair.close);
    let mut sets = Vec::with_capacity(5);
    let before = pair.open.checked_sub(1).filter(|&it| pair.bracket == b'{' && spans::reads(file, it, b"="));
    if let Some(equals) = before {
        sets.push(EditSet::delete(id, Span::new(lexemes[equals].span.start, whole.end)));
    }
    sets.push(EditSet::delete(id, whole));
    match pair.bracket {
        b'{' => sets.push(EditSet::replace(id, spans::block_with_gap(lexemes, pair), *b";")),
        b'(' => sets.push(EditSet::replace(id, whole, *b"0")),
        _ => {}
    }
    if !pair.is_empty() {
        sets.push(EditSet::delete(id, spans::span_of(lexemes, pair.open + 1, pair.close - 1)));
        let ends = [lexemes[pair.open].span, lexemes[pair.close].span];
        let ends = ends.into_iter().map(|it| Edit::delete(id, it));
        // A blank stays between two tokens that were on two lines.
        let is_inner =
            |it: Span| it.start > lexemes[pair.open].span.end && it.end < lexemes[pair.close].span.start;
        let join = |it| if is_inner(it) { Edit::replace(id, it, *b" ") } else { Edit::delete(id, it) };
        sets.push(ends.chain(line_ends(file, pair).map(join)).collect());
    }
    sets
}

/// The blanks in a pair of brackets that end a line, where nothing but the brackets lets lines go on; none where they are many.
fn line_ends(file: &File, pair: &Pair) -> impl Iterator<Item = Span> {
    let is_indented = file.language.as_ref().is_some_and(|it| it.layout == Layout::Indented);
    let reach = if is_indented { pair.close.min(pair.open + JOINED_LEXEMES.get()) } else { pair.open };
    let inside = &file.lexemes()[pair.open..=reach];
    // What is behind a comment would go into it.
    let joins = reach == pair.close && inside.iter().all(|it| it.class != Class::Comment);
    let gaps = inside.windows(2).filter(move |_| joins).map(|it| Span::new(it[0].span.end, it[1].span.start));
    gaps.filter(|it| file.text[it.range()].contains(&b'\n'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::passes::text::testing::{candidates, indented, plain};

    #[test]
    fn every_way_to_cut_at_a_pair_is_tried_largest_gain_first() {
        assert_eq!(candidates(&PASS, &plain("x = {a, b};")), ["x;", "x =;", "x =;;", "x = {};", "x = a, b;"]);
        assert_eq!(candidates(&PASS, &plain("f(a)")), ["f", "f 0", "f()", "f a"]);
        assert_eq!(candidates(&PASS, &plain("v<t> w;")), ["v w;", "v< > w;", "v t w;"]);
        assert_eq!(candidates(&PASS, &plain("a[]")), ["a"]);
    }

    #[test]
    fn where_lines_end_statements_what_was_in_brackets_becomes_one_line() {
        let document = indented("a(\n    b,\n    c,  // d\n)\ne = (\n    f\n)\n");
        let found = candidates(&PASS, &document);
        assert!(found.iter().any(|it| it.ends_with("e = f\n")), "on one line: {found:#?}");
        assert!(found.iter().any(|it| it.contains("// d\n")), "not behind a comment: {found:#?}");
    }

    #[test]
    fn heavier_pairs_come_first_and_brackets_in_strings_are_none() {
        let found = candidates(&PASS, &plain("(a) (b c) \"(\""));
        assert_eq!(found[0], "(a) \"(\"");
        assert_eq!(found.len(), 8);
    }
}
