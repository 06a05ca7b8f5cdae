//! Tuples: all places that have the elements of one, found from what holds it to what it is handed to.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::bodies::{returned, statements};
use super::functions::leaf_at;
use super::lists::List;
use super::view::{NEAR, Use, View, outermost};
use crate::document::{File, UnitId};
use crate::edit::{FileId, Span};
use crate::lexeme::{Class, offset};
use crate::names::{BindingId, Definition, Kind, Place, Target};
use crate::thresholds::ALIKE_TUPLES;

/// What grammars call a tuple: its type, its pattern and what makes it.
const TUPLES: &[&str] =
    &["tuple", "tuple_type", "tuple_expression", "tuple_pattern", "pattern_list", "expression_list"];

/// The list of the fields of a struct or case that have no names.
pub(super) fn unnamed_fields(view: &View, definition: &Definition) -> Option<UnitId> {
    let list = definition.parts.fields?;
    view.file(definition.file).text_of(list).starts_with(b"(").then_some(list)
}

/// What there is of each type that has a name.
#[derive(Default)]
pub(super) struct Typed {
    /// Variables, and functions that return one.
    things: HashMap<BindingId, Vec<BindingId>>,
    /// What adds methods to it.
    extensions: HashMap<BindingId, Vec<(FileId, UnitId)>>,
}

impl Typed {
    pub(super) fn of(view: &View) -> Typed {
        let mut found = Typed::default();
        for definition in view.names.definitions() {
            let named = definition.parts.result.and_then(|it| view.named_by(definition.file, it));
            if let Some(named) = named {
                found.things.entry(named).or_default().push(definition.binding);
            }
        }
        for id in view.document.file_ids() {
            for &(unit, name) in view.names.extensions(id) {
                if let Some(named) = view.named_by(id, name) {
                    found.extensions.entry(named).or_default().push((id, unit));
                }
            }
        }
        found
    }
}

/// A tuple, in all places that have its elements.
#[derive(Default)]
pub(super) struct Shape {
    /// Where it is written out.
    pub(super) lists: Vec<Written>,
    /// Where one of its elements is named by its number.
    pub(super) indices: Vec<Index>,
    /// True where a name stands before the list, so that brackets stay.
    pub(super) is_named: bool,
    /// What is of it and still to be followed.
    open: Vec<BindingId>,
    /// The units of the lists.
    written: HashSet<(FileId, UnitId)>,
}

/// A list of the elements of a tuple.
pub(super) struct Written {
    pub(super) file: FileId,
    pub(super) list: List,
    /// How many elements of the list come before those of the tuple.
    pub(super) skipped: usize,
}

/// An element of a tuple by its number.
#[derive(Clone, Copy)]
pub(super) struct Index {
    pub(super) file: FileId,
    /// With the sign before it, or its brackets.
    pub(super) whole: Span,
    pub(super) number: Span,
    pub(super) at: usize,
}

impl Shape {
    /// That of a type with fields that have no names, and of things of it.
    pub(super) fn of_type(
        view: &View,
        of: BindingId,
        (id, fields): (FileId, UnitId),
        typed: &Typed,
    ) -> Shape {
        let things = typed.things.get(&of).cloned().unwrap_or_default();
        let mut shape = Shape { is_named: true, open: things, ..Shape::default() };
        shape.write(view, id, fields, 0);
        for one in view.uses(of) {
            let Some(path) = one.member(view) else { continue };
            let Some(whole) = path.before(view, b"(") else { continue };
            let file = view.file(one.file);
            let open = file.lexemes()[path.next(view)].span.start;
            let list = file.children(whole).find(|&it| file.unit(it).start == open && !file.is_leaf(it));
            shape.write(view, one.file, list.unwrap_or(whole), usize::from(list.is_none()));
            shape.follow(view, Use { unit: outermost(file, whole), ..one });
        }
        for &(id, unit) in typed.extensions.get(&of).into_iter().flatten() {
            shape.receivers(view, id, unit);
        }
        shape.go_on(view, &mut HashSet::new());
        shape
    }

    /// That of what a variable is or a function returns.
    pub(super) fn of_thing(view: &View, of: BindingId, seen: &mut HashSet<BindingId>) -> Shape {
        let mut shape = Shape { open: vec![of], ..Shape::default() };
        shape.go_on(view, seen);
        shape
    }

    /// For each number of elements, all tuples of a file that have as many, whatever they are of, such as elements of a list.
    pub(super) fn of_widths(view: &View, id: FileId) -> Vec<Shape> {
        let file = view.file(id);
        let mut of_width: BTreeMap<usize, Shape> = BTreeMap::new();
        for unit in 1..offset(file.units().len()) {
            let list = if is_tuple(view, id, unit) { List::of(file, id, unit) } else { None };
            if let Some(list) = list.filter(|it| it.elements.len() <= NEAR) {
                let shape = of_width.entry(list.elements.len()).or_default();
                shape.lists.push(Written { file: id, list, skipped: 0 });
            }
        }
        if of_width.is_empty() {
            return Vec::new();
        }
        for at in 1..file.lexemes().len() {
            let Some(index) = behind_dot(view, id, at) else { continue };
            for shape in of_width.range_mut(index.at + 1..).map(|it| it.1) {
                shape.indices.push(index);
            }
        }
        of_width.into_values().filter(|it| it.lists.len() <= ALIKE_TUPLES.get()).collect()
    }

    /// Follows what is of it, and what these are given and give.
    fn go_on(&mut self, view: &View, seen: &mut HashSet<BindingId>) {
        for _ in 0..NEAR + self.open.len() {
            let Some(binding) = self.open.pop() else { return };
            if !seen.insert(binding) {
                continue;
            }
            let mut calls = false;
            for definition in view.definitions(binding) {
                calls |= definition.kind == Kind::Function || definition.parts.parameters.is_some();
                if !self.is_named {
                    self.define(view, definition);
                }
            }
            for one in view.uses(binding) {
                let Some(path) = one.member(view) else { continue };
                let call = path.before(view, b"(").map(|it| outermost(view.file(one.file), it));
                match call.filter(|_| calls) {
                    Some(unit) => self.follow(view, Use { unit, ..one }),
                    None => self.follow(view, path),
                }
            }
        }
    }

    /// Takes what a definition says: its type, its value, what it returns.
    fn define(&mut self, view: &View, definition: &Definition) {
        let (id, file) = (definition.file, view.file(definition.file));
        let parts = definition.parts;
        if let Some(result) = parts.result.and_then(|it| list_in(file, it)) {
            self.write(view, id, result, 0);
        }
        if let Some(value) = parts.value {
            self.take(view, id, value);
        }
        let Some(body) = parts.body else { return };
        if let Some(worth) = statements(file, body).1 {
            self.take(view, id, worth);
        }
        let (first, end) = view.lexemes_of(id, file.unit(body).span());
        for at in (first..end).filter(|&it| view.reads(id, it, b"return")) {
            let keyword = leaf_at(file, file.lexemes()[at].span.start);
            if let Some(value) = returned(file, keyword) {
                self.take(view, id, value);
            }
        }
    }

    /// Takes a value: a tuple, or what holds or returns one.
    fn take(&mut self, view: &View, id: FileId, unit: UnitId) {
        let file = view.file(id);
        if is_list(file, unit) {
            self.write(view, id, unit, 0);
            return;
        }
        let (first, end) = view.lexemes_of(id, file.unit(unit).span());
        let called = view.reads(id, first + 1, b"(") && view.partner(id, first + 1) + 1 == end;
        if (end == first + 1 || called)
            && let Target::Binding(binding) = view.names.target(Place { file: id, at: first })
        {
            self.open.push(binding);
        }
    }

    /// Looks at what becomes of it where it is used.
    fn follow(&mut self, view: &View, one: Use) {
        if let Some(index) = self.index(view, one) {
            self.indices.push(index);
            return;
        }
        let Some(parent) = one.parent(view) else { return };
        let file = view.file(one.file);
        let before = view.lexemes_of(one.file, one.span(view)).0.checked_sub(1);
        let gives = |at: &usize| view.reads(one.file, *at, b"=") || view.reads(one.file, *at, b":=");
        let Some(sign) = before.filter(gives).map(|it| file.lexemes()[it].span) else { return };
        let left = file.children(parent).take_while(|&it| file.unit(it).end <= sign.start);
        for child in left.take(NEAR) {
            let place = Place { file: one.file, at: view.lexemes_of(one.file, file.unit(child).span()).0 };
            match list_in(file, child) {
                Some(list) if !self.is_named => self.write(view, one.file, list, 0),
                _ if !file.is_leaf(child) => {}
                _ => match view.names.target(place) {
                    Target::Definition(it) => self.open.push(view.names.definitions()[it].binding),
                    Target::Binding(it) => self.open.push(it),
                    _ => {}
                },
            }
        }
    }

    /// Takes the fields of what a method is called on.
    fn receivers(&mut self, view: &View, id: FileId, unit: UnitId) {
        let file = view.file(id);
        let (first, end) = view.lexemes_of(id, file.unit(unit).span());
        for at in (first..end).filter(|&it| view.reads(id, it, b"self")) {
            let unit = outermost(file, leaf_at(file, file.lexemes()[at].span.start));
            let index = self.index(view, Use { file: id, unit });
            self.indices.extend(index);
        }
    }

    /// The element that is taken of it: `t.1`, or `t[1]`.
    fn index(&self, view: &View, one: Use) -> Option<Index> {
        let file = view.file(one.file);
        if let Some((whole, inside)) = one.element(view).filter(|_| !self.is_named) {
            let whole = Span::new(one.span(view).end, file.unit(whole).end);
            return Some(Index { file: one.file, whole, number: inside, at: number(file, inside)? });
        }
        one.before(view, b".")?;
        behind_dot(view, one.file, one.next(view) + 1)
    }

    fn write(&mut self, view: &View, id: FileId, unit: UnitId, skipped: usize) {
        if self.written.insert((id, unit)) {
            let list = List::of(view.file(id), id, unit);
            self.lists.extend(list.map(|list| Written { file: id, list, skipped }));
        }
    }
}

impl Written {
    pub(super) fn width(&self) -> usize {
        self.list.elements.len() - self.skipped
    }
}

/// True for what grammars call a tuple, and for what is in brackets of its own among what they do not look into.
fn is_tuple(view: &View, id: FileId, unit: UnitId) -> bool {
    let file = view.file(id);
    if file.is_leaf(unit) || !is_list(file, unit) {
        return false;
    }
    if file.kind_name(unit) != "token_tree" {
        return TUPLES.contains(&file.kind_name(unit));
    }
    // Behind a name, or the `!` of a macro, it is what that is given.
    let before = view.lexemes_of(id, file.unit(unit).span()).0.checked_sub(1).map(|it| file.lexemes()[it]);
    let stands_alone = before
        .is_none_or(|it| matches!(it.class, Class::Open(_) | Class::Punct) && it.of(&file.text) != b"!");
    file.text_of(unit).starts_with(b"(") && stands_alone
}

/// The element of a tuple that a lexeme names as a number with a dot before it.
fn behind_dot(view: &View, id: FileId, at: usize) -> Option<Index> {
    let file = view.file(id);
    let inside = file.lexemes().get(at).filter(|_| view.reads(id, at - 1, b"."))?.span;
    let whole = Span::new(file.lexemes()[at - 1].span.start, inside.end);
    Some(Index { file: id, whole, number: inside, at: number(file, inside)? })
}

fn number(file: &File, span: Span) -> Option<usize> {
    std::str::from_utf8(&file.text[span.range()]).ok()?.trim().parse().ok()
}

/// True for elements with commas between them, with brackets around them or none.
pub(super) fn is_list(file: &File, unit: UnitId) -> bool {
    let opens = file.text_of(unit).first().is_some_and(|it| !b"{<".contains(it));
    opens && file.children(unit).any(|it| file.text_of(it) == b",")
}

/// A list, or that in what has nothing else but a sign before it, such as the `:` before a type.
pub(super) fn list_in(file: &File, unit: UnitId) -> Option<UnitId> {
    if is_list(file, unit) {
        return Some(unit);
    }
    let mut named = file.children(unit).filter(|&it| file.unit(it).is_named());
    named.next().filter(|&it| named.next().is_none() && is_list(file, it))
}
