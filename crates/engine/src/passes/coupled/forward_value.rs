//! `forward-value`: takes an assignment away, and puts what it assigns in the place of the uses behind it.
//!
//! Before:
//! ```c
//! int a = 1;
//! int main() { a = a ^ 1; printf("%d", a); return 0; }
//! ```
//! After:
//! ```c
//! int a = 1;
//! int main() { printf("%d", a ^ 1); return 0; }
//! ```
//!
//! Before:
//! ```c
//! int f(int a) { if (a) { a += 2; g(a); } return a; }
//! ```
//! After:
//! ```c
//! int f(int a) { if (a) { g(a + 2); } return a; }
//! ```
//!
//! Before:
//! ```rs
//! fn f(mut x: u8) -> u8 { x = g(x); h(x); x }
//! ```
//! After:
//! ```rs
//! fn f(mut x: u8) -> u8 { h(g(x)); g(x) }
//! ```
//! The uses are those up to the next assignment to the variable, what that makes of it included, or to the end of the block.
//! For at most 2,000 assignments of a file, from the back; only where that makes fewer tokens.

use super::inline_variable::Value;
use super::places::takes_anything;
use super::view::{Use, View};
use crate::document::Document;
use crate::edit::{Edit, EditSet, FileId, Span};
use crate::names::{BindingId, Kind};
use crate::pass::{Pass, Propose, Sites, Stage, Tier};
use crate::passes::text::spans::most_put;
use crate::thresholds::COUPLED_SITES;

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "forward-value",
    summary: "put what is assigned to a variable in the place of the uses behind it",
    stage: Stage::Fine,
    tier: Tier::Text,
    propose: Propose::File(propose),
};

fn propose(document: &Document, id: FileId, sites: &mut Sites) {
    let Some(view) = View::of(document) else { return };
    let found: Vec<BindingId> = view.bindings(id, &[Kind::Value, Kind::Parameter]).map(|it| it.0).collect();
    let (mut left, mut most) = (COUPLED_SITES.get(), most_put(document));
    for &binding in found.iter().rev() {
        let uses = view.uses(binding);
        for at in (0..uses.len()).rev() {
            let Some(assignment) = Assignment::of(&view, uses[at]) else { continue };
            let readers = assignment.readers(&view, &uses[at + 1..]);
            let put = assignment.value.text.len() * readers.len();
            if readers.is_empty() || put > most || left == 0 {
                continue;
            }
            (left, most) = (left - 1, most - put);
            let set = assignment.forwarded(&view, &readers);
            sites.alternatives(Some(set).filter(|it| view.lowers(it)).into_iter().collect());
        }
    }
}

/// A statement that gives a variable another value.
struct Assignment {
    file: FileId,
    statement: Span,
    value: Value,
    /// Where the block around it ends.
    end: u32,
}

impl Assignment {
    fn of(view: &View, one: Use) -> Option<Assignment> {
        let file = view.file(one.file);
        let sign = file.lexemes().get(one.next(view))?.of(&file.text);
        let (whole, value) = if one.is_written(view) { one.given(view, sign)? } else { return None };
        let value = if sign == b"=" {
            Value::of(view, one.file, value)
        } else {
            // `a += b` makes `a + b` of it.
            let operator = sign.strip_suffix(b"=")?;
            let parts = [&file.text[one.span(view).range()], operator, &file.text[value.range()]];
            Value::operation(parts.join(&b' '))
        };
        let unit = view.statement_of(one.file, whole);
        let (statement, end) = (file.unit(unit).span(), file.unit(file.unit(unit).parent).end);
        let ends = view.lexemes_of(one.file, statement).1;
        let closed = file.text[statement.range()].ends_with(b";");
        let statement = match file.lexemes().get(ends).filter(|it| !closed && it.of(&file.text) == b";") {
            Some(end) => Span::new(statement.start, end.span.end),
            None => statement,
        };
        let file = super::places::is_statement(file, statement).then_some(one.file)?;
        Some(Assignment { file, statement, value, end })
    }

    /// The uses behind it that see its value, of those behind it in the text.
    fn readers(&self, view: &View, behind: &[Use]) -> Vec<Use> {
        let mut readers = Vec::new();
        let mut end = self.end;
        for &one in behind.iter().filter(|it| it.file == self.file) {
            let span = one.span(view);
            if span.start < self.statement.end {
                continue;
            }
            if span.start >= end {
                break;
            }
            if one.is_written(view) {
                // What makes the next value of it still sees this one.
                end = one.assigned(view).map_or(span.start, |it| it.1.end);
            } else {
                readers.push(one);
            }
        }
        readers
    }

    fn forwarded(&self, view: &View, readers: &[Use]) -> EditSet {
        let put = readers.iter().flat_map(|it| {
            if takes_anything(view.file(it.file), it.span(view)) {
                vec![Edit::replace(it.file, it.span(view), &self.value.text[..])]
            } else {
                self.value.put_at(view, *it)
            }
        });
        put.chain([Edit::delete(self.file, self.statement)]).collect()
    }
}
