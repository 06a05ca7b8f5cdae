//! Tests that want what parses: once that shows, what breaks the tree waits for the certificate.

mod common;

use std::sync::atomic::{AtomicU64, Ordering};

use common::{c, config, reduction};
use lop_engine::oracle::from_bytes;
use lop_engine::{Config, Effort, Event, Experience, Observer, Outcome, Stage, passes, syntax_errors};
use parking_lot::Mutex;

/// Twenty-five calls that a test needs, and some that it does not.
fn program() -> String {
    let calls: Vec<String> = (0..25).map(|it| format!("  f{it}(a, {it});\n")).collect();
    let calls = calls.concat();
    format!("int unused(int a) {{ return a + 1; }}\nvoid main(int a) {{\n{calls}  g(a);\n  return;\n}}\n")
}

/// True when all the calls are there.
fn has_calls(text: &str) -> bool {
    (0..25).all(|it| text.contains(&format!("f{it}(")))
}

/// Questions about texts with errors: before the certificate, and in it.
#[derive(Default)]
struct Broken {
    certifies: Mutex<bool>,
    before: AtomicU64,
    certified: AtomicU64,
}

impl Observer for Broken {
    fn on_event(&self, event: &Event<'_>) {
        if let Event::RoundStarted { stage, .. } = event {
            *self.certifies.lock() = *stage == Stage::Certify;
        }
    }
}

/// Reduces the program under a test, and counts the questions about texts with errors.
fn run(
    config: &Config,
    known: Option<Experience>,
    wanted: impl Fn(&str, bool) -> bool + Sync,
) -> (Outcome, u64, u64) {
    let (c, broken) = (c(), Broken::default());
    let oracle = from_bytes(|it| {
        let errors = syntax_errors(it, &c) > 0;
        let count = if *broken.certifies.lock() { &broken.certified } else { &broken.before };
        count.fetch_add(u64::from(errors), Ordering::Relaxed);
        wanted(&String::from_utf8_lossy(it), !errors)
    });
    let mut config = config.clone();
    config.experience = known;
    let reduction = reduction(program().as_bytes(), Some(c.clone()), &config).observer(&broken);
    let outcome = reduction.run(&oracle).expect("the search begins");
    drop(oracle);
    (outcome, broken.before.into_inner(), broken.certified.into_inner())
}

fn of_effort(effort: Effort) -> Config {
    config(|it| (it.effort, it.passes) = (effort, passes::of(effort)))
}

/// Wants all the calls in a program without errors.
fn strict(text: &str, parses: bool) -> bool {
    parses && has_calls(text)
}

#[test]
fn what_breaks_the_tree_waits_for_the_certificate_once_enough_of_it_was_refused() {
    for effort in [Effort::Quick, Effort::Normal] {
        let (outcome, before, certified) = run(&of_effort(effort), None, strict);
        assert!(outcome.certificate.complete && outcome.tokens.1 <= 177, "{effort:?} {}", outcome.tokens.1);
        assert!((10..80).contains(&before), "{effort:?} {before}");
        assert!(certified >= 100, "{effort:?} {certified}");
    }
}

#[test]
fn a_thorough_run_leaves_none_of_it_to_the_end() {
    let (outcome, before, _) = run(&of_effort(Effort::Thorough), None, strict);
    assert!(outcome.tokens.1 == 100 && before > 500, "{} {before}", outcome.tokens.1);
}

#[test]
fn one_broken_text_that_is_taken_opens_the_way_for_all() {
    let wants_no_semicolons = |text: &str, parses: bool| (parses || !text.contains(';')) && has_calls(text);
    let (outcome, ..) = run(&of_effort(Effort::Normal), None, wants_no_semicolons);
    assert_eq!(outcome.tokens.1, 50);
    let wants_the_last_call_cut_off = |text: &str, parses: bool| {
        (parses || text.contains("f24(a") && !text.contains("f24(a,")) && has_calls(text)
    };
    let (strict, ..) = run(&of_effort(Effort::Quick), None, strict);
    let (open, _, certified) = run(&of_effort(Effort::Quick), None, wants_the_last_call_cut_off);
    assert!(open.tokens.1 < strict.tokens.1 && certified > 100, "{} {certified}", open.tokens.1);
    assert!(open.certificate.complete);
}

#[test]
fn a_run_that_learns_from_another_need_not_find_out_again() {
    let (first, ..) = run(&Config::default(), Some(Experience::default()), strict);
    let (second, before, certified) = run(&Config::default(), Some(first.experience), strict);
    assert_eq!(second.files, first.files);
    assert!(before < 10 && certified >= 100 && second.questions < first.questions, "{before} {certified}");
}

#[test]
fn what_waits_does_not_depend_on_the_number_of_jobs_of_a_deterministic_run() {
    let of_jobs = |jobs: usize| run(&config(|it| (it.jobs, it.deterministic) = (jobs, true)), None, strict).0;
    let (one, four) = (of_jobs(1), of_jobs(4));
    assert_eq!((one.files, one.questions), (four.files, four.questions));
}
