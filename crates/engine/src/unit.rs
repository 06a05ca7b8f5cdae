//! Units: the nodes and tokens of a file's syntax tree, as a flat arena in preorder.

use crate::document::File;
use crate::edit::Span;
use crate::language::Language;
use crate::margins::Margin;
use crate::syntax::{self, Level, Numbers, Part};

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
const APART: u8 = 32;

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
    /// True for what is below it only in lines with margins: to whoever looks at the text alone it is a comment or a string.
    pub const fn is_apart(&self) -> bool {
        self.flags & APART != 0
    }
    /// Says so.
    pub(crate) const fn stands_apart(&mut self) {
        self.flags |= APART;
    }
    /// Says that it holds an error.
    pub(crate) const fn holds_error(&mut self) {
        self.flags |= HAS_ERROR;
    }
    /// The same elsewhere in an arena.
    pub(crate) const fn linked(self, parent: UnitId, subtree_end: UnitId) -> Unit {
        Unit { parent, subtree_end, ..self }
    }
    /// True of what is neither a comment nor a sign.
    pub(crate) const fn is_solid(&self) -> bool {
        self.is_named() && !self.is_extra()
    }
    /// Says that it is an extra.
    pub(crate) const fn stands_anywhere(&mut self) {
        self.flags |= EXTRA;
    }
}

impl File {
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

    /// The children of a unit that are neither comments nor signs, in order.
    pub(crate) fn solid_children(&self, id: UnitId) -> impl Iterator<Item = UnitId> + '_ {
        self.children(id).filter(|&it| self.unit(it).is_solid())
    }

    /// True when the unit has no children.
    pub fn is_leaf(&self, id: UnitId) -> bool {
        self.unit(id).subtree_end == id + 1
    }

    /// All leaves with text, in order.
    pub fn leaves(&self) -> impl Iterator<Item = UnitId> + '_ {
        (0..u32::try_from(self.units().len()).expect("fewer than 4 Gi units"))
            .filter(|&it| self.is_leaf(it) && !self.unit(it).span().is_empty())
    }
}

/// Parses `text`, or the parts of it in `ranges` as one text. None without a parser, for one that this version of tree-sitter cannot
/// read, and for a text that is too deep.
pub(crate) fn tree_of(
    text: &[u8],
    language: &Language,
    ranges: &[tree_sitter::Range],
) -> Option<tree_sitter::Tree> {
    let mut parser = tree_sitter::Parser::new();
    parser.set_language(language.parser_for(text)?).ok()?;
    parser.set_included_ranges(ranges).ok()?;
    parser.parse(text, None)
}

/// What a text reads like.
#[derive(Debug, Clone, Default)]
pub(crate) struct Reading {
    /// What the units were read from, if a parser made one.
    pub(crate) tree: Option<tree_sitter::Tree>,
    /// What is in other languages, and among the units.
    pub(crate) parts: Vec<Part>,
    /// How many errors there are in what is in other languages, and not among the units.
    pub(crate) errors_elsewhere: usize,
    /// The lines of what is in other languages that have margins, in order.
    pub(crate) margins: Vec<Margin>,
    /// In preorder; never empty.
    pub(crate) units: Vec<Unit>,
}

impl Reading {
    /// All trees, each with its language: that of the file, `language`, and those of what is in others.
    pub(crate) fn trees<'r>(
        &'r self,
        language: Option<&'r Language>,
    ) -> impl Iterator<Item = (Level<'r>, &'r tree_sitter::Tree)> {
        let own = language.zip(self.tree.as_ref()).map(|(it, tree)| ((it, Numbers::default()), tree));
        let embedded = language.and_then(|it| it.embedded.as_ref());
        own.into_iter().chain(embedded.into_iter().flat_map(|it| it.trees(&self.parts)))
    }

    /// Keeps the units alone.
    pub(crate) fn drop_trees(&mut self) {
        self.tree = None;
        self.parts = Vec::new();
        self.margins = Vec::new();
        self.units.shrink_to_fit();
    }
}

/// Reads a text; without a language there is only the root.
pub(crate) fn read(text: &[u8], language: Option<&Language>) -> Reading {
    if let Some(units) = language.and_then(|it| it.read_lines(text)) {
        return Reading { units, ..Reading::default() };
    }
    let Some((tree, language)) = language.and_then(|it| Some((tree_of(text, it, &[])?, it))) else {
        return Reading { units: root_only(text), ..Reading::default() };
    };
    let units = walk(&tree);
    syntax::graft(text, tree, units, language)
}

/// How many syntax errors a text has in a language: ERROR and MISSING nodes of its tree.
///
/// ```
/// let c = lop_engine::Language::new("c", tree_sitter_c::LANGUAGE)?;
/// assert_eq!(lop_engine::syntax_errors(b"int x;", &c), 0);
/// assert_eq!(lop_engine::syntax_errors(b"int x", &c), 1);
/// # Ok::<(), lop_engine::LanguageError>(())
/// ```
pub fn syntax_errors(text: &[u8], language: &Language) -> usize {
    errors_up_to(text, language, usize::MAX)
}

/// True when a text has more syntax errors than that.
pub(crate) fn has_more_errors(text: &[u8], language: &Language, most: usize) -> bool {
    errors_up_to(text, language, most.saturating_add(1)) > most
}

/// Counts errors without building the arena, and no further than `enough`.
pub(crate) fn errors_up_to(text: &[u8], language: &Language, enough: usize) -> usize {
    if let Some(units) = language.read_lines(text) {
        return units.iter().filter(|it| it.is_error()).take(enough).count();
    }
    let Some(tree) = tree_of(text, language, &[]) else { return 0 };
    errors_in(text, &tree, language, enough)
}

/// Counts the errors of a text whose tree is known, what is in other languages included.
pub(crate) fn errors_in(text: &[u8], tree: &tree_sitter::Tree, language: &Language, enough: usize) -> usize {
    let mut errors = errors_of(tree, enough);
    if errors < enough {
        for it in syntax::parts(text, tree, language) {
            errors += it.errors(text, language, enough - errors);
        }
    }
    errors
}

/// Counts the errors of a tree, and no further than `enough`.
pub(crate) fn errors_of(tree: &tree_sitter::Tree, enough: usize) -> usize {
    let mut errors = 0;
    let mut cursor = tree.walk();
    loop {
        let node = cursor.node();
        errors += usize::from(node.is_error() || node.is_missing());
        if errors == enough {
            return errors;
        }
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

/// Units that are put together one by one, in preorder.
#[derive(Debug, Default)]
pub(crate) struct Arena {
    units: Vec<Unit>,
    /// The node that is being filled.
    parent: UnitId,
}

impl Arena {
    /// Begins a node of a rule. What comes until it is closed is in it.
    pub(crate) fn open(&mut self, kind: u16, start: usize, end: usize) -> UnitId {
        let id = self.push(kind, start, end, NAMED);
        self.parent = id;
        id
    }

    /// Ends it.
    pub(crate) fn close(&mut self, id: UnitId) {
        self.units[id as usize].subtree_end = self.next();
        self.parent = self.units[id as usize].parent;
    }

    /// A token.
    pub(crate) fn leaf(&mut self, kind: u16, start: usize, end: usize, named: bool) {
        self.push(kind, start, end, if named { NAMED } else { 0 });
    }

    /// A comment.
    pub(crate) fn extra(&mut self, kind: u16, start: usize, end: usize) {
        self.push(kind, start, end, NAMED | EXTRA);
    }

    /// A token that nothing explains.
    pub(crate) fn error(&mut self, kind: u16, start: usize, end: usize) {
        let mut at = self.push(kind, start, end, NAMED | EXTRA | ERROR | HAS_ERROR);
        while at != self.units[at as usize].parent {
            at = self.units[at as usize].parent;
            // Whatever is around that knows already.
            if self.units[at as usize].has_error() {
                break;
            }
            self.units[at as usize].flags |= HAS_ERROR;
        }
    }

    /// All units.
    pub(crate) fn finish(self) -> Vec<Unit> {
        self.units
    }

    fn push(&mut self, kind: u16, start: usize, end: usize, flags: u8) -> UnitId {
        let id = self.next();
        let offset = |it: usize| u32::try_from(it).expect("a document is smaller than 4 GiB");
        let (start, end, parent) = (offset(start), offset(end), self.parent);
        self.units.push(Unit {
            start,
            end,
            parent,
            subtree_end: id + 1,
            kind,
            symbol: kind,
            field: 0,
            flags,
        });
        id
    }

    fn next(&self) -> UnitId {
        u32::try_from(self.units.len()).expect("fewer than 4 Gi units")
    }
}

fn root_only(text: &[u8]) -> Vec<Unit> {
    let end = u32::try_from(text.len()).expect("a document is smaller than 4 GiB");
    vec![Unit { start: 0, end, parent: 0, subtree_end: 1, kind: 0, symbol: 0, field: 0, flags: NAMED }]
}

/// Reads the whole tree into an arena with one cursor walk: no recursion, whatever the depth.
pub(crate) fn walk(tree: &tree_sitter::Tree) -> Vec<Unit> {
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
