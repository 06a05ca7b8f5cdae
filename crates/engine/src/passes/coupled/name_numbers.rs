//! `name-numbers`: what is named by its number in the order of a function gets a name.
//!
//! Before:
//! ```llvm-ir
//! define i32 @f(i32 %0) {
//!   %2 = add i32 %0, 1
//!   br label %3
//! 3:
//!   %4 = phi i32 [ %2, %1 ]
//!   ret i32 %4
//! }
//! ```
//! After:
//! ```llvm-ir
//! define i32 @f(i32 %a) {
//!   %b = add i32 %a, 1
//!   br label %c
//! c:
//!   %d = phi i32 [ %b, %0 ]
//!   ret i32 %d
//! }
//! ```
//! Where numbers must come in order nothing can go without a new number for all that follows; with names, each thing goes alone. A
//! number that nothing is seen to define is that of the first block, which is the first thing without a name then. Before anything
//! goes, as what goes may leave numbers that nothing is seen to define. All functions at once, then fewer. Names are no longer than the numbers, and mostly shorter.

use std::cell::LazyCell;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Deref;

use super::view::View;
use crate::document::{Document, File};
use crate::edit::{Edit, EditSet, FileId, Span};
use crate::names::{Definition, Kind, text_of};
use crate::pass::{Pass, Propose, Sites, Stage, Tier};
use crate::passes::text::names::{free_names, taken};

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "name-numbers",
    summary: "give names to what is numbered in order",
    stage: Stage::Mass,
    tier: Tier::Parsed,
    propose: Propose::File(propose),
};

fn propose(document: &Document, id: FileId, sites: &mut Sites) {
    let Some(view) = View::of(document) else { return };
    let taken = LazyCell::new(|| taken(document));
    let functions = view.bindings(id, &[Kind::Function]).map(|it| it.1);
    let functions = functions.filter(|it| it.parts.body.is_some());
    sites.list(functions.filter_map(|it| named(&view, it, &taken)).collect());
}

/// Names for all that has a number in a function.
fn named(
    view: &View,
    function: &Definition,
    taken: &impl Deref<Target = BTreeSet<Vec<u8>>>,
) -> Option<EditSet> {
    let (id, file) = (function.file, view.file(function.file));
    let whole = file.unit(function.whole).span();
    let numbered = numbered(view, function, whole);
    let sign = numbered.iter().find_map(|it| sign(file, file.unit(it.name).start))?;
    let mut places: BTreeMap<u32, BTreeSet<Span>> = BTreeMap::new();
    for it in &numbered {
        let name = file.unit(it.name).span();
        places.entry(number(text_of(file, it))?).or_default().insert(name);
    }
    let defined: BTreeSet<u32> = places.keys().copied().collect();
    let (from, to) = view.lexemes_of(id, whole);
    for lexeme in &file.lexemes()[from..to] {
        let number = number(lexeme.of(&file.text));
        if let Some(number) = number.filter(|_| self::sign(file, lexeme.span.start) == Some(sign)) {
            places.entry(number).or_default().insert(lexeme.span);
        }
    }
    if places.len() > defined.len() + 1 {
        return None;
    }
    let mut names = free_names(taken);
    let mut edits = Vec::new();
    for (number, spans) in places {
        let name = if defined.contains(&number) { names.next()? } else { b"0".to_vec() };
        edits.extend(spans.into_iter().map(|it| Edit::replace(id, it, &name[..])));
    }
    Some(edits.into_iter().collect())
}

/// What has a number for its name in a function.
fn numbered<'d>(view: &View<'d>, function: &Definition, whole: Span) -> Vec<&'d Definition> {
    let kinds = [Kind::Value, Kind::Parameter, Kind::Label];
    let within = view.definitions_in(function.file, whole).iter();
    let is_such =
        |it: &&Definition| kinds.contains(&it.kind) && number(text_of(view.file(it.file), it)).is_some();
    within.filter(is_such).collect()
}

/// The number that a text is, as it is counted.
fn number(text: &[u8]) -> Option<u32> {
    let plain = text == b"0" || text.iter().all(u8::is_ascii_digit) && !text.starts_with(b"0");
    std::str::from_utf8(text).ok().filter(|_| plain)?.parse().ok()
}

/// The sign that a name begins with.
fn sign(file: &File, start: u32) -> Option<u8> {
    let before = *file.text.get((start as usize).checked_sub(1)?)?;
    before.is_ascii_punctuation().then_some(before)
}
