//! `delete-with-orphans`: takes a statement or declaration away together with the declarations that only it needed.
//!
//! Before:
//! ```text
//! import fmt
//! import os
//! main() { fmt.print(1); os.exit(2); }
//! ```
//! After:
//! ```text
//! import os
//! main() { os.exit(2); }
//! ```
//!
//! Before:
//! ```rs
//! trait T { fn a(&self) {} fn b(&self) {} }
//! fn main() { let c = x.map(T::a); y.map(T::b); f(c); }
//! ```
//! After:
//! ```rs
//! trait T { fn a(&self) {} }
//! fn main() { let c = x.map(T::a); f(c); }
//! ```
//! Before:
//! ```rs
//! struct A;
//! trait B { fn c(&self) {} }
//! impl B for A {}
//! fn d(e: &dyn B) { e.c() }
//! fn main() { d(&A); f(); }
//! ```
//! After:
//! ```rs
//! fn main() { f(); }
//! ```
//! Before:
//! ```rs
//! enum A { B, C(u8) }
//! fn f(a: A) { match a { A::B => g(), A::C(b) => h(b) } }
//! fn main() { f(A::B); f(A::C(1)); }
//! ```
//! After:
//! ```rs
//! enum A { B, }
//! fn f(a: A) { match a { A::B => g(), } }
//! fn main() { f(A::B); }
//! ```
//! Where unused imports and variables are errors neither can go alone. A declaration goes along when whatever mentions
//! its names goes, in circles too: the statements that it *dominates* among who mentions whom, by the table of names, or by
//! text where there is none; what adds to a type, as `impl` does, goes with that, and a branch with what it takes, if it does
//! not have to stay. First, as one set, the declarations that nobody mentions but each other; then a coupled set for each
//! statement that leaves orphans, down to depth 4, for at most 5,000 statements, from the back.

use std::collections::HashSet;

use super::def_use::DefUse;
use super::needs::Readings;
use crate::document::Document;
use crate::edit::FileId;
use crate::pass::{Pass, Propose, Sites, Stage, Tier};
use crate::passes::text::blocks::removals::Removals;
use crate::passes::text::blocks::statements::Statement;
use crate::thresholds::{ORPHAN_DEPTH, ORPHAN_EDITS, ORPHAN_SITES, ORPHAN_VISITS};

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "delete-with-orphans",
    summary: "delete a statement with the declarations that only it needed",
    stage: Stage::Main,
    tier: Tier::Parsed,
    propose: Propose::File(propose),
};

fn propose(document: &Document, id: FileId, sites: &mut Sites) {
    let def_use = DefUse::of(document, id);
    let needs = Readings::of(document, id, &def_use, &[], &HashSet::new());
    let removals = Removals::of(id, def_use.file, &def_use.statements);
    let mut propose = |each: &[Vec<usize>]| {
        sites.alternatives(each.iter().map(|gone| removals.edits(gone).into_iter().collect()).collect());
    };
    let mut forgotten = needs.forgotten(&def_use.statements);
    forgotten.retain(|it| it.len() > 1);
    propose(&forgotten);
    let (mut statements, mut edits, mut looks) = (0, 0, 0);
    for statement in
        (0..def_use.statements.len()).rev().filter(|&it| def_use.statements[it].depth <= ORPHAN_DEPTH.get())
    {
        let Statement { first, end, .. } = def_use.statements[statement];
        let mut gone = needs.orphans(&def_use.statements, statement + 1, &(first..end), &mut looks);
        for it in &mut gone {
            it.push(statement);
        }
        propose(&gone);
        statements += usize::from(!gone.is_empty());
        edits += gone.iter().map(Vec::len).sum::<usize>();
        if statements == ORPHAN_SITES.get() || edits > ORPHAN_EDITS.get() || looks > ORPHAN_VISITS.get() {
            break;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::passes::text::testing::{c, candidates, plain};

    #[test]
    fn a_statement_takes_along_what_only_it_needed() {
        let text = "int z; int y = z; int x;\nint main() {\n  f(y);\n  g(x);\n  h(x);\n}\n";
        let found = candidates(&PASS, &c(text));
        assert!(found.contains(&"int x;\nint main() {\n  g(x);\n  h(x);\n}\n".to_owned()), "{found:#?}");
    }

    #[test]
    fn declarations_that_only_mention_each_other_go_together() {
        let text = "int f() { return g(); }\nint g() { return f(); }\nint main() { h(); }\n";
        assert!(candidates(&PASS, &c(text)).contains(&"int main() { h(); }\n".to_owned()));
        let text = "int f() { return g(); }\nint g() { return f(); }\nint main() { f(); h(); h(); }\n";
        assert!(candidates(&PASS, &c(text)).contains(&"int main() { h(); h(); }\n".to_owned()));
    }

    #[test]
    fn a_name_that_stands_for_two_things_does_not_hide_an_orphan() {
        let text = "int a();\nvoid f() { int i = a(); k(i); }\nvoid g() { int i = 1; k(i); }\nf(); g();\n";
        let found = candidates(&PASS, &c(text));
        assert!(found.contains(&"void g() { int i = 1; k(i); }\ng();\n".to_owned()), "{found:#?}");
    }

    #[test]
    fn an_import_named_by_a_path_in_quotes_is_an_orphan_too() {
        let text = "import \"a/fmt\"\nimport \"os\"\nfunc main() {\nfmt.Print(1)\nos.Exit(os.One)\n}\n";
        let found = candidates(&PASS, &plain(text));
        assert!(
            found.contains(&"import \"os\"\nfunc main() {\nos.Exit(os.One)\n}\n".to_owned()),
            "{found:#?}"
        );
    }
}
