//! What each threshold of the engine is worth: tokens and questions with half of it, as it is, and with twice as much.
//!
//! `cargo bench --features tuning --bench thresholds > table.tsv`; `… -- WINDOW` varies only those with the word in their
//! name. Each row is one threshold; runs are at one job on texts that are made here: like C, like JSON, and without a
//! language, from 2 to 200 KB, under oracles that parse what they accept and oracles that only look for words.

#![expect(clippy::print_stdout, reason = "a program for a person to read")]

#[path = "harness/texts.rs"]
mod texts;

use lop_engine::thresholds;
use texts::{Input, inputs};

fn main() {
    let wanted = std::env::args().skip(1).find(|it| !it.starts_with('-')).unwrap_or_default();
    // `cargo test --benches` only wants to know that it runs.
    let quick = std::env::args().all(|it| it != "--bench");
    let inputs = inputs();
    let inputs = if quick { &inputs[..1] } else { &inputs[..] };
    let as_is: Vec<Measured> = inputs.iter().map(measured).collect();
    let questions = |it: &[Measured]| it.iter().map(|it| it.questions).sum::<u64>();
    println!(
        "threshold\tvalue\tcase\ttokens half\ttokens\ttokens double\tquestions half\tquestions\tquestions double"
    );
    for (input, it) in inputs.iter().zip(&as_is) {
        println!("-\t-\t{}\t-\t{}\t-\t-\t{}\t-", input.name, it.tokens, it.questions);
    }
    println!("-\t-\tall\t-\t{}\t-\t-\t{}\t-", tokens(&as_is), questions(&as_is));
    for (name, value) in
        thresholds::all().filter(|it| it.0.contains(&wanted)).take(if quick { 1 } else { usize::MAX })
    {
        let with = |other: usize| {
            thresholds::set(name, other);
            let found: Vec<Measured> = inputs.iter().map(measured).collect();
            thresholds::set(name, value);
            found
        };
        let (half, double) = (with(value.div_ceil(2).min(value.saturating_sub(1))), with(value * 2));
        for (at, input) in inputs.iter().enumerate() {
            if half[at] != as_is[at] || double[at] != as_is[at] {
                row(name, value, &input.name, [&half[at..=at], &as_is[at..=at], &double[at..=at]]);
            }
        }
        row(name, value, "all", [&half, &as_is, &double]);
    }
}

/// How a run ended.
#[derive(PartialEq)]
struct Measured {
    tokens: usize,
    questions: u64,
}

fn measured(input: &Input) -> Measured {
    let outcome = input.run();
    Measured { tokens: outcome.tokens.1, questions: outcome.questions }
}

fn tokens(all: &[Measured]) -> usize {
    all.iter().map(|it| it.tokens).sum()
}

fn row(name: &str, value: usize, case: &str, ways: [&[Measured]; 3]) {
    let tokens = ways.map(tokens);
    let questions = ways.map(|it| it.iter().map(|it| it.questions).sum::<u64>());
    println!(
        "{name}\t{value}\t{case}\t{}\t{}\t{}\t{}\t{}\t{}",
        tokens[0], tokens[1], tokens[2], questions[0], questions[1], questions[2]
    );
}
