//! `unwrap-calls`: puts an argument in the place of the call, an index in the place of what it indexes.
//!
//! Before:
//! ```text
//! x = f(a, b[i]);
//! ```
//! After:
//! ```text
//! x = b[i];
//! ```
//! For each `name(…)`, `name[…]` or path with such an end, each of its first 8 arguments, shortest first; heaviest call
//! first, at most 20,000.

use crate::document::{Document, File};
use crate::edit::{Edit, EditSet, FileId, Span};
use crate::lexeme::Class;
use crate::lexeme::brackets::{Pair, partners};
use crate::pass::{Pass, Propose, Sites, Stage, Tier};
use crate::passes::text::brackets::pairs::heaviest;
use crate::passes::text::spans;
use crate::thresholds::CALL_ARGUMENTS;

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "unwrap-calls",
    summary: "replace a call by one of its arguments",
    stage: Stage::Fine,
    tier: Tier::Text,
    propose: Propose::File(propose),
};

fn propose(document: &Document, id: FileId, sites: &mut Sites) {
    let file = document.file(id);
    let partners = partners(file.lexemes());
    let calls = heaviest(file).into_iter().filter(|it| matches!(it.bracket, b'(' | b'[') && !it.is_empty());
    for pair in calls {
        let Some(start) = callee(file, pair.open) else { continue };
        let whole = spans::span_of(file.lexemes(), start, pair.close);
        let mut arguments = arguments(file, &partners, &pair);
        arguments.sort_by_key(|it| it.len());
        let keep = |it: Span| -> EditSet {
            let around = [Span::new(whole.start, it.start), Span::new(it.end, whole.end)];
            around.into_iter().map(|it| Edit::delete(id, it)).collect()
        };
        sites.alternatives(arguments.into_iter().map(keep).collect());
    }
}

/// The first lexeme of the name or path that ends before `open`.
fn callee(file: &File, open: usize) -> Option<usize> {
    let word = |at: usize| file.lexemes()[at].class == Class::Word;
    let mut start = open.checked_sub(1).filter(|&it| word(it))?;
    loop {
        let dots = [".", "->", "::"].iter().find_map(|dots| {
            let step = if *dots == "::" && start > 0 && spans::reads(file, start - 1, b":") { 2 } else { 1 };
            let joint = start.checked_sub(step)?;
            let joined = spans::span_of(file.lexemes(), joint, start - 1);
            (&file.text[joined.range()] == dots.as_bytes()).then_some(joint)
        });
        match dots.and_then(|it| it.checked_sub(1)).filter(|&it| word(it)) {
            Some(before) => start = before,
            None => return Some(start),
        }
    }
}

fn arguments(file: &File, partners: &[usize], pair: &Pair) -> Vec<Span> {
    let lexemes = file.lexemes();
    let mut found = Vec::new();
    let mut first = pair.open + 1;
    let mut at = first;
    while at <= pair.close && found.len() < CALL_ARGUMENTS.get() {
        if at == pair.close || spans::reads(file, at, b",") {
            if first < at {
                found.push(spans::span_of(lexemes, first, at - 1));
            }
            first = at + 1;
        }
        at = partners[at].max(at) + 1;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::passes::text::testing::{candidates, plain};

    #[test]
    fn a_call_gives_way_to_its_arguments_shortest_first() {
        assert_eq!(
            candidates(&PASS, &plain("x + a.b::f(long, g(y))")),
            ["x + long", "x + g(y)", "x + a.b::f(long, y)"]
        );
        assert_eq!(candidates(&PASS, &plain("a[i]")), ["i"]);
        assert!(candidates(&PASS, &plain("(x) f()")).is_empty());
    }
}
