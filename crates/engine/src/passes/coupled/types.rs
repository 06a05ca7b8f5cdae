//! What coupled edits ask of types: where one is named, what a field or a variable is of, how its definition goes.

use super::view::{Use, View, leaf_from};
use crate::document::UnitId;
use crate::edit::{Edit, FileId, Span};
use crate::lexeme::Class;
use crate::names::{BindingId, Definition, Place, Target};
use crate::tokens::is_word;

impl<'d> View<'d> {
    /// The binding that a type names with its last word.
    pub(super) fn named_by(&self, file: FileId, unit: UnitId) -> Option<BindingId> {
        let span = self.file(file).unit(unit).span();
        let (first, end) = self.lexemes_of(file, span);
        let end = (first..end).find(|&it| self.reads(file, it, b"{")).unwrap_or(end);
        let word = (first..end).rev().find(|&it| self.file(file).lexemes()[it].class == Class::Word)?;
        match self.names.target(Place { file, at: word }) {
            Target::Binding(binding) => Some(binding),
            Target::Definition(it) => Some(self.names.definitions()[it].binding),
            _ => None,
        }
    }

    /// The type of a variable or field, its pointers included; `None` for arrays and functions.
    pub(super) fn type_text(&self, definition: &Definition) -> Option<Vec<u8>> {
        let file = self.file(definition.file);
        let unit = definition.parts.result?;
        let (meaning, name) = (file.unit(unit).span(), file.unit(definition.name).span());
        let mut text = file.text[meaning.range()].to_vec();
        if meaning.end <= name.start {
            let between = &file.text[meaning.end as usize..name.start as usize];
            let behind = self.lexemes_of(definition.file, name).1;
            let more = self.reads(definition.file, behind, b"[") || self.reads(definition.file, behind, b"(");
            if more || between.iter().any(|it| b"(,;=[".contains(it)) {
                return None;
            }
            let stars = between.iter().filter(|it| **it == b'*').count();
            if stars > 0 {
                text.push(b' ');
                text.extend(std::iter::repeat_n(b'*', stars));
            }
        }
        Some(text)
    }

    /// Where a type is named, with the word before it that says what it is, such as `struct`.
    pub(super) fn type_uses(&self, of: BindingId) -> impl Iterator<Item = (FileId, Span)> + '_ {
        self.uses(of).into_iter().map(move |it| (it.file, self.dressed(it)))
    }

    fn dressed(&self, one: Use) -> Span {
        let file = self.file(one.file);
        let own = one.span(self);
        let Some(parent) = one.parent(self) else { return own };
        let around = file.unit(parent).span();
        let before = file.text[around.start as usize..own.start as usize].trim_ascii_end();
        let word = !before.is_empty() && before.iter().all(|&it| is_word(it));
        let says = word && [&b"struct"[..], b"union", b"enum", b"class", b"typename"].contains(&before);
        if says && around.end == own.end { around } else { own }
    }

    /// Takes the definition of a type away; where it is also that of a variable, `meaning` takes its place.
    pub(super) fn removal_of_type(&self, definition: &Definition, meaning: &[u8]) -> Edit {
        let file = self.file(definition.file);
        let whole = file.unit(self.statement_of(definition.file, definition.whole)).span();
        let body = definition.parts.fields.map(|it| file.unit(it).parent);
        let Some(own) = body.filter(|&it| file.unit(it).span() != whole) else {
            return Edit::delete(definition.file, whole);
        };
        let own = file.unit(own).span();
        let behind = Span::new(own.end, whole.end.max(own.end));
        let (first, end) = self.lexemes_of(definition.file, behind);
        let others = (first..end).any(|at| match self.names.target(Place { file: definition.file, at }) {
            Target::Definition(it) => self.names.definitions()[it].binding != definition.binding,
            _ => false,
        });
        if others {
            return Edit::replace(definition.file, own, meaning);
        }
        Edit::delete(definition.file, whole)
    }
}

impl Use {
    /// The thing with its member, such as `s.f` of a use of `f`; itself where nothing stands before it.
    pub(super) fn member(self, view: &View) -> Option<Use> {
        let file = view.file(self.file);
        let first = view.lexemes_of(self.file, self.span(view)).0;
        let dotted = first.checked_sub(1).is_some_and(|it| {
            [b"." as &[u8], b"->", b"::"].iter().any(|sign| view.reads(self.file, it, sign))
        });
        if !dotted {
            return Some(self);
        }
        let parent = self.parent(view).filter(|&it| file.unit(it).end == self.span(view).end)?;
        let designates = leaf_from(file, file.unit(parent).start).is_some_and(|it| file.text_of(it) == b".");
        (!designates).then_some(Use { unit: super::view::outermost(file, parent), ..self })
    }
}
