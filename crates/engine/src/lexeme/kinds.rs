//! What the kinds of a grammar stand for, guessed from their names: nothing here knows any language.

use std::cell::Cell;

use crate::language::Language;
use crate::unit::Unit;

/// What a kind of unit stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// A comment.
    Comment,
    /// A string, a character or a regular expression, quotes and all.
    Literal,
    /// A part of a literal that is still only text.
    Inner,
    /// A name that the language defines itself, such as that of a primitive type.
    Builtin,
    /// A name that the program chose.
    Name,
    /// Anything else.
    Other,
}

/// The roles of the kinds of a file's grammar, each looked at when it is met first: a small file has few of them.
pub(super) struct Kinds<'f> {
    language: Option<&'f Language>,
    known: Vec<Cell<Option<Role>>>,
}

impl<'f> Kinds<'f> {
    /// The kinds of a language; none without one.
    pub(super) fn of(language: Option<&'f Language>) -> Kinds<'f> {
        let count = language.map_or(0, Language::kinds);
        Kinds { language, known: vec![Cell::new(None); count] }
    }

    /// The name of a unit's kind, as the grammar spells it; "" without one.
    pub(super) fn name(&self, unit: &Unit) -> &str {
        self.language.and_then(|it| it.kind_name(unit.kind)).unwrap_or_default()
    }

    /// The role of a unit's kind.
    pub(super) fn role(&self, unit: &Unit) -> Role {
        let (Some(language), Some(known)) = (self.language, self.known.get(usize::from(unit.kind))) else {
            return Role::Other;
        };
        let role = known.get().unwrap_or_else(|| match language.kind_name(unit.kind) {
            Some(name) if language.is_named(unit.kind) => role_of(name),
            _ => Role::Other,
        });
        known.set(Some(role));
        role
    }
}

fn role_of(name: &str) -> Role {
    let has = |words: &[&str]| words.iter().any(|it| name.contains(it));
    if name.contains("comment") {
        Role::Comment
    } else if has(&["primitive", "builtin", "predefined", "boolean", "modifier"])
        || name.starts_with("keyword_")
    {
        Role::Builtin
    } else if has(&["identifier", "_name"]) {
        Role::Name
    } else if has(&["content", "fragment", "escape"]) {
        Role::Inner
    } else if has(&["string", "char", "regex"]) && !has(&["type", "interpol", "start", "end"]) {
        Role::Literal
    } else {
        Role::Other
    }
}
