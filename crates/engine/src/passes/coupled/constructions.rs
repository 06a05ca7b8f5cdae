//! Where things of a type with fields are made, and what stands there for each field.

use std::collections::HashMap;
use std::ops::Range;

use super::functions::definitions_in;
use super::lists::{Element, List};
use super::view::{NEAR, Use, View, child_towards};
use crate::document::UnitId;
use crate::edit::{FileId, Span};
use crate::lexeme::Class;
use crate::names::{BindingId, Definition, Kind, Place, Target};

/// Things for the fields of a type.
#[derive(Debug, Clone)]
pub(super) struct Construction {
    pub(super) file: FileId,
    /// The list that they stand in, brackets and all.
    pub(super) list: UnitId,
    /// Which elements of it they are.
    pub(super) elements: Range<usize>,
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
    /// Which elements of it, if not all.
    elements: Option<Range<usize>>,
    whole: Span,
    levels: usize,
}

impl Constructions {
    pub(super) fn of(view: &View) -> Constructions {
        let mut open = Vec::new();
        for (of, binding) in view.names.bindings().iter().enumerate() {
            let first = &view.names.definitions()[binding.definitions[0]];
            if first.kind == Kind::Value || has_constructor(view, of) {
                continue;
            }
            // `f{1, 2}` begins a member that is of the type.
            let typed =
                || view.named_by(first.file, first.parts.result.filter(|_| first.kind == Kind::Member)?);
            let Some(of) = body_of(view, of).or_else(|| body_of(view, typed()?)) else { continue };
            let calls = binding.calls.iter().filter(|it| !it.1.generic && !it.1.is_loose());
            open.extend(calls.map(|&(file, call)| {
                let tree = view.file(file);
                let (list, around) = (tree.unit(call.arguments).span(), tree.unit(call.whole).span());
                let whole = if around.contains(tree.unit(call.callee).span()) { around } else { list };
                let before = &tree.text[around.start as usize..list.start as usize];
                let levels = before.split(|&it| it == b'[').count() - 1;
                Open { of, file, list: call.arguments, elements: None, whole, levels }
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
            let whole = file.unit(unit).span();
            brackets.then_some(Open { of, file: one.file, list: unit, elements: None, whole, levels })
        };
        if one.levels > 0 {
            open.extend(list.elements.iter().filter_map(|it| inner(it, one.of, one.levels - 1)));
            return;
        }
        let elements = one.elements.clone().unwrap_or(0..list.elements.len());
        let construction =
            Construction { file: one.file, list: one.list, elements: elements.clone(), whole: one.whole };
        self.by_type.entry(one.of).or_default().push(construction);
        let all = fields(view, one.of);
        for (at, field) in all.iter().enumerate() {
            let of = field.parts.result.and_then(|it| view.named_by(field.file, it));
            let Some(of) = of.and_then(|it| body_of(view, it)) else { continue };
            let levels = levels_of(view, field);
            let Some(own) = elements_for(view, one.file, &list, &elements, &all, at) else { continue };
            if levels == 0 && own.len() > 1 {
                let whole =
                    Span::new(list.elements[own.start].span.start, list.elements[own.end - 1].span.end);
                open.push(Open { of, file: one.file, list: one.list, elements: Some(own), whole, levels });
            } else {
                open.extend(inner(&list.elements[own.start], of, levels));
            }
        }
    }

    /// Where things of a type are made.
    pub(super) fn of_type(&self, of: Body) -> &[Construction] {
        self.by_type.get(&of).map_or(&[], |it| it)
    }
}

/// True for a type whose things are made of something other than its fields: it has a constructor, which has its name.
fn has_constructor(view: &View, of: BindingId) -> bool {
    view.definitions(of).filter(|it| it.kind == Kind::Type).any(|it| {
        let file = view.file(it.file);
        let inside = it.parts.fields.map_or(&[][..], |fields| {
            definitions_in(view.names, it.file, fields..file.unit(fields).subtree_end)
        });
        let named = |one: &Definition| file.text_of(one.name) == file.text_of(it.name);
        inside.iter().any(|it| it.parts.parameters.is_some() && named(it))
    })
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
    let all = definitions_in(view.names, id, inside).iter();
    let own = |it: &&Definition| {
        it.kind == Kind::Member
            && it.parts.parameters.is_none()
            && it.parts.body.is_none()
            && view.file(id).unit(it.whole).parent == list
    };
    all.filter(own).collect()
}

/// The elements of a list, of some of them, that are for field `at` of a type: the one with its name, or where none has a
/// name those in its place, which are several where C lets inner braces out.
pub(super) fn elements_for(
    view: &View,
    id: FileId,
    list: &List,
    within: &Range<usize>,
    all: &[&Definition],
    at: usize,
) -> Option<Range<usize>> {
    let field = all.get(at)?;
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
    for at in within.clone() {
        let here = named(&list.elements[at]);
        any |= here.is_some();
        if here == Some(name) {
            return Some(at..at + 1);
        }
    }
    if any {
        // What has the name of a field, and stands for a variable of that name.
        let reads = |it: &usize| view.file(id).text[list.elements[*it].span.range()] == *name;
        return within.clone().find(reads).map(|it| it..it + 1);
    }
    let mut start = within.start;
    for &field in &all[..at] {
        start += list.elements.get(start).map_or(1, |it| width(view, id, it, field));
    }
    let own = list.elements.get(start).filter(|_| within.contains(&start))?;
    Some(start..within.end.min(start + width(view, id, own, field)))
}

/// How many elements are for a field, of which this is the first: all that is in it where no braces say so.
fn width(view: &View, id: FileId, first: &Element, field: &Definition) -> usize {
    let at = view.lexemes_of(id, first.span).0;
    let class = view.file(id).lexemes().get(at).map(|it| it.class);
    let whole = matches!(class, Some(Class::Open(b'{') | Class::String | Class::Word));
    let mut left = 8 * NEAR;
    if whole { 1 } else { leaves(view, field, &mut left) }
}

/// How many numbers a field holds, through the types and arrays in it, of which at most `left` are looked at.
fn leaves(view: &View, field: &Definition, left: &mut usize) -> usize {
    let file = view.file(field.file);
    let declarator = child_towards(file, field.whole, field.name).unwrap_or(field.name);
    let text = file.text_of(declarator);
    if *left == 0 || text.contains(&b'*') {
        return 1;
    }
    *left -= 1;
    let sizes =
        text.split(|&it| it == b'[').skip(1).map(|it| it.split(|&it| it == b']').next().unwrap_or(it));
    let size = |it: &[u8]| std::str::from_utf8(it).ok()?.trim().parse::<usize>().ok();
    let times = sizes.map(|it| size(it).unwrap_or(1)).fold(1, usize::saturating_mul);
    let body =
        field.parts.result.and_then(|it| view.named_by(field.file, it)).and_then(|it| body_of(view, it));
    let inside = body.map_or(1, |it| {
        let each = fields(view, it).into_iter().map(|it| leaves(view, it, left));
        each.fold(0, usize::saturating_add)
    });
    times.saturating_mul(inside)
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
