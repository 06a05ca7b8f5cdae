//! Line languages: what has tokens, comments, brackets and records, and no grammar.
//!
//! A text becomes a tree of these nodes:
//!
//! - `file`: all of it; `section`: a `label` and what follows up to the next; `region`: from the record that begins with an
//!   opening word to the one that begins with its closing word;
//! - `record`: a line or a statement; `part`: what stands between separators, in a record or in brackets;
//! - `group`: a pair of brackets and what is between them; `block`: the same, where that is records;
//! - `name`: a sigil and what it belongs to; `identifier`, `number`, `string_literal`, `comment`.
//!
//! Everything else is a token that is called what it says. A bracket without its partner is an ERROR unit. The facts of this
//! grammar are made of the description, so that the passes see no difference to a language with a parser.

mod facts;
mod kinds;
mod reader;
mod scanner;
#[cfg(test)]
mod tests;

pub(super) use scanner::Comments;

use kinds::Kinds;
pub(super) use kinds::is_named;

/// What is said of a line language: tokens, brackets, records.
///
/// Letters, digits, `_` and bytes above 127 are always in words. Comments are those of the
/// [`Language`](crate::Language).
///
/// ```
/// use lop_engine::{Language, LineSyntax};
///
/// let syntax = LineSyntax { brackets: vec![("(".into(), ")".into())], ..LineSyntax::default() };
/// let language = Language::of_lines("lisp", syntax)?.with_line_comment(";");
/// assert_eq!(lop_engine::syntax_errors(b"(f (g x))", &language), 0);
/// assert_eq!(lop_engine::syntax_errors(b"(f (g x)", &language), 1);
/// # Ok::<(), lop_engine::LanguageError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct LineSyntax {
    /// More characters that may be in words, such as `.` in `i32.const`.
    pub words: String,
    /// Characters that make a name with the word, number or string behind them, such as `%` in `%x`.
    pub sigils: String,
    /// Words of the language itself.
    pub keywords: Vec<String>,
    /// Tokens of several characters that are no words, such as `->`.
    pub operators: Vec<String>,
    /// What opens and closes a string, and the character that takes the meaning from the next one, if any does.
    pub strings: Vec<(String, String, Option<char>)>,
    /// What opens and closes a group.
    pub brackets: Vec<(String, String)>,
    /// Opening brackets that may hold records.
    pub blocks: Vec<String>,
    /// What stands between the parts of a record, or of what is in brackets.
    pub separators: Vec<String>,
    /// How records end.
    pub records: Records,
    /// Words that open and close a region, each the first of its record.
    pub regions: Vec<(String, String)>,
    /// What ends a label, such as `:`.
    pub labels: Option<String>,
    /// True when a line that is indented deeper than the first of a record belongs to it.
    pub continued: bool,
}

/// How the records of a line language end.
///
/// ```
/// assert_eq!(lop_engine::Records::default(), lop_engine::Records::None);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Records {
    /// There are none: a file is what brackets make of it.
    #[default]
    None,
    /// With the line.
    Lines,
    /// With one of the `terminators`, or with the line where its first word is one of `lines`.
    Terminated {
        /// The tokens that end a record.
        terminators: Vec<String>,
        /// Words whose records end with the line.
        lines: Vec<String>,
    },
}

impl Records {
    fn terminators(&self) -> &[String] {
        match self {
            Records::Terminated { terminators, .. } => terminators,
            _ => &[],
        }
    }
}

/// A line language, ready to read.
#[derive(Debug)]
pub struct Lines {
    syntax: LineSyntax,
    kinds: Kinds,
}

impl Lines {
    pub(super) fn new(syntax: LineSyntax) -> Lines {
        let kinds = Kinds::of(&syntax);
        Lines { syntax, kinds }
    }

    /// The names of what is in its trees.
    pub(super) fn kinds(&self) -> &Kinds {
        &self.kinds
    }
}
