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
//! heaviest first, at most 20,000 of them.

use super::pairs::heaviest;
use crate::document::{Document, File};
use crate::edit::{Edit, EditSet, FileId, Span};
use crate::lexeme::brackets::Pair;
use crate::pass::{Pass, Propose, Sites, Stage, Tier};
use crate::passes::text::spans;

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
        sets.push(ends.into_iter().map(|it| Edit::delete(id, it)).collect());
    }
    sets
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::passes::text::testing::{candidates, plain};

    #[test]
    fn every_way_to_cut_at_a_pair_is_tried_largest_gain_first() {
        assert_eq!(candidates(&PASS, &plain("x = {a, b};")), ["x;", "x =;", "x =;;", "x = {};", "x = a, b;"]);
        assert_eq!(candidates(&PASS, &plain("f(a)")), ["f", "f 0", "f()", "f a"]);
        assert_eq!(candidates(&PASS, &plain("v<t> w;")), ["v w;", "v< > w;", "v t w;"]);
        assert_eq!(candidates(&PASS, &plain("a[]")), ["a"]);
    }

    #[test]
    fn heavier_pairs_come_first_and_brackets_in_strings_are_none() {
        let found = candidates(&PASS, &plain("(a) (b c) \"(\""));
        assert_eq!(found[0], "(a) \"(\"");
        assert_eq!(found.len(), 8);
    }
}
