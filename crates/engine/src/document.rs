//! A document: the files being reduced, each with its text, its syntax tree as a flat arena of units, and its tokens.
//!
//! A document is a value: never changed, only replaced. Building one cannot fail on any bytes: errors in the tree are
//! ordinary units, and without a language there is only the root.

use std::sync::{Arc, OnceLock};

use crate::edit::{FileId, Span};
use crate::language::Language;
use crate::lexeme::{self, Lexeme};
use crate::tokens;

/// The index of a unit in its file's arena. The root is 0, a unit's descendants follow it directly.
pub type UnitId = u32;

/// One node or token of the tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unit {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
    /// The parent; the root is its own.
    pub parent: UnitId,
    /// One past the last descendant, so that `id + 1..subtree_end` are the descendants in preorder.
    pub subtree_end: UnitId,
    /// The node's kind as the tree shows it, aliases applied (`Node::kind_id`).
    pub kind: u16,
    /// The grammar's own symbol, before aliases (`Node::grammar_id`).
    pub symbol: u16,
    /// The field it stands in, 0 for none.
    pub field: u16,
    /// See [`Unit::is_named`] and its neighbours.
    flags: u8,
}

const NAMED: u8 = 1;
const ERROR: u8 = 2;
const MISSING: u8 = 4;
const EXTRA: u8 = 8;
const HAS_ERROR: u8 = 16;

impl Unit {
    /// The bytes it covers.
    pub const fn span(&self) -> Span {
        Span::new(self.start, self.end)
    }
    /// True for a rule of the grammar, false for a literal token.
    pub const fn is_named(&self) -> bool {
        self.flags & NAMED != 0
    }
    /// True for text that the grammar could not explain.
    pub const fn is_error(&self) -> bool {
        self.flags & ERROR != 0
    }
    /// True for a token of no width that the parser made up.
    pub const fn is_missing(&self) -> bool {
        self.flags & MISSING != 0
    }
    /// True for what may stand anywhere, such as a comment. ERROR units are extra too.
    pub const fn is_extra(&self) -> bool {
        self.flags & EXTRA != 0
    }
    /// True when it is, or holds, an ERROR or MISSING unit.
    pub const fn has_error(&self) -> bool {
        self.flags & HAS_ERROR != 0
    }
}

/// The files being reduced.
#[derive(Debug, Clone)]
pub struct Document {
    files: Vec<File>,
}

/// One file of a document.
#[derive(Debug, Clone)]
pub struct File {
    /// Its text.
    pub text: Arc<[u8]>,
    /// Its language, if it has one.
    pub language: Option<Arc<Language>>,
    /// The tree-sitter tree the units were read from, for incremental parsing.
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
        Document { files: files.into_iter().map(|(text, language)| File::parse(text, language)).collect() }
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
        let tree = language.as_ref().and_then(|it| parse_tree(&text, it, None));
        let units = tree.as_ref().map_or_else(|| root_only(&text), arena);
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
        self.lexemes.get_or_init(|| lexeme::lexemes(self))
    }

    /// Where each token starts.
    pub fn token_starts(&self) -> &[u32] {
        &self.token_starts
    }
}

/// Parses `text`, re-using what it can of `old`, which must have been edited to match.
pub(crate) fn parse_tree(
    text: &[u8],
    language: &Language,
    old: Option<&tree_sitter::Tree>,
) -> Option<tree_sitter::Tree> {
    let mut parser = tree_sitter::Parser::new();
    parser.set_language(&language.grammar).ok()?;
    parser.parse(text, old)
}

fn root_only(text: &[u8]) -> Vec<Unit> {
    let end = u32::try_from(text.len()).expect("a document is smaller than 4 GiB");
    vec![Unit { start: 0, end, parent: 0, subtree_end: 1, kind: 0, symbol: 0, field: 0, flags: NAMED }]
}

/// Reads the whole tree into an arena with one cursor walk: no recursion, whatever the depth.
fn arena(tree: &tree_sitter::Tree) -> Vec<Unit> {
    let mut units: Vec<Unit> = Vec::with_capacity(tree.root_node().descendant_count());
    let mut cursor = tree.walk();
    let mut parent = 0;
    loop {
        let id = u32::try_from(units.len()).expect("fewer than 4 Gi units");
        units.push(unit_at(&cursor, parent));
        if cursor.goto_first_child() {
            parent = id;
            continue;
        }
        units[id as usize].subtree_end = id + 1;
        loop {
            if cursor.goto_next_sibling() {
                break;
            }
            if !cursor.goto_parent() {
                return units;
            }
            let end = u32::try_from(units.len()).expect("fewer than 4 Gi units");
            units[parent as usize].subtree_end = end;
            parent = units[parent as usize].parent;
        }
    }
}

fn unit_at(cursor: &tree_sitter::TreeCursor<'_>, parent: UnitId) -> Unit {
    let node = cursor.node();
    let flag = |set: bool, bit: u8| if set { bit } else { 0 };
    let offset = |it: usize| u32::try_from(it).expect("a document is smaller than 4 GiB");
    Unit {
        start: offset(node.start_byte()),
        end: offset(node.end_byte()),
        parent,
        subtree_end: 0,
        kind: node.kind_id(),
        symbol: node.grammar_id(),
        field: cursor.field_id().map_or(0, Into::into),
        flags: flag(node.is_named(), NAMED)
            | flag(node.is_error(), ERROR)
            | flag(node.is_missing(), MISSING)
            | flag(node.is_extra(), EXTRA)
            | flag(node.has_error(), HAS_ERROR),
    }
}

/// How many ERROR and MISSING nodes a text has, without building the arena.
pub(crate) fn count_errors(text: &[u8], language: &Language) -> usize {
    let Some(tree) = parse_tree(text, language, None) else { return 0 };
    let mut errors = 0;
    let mut cursor = tree.walk();
    loop {
        let node = cursor.node();
        errors += usize::from(node.is_error() || node.is_missing());
        if node.has_error() && cursor.goto_first_child() {
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return errors;
            }
        }
    }
}
