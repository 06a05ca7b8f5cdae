//! The numbers of enumerators, as far as they can be read off.

use std::collections::HashMap;

use super::view::{View, child_towards};
use crate::document::UnitId;
use crate::edit::FileId;
use crate::names::Definition;

/// What each enumerator of a document is, list by list as they are asked for.
#[derive(Default)]
pub(super) struct Enumerators {
    lists: HashMap<(FileId, UnitId), HashMap<UnitId, i64>>,
}

impl Enumerators {
    /// The number of an enumerator; `None` for what is none, and where a value is more than a literal.
    pub(super) fn number(&mut self, view: &View, definition: &Definition) -> Option<i64> {
        let list = list_of(view, definition)?;
        let element = child_towards(view.file(definition.file), list, definition.name)?;
        let numbers =
            self.lists.entry((definition.file, list)).or_insert_with(|| read(view, definition.file, list));
        numbers.get(&element).copied()
    }
}

/// The list in braces that an enumerator is an element of.
pub(super) fn list_of(view: &View, definition: &Definition) -> Option<UnitId> {
    let file = view.file(definition.file);
    let list = file.unit(definition.whole).parent;
    let whole = file.text_of(file.unit(list).parent);
    (file.text_of(list).starts_with(b"{") && whole.starts_with(b"enum")).then_some(list)
}

/// Counts as a compiler does: each is one more than the one before it, unless it says otherwise.
fn read(view: &View, id: FileId, list: UnitId) -> HashMap<UnitId, i64> {
    let file = view.file(id);
    let mut numbers = HashMap::new();
    let mut next: Option<i64> = Some(0);
    for element in file.solid_children(list) {
        let text = file.text_of(element);
        if let Some(sign) = text.iter().position(|&it| it == b'=') {
            next = std::str::from_utf8(&text[sign + 1..]).ok().and_then(|it| it.trim().parse().ok());
        }
        if let Some(number) = next {
            numbers.insert(element, number);
            next = number.checked_add(1);
        }
    }
    numbers
}
