//! What lop itself costs per question, in process and on one core: a closure that answers at once is asked until the budget
//! of questions is used up. Of C it is asked as an instant test and as any other, for which texts are parsed to save questions.
//!
//! `cargo bench --bench closure` prints questions per second of processor time: at least 50,000 are wanted at 1 KB and 2,000
//! at 100 KB. With `no` the closure refuses everything; with `half` it says yes until half of the text is gone.

#![expect(clippy::print_stdout, reason = "a program for a person to read")]

use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use lop_engine::{Reduction, oracle};
use rustix::time::{ClockId, clock_gettime};

/// Questions of one run, at most.
const QUESTIONS: u64 = 100_000;

/// Runs are repeated until they have taken so much processor time together.
const LEAST: Duration = Duration::from_secs(2);

fn main() {
    let quick = std::env::args().all(|it| it != "--bench");
    println!("{:28} {:>10} {:>12}", "", "questions", "per second");
    for size in [1_000, 100_000] {
        let text = input(size);
        let c = lop_languages::by_name("c");
        for (name, language, instant) in
            [("text", None, false), ("C, instant", c.clone(), true), ("C", c, false)]
        {
            let size = text.len();
            let reduction =
                || Reduction::new([text.clone()]).language(0, language.clone()).instant(instant).jobs(1);
            measure(&format!("no, {name}, {size} bytes"), reduction, quick, |it| it.len() == size);
            measure(&format!("half, {name}, {size} bytes"), reduction, quick, |it| it.len() > size / 2);
        }
    }
}

fn measure(
    name: &str,
    reduction: impl Fn() -> Reduction<'static>,
    quick: bool,
    says_yes: impl Fn(&[u8]) -> bool + Sync,
) {
    let asked = AtomicU64::new(0);
    let closure = oracle::from_bytes(|it| {
        asked.fetch_add(1, Ordering::Relaxed);
        says_yes(it)
    });
    let began = used();
    loop {
        let most = if quick { 100 } else { QUESTIONS };
        reduction().max_questions(most).run(&closure).expect("it is interesting");
        if quick || used().saturating_sub(began) > LEAST {
            break;
        }
    }
    let asked = asked.load(Ordering::Relaxed);
    let second = u128::from(asked) * 1_000_000 / used().saturating_sub(began).as_micros().max(1);
    println!("{name:28} {asked:>10} {second:>12}");
}

/// A C file of about `size` bytes.
fn input(size: usize) -> Arc<[u8]> {
    let mut text = String::new();
    for number in 0.. {
        if text.len() >= size {
            break;
        }
        let _ =
            write!(text, "int f{number}(int a) {{\n  if (a > {number}) return a - 1;\n  return f(a);\n}}\n");
    }
    text.into_bytes().into()
}

/// Processor time of this process so far: that of others does not count.
fn used() -> Duration {
    Duration::try_from(clock_gettime(ClockId::ProcessCPUTime)).expect("clocks do not run backwards")
}
