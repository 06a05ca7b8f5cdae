//! The normal form of a text: names and literals made alike, so that two results which differ in nothing else are one.

use std::collections::HashMap;
use std::sync::Arc;

use lop_engine::Language;
use lop_engine::internal::{Class, Document, FileId};
use xxhash_rust::xxh3::Xxh3;

/// The hash of the normal form.
///
/// Each name becomes its number in the order of first appearance, each number and string one mark; comments and blanks
/// go. Without a language nobody knows which words are names, so they stay.
pub(crate) fn hash(text: &Arc<[u8]>, language: Option<&Arc<Language>>) -> u128 {
    let document = Document::parse([(text.clone(), language.cloned())]);
    let mut names: HashMap<&[u8], usize> = HashMap::new();
    let mut hasher = Xxh3::new();
    hasher.update(language.map_or("", |it| &it.name).as_bytes());
    for lexeme in document.file(FileId(0)).lexemes() {
        let bytes = lexeme.of(text);
        hasher.update(b"\0");
        match lexeme.class {
            Class::Comment => {}
            Class::Number => hasher.update(b"number"),
            Class::String => hasher.update(b"string"),
            Class::Word if language.is_some() => {
                let next = names.len();
                let number = *names.entry(bytes).or_insert(next);
                hasher.update(format!("name {number}").as_bytes());
            }
            _ => hasher.update(bytes),
        }
    }
    hasher.digest128()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn alike(a: &str, b: &str, language: &str) -> bool {
        let language = lop_languages::by_name(language);
        let hash = |text: &str| hash(&Arc::from(text.as_bytes()), language.as_ref());
        hash(a) == hash(b)
    }

    #[test]
    fn names_and_literals_do_not_matter_but_which_name_is_which_does() {
        assert!(alike("int a = b + 1 ;", "int x=y+29;", "c"));
        assert!(alike("f(\"a\")", "g(\"bcd\")", "c"));
        assert!(!alike("int a = a + 1;", "int a = b + 1;", "c"));
        assert!(!alike("int a;", "long a;", "c"));
    }

    #[test]
    fn without_a_language_words_stay_as_they_are() {
        assert!(alike("one 1", "one 2", "none"));
        assert!(!alike("one", "two", "none"));
    }
}
