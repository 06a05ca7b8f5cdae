//! `merge-identifiers`: puts one name in the place of another.
//!
//! Before:
//! ```text
//! int aa = 1; int b = 2; f(aa); f(b);
//! ```
//! After:
//! ```text
//! int b = 2; f(b); f(b);
//! ```
//! For each name, rarest first, and each of the six that could stand for it (the one introduced before it and the most
//! frequent): its first statement or list element goes and the other name (or `0`) takes the rest of its places, which always makes
//! fewer tokens; or the other name takes all its places, or all but the first, if it is the shorter or earlier in the
//! alphabet. In at most 20,000 lexemes, for at most 300 names.

use std::collections::HashMap;

use super::enclosing::Enclosing;
use super::occurrences::{Name, names, replace};
use crate::document::Document;
use crate::edit::EditSet;
use crate::names::{Kind, text_of};
use crate::pass::{Pass, Propose, Sites, Stage, Tier};
use crate::passes::text::spans;
use crate::thresholds::{MERGED_LEXEMES, MERGED_NAMES, MERGED_WITH};
use crate::tokens::count;

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "merge-identifiers",
    summary: "replace a name by another one",
    stage: Stage::Fine,
    tier: Tier::Text,
    propose: Propose::Document(propose),
};

fn propose(document: &Document, sites: &mut Sites) {
    let lexemes = document.source_ids().map(|it| document.file(it).lexemes().len());
    if !document.is_read_whole() || lexemes.sum::<usize>() > MERGED_LEXEMES.get() {
        return;
    }
    let around: Vec<Enclosing> = document.files().iter().map(|it| Enclosing::of(it)).collect();
    let names = names(document);
    let roles = roles(document, &names);
    let mut frequent: Vec<usize> = (0..names.len()).collect();
    frequent.sort_by_key(|&it| std::cmp::Reverse(names[it].places.len()));
    for &rare in frequent.iter().rev().take(MERGED_NAMES.get()) {
        let before = rare.checked_sub(1);
        let others = before.into_iter().chain(frequent.iter().copied().filter(|&it| Some(it) != before));
        let fits = |it: &usize| *it != rare && roles[*it] & roles[rare] != 0;
        let others: Vec<&Name> =
            others.filter(fits).take(MERGED_WITH.get() + 1).map(|it| &names[it]).collect();
        sites.alternatives(without_first(document, &around, &names[rare], &others));
        sites.alternatives(renamed(&names[rare], &others));
    }
}

/// What each name may stand for, as bits: of what is defined a type, something that has a value, or a label; else anything.
fn roles(document: &Document, names: &[Name]) -> Vec<u8> {
    let table = document.names();
    let mut roles: HashMap<&[u8], u8> = HashMap::new();
    for definition in table.definitions() {
        let role = match definition.kind {
            Kind::Type | Kind::Generic => 1,
            Kind::Function | Kind::Value | Kind::Member | Kind::Parameter => 2,
            Kind::Label => 4,
            Kind::Import | Kind::Module | Kind::Macro => ANYTHING,
        };
        *roles.entry(text_of(document.file(definition.file), definition)).or_default() |= role;
    }
    names.iter().map(|it| roles.get(it.text).copied().unwrap_or(ANYTHING)).collect()
}

/// All bits of a role.
const ANYTHING: u8 = 7;

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
    fn a_name_gives_way_to_another() {
        let found = candidates(&PASS, &plain("int aa; int b; f(aa, b); g(aa);"));
        for expected in [
            "int b; f(b, b); g(b);",
            "int b; int b; f(b, b); g(b);",
            "int aa; int b; f(b, b); g(b);",
            "int aa; f(aa, aa); g(aa);",
            "int b; f(0, b); g(0);",
        ] {
            assert!(found.contains(&expected.to_owned()), "{expected}: {found:#?}");
        }
    }
}
