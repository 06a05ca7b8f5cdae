//! The texts of a language's queries, compiled when they are first needed.

mod pieces;
mod tokens;

use std::borrow::Cow;
use std::collections::HashSet;
use std::sync::{Arc, OnceLock};

use crate::language::{Language, LanguageError};
use crate::names;
use crate::rules::{self, Ruleset};
use crate::syntax::Syntax;
use pieces::Piece;
pub(crate) use tokens::{Cursor, Token, tokens};

/// The text of a `reduce.scm`, read when a pass first asks for it; or of a query that only tree-sitter reads. It takes longer
/// to compile one than to parse a small file, up to a tenth of a second. So what matches nothing in a text is left out as
/// long as nobody has compiled all of it.
#[derive(Debug)]
pub struct Rules {
    text: Cow<'static, str>,
    /// The rules, where nobody has to compile them.
    read: OnceLock<Option<Ruleset>>,
    /// All of it.
    whole: OnceLock<Arc<Selection>>,
    pieces: OnceLock<Vec<Piece>>,
    /// What was needed so far, each time more; none where the pieces are not what they seem.
    selections: [OnceLock<Option<Arc<Selection>>>; SELECTIONS],
}

/// So often patterns are compiled for what is new in a text; then all of them are.
const SELECTIONS: usize = 4;

/// Patterns of a query, compiled.
#[derive(Debug)]
pub struct Selection {
    /// The patterns as a query of their own.
    pub query: tree_sitter::Query,
    /// Which patterns of the whole they are, in order.
    numbers: Vec<usize>,
    /// The kinds that those begin with.
    roots: HashSet<u16>,
}

impl Selection {
    /// The number that a pattern has in the whole.
    pub fn number(&self, pattern: usize) -> usize {
        self.numbers[pattern]
    }
}

impl Rules {
    /// Takes the text as it is; `None` when it holds no pattern.
    pub(crate) fn new(text: impl Into<Cow<'static, str>>) -> Option<Rules> {
        let text = text.into();
        let (read, whole, pieces, selections) =
            (OnceLock::new(), OnceLock::new(), OnceLock::new(), Default::default());
        says_something(&text).then(|| Rules { text, read, whole, pieces, selections })
    }

    /// Takes the text and compiles it.
    pub fn compiled(
        text: impl Into<Cow<'static, str>>,
        grammar: &tree_sitter::Language,
    ) -> Result<Option<Rules>, LanguageError> {
        let rules = Rules::new(text);
        if let Some(rules) = &rules {
            rules
                .compile(grammar)
                .map_err(|it| LanguageError::Rules { line: it.row + 1, reason: it.message })?;
        }
        Ok(rules)
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The rules, where they are of the form that rules have.
    pub(crate) fn read(&self, language: &Language) -> Option<&Ruleset> {
        self.read.get_or_init(|| rules::ruleset(&self.text, language)).as_ref()
    }

    /// The query, compiled once.
    ///
    /// # Panics
    /// When the text is no query for `grammar`: [`Language`] has tried it, or a test has.
    ///
    /// [`Language`]: crate::Language
    pub fn query(&self, grammar: &tree_sitter::Language) -> &tree_sitter::Query {
        &self.compile(grammar).expect("the rules of every language have been compiled before").query
    }

    /// What of the query may match where there are nodes of these kinds, with what was needed before.
    pub fn selection(&self, syntax: &Syntax, kinds: &HashSet<u16>) -> Option<Arc<Selection>> {
        let grammar = syntax.parser()?;
        if let Some(whole) = self.whole.get() {
            return Some(whole.clone());
        }
        let pieces = self.pieces.get_or_init(|| pieces::pieces(&self.text, syntax));
        let mut roots: HashSet<u16> =
            pieces.iter().flat_map(Piece::roots).flatten().filter(|it| kinds.contains(it)).collect();
        for place in &self.selections {
            let Some(known) = place.get_or_init(|| self.select(grammar, pieces, roots.clone()).map(Arc::new))
            else {
                break;
            };
            if roots.is_subset(&known.roots) {
                return Some(known.clone());
            }
            roots.extend(&known.roots);
        }
        self.compile(grammar).ok().cloned()
    }

    /// Compiles the patterns that begin with one of these kinds, or with any; none where they are not what they seem.
    fn select(
        &self,
        grammar: &tree_sitter::Language,
        pieces: &[Piece],
        roots: HashSet<u16>,
    ) -> Option<Selection> {
        let is_there = |root: Option<u16>| root.is_none_or(|it| roots.contains(&it));
        let mut text = String::new();
        let mut numbers = Vec::new();
        for (number, piece) in pieces.iter().enumerate() {
            if piece.add_to(&mut text, &self.text, is_there) {
                numbers.push(number);
            }
        }
        let query = tree_sitter::Query::new(grammar, &text).ok()?;
        (query.pattern_count() == numbers.len()).then_some(Selection { query, numbers, roots })
    }

    fn compile(&self, grammar: &tree_sitter::Language) -> Result<&Arc<Selection>, tree_sitter::QueryError> {
        if self.whole.get().is_none() {
            let query = tree_sitter::Query::new(grammar, &self.text)?;
            let numbers = (0..query.pattern_count()).collect();
            let whole = Selection { query, numbers, roots: HashSet::new() };
            return Ok(self.whole.get_or_init(|| Arc::new(whole)));
        }
        Ok(self.whole.get().expect("it was there"))
    }
}

/// The text of a `names.scm`, read when a pass first asks for the table of names.
#[derive(Debug)]
pub struct NameRules {
    text: Cow<'static, str>,
    query: OnceLock<names::Query>,
}

impl NameRules {
    /// Takes the text as it is; `None` when it holds no pattern.
    pub(crate) fn new(text: impl Into<Cow<'static, str>>) -> Option<NameRules> {
        let text = text.into();
        says_something(&text).then(|| NameRules { text, query: OnceLock::new() })
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The query, read once.
    pub(crate) fn query(&self, grammar: &Syntax) -> &names::Query {
        self.compile(grammar).expect("the names of every language have been compiled before")
    }

    /// The query, or what is wrong and in which line.
    pub(crate) fn compile(&self, grammar: &Syntax) -> Result<&names::Query, (usize, String)> {
        if self.query.get().is_none() {
            let query = names::Query::parse(&self.text, grammar)?;
            return Ok(self.query.get_or_init(|| query));
        }
        Ok(self.query.get().expect("it was there"))
    }
}

/// True when a query is more than comments.
fn says_something(query: &str) -> bool {
    query.lines().any(|it| !it.trim().is_empty() && !it.trim_start().starts_with(';'))
}
