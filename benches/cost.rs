//! What a question costs us, and how soon a large file is small: processor time and memory of whole reductions in process.
//!
//! `cargo bench --bench cost` reduces generated C of 100 KB, 1 MB and 10 MB with one job under a test that is a function, and
//! texts of 10 MB and 100 MB in which three words matter; `… -- JSON` runs only the cases with the word in their name.
//! `refused` answers no to everything, so that every question is about a text of almost full size. The processor time of the
//! test is left out. Each case runs in a process of its own, whose peak of memory is its own.

#![expect(clippy::print_stdout, reason = "a program for a person to read")]

#[path = "harness/c.rs"]
mod c;
#[path = "../crates/engine/tests/common/large.rs"]
mod large;

use std::collections::HashSet;
use std::process::Command;
use std::time::Duration;

use c::{c, declares_all, is_balanced, words};
use large::Kind;
use lop_engine::{Answer, Event, Observer, Oracle, OracleError, Outcome, Question, Reduction, Verdict};
use parking_lot::Mutex;
use rustix::time::{ClockId, clock_gettime};

fn main() {
    // `cargo test --benches` only wants to know that it runs.
    let quick = std::env::args().all(|it| it != "--bench");
    let mut words = std::env::args().skip(1).filter(|it| !it.starts_with('-'));
    let wanted = if quick { Some("C 100 KB".to_owned()) } else { words.next() };
    let case = std::env::var("COST_CASE").ok();
    if quick || case.is_some() {
        let name = case.or(wanted).unwrap_or_default();
        CASES.iter().filter(|it| it.name == name).for_each(Case::run);
        return;
    }
    println!(
        "case\tquestions\ttokens\town CPU s\town ms a question\ttest CPU s\tfirst cut at\t99 % gone at\tmemory / file"
    );
    for case in CASES.iter().filter(|it| it.name.contains(&wanted.clone().unwrap_or_default())) {
        let own = std::env::current_exe().expect("a program knows where it is");
        let status = Command::new(own).arg("--bench").env("COST_CASE", case.name).status();
        assert!(status.expect("the bench starts itself").success(), "{} ends well", case.name);
    }
}

/// A text, and what is asked of it.
struct Case {
    name: &'static str,
    bytes: usize,
    test: Test,
}

#[derive(Clone, Copy)]
enum Test {
    /// So many names stay, each declared before it is used, and brackets are in pairs.
    Declared(usize),
    /// Nothing may go; so many questions are asked.
    Refused(u64),
    /// Three words of a large text stay, and what a parser insists on.
    Large(Kind),
}

/// How many words that is.
const NEEDLES: usize = 3;

const CASES: &[Case] = &[
    Case { name: "C 100 KB", bytes: 100_000, test: Test::Declared(6) },
    Case { name: "C 1 MB", bytes: 1_000_000, test: Test::Declared(24) },
    Case { name: "C 10 MB", bytes: 10_000_000, test: Test::Declared(24) },
    Case { name: "C 100 KB refused", bytes: 100_000, test: Test::Refused(300) },
    Case { name: "C 1 MB refused", bytes: 1_000_000, test: Test::Refused(300) },
    Case { name: "C 10 MB refused", bytes: 10_000_000, test: Test::Refused(100) },
    Case { name: "JSON log 10 MB", bytes: 10_000_000, test: Test::Large(Kind::JsonLog) },
    Case { name: "JSON line 10 MB", bytes: 10_000_000, test: Test::Large(Kind::JsonLine) },
    Case { name: "SQL dump 10 MB", bytes: 10_000_000, test: Test::Large(Kind::Sql) },
    Case { name: "C functions 10 MB", bytes: 10_000_000, test: Test::Large(Kind::C) },
    Case { name: "LLVM IR 10 MB", bytes: 10_000_000, test: Test::Large(Kind::LlvmIr) },
    Case { name: "JSON log 100 MB", bytes: 100_000_000, test: Test::Large(Kind::JsonLog) },
    Case { name: "JSON line 100 MB", bytes: 100_000_000, test: Test::Large(Kind::JsonLine) },
    Case { name: "SQL dump 100 MB", bytes: 100_000_000, test: Test::Large(Kind::Sql) },
    Case { name: "C functions 100 MB", bytes: 100_000_000, test: Test::Large(Kind::C) },
    Case { name: "LLVM IR 100 MB", bytes: 100_000_000, test: Test::Large(Kind::LlvmIr) },
];

impl Case {
    fn run(&self) {
        let (text, needles) = self.text();
        let asked = Asked { test: self.test, needles, seen: Mutex::new(Seen::of(text.len())) };
        let language = if let Test::Large(kind) = self.test { kind.language() } else { "c" };
        let language = lop_languages::by_name(language).expect("it is built in");
        let before = used(ClockId::ProcessCPUTime);
        let mut reduction = Reduction::new([text.into_bytes()]).language(0, language).jobs(1);
        if let Test::Refused(questions) = self.test {
            reduction = reduction.max_questions(questions);
        }
        let outcome =
            reduction.observer(&asked).assume_interesting().run(&asked).expect("a text within the bounds");
        let used = used(ClockId::ProcessCPUTime).saturating_sub(before);
        self.print(&outcome, used, &asked.seen.into_inner());
    }

    /// The text and the names that have to stay.
    fn text(&self) -> (String, Vec<String>) {
        let names = match self.test {
            Test::Declared(names) => names,
            Test::Refused(_) => 1,
            Test::Large(kind) => return (kind.text(self.bytes, NEEDLES), Vec::new()),
        };
        let (text, all) = c(self.bytes);
        let step = all.len() / names;
        (text, all.into_iter().skip(step / 2).step_by(step).take(names).collect())
    }

    #[expect(clippy::cast_precision_loss, reason = "numbers to read")]
    fn print(&self, outcome: &Outcome, used: Duration, seen: &Seen) {
        let own = used.saturating_sub(seen.test);
        println!(
            "{}\t{}\t{}\t{:.2}\t{:.2}\t{:.2}\t{}\t{}\t{:.1}",
            self.name,
            outcome.questions,
            outcome.tokens.1,
            own.as_secs_f64(),
            own.as_secs_f64() * 1000.0 / (outcome.questions.max(1) as f64),
            seen.test.as_secs_f64(),
            seen.first.map_or_else(|| "-".to_owned(), |it| it.to_string()),
            seen.most.map_or_else(|| "-".to_owned(), |it| it.to_string()),
            peak() as f64 / self.bytes as f64,
        );
    }
}

/// A test that takes note of what it costs itself.
struct Asked {
    test: Test,
    needles: Vec<String>,
    seen: Mutex<Seen>,
}

/// What was seen of a run.
struct Seen {
    /// Bytes at the beginning.
    bytes: usize,
    asked: u64,
    /// After how many questions something had gone, and 99 of 100 bytes.
    first: Option<u64>,
    most: Option<u64>,
    /// Processor time of the test.
    test: Duration,
}

impl Seen {
    fn of(bytes: usize) -> Seen {
        Seen { bytes, asked: 0, first: None, most: None, test: Duration::ZERO }
    }
}

impl Oracle for Asked {
    fn ask(&self, question: &Question<'_>) -> Result<Answer, OracleError> {
        let before = used(ClockId::ThreadCPUTime);
        let verdict = self.is_interesting(&question.files[0]);
        self.seen.lock().test += used(ClockId::ThreadCPUTime).saturating_sub(before);
        Ok(Answer::from(if verdict { Verdict::Interesting } else { Verdict::Boring }))
    }
}

impl Asked {
    fn is_interesting(&self, text: &[u8]) -> bool {
        match self.test {
            Test::Refused(_) => false,
            Test::Large(kind) => kind.is_interesting(text, NEEDLES),
            Test::Declared(_) => {
                let words: Vec<&[u8]> = words(text).collect();
                let there: HashSet<&[u8]> = words.iter().copied().collect();
                self.needles.iter().all(|it| there.contains(it.as_bytes()))
                    && is_balanced(&words)
                    && declares_all(&words)
            }
        }
    }
}

impl Observer for Asked {
    fn on_event(&self, event: &Event<'_>) {
        let mut seen = self.seen.lock();
        match *event {
            Event::Judged { .. } => seen.asked += 1,
            Event::Improved { bytes, .. } => {
                let asked = seen.asked;
                seen.first.get_or_insert(asked);
                if bytes * 100 <= seen.bytes {
                    seen.most.get_or_insert(asked);
                }
            }
            _ => {}
        }
    }
}

/// Processor time used so far.
fn used(clock: ClockId) -> Duration {
    Duration::try_from(clock_gettime(clock)).expect("clocks do not run backwards")
}

/// The most memory that this process has had, in bytes.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|it| it.strip_prefix("VmHWM:")).unwrap_or_default();
    line.trim().trim_end_matches(" kB").parse::<u64>().unwrap_or_default() * 1024
}
