//! `default-uses`: takes heavy definitions away, and each use of them becomes the least text that fits its place.
//!
//! Before:
//! ```rs
//! use m::f;
//! mod m { pub fn f(a: &[u8]) -> usize { a.iter().filter(|it| **it > 2).count() } }
//! fn g() -> usize { f(b"a"); let c = f(b"b") + 1; c }
//! ```
//! After:
//! ```rs
//! mod m { }
//! fn g() -> usize { let c = loop{} + 1; c }
//! ```
//! Before:
//! ```java
//! class A { static int[] b = {1, 2, 3, 4, 5, 6, 7}; int c(int d) { b = null; return d + g(b); } }
//! ```
//! After:
//! ```java
//! class A { int c(int d) { return d + g(null); } }
//! ```
//! Functions, variables and constants that weigh, with their uses, a 16th of the document or more, all of them as one
//! list. Calls that are statements go, assignments too, and imports of what goes; what is left of the uses becomes what
//! `language.toml` calls the `default`: a strict compiler need not keep what something indispensable only mentions. Only for
//! languages that have one.

use std::collections::HashMap;

use super::functions::{Function, functions};
use super::places::Use as Place;
use super::view::{Use, View};
use crate::document::Document;
use crate::edit::{Edit, EditSet, FileId};
use crate::names::{BindingId, Definition, Kind, Word};
use crate::pass::{Pass, Propose, Sites, Stage, Tier};
use crate::thresholds::{DEFAULTED_PARTS, NAMESAKES};

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "default-uses",
    summary: "delete heavy definitions, and put the least text that fits in the place of each use",
    stage: Stage::Main,
    tier: Tier::Grammar,
    propose: Propose::File(propose),
};

fn propose(document: &Document, id: FileId, sites: &mut Sites) {
    let Some(view) = View::of(document) else { return };
    if document.file(id).language.as_ref().is_none_or(|it| it.default.is_none()) {
        return;
    }
    let imports = Imports::of(&view);
    let least = document.tokens() / DEFAULTED_PARTS.get();
    let functions = functions(document, id).map(|it| defaulted_function(&view, &imports, &it));
    let values = view.bindings(id, &[Kind::Value, Kind::Member]);
    let values =
        values.filter(|it| it.1.parts.value.is_some()).map(|it| defaulted_value(&view, &imports, it.0));
    let all = functions.chain(values).flatten();
    let mut heavy: Vec<EditSet> = all.filter(|it| gain(&view, it) > least).collect();
    heavy.sort_by_key(|it| it.edits().first().map(|it| (it.file, it.span.start)));
    sites.list(heavy);
}

/// What is imported, by its word: what is defined by the same is taken to be that.
struct Imports(HashMap<Word, Vec<BindingId>>);

impl Imports {
    fn of(view: &View) -> Imports {
        let mut found: HashMap<Word, Vec<BindingId>> = HashMap::new();
        for definition in view.names.definitions().iter().filter(|it| it.kind == Kind::Import) {
            found.entry(view.binding(definition.binding).word).or_default().push(definition.binding);
        }
        Imports(found)
    }

    /// The imports of a word, unless they are too many to be of one thing.
    fn like(&self, word: Word) -> &[BindingId] {
        self.0.get(&word).filter(|it| it.len() <= NAMESAKES.get()).map_or(&[], |it| it)
    }
}

/// A function without its definitions, and its calls as the least text; `None` where nobody calls it.
fn defaulted_function(view: &View, imports: &Imports, function: &Function<'_>) -> Option<EditSet> {
    let first = function.definitions().next()?;
    let imports = imports.like(function.binding.word);
    let removals = imports.iter().flat_map(|&it| view.definitions(it)).map(|it| view.removal(it));
    let mut edits: Vec<Edit> = function.deleted().chain(removals).collect();
    let defined = edits.len();
    for binding in imports.iter().map(|&it| view.binding(it)).chain([function.binding]) {
        let function = Function { binding, ..*function };
        for call in &function.lists(false).arguments {
            let file = view.file(call.file);
            edits.push(match Place::of(file, call.call.whole) {
                Some(Place::Statement { span, direct: true }) => Edit::delete(call.file, span),
                _ => Edit::replace(call.file, call.call.span(file), default(view, first)),
            });
        }
    }
    (edits.len() > defined).then(|| edits.into_iter().collect())
}

/// A variable without its definitions, and its uses as the least text.
fn defaulted_value(view: &View, imports: &Imports, binding: BindingId) -> Option<EditSet> {
    let first = view.definitions(binding).next()?;
    let all = || imports.like(view.binding(binding).word).iter().copied().chain([binding]);
    let gone = all().flat_map(|it| view.definitions(it)).map(|it| view.removal(it));
    let text = default(view, first);
    Some(gone.chain(all().flat_map(|it| view.uses(it)).map(|it| defaulted(view, it, &text))).collect())
}

/// What becomes of a use.
fn defaulted(view: &View, one: Use, text: &[u8]) -> Edit {
    let whole = one.member(view).unwrap_or(one);
    if whole.is_written(view)
        && let Some(assignment) = whole.parent(view)
    {
        let statement = view.statement_of(one.file, assignment);
        return Edit::delete(one.file, view.file(one.file).unit(statement).span());
    }
    Edit::replace(one.file, whole.span(view), text)
}

/// The least text that has the type of a definition.
fn default(view: &View, definition: &Definition) -> Vec<u8> {
    let language = view.file(definition.file).language.as_ref();
    let meaning = view.type_text(definition);
    language.and_then(|it| it.default_of(meaning.as_deref())).unwrap_or_else(|| b"0".to_vec())
}

/// How many tokens a set takes away.
fn gain(view: &View, set: &EditSet) -> usize {
    let edits = set.edits().iter();
    let before: usize = edits.clone().map(|it| view.file(it.file).tokens_in(it.span)).sum();
    before.saturating_sub(edits.map(|it| crate::tokens::count(&it.with)).sum())
}
