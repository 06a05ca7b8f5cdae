//! Which names may stand for which: of one kind, and what is most likely to do.

use std::collections::HashMap;

use super::occurrences::Name;
use crate::document::Document;
use crate::names::{Kind, text_of};
use crate::thresholds::{MERGED_LEXEMES, MERGED_NAMES, MERGED_WITH};

/// For each name, the rarest first, those that could stand for it: the one introduced before it and the most frequent.
pub(super) fn stand_ins<'n, 't>(
    document: &Document,
    names: &'n [Name<'t>],
) -> impl Iterator<Item = (&'n Name<'t>, Vec<&'n Name<'t>>)> {
    let roles = roles(document, names);
    let mut frequent: Vec<usize> = (0..names.len()).collect();
    frequent.sort_by_key(|&it| std::cmp::Reverse(names[it].places.len()));
    let rare: Vec<usize> = frequent.iter().rev().take(MERGED_NAMES.get()).copied().collect();
    rare.into_iter().map(move |rare| {
        let before = rare.checked_sub(1);
        let others = before.into_iter().chain(frequent.iter().copied().filter(|&it| Some(it) != before));
        let fits = |it: &usize| *it != rare && roles[*it] & roles[rare] != 0;
        let others = others.filter(fits).take(MERGED_WITH.get() + 1).map(|it| &names[it]);
        (&names[rare], others.collect())
    })
}

/// True for a document of which no name is looked at.
pub(super) fn is_too_large(document: &Document) -> bool {
    let lexemes = document.source_ids().map(|it| document.file(it).lexemes().len());
    !document.is_read_whole() || lexemes.sum::<usize>() > MERGED_LEXEMES.get()
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
