//! How many questions the elements of one list cost, beside what they must cost at least: searches with a single pass, of lists
//! of up to 10,000 elements of which a few must stay.
//!
//! `cargo bench --bench lists > lists.tsv`; `… -- clustered` makes only those with the word in their name. What must stay is
//! spread at random, or stands in groups of ten, or each needs another one within fifty places before it; all of it five
//! times. A list of the coarse search has everything in its turn, one of the main search has its heavy segments first. The
//! bound: with each question answered by a yes or a no it takes log2 C(n, k) to tell k of n, and k to see each of them refused.

#![expect(clippy::print_stdout, reason = "a program for a person to read")]
#![expect(clippy::cast_precision_loss, reason = "counts of a few thousand")]

use std::collections::BTreeSet;
use std::fmt::Write as _;

use lop_engine::internal::{Document, Elements, FileId, Propose, Sites};
use lop_engine::{Effort, Pass, Reduction, Stage, oracle, passes};

/// How often each is measured, with other elements that must stay.
const TIMES: u64 = 5;

fn main() {
    let wanted = std::env::args().skip(1).find(|it| !it.starts_with('-')).unwrap_or_default();
    // `cargo test --benches` only wants to know that it runs.
    let quick = std::env::args().all(|it| it != "--bench");
    println!("list\telements\tstay\tbound\tcoarse\tto the bound\tmain\tto the bound");
    for kind in [Kind::Random, Kind::Clustered, Kind::Dependent] {
        for (n, k) in sizes().filter(|it| !quick || it.0 <= 10) {
            if format!("{kind:?}").to_lowercase().contains(&wanted) {
                row(kind, n, k);
            }
        }
    }
}

/// How many elements there are, and how many of them must stay.
fn sizes() -> impl Iterator<Item = (usize, usize)> {
    let stay: [(usize, &[usize]); 4] = [
        (10, &[1, 3]),
        (100, &[1, 5, 20, 50]),
        (1_000, &[1, 5, 20, 100, 500]),
        (10_000, &[1, 10, 100, 1_000]),
    ];
    stay.into_iter().flat_map(|(n, stay)| stay.iter().map(move |&k| (n, k)))
}

fn row(kind: Kind, n: usize, k: usize) {
    let lists: Vec<List> = (1..=TIMES).map(|seed| List::of(kind, n, k, seed)).collect();
    let mean = |of: &dyn Fn(&List) -> f64| lists.iter().map(of).sum::<f64>() / lists.len() as f64;
    let (stay, bound) = (mean(&|it| it.stay.len() as f64), mean(&List::bound));
    let (coarse, main) =
        (mean(&|it| it.questions(Stage::Coarse) as f64), mean(&|it| it.questions(Stage::Main) as f64));
    let name = format!("{kind:?}").to_lowercase();
    println!(
        "{name}\t{n}\t{stay:.0}\t{bound:.0}\t{coarse:.0}\t{:.2}\t{main:.0}\t{:.2}",
        coarse / bound,
        main / bound
    );
}

/// How what must stay is spread.
#[derive(Debug, Clone, Copy)]
enum Kind {
    Random,
    Clustered,
    Dependent,
}

struct List {
    n: usize,
    stay: BTreeSet<usize>,
    /// What each element needs as long as it is there; empty where nothing needs anything.
    needs: Vec<usize>,
}

impl List {
    fn of(kind: Kind, n: usize, k: usize, seed: u64) -> List {
        let mut random = Random(seed * 0x9e37_79b9 + n as u64 * 31 + k as u64);
        let (mut stay, mut needs) = (BTreeSet::new(), Vec::new());
        match kind {
            Kind::Random => {
                while stay.len() < k {
                    stay.insert(random.below(n));
                }
            }
            Kind::Clustered => {
                while stay.len() < k {
                    let first = random.below(n);
                    let left = k - stay.len();
                    stay.extend((first..n).take(left.min(10)));
                }
            }
            Kind::Dependent => {
                needs = (0..n).map(|it| it.saturating_sub(1 + random.below(50))).collect();
                while stay.len() < k {
                    let mut at = random.below(n);
                    while stay.insert(at) {
                        at = needs[at];
                    }
                }
            }
        }
        List { n, stay, needs }
    }

    /// log2 C(n, k) + k.
    fn bound(&self) -> f64 {
        let (n, k) = (self.n, self.stay.len());
        let choices = (0..k).map(|it| ((n - it) as f64 / (k - it) as f64).log2());
        choices.sum::<f64>() + k as f64
    }

    /// What a search asks that has nothing but a list of this stage.
    fn questions(&self, stage: Stage) -> u64 {
        let mut text = String::new();
        for element in 0..self.n {
            writeln!(text, "{element:05}").expect("a string can always be written");
        }
        let wanted = |text: &[u8]| self.is_interesting(text);
        let reduction = Reduction::new([text.as_bytes()]).effort(Effort::Quick).passes(vec![lines(stage)]);
        let outcome =
            reduction.assume_interesting().run(&oracle::from_bytes(wanted)).expect("a text of lines");
        assert_eq!(outcome.tokens.1, self.stay.len(), "what stays is what must stay");
        outcome.questions
    }

    fn is_interesting(&self, text: &[u8]) -> bool {
        let mut there = vec![false; self.n];
        for line in text.split(u8::is_ascii_whitespace).filter(|it| !it.is_empty()) {
            let number = std::str::from_utf8(line).ok().filter(|it| it.len() == 5);
            let Some(number) = number.and_then(|it| it.parse::<usize>().ok()) else { return false };
            there[number] = true;
        }
        self.stay.iter().all(|&it| there[it])
            && self.needs.iter().enumerate().all(|(it, &needed)| !there[it] || there[needed])
    }
}

/// A pass that proposes the lines as one list.
fn lines(stage: Stage) -> &'static Pass {
    let mut pass = **passes::ALL.first().expect("there are passes");
    (pass.name, pass.stage, pass.propose) = ("lines", stage, Propose::File(propose));
    Box::leak(Box::new(pass))
}

fn propose(doc: &Document, file: FileId, sites: &mut Sites) {
    let elements = lop_engine::internal::token_spans(doc.file(file));
    sites.elements(Elements { file, elements, separators: vec![], around: vec![], at_least: 0 });
}

/// The generator of xorshift64.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        for _ in 0..3 {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
        }
        usize::try_from(self.0 % bound as u64).expect("less than the bound")
    }
}
