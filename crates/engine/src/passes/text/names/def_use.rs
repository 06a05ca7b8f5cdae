//! Who mentions whom: the words of a file's statements, and the statements that introduce them, by text alone.

use std::collections::HashMap;

use crate::document::{Document, File};
use crate::edit::FileId;
use crate::lexeme::{brackets, word_of};
use crate::passes::text::blocks::statements::{Statement, statements};

/// The number of a word.
pub(crate) type Word = usize;

/// The words and statements of one file, and how often its words stand in the others.
pub(crate) struct DefUse<'d> {
    pub(crate) id: FileId,
    pub(crate) file: &'d File,
    pub(crate) statements: Vec<Statement>,
    /// The word at each lexeme.
    pub(crate) words: Vec<Option<Word>>,
    /// Where each word stands in this file, in order.
    pub(crate) places: Vec<Vec<usize>>,
    /// How often each word stands in other files.
    pub(crate) elsewhere: Vec<usize>,
    partners: Vec<usize>,
}

impl<'d> DefUse<'d> {
    /// Reads file `id` and counts its words in the others.
    pub(crate) fn of(document: &'d Document, id: FileId) -> DefUse<'d> {
        let file = document.file(id);
        let mut numbers: HashMap<&[u8], Word> = HashMap::new();
        let mut words = Vec::with_capacity(file.lexemes().len());
        let mut places: Vec<Vec<usize>> = Vec::new();
        for (at, lexeme) in file.lexemes().iter().enumerate() {
            let word = word_of(file, lexeme).map(|it| *numbers.entry(it).or_insert(places.len()));
            if let Some(word) = word {
                if word == places.len() {
                    places.push(Vec::new());
                }
                places[word].push(at);
            }
            words.push(word);
        }
        let mut elsewhere = vec![0; places.len()];
        if document.source_ids().nth(1).is_some() {
            let everywhere = document.words();
            for (at, &number) in words.iter().enumerate() {
                if let (Some(word), Some(number)) = (word_of(file, &file.lexemes()[at]), number) {
                    elsewhere[number] = everywhere.count(word).saturating_sub(places[number].len());
                }
            }
        }
        let partners = brackets::partners(file.lexemes());
        DefUse { id, file, statements: statements(file), words, places, elsewhere, partners }
    }

    /// The words of a statement that stand outside of all its brackets, and where: what it declares is among them.
    pub(crate) fn own_words(&self, statement: &Statement) -> impl Iterator<Item = (usize, Word)> + '_ {
        let (mut at, end) = (statement.first, statement.end);
        std::iter::from_fn(move || {
            while at < end {
                let here = at;
                at = self.partners[at].max(at) + 1;
                if let Some(word) = self.words[here] {
                    return Some((here, word));
                }
            }
            None
        })
    }

    /// For each word the statement that introduces it: of those in which it stands outside of brackets the outermost, of equal
    /// ones the first.
    pub(crate) fn definers(&self, owners: &[Option<usize>]) -> Vec<Option<usize>> {
        let mut definers: Vec<Option<usize>> = vec![None; self.places.len()];
        for (index, statement) in self.statements.iter().enumerate() {
            for (_, word) in self.own_words(statement).filter(|it| owners[it.0] == Some(index)) {
                if definers[word].is_none_or(|it| statement.depth < self.statements[it].depth) {
                    definers[word] = Some(index);
                }
            }
        }
        definers
    }
}
