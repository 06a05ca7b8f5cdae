//! `merge-functions`: lets another function with as many parameters take the place of one, which goes.
//!
//! Before:
//! ```c
//! int f(int a) { return a; }
//! int g(int a) { return a + 1; }
//! int main() { return f(1) + g(2); }
//! ```
//! After:
//! ```c
//! int f(int a) { return a; }
//! int main() { return f(1) + f(2); }
//! ```
//! Before:
//! ```python
//! def f(a): return a
//! def g(b): return 2
//! print(f(1), g(2))
//! ```
//! After:
//! ```python
//! def g(b): return 2
//! print(g(1), g(2))
//! ```
//! Before:
//! ```rs
//! fn f(a: u8) -> u8 { 0 }
//! fn main() { h(|x| { k(x); x + 1 }); f(1); }
//! ```
//! After:
//! ```rs
//! fn f(a: u8) -> u8 { 0 }
//! fn main() { h(f); f(1); }
//! ```
//! Wherever the one is named, the other is. With each function the 4 nearest before it and behind it that have as many
//! parameters, of the same types first; what only has declarations takes the place of its like. A closure gives way to the nearest
//! function before it or behind it that is named elsewhere.

use super::functions::{Function, functions};
use super::inline_call::renamed;
use super::inline_closure::is_closure;
use super::lists::List;
use super::view::NEAR;
use crate::document::{Document, File, UnitId};
use crate::edit::{EditSet, FileId};
use crate::lexeme::offset;
use crate::names::{Definition, Kind};
use crate::pass::{Pass, Propose, Sites, Stage, Tier};
use crate::thresholds::{COUPLED_SITES, MERGED_FUNCTIONS};

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "merge-functions",
    summary: "let another function with as many parameters take the place of one",
    stage: Stage::Main,
    tier: Tier::Parsed,
    propose: Propose::File(propose),
};

fn propose(document: &Document, id: FileId, sites: &mut Sites) {
    let all: Vec<(Function<'_>, Shape<'_>)> =
        functions(document, id).filter_map(|it| Shape::of(&it).map(|shape| (it, shape))).collect();
    for (at, (function, shape)) in all.iter().enumerate() {
        let alike = |it: &&(Function<'_>, Shape<'_>)| it.1.is_like(shape);
        let before = all[..at].iter().rev().filter(alike).take(MERGED_FUNCTIONS.get());
        let behind = all[at + 1..].iter().filter(alike).take(MERGED_FUNCTIONS.get());
        let mut others: Vec<&Shape<'_>> = before.chain(behind).map(|it| &it.1).collect();
        others.sort_by_key(|it| it.types != shape.types);
        sites.alternatives(others.iter().map(|it| renamed(function, it.name)).collect());
    }
    closures(document, id, &all, sites);
}

/// A function in the place of a closure that has as many parameters.
fn closures(document: &Document, id: FileId, all: &[(Function<'_>, Shape<'_>)], sites: &mut Sites) {
    let file = document.file(id);
    let units = (1..offset(file.units().len())).filter(|&it| is_closure(file, it) && !file.is_leaf(it));
    for unit in units.take(COUPLED_SITES.get()) {
        let (Some(count), span) = (parameters_of(file, id, unit), file.unit(unit).span()) else { continue };
        // What it stands in is not what it can give way to.
        let fits = |it: &&(Function<'_>, Shape<'_>)| {
            let around = |it: &Definition| it.file == id && file.unit(it.whole).span().contains(span);
            it.1.count == count && !it.0.definitions().any(around)
        };
        let here = all.partition_point(|it| it.0.definitions().next().is_some_and(|it| it.name < unit));
        let near = all[..here]
            .iter()
            .rev()
            .take(NEAR)
            .find(fits)
            .into_iter()
            .chain(all[here..].iter().take(NEAR).find(fits));
        sites.alternatives(near.map(|it| EditSet::replace(id, span, it.1.name)).collect());
    }
}

/// How many parameters a closure has; `None` of something that has no body.
fn parameters_of(file: &File, id: FileId, closure: UnitId) -> Option<usize> {
    let named: Vec<UnitId> = file.children(closure).filter(|&it| file.unit(it).is_named()).collect();
    let (body, before) = named.split_last()?;
    let is_list = |it: &UnitId| {
        let kind = file.kind_name(*it);
        kind.ends_with("parameters") || kind.ends_with("parameter_list")
    };
    if let Some(list) = (closure + 1..*body).find(is_list) {
        return List::of(file, id, list).map(|it| it.elements.len());
    }
    Some(usize::from(before.iter().any(|&it| file.is_leaf(it))))
}

/// What makes functions alike.
struct Shape<'d> {
    name: &'d [u8],
    /// Whether its body is known.
    defined: bool,
    /// How many parameters it has.
    count: usize,
    /// Its result and its parameters without their names.
    types: Vec<&'d [u8]>,
}

impl<'d> Shape<'d> {
    /// `None` of what nobody names, and of what is no function.
    fn of(function: &Function<'d>) -> Option<Shape<'d>> {
        let mut declared = function.definitions();
        let defined = declared.any(|it| it.parts.body.is_some());
        let definition = if defined { function.implementation()? } else { function.definitions().next()? };
        if definition.kind != Kind::Function || function.binding.references.is_empty() {
            return None;
        }
        let file = function.document.file(definition.file);
        let lists = function.lists(false);
        let list = &lists.parameters.iter().find(|it| Some(it.1.unit) == definition.parts.parameters)?.1;
        let own = super::functions::definitions_in(
            function.names,
            definition.file,
            parameters(function, definition)?,
        );
        let results = own.iter().filter_map(|it| it.parts.result).chain(definition.parts.result);
        let types = results.map(|it| file.text_of(it)).collect();
        Some(Shape { name: file.text_of(definition.name), defined, count: list.elements.len(), types })
    }

    fn is_like(&self, other: &Shape<'_>) -> bool {
        self.defined == other.defined && self.count == other.count && self.name != other.name
    }
}

fn parameters(function: &Function<'_>, definition: &Definition) -> Option<std::ops::Range<u32>> {
    let unit = definition.parts.parameters?;
    Some(unit..function.document.file(definition.file).unit(unit).subtree_end)
}
