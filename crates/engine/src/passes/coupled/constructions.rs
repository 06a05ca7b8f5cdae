//! Where things of a type with fields are made, and what stands there for each field.

use std::collections::HashMap;

use super::lists::{Element, List};
use super::view::{NEAR, Use, View, child_towards};
use crate::document::UnitId;
use crate::edit::{FileId, Span};
use crate::names::{BindingId, Definition, Kind, Place, Target};

/// A list of things for the fields of a type.
#[derive(Debug, Clone, Copy)]
pub(super) struct Construction {
    pub(super) file: FileId,
    /// The list, brackets and all.
    pub(super) list: UnitId,
    /// All that makes the thing, such as the type's name and the list.
    pub(super) whole: Span,
}

/// The list of the fields of a type.
pub(super) type Body = (FileId, UnitId);

/// The constructions of all types that have fields, by the lists of these.
pub(super) struct Constructions {
    by_type: HashMap<Body, Vec<Construction>>,
}

/// A list that is one construction, or one for each of its elements, levels deep.
struct Open {
    of: Body,
    file: FileId,
    list: UnitId,
    whole: Span,
    levels: usize,
}

impl Constructions {
    pub(super) fn of(view: &View) -> Constructions {
        let mut open = Vec::new();
        for (of, binding) in view.names.bindings().iter().enumerate() {
            if view.names.definitions()[binding.definitions[0]].kind == Kind::Value {
                continue;
            }
            let Some(of) = body_of(view, of) else { continue };
            let calls = binding.calls.iter().filter(|it| !it.1.generic);
            open.extend(calls.map(|&(file, call)| {
                let tree = view.file(file);
                let (list, around) = (tree.unit(call.arguments).span(), tree.unit(call.whole).span());
                let whole = if around.contains(tree.unit(call.callee).span()) { around } else { list };
                let before = &tree.text[around.start as usize..list.start as usize];
                let levels = before.split(|&it| it == b'[').count() - 1;
                Open { of, file, list: call.arguments, whole, levels }
            }));
        }
        let mut found = Constructions { by_type: HashMap::new() };
        while let Some(one) = open.pop() {
            found.take(view, &one, &mut open);
        }
        found
    }

    /// Enters a list, and finds those of fields in it.
    fn take(&mut self, view: &View, one: &Open, open: &mut Vec<Open>) {
        let file = view.file(one.file);
        let Some(list) = List::of(file, one.file, one.list) else { return };
        let inner = |element: &Element, of: Body, levels: usize| {
            let unit = value_of(view, one.file, element)?;
            let brackets = file.text_of(unit).starts_with(b"{");
            brackets.then(|| Open { of, file: one.file, list: unit, whole: file.unit(unit).span(), levels })
        };
        if one.levels > 0 {
            open.extend(list.elements.iter().filter_map(|it| inner(it, one.of, one.levels - 1)));
            return;
        }
        let construction = Construction { file: one.file, list: one.list, whole: one.whole };
        self.by_type.entry(one.of).or_default().push(construction);
        for (at, field) in fields(view, one.of).into_iter().enumerate() {
            let of = field.parts.result.and_then(|it| view.named_by(field.file, it));
            let Some(of) = of.and_then(|it| body_of(view, it)) else { continue };
            let levels = levels_of(view, field);
            let element = element_for(view, one.file, &list, field, at);
            open.extend(element.and_then(|it| inner(&list.elements[it], of, levels)));
        }
    }

    /// Where things of a type are made.
    pub(super) fn of_type(&self, of: Body) -> &[Construction] {
        self.by_type.get(&of).map_or(&[], |it| it)
    }
}

/// The list of the fields of a type, or of what it stands for.
pub(super) fn body_of(view: &View, of: BindingId) -> Option<Body> {
    let mut at = of;
    // What stands for itself has no fields.
    for _ in 0..NEAR {
        if let Some(body) = view.definitions(at).find_map(|it| Some((it.file, it.parts.fields?))) {
            return Some(body);
        }
        at = view
            .definitions(at)
            .find_map(|it| view.named_by(it.file, it.parts.value?))
            .filter(|&it| it != at)?;
    }
    None
}

/// The fields in a list of them, in order.
pub(super) fn fields<'d>(view: &View<'d>, (id, list): Body) -> Vec<&'d Definition> {
    let inside = list..view.file(id).unit(list).subtree_end;
    let all = super::functions::definitions_in(view.names, id, inside).iter();
    let own = |it: &&Definition| {
        it.kind == Kind::Member
            && it.parts.parameters.is_none()
            && it.parts.body.is_none()
            && view.file(id).unit(it.whole).parent == list
    };
    all.filter(own).collect()
}

/// The element of a list that is for field `at` of a type: the one with its name, or where none has a name the one in
/// its place.
pub(super) fn element_for(
    view: &View,
    id: FileId,
    list: &List,
    field: &Definition,
    at: usize,
) -> Option<usize> {
    let named = |element: &Element| {
        let (first, _) = view.lexemes_of(id, element.span);
        let name = if view.reads(id, first, b".") { first + 1 } else { first };
        let designates = name > first || view.reads(id, name + 1, b":");
        let short = match view.names.target(Place { file: id, at: name }) {
            Target::Binding(it) => it == field.binding,
            Target::Definition(_) => true,
            _ => false,
        };
        (designates || short)
            .then(|| view.file(id).lexemes().get(name).map(|it| it.of(&view.file(id).text)))?
    };
    let name = view.file(field.file).text_of(field.name);
    let mut any = false;
    for (at, element) in list.elements.iter().enumerate() {
        let here = named(element);
        any |= here.is_some();
        if here == Some(name) {
            return Some(at);
        }
    }
    (!any && at < list.elements.len()).then_some(at)
}

/// What an element gives to its field: all of it, or what stands behind the name.
pub(super) fn value_of(view: &View, id: FileId, element: &Element) -> Option<UnitId> {
    let file = view.file(id);
    let (first, end) = view.lexemes_of(id, element.span);
    let designates = view.reads(id, first, b".") || view.reads(id, first + 1, b":");
    let sign = (first..end).find(|&it| view.reads(id, it, b"=") || view.reads(id, it, b":"));
    let start = match sign.filter(|_| designates) {
        Some(sign) => file.lexemes().get(sign + 1)?.span.start,
        None => element.span.start,
    };
    let mut unit = super::functions::leaf_at(file, start);
    while file.unit(unit).end < element.span.end {
        let parent = file.unit(unit).parent;
        if file.unit(parent).start < start || parent == unit {
            return None;
        }
        unit = parent;
    }
    Some(unit)
}

/// How many levels of arrays a field is declared with.
fn levels_of(view: &View, field: &Definition) -> usize {
    let file = view.file(field.file);
    let declarator = child_towards(file, field.whole, field.name).unwrap_or(field.name);
    file.text_of(declarator).split(|&it| it == b'[').count() - 1
}

/// Where a field of a type is used, or may be: what it is of is no thing of another type as far as that is known.
pub(super) fn field_uses(view: &View, of: Body, field: &Definition) -> Vec<Use> {
    let mut uses = view.possible_uses(field.binding);
    uses.retain(|it| {
        let before = view.lexemes_of(it.file, it.span(view)).0.checked_sub(2);
        before.and_then(|at| body_of_thing(view, it.file, at, NEAR)).is_none_or(|it| it == of)
    });
    uses
}

/// The fields of the thing whose last lexeme this is: of a variable, an element, a call, a field.
fn body_of_thing(view: &View, id: FileId, last: usize, depth: usize) -> Option<Body> {
    let mut at = last;
    while view.reads(id, at, b"]") || view.reads(id, at, b")") {
        let open = view.partner(id, at);
        // `(*p).f`
        if view.reads(id, at, b")") && view.reads(id, open + 1, b"*") {
            at -= 1;
        } else {
            at = open.checked_sub(1)?;
        }
    }
    let binding = match view.names.target(Place { file: id, at }) {
        Target::Binding(binding) => binding,
        Target::Abroad(_) | Target::Member(_) if depth > 0 => {
            let outer = body_of_thing(view, id, at.checked_sub(2)?, depth - 1)?;
            let name = view.file(id).lexemes()[at].of(&view.file(id).text);
            let all = fields(view, outer);
            all.iter().find(|it| view.file(it.file).text_of(it.name) == name)?.binding
        }
        _ => return None,
    };
    let typed = view.definitions(binding).find_map(|it| view.named_by(it.file, it.parts.result?))?;
    body_of(view, typed)
}
