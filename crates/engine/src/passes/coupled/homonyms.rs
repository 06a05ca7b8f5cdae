//! New names for what a body defines, where words of that name stand outside of it, too.

use std::collections::BTreeSet;

use super::functions::{Function, bindings_in, lexeme};
use crate::document::{Document, UnitId};
use crate::edit::{FileId, Span};
use crate::names::{Binding, Definition, Kind};

/// A name that gets another one: all places of it in the file of its body.
pub(super) struct Homonym {
    pub(super) places: Vec<Span>,
    pub(super) new: Vec<u8>,
}

/// The variables in the body of a function, and those of its parameters that become variables, whose words stand elsewhere,
/// each with a word that stands nowhere. `copy`: which of the copies of the body it is for; no two get the same words.
pub(super) fn homonyms<'f>(
    function: &Function<'f>,
    definition: &Definition,
    parameters: impl Iterator<Item = &'f Binding>,
    copy: usize,
) -> Vec<Homonym> {
    let (document, names) = (function.document, function.names);
    let file = document.file(definition.file);
    let Some(body) = definition.parts.body else { return Vec::new() };
    let is_value = |it: &&Binding| names.definitions()[it.definitions[0]].kind == Kind::Value;
    let inside: std::ops::Range<UnitId> = body..file.unit(body).subtree_end;
    let mut bindings: Vec<&Binding> =
        bindings_in(names, definition.file, inside).filter(is_value).chain(parameters).collect();
    // A binding is met once for each of its definitions.
    let mut met = BTreeSet::new();
    bindings.retain(|it| met.insert(it.definitions[0]));
    bindings.retain(|it| {
        let own = it.definitions.len() + it.references.len();
        document.words().count(file.text_of(names.definitions()[it.definitions[0]].name)) > own
    });
    let new = free(document).skip(copy * bindings.len());
    bindings
        .iter()
        .zip(new)
        .map(|(it, new)| Homonym { places: places(function, it, definition.file), new })
        .collect()
}

fn places(function: &Function<'_>, binding: &Binding, id: FileId) -> Vec<Span> {
    let file = function.document.file(id);
    let defined = binding.definitions.iter().map(|&it| &function.names.definitions()[it]);
    let defined = defined.filter(|it| it.file == id).map(|it| file.unit(it.name).span());
    let used = binding.references.iter().filter(|it| it.file == id);
    defined.chain(used.map(|&it| lexeme(function.document, it).span)).collect()
}

/// Words that stand nowhere in a document, the shortest first.
pub(super) fn free(document: &Document) -> impl Iterator<Item = Vec<u8>> {
    let letters = (b'a'..=b'z').map(|it| vec![it]);
    let numbered = (0_usize..).map(|it| format!("a{it}").into_bytes());
    letters.chain(numbered).filter(|it| document.words().count(it) == 0)
}
