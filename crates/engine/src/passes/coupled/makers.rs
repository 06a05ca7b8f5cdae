//! Constructors: the one that a type has, what stands before its body, and what it does with what it is given.

use super::bodies::statements;
use super::functions::definitions_in;
use super::homes::{block, is_block};
use super::lists::{Element, List};
use super::places::{is_tight, takes_anything};
use super::view::View;
use crate::document::{File, UnitId};
use crate::edit::{FileId, Span};
use crate::names::{BindingId, Definition, Kind};

/// Words for the constructor of a base, and for another one of the type.
const OTHERS: [&[u8]; 2] = [b"base", b"this"];

/// A constructor.
pub(super) struct Maker<'d> {
    pub(super) definition: &'d Definition,
    pub(super) parameters: List,
    /// What stands between its parameters and its body.
    pub(super) listed: Vec<Listed>,
    pub(super) body: UnitId,
    pub(super) statements: Vec<UnitId>,
}

/// What a field, or a base, is given before the body, such as `a(x)`.
#[derive(Clone, Copy)]
pub(super) struct Listed {
    /// All of it; with the sign before it where no other can stand beside it.
    pub(super) unit: UnitId,
    pub(super) name: UnitId,
    /// The list, brackets and all.
    pub(super) given: UnitId,
}

impl<'d> Maker<'d> {
    /// The constructors in the block of a type that say what they do, in order.
    pub(super) fn all(view: &View<'d>, of: BindingId, id: FileId, home: UnitId) -> Vec<Maker<'d>> {
        let file = view.file(id);
        let shared = |it: &Definition| {
            let own = |class: &Definition| class.parts.parameters == it.parts.parameters;
            view.definitions(of).any(|class| class.kind == Kind::Type && class.file == id && own(class))
        };
        let inside = definitions_in(view.names, id, home..file.unit(home).subtree_end).iter();
        let makes = |it: &&Definition| {
            let makes = it.kind != Kind::Type && it.parts.parameters.is_some();
            makes && file.unit(it.whole).parent == home && (it.binding == of || shared(it))
        };
        inside.filter(makes).filter_map(|it| Maker::read(file, it)).collect()
    }

    fn read(file: &File, definition: &'d Definition) -> Option<Maker<'d>> {
        let whole = definition.whole;
        let body = definition.parts.body.or_else(|| block(file, whole)).filter(|&it| is_block(file, it))?;
        let unit = definition.parts.parameters?;
        let parameters = List::of(file, definition.file, unit)?;
        let (from, to) = (file.unit(unit).end, file.unit(body).start);
        let between = |it: &UnitId| file.unit(*it).start >= from && file.unit(*it).end <= to;
        let list = file.solid_children(whole).find(between);
        let listed = list.map_or(Some(Vec::new()), |it| Listed::all(file, it))?;
        Some(Maker { definition, parameters, listed, body, statements: statements(file, body).0 })
    }

    /// Which parameter a definition is.
    pub(super) fn place(&self, file: &File, of: &Definition) -> Option<usize> {
        let name = file.unit(of.name).span();
        self.parameters.elements.iter().position(|it| it.span.contains(name))
    }

    /// A part of it with what a list gives in the place of its parameters; `None` where the list does not give all of them.
    pub(super) fn with(&self, view: &View, part: Span, given: &List) -> Option<Vec<u8>> {
        let id = self.definition.file;
        let file = view.file(id);
        let mut put = Vec::new();
        let own = |it: &&Element| matches!(&file.text[it.span.range()], b"self" | b"cls");
        let receives = usize::from(self.parameters.elements.first().is_some_and(|it| own(&it)));
        for (at, parameter) in self.parameters.elements[receives..].iter().enumerate() {
            let element = given.elements.get(at)?;
            let text = &file.text[element.span.range()];
            for definition in definitions_in(view.names, id, parameter.unit..parameter.end) {
                let uses = view.uses(definition.binding).into_iter().map(|it| it.span(view));
                for place in uses.filter(|it| part.contains(*it)) {
                    let fits = is_tight(file, element.unit) || takes_anything(file, place);
                    put.push((place, if fits { text.to_vec() } else { [b"(", text, b")"].concat() }));
                }
            }
        }
        put.sort_unstable_by_key(|it| it.0.start);
        let (mut out, mut from) = (Vec::new(), part.start);
        for (place, text) in put {
            out.extend_from_slice(&file.text[from as usize..place.start as usize]);
            out.extend(text);
            from = place.end;
        }
        out.extend_from_slice(&file.text[from as usize..part.end as usize]);
        Some(out)
    }
}

impl Listed {
    /// Reads what begins with a `:`; `None` where it is not known what stands there.
    fn all(file: &File, list: UnitId) -> Option<Vec<Listed>> {
        if !file.text_of(list).starts_with(b":") {
            return None;
        }
        if let Some(name) = file.children(list).find(|&it| OTHERS.contains(&file.text_of(it))) {
            let given = file.solid_children(list).last()?;
            return Some(vec![Listed { unit: list, name, given }]);
        }
        let each = file.solid_children(list);
        let read = |unit: UnitId| {
            let mut parts = file.solid_children(unit);
            Some(Listed {
                unit,
                name: parts.next()?,
                given: parts.next().filter(|_| parts.next().is_none())?,
            })
        };
        each.map(read).collect()
    }
}
