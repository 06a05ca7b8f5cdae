//! What the kinds of a grammar stand for, guessed from their names: nothing here knows any language.

use crate::document::{File, Unit};

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

/// The roles of all kinds of a file's grammar.
pub(super) struct Kinds(Vec<Role>);

impl Kinds {
    /// Reads the names of the grammar's kinds; empty without a language.
    pub(super) fn of(file: &File) -> Kinds {
        let Some(language) = &file.language else { return Kinds(Vec::new()) };
        let grammar = &language.grammar;
        let count = u16::try_from(grammar.node_kind_count()).unwrap_or(u16::MAX);
        let role = |kind: u16| match grammar.node_kind_for_id(kind) {
            Some(name) if grammar.node_kind_is_named(kind) => role_of(name),
            _ => Role::Other,
        };
        Kinds((0..count).map(role).collect())
    }

    /// The role of a unit's kind.
    pub(super) fn role(&self, unit: &Unit) -> Role {
        self.0.get(usize::from(unit.kind)).copied().unwrap_or(Role::Other)
    }
}

fn role_of(name: &str) -> Role {
    let has = |words: &[&str]| words.iter().any(|it| name.contains(it));
    if name.contains("comment") {
        Role::Comment
    } else if has(&["primitive", "builtin", "predefined", "boolean", "modifier"]) {
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
