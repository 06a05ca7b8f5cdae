//! What the engine knows of a language: a grammar, the facts drawn from it, and a few habits of its text.

use std::sync::OnceLock;

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
    pub rules: Option<Rules>,
    /// Whether line breaks and indentation carry meaning.
    pub layout: Layout,
    /// What starts a comment that ends with the line (`//`, `#`).
    pub line_comments: Vec<String>,
    /// What starts and ends a comment that may span lines.
    pub block_comments: Vec<(String, String)>,
}

/// The text of a `reduce.scm`, compiled when a pass first asks for it: that takes longer than to parse a small file, up to
/// a tenth of a second.
#[derive(Debug)]
pub struct Rules {
    text: &'static str,
    query: OnceLock<tree_sitter::Query>,
}

impl Rules {
    /// Takes the text as it is; `None` when it holds no pattern.
    pub fn new(text: &'static str) -> Option<Rules> {
        let code = |line: &str| !line.trim().is_empty() && !line.trim_start().starts_with(';');
        text.lines().any(code).then(|| Rules { text, query: OnceLock::new() })
    }

    /// The text.
    pub fn text(&self) -> &'static str {
        self.text
    }

    /// The query, compiled once.
    ///
    /// # Panics
    /// When the text is no query for `grammar`: the rules are part of the program, and a test compiles them all.
    pub fn query(&self, grammar: &tree_sitter::Language) -> &tree_sitter::Query {
        self.query.get_or_init(|| {
            tree_sitter::Query::new(grammar, self.text).expect("a test compiles the rules of every language")
        })
    }
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
