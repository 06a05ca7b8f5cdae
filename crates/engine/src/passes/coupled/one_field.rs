//! Classes that do nothing but keep one thing: the thing in the place of what a class makes of it.

use super::bodies::statements;
use super::constructions::{Body, field_uses};
use super::functions::{Arguments, Function, definitions_in};
use super::lists::List;
use super::places::{is_tight, takes_anything};
use super::types::without_sign;
use super::unwrap_struct::plain;
use super::view::{Use, View, unit_at};
use crate::document::UnitId;
use crate::edit::{Edit, EditSet, FileId, Span};
use crate::names::{BindingId, Definition, Kind};
use crate::passes::text::spans::most_put;

/// What a class keeps.
struct Kept<'d> {
    field: &'d Definition,
    /// What it is made of.
    of: Source,
    /// The type that it is said to have.
    meaning: Option<UnitId>,
}

/// What a field is given.
#[derive(Clone, Copy)]
pub(super) enum Source {
    /// What its maker is given.
    Parameter(usize),
    /// The same each time.
    Value(UnitId),
}

impl Kept<'_> {
    /// How many bytes a copy of what it is made of has, where that is none of what its maker is given.
    fn put(&self, view: &View, home: FileId) -> usize {
        match self.of {
            Source::Value(unit) => view.file(home).unit(unit).span().len(),
            Source::Parameter(_) => 0,
        }
    }
}

/// The one thing that a class keeps in the place of what is made of it, which goes with its fields' names; `None` where it
/// does or keeps more.
pub(super) fn without_class(view: &View, of: BindingId, body: Body) -> Option<EditSet> {
    let mut definitions = view.definitions(of);
    let (class, None) = (definitions.next()?, definitions.next()) else { return None };
    let kept = kept(view, class, body)?;
    let own = view.file(class.file).unit(class.whole).span();
    let outside = |id: FileId, span: Span| id != class.file || !own.contains(span);
    let function = Function { document: view.document, names: view.names, binding: view.binding(of) };
    let mut edits = vec![view.removal(class)];
    let mut made = Vec::new();
    let calls = function.lists(false).arguments;
    if kept.put(view, class.file) * calls.len() > most_put(view.document) {
        return None;
    }
    for call in calls {
        let whole = call.call.span(view.file(call.file));
        if outside(call.file, whole) {
            edits.extend(in_place(view, class.file, kept.of, &call, whole)?);
            made.push((call.file, whole));
        }
    }
    for one in view.uses(of) {
        let span = one.span(view);
        let is_made = made.iter().any(|it| it.0 == one.file && it.1.contains(span));
        if outside(one.file, span) && !is_made {
            let meaning = view.file(class.file).text_of(kept.meaning?);
            edits.push(view.replace_named(one, meaning));
        }
    }
    let uses = field_uses(view, body, kept.field).into_iter();
    edits.extend(uses.filter(|it| outside(it.file, it.span(view))).flat_map(|it| plain(view, it, false)));
    (!made.is_empty()).then(|| edits.into_iter().collect())
}

/// What stands for a call of the class: what surrounds the thing goes.
pub(super) fn in_place(
    view: &View,
    home: FileId,
    of: Source,
    call: &Arguments,
    whole: Span,
) -> Option<Vec<Edit>> {
    let file = view.file(call.file);
    let (from, unit) = match of {
        Source::Value(unit) => (home, unit),
        Source::Parameter(at) => (call.file, call.list.elements.get(call.position(file, at, None)?)?.unit),
    };
    let fits = is_tight(view.file(from), unit) || takes_anything(file, whole);
    let (open, close): (&[u8], &[u8]) = if fits { (b"", b"") } else { (b"(", b")") };
    let span = view.file(from).unit(unit).span();
    if from == call.file && whole.contains(span) {
        let before = Edit::replace(call.file, Span::new(whole.start, span.start), open);
        return Some(vec![before, Edit::replace(call.file, Span::new(span.end, whole.end), close)]);
    }
    let text = [open, view.file(from).text_of(unit), close].concat();
    Some(vec![Edit::replace(call.file, whole, text)])
}

/// What a class keeps that has no more than one field and what makes it.
fn kept<'d>(view: &View<'d>, class: &Definition, (id, body): Body) -> Option<Kept<'d>> {
    let file = view.file(id);
    let inside = |unit: UnitId| definitions_in(view.names, id, unit..file.unit(unit).subtree_end);
    let mut does = inside(body).iter().filter(|it| it.parts.body.is_some());
    let (maker, None) = (does.next(), does.next()) else { return None };
    let is_field = |it: &&Definition| it.kind == Kind::Member && Some(it.name) != maker.map(|it| it.name);
    let fields: Vec<&Definition> = inside(body).iter().filter(is_field).collect();
    let field = *fields.first()?;
    let typed = fields.iter().find_map(|it| it.parts.result).map(|it| without_sign(file, it));
    if fields.iter().any(|it| file.text_of(it.name) != file.text_of(field.name)) {
        return None;
    }
    let Some(maker) = maker else {
        return Some(Kept { field, of: Source::Value(field.parts.value?), meaning: typed });
    };
    let parameters = maker.parts.parameters.filter(|it| class.parts.parameters == Some(*it))?;
    let list = List::of(file, id, parameters)?;
    let place =
        |it: &Definition| list.elements.iter().position(|at| at.span.contains(file.unit(it.name).span()));
    let (statements, _) = statements(file, maker.parts.body?);
    if statements.is_empty() {
        // `constructor(public a)`
        let at = fields.iter().find_map(|it| place(it))?;
        return Some(Kept { field, of: Source::Parameter(at), meaning: typed });
    }
    let [only] = statements[..] else { return None };
    let value = stored(view, id, field, file.unit(only).span())?;
    let (first, end) = view.lexemes_of(id, file.unit(value).span());
    let named = view.named_by(id, value).filter(|_| end <= first + 2);
    let given = named.and_then(|of| view.definitions(of).find_map(|it| Some((it, place(it)?))));
    match given {
        Some((parameter, at)) => {
            let meaning = typed.or_else(|| parameter.parts.result.map(|it| without_sign(file, it)));
            Some(Kept { field, of: Source::Parameter(at), meaning })
        }
        // What has more to do with the parameters stays.
        None if !list.elements.is_empty() => None,
        None => Some(Kept { field, of: Source::Value(value), meaning: typed }),
    }
}

/// What the field is given in a statement that does nothing else.
pub(super) fn stored(view: &View, id: FileId, field: &Definition, statement: Span) -> Option<UnitId> {
    let defined = view.definitions(field.binding).map(|it| Use { file: it.file, unit: it.name });
    let mut uses = defined.chain(view.possible_uses(field.binding));
    let here = uses.find(|it| it.file == id && statement.contains(it.span(view)))?;
    let (whole, value) = here.member(view)?.assigned(view)?;
    let alone = view.file(id).unit(whole).start == statement.start;
    alone.then(|| unit_at(view.file(id), value)).flatten()
}
