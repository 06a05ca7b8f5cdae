//! What a question about a large project costs beside the test: `cargo run --release -p lop-engine --example projects`.
//!
//! Ten thousand files of 20 KB that include each other; first with a test that wants all of them, then with one that wants
//! three. Prints the time between questions and the memory over that of the texts.

#![expect(clippy::print_stdout, reason = "it prints what it measures")]

use std::sync::Arc;
use std::time::{Duration, Instant};

use lop_engine::{Answer, Language, Mention, Oracle, OracleError, Question, Reduction, Verdict};
use parking_lot::Mutex;

const FILES: usize = 10_000;
const BYTES: usize = 20_000;

/// Wants some files to have text, and notes when it is asked.
struct Wants {
    files: Vec<usize>,
    asked: Mutex<Vec<Instant>>,
}

impl Oracle for Wants {
    fn ask(&self, question: &Question<'_>) -> Result<Answer, OracleError> {
        self.asked.lock().push(Instant::now());
        let there = |it: &usize| !question.files[*it].is_empty();
        let interesting = self.files.iter().all(there);
        Ok(Answer::from(if interesting { Verdict::Interesting } else { Verdict::Boring }))
    }
}

fn main() {
    let include = Mention::new("#include \"PATH\"").expect("it has a hole");
    let c = Language::new("c", tree_sitter_c::LANGUAGE).expect("the parser is of this age");
    let c = Arc::new(c.with_mention(include));
    let path = |it: usize| format!("d{}/f{it}.h", it % 97);
    let tree: String = (0..FILES).map(|it| path(it) + "\n").collect();
    let text = |it: usize| {
        let include = if it > 0 { format!("#include \"{}\"\n", path(it / 2)) } else { String::new() };
        let body = format!("int v{it}(int a) {{ return a + {it}; }}\n");
        include + &body.repeat(BYTES / body.len())
    };
    let files: Vec<Arc<[u8]>> =
        std::iter::once(tree).chain((0..FILES).map(text)).map(|it| it.into_bytes().into()).collect();
    let bytes: usize = files.iter().map(|it| it.len()).sum();
    for (name, wanted) in [("all", (1..=FILES).collect()), ("three", vec![77, 5_000, 9_999])] {
        let oracle = Wants { files: wanted, asked: Mutex::default() };
        let start = Instant::now();
        let languages = std::iter::once(None).chain(std::iter::repeat_n(Some(c.clone()), FILES));
        let reduction = Reduction::new(files.clone()).languages(languages).tree().assume_interesting();
        let outcome = reduction.max_questions(400).run(&oracle).expect("it begins");
        let asked = oracle.asked.into_inner();
        let mut gaps: Vec<Duration> = asked.windows(2).map(|it| it[1] - it[0]).collect();
        gaps.sort_unstable();
        let at = |part: usize| gaps[(gaps.len() * part / 100).min(gaps.len() - 1)];
        println!(
            "wants {name}: first question after {:?}, then median {:?}, 95 % {:?}, worst {:?}; {} questions, {} bytes of \
             {bytes} left, {} % of the text in memory",
            asked[0] - start,
            at(50),
            at(95),
            at(100),
            outcome.questions,
            outcome.bytes.1,
            peak() * 100 / bytes,
        );
    }
}

/// The most memory that the process has had, in bytes; 0 where the system does not say.
fn peak() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|it| it.strip_prefix("VmHWM:")).unwrap_or_default();
    line.trim().trim_end_matches(" kB").parse::<usize>().unwrap_or_default() * 1024
}
