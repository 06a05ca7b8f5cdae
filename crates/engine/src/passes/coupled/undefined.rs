//! Types that are named and that nobody defines, such as one that is only declared or that a header has: each becomes another
//! everywhere at once.

use std::collections::{BTreeMap, HashSet};

use super::view::{Use, View};
use crate::edit::{Edit, EditSet, FileId};
use crate::lexeme::{Class, offset};
use crate::names::{Place, Target};
use crate::pass::Sites;
use crate::thresholds::COUPLED_SITES;

/// The words before the name of a type that say what it is.
const TITLES: [&[u8]; 4] = [b"struct", b"union", b"enum", b"class"];

/// What a file has that has types from a header.
const INCLUDE: &[u8] = b"#include";

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

/// Proposes `int` for each type that a file of C or C++ has from a header, so that the header can go when none is left.
pub(super) fn propose_of_headers(view: &View, id: FileId, sites: &mut Sites) {
    let file = view.file(id);
    if !file.text.windows(INCLUDE.len()).any(|it| it == INCLUDE) {
        return;
    }
    let mut types: BTreeMap<&[u8], Vec<Edit>> = BTreeMap::new();
    for unit in (1..offset(file.units().len())).filter(|&it| file.is_leaf(it)) {
        let (name, span) = (file.text_of(unit), file.unit(unit).span());
        let at = file.lexeme_of(unit);
        let named =
            || view.names.target(Place { file: id, at }) == Target::Nothing && !is_member(view, id, at);
        let is_foreign = match file.kind_name(unit) {
            // The grammars know some by name.
            "primitive_type" => name.ends_with(b"_t"),
            "type_identifier" => named(),
            _ => false,
        };
        if is_foreign {
            types.entry(name).or_default().push(Edit::replace(id, span, &b"int"[..]));
        }
    }
    for edits in types.into_values().take(COUPLED_SITES.get()) {
        sites.alternatives([edits.into_iter().collect()].into_iter().filter(|it| view.lowers(it)).collect());
    }
}

/// The words of a file that nobody defines and that are no members of anything, with their numbers.
fn words<'d>(view: &View<'d>, id: FileId) -> impl Iterator<Item = (usize, &'d [u8])> {
    let file = view.file(id);
    let found = file.lexemes().iter().enumerate().filter(move |(at, lexeme)| {
        lexeme.class == Class::Word
            && !is_member(view, id, *at)
            && view.names.target(Place { file: id, at: *at }) == Target::Nothing
    });
    found.map(|(at, lexeme)| (at, lexeme.of(&file.text)))
}

fn is_member(view: &View, id: FileId, at: usize) -> bool {
    at.checked_sub(1).is_some_and(|it| [&b"."[..], b"->", b"::"].iter().any(|sign| view.reads(id, it, sign)))
}

fn is_titled(view: &View, id: FileId, at: usize) -> bool {
    at.checked_sub(1).is_some_and(|it| TITLES.iter().any(|word| view.reads(id, it, word)))
}
