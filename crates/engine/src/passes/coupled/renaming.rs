//! New names, where two things of one name would get into each other's way.

use std::collections::HashSet;

use super::view::View;
use crate::document::Document;
use crate::edit::{Edit, EditSet};
use crate::names::BindingId;

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

/// True when the word of a binding means other things, too.
pub(super) fn is_ambiguous(view: &View, binding: BindingId) -> bool {
    let word = view.binding(binding).word;
    view.names.bindings().iter().filter(|it| it.word == word).nth(1).is_some()
}

/// The name of a binding.
pub(super) fn name_of<'d>(view: &View<'d>, binding: BindingId) -> &'d [u8] {
    view.definitions(binding).next().map_or(b"", |it| view.file(it.file).text_of(it.name))
}
