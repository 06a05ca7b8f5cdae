//! What the engine knows of a language: a grammar, the facts drawn from it, and a few habits of its text.

use crate::grammar::Grammar;

/// Everything the search needs to know about one language. Built by the languages crate from `grammars/<name>/`.
#[derive(Debug)]
pub struct Language {
    /// The name on the command line and in messages.
    pub name: String,
    /// The tree-sitter grammar.
    pub grammar: tree_sitter::Language,
    /// The rules of the grammar, for matching children and for minimal replacements. Without them a language still
    /// reduces, by re-parsing and by text.
    pub facts: Option<Grammar>,
    /// The captures of `reduce.scm`, if the language has any.
    pub rules: Option<tree_sitter::Query>,
    /// Whether line breaks and indentation carry meaning.
    pub layout: Layout,
    /// What starts a comment that ends with the line (`//`, `#`).
    pub line_comments: Vec<String>,
    /// What starts and ends a comment that may span lines.
    pub block_comments: Vec<(String, String)>,
}

/// Whether line breaks and indentation carry meaning.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Layout {
    /// Blanks only separate tokens.
    #[default]
    Free,
    /// Indentation is syntax.
    Indented,
}
