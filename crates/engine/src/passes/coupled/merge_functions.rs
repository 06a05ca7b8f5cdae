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
//! Wherever the one is named, the other is. With each function the 4 nearest before it and behind it that have as many
//! parameters, of the same types first; what only has declarations takes the place of its like.

use super::functions::{Function, functions};
use super::inline_call::renamed;
use crate::document::Document;
use crate::edit::FileId;
use crate::names::{Definition, Kind};
use crate::pass::{Pass, Propose, Sites, Stage, Tier};
use crate::thresholds::MERGED_FUNCTIONS;

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "merge-functions",
    summary: "let another function with as many parameters take the place of one",
    stage: Stage::Fine,
    tier: Tier::Text,
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
