//! Which names may stand for which: of one kind, and what is most likely to do.

use std::collections::HashMap;

use super::occurrences::Name;
use crate::document::Document;
use crate::names::{Kind, text_of};
use crate::thresholds::{MERGED_LEXEMES, MERGED_NAMES, MERGED_WITH};

/// What a name may be, as bits.
pub(super) type Roles = u8;
/// What is a type.
const TYPE: Roles = 1;
/// What has a value.
const VALUE: Roles = 2;
const LABEL: Roles = 4;
/// All of them: for what is not known to be one of them.
pub(super) const ANYTHING: Roles = 7;
/// What is no type, as far as that is known: for types there are better edits.
pub(super) const NO_TYPE: Roles = VALUE | LABEL;

/// For each name of one of some roles, the rarest first, those that could stand for it: the one introduced before it and the
/// most frequent.
pub(super) fn stand_ins<'n, 't>(
    document: &Document,
    names: &'n [Name<'t>],
    wanted: Roles,
) -> impl Iterator<Item = (&'n Name<'t>, Vec<&'n Name<'t>>)> {
    let roles = roles(document, names);
    let mut frequent: Vec<usize> = (0..names.len()).collect();
    frequent.sort_by_key(|&it| std::cmp::Reverse(names[it].places.len()));
    let rare = frequent.iter().rev().filter(|it| roles[**it] & wanted != 0);
    let rare: Vec<usize> = rare.take(MERGED_NAMES.get()).copied().collect();
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

/// What each name is, if it is defined; else anything.
fn roles(document: &Document, names: &[Name]) -> Vec<Roles> {
    let table = document.names();
    let mut roles: HashMap<&[u8], Roles> = HashMap::new();
    for definition in table.definitions() {
        let role = match definition.kind {
            Kind::Type | Kind::Generic => TYPE,
            Kind::Function | Kind::Value | Kind::Member | Kind::Parameter => VALUE,
            Kind::Label => LABEL,
            Kind::Import | Kind::Module | Kind::Macro => ANYTHING,
        };
        *roles.entry(text_of(document.file(definition.file), definition)).or_default() |= role;
    }
    names.iter().map(|it| roles.get(it.text).copied().unwrap_or(ANYTHING)).collect()
}
