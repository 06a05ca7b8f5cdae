//! Types whose constructor is named like them and stores the one thing that they have: the thing in the place of the type.

use super::constructions::{Body, field_uses};
use super::functions::{Arguments, Function, definitions_in};
use super::lists::{Element, List};
use super::makers::Maker;
use super::one_field::{Source, in_place, stored};
use super::unwrap_struct::plain;
use super::view::{View, leaf_from};
use crate::document::{File, UnitId};
use crate::edit::{Edit, EditSet, FileId, Span};
use crate::names::{BindingId, Definition, Kind};
use crate::passes::text::spans::most_put;

/// Words between which the members of a type stand.
const ACCESS: [&[u8]; 3] = [b"public", b"private", b"protected"];

/// Signs before a type that others inherit from.
const OF_BASES: [&[u8]; 5] = [b":", b"public", b"private", b"protected", b"extends"];

/// What a type has.
struct Wrapped<'d> {
    class: &'d Definition,
    field: &'d Definition,
    of: Source,
    /// The field's type.
    meaning: Vec<u8>,
}

/// The thing of a type in the place of the type, and what it is made of in the place of what makes things of the type;
/// `None` where it has or does more.
pub(super) fn without_wrapper(view: &View, of: BindingId, body: Body) -> Option<EditSet> {
    let wrapped = Wrapped::of(view, of, body)?;
    let own = view.file(body.0).unit(wrapped.class.whole).span();
    let outside = |id: FileId, span: Span| id != body.0 || !own.contains(span);
    let function = Function { document: view.document, names: view.names, binding: view.binding(of) };
    let calls = function.lists(false).arguments;
    let copied =
        if let Source::Value(unit) = wrapped.of { view.file(body.0).unit(unit).span().len() } else { 0 };
    if calls.is_empty() || copied * calls.len() > most_put(view.document) {
        return None;
    }
    let mut edits = vec![view.removal_of_type(wrapped.class, &wrapped.meaning)];
    let mut made = Vec::new();
    for call in calls.iter().filter(|it| outside(it.file, it.call.span(view.file(it.file)))) {
        let (more, gone) = wrapped.made(view, call)?;
        edits.extend(more);
        made.extend(gone.map(|it| (call.file, it)));
    }
    for one in view.uses(of) {
        let span = one.span(view);
        let is_made = made.iter().any(|it| it.0 == one.file && it.1.contains(span));
        if is_made || !outside(one.file, span) {
            continue;
        }
        let before = view.lexemes_of(one.file, span).0.checked_sub(1);
        if before.is_some_and(|at| OF_BASES.iter().any(|it| view.reads(one.file, at, it))) {
            return None;
        }
        edits.push(view.replace_named(one, &wrapped.meaning));
    }
    if let Source::Value(unit) = wrapped.of {
        edits.extend(made_in_silence(view, of, view.file(body.0).text_of(unit)));
    }
    let uses = field_uses(view, body, wrapped.field).into_iter();
    edits.extend(uses.filter(|it| outside(it.file, it.span(view))).flat_map(|it| plain(view, it, true)));
    Some(edits.into_iter().collect())
}

impl<'d> Wrapped<'d> {
    fn of(view: &View<'d>, of: BindingId, (id, body): Body) -> Option<Wrapped<'d>> {
        let file = view.file(id);
        let class = view.definitions(of).find(|it| it.kind == Kind::Type && it.parts.fields == Some(body))?;
        let text = |from: u32, to: u32| file.text.get(from as usize..to as usize).map(<[u8]>::trim_ascii);
        let inside = definitions_in(view.names, id, body..file.unit(body).subtree_end).iter();
        let is_own = |it: &&Definition| {
            matches!(it.kind, Kind::Member | Kind::Value) && file.unit(it.whole).parent == body
        };
        let [field] = inside.filter(is_own).collect::<Vec<_>>()[..] else { return None };
        let (start, name) = (file.unit(field.whole).start, file.unit(field.name).start);
        let (first, end) = view.lexemes_of(id, Span::new(start, name));
        let is_field = field.parts.parameters.is_none()
            && !view.shares(field)
            && !(first..end).any(|it| view.reads(id, it, b"static"));
        let bare = text(file.unit(class.name).end, file.unit(body).start)?.is_empty();
        if !is_field || !bare {
            return None;
        }
        let of = stored_by(view, of, (id, body), field)?;
        Some(Wrapped { class, field, of, meaning: view.type_text(field)? })
    }

    /// What stands for a call of the constructor, and where the type is not named any more.
    fn made(&self, view: &View, call: &Arguments) -> Option<(Vec<Edit>, Option<Span>)> {
        let file = view.file(call.file);
        let (whole, list) = (call.call.span(file), file.unit(call.call.arguments).span());
        let named = whole.contains(file.unit(call.call.callee).span()) && self.is_named(view, call);
        let points =
            leaf_from(file, whole.start).is_some_and(|it| file.text_of(it) == b"new") && holds_things(file);
        if named && !points || whole == list {
            return Some((in_place(view, self.class.file, self.of, call, whole)?, Some(whole)));
        }
        // `S a[2] = {x, y}` has things in its list.
        if file.text[whole.start as usize..list.start as usize].contains(&b'[') {
            return Some((Vec::new(), None));
        }
        let (open, close) = (list.start + 1, list.end - 1);
        let edits = match self.of {
            Source::Value(unit) => {
                let text = view.file(self.class.file).text_of(unit);
                vec![Edit::replace(call.file, Span::new(open, close), text)]
            }
            Source::Parameter(at) => {
                let Element { span, .. } = *call.list.elements.get(at)?;
                let rest = [Span::new(open, span.start), Span::new(span.end, close)];
                rest.into_iter().filter(|it| !it.is_empty()).map(|it| Edit::delete(call.file, it)).collect()
            }
        };
        Some((edits, None))
    }

    /// True when a call names the type, not what is of it.
    fn is_named(&self, view: &View, call: &Arguments) -> bool {
        let name = view.file(self.class.file).text_of(self.class.name);
        view.file(call.file).text_of(call.call.callee) == name
    }
}

/// What the only other thing in a type stores in its field: what makes the thing of the type.
fn stored_by(view: &View, of: BindingId, (id, body): Body, field: &Definition) -> Option<Source> {
    let file = view.file(id);
    let [maker] = &Maker::all(view, of, id, body)[..] else { return None };
    let known = |it: UnitId| {
        let text = file.text_of(it).trim_ascii_end();
        it == field.whole || it == maker.definition.whole || ACCESS.contains(&text)
    };
    if !file.solid_children(body).all(known) {
        return None;
    }
    let value = match (&maker.listed[..], &maker.statements[..]) {
        ([], []) => field.parts.value,
        ([only], []) if file.text_of(only.name) == file.text_of(field.name) => {
            let given = List::of(file, id, only.given)?.elements;
            given.first().filter(|_| given.len() == 1).map(|it| it.unit)
        }
        ([], [only]) => stored(view, id, field, file.unit(*only).span()),
        _ => None,
    }?;
    let named = view.named_by(id, value).filter(|_| file.is_leaf(value));
    match named.and_then(|of| view.definitions(of).find_map(|it| maker.place(file, it))) {
        Some(at) => Some(Source::Parameter(at)),
        None => maker.parameters.elements.is_empty().then_some(Source::Value(value)),
    }
}

/// What variables of the type are at first where nothing makes it: what its constructor stores.
fn made_in_silence(view: &View, of: BindingId, text: &[u8]) -> Vec<Edit> {
    let silent = |it: &&Definition| {
        let file = view.file(it.file);
        let behind = view.lexemes_of(it.file, file.unit(it.name).span()).1;
        let ends = || [&b";"[..], b","].iter().any(|sign| view.reads(it.file, behind, sign));
        let named = || it.parts.result.and_then(|unit| view.named_by(it.file, unit)) == Some(of);
        let alone = || {
            let before = view.lexemes_of(it.file, file.unit(it.name).span()).0.checked_sub(1);
            before.is_some_and(|at| !view.reads(it.file, at, b"*"))
        };
        it.kind == Kind::Value
            && it.parts.value.is_none()
            && holds_things(file)
            && named()
            && ends()
            && alone()
    };
    let put = |it: &Definition| {
        let at = view.file(it.file).unit(it.name).end;
        Edit::replace(it.file, Span::new(at, at), [b" = ", text].concat())
    };
    view.names.definitions().iter().filter(silent).map(put).collect()
}

/// True where a variable holds a thing, and does not refer to one.
fn holds_things(file: &File) -> bool {
    file.language.as_ref().is_some_and(|it| it.function.as_deref() == Some(""))
}
