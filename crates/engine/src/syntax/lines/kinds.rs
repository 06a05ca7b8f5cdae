//! The kinds of nodes that a line language has.

use std::collections::BTreeSet;
use std::collections::HashMap;

use super::LineSyntax;

macro_rules! named {
    ($($constant:ident = $name:literal,)*) => {
        /// The kinds of every line language, in the order of their ids; the id 0 is nothing.
        const NAMED: &[&str] = &["", $($name),*];
        named!(1u16; $($constant)*);
    };
    ($id:expr; $first:ident $($rest:ident)*) => {
        pub(super) const $first: u16 = $id;
        named!($id + 1; $($rest)*);
    };
    ($id:expr;) => {};
}

named! {
    FILE = "file",
    SECTION = "section",
    LABEL = "label",
    REGION = "region",
    RECORD = "record",
    PART = "part",
    GROUP = "group",
    BLOCK = "block",
    NAME = "name",
    IDENTIFIER = "identifier",
    NUMBER = "number",
    STRING = "string_literal",
    COMMENT = "comment",
}

/// What tree-sitter calls text that it could not explain.
pub(super) const ERROR: u16 = u16::MAX;

/// True for the kinds that every line language has, false for those of tokens.
pub(in crate::syntax) fn is_named(kind: u16) -> bool {
    usize::from(kind) < NAMED.len() || kind == ERROR
}

/// The kinds of one language: those of every one, and a token for each text that it says.
#[derive(Debug)]
pub(in crate::syntax) struct Kinds {
    names: Vec<Box<str>>,
    /// By text: the id of a token.
    tokens: HashMap<Box<str>, u16>,
}

impl Kinds {
    pub(super) fn of(syntax: &LineSyntax) -> Kinds {
        let mut names: Vec<Box<str>> = NAMED.iter().map(|&it| it.into()).collect();
        let mut tokens = HashMap::new();
        for text in texts(syntax) {
            // More tokens than ids would be a description of 60,000 keywords.
            let Ok(id) = u16::try_from(names.len()) else { break };
            names.push(text.clone().into());
            tokens.insert(text.into(), id);
        }
        Kinds { names, tokens }
    }

    pub(in crate::syntax) fn count(&self) -> usize {
        self.names.len()
    }

    pub(in crate::syntax) fn name(&self, kind: u16) -> Option<&str> {
        if kind == ERROR {
            return Some("ERROR");
        }
        self.names.get(usize::from(kind)).map(|it| &**it)
    }

    pub(in crate::syntax) fn find(&self, name: &str, named: bool) -> Option<u16> {
        if !named {
            return self.tokens.get(name).copied();
        }
        let at = NAMED.iter().position(|it| *it == name && !it.is_empty())?;
        u16::try_from(at).ok()
    }

    /// The id of a token by its text.
    pub(super) fn token(&self, text: &[u8]) -> Option<u16> {
        self.tokens.get(std::str::from_utf8(text).ok()?).copied()
    }

    /// The texts of all tokens.
    pub(super) fn texts(&self) -> &[Box<str>] {
        &self.names[NAMED.len()..]
    }
}

/// The texts of the tokens that always have the same, in order.
fn texts(syntax: &LineSyntax) -> BTreeSet<String> {
    let punctuation = (0..=127u8).filter(u8::is_ascii_punctuation).map(|it| char::from(it).to_string());
    let brackets = syntax.brackets.iter().flat_map(|it| [&it.0, &it.1]);
    let words = syntax.regions.iter().flat_map(|it| [&it.0, &it.1]);
    let said = brackets
        .chain(words)
        .chain(&syntax.keywords)
        .chain(&syntax.operators)
        .chain(&syntax.separators)
        .chain(&syntax.labels);
    let said = said.chain(syntax.records.terminators());
    punctuation.chain(said.filter(|it| !it.is_empty()).cloned()).collect()
}
