//! `call-to-argument`: lets all calls of a function give way to one of their arguments, or to `0`, and deletes the function.
//!
//! Before:
//! ```c
//! int f(int a, int b);
//! int main() { f(1, 2); return f(3, g()) * f(1 + 1, 4); }
//! ```
//! After:
//! ```c
//! int main() { return 3 * (1 + 1); }
//! ```
//! Before:
//! ```rs
//! fn f(a: u8) -> u8 { a }
//! fn g() -> u8 { let b = f(1) + 2; f(b) }
//! ```
//! After:
//! ```rs
//! fn g() -> u8 { let b = 0 + 2; 0 }
//! ```
//! Before:
//! ```python
//! def f(a):
//!   return a
//! f(1)
//! print(f([2]))
//! ```
//! After:
//! ```python
//! print([2])
//! ```
//! A call that is a statement goes. `unwrap-calls` does the same for one call, and leaves the function alone.

use super::functions::{Arguments, Function, Lists, functions};
use super::places::{Use, is_tight, takes_anything};
use crate::document::Document;
use crate::edit::{Edit, EditSet, FileId};
use crate::pass::{Pass, Propose, Sites, Stage, Tier};
use crate::thresholds::CALL_ARGUMENTS;

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "call-to-argument",
    summary: "replace all calls of a function by one of their arguments, and delete the function",
    stage: Stage::Fine,
    tier: Tier::Text,
    propose: Propose::File(propose),
};

fn propose(document: &Document, id: FileId, sites: &mut Sites) {
    for function in functions(document, id) {
        let lists = function.lists(false);
        if lists.arguments.is_empty() || lists.arguments.len() < function.calls().count() {
            continue;
        }
        let most = lists.arguments.iter().map(|it| it.list.elements.len()).max().unwrap_or(0);
        let choices = (0..most.min(CALL_ARGUMENTS.get())).map(Some).chain([None]);
        let mut found: Vec<EditSet> = choices.map(|it| replaced(&function, &lists, it)).collect();
        found.dedup();
        sites.alternatives(found);
    }
}

/// Every call as its argument at a position, or as `0`, and the function gone.
fn replaced(function: &Function<'_>, lists: &Lists, position: Option<usize>) -> EditSet {
    let calls = lists.arguments.iter().map(|it| simplified(function.document, it, position));
    calls.chain(function.deleted()).collect()
}

fn simplified(document: &Document, call: &Arguments, position: Option<usize>) -> Edit {
    let file = document.file(call.file);
    let span = call.call.span(file);
    if let Some(Use::Statement { span, direct: true }) = Use::of(file, call.call.whole) {
        return Edit::delete(call.file, span);
    }
    let Some(element) = position.and_then(|it| call.list.elements.get(it)) else {
        return Edit::replace(call.file, span, &b"0"[..]);
    };
    let text = &file.text[element.span.range()];
    let fits = is_tight(file, element.unit) || takes_anything(file, span);
    Edit::replace(call.file, span, if fits { text.to_vec() } else { [b"(", text, b")"].concat() })
}
