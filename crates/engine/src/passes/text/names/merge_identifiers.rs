//! `merge-identifiers`: puts one name in the place of another.
//!
//! Before:
//! ```text
//! int aa = 1; int b = 2; f(aa); f(b);
//! ```
//! After:
//! ```text
//! int b = 1; int b = 2; f(b); f(b);
//! ```
//! For each name, rarest first, each of the six that could stand for it (the one introduced before it and the most frequent)
//! takes all its places, or all but the first, if it is the shorter or earlier in the alphabet. Once all else has been done to the
//! names, for what has the name of something else is no longer told apart from it. In at most 20,000 lexemes, for at most 300
//! names.

use super::occurrences::{Name, names, replace};
use super::stand_ins::{ANYTHING, is_too_large, stand_ins};
use crate::document::Document;
use crate::edit::EditSet;
use crate::pass::{Pass, Propose, Sites, Stage, Tier};
use crate::passes::text::spans;

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "merge-identifiers",
    summary: "replace a name by another one",
    stage: Stage::Polish,
    tier: Tier::Text,
    propose: Propose::Document(propose),
};

fn propose(document: &Document, sites: &mut Sites) {
    if !is_too_large(document) {
        for (name, others) in stand_ins(document, &names(document), ANYTHING) {
            sites.alternatives(renamed(name, &others));
        }
    }
}

/// Another name takes all places of a name, or all but the first.
fn renamed(name: &Name, others: &[&Name]) -> Vec<EditSet> {
    let lower = || others.iter().filter(|it| spans::lowers(name.text, it.text));
    let all = lower().map(|it| replace(&name.places, it.text));
    let but_first = lower().map(|it| replace(&name.places[1..], it.text));
    all.chain(but_first).filter(|it| !it.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::passes::text::testing::{candidates, plain};

    #[test]
    fn a_name_takes_all_places_of_another_or_all_but_the_first() {
        let found = candidates(&PASS, &plain("int aa; int b; f(aa, b); g(aa);"));
        for expected in ["int b; int b; f(b, b); g(b);", "int aa; int b; f(b, b); g(b);"] {
            assert!(found.contains(&expected.to_owned()), "{expected}: {found:#?}");
        }
    }
}
