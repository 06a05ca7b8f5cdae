//! Types that are named and that nobody defines, such as one that is only declared: each becomes another everywhere at once.

use std::collections::{BTreeMap, HashSet};

use super::view::{Use, View};
use crate::edit::{EditSet, FileId};
use crate::lexeme::Class;
use crate::names::{Place, Target};
use crate::pass::Sites;
use crate::thresholds::COUPLED_SITES;

/// The words before the name of a type that say what it is.
const TITLES: [&[u8]; 4] = [b"struct", b"union", b"enum", b"class"];

/// Proposes the least types for each type that a file names behind a title and that nobody defines.
pub(super) fn propose(view: &View, id: FileId, least: &[Vec<u8>], sites: &mut Sites) {
    let titled: HashSet<&[u8]> =
        words(view, id).filter(|it| is_titled(view, id, it.0)).map(|it| it.1).collect();
    let mut types: BTreeMap<&[u8], Vec<Use>> = BTreeMap::new();
    for (at, word) in words(view, id).filter(|it| titled.contains(it.1)) {
        types.entry(word).or_default().extend(view.use_at(Place { file: id, at }));
    }
    for uses in types.values().take(COUPLED_SITES.get()) {
        let with =
            |text: &Vec<u8>| -> EditSet { uses.iter().map(|it| view.replace_named(*it, text)).collect() };
        sites.alternatives(least.iter().map(with).filter(|it| view.lowers(it)).collect());
    }
}

/// The words of a file that nobody defines and that are no members of anything, with their numbers.
fn words<'d>(view: &View<'d>, id: FileId) -> impl Iterator<Item = (usize, &'d [u8])> {
    let file = view.file(id);
    let signs = [&b"."[..], b"->", b"::"];
    let found = file.lexemes().iter().enumerate().filter(move |(at, lexeme)| {
        let is_member = at.checked_sub(1).is_some_and(|it| signs.iter().any(|sign| view.reads(id, it, sign)));
        lexeme.class == Class::Word
            && !is_member
            && view.names.target(Place { file: id, at: *at }) == Target::Nothing
    });
    found.map(|(at, lexeme)| (at, lexeme.of(&file.text)))
}

fn is_titled(view: &View, id: FileId, at: usize) -> bool {
    at.checked_sub(1).is_some_and(|it| TITLES.iter().any(|word| view.reads(id, it, word)))
}
