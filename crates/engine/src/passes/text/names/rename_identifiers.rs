//! `rename-identifiers`: gives the names of a document the shortest names that are free.
//!
//! Before:
//! ```text
//! total = total + count
//! ```
//! After:
//! ```text
//! a = a + b
//! ```
//! By text, in all files at once, without regard to scopes: one list with a coupled set for each name, the costliest
//! names first in line for the shortest; what begins with a capital still does. Words that the grammar spells are never given out.
//! Where a word cannot change as a whole, such as that of a method which others have, too, what else it stands for changes alone, if
//! the table of names knows. In what is a few lines long, all its places change but those of one kind in the tree, as it may be the word of an attribute as well. In what is
//! no longer than a line, each of its places is tried alone as well: the test may want the call and not what it calls; and a name
//! loses its second half, its last quarter and so on, or its first: the test may want a part of it.

use crate::passes::coupled::renaming::each_alone;
use crate::passes::text::spans;
use std::collections::{BTreeMap, BTreeSet};
use std::iter::Peekable;

use super::occurrences::{Name, Place, names, replace, texts};
use crate::document::Document;
use crate::edit::EditSet;
use crate::lexeme::Class;
use crate::pass::{Pass, Propose, Sites, Stage, Tier};
use crate::thresholds::{FEW_LINES_BYTES, LINE_BYTES};

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "rename-identifiers",
    summary: "give names the shortest names that are free",
    stage: Stage::Finish,
    tier: Tier::Text,
    propose: Propose::Document(propose),
};

fn propose(document: &Document, sites: &mut Sites) {
    let mut names = names(document);
    names.sort_by_key(|it| std::cmp::Reverse(it.places.len() * it.text.len()));
    let taken = taken(document);
    let mut free = Free([false, true].map(|it| short_names(it, &taken).peekable()));
    let mut renamed: Vec<(usize, EditSet)> = Vec::new();
    for name in &names {
        if let Some(new) = free.next_for(name.text) {
            renamed.push((name.places[0].at, replace(&name.places, &new)));
        }
    }
    renamed.sort_by_key(|it| it.0);
    sites.list(renamed.into_iter().map(|it| it.1).collect());
    let mut rest = free.clone();
    for set in each_alone(document, |it| rest.next_for(it)) {
        sites.alternatives(vec![set]);
    }
    let bytes: usize = document.files().iter().map(|it| it.text.len()).sum();
    if bytes <= FEW_LINES_BYTES.get() {
        for name in &names {
            let new = free.clone().next_for(name.text);
            sites.alternatives(new.map(|it| but_one_kind(document, name, &it)).unwrap_or_default());
        }
    }
    if bytes <= LINE_BYTES.get() {
        for name in &names {
            if let Some(new) = free.clone().next_for(name.text) {
                each_place(name, &new, sites);
            }
        }
        for name in &names {
            sites.alternatives(shortened(name, &taken));
        }
    }
}

/// The next free names: those that begin with a small letter, and those with a capital.
#[derive(Clone)]
struct Free<I: Iterator<Item = Vec<u8>>>([Peekable<I>; 2]);

impl<I: Iterator<Item = Vec<u8>>> Free<I> {
    /// One in the place of a name, if that is worth more. A capital stays one: in many languages it makes another thing.
    fn next_for(&mut self, name: &[u8]) -> Option<Vec<u8>> {
        let capital = name.first().is_some_and(u8::is_ascii_uppercase);
        self.0[usize::from(capital)].next_if(|it| spans::lowers(name, it))
    }
}

/// Renames two or more places of a name, all but those of one kind in the tree, the fewest of which come first.
fn but_one_kind(document: &Document, name: &Name<'_>, new: &[u8]) -> Vec<EditSet> {
    let mut kinds: BTreeMap<_, usize> = BTreeMap::new();
    name.places.iter().for_each(|it| *kinds.entry(kind_of(document, it)).or_default() += 1);
    let mut left: Vec<_> = kinds.into_iter().collect();
    left.sort_by_key(|it| it.1);
    let others = |left| name.places.iter().filter(move |it| kind_of(document, it) != left);
    let sets = left.iter().map(|it| others(it.0).copied().collect::<Vec<_>>());
    sets.filter(|it| it.len() > 1).map(|it| replace(&it, new)).collect()
}

/// The kinds of the two units around a place.
fn kind_of(document: &Document, place: &Place) -> Option<(u16, u16)> {
    let units = document.file(place.file).units();
    let unit = units.partition_point(|it| it.start <= place.lexeme.span.start).checked_sub(1)?;
    let around = &units[units[unit].parent as usize];
    Some((around.kind, units[around.parent as usize].kind))
}

/// Renames one place of a name that has more.
fn each_place(name: &Name<'_>, new: &[u8], sites: &mut Sites) {
    for place in name.places.iter().filter(|_| name.places.len() > 1) {
        sites.alternatives(vec![replace(std::slice::from_ref(place), new)]);
    }
}

/// A name without its end or its beginning, the most first.
fn shortened(name: &Name<'_>, taken: &BTreeSet<Vec<u8>>) -> Vec<EditSet> {
    let length = name.text.len();
    let cuts = std::iter::successors(Some(length / 2), |it| Some(it / 2)).take_while(|it| *it > 0);
    let parts = cuts.flat_map(|it| [&name.text[..length - it], &name.text[it..]]);
    let is_free =
        |it: &&[u8]| !it[0].is_ascii_digit() && std::str::from_utf8(it).is_ok() && !taken.contains(*it);
    parts.filter(is_free).map(|it| replace(&name.places, it)).collect()
}

/// The shortest names that are none of these words.
pub(in crate::passes) fn free_names(taken: &BTreeSet<Vec<u8>>) -> impl Iterator<Item = Vec<u8>> + '_ {
    short_names(false, taken)
}

/// All words of the document and of its grammars.
pub(in crate::passes) fn taken(document: &Document) -> BTreeSet<Vec<u8>> {
    let words = texts(document, |it| matches!(it, Class::Word | Class::Keyword));
    let mut taken: BTreeSet<Vec<u8>> = words.iter().map(|it| it.text.to_vec()).collect();
    for language in document.files().iter().filter_map(|it| it.language.as_ref()) {
        let kinds = 0..u16::try_from(language.kinds()).unwrap_or(u16::MAX);
        let spelt = kinds.filter(|&it| !language.is_named(it));
        taken.extend(spelt.filter_map(|it| language.kind_name(it)).map(|it| it.as_bytes().to_vec()));
    }
    taken
}

/// `a` to `z`, then `aa` to `zz`, then `aaa` to `zzz`, or all with a capital, without those that are taken.
fn short_names(capital: bool, taken: &BTreeSet<Vec<u8>>) -> impl Iterator<Item = Vec<u8>> + Clone + use<'_> {
    let named = move |length: u32, number: usize| {
        let letter = |place: u32| b"abcdefghijklmnopqrstuvwxyz"[number / 26usize.pow(place) % 26];
        let mut name: Vec<u8> = (0..length).rev().map(letter).collect();
        if capital {
            name[0].make_ascii_uppercase();
        }
        name
    };
    let all = (1..=3u32).flat_map(move |length| (0..26usize.pow(length)).map(move |it| named(length, it)));
    all.filter(|it| !taken.contains(it))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::passes::text::testing::{c, candidates, plain};

    #[test]
    fn the_costliest_names_get_the_shortest() {
        assert_eq!(candidates(&PASS, &c("int foo, a; int bar = foo + foo;"))[0], "int b, a; int c = b + b;");
    }

    #[test]
    fn names_that_are_as_short_as_can_be_stay() {
        assert!(candidates(&PASS, &plain("a = b + b")).is_empty());
        assert_eq!(candidates(&PASS, &plain("b = c + c")), ["b = a + a", "b = a + a"]);
    }

    #[test]
    fn a_place_of_a_name_changes_alone_where_all_fit_into_a_line() {
        let found = candidates(&PASS, &c("int call() { return call(1); }"));
        assert!(found.contains(&"int b() { return call(1); }".to_owned()), "{found:?}");
        let long = format!("int call() {{ return call({}); }}", "1".repeat(80));
        assert!(candidates(&PASS, &c(&long)).iter().all(|it| !it.contains("call")), "all of them, or none");
    }

    #[test]
    fn all_places_of_a_name_change_but_those_of_one_kind() {
        let found = candidates(&PASS, &c("[[aligned]] int aligned() { aligned(); aligned(); }"));
        assert!(found.contains(&"[[aligned]] int b() { b(); b(); }".to_owned()), "{found:#?}");
        let few = candidates(
            &PASS,
            &c("int aligned; [[aligned]] int some_more[] = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 };"),
        );
        assert!(few.iter().all(|it| it.matches("aligned").count() != 1), "{few:#?}");
    }

    #[test]
    fn a_name_is_shortened_where_all_fit_into_a_line() {
        let found = candidates(&PASS, &c("int calling;"));
        let parts = ["a", "a", "call", "ling", "callin", "alling"].map(|it| format!("int {it};"));
        assert_eq!(found, parts);
        assert!(!candidates(&PASS, &c("int inti;")).contains(&"int int;".to_owned()), "no keyword");
    }

    #[test]
    fn a_capital_stays_one() {
        assert_eq!(candidates(&PASS, &plain("Foo = bar(Foo)"))[0], "A = a(A)");
    }

    #[test]
    fn names_count_up() {
        let none = BTreeSet::new();
        let names: Vec<_> = short_names(false, &none).take(28).collect();
        assert_eq!(
            (&names[0][..], &names[25][..], &names[26][..], &names[27][..]),
            (&b"a"[..], &b"z"[..], &b"aa"[..], &b"ab"[..])
        );
    }
}
