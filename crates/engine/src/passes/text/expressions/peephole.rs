//! `peephole`: rewrites short sequences of tokens by a table.
//!
//! Before:
//! ```text
//! if (a) x += f(b, c);
//! ```
//! After:
//! ```text
//! if (a) x += 0;
//! ```
//! The table is data, see [`rules`](self::rules::RULES): conditions go, loops become decisions, compound assignments plain ones, types `int`,
//! operands and calls `0`, an operation one of its operands. All that fits at a place competes, in the order of the table. In
//! at most 20,000 lexemes.

pub mod rules;

mod pattern;

use std::collections::HashMap;

use crate::document::{Document, File};
use crate::edit::FileId;
use crate::pass::{Pass, Propose, Sites, Stage, Tier};
use crate::thresholds::REWRITTEN_LEXEMES;

use pattern::{Atom, Matcher, Rule};

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "peephole",
    summary: "rewrite short sequences of tokens by a table",
    stage: Stage::Deep,
    tier: Tier::Text,
    propose: Propose::File(propose),
};

fn propose(document: &Document, id: FileId, sites: &mut Sites) {
    let file = document.file(id);
    if file.lexemes().len() > REWRITTEN_LEXEMES.get() {
        return;
    }
    let table = Table::new(rules::RULES);
    let matcher = Matcher::new(file);
    for at in (0..file.lexemes().len()).rev() {
        sites.alternatives(table.at(file, at).flat_map(|it| matcher.rewrite(id, it, at)).collect());
    }
}

/// The rules, found by the text they start with.
struct Table {
    rules: Vec<Rule>,
    by_text: HashMap<&'static [u8], Vec<usize>>,
    others: Vec<usize>,
}

impl Table {
    fn new(rows: &[(&'static str, &'static [&'static str])]) -> Table {
        let rules: Vec<Rule> = rows.iter().map(|(find, with)| Rule::parse(find, with)).collect();
        let mut table = Table { rules, by_text: HashMap::new(), others: Vec::new() };
        for (index, rule) in table.rules.iter().enumerate() {
            match rule.find[0] {
                Atom::Text(text) => table.by_text.entry(text).or_default().push(index),
                _ => table.others.push(index),
            }
        }
        table
    }

    /// The rules that could match at lexeme `at`, in the order of the table.
    fn at(&self, file: &File, at: usize) -> impl Iterator<Item = &Rule> {
        let lexeme = file.lexemes()[at];
        let rest = &file.text[lexeme.span.start as usize..];
        // A text may be up to three bytes long where the lexer sees single bytes.
        let lengths = (1..=3).chain([lexeme.span.len()].into_iter().filter(|&it| it > 3));
        let starts = lengths.filter_map(|it| self.by_text.get(rest.get(..it)?)).flatten();
        let mut found: Vec<usize> = starts.chain(&self.others).copied().collect();
        found.sort_unstable();
        found.into_iter().map(|it| &self.rules[it])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::passes::text::testing::{c, candidates, plain};

    fn finds(before: &str, after: &[&str]) {
        let found = candidates(&PASS, &plain(before));
        for expected in after {
            assert!(found.contains(&(*expected).to_owned()), "{before} to {expected}: {found:#?}");
        }
    }

    #[test]
    fn conditions_loops_and_wrappers_go() {
        finds("if (a) b;", &["b;"]);
        finds("for (;;) b;", &["b;"]);
        finds("while (a) b;", &["b;", "if (a) b;"]);
        finds("namespace n { a; } b;", &["b;"]);
        finds("struct s { int a; } b;", &["b;"]);
        finds("extern \"C\" a;", &["a;"]);
        finds("template<class T> f;", &["f;"]);
        finds("class a { public: b; };", &["struct a{ b; };"]);
        finds("int main(int a, char **b) {}", &["int main(void) {}"]);
    }

    #[test]
    fn operations_give_way_to_operands_and_operands_to_numbers() {
        finds("x = a + b;", &["x = a;", "x = b;", "x = 0 + b;"]);
        finds("f(a) == b->c", &["f(a)", "b->c", "0 == b->c"]);
        finds("a += 1;", &["a = 1;", "a ++;"]);
        finds("a <<= 2;", &["a = 2;"]);
        finds("std::f(x)", &["f(x)"]);
        finds("f(a, b)", &["0", "f(a)", "f(b)"]);
        finds("long x;", &["int x;"]);
        finds("x(a);", &["0;", "x(0);"]);
    }

    #[test]
    fn operators_are_tokens_of_one_or_more_bytes() {
        let found = candidates(&PASS, &c("x += 1;"));
        assert!(found.contains(&"x = 1;".to_owned()) && found.contains(&"x ++;".to_owned()));
    }
}
