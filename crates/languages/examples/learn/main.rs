//! What a run saves that is given the experience of those before it: 90 real files in three languages, each under three tests.
//!
//! `cargo run --release -p lop-languages --example learn > questions.tsv`; `… -- 5` takes five files of each language. The files
//! are those of the crates that Cargo.lock names, as cargo has unpacked them; nothing of them is kept. Tests are functions,
//! runs are at one job, one after the other in the order of the names of their crates. For each file there is a row, without
//! and with what was learnt from the files of its language before it; then a row for each language and test, and their sum.

#![expect(clippy::print_stdout, reason = "a program for a person to read")]

mod files;
mod tests;

use std::ops::AddAssign;

use files::{LANGUAGES, Text};
use lop_engine::{Event, Experience, Observer, Reduction, oracle};
use parking_lot::Mutex;
use tests::{TESTS, Wanted};

/// What of an experience goes on counting when one more run is added, as in a file of `--learn`.
const KEPT: f32 = 0.97;
const HEAD: &str = "tokens\tbytes\tquestions\tto 1.5 x the final size\tto the final size";

fn main() {
    let most = std::env::args().nth(1).and_then(|it| it.parse().ok()).unwrap_or(30);
    println!("language\ttest\tfile\tbytes before\t{HEAD}\twith: {HEAD}");
    let mut all = Vec::new();
    for language in LANGUAGES {
        let texts = files::texts(language);
        for test in TESTS {
            let wanted = texts.iter().map(|it| (it, tests::wanted(test, language, it)));
            let inputs: Vec<(&Text, Wanted)> = wanted.filter(|it| (it.1)(&it.0.text)).take(most).collect();
            all.push((format!("{language}\t{test}"), corpus(language, test, &inputs)));
        }
    }
    println!("\nlanguage\ttest\tfiles\t{HEAD}\twith: {HEAD}\tlarger\tsmaller");
    let mut total = Sum::default();
    for (name, sum) in &all {
        println!("{name}\t{sum}");
        total += *sum;
    }
    println!("all\tall\t{total}");
}

/// Reduces the files of one language under one test, each twice.
fn corpus(language: &str, test: &str, inputs: &[(&Text, Wanted)]) -> Sum {
    let (mut known, mut sum) = (Experience::default(), Sum::default());
    for (text, wanted) in inputs {
        let (without, _) = run(language, text, wanted, None);
        let (with, seen) = run(language, text, wanted, Some(known.clone()));
        known.fade(KEPT);
        known.add(&seen);
        let sizes = [&without, &with].map(|it| it.row(&without));
        println!(
            "{language}\t{test}\t{}\t{}\t{}\t{}",
            text.name,
            text.text.len(),
            shown(sizes[0]),
            shown(sizes[1])
        );
        sum += Sum::of(sizes);
    }
    sum
}

/// A run: its size and questions, and each improvement with the number of questions that led to it.
#[derive(Default)]
struct Ran {
    tokens: usize,
    bytes: usize,
    questions: usize,
    /// Questions, and tokens and bytes then.
    steps: Vec<(usize, (usize, usize))>,
}

/// Counts questions and notes improvements.
#[derive(Default)]
struct Watch(Mutex<Ran>);

impl Observer for Watch {
    fn on_event(&self, event: &Event<'_>) {
        let mut ran = self.0.lock();
        match event {
            Event::Judged { .. } => ran.questions += 1,
            Event::Improved { tokens, bytes, .. } => {
                let questions = ran.questions;
                ran.steps.push((questions, (*tokens, *bytes)));
            }
            _ => {}
        }
    }
}

fn run(language: &str, text: &Text, wanted: &Wanted, known: Option<Experience>) -> (Ran, Experience) {
    let watch = Watch::default();
    let is_wanted = |it: &[u8]| std::str::from_utf8(it).is_ok_and(wanted);
    let reduction = Reduction::new([text.text.as_bytes()]).language(0, lop_languages::by_name(language));
    let reduction = reduction.assume_interesting().observer(&watch);
    let reduction = match known {
        Some(known) => reduction.experience(known),
        None => reduction,
    };
    let outcome = reduction.run(&oracle::from_bytes(is_wanted)).expect("a text within the bounds");
    let (tokens, bytes) = (outcome.tokens.1, outcome.bytes.1);
    (Ran { tokens, bytes, ..watch.0.into_inner() }, outcome.experience)
}

impl Ran {
    /// Tokens, bytes, questions, and those until it had half as many tokens more as `other` has in the end, and as many. What
    /// it never came to took all of them.
    fn row(&self, other: &Ran) -> [usize; 5] {
        let until = |tokens: usize| {
            let step = self.steps.iter().find(|it| it.1.0 <= tokens);
            step.map_or(self.questions, |it| it.0)
        };
        [self.tokens, self.bytes, self.questions, until(other.tokens * 3 / 2), until(other.tokens)]
    }
}

/// What several runs come to, without and with what was learnt.
#[derive(Debug, Clone, Copy, Default)]
struct Sum {
    files: usize,
    sizes: [[usize; 5]; 2],
    /// How many results are larger with it than without, and how many smaller.
    other: [usize; 2],
}

impl Sum {
    fn of(sizes: [[usize; 5]; 2]) -> Sum {
        let [without, with] = sizes.map(|it| (it[0], it[1]));
        Sum { files: 1, sizes, other: [usize::from(with > without), usize::from(with < without)] }
    }
}

impl AddAssign for Sum {
    fn add_assign(&mut self, more: Sum) {
        self.files += more.files;
        let numbers = self.sizes.as_flattened_mut().iter_mut().chain(&mut self.other);
        numbers.zip(more.sizes.as_flattened().iter().chain(&more.other)).for_each(|it| *it.0 += it.1);
    }
}

impl std::fmt::Display for Sum {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [without, with] = self.sizes;
        let [larger, smaller] = self.other;
        write!(f, "{}\t{}\t{}\t{larger}\t{smaller}", self.files, shown(without), shown(with))
    }
}

fn shown(numbers: [usize; 5]) -> String {
    numbers.map(|it| it.to_string()).join("\t")
}
