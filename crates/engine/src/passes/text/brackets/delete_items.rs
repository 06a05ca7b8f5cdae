//! `delete-items`: takes elements of comma lists in brackets away, each with its comma.
//!
//! Before:
//! ```text
//! f(a, g(b), c);
//! ```
//! After:
//! ```text
//! f(a, c);
//! ```
//! One list for each pair of brackets that holds a comma and no `;`: at most 20,000, heaviest first.

use super::pairs::heaviest;
use crate::document::{Document, File};
use crate::edit::{FileId, Span};
use crate::lexeme::brackets::{Pair, angles, partners};
use crate::pass::{Elements, Pass, Propose, Sites, Stage, Tier};
use crate::passes::text::spans;

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "delete-items",
    summary: "delete elements of comma lists in brackets",
    stage: Stage::Main,
    tier: Tier::Text,
    propose: Propose::File(propose),
};

fn propose(document: &Document, id: FileId, sites: &mut Sites) {
    let file = document.file(id);
    let partners = partners(file.lexemes());
    // Only in angles: elsewhere a `<` may as well compare.
    let mut with_angles = partners.clone();
    for pair in angles(&file.text, file.lexemes()) {
        with_angles[pair.open] = pair.close;
    }
    for pair in heaviest(file) {
        let partners = if pair.bracket == b'<' { &with_angles } else { &partners };
        if let Some(list) = list(file, partners, &pair) {
            let (elements, separators) = list.into_iter().unzip();
            sites.elements(Elements { file: id, elements, separators, around: vec![], at_least: 0 });
        }
    }
}

/// The elements between the brackets of `pair` with the comma after each; `None` when that is no list.
fn list(file: &File, partners: &[usize], pair: &Pair) -> Option<Vec<(Span, Span)>> {
    let lexemes = file.lexemes();
    let mut list = Vec::new();
    let mut first = pair.open + 1;
    let mut at = first;
    while at < pair.close {
        if spans::reads(file, at, b";") {
            return None;
        }
        if spans::reads(file, at, b",") {
            if first == at {
                return None;
            }
            list.push((spans::span_of(lexemes, first, at - 1), lexemes[at].span));
            first = at + 1;
        }
        at = partners[at].max(at) + 1;
    }
    if first < pair.close && !list.is_empty() {
        let rest = spans::span_of(lexemes, first, pair.close - 1);
        list.push((rest, Span::new(rest.end, rest.end)));
    }
    (!list.is_empty()).then_some(list)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pass::Site;
    use crate::passes::text::testing::{plain, sites};

    fn lists(text: &str) -> Vec<Vec<(&str, &str)>> {
        let shown = |site: &Site| {
            let Site::Elements(list) = site else { panic!("a list of elements") };
            let both = list.elements.iter().zip(&list.separators);
            both.map(|it| (&text[it.0.range()], &text[it.1.range()])).collect()
        };
        sites(&PASS, &plain(text)).iter().map(shown).collect()
    }

    #[test]
    fn elements_come_with_the_comma_after_them() {
        assert_eq!(lists("f(a, g(b, c))"), [[("a", ","), ("g(b, c)", "")], [("b", ","), ("c", "")]]);
        assert_eq!(lists("[a, b,]"), [[("a", ","), ("b", ",")]]);
        assert_eq!(lists("v<a, b>"), [[("a", ","), ("b", "")]]);
    }

    #[test]
    fn what_holds_no_comma_or_a_semicolon_is_no_list() {
        assert!(lists("f(a) { b, c; d } (,)").is_empty());
    }
}
