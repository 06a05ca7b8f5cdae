//! Homes: the blocks of types, and of what adds to types, in which members stand.

use std::collections::HashMap;

use super::places::is_indented;
use super::view::View;
use crate::document::{File, UnitId};
use crate::edit::{EditSet, FileId, Span};
use crate::names::{BindingId, Definition, Kind};
use crate::thresholds::STATEMENT_LEVELS;

/// Where members of a type stand.
#[derive(Debug, Clone, Copy)]
pub(super) struct Home {
    /// The type.
    pub(super) of: BindingId,
    /// The unit that names it.
    pub(super) name: UnitId,
    /// All of it.
    pub(super) whole: UnitId,
    /// The block.
    pub(super) block: UnitId,
    /// True of what adds to a type that is defined elsewhere.
    pub(super) extends: bool,
}

/// The homes of a file, by their blocks; none of what implements another type's members.
pub(super) fn homes(view: &View, id: FileId) -> HashMap<UnitId, Home> {
    let file = view.file(id);
    let mut found = HashMap::new();
    for definition in view.names.definitions().iter().filter(|it| it.file == id && it.kind == Kind::Type) {
        let fields = definition.parts.fields.filter(|&it| is_block(file, it));
        let Some(block) = fields.or_else(|| block(file, definition.whole)) else { continue };
        let whole = fields.map_or(definition.whole, |it| file.unit(it).parent);
        let (of, name) = (definition.binding, definition.name);
        found.insert(block, Home { of, name, whole, block, extends: false });
    }
    let promises = view.names.promises(id);
    for &(whole, name) in view.names.extensions(id) {
        let adds = promises.binary_search_by_key(&whole, |it| it.0).is_err();
        // A method that says whose it is has no members.
        if let (true, Some(of), Some(block)) = (
            adds && view.names.introduced_by(id, whole) == 0,
            view.named_by(id, name),
            block(file, whole).filter(|&it| is_block(file, it)),
        ) {
            found.insert(block, Home { of, name, whole, block, extends: true });
        }
    }
    found
}

/// The home that a definition stands right in, and the statement that it is there.
pub(super) fn home_of<'h>(
    view: &View,
    homes: &'h HashMap<UnitId, Home>,
    definition: &Definition,
) -> Option<(UnitId, &'h Home)> {
    let file = view.file(definition.file);
    let mut unit = definition.whole;
    for _ in 0..STATEMENT_LEVELS.get() {
        let parent = file.unit(unit).parent;
        if let Some(home) = homes.get(&parent) {
            return (home.whole != definition.whole).then_some((unit, home));
        }
        if parent == 0 || view.names.introduced_by(definition.file, parent) > 0 {
            return None;
        }
        unit = parent;
    }
    None
}

/// The block that a unit ends with.
pub(super) fn block(file: &File, whole: UnitId) -> Option<UnitId> {
    let mut unit = whole;
    while !is_block(file, unit) {
        unit = file.solid_children(unit).last()?;
    }
    Some(unit)
}

/// True of what is in braces, or indented.
pub(super) fn is_block(file: &File, unit: UnitId) -> bool {
    let text = file.text_of(unit);
    let braces = text.len() >= 2 && text.starts_with(b"{") && text.ends_with(b"}");
    braces || is_indented(file) && is_kept(file, unit)
}

/// What a block has within its braces.
pub(super) fn inside(file: &File, block: UnitId) -> Span {
    let span = file.unit(block).span();
    if file.text_of(block).starts_with(b"{") { Span::new(span.start + 1, span.end - 1) } else { span }
}

/// The statement that a unit is a part of: what stands right in a block, or in the file.
pub(super) fn top(file: &File, unit: UnitId) -> UnitId {
    let mut at = unit;
    loop {
        let parent = file.unit(at).parent;
        if parent == 0 || is_block(file, parent) {
            return at;
        }
        at = parent;
    }
}

/// A part of a file with those edits of a set that are in it.
pub(super) fn with_edits(file: &File, id: FileId, part: Span, set: &EditSet) -> Vec<u8> {
    let (mut text, mut from) = (Vec::new(), part.start);
    for edit in set.of_file(id).iter().filter(|it| part.contains(it.span) && it.span.start >= part.start) {
        text.extend_from_slice(&file.text[from.min(edit.span.start) as usize..edit.span.start as usize]);
        text.extend_from_slice(&edit.with);
        from = from.max(edit.span.end);
    }
    text.extend_from_slice(&file.text[from as usize..part.end as usize]);
    text
}

fn is_kept(file: &File, unit: UnitId) -> bool {
    file.language.as_ref().is_some_and(|it| it.nonempty.iter().any(|kind| kind == file.kind_name(unit)))
}
