//! `inline-definitions`: puts what a definition says in the place of the name it defines, even if that makes more of it.
//!
//! Before:
//! ```text
//! typedef struct { int a; } T;
//! T x; T y;
//! ```
//! After:
//! ```text
//! struct { int a; } x; struct { int a; } y;
//! ```
//! A definition is `typedef … name;`, or `… name = …` with whatever stands before and after the name, such as `using`,
//! `type`, `const`, `let` and types, and a `#define`. The name must be introduced there. All its other places change,
//! and the definition goes, or stays. For at most 100 definitions of a file, from the back. What makes fewer tokens is an
//! ordinary edit, what makes more an excursion.

use crate::passes::text::spans;
use std::cmp::Reverse;

use crate::document::Document;
use crate::edit::{Edit, EditSet, FileId, Span};
use crate::lexeme::Class;
use crate::pass::{Pass, Propose, Sites, Stage, Tier};
use crate::passes::text::blocks::chunks::{Chunk, owners};
use crate::passes::text::names::usage::{Usage, Word};
use crate::passes::text::preprocessor::inline_macros::inlined;

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "inline-definitions",
    summary: "replace a name by what its definition says, even where that grows",
    stage: Stage::Grow,
    tier: Tier::Text,
    propose: Propose::File(propose),
};

const DEFINITIONS: usize = 100;

fn propose(document: &Document, id: FileId, sites: &mut Sites) {
    for grown in inlined(document, id).into_iter().filter(|it| it.after >= it.before) {
        sites.alternatives(vec![grown.edits]);
    }
    let usage = Usage::of(document, id);
    let owners = owners(&usage.chunks, usage.words.len());
    let definers = usage.definers(&owners);
    let defined = definers.iter().enumerate().filter_map(|(word, &chunk)| Some((word, chunk?)));
    let defined = defined.filter(|&(word, _)| usage.elsewhere[word] == 0);
    let mut found: Vec<Definition> =
        defined.filter_map(|(word, chunk)| Definition::read(&usage, chunk, word)).collect();
    found.sort_unstable_by_key(|it| Reverse(it.chunk.first));
    for definition in found.into_iter().take(DEFINITIONS) {
        sites.alternatives(definition.inline(&usage, id));
    }
}

/// A name and what it stands for.
struct Definition {
    name: Word,
    /// The definition as a whole.
    chunk: Chunk,
    meaning: Span,
}

impl Definition {
    /// What `chunk` says about `name`: the text behind the `=` after it, or before it in a `typedef`.
    fn read(usage: &Usage, chunk: usize, name: Word) -> Option<Definition> {
        let mut chunk = usage.chunks[chunk];
        let reads = |at: usize, is: &[u8]| spans::reads(usage.file, at, is);
        let at = *usage.places[name].first().filter(|&&it| it >= chunk.first)?;
        let mut end = chunk.end;
        while end > at + 1 && (reads(end - 1, b";") || reads(end - 1, b",")) {
            end -= 1;
        }
        // `typedef struct { … } name;` is two chunks, because a block ends one.
        let before = usage.chunks.iter().find(|it| it.end == chunk.first && it.depth == chunk.depth);
        if let Some(before) = before.filter(|it| chunk.first == at && reads(it.first, b"typedef")) {
            chunk.first = before.first;
        }
        let lexemes = usage.file.lexemes();
        let meaning = if reads(chunk.first, b"typedef") {
            (at + 1 == end && chunk.first + 1 < at)
                .then(|| spans::span_of(lexemes, chunk.first + 1, at - 1))?
        } else {
            // Between the name and the `=` there may be a type, but no brackets.
            let equals = (at + 1..end).find(|&it| reads(it, b"="))?;
            let plain = |it: usize| !matches!(lexemes[it].class, Class::Open(b'(' | b'{') | Class::Comment);
            let typed = equals == at + 1 || reads(at + 1, b":");
            (typed && (at + 1..equals).all(plain) && equals + 1 < end)
                .then(|| spans::span_of(lexemes, equals + 1, end - 1))?
        };
        Some(Definition { name, chunk, meaning })
    }

    fn inline(&self, usage: &Usage, id: FileId) -> Vec<EditSet> {
        let text = &usage.file.text[self.meaning.range()];
        let outside = |it: &&usize| !(self.chunk.first..self.chunk.end).contains(*it);
        let put = |it: &usize| Edit::replace(id, usage.file.lexemes()[*it].span, text);
        let places: Vec<Edit> = usage.places[self.name].iter().filter(outside).map(put).collect();
        if places.is_empty() {
            return Vec::new();
        }
        let all: EditSet = places.into_iter().collect();
        vec![all.merge(&EditSet::delete(id, self.chunk.cut(usage.file))), all]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::passes::text::testing::{c, candidates, js, plain};

    #[test]
    fn a_value_takes_the_place_of_its_name() {
        assert_eq!(
            candidates(&PASS, &js("let n = f(1); g(n, n);")),
            ["g(f(1), f(1));", "let n = f(1); g(f(1), f(1));"]
        );
    }

    #[test]
    fn a_type_takes_the_place_of_its_name() {
        let found = candidates(&PASS, &plain("type T = Vec<u8>;\nfn f(x: T) {}"));
        assert_eq!(found[0], "fn f(x: Vec<u8>) {}");
        let found = candidates(&PASS, &c("typedef unsigned long t;\nt a, b;"));
        assert_eq!(found[0], "unsigned long a, b;");
    }

    #[test]
    fn a_macro_that_is_used_often_grows() {
        let found = candidates(&PASS, &c("#define A (1+2)\nint a = A+A;"));
        assert!(found.contains(&"int a = (1+2)+(1+2);".to_owned()), "{found:#?}");
    }

    #[test]
    fn what_is_assigned_to_but_not_introduced_stays() {
        assert!(candidates(&PASS, &c("int a;\nint f() { a = 1; }\nint g() { return a; }")).is_empty());
    }
}
