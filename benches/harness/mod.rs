//! Times one piece of work and prints a line about it: what the micro-benchmarks share.

use std::hint::black_box;
use std::time::{Duration, Instant};

/// How long to sample one benchmark.
const BUDGET: Duration = Duration::from_millis(600);

/// Runs the benchmarks that are wanted.
pub(crate) struct Harness {
    wanted: String,
    /// `cargo test --benches` only wants to know that it runs.
    pub(crate) quick: bool,
}

impl Harness {
    /// What the command line asks for. Prints the head of the table.
    pub(crate) fn new() -> Harness {
        println!("{:44} {:>12} {:>12} {:>9}", "", "median", "fastest", "samples");
        Harness {
            wanted: std::env::args().skip(1).find(|it| !it.starts_with('-')).unwrap_or_default(),
            quick: std::env::args().all(|it| it != "--bench"),
        }
    }

    /// Times `work` and prints a line.
    pub(crate) fn bench<T>(&self, name: &str, mut work: impl FnMut() -> T) {
        if !name.contains(&self.wanted) {
            return;
        }
        if !self.quick {
            black_box(work());
        }
        let mut samples = Vec::new();
        let begin = Instant::now();
        while samples.is_empty() || (!self.quick && begin.elapsed() < BUDGET) {
            let start = Instant::now();
            black_box(work());
            samples.push(start.elapsed());
        }
        samples.sort_unstable();
        let median = samples[samples.len() / 2];
        println!(
            "{name:44} {:>12} {:>12} {:>9}",
            format!("{median:.1?}"),
            format!("{:.1?}", samples[0]),
            samples.len()
        );
    }
}
