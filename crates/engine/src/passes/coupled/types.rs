//! What coupled edits ask of types: where one is named, what a field or a variable is of, how its definition goes.

use super::view::{Use, View, leaf_from, outermost};
use crate::document::{File, UnitId};
use crate::edit::{Edit, FileId, Span};
use crate::lexeme::Class;
use crate::names::{BindingId, Definition, Place, Target};
use crate::tokens::is_word;

impl View<'_> {
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
        let unit = without_sign(file, definition.parts.result?);
        let (meaning, name) = (file.unit(unit).span(), file.unit(definition.name).span());
        let mut text = file.text[meaning.range()].to_vec();
        if meaning.end <= name.start {
            let between = &file.text[meaning.end as usize..name.start as usize];
            let behind = self.lexemes_of(definition.file, name).1;
            let more = self.reads(definition.file, behind, b"[") || self.reads(definition.file, behind, b"(");
            if more || between.iter().any(|it| b"(,;=[".contains(it)) {
                return None;
            }
            let stars = between.split(|&it| it == b'*').count() - 1;
            if stars > 0 {
                text.push(b' ');
                text.extend(std::iter::repeat_n(b'*', stars));
            }
        }
        Some(text)
    }

    /// A text in the place of a type where that is named, with the word before it that says what it is, such as `struct`;
    /// what does nothing but name it goes.
    pub(super) fn replace_named(&self, one: Use, text: &[u8]) -> Edit {
        let span = self.dressed(one);
        match self.declares_only(one.file, span) {
            Some(statement) => Edit::delete(one.file, statement),
            None => Edit::replace(one.file, span, text),
        }
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

    /// The statement that does nothing but name a type, such as `struct S;`.
    fn declares_only(&self, id: FileId, named: Span) -> Option<Span> {
        let file = self.file(id);
        let unit = outermost(file, leaf_from(file, named.start)?);
        let mut whole = unit;
        while file.unit(whole).span() != named {
            whole = file.unit(whole).parent;
            if whole == 0 {
                return None;
            }
        }
        let (first, behind) = self.lexemes_of(id, named);
        if !self.reads(id, behind, b";") {
            return None;
        }
        let end = file.lexemes()[behind].span.end;
        let parent = file.unit(whole).parent;
        let around = file.unit(parent).span();
        let begins = first == 0 || [b";" as &[u8], b"}", b"{"].iter().any(|it| self.reads(id, first - 1, it));
        (begins && (around.end == end || parent == 0)).then(|| Span::new(named.start, end))
    }

    /// All that defines a type, and nothing else.
    fn unit_of_type(&self, definition: &Definition) -> UnitId {
        let file = self.file(definition.file);
        let Some(body) = definition.parts.fields else { return definition.whole };
        let own = file.unit(body).parent;
        let behind = Span::new(file.unit(own).end, file.unit(definition.whole).end.max(file.unit(own).end));
        let (first, end) = self.lexemes_of(definition.file, behind);
        let others = (first..end).any(|at| match self.names.target(Place { file: definition.file, at }) {
            Target::Definition(it) => self.names.definitions()[it].binding != definition.binding,
            _ => false,
        });
        if others || !file.unit(definition.whole).span().contains(file.unit(own).span()) {
            own
        } else {
            definition.whole
        }
    }

    /// A text in the place of a type, whose definitions and declarations go.
    pub(super) fn replace_type(&self, of: BindingId, text: &[u8]) -> Vec<Edit> {
        let uses = self.uses(of).into_iter().map(|it| self.replace_named(it, text));
        let removal = |it: &Definition| {
            let alone = !self.shares(it) || it.parts.fields.is_some();
            if alone { self.removal_of_type(it, text) } else { self.removal(it) }
        };
        uses.chain(self.definitions(of).map(removal)).collect()
    }

    /// Takes the definition of a type away; where it is also that of a variable, `meaning` takes its place.
    pub(super) fn removal_of_type(&self, definition: &Definition, meaning: &[u8]) -> Edit {
        let file = self.file(definition.file);
        let unit = self.statement_of(definition.file, self.unit_of_type(definition));
        let (whole, parent) = (file.unit(unit).span(), file.unit(unit).parent);
        let behind = self.lexemes_of(definition.file, whole).1;
        let ends = self.reads(definition.file, behind, b";");
        let around = file.unit(parent).span();
        let within = file.lexemes().get(behind).is_some_and(|it| it.span.end <= around.end);
        if parent != 0 && within && !ends && !file.text_of(parent).starts_with(b"{") {
            return Edit::replace(definition.file, whole, meaning);
        }
        let end = if ends { file.lexemes()[behind].span.end } else { whole.end };
        Edit::delete(definition.file, Span::new(whole.start, end))
    }
}

/// A type without the sign before it, as in `: T`.
pub(super) fn without_sign(file: &File, unit: UnitId) -> UnitId {
    let mut named = file.children(unit).filter(|&it| file.unit(it).is_named());
    if file.text_of(unit).starts_with(b":") { named.next().unwrap_or(unit) } else { unit }
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
        (!designates).then_some(Use { unit: outermost(file, parent), ..self })
    }
}
