//! `inline-closure`: puts what a closure does that is called on the spot in the place of the call.
//!
//! Before:
//! ```js
//! f((() => { g(1); return h(2); })());
//! ```
//! After:
//! ```js
//! g(1); f(h(2));
//! ```
//!
//! Before:
//! ```rs
//! fn f() -> u8 { (|x: u8| x * 2)(3 + 4) }
//! ```
//! After:
//! ```rs
//! fn f() -> u8 { (3 + 4) * 2 }
//! ```
//!
//! Before:
//! ```cpp
//! int f(int y) { [&](int x) { g(x); if (x) h(y); }(2); return y; }
//! ```
//! After:
//! ```cpp
//! int f(int y) { g(2); if (2) h(y); return y; }
//! ```
//!
//! Before:
//! ```go
//! func f() { defer func() { g(1); h(2) }() }
//! ```
//! After:
//! ```go
//! func f() { g(1); h(2) }
//! ```
//!
//! Before:
//! ```kotlin
//! fun f(a: A?) { a?.let { x -> g(x) }; a.also { h(it) } }
//! ```
//! After:
//! ```kotlin
//! fun f(a: A?) { g(a); a.also { h(it) } }
//! ```
//!
//! Before:
//! ```js
//! a.then(x => g(x + 1));
//! ```
//! After:
//! ```js
//! g(a + 1);
//! ```
//!
//! Before:
//! ```rb
//! f(1)
//! a.b.each { |x| g(x + 1) }
//! ```
//! After:
//! ```rb
//! f(1)
//! g(a.b + 1)
//! ```
//! The arguments take the place of the parameters. Statements go where the call is a statement, is returned, or before the
//! statement that it stands in; of one that also returns before its end, only where the call is returned. For at most
//! 2,000 of a file. A closure or a block that is all a method is given may be called
//! with what the method is called on.

use super::bodies::{returned, statements};
use super::functions::definitions_in;
use super::inline::has_effect;
use super::lists::List;
use super::places::{Use, indent, is_indented, is_statement, is_tight, takes_anything};
use super::view::{View, unit_at};
use crate::document::{Document, File, UnitId};
use crate::edit::{Edit, EditSet, FileId, Span};
use crate::lexeme::offset;
use crate::names::{Definition, Kind, Place, Target};
use crate::pass::{Pass, Propose, Sites, Stage, Tier};
use crate::passes::text::spans::most_put;
use crate::thresholds::COUPLED_SITES;

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "inline-closure",
    summary: "replace a closure that is called on the spot by what it does",
    stage: Stage::Main,
    tier: Tier::Parsed,
    propose: Propose::File(propose),
};

fn propose(document: &Document, id: FileId, sites: &mut Sites) {
    // Also where nothing has a name.
    let view = View { document, names: document.names() };
    let units = 1..offset(view.file(id).units().len());
    let found = units.filter_map(|it| Called::of(&view, id, it)).take(COUPLED_SITES.get());
    let mut left = most_put(document);
    for called in found {
        // In a chain of calls each is made on all before it.
        let put: usize = called.put.iter().map(|it| it.1.len()).sum();
        let set = called.inlined(&view).filter(|it| put <= left && view.lowers(it));
        left -= set.as_ref().map_or(0, |_| put);
        sites.alternatives(set.into_iter().collect());
    }
}

/// A closure and its only call.
struct Called<'f> {
    file: &'f File,
    id: FileId,
    call: UnitId,
    /// What the call is on that hands it over.
    on: Option<UnitId>,
    /// What takes the place of its parameters, in order.
    put: Vec<(Span, Vec<u8>)>,
    /// All of its statements.
    all: Option<Span>,
    /// Those before the one that returns.
    before: Option<Span>,
    value: Option<Span>,
    /// The word at its end that returns.
    keyword: Option<Span>,
    /// True when it returns before its end, too.
    returns: bool,
}

impl<'f> Called<'f> {
    /// A closure that a unit calls, or one that it hands to a method, with what that is called on.
    fn of(view: &View<'f>, id: FileId, call: UnitId) -> Option<Called<'f>> {
        let file = view.file(id);
        if let Some((closure, arguments)) = closure(file, call) {
            return Self::with_arguments(view, id, call, (closure, arguments));
        }
        let (closure, on) = handed(file, call).or_else(|| blocked(file, call))?;
        let body = body(file, closure)?;
        let put = put(view, id, (closure, body), &[(file.text_of(on), is_tight(file, on))])?;
        let put = if put.is_empty() { implied(view, id, body, on) } else { put };
        Some(Called { on: Some(on), ..Self::with(file, id, call, body, put) })
    }

    /// A closure that is called on the spot.
    fn with_arguments(
        view: &View<'f>,
        id: FileId,
        call: UnitId,
        (closure, arguments): (UnitId, UnitId),
    ) -> Option<Called<'f>> {
        let file = view.file(id);
        let elements = List::of(file, id, arguments)?.elements;
        let arguments: Vec<(&[u8], bool)> =
            elements.iter().map(|it| (&file.text[it.span.range()], is_tight(file, it.unit))).collect();
        let body = body(file, closure)?;
        Some(Self::with(file, id, call, body, put(view, id, (closure, body), &arguments)?))
    }

    fn with(file: &'f File, id: FileId, call: UnitId, body: UnitId, put: Vec<(Span, Vec<u8>)>) -> Called<'f> {
        let (all, worth) = statements(file, body);
        let hull = |units: &[UnitId]| {
            Some(Span::new(file.unit(*units.first()?).start, file.unit(*units.last()?).end))
        };
        let is_return = |it: UnitId| file.is_leaf(it) && file.text_of(it) == b"return";
        let last = all.last().copied().unwrap_or(body);
        let keyword = (last..file.unit(last).subtree_end).find(|&it| is_return(it));
        let keyword = keyword.filter(|&it| file.unit(it).start == file.unit(last).start);
        let value = keyword.map_or(worth, |it| returned(file, it));
        let ends = keyword.is_some() || worth.is_some();
        let before = &all[..all.len() - usize::from(ends && !all.is_empty())];
        let returns = before.iter().any(|&it| (it..file.unit(it).subtree_end).any(is_return));
        let span = |it: UnitId| file.unit(it).span();
        Called {
            file,
            id,
            call,
            on: None,
            put,
            all: hull(&all),
            before: hull(before),
            value: value.map(span),
            keyword: keyword.map(span),
            returns,
        }
    }

    fn inlined(&self, view: &View) -> Option<EditSet> {
        let own = self.file.unit(self.call).span();
        let Some(before) = self.before else { return self.value.map(|it| self.keeping(own, it)) };
        let all = self.all?;
        let dressed = self.file.unit(view.statement_of(self.id, self.call)).span();
        let used = match Use::of(self.file, self.call)? {
            // `await`, `defer` and the like make no value of it.
            Use::Within { .. } if is_statement(self.file, dressed) => {
                Use::Statement { span: dressed, direct: true }
            }
            it => it,
        };
        let set = match used {
            Use::Returned { span } => return Some(self.only(span, all)),
            _ if self.returns => return None,
            Use::Statement { span, .. } => {
                let effect = self.value.filter(|it| has_effect(&self.file.text[it.range()]));
                self.only(span, if effect.is_some() { all } else { before })
            }
            Use::Tail { span } => self.only(span, all),
            Use::Within { start } => return Some(self.ahead(start, before)),
        };
        let word = self.keyword.zip(self.value).map(|(word, value)| Span::new(word.start, value.start));
        Some(set.merge(&word.into_iter().map(|it| Edit::delete(self.id, it)).collect()))
    }

    /// Part of the closure in the place of `whole`.
    fn only(&self, whole: Span, part: Span) -> EditSet {
        let text = |it: Span| &self.file.text[it.range()];
        let open = !text(part).ends_with(b";") && !text(part).ends_with(b"}") && text(whole).ends_with(b";");
        let end = whole.end - u32::from(open);
        let around = [Span::new(whole.start, part.start), Span::new(part.end, end)];
        let around = around.into_iter().filter(|it| !it.is_empty()).map(|it| Edit::delete(self.id, it));
        around.chain(self.puts(part)).collect()
    }

    /// A value in the place of the call.
    fn keeping(&self, whole: Span, value: Span) -> EditSet {
        let fits = takes_anything(self.file, whole)
            || unit_at(self.file, value).is_none_or(|it| is_tight(self.file, it));
        let ends: [&[u8]; 2] = if fits { [b"", b""] } else { [b"(", b")"] };
        let before = Edit::replace(self.id, Span::new(whole.start, value.start), ends[0]);
        let behind = Edit::replace(self.id, Span::new(value.end, whole.end), ends[1]);
        self.puts(value).chain([before, behind]).collect()
    }

    /// The statements before the statement that the call is in, its value in the place of the call.
    fn ahead(&self, start: u32, before: Span) -> EditSet {
        let own = self.file.unit(self.call).span();
        let mut text = self.text(before);
        if is_indented(self.file) {
            text.extend([b"\n", indent(self.file, start)].concat());
        } else {
            let closed = text.ends_with(b";") || text.ends_with(b"}");
            text.extend_from_slice(if closed { b" " } else { b"; " });
        }
        let set = match self.value {
            Some(value) => self.keeping(own, value),
            None => EditSet::replace(self.id, own, self.nothing()),
        };
        if start == own.start {
            let value = self.value.map_or_else(|| self.nothing().to_vec(), |it| self.text(it));
            return EditSet::replace(self.id, own, [text, value].concat());
        }
        set.merge(&EditSet::replace(self.id, Span::new(start, start), text))
    }

    /// What takes the place of a call that has no value: what it is on, which may have another call behind it.
    fn nothing(&self) -> &'f [u8] {
        self.on.map_or(&b"0"[..], |it| self.file.text_of(it))
    }

    /// The arguments in the places of the parameters in a part.
    fn puts(&self, part: Span) -> impl Iterator<Item = Edit> + '_ {
        let inside = self.put.iter().filter(move |it| part.contains(it.0));
        inside.map(|it| Edit::replace(self.id, it.0, &it.1[..]))
    }

    /// A part with the arguments in the places of the parameters.
    fn text(&self, part: Span) -> Vec<u8> {
        let (mut text, mut from) = (Vec::new(), part.start);
        for (span, with) in self.put.iter().filter(|it| part.contains(it.0)) {
            text.extend_from_slice(&self.file.text[from as usize..span.start as usize]);
            text.extend_from_slice(with);
            from = span.end;
        }
        text.extend_from_slice(&self.file.text[from as usize..part.end as usize]);
        text
    }
}

/// The closure that a unit calls, and the list of arguments.
fn closure(file: &File, call: UnitId) -> Option<(UnitId, UnitId)> {
    if !file.text_of(call).ends_with(b")") || file.unit(call).has_error() {
        return None;
    }
    let mut parts = file.solid_children(call);
    let (mut callee, arguments) = (parts.next()?, parts.next()?);
    if parts.next().is_some() || !file.text_of(arguments).starts_with(b"(") {
        return None;
    }
    while file.text_of(callee).starts_with(b"(") && file.kind_name(callee).contains("parenthesized") {
        callee = file.solid_children(callee).next()?;
    }
    is_closure(file, callee).then_some((callee, arguments))
}

/// The closure that is all a method is given, and what that is called on.
fn handed(file: &File, call: UnitId) -> Option<(UnitId, UnitId)> {
    let only = |unit: UnitId| {
        let mut all = file.solid_children(unit);
        all.next().filter(|_| all.next().is_none())
    };
    let mut parts = file.solid_children(call);
    let (method, mut given) = (parts.next()?, parts.next()?);
    while !is_closure(file, given) || file.kind_name(given).starts_with("annotated") {
        given = only(given)?;
    }
    let mut path = file.solid_children(method);
    let (on, name) = (path.next()?, path.next()?);
    let last = parts.next().is_none() && path.next().is_none() && file.is_leaf(name);
    let dotted = file.text[file.unit(on).end as usize..file.unit(name).start as usize].trim_ascii();
    (last && matches!(dotted, b"." | b"?.") && !file.unit(call).has_error()).then_some((given, on))
}

/// The block of a call without other arguments, such as `a.each { |x| g(x) }`, and what that is on.
fn blocked(file: &File, call: UnitId) -> Option<(UnitId, UnitId)> {
    let [on, name, block] = file.solid_children(call).collect::<Vec<_>>()[..] else { return None };
    let dotted = file.text[file.unit(on).end as usize..file.unit(name).start as usize].trim_ascii();
    let is_block = matches!(file.kind_name(block), "block" | "do_block");
    let is_call = matches!(dotted, b"." | b"&.") && file.is_leaf(name) && !file.unit(call).has_error();
    (is_block && is_call).then_some((block, on))
}

/// What a closure does.
fn body(file: &File, closure: UnitId) -> Option<UnitId> {
    file.solid_children(closure).last()
}

/// What takes the place of each `it`, as what is given to a closure may be called that has no parameters.
fn implied(view: &View, id: FileId, body: UnitId, on: UnitId) -> Vec<(Span, Vec<u8>)> {
    let file = view.file(id);
    let (first, end) = view.lexemes_of(id, file.unit(body).span());
    let free = |it: &usize| {
        view.reads(id, *it, b"it") && view.names.target(Place { file: id, at: *it }) == Target::Nothing
    };
    let all = (first..end).filter(free);
    all.map(|it| (file.lexemes()[it].span, file.text_of(on).to_vec())).collect()
}

/// True of a function that is a value.
pub(super) fn is_closure(file: &File, unit: UnitId) -> bool {
    let kinds = ["lambda", "arrow_function", "closure", "func_literal", "function_expression", "anonymous"];
    file.unit(unit).is_named() && kinds.iter().any(|it| file.kind_name(unit).contains(it))
}

/// What takes the place of each use of a parameter; `None` where there are fewer arguments than parameters.
fn put(
    view: &View,
    id: FileId,
    (closure, body): (UnitId, UnitId),
    arguments: &[(&[u8], bool)],
) -> Option<Vec<(Span, Vec<u8>)>> {
    let file = view.file(id);
    let parameters = definitions_in(view.names, id, closure + 1..body);
    let parameters: Vec<&Definition> = parameters.iter().filter(|it| it.kind == Kind::Parameter).collect();
    let mut put = Vec::new();
    for (at, parameter) in parameters.into_iter().enumerate() {
        let &(text, tight) = arguments.get(at)?;
        let place = |it: &Place| file.lexemes()[it.at].span;
        for span in view.binding(parameter.binding).references.iter().map(place) {
            let fits = tight || takes_anything(file, span);
            put.push((span, if fits { text.to_vec() } else { [b"(", text, b")"].concat() }));
        }
    }
    put.sort_unstable_by_key(|it| it.0.start);
    Some(put)
}
