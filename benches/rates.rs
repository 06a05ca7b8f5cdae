//! What `--flaky` holds on to: whole reductions under oracles whose rates are known, a hundred of each, with coins that are
//! hashes.
//!
//! `cargo bench --bench rates > rates.tsv`; `… -- "half of it 0.8"` makes only those with the words in their name and rate, and
//! `RUNS=10` fewer of each. Columns: how many of the runs ended at a rate that is no lower than the original's, the mean and the least of these
//! rates, tokens as a share of those that a steady oracle leads to, questions (mean
//! and most), those under the steady oracle, and what it takes at least to tell the latter's refusals from the rate of the original,
//! with the errors that the runner states.

#![expect(clippy::print_stdout, reason = "a program for a person to read")]
#![expect(clippy::cast_precision_loss, reason = "counts of a few thousand")]

use std::collections::HashMap;
use std::fmt::Write as _;
use std::sync::Arc;
use std::time::{Duration, Instant};

use lop_engine::{Answer, Cancel, Oracle, OracleError, Question, Verdict, text_hash};
use lop_runner::journal::Keep;
use lop_runner::reduction::Plan;
use lop_runner::slots::Unbounded;
use lop_runner::steering::Steering;
use lop_runner::test::{Subject, Test};
use lop_runner::writer::Place;
use lop_runner::{Dispatcher, Files, Options, Reduction, Summary, Target};
use parking_lot::Mutex;

/// The chance of an error that the runner states.
const ERROR: f64 = lop_runner::rate::ERROR;

fn main() {
    let wanted = std::env::args().skip(1).find(|it| !it.starts_with('-')).unwrap_or_default();
    // `cargo test --benches` only wants to know that it runs.
    let quick = std::env::args().all(|it| it != "--bench");
    let runs: u64 = std::env::var("RUNS").ok().and_then(|it| it.parse().ok()).unwrap_or(100);
    println!(
        "oracle\trate\tno lower\tmean rate\tleast rate\ttokens\tquestions\tmost questions\tsteady questions\tbound\tseconds"
    );
    for case in cases()
        .iter()
        .filter(|it| format!("{} {}", it.name, it.rate).contains(&wanted))
        .take(if quick { 1 } else { usize::MAX })
    {
        case.measure(if quick { 1 } else { runs });
    }
}

/// A way in which the rate depends on the text.
struct Case {
    name: &'static str,
    text: String,
    /// The rate of the original.
    rate: f64,
    rate_of: RateOf,
    /// What is as good as the original, for the steady oracle.
    steady: IsGood,
}

type IsGood = fn(&str) -> bool;
type RateOf = Arc<dyn Fn(&str) -> f64 + Send + Sync>;

impl Case {
    fn measure(&self, runs: u64) {
        let steady = self.run(0, true);
        let refused = steady.outcome.passes.iter().map(|it| it.asked - it.accepted).sum::<u64>();
        let began = Instant::now();
        let all: Vec<Summary> = (1..=runs).map(|seed| self.run(seed, false)).collect();
        let rates: Vec<f64> = all.iter().map(|it| (self.rate_of)(text(it.files()))).collect();
        let held = rates.iter().filter(|it| **it >= self.rate - 1e-9).count();
        let mean = |of: &dyn Fn(&Summary) -> f64| all.iter().map(of).sum::<f64>() / all.len() as f64;
        let bound = refused as f64 * (1.0 / ERROR).ln() / -(1.0 - self.rate).ln();
        println!(
            "{}\t{}\t{held}/{runs}\t{:.3}\t{:.3}\t{:.2}\t{:.0}\t{}\t{}\t{bound:.0}\t{:.1}",
            self.name,
            self.rate,
            rates.iter().sum::<f64>() / rates.len() as f64,
            rates.iter().copied().fold(1.0, f64::min),
            mean(&|it| it.outcome.tokens.1 as f64) / steady.outcome.tokens.1 as f64,
            mean(&|it| it.outcome.questions as f64),
            all.iter().map(|it| it.outcome.questions).max().unwrap_or_default(),
            steady.outcome.questions,
            began.elapsed().as_secs_f64(),
        );
    }

    fn run(&self, seed: u64, steady: bool) -> Summary {
        let directory = tempfile::tempdir().expect("a place for the journal");
        let mut options = Options::default();
        (options.test.command, options.test.flaky) = (vec!["true".into()], !steady);
        options.search.jobs = Some(1);
        let subject =
            Subject { name: "x.c".into(), path: directory.path().join("x.c"), on_disk: true, project: None };
        let files: Files = vec![self.text.as_bytes().into()];
        let (rate_of, is_good) = (self.rate_of.clone(), self.steady);
        let rate_of: RateOf =
            if steady { Arc::new(move |it| f64::from(u8::from(is_good(it)))) } else { rate_of };
        let coin = Coin { rate_of, seed, tossed: Mutex::default() };
        let mut test = Test::new(&options, &subject).expect("true is everywhere").answered_by(Arc::new(coin));
        test.hold(Target::Success, &files, Duration::ZERO);
        let language = lop_languages::by_name("c");
        let (plan, _) = Plan::new(&options, &subject, files, language, &[]).expect("the options go together");
        let stop = Cancel::new();
        let reduction = Reduction {
            plan,
            test,
            keep: Keep::Batch(directory.path().join("journal")),
            resume: false,
            began: Instant::now(),
            budget_goes_on: false,
            place: Arc::new(Nowhere),
            output: "-".into(),
            slots: &Unbounded,
            steering: Steering::default(),
            events: Dispatcher::silent(),
            stop: &stop,
        };
        let reduced = reduction.run().expect("the original is interesting");
        let _ = reduced.journal.close(true);
        reduced.summary
    }
}

/// Answers by hashes of the seed, the text and how often it was asked about.
struct Coin {
    rate_of: RateOf,
    seed: u64,
    tossed: Mutex<HashMap<u128, u64>>,
}

impl Oracle for Coin {
    fn ask(&self, question: &Question<'_>) -> Result<Answer, OracleError> {
        let hash = text_hash(question.files);
        let attempt = {
            let mut tossed = self.tossed.lock();
            let it = tossed.entry(hash).or_default();
            *it += 1;
            *it
        };
        #[expect(clippy::cast_possible_truncation, reason = "half of a hash is a hash")]
        let toss = mixed(mixed(mixed(self.seed) ^ hash as u64) ^ attempt);
        let toss = (toss >> 11) as f64 / (1_u64 << 53) as f64;
        let yes = toss < (self.rate_of)(text(question.files));
        Ok(if yes { Verdict::Interesting } else { Verdict::Boring }.into())
    }
}

/// The finalizer of `SplitMix64`.
fn mixed(it: u64) -> u64 {
    let it = it.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let it = (it ^ (it >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let it = (it ^ (it >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    it ^ (it >> 31)
}

/// Nobody wants the files.
struct Nowhere;

impl Place for Nowhere {
    fn keep(&self, _: &Files) -> Option<String> {
        None
    }
}

fn text(files: &[Arc<[u8]>]) -> &str {
    std::str::from_utf8(&files[0]).unwrap_or_default()
}

fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    let mut add = |name, rate, rate_of: fn(f64, &str) -> f64, steady| {
        let rate_of = Arc::new(move |text: &str| rate_of(rate, text));
        cases.push(Case { name, text: input(), rate, rate_of, steady });
    };
    for rate in [0.95, 0.8, 0.5, 0.2, 0.05] {
        add("constant", rate, |rate, it| if has_bug(it) { rate } else { 0.0 }, has_bug);
    }
    for rate in [0.95, 0.8, 0.5, 0.2] {
        // As seen: from 0.78 to 0.48 in one step.
        add(
            "cliff",
            rate,
            |rate, it| share(rate, it, 0.6_f64.powi(missing(it, 1))),
            |it| has_bug(it) && missing(it, 1) == 0,
        );
        add(
            "half of it",
            rate,
            |rate, it| share(rate, it, 0.5_f64.powi(missing(it, 6))),
            |it| has_bug(it) && missing(it, 6) == 0,
        );
        add(
            "a fifth each",
            rate,
            |rate, it| share(rate, it, 0.8_f64.powi(missing(it, 6))),
            |it| has_bug(it) && missing(it, 6) == 0,
        );
        // What is left grows less noisy.
        add("rises", rate, |rate, it| share(rate, it, 1.0 + (1.0 / rate - 1.0) * gone(it) * 0.8), has_bug);
    }
    for rate in [0.8, 0.5] {
        add(
            "a fiftieth each",
            rate,
            |rate, it| share(rate, it, 0.98_f64.powi(missing(it, 12))),
            |it| has_bug(it) && missing(it, 12) == 0,
        );
    }
    cases
}

/// What must be there for the symptom.
fn has_bug(text: &str) -> bool {
    ["work7(p", "STEP9", "else"].iter().all(|it| text.contains(it))
}

/// How many of the first so many boosters are gone.
fn missing(text: &str, boosters: usize) -> i32 {
    let gone = (0..boosters).filter(|it| !text.contains(&format!("boost{it}_")));
    i32::try_from(gone.count()).expect("a dozen")
}

fn share(rate: f64, text: &str, factor: f64) -> f64 {
    if has_bug(text) { rate * factor } else { 0.0 }
}

/// The share of the input that is gone.
fn gone(text: &str) -> f64 {
    1.0 - text.len() as f64 / input().len() as f64
}

/// Some 6 KB like C, with a booster in every function.
fn input() -> String {
    let mut text = String::new();
    for number in 0..12 {
        let before = if number == 0 { "0".to_owned() } else { format!("work{}(p, n - 1)", number - 1) };
        let _ = write!(
            text,
            "/* Step {number}. */\n#define STEP{number} ({number} + 1)\ntypedef unsigned long count{number};\n\
             static int boost{number}_ = {number};\n\
             static count{number} work{number}(struct pair *p, int n) {{\n    int sum = {number}UL, i;\n    \
             for (i = 0; i < n; i++) {{\n        if (table[i & 63] > p->first) sum += table[i & 0x3f] * {number};\n        \
             else log(\"step %d of {number}\", sum -= p->second ? n : i);\n    }}\n    p->first = STEP{number};\n    \
             return n > 0 ? sum + {before} : sum;\n}}\n"
        );
    }
    text
}
