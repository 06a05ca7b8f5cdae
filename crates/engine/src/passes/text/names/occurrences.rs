//! The names of a document: its words by text, with every place they stand at, in all files.

use std::collections::HashMap;

use crate::document::Document;
use crate::edit::{Edit, EditSet, FileId};
use crate::lexeme::{Class, Lexeme};
use crate::tokens::is_word;

/// A place in a document: a lexeme of one of its files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Place {
    /// The file.
    pub(crate) file: FileId,
    /// The index of the lexeme.
    pub(crate) at: usize,
    /// The lexeme.
    pub(crate) lexeme: Lexeme,
}

/// A text that stands in one or more places.
#[derive(Debug)]
pub(crate) struct Name<'d> {
    /// The text.
    pub(crate) text: &'d [u8],
    /// Its places, in order; never empty.
    pub(crate) places: Vec<Place>,
}

/// Puts `with` in the given places.
pub(crate) fn replace(places: &[Place], with: &[u8]) -> EditSet {
    places.iter().map(|it| Edit::replace(it.file, it.lexeme.span, with)).collect()
}

/// The words of `document` that name something and look like it anywhere, in order of appearance.
pub(crate) fn names(document: &Document) -> Vec<Name<'_>> {
    let mut names = texts(document, |class| class == Class::Word);
    names.retain(|it| it.text.iter().copied().all(is_word));
    names
}

/// The distinct texts of all lexemes whose class `wanted` accepts, in order of appearance; none where that is too
/// much to read.
pub(crate) fn texts(document: &Document, wanted: impl Fn(Class) -> bool) -> Vec<Name<'_>> {
    let mut index: HashMap<&[u8], usize> = HashMap::new();
    let mut names: Vec<Name> = Vec::new();
    for id in document.source_ids().filter(|_| document.is_read_whole()) {
        let file = document.file(id);
        for (at, lexeme) in file.lexemes().iter().enumerate().filter(|it| wanted(it.1.class)) {
            let text = lexeme.of(&file.text);
            let name = *index.entry(text).or_insert(names.len());
            if name == names.len() {
                names.push(Name { text, places: Vec::new() });
            }
            names[name].places.push(Place { file: id, at, lexeme: *lexeme });
        }
    }
    names
}
