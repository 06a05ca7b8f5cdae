//! `delete-word-everywhere`: takes every statement or list element that mentions a name away at once.
//!
//! Before:
//! ```text
//! int a; int b;
//! a = 1; b = 2;
//! f(a, b);
//! ```
//! After:
//! ```text
//! int a;
//! a = 1;
//! f(a);
//! ```
//! Where nobody knows what names mean; elsewhere the coupled passes do the same with fewer questions. For each name in 2 to
//! 50 places of all files: the innermost statements go; or the element where it stands in a list in brackets and the
//! statement elsewhere. At most 5,000 names, from the back.

use super::enclosing::Enclosing;
use super::occurrences::{Name, Place, names};
use crate::document::Document;
use crate::edit::{Edit, EditSet, Span};
use crate::pass::{Pass, Propose, Sites, Stage, Tier};
use crate::thresholds::{EVERYWHERE_NAMES, EVERYWHERE_PLACES};

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "delete-word-everywhere",
    summary: "delete every statement or list element that mentions a name",
    stage: Stage::Fine,
    tier: Tier::Text,
    propose: Propose::Document(propose),
};

fn propose(document: &Document, sites: &mut Sites) {
    if !document.is_read_whole() || !document.names().is_empty() {
        return;
    }
    let around: Vec<Enclosing> = document.files().iter().map(|it| Enclosing::of(it)).collect();
    let names = names(document);
    let few = names.iter().rev().filter(|it| (2..=EVERYWHERE_PLACES.get()).contains(&it.places.len()));
    for name in few.take(EVERYWHERE_NAMES.get()) {
        let statements = delete(&around, name, Enclosing::statement);
        let elements = delete(&around, name, |it, at| it.element(at).unwrap_or_else(|| it.statement(at)));
        let differ = elements != statements;
        sites.alternatives(if differ { vec![statements, elements] } else { vec![statements] });
    }
}

fn delete<'f>(
    around: &[Enclosing<'f>],
    name: &Name,
    part: impl Fn(&Enclosing<'f>, usize) -> Span,
) -> EditSet {
    let edit = |it: &Place| Edit::delete(it.file, part(&around[usize::from(it.file.0)], it.at));
    name.places.iter().map(edit).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::passes::text::testing::{candidates, plain};

    #[test]
    fn statements_go_and_where_a_name_is_an_argument_only_the_argument() {
        let found = candidates(&PASS, &plain("int a; int b; b = g(1); f(a, b); f(b, (a), c);"));
        assert!(found.contains(&"int b; b = g(1);".to_owned()), "without the statements of a: {found:#?}");
        assert!(found.contains(&"int b; b = g(1); f(b); f(b, (), c);".to_owned()), "without a: {found:#?}");
        assert!(found.contains(&"int a; f(a); f((a), c);".to_owned()), "without b: {found:#?}");
    }
}
