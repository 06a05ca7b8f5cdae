//! Micro-benchmarks of what the search does between two questions: parse, names, label, propose, merge, render.
//!
//! `cargo bench` runs them all, `cargo bench -- render` those whose name contains the word. Each line is the median of
//! many samples and the fastest; on a busy machine the fastest is the one to compare.

#![expect(clippy::print_stdout, reason = "a program for a person to read")]

mod harness;

use std::fmt::Write as _;
use std::sync::Arc;

use harness::Harness;
use lop_engine::internal::{Document, Edit, EditSet, FileId, Propose, Sites, Symbol, count_names};
use lop_engine::{Language, Span, passes};

const FILE: FileId = FileId(0);

/// The sizes of the input, in bytes.
const SIZES: [usize; 2] = [100_000, 1_000_000];

fn main() {
    let harness = Harness::new();
    for size in SIZES.into_iter().take(if harness.quick { 1 } else { SIZES.len() }) {
        let run = Run { harness: &harness, size };
        run.all(&input(size));
    }
}

struct Run<'r> {
    harness: &'r Harness,
    size: usize,
}

impl Run<'_> {
    fn all(&self, text: &Arc<[u8]>) {
        let language = lop_languages::by_name("c").expect("C is built in");
        let parse = || Document::parse([(text.clone(), Some(language.clone()))]);
        let doc = parse();
        let (even, odd) = every_other_statement(&doc);
        self.bench("parse", parse);
        self.bench("names", || count_names(&doc));
        self.bench("label", || label(&doc, &language));
        self.bench("propose, unit passes", || propose_for_units(&doc));
        self.bench("merge", || even.merge(&odd));
        let one = EditSet::delete(FILE, Span::new(40, 44));
        self.bench("merge, one edit", || even.merge(&one));
        self.bench("render, one edit", || one.render(FILE, text));
        self.bench("render, every other statement", || even.render(FILE, text));
    }

    fn bench<T>(&self, name: &str, work: impl FnMut() -> T) {
        self.harness.bench(&format!("{name} ({} KB)", self.size / 1000), work);
    }
}

/// A C file of about `size` bytes: functions that declare, loop, branch and call each other.
fn input(size: usize) -> Arc<[u8]> {
    let mut text = String::from("struct pair { int first, second; };\nint table[64];\n");
    let mut number = 0;
    while text.len() < size {
        let before = if number == 0 { "0".to_owned() } else { format!("work{}(p, n - 1)", number - 1) };
        let _ = write!(
            text,
            "/* Step {number}. */\n\
             static int work{number}(struct pair *p, int n) {{\n    \
             int sum = {number}, i;\n    \
             for (i = 0; i < n; i++) {{\n        \
             if (table[i & 63] > p->first) sum += table[i & 63] * {number};\n        \
             else sum -= p->second;\n    }}\n    \
             p->first = sum, p->second = i;\n    \
             return n > 0 ? sum + {before} : sum;\n}}\n"
        );
        number += 1;
    }
    text.into_bytes().into()
}

/// Matches the children of every unit against its rule.
fn label(doc: &Document, language: &Language) -> usize {
    let file = doc.file(FILE);
    let facts = language.facts.as_ref().expect("C has facts");
    let symbol = |it: u32| Symbol { kind: file.unit(it).kind, symbol: file.unit(it).symbol };
    let units = (0..u32::try_from(file.units().len()).expect("few units")).filter(|&it| !file.is_leaf(it));
    let labelled = units.filter(|&unit| {
        let children = file.children(unit).filter(|&it| !file.unit(it).is_extra());
        facts.label(symbol(unit), &children.map(symbol).collect::<Vec<_>>()).is_some()
    });
    labelled.count()
}

fn propose_for_units(doc: &Document) -> usize {
    let file = doc.file(FILE);
    let mut proposed = 0;
    for unit in 0..u32::try_from(file.units().len()).expect("few units") {
        for pass in passes::ALL {
            if let Propose::Unit(propose) = pass.propose {
                let mut sites = Sites::default();
                propose(doc, FILE, unit, &mut sites);
                proposed += sites.into_sites().len();
            }
        }
    }
    proposed
}

/// Two disjoint edit sets that together delete all statements.
fn every_other_statement(doc: &Document) -> (EditSet, EditSet) {
    let file = doc.file(FILE);
    let ids = 0..u32::try_from(file.units().len()).expect("few units");
    let spans: Vec<Span> = ids
        .filter(|&it| file.kind_name(it) == "expression_statement")
        .map(|it| file.unit(it).span())
        .collect();
    let set = |skip: usize| {
        spans.iter().skip(skip).step_by(2).map(|&it| Edit::delete(FILE, it)).collect::<EditSet>()
    };
    (set(0), set(1))
}
