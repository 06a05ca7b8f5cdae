//! `inherit-methods`: a type gives up methods of its own where another type has all of them, and inherits those.
//!
//! Before:
//! ```rs
//! trait A { fn f(&self) {} }
//! struct B(Box<B>);
//! impl B { fn f(&self) { self.0.f() } }
//! ```
//! After:
//! ```rs
//! trait A { fn f(&self) {} }
//! struct B(Box<B>);
//! impl A for B {}
//! ```
//! Before:
//! ```java
//! class A { int f(int a) { return a; } int g() { return 1; } }
//! class B { int f(int b) { return b / 2 + h(b); } }
//! ```
//! After:
//! ```java
//! class A { int f(int a) { return a; } int g() { return 1; } }
//! class B extends A {}
//! ```
//! Before:
//! ```python
//! class A:
//!     def f(self): return 1
//! class B:
//!     def f(self): return self.g or A()
//! ```
//! After:
//! ```python
//! class A:
//!     def f(self): return 1
//! class B(A): pass
//! ```
//! Who calls them then calls the others, which strict compilers accept. With each type the 4 nearest others that have, with
//! a body, each method that it has, among those that have its first one, 64 on each side. Only for languages whose
//! `language.toml` says what an heir looks like. For at most 2,000 types of a file, from the back.

use std::collections::{HashMap, HashSet};

use super::functions::definitions_in;
use super::view::{NEAR, View, outermost};
use crate::document::{Document, UnitId};
use crate::edit::{EditSet, FileId};
use crate::names::{Definition, Kind, Word};
use crate::pass::{Pass, Propose, Sites, Stage, Tier};
use crate::thresholds::{COUPLED_SITES, MERGED_FUNCTIONS, STATEMENT_LEVELS};

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "inherit-methods",
    summary: "let a type inherit methods that it has of its own",
    stage: Stage::Main,
    tier: Tier::Parsed,
    propose: Propose::Document(propose),
};

/// The types of a document that have methods with a body.
#[derive(Default)]
struct Bases<'d> {
    /// By the word of a method: who has one, in order.
    of: HashMap<Word, Vec<&'d Definition>>,
    /// Who has a method of a word.
    have: HashSet<(FileId, UnitId, Word)>,
}

fn propose(document: &Document, sites: &mut Sites) {
    let Some(view) = View::of(document) else { return };
    let files: Vec<(FileId, &str)> =
        document.source_ids().filter_map(|it| Some((it, heir(&view, it)?))).collect();
    if files.is_empty() {
        return;
    }
    let bases = Bases::of(&view);
    for (id, heir) in files {
        let file = view.file(id);
        for (whole, name) in holders(&view, id, heir).into_iter().rev().take(COUPLED_SITES.get()) {
            let replaced = |base: &Definition| {
                let (name, base) = (file.text_of(name), view.file(base.file).text_of(base.name));
                let text = [("{type}", name), ("{base}", base)]
                    .iter()
                    .fold(heir.to_owned(), |text, it| text.replace(it.0, &String::from_utf8_lossy(it.1)));
                EditSet::replace(id, file.unit(whole).span(), text.into_bytes())
            };
            let sets = bases.nearest(&view, id, whole).into_iter().map(replaced);
            sites.alternatives(sets.filter(|it| view.lowers(it)).collect());
        }
    }
}

/// What an heir looks like in a file.
fn heir<'d>(view: &View<'d>, id: FileId) -> Option<&'d str> {
    view.file(id).language.as_ref()?.heir.as_deref()
}

/// The types of a file, and what adds to a type, that an heir can take the place of, each with its name, in order.
fn holders(view: &View, id: FileId, heir: &str) -> Vec<(UnitId, UnitId)> {
    let types = view.bindings(id, &[Kind::Type]).map(|it| (it.1.whole, it.1.name));
    let all = types.chain(view.names.extensions(id).iter().copied());
    let mut found: Vec<(UnitId, UnitId)> = all.filter(|it| fits(view, id, *it, heir)).collect();
    found.sort_unstable();
    found
}

/// True when something begins like an heir and is of a name without more to it; what inherits already does not count.
fn fits(view: &View, id: FileId, (whole, name): (UnitId, UnitId), heir: &str) -> bool {
    let file = view.file(id);
    let word = heir.split(' ').next().unwrap_or_default().as_bytes();
    let plain = file.unit(outermost(file, name)).parent == whole;
    let inherits = view.names.promises(id).binary_search_by_key(&whole, |it| it.0).is_ok();
    plain && !inherits && file.text_of(whole).starts_with(word)
}

/// True when a definition is a method, or another function, with a body.
fn is_method(definition: &Definition) -> bool {
    definition.parts.body.is_some() && definition.parts.parameters.is_some()
}

impl<'d> Bases<'d> {
    fn of(view: &View<'d>) -> Bases<'d> {
        let all = view.names.definitions();
        let types = all.iter().filter(|it| it.kind == Kind::Type);
        let types: HashMap<(FileId, UnitId), &Definition> =
            types.map(|it| ((it.file, it.whole), it)).collect();
        let mut bases = Bases::default();
        for method in all.iter().filter(|it| is_method(it)) {
            let units = view.file(method.file).units();
            let parent = |it: &UnitId| Some(units[*it as usize].parent).filter(|&it| it != 0);
            let mut around =
                std::iter::successors(parent(&method.whole), parent).take(STATEMENT_LEVELS.get());
            let Some(home) = around.find_map(|it| types.get(&(method.file, it))) else { continue };
            let word = view.binding(method.binding).word;
            if bases.have.insert((home.file, home.name, word)) {
                bases.of.entry(word).or_default().push(home);
            }
        }
        // One type may stand within another.
        bases.of.values_mut().for_each(|it| it.sort_by_key(|it| (it.file, it.name)));
        bases
    }

    /// The nearest types outside of a unit that have each method that is in it.
    fn nearest(&self, view: &View, id: FileId, whole: UnitId) -> Vec<&'d Definition> {
        let inside = whole..view.file(id).unit(whole).subtree_end;
        let methods = definitions_in(view.names, id, inside.clone()).iter().filter(|it| is_method(it));
        let words: Vec<Word> = methods.map(|it| view.binding(it.binding).word).collect();
        let Some(first) = words.first().and_then(|it| self.of.get(it)) else { return Vec::new() };
        let here = first.partition_point(|it| (it.file, it.name) < (id, whole));
        let until = first.len().min(here + NEAR);
        let around = &first[here.saturating_sub(NEAR)..until];
        let outside = around.iter().filter(|it| it.file != id || !inside.contains(&it.name));
        let has_all =
            |it: &&&Definition| words.iter().all(|word| self.have.contains(&(it.file, it.name, *word)));
        let mut found: Vec<&Definition> = outside.filter(has_all).copied().collect();
        found.sort_by_key(|it| (it.file != id, it.name.abs_diff(whole)));
        found.truncate(MERGED_FUNCTIONS.get());
        found
    }
}
