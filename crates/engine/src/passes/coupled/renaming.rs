//! New names, where two things of one name would get into each other's way.

use std::collections::{HashMap, HashSet};

use super::view::View;
use crate::document::Document;
use crate::edit::{Edit, EditSet};
use crate::names::{BindingId, Word};
use crate::thresholds::MERGED_NAMES;

/// The shortest word that stands nowhere in a document.
pub(super) fn fresh(document: &Document) -> Vec<u8> {
    let files = document.files().iter();
    let words: HashSet<&[u8]> =
        files.flat_map(|file| file.lexemes().iter().map(|it| it.of(&file.text))).collect();
    let letters = || (b'a'..=b'z').map(|it| vec![it]);
    let numbered = (0..=words.len()).map(|it| format!("a{it}").into_bytes());
    letters().chain(numbered).find(|it| !words.contains(&it[..])).expect("one more than there are words")
}

/// Gives a binding another name wherever it is surely meant.
pub(super) fn rename(view: &View, binding: BindingId, name: &[u8]) -> EditSet {
    let defined = view.definitions(binding).map(|it| (it.file, view.file(it.file).unit(it.name).span()));
    let used = view.binding(binding).references.iter();
    let used = used.map(|it| (it.file, view.file(it.file).lexemes()[it.at].span));
    defined.chain(used).map(|(file, span)| Edit::replace(file, span, name)).collect()
}

/// Gives each thing whose word stands in other places, too, a name of its own, where that is shorter.
pub(in crate::passes) fn each_alone(
    document: &Document,
    mut new: impl FnMut(&[u8]) -> Option<Vec<u8>>,
) -> Vec<EditSet> {
    let Some(view) = View::of(document) else { return Vec::new() };
    let mut places: HashMap<&[u8], usize> = HashMap::new();
    for file in document.files() {
        file.lexemes().iter().for_each(|it| *places.entry(it.of(&file.text)).or_default() += 1);
    }
    let ambiguous = ambiguous(&view);
    let is_one = |it: BindingId| {
        let own = view.definitions(it).count() + view.binding(it).references.len();
        let others = || places.get(name_of(&view, it)).is_some_and(|&all| all > own);
        ambiguous[it] || view.binding(it).perhaps == 0 && others()
    };
    let mut renamed = Vec::new();
    for binding in (0..ambiguous.len()).filter(|&it| is_one(it)).take(MERGED_NAMES.get()) {
        let Some(name) = new(name_of(&view, binding)) else { continue };
        renamed.push(rename(&view, binding, &name));
    }
    renamed.retain(|it| view.lowers(it));
    renamed
}

/// For each binding, by number, whether its word means other things, too.
pub(super) fn ambiguous(view: &View) -> Vec<bool> {
    let mut counts: HashMap<Word, usize> = HashMap::new();
    let words = view.names.bindings().iter().map(|it| it.word);
    words.clone().for_each(|it| *counts.entry(it).or_default() += 1);
    words.map(|it| counts[&it] > 1).collect()
}

/// The name of a binding.
pub(super) fn name_of<'d>(view: &View<'d>, binding: BindingId) -> &'d [u8] {
    view.definitions(binding).next().map_or(b"", |it| view.file(it.file).text_of(it.name))
}
