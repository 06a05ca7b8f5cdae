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
use std::collections::HashMap;

use crate::document::Document;
use crate::edit::{Edit, EditSet, FileId, Span};
use crate::lexeme::Class;
use crate::pass::{Pass, Propose, Sites, Stage, Tier};
use crate::passes::text::blocks::statements::{Statement, owners};
use crate::passes::text::names::def_use::{DefUse, Word};
use crate::passes::text::preprocessor::inline_macros::inlined;
use crate::passes::text::spans::most_put;
use crate::thresholds::INLINED_DEFINITIONS;

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "inline-definitions",
    summary: "replace a name by what its definition says, even where that grows",
    stage: Stage::Grow,
    tier: Tier::Text,
    propose: Propose::File(propose),
};

fn propose(document: &Document, id: FileId, sites: &mut Sites) {
    for grown in inlined(document, id).into_iter().filter(|it| it.after >= it.before) {
        sites.alternatives(vec![grown.edits]);
    }
    let def_use = DefUse::of(document, id);
    let owners = owners(&def_use.statements, def_use.words.len());
    let reader = Reader::of(&def_use);
    let defined = def_use.definers(&owners).into_iter().enumerate();
    let defined = defined.filter_map(|(word, statement)| Some((word, statement?)));
    let defined = defined.filter(|&(word, _)| def_use.elsewhere[word] == 0);
    let mut found: Vec<Definition> =
        defined.filter_map(|(word, statement)| reader.definition(statement, word)).collect();
    found.sort_unstable_by_key(|it| Reverse(it.whole.first));
    let mut left = most_put(document);
    for definition in found.into_iter().take(INLINED_DEFINITIONS.get()) {
        let put = definition.meaning.len() * def_use.places[definition.name].len();
        if put <= left {
            left -= put;
            sites.alternatives(definition.inline(&def_use, id));
        }
    }
}

/// A name and what it stands for.
struct Definition {
    name: Word,
    /// The definition as a whole.
    whole: Statement,
    meaning: Span,
}

/// Reads definitions, each without a look at more than a few of the lexemes.
struct Reader<'u> {
    def_use: &'u DefUse<'u>,
    /// For each lexeme the last one up to it that ends no statement or element.
    solid: Vec<usize>,
    /// For each lexeme the first `=` from it on.
    equals: Vec<usize>,
    /// For each lexeme the first one from it on that cannot stand between a name and its `=`.
    barriers: Vec<usize>,
    /// Where the statement begins that starts with `typedef` and ends before a lexeme, at a depth.
    typedefs: HashMap<(usize, usize), usize>,
}

impl<'u> Reader<'u> {
    fn of(def_use: &'u DefUse<'u>) -> Reader<'u> {
        let lexemes = def_use.file.lexemes();
        let reads = |at: usize, is: &[u8]| spans::reads(def_use.file, at, is);
        // Between a name and its `=` there may be a type, but no brackets.
        let barrier = |at: usize| matches!(lexemes[at].class, Class::Open(b'(' | b'{') | Class::Comment);
        let mut solid = Vec::with_capacity(lexemes.len());
        for at in 0..lexemes.len() {
            let ends = reads(at, b";") || reads(at, b",");
            solid.push(if ends { solid.last().copied().unwrap_or(0) } else { at });
        }
        let typedefs = def_use.statements.iter().filter(|it| reads(it.first, b"typedef"));
        Reader {
            def_use,
            solid,
            equals: first_from(lexemes.len(), |it| reads(it, b"=")),
            barriers: first_from(lexemes.len(), barrier),
            typedefs: typedefs.map(|it| ((it.end, it.depth), it.first)).collect(),
        }
    }

    /// What `statement` says about `name`: the text behind the `=` after it, or before it in a `typedef`.
    fn definition(&self, statement: usize, name: Word) -> Option<Definition> {
        let mut whole = self.def_use.statements[statement];
        let reads = |at: usize, is: &[u8]| spans::reads(self.def_use.file, at, is);
        let at = *self.def_use.places[name].first().filter(|&&it| it >= whole.first)?;
        let end = (at + 1).max(self.solid[whole.end - 1] + 1);
        // `typedef struct { … } name;` is two statements, because a block ends one.
        if at == whole.first
            && let Some(&first) = self.typedefs.get(&(whole.first, whole.depth))
        {
            whole.first = first;
        }
        let lexemes = self.def_use.file.lexemes();
        let meaning = if reads(whole.first, b"typedef") {
            (at + 1 == end && whole.first + 1 < at)
                .then(|| spans::span_of(lexemes, whole.first + 1, at - 1))?
        } else {
            let equals = *self.equals.get(at + 1).filter(|&&it| it < end)?;
            let typed = equals == at + 1 || reads(at + 1, b":");
            (typed && self.barriers[at + 1] >= equals && equals + 1 < end)
                .then(|| spans::span_of(lexemes, equals + 1, end - 1))?
        };
        Some(Definition { name, whole, meaning })
    }
}

/// For each lexeme the first one from it on that `is` accepts; `lexemes` where there is none.
fn first_from(lexemes: usize, is: impl Fn(usize) -> bool) -> Vec<usize> {
    let mut first = vec![lexemes; lexemes];
    let mut next = lexemes;
    for at in (0..lexemes).rev() {
        if is(at) {
            next = at;
        }
        first[at] = next;
    }
    first
}

impl Definition {
    fn inline(&self, def_use: &DefUse, id: FileId) -> Vec<EditSet> {
        let text = &def_use.file.text[self.meaning.range()];
        let outside = |it: &&usize| !(self.whole.first..self.whole.end).contains(*it);
        let put = |it: &usize| Edit::replace(id, def_use.file.lexemes()[*it].span, text);
        let places: Vec<Edit> = def_use.places[self.name].iter().filter(outside).map(put).collect();
        if places.is_empty() {
            return Vec::new();
        }
        let all: EditSet = places.into_iter().collect();
        vec![all.merge(&EditSet::delete(id, self.whole.cut(def_use.file))), all]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::passes::text::testing::{c, candidates, js, plain, sets, sites};

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

    #[test]
    fn a_hundred_thousand_definitions_are_read_in_one_go() {
        let lines: Vec<String> = (0..100_000).map(|it| format!("int a{} = a{it};\n", it + 1)).collect();
        let text = lines.concat() + "f(a100000);\n";
        assert_eq!(sites(&PASS, &plain(text)).len(), INLINED_DEFINITIONS.get());
        let line = (0..100_000).map(|it| format!("a{it} ")).collect::<Vec<_>>().concat();
        assert!(sites(&PASS, &plain(line)).is_empty());
    }

    #[test]
    fn a_macro_that_repeats_a_long_argument_is_not_written_out() {
        let body = "x ".repeat(10_000);
        let text = format!("#define F(x) {body}\nF({body}) F({body})\n");
        let long: usize = sites(&PASS, &plain(&text)).iter().flat_map(sets).map(|it| put(&it)).sum();
        assert!(long <= 10 * text.len(), "{long} bytes for {}", text.len());
    }

    #[test]
    fn what_would_put_in_more_than_any_step_may_add_is_not_written_out() {
        let text = format!("let t = [{}];\n{}", "1, ".repeat(10_000), "f(t);\n".repeat(10_000));
        let long: usize = sites(&PASS, &js(&text)).iter().flat_map(sets).map(|it| put(&it)).sum();
        assert!(long <= 10 * text.len(), "{long} bytes for {}", text.len());
    }

    /// How many bytes a set of edits puts in.
    fn put(set: &EditSet) -> usize {
        set.edits().iter().map(|it| it.with.len()).sum()
    }
}
