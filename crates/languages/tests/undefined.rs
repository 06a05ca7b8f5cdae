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

/// Functions of JavaScript that a test needs with their calls, and one that has the name of a member of something foreign.
fn with_member() -> String {
    let functions = (0..FUNCTIONS).map(|it| format!("function f{it}(a) {{ return h(a); }}\n"));
    let calls = (0..FUNCTIONS).map(|it| format!("g(f{it}(1));\n"));
    let own = ["function log() {}\n".to_owned(), "console.log(log !== log);\n".to_owned()];
    functions.chain(calls).chain(own).collect()
}

/// True when the functions and calls are there, and something that is known is compared with itself and told.
fn tells(text: &str) -> bool {
    let whole = (0..FUNCTIONS).all(|it| {
        let definition = format!("function f{it}(a) {{ return h(a); }}");
        text.contains(&definition) && text.contains(&format!("g(f{it}(1))"))
    });
    let told = text.split_once("console.log(").and_then(|it| it.1.split_once(')')?.0.split_once(" !== "));
    let is_known =
        |it: &str| ["console", "g", "h"].contains(&it) || text.contains(&format!("function {it}() {{}}"));
    whole && told.is_some_and(|(one, other)| one == other && is_known(one))
}

#[test]
fn a_name_that_stands_behind_a_dot_may_stay_without_the_function_of_that_name() {
    let program = with_member();
    let language = lop_languages::detect(Path::new("a.js"), program.as_bytes());
    let oracle = from_bytes(|it| tells(&String::from_utf8_lossy(it)));
    let mut config = Config::default();
    config.jobs = 1;
    let text: Arc<[u8]> = program.as_bytes().into();
    let outcome =
        Reduction::new([text]).language(0, language).config(config).run(&oracle).expect("it begins");
    let result = String::from_utf8_lossy(&outcome.files[0]).into_owned();
    assert!(result.contains("console.log(") && !result.contains("function log"), "{result}");
}
