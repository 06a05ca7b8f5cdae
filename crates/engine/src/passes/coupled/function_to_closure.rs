//! `function-to-closure`: a function that is named once, and not called there, becomes a closure in that place; one that only
//! evaluates something becomes a variable that holds a closure.
//!
//! Before:
//! ```rs
//! fn f(x: u8) -> u8 { g(x); x + 1 }
//! fn main() { h(f); }
//! ```
//! After:
//! ```rs
//! fn main() { h(|x: u8| { g(x); x + 1 }); }
//! ```
//! Before:
//! ```cpp
//! int f(int x) { return x + 1; }
//! int i = h(f);
//! ```
//! After:
//! ```cpp
//! int i = h([](int x) { return x + 1; });
//! ```
//! Before:
//! ```js
//! function f(x) { g(x); }
//! h(f);
//! ```
//! After:
//! ```js
//! h((x) => g(x));
//! ```
//! Before:
//! ```ts
//! function f(x: number): number { return g(x); }
//! h(f);
//! ```
//! After:
//! ```ts
//! h((x: number) => g(x));
//! ```
//! Before:
//! ```js
//! function f(x) { return x; }
//! f(1).g(f(2));
//! ```
//! After:
//! ```js
//! let f = (x) => x;
//! f(1).g(f(2));
//! ```
//! Before:
//! ```python
//! def f(x): return g(x)
//! h(f)
//! ```
//! After:
//! ```python
//! h(lambda x: g(x))
//! ```
//! Before:
//! ```python
//! def f(x): return x
//! f(1)(f(2))
//! ```
//! After:
//! ```python
//! f = lambda x: x
//! f(1)(f(2))
//! ```
//! Before:
//! ```go
//! func f(x int) int { return g(x) }
//! func main() { h(f) }
//! ```
//! After:
//! ```go
//! func main() { h(func(x int) int { return g(x) }) }
//! ```
//! Only for languages whose `language.toml` says what a closure looks like. Where that takes no statements, a function that
//! only returns something. Variables only where a closure may be a value alone.

use super::bodies::{returned, statements};
use super::functions::{Function, functions};
use super::places::is_indented;
use super::view::View;
use crate::document::{Document, UnitId};
use crate::edit::{Edit, EditSet, FileId};
use crate::names::{Definition, Kind};
use crate::pass::{Pass, Propose, Sites, Stage, Tier};

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "function-to-closure",
    summary: "put a function that is named once, and not called, in its place; make what only evaluates something a closure",
    stage: Stage::Fine,
    tier: Tier::Text,
    propose: Propose::File(propose),
};

/// With what the words for a value alone begin, where a closure may be one.
const VALUE: &str = "{value";

fn propose(document: &Document, id: FileId, sites: &mut Sites) {
    let Some(view) = View::of(document) else { return };
    for function in functions(document, id) {
        let ways = [closure(&view, &function), variable(&view, &function)];
        sites.alternatives(ways.into_iter().flatten().filter(|it| view.lowers(it)).collect());
    }
}

/// A closure in the place where a function is named, which goes.
fn closure(view: &View, function: &Function<'_>) -> Option<EditSet> {
    let definition = plain(function)?;
    let binding = function.binding;
    let [place] = binding.references[..] else { return None };
    if binding.perhaps > 0 || !binding.calls.is_empty() {
        return None;
    }
    let one = view.use_at(place)?;
    let whole = view.file(definition.file).unit(definition.whole).span();
    if one.file == definition.file && whole.contains(one.span(view)) {
        return None;
    }
    let text = text(view, definition, view.file(one.file).language.as_ref()?.closure.as_deref()?)?;
    Some(function.deleted().chain([Edit::replace(one.file, one.span(view), text)]).collect())
}

/// A variable of a function's name that holds a closure, in the place of the function.
fn variable(view: &View, function: &Function<'_>) -> Option<EditSet> {
    let definition = plain(function)?;
    let file = view.file(definition.file);
    let language = file.language.as_ref()?;
    let closure = language.closure.as_deref().filter(|it| it.contains(VALUE))?;
    value(view, definition, definition.parts.body?)?;
    let [before, end] = match (is_indented(file), language.variable.as_deref()) {
        (true, _) => ["", ""],
        (false, word) => [word.unwrap_or("let "), ";"],
    };
    let name = file.text_of(definition.name);
    let text = text(view, definition, closure)?;
    let text = [before.as_bytes(), name, b" = ", &text, end.as_bytes()].concat();
    Some(EditSet::replace(definition.file, file.unit(definition.whole).span(), text))
}

/// The one definition of a function that is no method.
fn plain<'f>(function: &Function<'f>) -> Option<&'f Definition> {
    let is_plain = |it: &&Definition| it.kind == Kind::Function && it.parts.generics.is_none();
    function.implementation().filter(is_plain)
}

/// What a language says of a closure with the parts of a function in it.
fn text(view: &View, definition: &Definition, closure: &str) -> Option<Vec<u8>> {
    let file = view.file(definition.file);
    let (parameters, body) = (definition.parts.parameters?, definition.parts.body?);
    let list = file.text_of(parameters).strip_prefix(b"(")?.strip_suffix(b")")?;
    let part = |unit: Option<UnitId>| unit.map_or(&b""[..], |it| file.text_of(it));
    let value = value(view, definition, body);
    if closure.contains("{value}") && value.is_none()
        || !file.text_of(body).starts_with(b"{") && value.is_none()
    {
        return None;
    }
    let parts = [
        ("{parameters}", list),
        ("{result}", part(definition.parts.result)),
        ("{value}", part(value)),
        ("{body}", part(Some(body))),
        ("{value-or-body}", part(Some(value.unwrap_or(body)))),
    ];
    let mut out = Vec::new();
    let mut rest = closure;
    while let Some(at) = rest.find('{') {
        out.extend_from_slice(&rest.as_bytes()[..at]);
        let hole = parts.iter().find(|it| rest[at..].starts_with(it.0));
        out.extend_from_slice(hole.map_or(b"{", |it| it.1));
        rest = &rest[at + hole.map_or(1, |it| it.0.len())..];
    }
    out.extend_from_slice(rest.as_bytes());
    Some(out)
}

/// What a function returns that does nothing else, or all that it evaluates.
fn value(view: &View, definition: &Definition, body: UnitId) -> Option<UnitId> {
    let file = view.file(definition.file);
    let (all, worth) = statements(file, body);
    match all[..] {
        [] => worth,
        [only] if file.kind_name(only) == "expression_statement" => {
            file.children(only).next().filter(|&it| file.text_of(it) != b";")
        }
        [only] => {
            let unit = (only..file.unit(only).subtree_end).find(|&it| file.is_leaf(it))?;
            (file.text_of(unit) == b"return").then(|| returned(file, unit)).flatten()
        }
        _ => None,
    }
}
