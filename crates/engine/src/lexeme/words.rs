//! The words that texts mention things by, and how often each stands in a document.

use std::collections::HashMap;

use xxhash_rust::xxh3::xxh3_64;

use super::{Class, Lexeme, content};
use crate::document::{Document, File};
use crate::tokens::is_word;

/// How often each word stands in a document, by its hash.
#[derive(Debug, Default)]
pub(crate) struct Words(HashMap<u64, usize>);

impl Words {
    /// Counts the words of all files; none where that is too much.
    pub(crate) fn of(document: &Document) -> Words {
        let mut counts = HashMap::new();
        for file in document.source_ids().filter(|_| document.is_read_whole()).map(|it| document.file(it)) {
            for word in file.lexemes().iter().filter_map(|it| word_of(file, it)) {
                *counts.entry(xxh3_64(word)).or_default() += 1;
            }
        }
        Words(counts)
    }

    /// How often a word stands there.
    pub(crate) fn count(&self, word: &[u8]) -> usize {
        self.0.get(&xxh3_64(word)).copied().unwrap_or_default()
    }
}

/// The word a lexeme mentions; of a short literal that reads like a path its last part.
pub(crate) fn word_of<'f>(file: &'f File, lexeme: &Lexeme) -> Option<&'f [u8]> {
    let text = lexeme.of(&file.text);
    match lexeme.class {
        Class::Word => Some(text),
        Class::String if text.len() < 80 => {
            let path = &text[content(text)?];
            let plain = path.iter().all(|&it| is_word(it) || b"/.-@:".contains(&it));
            let last = path.rsplit(|&it| !is_word(it)).next()?;
            (plain && !last.is_empty()).then_some(last)
        }
        _ => None,
    }
}
