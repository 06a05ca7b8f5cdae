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
use crate::passes::text::blocks::statements::{Statement, owners};
use crate::passes::text::names::def_use::{DefUse, Word};
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
    let uses = DefUse::of(document, id);
    let owners = owners(&uses.statements, uses.words.len());
    let definers = uses.definers(&owners);
    let defined = definers.iter().enumerate().filter_map(|(word, &whole)| Some((word, whole?)));
    let defined = defined.filter(|&(word, _)| uses.elsewhere[word] == 0);
    let mut found: Vec<Definition> =
        defined.filter_map(|(word, whole)| Definition::read(&uses, whole, word)).collect();
    found.sort_unstable_by_key(|it| Reverse(it.whole.first));
    for definition in found.into_iter().take(DEFINITIONS) {
        sites.alternatives(definition.inline(&uses, id));
    }
}

/// A name and what it stands for.
struct Definition {
    name: Word,
    /// The definition as a whole.
    whole: Statement,
    meaning: Span,
}

impl Definition {
    /// What `whole` says about `name`: the text behind the `=` after it, or before it in a `typedef`.
    fn read(uses: &DefUse, whole: usize, name: Word) -> Option<Definition> {
        let mut whole = uses.statements[whole];
        let reads = |at: usize, is: &[u8]| spans::reads(uses.file, at, is);
        let at = *uses.places[name].first().filter(|&&it| it >= whole.first)?;
        let mut end = whole.end;
        while end > at + 1 && (reads(end - 1, b";") || reads(end - 1, b",")) {
            end -= 1;
        }
        // `typedef struct { … } name;` is two statements, because a block ends one.
        let before = uses.statements.iter().find(|it| it.end == whole.first && it.depth == whole.depth);
        if let Some(before) = before.filter(|it| whole.first == at && reads(it.first, b"typedef")) {
            whole.first = before.first;
        }
        let lexemes = uses.file.lexemes();
        let meaning = if reads(whole.first, b"typedef") {
            (at + 1 == end && whole.first + 1 < at)
                .then(|| spans::span_of(lexemes, whole.first + 1, at - 1))?
        } else {
            // Between the name and the `=` there may be a type, but no brackets.
            let equals = (at + 1..end).find(|&it| reads(it, b"="))?;
            let plain = |it: usize| !matches!(lexemes[it].class, Class::Open(b'(' | b'{') | Class::Comment);
            let typed = equals == at + 1 || reads(at + 1, b":");
            (typed && (at + 1..equals).all(plain) && equals + 1 < end)
                .then(|| spans::span_of(lexemes, equals + 1, end - 1))?
        };
        Some(Definition { name, whole, meaning })
    }

    fn inline(&self, uses: &DefUse, id: FileId) -> Vec<EditSet> {
        let text = &uses.file.text[self.meaning.range()];
        let outside = |it: &&usize| !(self.whole.first..self.whole.end).contains(*it);
        let put = |it: &usize| Edit::replace(id, uses.file.lexemes()[*it].span, text);
        let places: Vec<Edit> = uses.places[self.name].iter().filter(outside).map(put).collect();
        if places.is_empty() {
            return Vec::new();
        }
        let all: EditSet = places.into_iter().collect();
        vec![all.merge(&EditSet::delete(id, self.whole.cut(uses.file))), all]
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
