//! Micro-benchmarks of what the oracle adds to a question: reading the output for a signature, writing the journal.
//!
//! A test of 10 ms must not notice the first (5 %, so 500 µs); the second must stay below 20 µs. `cargo bench --bench
//! oracle -- journal` runs those with the word in their name.

#![expect(clippy::print_stdout, reason = "a program for a person to read")]

mod harness;

use std::fmt::Write as _;
use std::sync::Arc;

use harness::Harness;
use lop_engine::Verdict;
use lop_oracle::signature::{Ending, Own, Signature};
use lop_oracle::{CommandSpec, Identity, Journal, TestIdentity};

/// Bytes of output of the tests.
const OUTPUT: usize = 64 << 10;

/// What all the outputs end with, so that it is found late.
const CRASH: &str = "x.c:9:1: internal compiler error: in fold_convert_loc, at fold-const.cc:2435\n";

/// How it is told.
const SIGNATURE: &str = "gcc internal compiler error: in fold_convert_loc";

fn main() {
    let harness = Harness::new();
    signatures(&harness);
    journal(&harness);
}

fn signatures(harness: &Harness) {
    let warnings = |number: usize| {
        format!(
            "x.c:{number}:7: warning: unused variable 'v{number}' [-Wunused-variable]\n  {number} | int v;\n"
        )
    };
    // Every line is a bait for another kind of crash, and none of them is one.
    let baits = |number: usize| {
        let bait = [
            "    at the end of the line, an Error: of no interest (x.c:1:1)",
            "\tat least one of these: Exception is not one, Caused by: nothing",
            "goroutine 1 is not running, panic: was avoided, Sanitizer: none",
            "thread 'main' did not, it only panicked at nothing, Assertion `x' held, UNREACHABLE executed at y",
            "Traceback (most recent call last): see above, Cannot select it, [BUG], Stack dump",
        ];
        format!("{} {number}\n", bait[number % bait.len()])
    };
    let letters = |number: usize| format!("{number}: aaaaaaaaaaaaaaaaaa: bbbbbbbbbbbbbb ");
    signature(harness, "no crash", &fill(warnings), "", Ending::Exit(1), false);
    signature(harness, "late crash", &fill(warnings), CRASH, Ending::Exit(4), true);
    signature(harness, "late crash after baits", &fill(baits), CRASH, Ending::Exit(4), true);
    signature(harness, "late crash on a line of 64 KB", &fill(letters), CRASH, Ending::Exit(4), true);
    signature(harness, "baits and no crash", &fill(baits), "", Ending::Exit(1), false);
    let coloured = |number: usize| format!("\x1b[1mx.c:{number}\x1b[0m: \x1b[35mwarning\x1b[0m: unused\r\n");
    signature(harness, "late crash in colours", &fill(coloured), CRASH, Ending::Exit(4), true);
}

fn signature(harness: &Harness, name: &str, before: &str, crash: &str, ending: Ending, found: bool) {
    let output = format!("{before}{crash}");
    let read = || Signature::of(ending, b"", output.as_bytes(), &Own::default());
    assert_eq!(read().map(|it| it.to_string()), found.then(|| SIGNATURE.to_owned()), "{name}");
    harness.bench(&format!("signature, {name}"), read);
}

/// Lines up to the size of an output.
fn fill(line: impl Fn(usize) -> String) -> String {
    let mut text = String::new();
    for number in 0.. {
        let _ = write!(text, "{}", line(number));
        if text.len() >= OUTPUT {
            break;
        }
    }
    text
}

fn journal(harness: &Harness) {
    let directory = tempfile::tempdir().expect("a directory for a journal");
    let input: Vec<Arc<[u8]>> = vec![vec![b'x'; 100_000].into()];
    let identity =
        Identity::new(&input, TestIdentity::of(&CommandSpec::new(vec!["true".into()], "a.c"), b""));
    let journal =
        Journal::create(&directory.path().join("journal"), &identity, &input).expect("a new journal");
    let mut hash = 0_u128;
    harness.bench("journal, verdict", || {
        hash += 1;
        journal.append_verdict(hash, Verdict::Boring, 0)
    });
    // An improvement in the middle of a large file.
    let bests: [Vec<Arc<[u8]>>; 2] = [99_999, 99_998].map(|it| {
        let mut text = vec![b'x'; it];
        text[it / 2] = b'y';
        vec![text.into()]
    });
    let mut turn = 0;
    harness.bench("journal, best of 100 KB", || {
        turn += 1;
        journal.append_best(turn as u128, &bests[turn % 2], b"")
    });
}
