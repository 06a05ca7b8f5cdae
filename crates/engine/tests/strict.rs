//! Tests that want what parses: once that shows, what breaks the tree waits for the certificate.

mod common;

use common::{c, config, reduction};
use lop_engine::oracle::from_bytes;
use lop_engine::{Config, Effort, Experience, Outcome, passes, syntax_errors};
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

/// Reduces the program under a test; with whether each question was about a text with errors, in order.
fn run(
    config: &Config,
    known: Option<Experience>,
    wanted: impl Fn(&str, bool) -> bool + Sync,
) -> (Outcome, Vec<bool>) {
    let (c, broken) = (c(), Mutex::new(Vec::new()));
    let oracle = from_bytes(|it| {
        let errors = syntax_errors(it, &c) > 0;
        broken.lock().push(errors);
        wanted(&String::from_utf8_lossy(it), !errors)
    });
    let mut config = config.clone();
    config.experience = known;
    let reduction = reduction(program().as_bytes(), Some(c.clone()), &config);
    let outcome = reduction.run(&oracle).expect("the search begins");
    drop(oracle);
    (outcome, broken.into_inner())
}

/// What the pass of the certificate did: how often it asked, and how often it was told yes.
fn certify(outcome: &Outcome) -> (usize, u64) {
    let stats = outcome.passes.iter().find(|it| it.name == "certify").expect("the result was certified");
    (usize::try_from(stats.asked).expect("few questions"), stats.accepted)
}

/// How many texts with errors were asked about before the certificate, which refused all that it asked about, and how many in it.
fn parted((outcome, broken): &(Outcome, Vec<bool>)) -> (usize, usize) {
    let (asked, accepted) = certify(outcome);
    assert_eq!(accepted, 0);
    let (before, certified) = broken.split_at(broken.len() - asked);
    let count = |it: &[bool]| it.iter().filter(|it| **it).count();
    (count(before), count(certified))
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
        let found = run(&of_effort(effort), None, strict);
        let (outcome, (before, certified)) = (&found.0, parted(&found));
        assert!(outcome.certificate.complete && outcome.tokens.1 <= 177, "{effort:?} {}", outcome.tokens.1);
        assert!((10..80).contains(&before), "{effort:?} {before}");
        assert!(certified >= 90, "{effort:?} {certified}");
    }
}

#[test]
fn a_thorough_run_leaves_none_of_it_to_the_end() {
    let (outcome, broken) = run(&of_effort(Effort::Thorough), None, strict);
    let asked = broken.iter().filter(|it| **it).count();
    assert!(outcome.tokens.1 == 100 && asked > 500, "{} {asked}", outcome.tokens.1);
}

#[test]
fn one_broken_text_that_is_taken_opens_the_way_for_all() {
    let wants_no_semicolons = |text: &str, parses: bool| (parses || !text.contains(';')) && has_calls(text);
    let (outcome, _) = run(&of_effort(Effort::Normal), None, wants_no_semicolons);
    assert_eq!(outcome.tokens.1, 50);
}

#[test]
fn what_only_the_certificate_asks_about_may_be_taken_and_leads_back() {
    let wants_the_last_call_cut_off = |text: &str, parses: bool| {
        (parses || text.contains("f24(a") && !text.contains("f24(a,")) && has_calls(text)
    };
    let (strict, _) = run(&of_effort(Effort::Quick), None, strict);
    let (open, _) = run(&of_effort(Effort::Quick), None, wants_the_last_call_cut_off);
    assert!(certify(&open).1 > 0 && open.tokens.1 < strict.tokens.1, "{}", open.tokens.1);
    assert!(open.certificate.complete);
}

#[test]
fn a_run_that_learns_from_another_need_not_find_out_again() {
    let (first, _) = run(&Config::default(), Some(Experience::default()), strict);
    let second = run(&Config::default(), Some(first.experience), strict);
    assert_eq!(second.0.files, first.files);
    let (before, certified) = parted(&second);
    assert!(before < 10 && certified >= 90, "{before} {certified}");
    assert!(second.0.questions < first.questions);
}

#[test]
fn what_waits_does_not_depend_on_the_number_of_jobs_of_a_deterministic_run() {
    let of_jobs = |jobs: usize| run(&config(|it| (it.jobs, it.deterministic) = (jobs, true)), None, strict).0;
    let (one, four) = (of_jobs(1), of_jobs(4));
    assert_eq!((one.files, one.questions), (four.files, four.questions));
}
