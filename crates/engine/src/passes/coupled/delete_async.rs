//! `delete-async`: takes `async` from a function together with each `await` in it, and of its calls.
//!
//! Before:
//! ```rs
//! async fn f(a: u8) -> u8 { g(a).await } async fn h() { f(1).await; k().await; }
//! ```
//! After:
//! ```rs
//! fn f(a: u8) -> u8 { g(a) } async fn h() { f(1); k().await; }
//! ```
//!
//! Before:
//! ```js
//! const f = async (a) => { for await (let b of a) await g(b); h(async () => { await k(); }); };
//! ```
//! After:
//! ```js
//! const f =(a) => { for(let b of a) g(b); h(async () => { await k(); }); };
//! ```
//!
//! Before:
//! ```python
//! async def f(a):
//!     async with a as b:
//!         return await g(b)
//! ```
//! After:
//! ```python
//! def f(a):
//!     with a as b:
//!         return g(b)
//! ```
//!
//! Before:
//! ```ts
//! async function f(a: number): Promise<number> { return await g(a); }
//! ```
//! After:
//! ```ts
//! function f(a: number): number { return g(a); }
//! ```
//!
//! Before:
//! ```python
//! async def f(a):
//!     return 1
//! asyncio.run(f(2))
//! ```
//! After:
//! ```python
//! def f(a):
//!     return 1
//! f(2)
//! ```
//! What the type says of it goes, and what runs a call, such as `run` and `block_on`. What is within another such function
//! stays. All of them are one list. For at most 2,000 functions of a file.

use super::types::without_sign;
use super::view::{NEAR, View, leaf_from};
use crate::document::{Document, File};
use crate::edit::{Edit, EditSet, FileId, Span};
use crate::names::{BindingId, Definition, Kind};
use crate::pass::{Pass, Propose, Sites, Stage, Tier};
use crate::thresholds::COUPLED_SITES;

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "delete-async",
    summary: "take async from a function with each await in it and of its calls",
    stage: Stage::Fine,
    tier: Tier::Text,
    propose: Propose::File(propose),
};

/// What runs what is `async` until it is done.
const RUNNERS: &[&[u8]] = &[b"run", b"block_on", b"run_until_complete", b"spawn", b"create_task"];

/// What is there later.
const PROMISES: &[&[u8]] = &[b"Promise", b"Future", b"Task", b"ValueTask"];

fn propose(document: &Document, id: FileId, sites: &mut Sites) {
    let Some(view) = View::of(document) else { return };
    let kinds = [Kind::Function, Kind::Member, Kind::Value];
    let all = view.bindings(id, &kinds).filter_map(|it| without(&view, it.0));
    sites.list(all.take(COUPLED_SITES.get()).collect());
}

/// All definitions of a function without `async`; `None` where none has it.
fn without(view: &View, binding: BindingId) -> Option<EditSet> {
    let each = view.definitions(binding).filter_map(|it| Some((it, marked(view, it)?)));
    let mut edits: Vec<Edit> = each.flat_map(|(it, at)| of_definition(view, it, at)).collect();
    if edits.is_empty() {
        return None;
    }
    for &(id, call) in view.binding(binding).calls.iter().filter(|it| !it.1.generic) {
        let (first, end) = view.lexemes_of(id, view.file(id).unit(call.whole).span());
        let before = first.checked_sub(1).filter(|&it| view.reads(id, it, b"await"));
        let behind = Some(end + 1).filter(|&it| view.reads(id, end, b".") && view.reads(id, it, b"await"));
        match before.or(behind) {
            Some(at) => edits.push(word(view, id, at)),
            None => edits.extend(runner(view, id, view.file(id).unit(call.whole).span())),
        }
    }
    Some(edits.into_iter().collect())
}

/// Takes away what runs a call until it is done, such as `block_on(…)`.
fn runner(view: &View, id: FileId, call: Span) -> Vec<Edit> {
    let calls = view.names.calls(id);
    let file = view.file(id);
    let before = calls.partition_point(|it| file.unit(it.whole).start < call.start);
    let around = calls[..before].iter().rev().take(NEAR).find(|it| {
        let all = file.unit(it.arguments).span();
        let inside = || file.text.get(all.start as usize + 1..all.end as usize - 1).unwrap_or_default();
        !it.generic && all.contains(call) && inside().trim_ascii() == &file.text[call.range()]
    });
    let Some(around) = around.filter(|it| RUNNERS.contains(&file.text_of(it.callee))) else {
        return Vec::new();
    };
    let whole = file.unit(around.whole).span();
    let rest = [Span::new(whole.start, call.start), Span::new(call.end, whole.end)];
    rest.into_iter().map(|it| Edit::delete(id, it)).collect()
}

/// The type in a type that only says that it comes later, such as `Promise<T>`.
fn promised(view: &View, definition: &Definition) -> Vec<Edit> {
    let (id, file) = (definition.file, view.file(definition.file));
    let Some(result) = definition.parts.result.map(|it| file.unit(without_sign(file, it)).span()) else {
        return Vec::new();
    };
    let (first, end) = view.lexemes_of(id, result);
    let says = PROMISES.iter().any(|it| view.reads(id, first, it)) && view.reads(id, first + 1, b"<");
    if !says || !view.reads(id, end - 1, b">") {
        return Vec::new();
    }
    let lexemes = file.lexemes();
    let inner = Span::new(lexemes[first + 1].span.end, lexemes[end - 1].span.start);
    let rest = [Span::new(result.start, inner.start), Span::new(inner.end, result.end)];
    rest.into_iter().map(|it| Edit::delete(id, it)).collect()
}

/// The lexeme `async` before the name of a definition, or before its value.
fn marked(view: &View, definition: &Definition) -> Option<usize> {
    let (id, file) = (definition.file, view.file(definition.file));
    let from = |start: u32| file.lexemes().partition_point(|it| it.span.start < start);
    let (first, name) = (from(file.unit(definition.whole).start), from(file.unit(definition.name).start));
    let value = definition.parts.value.map(|it| from(file.unit(it).start));
    (first..name).take(NEAR).chain(value).find(|&it| view.reads(id, it, b"async"))
}

/// Takes `async` from a definition, and what that allows from its body.
fn of_definition(view: &View, definition: &Definition, mark: usize) -> Vec<Edit> {
    let (id, file) = (definition.file, view.file(definition.file));
    let end = file.unit(definition.whole).end;
    let mut edits = promised(view, definition);
    edits.push(word(view, id, mark));
    let mut at = mark + 1;
    while let Some(lexeme) = file.lexemes().get(at).filter(|it| it.span.end <= end) {
        let text = lexeme.of(&file.text);
        if text == b"async" && !view.reads(id, at + 1, b"with") && !view.reads(id, at + 1, b"for") {
            let inner = marked_unit(file, lexeme.span);
            at = view.lexemes_of(id, inner).1.max(at + 1);
            continue;
        }
        if text == b"async" || text == b"await" {
            edits.push(word(view, id, at));
        }
        at += 1;
    }
    edits
}

/// The function or block that is `async`.
fn marked_unit(file: &File, mark: Span) -> Span {
    let Some(mut unit) = leaf_from(file, mark.start) else { return mark };
    loop {
        let parent = file.unit(unit).parent;
        let has_body = file.text_of(unit).iter().any(|it| b"{(:=".contains(it));
        if parent == 0 || has_body {
            return file.unit(unit).span();
        }
        unit = parent;
    }
}

/// Takes a word away: with the dot before it, or the blanks behind it.
fn word(view: &View, id: FileId, at: usize) -> Edit {
    let lexemes = view.file(id).lexemes();
    let own = lexemes[at].span;
    if let Some(dot) = at.checked_sub(1).filter(|&it| view.reads(id, it, b".")) {
        return Edit::delete(id, Span::new(lexemes[dot].span.start, own.end));
    }
    let next = lexemes.get(at + 1).map_or(own.end, |it| it.span.start);
    Edit::delete(id, Span::new(own.start, next))
}
