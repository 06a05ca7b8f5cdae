//! `value-to-parameter`: hands a value to its function in the place of what computes it, or returns it in the place of what follows.
//!
//! Before:
//! ```llvm-ir
//! define double @f(i64 %a) {
//!   %b = uitofp i64 %a to fp128
//!   %c = fadd fp128 %b, %b
//!   %d = fptrunc fp128 %c to double
//!   ret double %d
//! }
//! ```
//! After:
//! ```llvm-ir
//! define double @f(i64 %a, fp128 %b) {
//!   %c = fadd fp128 %b, %b
//!   %d = fptrunc fp128 %c to double
//!   ret double %d
//! }
//! ```
//!
//! Before:
//! ```llvm-ir
//! define double @f(fp128 %a) {
//!   %c = fadd fp128 %a, %a
//!   %d = fptrunc fp128 %c to double
//!   ret double %d
//! }
//! ```
//! After:
//! ```llvm-ir
//! define fp128 @f(fp128 %a) {
//!   %c = fadd fp128 %a, %a
//!   ret fp128 %c
//! }
//! ```
//! Only in languages in which a value's type stands before its name where it is used, and in functions that nothing calls. What was
//! computed for the old value alone goes along. For at most 2,000 values of a file, from the back. LLVM's own reducer makes operands
//! to parameters, too (`llvm-reduce`, operands-to-args).

use super::functions::functions;
use super::lists::List;
use super::orphans::with_orphans;
use super::view::{NEAR, View};
use crate::document::{Document, File};
use crate::edit::{Edit, EditSet, FileId, Span};
use crate::lexeme::Class;
use crate::names::{Definition, Kind, Place};
use crate::pass::{Pass, Propose, Sites, Stage, Tier};
use crate::thresholds::COUPLED_SITES;

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "value-to-parameter",
    summary: "hand a value to its function in the place of what computes it, or return it",
    stage: Stage::Main,
    tier: Tier::Text,
    propose: Propose::File(propose),
};

fn propose(document: &Document, id: FileId, sites: &mut Sites) {
    let file = document.file(id);
    let Some(view) = View::of(document) else { return };
    if file.language.as_ref().is_none_or(|it| !it.typed_uses) {
        return;
    }
    let mut left = COUPLED_SITES.get();
    for function in functions(document, id) {
        let is_own = |it: &&Definition| it.file == id && function.binding.definitions.len() == 1;
        let definition = function.implementation().filter(is_own);
        let Some(definition) = definition.filter(|_| function.binding.references.is_empty()) else {
            continue;
        };
        let span = file.unit(definition.whole).span();
        let values = view.definitions_in(id, span).iter().filter(|it| it.kind == Kind::Value);
        for value in values.rev().take(left) {
            left -= 1;
            let Some(typed) = TypedUse::of(&view, value) else { continue };
            let ways = [returned(&view, definition, &typed), handed(&view, definition, value, &typed)];
            sites.alternatives(ways.into_iter().flatten().filter(|it| view.lowers(it)).collect());
        }
    }
}

/// A value as it stands where it is used first with its type.
struct TypedUse<'d> {
    /// The type alone.
    of: &'d [u8],
    /// The type, the signs, and the name.
    whole: &'d [u8],
}

impl<'d> TypedUse<'d> {
    /// `None` for what is a number, which others would have to make room for, and for labels.
    fn of(view: &View<'d>, value: &Definition) -> Option<TypedUse<'d>> {
        let file = view.file(value.file);
        let name = file.text_of(value.name);
        let places = &view.binding(value.binding).references;
        let mut own = places.iter().filter(|it| it.file == value.file && !name[0].is_ascii_digit());
        own.find_map(|it| TypedUse::at(view, file, *it))
    }

    fn at(view: &View<'d>, file: &'d File, place: Place) -> Option<TypedUse<'d>> {
        let end = file.lexemes()[place.at].span.end;
        let last = signs_before(file, place.at).checked_sub(1)?;
        let first = match file.lexemes()[last].class {
            Class::Word | Class::Keyword => signs_before(file, last),
            Class::Close(_) => view.partner(place.file, last),
            _ => return None,
        };
        let of = file.lexemes()[first].span.start..file.lexemes()[last].span.end;
        let whole = &file.text[of.start as usize..end as usize];
        let of = &file.text[of.start as usize..of.end as usize];
        let is_type = of != b"label" && of != b"void" && !whole.contains(&b'\n') && !of.starts_with(b"(");
        is_type.then_some(TypedUse { of, whole })
    }
}

/// The first of the signs that a name begins with.
fn signs_before(file: &File, name: usize) -> usize {
    let lexemes = file.lexemes();
    let glued = |at: &usize| {
        let sign = lexemes.get(at.wrapping_sub(1));
        sign.is_some_and(|it| {
            it.class == Class::Punct && it.span.end == lexemes[*at].span.start && it.of(&file.text) != b","
        })
    };
    let mut at = name;
    while glued(&at) {
        at -= 1;
    }
    at
}

/// The value as one more parameter.
fn handed(view: &View, definition: &Definition, value: &Definition, typed: &TypedUse) -> Option<EditSet> {
    let (id, file) = (definition.file, view.file(definition.file));
    let unit = definition.parts.parameters?;
    let last = List::of(file, id, unit)?.elements.last().map(|it| it.span.end);
    let at = last.unwrap_or(file.unit(unit).start + 1);
    let comma: &[u8] = if last.is_some() { b", " } else { b"" };
    let parameter = Edit::replace(id, Span::new(at, at), [comma, typed.whole].concat());
    Some([view.removal(value), parameter].into_iter().collect())
}

/// The value in the place of what the function returns at its end, without what was computed for that alone.
fn returned(view: &View, definition: &Definition, typed: &TypedUse) -> Option<EditSet> {
    let (id, file) = (definition.file, view.file(definition.file));
    let (first, end) = view.lexemes_of(id, file.unit(definition.parts.body?).span());
    let lexemes = file.lexemes();
    // What is returned stands between that word and the bracket at the end.
    let mut near = (first..end).rev().take(NEAR);
    let keyword = near.find(|&it| view.reads(id, it, b"ret")).filter(|it| it + 2 < end)?;
    let value = Span::new(lexemes.get(keyword + 1)?.span.start, lexemes[end.checked_sub(2)?].span.end);
    let name = signs_before(file, view.lexemes_of(id, file.unit(definition.name).span()).0);
    let result = lexemes[name.checked_sub(1)?].span;
    let old = &file.text[value.range()];
    if old.contains(&b'\n') || !old.starts_with(&file.text[result.range()]) {
        return None;
    }
    let edits = [Edit::replace(id, value, typed.whole), Edit::replace(id, result, typed.of)];
    let set: EditSet = edits.into_iter().collect();
    Some(with_orphans(view, &set).unwrap_or(set))
}
