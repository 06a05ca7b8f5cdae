//! `substitute-name`: another name stands for one whose first statement goes.
//!
//! Before:
//! ```text
//! int aa = 1; int b = 2; f(aa); f(b);
//! ```
//! After:
//! ```text
//! int b = 2; f(b); f(b);
//! ```
//! For each name that is not known to be a type's, rarest first, and each of the six that could stand for it (the one
//! introduced before it and the most frequent): its first statement or list element goes and the other name (or `0`) takes the
//! rest of its places, which always makes fewer tokens. In at most 20,000 lexemes, for at most 300 names.

use super::enclosing::Enclosing;
use super::occurrences::{Name, names, replace};
use super::stand_ins::{NO_TYPE, is_too_large, stand_ins};
use crate::document::Document;
use crate::edit::EditSet;
use crate::pass::{Pass, Propose, Sites, Stage, Tier};
use crate::tokens::count;

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "substitute-name",
    summary: "delete the first statement of a name and let another one stand for it",
    stage: Stage::Fine,
    tier: Tier::Text,
    propose: Propose::Document(propose),
};

fn propose(document: &Document, sites: &mut Sites) {
    if is_too_large(document) {
        return;
    }
    let around: Vec<Enclosing> = document.files().iter().map(|it| Enclosing::of(it)).collect();
    for (name, others) in stand_ins(document, &names(document), NO_TYPE) {
        sites.alternatives(without_first(document, &around, name, &others));
    }
}

/// The first statement of a name goes, and another name takes its other places.
fn without_first(document: &Document, around: &[Enclosing], name: &Name, others: &[&Name]) -> Vec<EditSet> {
    let [first, rest @ ..] = &name.places[..] else { return Vec::new() };
    if rest.is_empty() {
        return Vec::new();
    }
    let enclosing = &around[usize::from(first.file.0)];
    let mut cuts = vec![enclosing.statement(first.at)];
    cuts.extend(enclosing.element(first.at));
    // A suffix of a number is less than a token, and longer names elsewhere would be more than it.
    cuts.retain(|it| document.file(first.file).tokens_in(*it) > 0);
    let mut sets = Vec::new();
    for cut in cuts {
        let cut = EditSet::delete(first.file, cut);
        let light = |it: &&&Name| count(it.text) <= count(name.text);
        let with = others.iter().filter(light).map(|it| it.text).chain([b"0" as &[u8]]);
        sets.extend(with.map(|it| replace(rest, it).merge(&cut)));
    }
    sets
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::passes::text::testing::{candidates, plain};

    #[test]
    fn a_name_gives_way_to_another_with_its_first_statement_or_element() {
        let found = candidates(&PASS, &plain("int aa; int b; f(aa, b); g(aa);"));
        for expected in ["int b; f(b, b); g(b);", "int aa; f(aa, aa); g(aa);", "int b; f(0, b); g(0);"] {
            assert!(found.contains(&expected.to_owned()), "{expected}: {found:#?}");
        }
    }
}
