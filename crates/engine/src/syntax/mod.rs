//! How the text of a language becomes a tree: by a tree-sitter parser, or by the reader of line languages; and what of it is
//! in another one.

mod content;
mod deep;
mod embedded;
mod excerpts;
mod graft;
mod holes;
mod lines;
mod needs;
mod parts;
#[cfg(test)]
mod testing;

pub use embedded::Embedded;
pub(crate) use embedded::Level;
pub(crate) use graft::Numbers;
pub use lines::{LineSyntax, Records};
pub(crate) use needs::kinds_in;
pub(crate) use parts::{Part, graft, parts};

use crate::unit::Unit;
use lines::{Comments, Lines};

/// What makes a tree of a text, and the names of what is in it.
#[derive(Debug)]
pub enum Syntax {
    /// A tree-sitter grammar.
    Parser(tree_sitter::Language),
    /// Tokens, brackets and records; no grammar.
    #[doc(hidden)]
    Lines(Box<Lines>),
}

impl Syntax {
    /// The reader of a line language.
    pub(crate) fn of_lines(syntax: LineSyntax) -> Syntax {
        Syntax::Lines(Box::new(Lines::new(syntax)))
    }

    /// The grammar, where there is one.
    pub fn parser(&self) -> Option<&tree_sitter::Language> {
        match self {
            Syntax::Parser(parser) => Some(parser),
            Syntax::Lines(_) => None,
        }
    }

    /// How many kinds of nodes there are.
    pub(crate) fn kinds(&self) -> usize {
        match self {
            Syntax::Parser(it) => it.node_kind_count(),
            Syntax::Lines(it) => it.kinds().count(),
        }
    }

    /// How many fields there are.
    pub(crate) fn fields(&self) -> usize {
        self.parser().map_or(0, tree_sitter::Language::field_count)
    }

    /// What a kind is called.
    pub(crate) fn kind_name(&self, kind: u16) -> Option<&str> {
        match self {
            Syntax::Parser(it) => it.node_kind_for_id(kind),
            Syntax::Lines(it) => it.kinds().name(kind),
        }
    }

    /// True for the kinds of rules, false for those of literal tokens.
    pub(crate) fn is_named(&self, kind: u16) -> bool {
        match self {
            Syntax::Parser(it) => it.node_kind_is_named(kind),
            Syntax::Lines(_) => lines::is_named(kind),
        }
    }

    /// True for the kinds of nodes that there are in trees; the others only group those.
    pub(crate) fn is_shown(&self, kind: u16) -> bool {
        match self {
            Syntax::Parser(it) => it.node_kind_is_visible(kind),
            Syntax::Lines(_) => true,
        }
    }

    /// The text of a kind of token that always has the same.
    pub(crate) fn literal(&self, kind: u16) -> Option<&str> {
        self.kind_name(kind).filter(|it| self.is_shown(kind) && !self.is_named(kind) && !it.is_empty())
    }

    /// The kind of that name.
    pub(crate) fn kind(&self, name: &str, named: bool) -> Option<u16> {
        match self {
            Syntax::Parser(it) => Some(it.id_for_node_kind(name, named)).filter(|it| *it != 0),
            Syntax::Lines(it) => it.kinds().find(name, named),
        }
    }

    /// The field of that name.
    pub(crate) fn field(&self, name: &str) -> Option<u16> {
        self.parser().and_then(|it| it.field_id_for_name(name)).map(Into::into)
    }

    /// The units of a text of a line language, in preorder; comments begin and end as they say.
    pub(crate) fn read_lines(
        &self,
        text: &[u8],
        lines: &[String],
        blocks: &[(String, String)],
    ) -> Option<Vec<Unit>> {
        match self {
            Syntax::Parser(_) => None,
            Syntax::Lines(it) => Some(it.read(text, &Comments { lines, blocks })),
        }
    }

    /// The facts of a line language.
    pub(crate) fn facts(&self) -> Option<String> {
        match self {
            Syntax::Parser(_) => None,
            Syntax::Lines(it) => Some(it.facts()),
        }
    }
}
