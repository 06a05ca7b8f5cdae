//! The levels of a thing's type: an array, a pointer, a reference, an optional around it, and how each is taken off.

use super::lists::List;
use super::types::without_sign;
use super::view::{Use, View, outermost, unit_at};
use crate::document::{File, UnitId};
use crate::edit::{Edit, FileId, Span};
use crate::lexeme::Class;
use crate::names::Definition;
use crate::tokens::is_word;

/// What wraps a value in a level.
const WRAPPERS: [&str; 9] = [
    "Some",
    "Box::new",
    "Rc::new",
    "Arc::new",
    "Cell::new",
    "Optional.of",
    "make_unique",
    "make_shared",
    "optional",
];

/// What gets a value out of a level.
const UNWRAPPERS: [&[u8]; 6] = [b"unwrap", b"expect", b"as_ref", b"get", b"value", b"orElseThrow"];

/// What declares a level.
pub(super) struct Level {
    pub(super) edits: Vec<Edit>,
}

/// The innermost level of a definition: beside its name, else of its type.
pub(super) fn level(view: &View, definition: &Definition) -> Option<Level> {
    let file = view.file(definition.file);
    let mut base = outermost(file, definition.name);
    if let Some(parameters) = definition.parts.parameters {
        // What a function returns stands around its parameters.
        while !file.unit(base).span().contains(file.unit(parameters).span()) {
            base = file.unit(base).parent;
        }
    }
    let spans = declared(view, definition, base).or_else(|| of_type(view, definition));
    let deleted = spans.map(|all| all.into_iter().map(|it| Edit::delete(definition.file, it)).collect());
    Some(Level { edits: deleted.or_else(|| Some(vec![deduced(view, definition)?]))? })
}

/// The level that stands around a declarator: `*p`, `&r`, `a[n]`.
fn declared(view: &View, definition: &Definition, base: UnitId) -> Option<Vec<Span>> {
    let file = view.file(definition.file);
    let (parent, own) = (file.unit(base).parent, file.unit(base).span());
    let around = file.unit(parent).span();
    if parent == 0 || base == definition.whole {
        return None;
    }
    let before = &file.text[around.start as usize..own.start as usize];
    if around.end == own.end && before.first().is_some_and(|it| b"*&^".contains(it)) {
        return Some(vec![Span::new(around.start, own.start)]);
    }
    let next = view.lexemes_of(definition.file, own).1;
    let close = file.lexemes().get(view.partner(definition.file, next))?.span.end;
    let array = view.reads(definition.file, next, b"[") && around.start == own.start && around.end == close;
    array.then(|| vec![Span::new(own.end, around.end)])
}

/// The level that a type says: `[T; N]`, `&T`, `*T`, `T[]`, `Option<T>`.
fn of_type(view: &View, definition: &Definition) -> Option<Vec<Span>> {
    let file = view.file(definition.file);
    let unit = without_sign(file, outermost(file, definition.parts.result?));
    let whole = file.unit(unit).span();
    let inner = inner_type(file, unit)?;
    let inner = file.unit(inner).span();
    Some(vec![Span::new(whole.start, inner.start), Span::new(inner.end, whole.end)])
}

/// C++'s optional without its argument, which follows from the value: so does the type of that.
fn deduced(view: &View, definition: &Definition) -> Option<Edit> {
    let file = view.file(definition.file);
    let unit = without_sign(file, outermost(file, definition.parts.result?));
    let last = file.text_of(unit).rsplit(|&it| !is_word(it)).next();
    let deduces = last == Some(b"optional") && definition.parts.value.is_some();
    deduces.then(|| Edit::replace(definition.file, file.unit(unit).span(), *b"auto"))
}

fn inner_type(file: &File, unit: UnitId) -> Option<UnitId> {
    let text = file.text_of(unit);
    let mut named = file.solid_children(unit);
    let is_nothing = |it: UnitId| [&b"null"[..], b"undefined", b"None"].contains(&file.text_of(it));
    match text.first()? {
        _ if file.children(unit).any(|it| file.text_of(it) == b"|") => {
            let mut some = named.filter(|&it| !is_nothing(it));
            some.next().filter(|_| some.next().is_none())
        }
        b'[' if file.children(unit).any(|it| file.text_of(it) == b";") => named.next(),
        b'[' | b'&' | b'*' => named.last(),
        _ if text.ends_with(b"]") || text.ends_with(b"?") => named.next(),
        _ if text.ends_with(b">") => {
            let mut arguments = named.last()?;
            // Behind the names of where it is: `std::optional<int>`.
            while !file.text_of(arguments).starts_with(b"<") {
                arguments = file.children(arguments).filter(|&it| file.unit(it).is_named()).last()?;
            }
            let mut inner = file.children(arguments).filter(|&it| file.unit(it).is_named());
            inner.next().filter(|_| inner.next().is_none())
        }
        _ => None,
    }
}

/// Takes a level off a value: its `&`, or all of its list but element `kept`.
pub(super) fn lowered_value(view: &View, id: FileId, span: Span, kept: usize) -> Vec<Edit> {
    let file = view.file(id);
    let (first, end) = view.lexemes_of(id, span);
    let delete = |from: u32, to: u32| Edit::delete(id, Span::new(from, to));
    if view.reads(id, first, b"&") {
        let more = usize::from(view.reads(id, first + 1, b"mut"));
        return file
            .lexemes()
            .get(first + more + 1)
            .map(|it| delete(span.start, it.span.start))
            .into_iter()
            .collect();
    }
    // `{…}`, `[…]`, `vec![…]`, `Some(…)`, `new int[] {…}`: the brackets that it ends with.
    let Some(close) = end.checked_sub(1) else { return Vec::new() };
    let open = view.partner(id, close);
    let class = file.lexemes().get(open).map(|it| it.class);
    let wraps = match class {
        Some(Class::Open(b'{' | b'[')) => true,
        Some(Class::Open(b'(')) => {
            open >= first && wraps(&file.text[span.start as usize..file.lexemes()[open].span.start as usize])
        }
        _ => false,
    };
    if open >= close || open < first || !wraps {
        return Vec::new();
    }
    let list = unit_at(file, Span::new(file.lexemes()[open].span.start, span.end));
    let Some(list) = list.and_then(|it| List::of(file, id, it)) else { return Vec::new() };
    let Some(element) = list.elements.get(kept).or(list.elements.first()) else { return Vec::new() };
    vec![delete(span.start, element.span.start), delete(element.span.end, span.end)]
}

/// True for what is called to wrap a value.
fn wraps(callee: &[u8]) -> bool {
    let name = callee.split(|&it| it == b'<').next().unwrap_or(callee);
    let begins = |before: &[u8]| before.last().is_none_or(|it| !is_word(*it));
    WRAPPERS.iter().any(|it| name.strip_suffix(it.as_bytes()).is_some_and(begins))
}

impl Use {
    /// The call of a function that is used here.
    pub(super) fn called(self, view: &View) -> Option<Use> {
        let call = self.before(view, b"(")?;
        Some(Use { unit: outermost(view.file(self.file), call), ..self })
    }

    /// The number that it is indexed with.
    pub(super) fn index(self, view: &View) -> Option<usize> {
        let (_, index) = self.element(view)?;
        std::str::from_utf8(&view.file(self.file).text[index.range()]).ok()?.trim().parse().ok()
    }

    /// A use of a thing that has lost a level.
    pub(super) fn lowered(self, view: &View) -> Vec<Edit> {
        let file = view.file(self.file);
        let own = self.span(view);
        let delete = |from: u32, to: u32| vec![Edit::delete(self.file, Span::new(from, to))];
        if let Some(whole) = self.behind(view, b"*") {
            return delete(file.unit(whole).start, own.start);
        }
        if let Some((whole, _)) = self.element(view) {
            return delete(own.end, file.unit(whole).end);
        }
        if self.before(view, b"->").is_some() || self.before(view, b"?.").is_some() {
            return vec![Edit::replace(self.file, file.lexemes()[self.next(view)].span, *b".")];
        }
        if let Some(end) = self.unwrapped(view) {
            return delete(own.end, end);
        }
        let value = self.assigned(view).or_else(|| self.given(view, b":"));
        value.map_or_else(Vec::new, |(_, value)| lowered_value(view, self.file, value, 0))
    }

    /// Where what gets its value out of a level ends: a sign behind it, or a call.
    fn unwrapped(self, view: &View) -> Option<u32> {
        let lexemes = view.file(self.file).lexemes();
        let next = self.next(view);
        for sign in [&b"?"[..], b"!", b"!!"] {
            let end = self.before(view, sign).map(|it| view.file(self.file).unit(it).end);
            if end.is_some_and(|it| it == lexemes[next].span.end) {
                return end;
            }
        }
        self.before(view, b".")?;
        let calls = UNWRAPPERS.iter().any(|it| view.reads(self.file, next + 1, it))
            && view.reads(self.file, next + 2, b"(");
        calls.then(|| lexemes[view.partner(self.file, next + 2)].span.end)
    }
}
