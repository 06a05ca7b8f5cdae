//! What each pass is worth: tokens and questions without it, on texts made here, on the samples of all languages and on
//! the examples that passes give of themselves.
//!
//! `cargo bench --bench without > table.tsv`; `… -- delete-field lines` leaves out only passes with such a word in their name.
//! Runs are at one job under oracles that are functions. The first table has a row for each case, when it is done, and for
//! each pass without which it ends otherwise. The second sums them up, and says how many of a pass's own examples the search
//! finds with it and without it: of an example only what the pass makes of it is interesting, so where it is found without,
//! other passes do the same.

#![expect(clippy::print_stdout, reason = "a program for a person to read")]

#[path = "harness/samples.rs"]
mod samples;
#[path = "harness/texts.rs"]
mod texts;

use std::fmt::Write as _;
use std::sync::atomic::{AtomicUsize, Ordering};

use lop_engine::{Effort, Outcome, Pass, passes};
use parking_lot::Mutex;
use texts::Input;

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|it| !it.starts_with('-')).collect();
    // `cargo test --benches` only wants to know that it runs.
    let quick = std::env::args().all(|it| it != "--bench");
    let is_wanted = |pass: &Pass| wanted.is_empty() || wanted.iter().any(|it| pass.name.contains(&**it));
    let left_out: Vec<&'static Pass> = passes::ALL.iter().copied().filter(|it| is_wanted(it)).collect();
    let mut inputs: Vec<Input> =
        samples::inputs().into_iter().chain(texts::inputs()).chain(plain()).collect();
    inputs.truncate(if quick { 1 } else { usize::MAX });
    let left_out = &left_out[..if quick { 1 } else { left_out.len() }];
    println!("pass\tcase\ttokens\tmore without\tbytes\tmore without\tquestions\tmore without");
    let cases: Vec<Case> = in_parallel(&inputs, |it| Case::of(it, left_out).printed());
    println!();
    println!(
        "pass\tasked\taccepted\ttokens more without\tbytes more without\tlarger\tsmaller\tquestions more without\texamples\tfound\tfound without"
    );
    for pass in left_out {
        print_sum(pass, &cases);
    }
}

/// Text that no grammar knows: words of which a few are wanted, and one word as long as a file.
fn plain() -> [Input; 2] {
    let words: Vec<String> = (0..1500).map(|it| "abcdefgh"[it % 8..].to_owned() + &it.to_string()).collect();
    let lines: Vec<String> = words.chunks(9).map(|it| it.join(" ")).collect();
    let long = words.concat();
    let input = |name: &str, text, wanted| Input {
        name: name.to_owned(),
        text,
        language: None,
        effort: Effort::Normal,
        wanted,
    };
    [
        input(
            "words 1500 wanted 6",
            lines.join("\n"),
            texts::words(&["h311", "fgh333", "efgh700", "fgh701", "abcdefgh1200", "h1399"]),
        ),
        input("word 14K wanted 2", format!("head {long} tail\n"), texts::words(&["cdefgh402", "gh1206"])),
    ]
}

/// A text with what becomes of it, and without each pass.
struct Case<'i> {
    input: &'i Input,
    with: Outcome,
    /// By the name of the pass that was left out; those that asked nothing are not there.
    without: Vec<(&'static str, Outcome)>,
}

impl<'i> Case<'i> {
    fn of(input: &'i Input, left_out: &[&'static Pass]) -> Case<'i> {
        let with = input.run();
        let asked = |pass: &&&Pass| with.passes.iter().any(|it| it.name == pass.name && it.asked > 0);
        let without = |pass: &&'static Pass| {
            let others = passes::of(input.effort).into_iter().filter(|it| it.name != pass.name);
            (pass.name, input.run_with(others.collect()))
        };
        let without = left_out.iter().filter(asked).map(without).collect();
        Case { input, with, without }
    }

    /// What more there is without each pass: tokens, bytes, questions.
    fn changes(&self) -> impl Iterator<Item = (&'static str, [i64; 3])> {
        let with = ends(&self.with);
        self.without.iter().map(move |(name, it)| {
            let without = ends(it);
            (*name, std::array::from_fn(|at| without[at] - with[at]))
        })
    }

    /// Prints a row for what all of it comes to, and one for each pass that makes a difference.
    fn printed(self) -> Self {
        let (name, [tokens, bytes, questions]) = (&self.input.name, ends(&self.with));
        let mut rows = format!("-\t{name}\t{tokens}\t-\t{bytes}\t-\t{questions}\t-\n");
        for (pass, more) in self.changes().filter(|it| it.1 != [0; 3]) {
            let _ = writeln!(
                rows,
                "{pass}\t{name}\t{tokens}\t{:+}\t{bytes}\t{:+}\t{questions}\t{:+}",
                more[0], more[1], more[2]
            );
        }
        print!("{rows}");
        self
    }
}

/// Tokens, bytes and questions at the end.
fn ends(outcome: &Outcome) -> [i64; 3] {
    [outcome.tokens.1 as u64, outcome.bytes.1 as u64, outcome.questions].map(u64::cast_signed)
}

fn print_sum(pass: &Pass, cases: &[Case]) {
    let (mut asked, mut accepted) = (0, 0);
    for it in cases.iter().flat_map(|it| &it.with.passes).filter(|it| it.name == pass.name) {
        asked += it.asked;
        accepted += it.accepted;
    }
    let changes: Vec<[i64; 3]> =
        cases.iter().flat_map(Case::changes).filter(|it| it.0 == pass.name).map(|it| it.1).collect();
    let [tokens, bytes, questions] = std::array::from_fn(|at| changes.iter().map(|it| it[at]).sum::<i64>());
    let larger = changes.iter().filter(|it| (it[0], it[1]) > (0, 0)).count();
    let smaller = changes.iter().filter(|it| (it[0], it[1]) < (0, 0)).count();
    let examples = samples::examples(pass);
    let found: Vec<[bool; 2]> = examples.iter().map(|it| it.is_found(pass)).collect();
    let [with, without] = [0, 1].map(|at| found.iter().filter(|it| it[at]).count());
    println!(
        "{}\t{asked}\t{accepted}\t{tokens:+}\t{bytes:+}\t{larger}\t{smaller}\t{questions:+}\t{}\t{with}\t{without}",
        pass.name,
        examples.len()
    );
}

/// What `work` makes of each, in their order, on all cores.
fn in_parallel<'i, T: Sync, R: Send>(all: &'i [T], work: impl Fn(&'i T) -> R + Sync) -> Vec<R> {
    let (next, done) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(|| {
                while let Some((at, it)) = all.iter().enumerate().nth(next.fetch_add(1, Ordering::Relaxed)) {
                    let found = work(it);
                    done.lock().push((at, found));
                }
            });
        }
    });
    let mut done = done.into_inner();
    done.sort_by_key(|it| it.0);
    done.into_iter().map(|it| it.1).collect()
}
