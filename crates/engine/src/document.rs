//! A document: the files being reduced, each with its text, its syntax tree as a flat arena of units, and its tokens.
//!
//! A document is a value: never changed, only replaced. Building one cannot fail on any bytes: errors in the tree are
//! ordinary units, and without a language there is only the root.

use std::sync::{Arc, OnceLock};

use crate::edit::{FileId, Span};
use crate::language::Language;
use crate::lexeme::{self, Lexeme};
use crate::names::Names;
use crate::tokens;
use crate::unit;
pub(crate) use crate::unit::{Unit, UnitId};

/// The most files that a document may have: as many as there are [`FileId`]s.
pub(crate) const MOST_FILES: usize = u16::MAX as usize;

/// The files being reduced.
#[derive(Debug, Clone)]
pub struct Document {
    files: Vec<File>,
    /// Made when a pass first asks for them.
    names: OnceLock<Arc<Names>>,
}

/// One file of a document.
#[derive(Debug, Clone)]
pub struct File {
    /// Its text.
    pub text: Arc<[u8]>,
    /// Its language, if it has one and there is a tree.
    pub language: Option<Arc<Language>>,
    /// The tree-sitter tree that the units were read from, for queries.
    pub tree: Option<tree_sitter::Tree>,
    /// The arena, in preorder; never empty.
    pub units: Vec<Unit>,
    /// How many ERROR and MISSING units there are.
    pub errors: usize,
    /// Where each token starts, as [`tokens::starts`] finds them.
    token_starts: Vec<u32>,
    /// What must stay as it is, byte for byte: sorted, disjoint, none empty.
    pub(crate) protected: Vec<Span>,
    /// Made when a pass first asks for them.
    lexemes: OnceLock<Vec<Lexeme>>,
}

impl Document {
    /// Parses each text in its language.
    pub fn parse(files: impl IntoIterator<Item = (Arc<[u8]>, Option<Arc<Language>>)>) -> Document {
        let files = files.into_iter().map(|(text, language)| File::parse(text, language)).collect();
        Document { files, names: OnceLock::new() }
    }

    /// The files, in the order of their ids.
    pub fn files(&self) -> &[File] {
        &self.files
    }

    /// One file.
    pub fn file(&self, id: FileId) -> &File {
        &self.files[usize::from(id.0)]
    }

    /// The ids of all files.
    pub fn file_ids(&self) -> impl Iterator<Item = FileId> + use<> {
        (0..u16::try_from(self.files.len()).expect("fewer than 65,536 files")).map(FileId)
    }

    /// The texts of all files.
    pub fn texts(&self) -> Vec<Arc<[u8]>> {
        self.files.iter().map(|it| it.text.clone()).collect()
    }

    /// What it defines and refers to.
    pub(crate) fn names(&self) -> &Names {
        self.names.get_or_init(|| Arc::new(Names::of(self)))
    }

    /// This document with spans that must stay as they are, for each file.
    #[must_use]
    pub(crate) fn protecting(mut self, spans: Vec<Vec<Span>>) -> Document {
        for (file, spans) in self.files.iter_mut().zip(spans) {
            file.protected = spans;
        }
        self
    }

    /// True when something in it must stay as it is.
    pub(crate) fn is_protected(&self) -> bool {
        self.files.iter().any(|it| !it.protected.is_empty())
    }

    /// Tokens of all files.
    pub fn tokens(&self) -> usize {
        self.files.iter().map(File::tokens).sum()
    }
}

impl File {
    /// Parses `text`. Cannot fail: what the grammar cannot explain becomes ERROR units.
    pub fn parse(text: Arc<[u8]>, language: Option<Arc<Language>>) -> File {
        let tree = language.as_ref().and_then(|it| unit::tree(&text, it));
        let language = language.filter(|_| tree.is_some());
        let units = unit::arena(&text, tree.as_ref());
        let errors = units.iter().filter(|it| it.is_error() || it.is_missing()).count();
        let token_starts = tokens::starts(&text);
        let protected = Vec::new();
        File { text, language, tree, units, errors, token_starts, protected, lexemes: OnceLock::new() }
    }

    /// How many tokens the text has.
    pub fn tokens(&self) -> usize {
        self.token_starts.len()
    }

    /// True when the grammar explains the text but for an error here and there, so that its lists can be trusted.
    pub fn is_explained(&self) -> bool {
        self.language.is_some() && self.errors * 400 <= self.units.len()
    }

    /// One unit.
    pub fn unit(&self, id: UnitId) -> &Unit {
        &self.units[id as usize]
    }

    /// The bytes of a unit.
    pub fn text_of(&self, id: UnitId) -> &[u8] {
        &self.text[self.unit(id).span().range()]
    }

    /// The children of a unit, in order, tokens and extras included.
    pub fn children(&self, id: UnitId) -> impl Iterator<Item = UnitId> + '_ {
        let end = self.unit(id).subtree_end;
        let mut next = id + 1;
        std::iter::from_fn(move || {
            (next < end).then(|| {
                let child = next;
                next = self.unit(child).subtree_end;
                child
            })
        })
    }

    /// True when the unit has no children.
    pub fn is_leaf(&self, id: UnitId) -> bool {
        self.unit(id).subtree_end == id + 1
    }

    /// All leaves with text, in order.
    pub fn leaves(&self) -> impl Iterator<Item = UnitId> + '_ {
        (0..u32::try_from(self.units.len()).expect("fewer than 4 Gi units"))
            .filter(|&it| self.is_leaf(it) && !self.unit(it).span().is_empty())
    }

    /// The kind's name, as the grammar spells it; "ERROR" for what it could not explain, "" without a language.
    pub fn kind_name(&self, id: UnitId) -> &str {
        let language = self.language.as_ref();
        language.and_then(|it| it.grammar.node_kind_for_id(self.unit(id).kind)).unwrap_or_default()
    }

    /// How many tokens start within `span`.
    pub fn tokens_in(&self, span: Span) -> usize {
        let after = |offset: u32| self.token_starts.partition_point(|&it| it < offset);
        after(span.end) - after(span.start)
    }

    /// The lexemes of the file, in order.
    pub fn lexemes(&self) -> &[Lexeme] {
        self.lexemes.get_or_init(|| lexeme::lexemes(&self.text, &self.units, self.language.as_deref()))
    }

    /// The index of the first lexeme that begins in a unit or behind its start.
    pub(crate) fn lexeme_of(&self, id: UnitId) -> usize {
        let start = self.unit(id).start;
        self.lexemes().partition_point(|it| it.span.start < start)
    }

    /// Where each token starts.
    pub fn token_starts(&self) -> &[u32] {
        &self.token_starts
    }
}
