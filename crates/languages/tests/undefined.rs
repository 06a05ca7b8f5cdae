//! Tests that want every name to be defined: once that shows, what takes away a definition alone waits for the certificate.

use std::path::Path;
use std::sync::Arc;

use lop_engine::oracle::from_bytes;
use lop_engine::{Config, Effort, Outcome, Reduction, passes};
use parking_lot::Mutex;

/// How many functions the program has that a test needs.
const FUNCTIONS: usize = 12;

fn definition(number: usize) -> String {
    format!("int f{number}(int a) {{ return h(a); }}\n")
}

fn call(number: usize) -> String {
    format!("  g(f{number}(a));\n")
}

/// Functions that are called once each, and one that is not.
fn program() -> String {
    let (functions, calls): (String, String) = (0..FUNCTIONS).map(|it| (definition(it), call(it))).unzip();
    format!("{functions}int unused(int a) {{ return a + 1; }}\nvoid main(int a) {{\n{calls}}}\n")
}

/// True when all of it is there but what is not used.
fn is_whole(text: &str) -> bool {
    (0..FUNCTIONS).all(|it| text.contains(definition(it).trim()) && text.contains(call(it).trim()))
        && text.contains("void main(int a) {")
}

/// True for a text that calls a function and has nothing else of its name.
fn lacks_one(text: &str) -> bool {
    let named = |name: &str| text.split(|it: char| !it.is_alphanumeric()).filter(|it| *it == name).count();
    (0..FUNCTIONS).any(|it| named(&format!("f{it}")) == 1 && text.contains(&format!("(f{it}(")))
}

/// Reduces the program; with how many questions before the certificate were about a text that lacks a definition.
fn run(effort: Effort) -> (Outcome, usize) {
    let program = program();
    let language = lop_languages::detect(Path::new("a.c"), program.as_bytes());
    let asked = Mutex::new(Vec::new());
    let oracle = from_bytes(|it| {
        let text = String::from_utf8_lossy(it);
        asked.lock().push(lacks_one(&text));
        is_whole(&text)
    });
    let mut config = Config::default();
    (config.jobs, config.effort, config.passes) = (1, effort, passes::of(effort));
    let text: Arc<[u8]> = program.as_bytes().into();
    let reduction = Reduction::new([text]).language(0, language).config(config).assume_interesting();
    let outcome = reduction.run(&oracle).expect("the search begins");
    drop(oracle);
    let certify = outcome.passes.iter().find(|it| it.name == "certify").expect("the result was certified");
    let certified = usize::try_from(certify.asked).expect("few questions");
    let asked = asked.into_inner();
    let before = asked[..asked.len() - certified].iter().filter(|it| **it).count();
    (outcome, before)
}

#[test]
fn what_leaves_a_name_undefined_waits_for_the_certificate_once_enough_of_it_was_refused() {
    let (outcome, before) = run(Effort::Normal);
    assert!(outcome.certificate.complete);
    assert!((20..100).contains(&before), "{before}");
}

#[test]
fn a_thorough_run_leaves_none_of_it_to_the_end() {
    let (outcome, before) = run(Effort::Thorough);
    assert!(outcome.certificate.complete && before > 200, "{before}");
}
