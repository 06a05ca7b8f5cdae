//! Members of types: where they stand and are named, and how one goes where it stands alone.

use std::collections::HashMap;

use super::homes::{Home, home_of, top, with_edits};
use super::places::{indent, is_indented};
use super::view::{NEAR, Use, View, outermost};
use crate::document::{File, UnitId};
use crate::edit::{Edit, EditSet, Span};
use crate::names::{Definition, Kind};

/// What only members begin with, and what only they have behind their parameters.
const OF_MEMBERS: [&[u8]; 12] = [
    b"static",
    b"virtual",
    b"explicit",
    b"public",
    b"private",
    b"protected",
    b"readonly",
    b"abstract",
    b"override",
    b"default",
    b"final",
    b"const",
];

/// A member of a type.
pub(super) struct Member<'v> {
    pub(super) view: &'v View<'v>,
    pub(super) file: &'v File,
    pub(super) definition: &'v Definition,
    /// All of it, with what ends it.
    pub(super) span: Span,
    /// Where it stands; none of a method that says itself whose it is.
    pub(super) home: Option<Home>,
    /// What a function begins with.
    pub(super) word: &'v [u8],
}

impl<'v> Member<'v> {
    pub(super) fn of(
        view: &'v View<'v>,
        homes: &HashMap<UnitId, Home>,
        definition: &'v Definition,
        word: &'v [u8],
    ) -> Option<Member<'v>> {
        let file = view.file(definition.file);
        let member = |span, home| Member { view, file, definition, span, home, word };
        let Some((statement, home)) = home_of(view, homes, definition) else {
            let says = definition.parts.body.is_some() && definition.parts.parameters.is_some();
            let one = member(file.unit(definition.whole).span(), None);
            return (says && one.before().is_some()).then_some(one);
        };
        let of_kind = match definition.kind {
            Kind::Function | Kind::Member if definition.parts.parameters.is_some() => {
                !is_accessor(view, definition) && definition.name != home.name
            }
            Kind::Member | Kind::Value | Kind::Type => word.is_empty(),
            _ => false,
        };
        let is_constructor = file.text_of(definition.name) == file.text_of(home.name);
        let span = file.unit(statement).span();
        let behind = view.lexemes_of(definition.file, span).1;
        let ends = view.reads(definition.file, behind, b";") && !file.text_of(statement).ends_with(b";");
        let end = if ends { file.lexemes()[behind].span.end } else { span.end };
        let span = Span::new(span.start, end);
        let closed = [b"}", b";"].iter().any(|it| file.text[span.range()].ends_with(&it[..]));
        let is_whole = !view.shares(definition) && (closed || is_indented(file));
        (of_kind && is_whole && !is_constructor).then(|| member(span, Some(*home)))
    }

    pub(super) fn is_method(&self) -> bool {
        self.definition.parts.parameters.is_some()
    }

    /// What stands before the name and says what a method is called on.
    pub(super) fn before(&self) -> Option<Span> {
        let (view, id) = (self.view, self.definition.file);
        let name = self.file.unit(self.definition.name).span();
        let first = view.lexemes_of(id, self.file.unit(self.definition.whole).span()).0;
        let last = view.lexemes_of(id, name).0.checked_sub(1).filter(|&it| it > first)?;
        let start = if view.reads(id, last, b")") {
            view.partner(id, last)
        } else if view.reads(id, last, b".") && !view.reads(id, last - 1, b")") {
            last - 1
        } else {
            return None;
        };
        // A method of the module that it stands in goes with that.
        let own = view.reads(id, start, b"self");
        let begins = start == first + 1 && view.reads(id, first, self.word) && start < last && !own;
        begins.then(|| Span::new(self.file.lexemes()[start].span.start, name.start))
    }

    /// True when one of some words stands in a span.
    pub(super) fn reads_any(&self, span: Span, words: &[&[u8]]) -> bool {
        let (first, end) = self.view.lexemes_of(self.definition.file, span);
        (first..end).any(|at| words.contains(&self.file.lexemes()[at].of(&self.file.text)))
    }

    /// Where it is named.
    pub(super) fn uses(&self) -> Vec<Use> {
        let alone = self.view.names.namesakes(self.definition).next().is_none();
        let mut uses = if alone {
            self.view.possible_uses(self.definition.binding)
        } else {
            self.view.known_uses(self.definition)
        };
        // A definition outside of the type says whose it is.
        let others = self
            .view
            .definitions(self.definition.binding)
            .filter(|it| it.name != self.definition.name)
            .take(NEAR);
        uses.extend(
            others.map(|it| Use { file: it.file, unit: outermost(self.view.file(it.file), it.name) }),
        );
        uses
    }

    /// A use without what says whose it is.
    pub(super) fn unqualified(&self, one: Use) -> Option<Edit> {
        let whole = one.member(self.view).filter(|it| it.unit != one.unit)?.span(self.view);
        Some(Edit::delete(one.file, Span::new(whole.start, one.span(self.view).start)))
    }

    /// The type that it is of, as the home says it.
    pub(super) fn type_text(&self) -> &'v [u8] {
        let Some(home) = self.home else { return b"" };
        let parent = |it: UnitId| self.file.unit(it).parent;
        let mut unit = home.name;
        while home.extends && parent(unit) != home.whole && parent(unit) != 0 {
            unit = parent(unit);
        }
        self.file.text_of(unit)
    }

    /// What makes the text of a member one that stands alone.
    pub(super) fn dressed(&self) -> Vec<Edit> {
        let (view, id, file) = (self.view, self.definition.file, self.file);
        let lexemes = file.lexemes();
        let (first, end) = view.lexemes_of(id, self.span);
        let name = view.lexemes_of(id, file.unit(self.definition.name).span()).0;
        let head =
            self.definition.parts.parameters.map_or(name, |it| view.lexemes_of(id, file.unit(it).span()).1);
        let body = self.definition.parts.body.map_or(end, |it| view.lexemes_of(id, file.unit(it).span()).0);
        let mut edits = Vec::new();
        for at in (first..name).chain(head..body.max(head)) {
            let text = lexemes[at].of(&file.text);
            let marks = text == b"@"
                && [&b"staticmethod"[..], b"classmethod"].iter().any(|it| view.reads(id, at + 1, it));
            let width = if marks { 2 } else { 1 };
            // A constant stays one.
            if marks || OF_MEMBERS.contains(&text) && (at >= head || text != b"const") {
                let to = lexemes.get(at + width).map_or(lexemes[at].span.end, |it| it.span.start);
                edits.push(Edit::delete(id, Span::new(lexemes[at].span.start, to)));
            }
        }
        let says = self.word.is_empty() || (first..name).any(|it| view.reads(id, it, self.word));
        if self.is_method() && !says {
            let star = name.checked_sub(1).filter(|&it| view.reads(id, it, b"*")).unwrap_or(name);
            let at = lexemes[star].span.start;
            edits.push(Edit::replace(id, Span::new(at, at), [self.word, b" "].concat()));
        }
        let own = (first..end).filter(|&it| self.home.is_some() && view.reads(id, it, b"Self"));
        edits.extend(own.map(|it| Edit::replace(id, lexemes[it].span, self.type_text())));
        edits
    }

    /// The member with some edits where it goes; those elsewhere go along.
    pub(super) fn placed(&self, set: &EditSet) -> Vec<EditSet> {
        let (id, file) = (self.definition.file, self.file);
        let Some(home) = self.home else { return vec![set.clone()] };
        let whole = top(file, home.whole);
        let (top, part) = (file.unit(whole).span(), self.span);
        let mut text = with_edits(file, id, part, set);
        if is_indented(file) {
            text = aligned(&text, indent(file, part.start), indent(file, top.start));
        }
        let sole = file.solid_children(home.block).take(2).count() == 1;
        let replaces = sole && (home.extends || is_indented(file));
        let gone = if replaces { top } else { part };
        let outside = set.edits().iter().filter(|it| it.file != id || !gone.contains(it.span)).cloned();
        let outside: EditSet = outside.collect();
        if replaces {
            return vec![outside.merge(&EditSet::replace(id, top, text))];
        }
        let outside = outside.merge(&EditSet::delete(id, part));
        let margin = [b"\n", indent(file, top.start)].concat();
        let put = |at: u32, text: Vec<u8>| outside.merge(&EditSet::replace(id, Span::new(at, at), text));
        let before = put(top.start, [&text[..], &margin].concat());
        let is_body = self.definition.parts.body.is_some();
        if !self.word.is_empty() || !is_body {
            return vec![before];
        }
        // Where order matters it needs what it was a member of, or is needed there.
        let behind = self.view.lexemes_of(id, top).1;
        let ends = self.view.reads(id, behind, b";");
        let end = if ends { file.lexemes()[behind].span.end } else { top.end };
        vec![put(end, [&margin[..], &text].concat()), before]
    }
}

/// True of what is read or written like a field.
fn is_accessor(view: &View, definition: &Definition) -> bool {
    let file = view.file(definition.file);
    let (first, _) = view.lexemes_of(definition.file, file.unit(definition.whole).span());
    let name = view.lexemes_of(definition.file, file.unit(definition.name).span()).0;
    (first..name).any(|it| view.reads(definition.file, it, b"get") || view.reads(definition.file, it, b"set"))
}

/// Lines with another margin.
fn aligned(text: &[u8], old: &[u8], new: &[u8]) -> Vec<u8> {
    let lines = text.split(|&it| it == b'\n').enumerate();
    let moved = lines.map(|(at, line)| match line.strip_prefix(old).filter(|_| at > 0) {
        Some(rest) => [new, rest].concat(),
        None => line.to_vec(),
    });
    moved.collect::<Vec<_>>().join(&b'\n')
}
