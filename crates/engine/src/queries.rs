//! The texts of a language's queries, compiled when they are first needed.

use std::borrow::Cow;
use std::sync::OnceLock;

use crate::language::LanguageError;
use crate::names;
use crate::syntax::Syntax;

/// The text of a `reduce.scm`, compiled when a pass first asks for it: that takes longer than to parse a small file, up to
/// a tenth of a second.
#[derive(Debug)]
pub struct Rules {
    text: Cow<'static, str>,
    query: OnceLock<tree_sitter::Query>,
}

impl Rules {
    /// Takes the text as it is; `None` when it holds no pattern.
    pub(crate) fn new(text: impl Into<Cow<'static, str>>) -> Option<Rules> {
        let text = text.into();
        says_something(&text).then(|| Rules { text, query: OnceLock::new() })
    }

    /// Takes the text and compiles it.
    pub(crate) fn compiled(
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

    /// The query, compiled once.
    ///
    /// # Panics
    /// When the text is no query for `grammar`: [`Language`] has tried it, or a test has.
    pub fn query(&self, grammar: &tree_sitter::Language) -> &tree_sitter::Query {
        self.compile(grammar).expect("the rules of every language have been compiled before")
    }

    pub(crate) fn compile(
        &self,
        grammar: &tree_sitter::Language,
    ) -> Result<&tree_sitter::Query, tree_sitter::QueryError> {
        if self.query.get().is_none() {
            let query = tree_sitter::Query::new(grammar, &self.text)?;
            return Ok(self.query.get_or_init(|| query));
        }
        Ok(self.query.get().expect("it was there"))
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
