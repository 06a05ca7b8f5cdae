//! Tests that want every name to be defined: once that shows, what takes away a definition alone waits for the certificate.

use std::path::Path;
use std::sync::Arc;

use lop_engine::oracle::from_bytes;
use lop_engine::{Config, Effort, Outcome, Reduction, passes};
use parking_lot::Mutex;

/// How many functions the program has that a test needs.
const FUNCTIONS: usize = 12;

/// Functions that are called once each, and some that are not.
fn program() -> String {
    let functions = (0..FUNCTIONS).map(|it| format!("int f{it}(int a) {{ return h(a); }}\n"));
    let calls = (0..FUNCTIONS).map(|it| format!("  g(f{it}(a));\n"));
    let (functions, calls): (String, String) = (functions.collect(), calls.collect());
    format!("{functions}int unused(int a) {{ return a + 1; }}\nvoid main(int a) {{\n{calls}}}\n")
}

/// True when each function is mentioned, and none that is not defined.
fn all_defined(text: &str) -> bool {
    (0..FUNCTIONS)
        .all(|it| text.contains(&format!("int f{it}(int a)")) && text.contains(&format!("g(f{it}(a))")))
}

/// Reduces the program; with how many questions were about a text that mentions what it does not define.
fn run(effort: Effort) -> (Outcome, usize) {
    let program = program();
    let language = lop_languages::detect(Path::new("a.c"), program.as_bytes());
    let undefined = Mutex::new(0);
    let oracle = from_bytes(|it| {
        let text = String::from_utf8_lossy(it);
        let lacks = |it: usize| !text.contains(&format!("int f{it}(")) && text.contains(&format!("f{it}("));
        *undefined.lock() += usize::from((0..FUNCTIONS).any(lacks));
        all_defined(&text)
    });
    let mut config = Config::default();
    (config.jobs, config.effort, config.passes) = (1, effort, passes::of(effort));
    let text: Arc<[u8]> = program.as_bytes().into();
    let reduction = Reduction::new([text]).language(0, language).config(config).assume_interesting();
    let outcome = reduction.run(&oracle).expect("the search begins");
    drop(oracle);
    (outcome, undefined.into_inner())
}

#[test]
fn what_leaves_a_name_undefined_waits_for_the_certificate_once_enough_of_it_was_refused() {
    let (normal, undefined) = run(Effort::Normal);
    let (thorough, more) = run(Effort::Thorough);
    assert!(normal.certificate.complete && normal.tokens.1 <= thorough.tokens.1);
    assert!(undefined * 2 < more, "{undefined} of a normal run, {more} of a thorough one");
}
