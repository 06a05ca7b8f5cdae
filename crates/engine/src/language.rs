//! What the engine knows of a language: a grammar, the facts drawn from it, and a few habits of its text.

use std::borrow::Cow;

use crate::grammar::{FactsError, Grammar, LazyGrammar};
use crate::mentions::Mention;
use crate::queries::{NameRules, Rules};
use crate::syntax::{Embedded, LineSyntax, Syntax};
use crate::unit::Unit;

/// Everything the search needs to know about one language.
///
/// The parser is enough: with it lop cuts along the tree. The facts say what else the grammar allows, the rules what
/// keeps a compiler happy.
///
/// ```
/// use lop_engine::{Language, Layout};
///
/// let c = Language::new("c", tree_sitter_c::LANGUAGE)?
///     .with_layout(Layout::Free)
///     .with_line_comment("//")
///     .with_block_comment("/*", "*/")
///     .with_rules("(return_statement (_) @delete)")?;
/// assert_eq!(c.name, "c");
/// # Ok::<(), lop_engine::LanguageError>(())
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub struct Language {
    /// The name on the command line and in messages.
    pub name: String,
    /// What makes trees of its texts.
    #[doc(hidden)]
    pub syntax: Syntax,
    /// The rules of the grammar, for matching children and for minimal replacements.
    #[doc(hidden)]
    pub facts: Option<LazyGrammar>,
    /// The captures of `reduce.scm`, if the language has any.
    #[doc(hidden)]
    pub rules: Option<Rules>,
    /// The captures of `names.scm`, if the language has any.
    #[doc(hidden)]
    pub names: Option<NameRules>,
    /// What of its texts is in other languages.
    #[doc(hidden)]
    pub embedded: Option<Embedded>,
    /// Whether line breaks and indentation carry meaning.
    pub layout: Layout,
    /// What starts a comment that ends with the line (`//`, `#`).
    pub line_comments: Vec<String>,
    /// What starts and ends a comment that may span lines.
    pub block_comments: Vec<(String, String)>,
    /// How a value is converted to a type: a text with `{type}` and `{value}` in it.
    pub cast: Option<String>,
    /// The least value of any type, which a text with `{type}` in it says if need be.
    pub default: Option<String>,
    /// What inherits everything from something else and has nothing of its own: a text with `{type}` and `{base}` in it.
    pub heir: Option<String>,
    /// A bound that anything meets.
    pub any_bound: Option<String>,
    /// What stands in the place of a name for something that is not used.
    pub ignored: Option<String>,
    /// The word that a function outside of types begins with, empty where that is none; `None` where there are no such functions.
    pub function: Option<String>,
    /// What a variable of no type begins with; `None` for `let `.
    pub variable: Option<String>,
    /// A function that is a value: a text with `{parameters}`, `{result}` and `{body}`, `{value}` or `{value-or-body}`.
    pub closure: Option<String>,
    /// How one block jumps to another, where functions are blocks with jumps between them: a text with `{label}` in it.
    pub jump: Option<String>,
    /// Kinds of nodes of which compilers want that they hold something, though the grammar takes them empty.
    pub nonempty: Vec<String>,
    /// True where line breaks between brackets are no more than blanks, and end statements elsewhere.
    pub brackets_join: bool,
    /// True where compilers take a variable or an import that nothing uses for an error.
    pub refuses_unused: bool,
    /// True where the type of a value stands before its name where it is used, as in LLVM IR.
    pub typed_uses: bool,
    /// How a file mentions another one that it needs.
    pub mentions: Vec<Mention>,
    /// How a file says what others call it.
    pub titles: Vec<Mention>,
    /// What may stand for a mention in place of the file: `NAME` for its name, `TEXT` for the text of the file.
    pub inlined: Vec<(Mention, String)>,
}

impl Language {
    /// A language of that name, with the parser of a grammar crate.
    ///
    /// ```
    /// let c = lop_engine::Language::new("c", tree_sitter_c::LANGUAGE)?;
    /// # Ok::<(), lop_engine::LanguageError>(())
    /// ```
    ///
    /// # Errors
    /// When the parser was made by a version of tree-sitter that is too old or too new.
    pub fn new(name: impl Into<String>, parser: impl Into<Parser>) -> Result<Language, LanguageError> {
        let Parser(grammar) = parser.into();
        let (oldest, newest) = (tree_sitter::MIN_COMPATIBLE_LANGUAGE_VERSION, tree_sitter::LANGUAGE_VERSION);
        let found = grammar.abi_version();
        if !(oldest..=newest).contains(&found) {
            return Err(LanguageError::Parser { found, oldest, newest });
        }
        Ok(Language::of(name.into(), Syntax::Parser(grammar)))
    }

    /// A language without a grammar: its tokens, brackets and records make the tree. Its facts follow from them.
    ///
    /// ```
    /// use lop_engine::{Language, LineSyntax, Records};
    ///
    /// let syntax = LineSyntax { records: Records::Lines, ..LineSyntax::default() };
    /// assert!(Language::of_lines("table", syntax).is_ok());
    /// # Ok::<(), lop_engine::LanguageError>(())
    /// ```
    ///
    /// # Errors
    /// When no facts can be made of what it says.
    pub fn of_lines(name: impl Into<String>, syntax: LineSyntax) -> Result<Language, LanguageError> {
        let language = Language::of(name.into(), Syntax::of_lines(syntax));
        let facts = language.syntax.facts().unwrap_or_default();
        language.with_facts(&facts)
    }

    fn of(name: String, syntax: Syntax) -> Language {
        Language {
            name,
            syntax,
            facts: None,
            rules: None,
            names: None,
            embedded: None,
            layout: Layout::Free,
            line_comments: Vec::new(),
            block_comments: Vec::new(),
            cast: None,
            default: None,
            heir: None,
            any_bound: None,
            ignored: None,
            function: None,
            variable: None,
            closure: None,
            jump: None,
            nonempty: Vec::new(),
            brackets_join: false,
            refuses_unused: false,
            typed_uses: false,
            mentions: Vec::new(),
            titles: Vec::new(),
            inlined: Vec::new(),
        }
    }

    /// The units of a text, where it is a line language.
    pub(crate) fn read_lines(&self, text: &[u8]) -> Option<Vec<Unit>> {
        self.syntax.read_lines(text, &self.line_comments, &self.block_comments)
    }

    /// True without a grammar, where tokens, brackets and records make the tree.
    ///
    /// ```
    /// # use lop_engine::Language;
    /// assert!(!Language::new("c", tree_sitter_c::LANGUAGE)?.is_of_lines());
    /// # Ok::<(), lop_engine::LanguageError>(())
    /// ```
    pub fn is_of_lines(&self) -> bool {
        self.syntax.parser().is_none()
    }

    /// With the digest of the grammar's rules that lop's generator writes (`grammar.facts`).
    ///
    /// ```
    /// use lop_engine::Language;
    ///
    /// let facts = "rule translation_unit (* item)\nrule item \";\"";
    /// assert!(Language::new("c", tree_sitter_c::LANGUAGE)?.with_facts(facts).is_ok());
    /// assert!(Language::new("c", tree_sitter_c::LANGUAGE)?.with_facts("rules").is_err());
    /// # Ok::<(), lop_engine::LanguageError>(())
    /// ```
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn with_facts(self, facts: &str) -> Result<Language, LanguageError> {
        let facts = Grammar::parse(facts, &self.syntax)?;
        Ok(Language { facts: Some(facts.into()), ..self })
    }

    /// With a tree-sitter query that says what else may go: what it captures as `@delete`, `@empty`, `@hoist`, or as
    /// `@replace` with `(#set! reduce.with "text")`.
    ///
    /// ```
    /// use lop_engine::Language;
    ///
    /// let c = || Language::new("c", tree_sitter_c::LANGUAGE);
    /// assert!(c()?.with_rules("(if_statement condition: (_) @empty)").is_ok());
    /// assert!(c()?.with_rules("(no_such_node) @delete").is_err());
    /// # Ok::<(), lop_engine::LanguageError>(())
    /// ```
    ///
    /// # Errors
    /// When it is no query for this grammar.
    pub fn with_rules(self, rules: impl Into<Cow<'static, str>>) -> Result<Language, LanguageError> {
        let Some(parser) = self.syntax.parser() else {
            let reason = "a language without a grammar has no rules".to_owned();
            return Err(LanguageError::Rules { line: 1, reason });
        };
        let rules = Rules::compiled(rules, parser)?;
        Ok(Language { rules, ..self })
    }

    /// With a tree-sitter query that says what names mean: what defines them, where they are visible, what belongs to
    /// them. The book's page on languages has the vocabulary.
    ///
    /// ```
    /// use lop_engine::Language;
    ///
    /// let c = || Language::new("c", tree_sitter_c::LANGUAGE);
    /// assert!(c()?.with_names("(preproc_def name: (_) @name.macro) @definition").is_ok());
    /// assert!(c()?.with_names("(no_such_node) @definition").is_err());
    /// # Ok::<(), lop_engine::LanguageError>(())
    /// ```
    ///
    /// # Errors
    /// When it is no query for this grammar.
    pub fn with_names(self, names: impl Into<Cow<'static, str>>) -> Result<Language, LanguageError> {
        let names = names.into();
        // What cannot be is better explained by tree-sitter.
        if let Some(parser) = self.syntax.parser() {
            Rules::compiled(names.clone(), parser)?;
        }
        let names = NameRules::new(names);
        if let Some(names) = &names {
            names.compile(&self.syntax).map_err(|(line, reason)| LanguageError::Rules { line, reason })?;
        }
        Ok(Language { names, ..self })
    }

    /// With facts, rules and names that a test of the caller's reads, so that nobody waits for it here: they are read when
    /// they are first used. No facts are the empty text.
    #[doc(hidden)]
    #[must_use]
    pub fn with_tested(self, facts: &'static str, rules: &'static str, names: &'static str) -> Language {
        let read = |it: &tree_sitter::Language| LazyGrammar::tested(facts, it.clone());
        let facts = self.syntax.parser().filter(|_| !facts.is_empty()).map(read).or(self.facts);
        Language { facts, rules: Rules::new(rules), names: NameRules::new(names), ..self }
    }

    /// With or without meaning in line breaks and indentation.
    ///
    /// ```
    /// # use lop_engine::{Language, Layout};
    /// let c = Language::new("c", tree_sitter_c::LANGUAGE)?;
    /// assert_eq!(c.layout, Layout::Free);
    /// assert_eq!(c.with_layout(Layout::Indented).layout, Layout::Indented);
    /// # Ok::<(), lop_engine::LanguageError>(())
    /// ```
    #[must_use]
    pub fn with_layout(self, layout: Layout) -> Language {
        Language { layout, ..self }
    }

    /// With one more start of a comment that ends with the line.
    ///
    /// ```
    /// # use lop_engine::Language;
    /// let c = Language::new("c", tree_sitter_c::LANGUAGE)?.with_line_comment("//");
    /// assert_eq!(c.line_comments, ["//"]);
    /// # Ok::<(), lop_engine::LanguageError>(())
    /// ```
    #[must_use]
    pub fn with_line_comment(mut self, start: impl Into<String>) -> Language {
        self.line_comments.push(start.into());
        self
    }

    /// With one more pair of start and end of a comment that may span lines.
    ///
    /// ```
    /// # use lop_engine::Language;
    /// let c = Language::new("c", tree_sitter_c::LANGUAGE)?.with_block_comment("/*", "*/");
    /// assert_eq!(c.block_comments.len(), 1);
    /// # Ok::<(), lop_engine::LanguageError>(())
    /// ```
    #[must_use]
    pub fn with_block_comment(mut self, start: impl Into<String>, end: impl Into<String>) -> Language {
        self.block_comments.push((start.into(), end.into()));
        self
    }

    /// With one more way to mention another file that is needed.
    ///
    /// ```
    /// # use lop_engine::Language;
    /// let include = lop_engine::Mention::new("#include <PATH>").expect("it has a hole");
    /// Language::new("c", tree_sitter_c::LANGUAGE)?.with_mention(include);
    /// # Ok::<(), lop_engine::LanguageError>(())
    /// ```
    #[must_use]
    pub fn with_mention(mut self, mention: Mention) -> Language {
        self.mentions.push(mention);
        self
    }

    /// With one more way in which a file says what others call it.
    ///
    /// ```
    /// let module = lop_engine::Mention::new("export module NAME ;").expect("it has a hole");
    /// lop_engine::Language::new("c", tree_sitter_c::LANGUAGE)?.with_title(module);
    /// # Ok::<(), lop_engine::LanguageError>(())
    /// ```
    #[must_use]
    pub fn with_title(mut self, title: Mention) -> Language {
        self.titles.push(title);
        self
    }
}

/// The parser of a grammar crate: whatever the crate calls its `LANGUAGE` becomes one.
///
/// ```
/// let parser = lop_engine::Parser::from(tree_sitter_c::LANGUAGE);
/// assert!(lop_engine::Language::new("c", parser).is_ok());
/// ```
#[derive(Debug, Clone)]
pub struct Parser(tree_sitter::Language);

impl From<tree_sitter_language::LanguageFn> for Parser {
    fn from(language: tree_sitter_language::LanguageFn) -> Parser {
        Parser(language.into())
    }
}

impl From<tree_sitter::Language> for Parser {
    fn from(language: tree_sitter::Language) -> Parser {
        Parser(language)
    }
}

/// Why a language cannot be used.
///
/// ```
/// use lop_engine::{Language, LanguageError};
///
/// let error = Language::new("c", tree_sitter_c::LANGUAGE)?.with_rules("(\n(").unwrap_err();
/// assert!(matches!(error, LanguageError::Rules { .. }));
/// # Ok::<(), LanguageError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LanguageError {
    /// The parser is of another age than the library that runs it.
    #[error(
        "the parser has version {found} of tree-sitter's interface, not {oldest} to {newest}; take another version of its crate"
    )]
    Parser {
        /// The parser's version.
        found: usize,
        /// The oldest version that can be run.
        oldest: usize,
        /// The newest version that can be run.
        newest: usize,
    },
    /// The facts cannot be read.
    #[error(transparent)]
    Facts(#[from] FactsError),
    /// The rules are no query for the grammar.
    #[error("line {line} of the rules: {reason}")]
    Rules {
        /// The line, counted from 1.
        line: usize,
        /// What is wrong with it.
        reason: String,
    },
}

/// Whether line breaks and indentation carry meaning.
///
/// ```
/// assert_eq!(lop_engine::Layout::default(), lop_engine::Layout::Free);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Layout {
    /// Blanks only separate tokens.
    #[default]
    Free,
    /// Indentation is syntax.
    Indented,
}
