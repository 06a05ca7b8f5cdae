//! The least texts that may stand for an expression, by what is known of its type.

use super::places::neighbours;
use super::types::without_sign;
use super::view::{View, leaf_from};
use crate::document::{File, UnitId};
use crate::edit::{FileId, Span};
use crate::names::{Definition, Place, Target};

/// What is a comparison, or stands beside a condition.
const OF_CONDITIONS: &[&[u8]] = &[b"if", b"while", b"&&", b"||", b"!"];
const COMPARISONS: &[&[u8]] = &[b"==", b"!=", b"<=", b">=", b"&&", b"||", b"!"];

impl View<'_> {
    /// The texts that may stand for an expression, likeliest first: for a condition `false`, where the language tells it from `0`;
    /// else `0`, then what `language.toml` calls the `default`.
    pub(super) fn least(&self, id: FileId, unit: UnitId) -> Vec<Vec<u8>> {
        let file = self.file(id);
        let Some(language) = &file.language else { return Vec::new() };
        let meaning = self.type_of(id, unit);
        let named = meaning.as_deref().map(<[u8]>::trim_ascii);
        let is_condition =
            matches!(named, Some(b"bool" | b"boolean")) || named.is_none() && is_condition(file, unit);
        let told_apart = language.default.is_some()
            && [true, false].into_iter().any(|it| language.syntax.kind("false", it).is_some());
        if is_condition {
            return vec![if told_apart { b"false".to_vec() } else { b"0".to_vec() }];
        }
        [b"0".to_vec()].into_iter().chain(language.default_of(meaning.as_deref())).collect()
    }

    /// The type of an expression: of a call what its function returns, of what a variable is at first that of the variable.
    fn type_of(&self, id: FileId, unit: UnitId) -> Option<Vec<u8>> {
        let file = self.file(id);
        let calls = self.names.calls(id);
        let first = calls.partition_point(|it| it.whole < unit);
        let mut called = calls[first..].iter().take_while(|it| it.whole == unit);
        if let Some(call) = called.find(|it| !it.constructs && !it.generic) {
            let function = self.meant(id, call.callee)?;
            let of = self.file(function.file);
            return Some(of.text_of(without_sign(of, function.parts.result?)).to_vec());
        }
        let whole = file.unit(file.unit(unit).parent).span();
        let is_first = neighbours(file, file.unit(unit).span()).0 == b"=";
        let around = self.names.definitions_in(self.document, id, whole);
        let mut variables = self.names.definitions()[around].iter().filter(|_| is_first);
        self.type_text(variables.find(|it| it.parts.value == Some(unit))?)
    }

    /// The first definition of what a unit names, where that is one thing.
    fn meant(&self, id: FileId, unit: UnitId) -> Option<&Definition> {
        let file = self.file(id);
        let span = file.unit(leaf_from(file, file.unit(unit).start)?).span();
        let place = Place { file: id, at: self.lexemes_of(id, span).0 };
        let binding = match self.names.target(place) {
            Target::Binding(it) => it,
            Target::Abroad(word) | Target::Member(word) => match *self.names.abroad(word) {
                [it] => it,
                _ => return None,
            },
            Target::Nothing | Target::Definition(_) => return None,
        };
        self.definitions(binding).next()
    }
}

/// True when an expression looks like a condition.
fn is_condition(file: &File, unit: UnitId) -> bool {
    let span = file.unit(unit).span();
    let (mut before, after) = neighbours(file, span);
    if before == b"(" {
        let open = file.text[..span.start as usize].iter().rposition(|&it| it == b'(').unwrap_or(0);
        let open = crate::lexeme::offset(open);
        before = neighbours(file, Span::new(open, open)).0;
    }
    let compares = |it: UnitId| !file.unit(it).is_named() && COMPARISONS.contains(&file.text_of(it));
    OF_CONDITIONS.contains(&before)
        || [&b"&&"[..], b"||"].contains(&after)
        || file.children(unit).any(compares)
}
