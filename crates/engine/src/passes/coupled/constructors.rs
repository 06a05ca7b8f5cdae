//! What makes things of a type without naming it there: heirs that have no constructor, fields, and what a function returns.

use super::bodies::returned;
use crate::document::{Document, UnitId};
use crate::edit::FileId;
use crate::names::{Binding, Call, Definition, Kind};
use crate::thresholds::COUPLED_CALLS;

/// The lists that are for the constructor of a type although it is not named before them, in order.
pub(super) fn also_made(document: &Document, binding: &Binding) -> Vec<(FileId, Call)> {
    let all = document.names().definitions();
    let mut found = Vec::new();
    for place in binding.references.iter().take(COUPLED_CALLS.get()) {
        let at = document.file(place.file).lexemes()[place.at].span.start;
        let start = |it: &Definition| (it.file, document.file(it.file).unit(it.name).start);
        let after = all.partition_point(|it| start(it) < (place.file, at));
        // A type stands beside what is of it, and so does a base.
        let near = [after.wrapping_sub(1), after].into_iter().filter_map(|it| all.get(it));
        near.filter(|it| it.file == place.file).for_each(|it| by(document, it, at, &mut found));
    }
    found.sort_by_key(|it| (it.0, it.1.whole, it.1.arguments));
    found.dedup();
    found
}

/// Adds what makes things of a type that a definition names at an offset.
fn by(document: &Document, definition: &Definition, at: u32, found: &mut Vec<(FileId, Call)>) {
    let (file, parts) = (document.file(definition.file), definition.parts);
    let holds =
        |unit: Option<UnitId>| unit.is_some_and(|it| file.unit(it).span().range().contains(&(at as usize)));
    let list = |unit: UnitId| {
        let call = Call { whole: unit, callee: unit, arguments: unit, constructs: true, generic: false };
        (file.text_of(unit).starts_with(b"{") && file.kind_name(unit).ends_with("_list"))
            .then_some((definition.file, call))
    };
    let calls =
        document.names().bindings()[definition.binding].calls.iter().filter(|it| !it.1.generic).copied();
    match (definition.kind, parts.parameters) {
        (Kind::Type, None) if holds(parts.value) => found.extend(calls),
        (Kind::Member, None) if holds(parts.result) => {
            // What is called behind a dot is no constructor.
            let in_place = |(id, call): &(FileId, Call)| {
                let (file, callee) = (document.file(*id), document.file(*id).unit(call.callee).start);
                let before = file.text[..callee as usize].trim_ascii_end();
                !before.ends_with(b".") && !before.ends_with(b"->")
            };
            found.extend(calls.filter(in_place).chain(parts.value.and_then(list)));
        }
        (_, Some(_)) if holds(parts.result) => {
            let inside = parts.body.map_or(0..0, |it| it..file.unit(it).subtree_end);
            found.extend(inside.filter_map(|it| returned(file, it)).filter_map(list));
        }
        _ => {}
    }
}
