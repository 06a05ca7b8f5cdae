//! Methods of a type that is no more: called on nothing, while what they were called on goes.

use super::functions::definitions_in;
use super::view::{Use, View};
use crate::document::UnitId;
use crate::edit::{Edit, FileId, Span};
use crate::names::{BindingId, Definition, Kind};
use crate::thresholds::COUPLED_CALLS;

/// What stands between a thing and its method.
const SIGNS: [&[u8]; 3] = [b".", b"->", b"&."];

/// The edits that let the methods right in a block be called on nothing, and take the constructor of their type away. None where nothing
/// is called on a thing, or where methods begin with less than functions do.
pub(super) fn plain_calls(view: &View, of: BindingId, (id, block): (FileId, UnitId)) -> Vec<Edit> {
    let file = view.file(id);
    let Some(word) = file.language.as_ref().and_then(|it| it.function.as_deref()) else { return Vec::new() };
    let all = definitions_in(view.names, id, block..file.unit(block).subtree_end).iter();
    let methods: Vec<&Definition> = all.filter(|it| is_method(view, it, block)).collect();
    let begins = |it: &&Definition| {
        let (first, name) = (file.unit(it.whole).start, file.unit(it.name).start);
        let (first, name) = view.lexemes_of(id, Span::new(first, name));
        let says = word.is_empty() || (first..name).any(|it| view.reads(id, it, word.as_bytes()));
        says && !receives(view, it)
    };
    if !methods.iter().all(begins) {
        return Vec::new();
    }
    let title = view.definitions(of).next().map(|it| view.file(it.file).text_of(it.name));
    let makes = |it: &&Definition| [title, Some(b"initialize")].contains(&Some(file.text_of(it.name)));
    let (constructors, methods): (Vec<&Definition>, Vec<&Definition>) = methods.into_iter().partition(makes);
    let mut edits: Vec<Edit> = Vec::new();
    for method in methods {
        let alone = view.names.namesakes(method).next().is_none();
        let uses = if alone { view.possible_uses(method.binding) } else { view.known_uses(method) };
        edits.extend(uses.into_iter().take(COUPLED_CALLS.get()).filter_map(|it| plain(view, it)));
    }
    if !edits.is_empty() {
        edits.extend(constructors.into_iter().map(|it| view.removal(it)));
    }
    edits
}

/// True of a function right in a block.
fn is_method(view: &View, definition: &Definition, block: UnitId) -> bool {
    let has_parameters = definition.parts.parameters.is_some();
    let is_called = definition.kind == Kind::Function || definition.kind == Kind::Member && has_parameters;
    is_called && view.file(definition.file).unit(definition.whole).parent == block
}

/// True when the first parameter is what a method is called on.
fn receives(view: &View, method: &Definition) -> bool {
    let list = method.parts.parameters.map(|it| view.file(method.file).unit(it).span());
    let (first, end) = list.map_or((0, 0), |it| view.lexemes_of(method.file, it));
    (first..end)
        .take_while(|&it| !view.reads(method.file, it, b","))
        .any(|it| view.reads(method.file, it, b"self"))
}

/// A use without what stands before it.
fn plain(view: &View, one: Use) -> Option<Edit> {
    let (file, span) = (view.file(one.file), one.span(view));
    let before = view.lexemes_of(one.file, span).0.checked_sub(1)?;
    let start = file.unit(one.parent(view)?).start;
    let on = SIGNS.iter().any(|it| view.reads(one.file, before, it));
    (on && start < file.lexemes()[before].span.start)
        .then(|| Edit::delete(one.file, Span::new(start, span.start)))
}
