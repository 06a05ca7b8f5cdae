//! `parameter-to-variable`: makes a parameter a variable, before the function or in it, even where that grows.
//!
//! Before:
//! ```c
//! void f(int a) { a++; }
//! int main() { f(2); f(3); }
//! ```
//! After:
//! ```c
//! int a; void f() { a++; }
//! int main() { f(); f(); }
//! ```
//! Before:
//! ```c
//! void f(int a) { a++; }
//! int main() { f(2); }
//! ```
//! After:
//! ```c
//! void f() { int a = 2; a++; }
//! int main() { f(); }
//! ```
//! Before:
//! ```typescript
//! function f(a: number) { a++; }
//! f(2);
//! ```
//! After:
//! ```typescript
//! function f() { let a: number = 2; a++; }
//! f();
//! ```
//! Before:
//! ```python
//! def f(a):
//!   a += 1
//!   return a
//! f(2)
//! ```
//! After:
//! ```python
//! def f():
//!   a = 2
//!   a += 1
//!   return a
//! f()
//! ```
//! The arguments go. In the function the variable begins as the argument, if all calls agree on it, or as `0`. Only of
//! parameters that are used; of the others `delete-parameter` takes care.

use super::bodies::statements;
use super::functions::{Lists, agreed, functions, whole};
use super::places::{indent, is_indented};
use super::variables::{Parameter, parameters};
use crate::document::Document;
use crate::edit::{EditSet, FileId, Span};
use crate::names::Definition;
use crate::pass::{Pass, Propose, Sites, Stage, Tier};

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "parameter-to-variable",
    summary: "make a parameter a variable, even where that grows",
    stage: Stage::Grow,
    tier: Tier::Text,
    propose: Propose::File(propose),
};

fn propose(document: &Document, id: FileId, sites: &mut Sites) {
    for function in functions(document, id) {
        let Some(definition) = function.implementation() else { continue };
        let lists = function.lists(false);
        for (index, parameter) in parameters(&function, definition, &lists).iter().enumerate() {
            if parameter.binding.is_none_or(|it| it.references.is_empty()) {
                continue;
            }
            let name = parameter.name.map(|it| document.file(definition.file).text_of(it));
            let gone: EditSet = lists.without(document, index, name).into_iter().collect();
            let ways = [
                outside(document, definition, parameter),
                inside(document, definition, parameter, &lists, index),
            ];
            sites.alternatives(ways.into_iter().flatten().map(|it| it.merge(&gone)).collect());
        }
    }
}

/// The variable before the function, where a type before the name declares one.
fn outside(document: &Document, definition: &Definition, parameter: &Parameter<'_>) -> Option<EditSet> {
    let file = document.file(definition.file);
    let typed = file.unit(parameter.name?).start > parameter.span.start && !is_indented(file);
    let start = whole(file, definition.whole).start;
    let declared = [&file.text[parameter.span.range()], b"; "].concat();
    typed.then(|| EditSet::replace(definition.file, Span::new(start, start), declared))
}

/// The variable as the first statement of the function.
fn inside(
    document: &Document,
    definition: &Definition,
    parameter: &Parameter<'_>,
    lists: &Lists,
    index: usize,
) -> Option<EditSet> {
    let file = document.file(definition.file);
    let name = file.text_of(parameter.name?);
    let value = agreed(document, lists, index, Some(name)).unwrap_or_else(|| b"0".to_vec());
    let mut text = parameter.as_variable(file, &value, None)?;
    let first = file.unit(*statements(file, definition.parts.body?).0.first()?).start;
    if is_indented(file) {
        text.push(b'\n');
        text.extend_from_slice(indent(file, first));
    } else {
        text.push(b' ');
    }
    Some(EditSet::replace(definition.file, Span::new(first, first), text))
}
