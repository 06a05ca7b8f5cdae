//! What a method is called on, in the places where the method speaks of itself or of its members.

use super::functions::{Function, definitions_in};
use super::places::{is_tight, takes_anything};
use super::view::{NEAR, unit_at};
use crate::document::{File, UnitId};
use crate::edit::{FileId, Span};
use crate::lexeme::Class;
use crate::names::{Call, Definition, Kind, Place, Target};
use crate::thresholds::STATEMENT_LEVELS;

/// What stands between a thing and its member.
const SIGNS: [&[u8]; 5] = [b".", b"->", b"?.", b"?->", b":"];
/// What a method calls what it is on.
const OWN: [&[u8]; 2] = [b"this", b"self"];

/// What a method is called on.
pub(super) struct Receiver<'c> {
    text: &'c [u8],
    /// What stands behind it.
    sign: &'c [u8],
    tight: bool,
    /// Where the call stands.
    call: (FileId, Span),
}

impl<'c> Receiver<'c> {
    /// What a call is on; `None` where it is on nothing, or on what the caller is on.
    pub(super) fn of(file: &'c File, (id, call): (FileId, &Call)) -> Option<Receiver<'c>> {
        let (whole, callee) = (call.span(file), file.unit(call.callee).start);
        let at = file.lexemes().partition_point(|it| it.span.start < callee).checked_sub(1)?;
        let sign = file.lexemes()[at];
        if sign.span.start <= whole.start || !SIGNS.contains(&sign.of(&file.text)) {
            return None;
        }
        let span = crate::lexeme::trim(&file.text, Span::new(whole.start, sign.span.start))?;
        let text = &file.text[span.range()];
        let own = is_own(text.strip_prefix(b"$").unwrap_or(text)) || text == b"super";
        let tight = word(text) == text.len() || unit_at(file, span).is_some_and(|it| is_tight(file, it));
        (!own).then_some(Receiver { text, sign: sign.of(&file.text), tight, call: (id, whole) })
    }

    /// What it puts in some of what `definition` does: itself for `this`, and before members that are named alone.
    pub(super) fn edits(
        &self,
        function: &Function<'_>,
        definition: &Definition,
        span: Span,
    ) -> Vec<(Span, Vec<u8>)> {
        let file = function.document.file(definition.file);
        let lexemes = file.lexemes();
        let from = |offset: u32| lexemes.partition_point(|it| it.span.start < offset);
        let mut edits = Vec::new();
        let all = lexemes.iter().enumerate().take(from(span.end)).skip(from(span.start));
        for (at, lexeme) in all {
            if !matches!(lexeme.class, Class::Word | Class::Keyword) || is_behind_sign(file, at) {
                continue;
            }
            if is_own(lexeme.of(&file.text)) {
                edits.push(self.itself(file, at));
            } else if self.is_member(function, definition, at) {
                let start = lexeme.span.start;
                edits.push((Span::new(start, start), [&self.bracketed()[..], self.sign].concat()));
            }
        }
        edits
    }

    /// Itself in the place of `this`, with the sign behind that where it is for a pointer.
    fn itself(&self, file: &File, at: usize) -> (Span, Vec<u8>) {
        let lexemes = file.lexemes();
        let own = lexemes[at].span;
        let dollar = own.start > 0 && file.text[own.start as usize - 1] == b'$';
        let span = Span::new(own.start - u32::from(dollar), own.end);
        let next = lexemes.get(at + 1).filter(|it| SIGNS.contains(&it.of(&file.text)));
        match next {
            Some(sign) if !dollar && sign.of(&file.text) == b"->" => {
                (Span::new(span.start, sign.span.end), [&self.bracketed()[..], self.sign].concat())
            }
            None if takes_anything(file, span) => (span, self.text.to_vec()),
            _ => (span, self.bracketed()),
        }
    }

    fn bracketed(&self) -> Vec<u8> {
        if self.tight { self.text.to_vec() } else { [b"(", self.text, b")"].concat() }
    }

    /// True when a word in the method is a member of a type, which the call has to say what it is of.
    fn is_member(&self, function: &Function<'_>, method: &Definition, at: usize) -> bool {
        let names = function.names;
        let Target::Binding(target) = names.target(Place { file: method.file, at }) else { return false };
        let member = &names.definitions()[names.bindings()[target].definitions[0]];
        if !matches!(member.kind, Kind::Member | Kind::Value | Kind::Function) {
            return false;
        }
        let Some((owner, kind)) = owner(function, member) else { return false };
        // What a module has is a member only where the method is, too.
        let same = || self::owner(function, method) == Some((owner, kind)) && member.file == method.file;
        let of_type = kind == Kind::Type || kind == Kind::Module && same();
        let file = function.document.file(member.file);
        let known = member.file == self.call.0 && file.unit(owner).span().contains(self.call.1);
        of_type && !(known && is_static(file, member))
    }
}

/// The innermost unit around a definition that introduces something else, and the kind of that.
fn owner(function: &Function<'_>, definition: &Definition) -> Option<(UnitId, Kind)> {
    let file = function.document.file(definition.file);
    let mut unit = definition.whole;
    for _ in 0..STATEMENT_LEVELS.get() {
        unit = file.unit(unit).parent;
        if unit == 0 {
            return None;
        }
        let inside = unit..file.unit(unit).subtree_end;
        let defined = definitions_in(function.names, definition.file, inside);
        if let Some(it) = defined.iter().take(NEAR).find(|it| it.whole == unit) {
            return Some((unit, it.kind));
        }
    }
    None
}

/// True of what a method calls what it is on.
pub(super) fn is_own(word: &[u8]) -> bool {
    OWN.contains(&word)
}

/// True when something that no file defines is called, such as `console.log(…)` where a class has a method `log`.
pub(super) fn is_foreign(function: &Function<'_>, id: FileId, call: &Call) -> bool {
    let file = function.document.file(id);
    let Some(receiver) = Receiver::of(file, (id, call)) else { return false };
    let start = call.span(file).start;
    let at = file.lexemes().partition_point(|it| it.span.start < start);
    let is_word =
        receiver.text.first().is_some_and(|it| *it != b'$') && word(receiver.text) == receiver.text.len();
    is_word && function.names.bindings_at(Place { file: id, at }).next().is_none()
}

/// How many bytes a text begins with that are of a word.
fn word(text: &[u8]) -> usize {
    text.iter().take_while(|it| crate::tokens::is_word(**it) || **it == b'$').count()
}

fn is_behind_sign(file: &File, at: usize) -> bool {
    let before = at.checked_sub(1).map(|it| file.lexemes()[it].of(&file.text));
    before.is_some_and(|it| SIGNS.contains(&it) || it == b"::")
}

/// True when a member is of its type, not of each thing of it.
fn is_static(file: &File, member: &Definition) -> bool {
    let name = file.unit(member.name).start;
    let before = &file.lexemes()[..file.lexemes().partition_point(|it| it.span.start < name)];
    let words = before.iter().rev().map(|it| it.of(&file.text));
    words.take_while(|it| ![b";" as &[u8], b"{", b"}"].contains(it)).any(|it| it == b"static")
}
