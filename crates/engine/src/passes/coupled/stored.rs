//! Parts of things that are given values: fields, elements with a constant index, what a pointer points to.

use std::collections::HashMap;

use super::view::{Use, View, outermost};
use crate::document::{File, UnitId};
use crate::edit::FileId;
use crate::lexeme::{Class, Lexeme, offset};
use crate::names::{BindingId, Place, Target};
use crate::thresholds::STORED_LEXEMES;

/// The parts that the expressions of a file name, each with all of them that read alike.
pub(super) struct Stored {
    /// For each part its places, in order; the parts in the order of their first places.
    pub(super) parts: Vec<Vec<Use>>,
    /// Of which part a unit is.
    numbers: HashMap<UnitId, usize>,
}

impl Stored {
    pub(super) fn of(view: &View, id: FileId) -> Stored {
        let file = view.file(id);
        let mut stored = Stored { parts: Vec::new(), numbers: HashMap::new() };
        let mut known: HashMap<(Vec<&[u8]>, Option<BindingId>), usize> = HashMap::new();
        for unit in 1..offset(file.units().len()) {
            if file.is_leaf(unit) || outermost(file, unit) != unit {
                continue;
            }
            let Some((first, lexemes)) = part(view, id, unit) else { continue };
            let texts = lexemes.iter().map(|it| it.of(&file.text)).collect();
            let of = match view.names.target(Place { file: id, at: first }) {
                Target::Binding(binding) => Some(binding),
                _ => None,
            };
            let number = *known.entry((texts, of)).or_insert(stored.parts.len());
            if number == stored.parts.len() {
                stored.parts.push(Vec::new());
            }
            stored.parts[number].push(Use { file: id, unit });
            stored.numbers.insert(unit, number);
        }
        stored
    }

    /// The places of the part that a unit is.
    pub(super) fn like(&self, unit: UnitId) -> &[Use] {
        self.numbers.get(&unit).map_or(&[], |&it| &self.parts[it])
    }
}

/// The lexemes of a unit that names a part of something, and the number of its first word.
fn part<'d>(view: &View<'d>, id: FileId, unit: UnitId) -> Option<(usize, &'d [Lexeme])> {
    let file: &'d File = view.file(id);
    if file.kind_name(unit).ends_with("declarator") {
        return None;
    }
    let (first, end) = view.lexemes_of(id, file.unit(unit).span());
    let all = file.lexemes().get(first..end).filter(|it| it.len() <= STORED_LEXEMES.get())?;
    let reads = |it: &Lexeme, is: &[&[u8]]| is.contains(&it.of(&file.text));
    let is_word = |it: &Lexeme| matches!(it.class, Class::Word | Class::Keyword);
    let points = all.first().is_some_and(|it| reads(it, &[b"*"]));
    let [head, rest @ ..] = &all[usize::from(points)..] else { return None };
    if !is_word(head) || rest.is_empty() && !points {
        return None;
    }
    let mut left = rest;
    while let [sign, of, behind @ ..] = left {
        let is_index = matches!(of.class, Class::Word | Class::Number | Class::String);
        left = match behind {
            [close, behind @ ..] if reads(sign, &[b"["]) && is_index && reads(close, &[b"]"]) => behind,
            _ if reads(sign, &[b".", b"->", b"::"]) && (is_word(of) || of.class == Class::Number) => behind,
            _ => return None,
        };
    }
    left.is_empty().then_some((first + usize::from(points), all))
}
