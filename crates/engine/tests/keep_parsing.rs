//! Results that still parse: no question has more syntax errors than the input, however it came about.

mod common;

use common::{c, config, reduction};
use lop_engine::oracle::{from_bytes, from_fn};
use lop_engine::{Config, Effort, Outcome, Reduction, syntax_errors};
use parking_lot::Mutex;
use proptest::prelude::*;

/// Reduces and sees to it that no question has more errors than the input.
fn run(text: &str, config: &Config, wanted: impl Fn(&str) -> bool + Sync) -> Outcome {
    let (c, broken) = (c(), Mutex::new(None));
    let most = syntax_errors(text.as_bytes(), &c);
    let oracle = from_bytes(|it| {
        if syntax_errors(it, &c) > most {
            *broken.lock() = Some(it.to_vec());
        }
        wanted(&String::from_utf8_lossy(it))
    });
    let reduction = reduction(text.as_bytes(), Some(c.clone()), config).keep_parsing(true);
    let outcome = reduction.run(&oracle).expect("the search begins");
    let broken = broken.lock().take().map(|it| String::from_utf8_lossy(&it).into_owned());
    assert_eq!(broken, None);
    assert!(syntax_errors(&outcome.files[0], &c) <= most);
    outcome
}

fn result(outcome: &Outcome) -> String {
    String::from_utf8_lossy(&outcome.files[0]).into_owned()
}

const PROGRAM: &str = "
int helper(int a, int b) { return a * b + 3; }
int unused(void) { int x = 1; return x + x; }
int main(void) { if (unused()) { return helper(1, 2); } return 0; }
";

#[test]
fn what_parsed_still_parses() {
    let outcome = run(PROGRAM, &Config::default(), |it| it.contains("helper(1"));
    assert!(outcome.tokens.1 < 12 && outcome.broken > 0, "{}", result(&outcome));
    assert!(outcome.certificate.complete);
    let free = reduction(PROGRAM.as_bytes(), Some(c()), &Config::default());
    let free = free.run(&from_bytes(|it| String::from_utf8_lossy(it).contains("helper(1"))).expect("begins");
    assert_eq!((result(&free).as_str(), free.broken), ("helper(1", 0));
}

#[test]
fn errors_of_the_input_may_stay_and_move() {
    let text = "int f( { return 1; }\nint g(void) { return 2; }\nint h( { return 3; }\n";
    assert!(syntax_errors(text.as_bytes(), &c()) > 0);
    let outcome = run(text, &Config::default(), |it| it.contains("return 2"));
    assert!(outcome.tokens.1 < 8, "{}", result(&outcome));
}

#[test]
fn steps_that_grow_and_restarts_keep_the_parse_as_well() {
    let text = "int f(int x) { return g(x, p, q); }\nint a(void) { return h(f(1), f(2)); }\nint b(void) { return f(3); }\n";
    let calls = |it: &str| it.matches("g(").count() + 2 * it.matches("f(").count();
    for jobs in [1, 3] {
        let config = config(|it| (it.jobs, it.effort) = (jobs, Effort::Thorough));
        run(text, &config, |it| calls(it) >= 3);
    }
}

#[test]
fn each_file_has_a_bound_of_its_own_and_one_without_a_language_has_none() {
    let c = c();
    let files = ["int x; int f(void) { return x; }", "int y; int g( { return y; }", "a (note"];
    let most = files.map(|it| syntax_errors(it.as_bytes(), &c));
    let languages = [Some(c.clone()), Some(c.clone()), None];
    let oracle = from_fn(|it| {
        assert!((0..2).all(|file| syntax_errors(&it[file], &c) <= most[file]), "{it:?}");
        [(0, b'x'), (1, b'y'), (2, b'(')].iter().all(|(file, byte)| it[*file].contains(byte))
    });
    let outcome = Reduction::new(files.map(str::as_bytes))
        .languages(languages)
        .keep_parsing(true)
        .run(&oracle)
        .expect("begins");
    assert_eq!(&*outcome.files[2], b"(");
    assert!(&*outcome.files[0] != b"x" && outcome.broken > 0);
}

#[test]
fn one_job_and_the_deterministic_mode_agree_with_themselves() {
    let wanted = |it: &str| it.contains("helper(") && it.contains("unused");
    let one = [(); 2].map(|()| run(PROGRAM, &Config::default(), wanted));
    assert_eq!((&one[0].files, one[0].questions), (&one[1].files, one[1].questions));
    let many =
        [1, 3].map(|jobs| run(PROGRAM, &config(|it| (it.jobs, it.deterministic) = (jobs, true)), wanted));
    assert_eq!((&many[0].files, many[0].questions), (&many[1].files, many[1].questions));
}

/// A number that says nothing about the text.
fn hash(text: &str) -> u64 {
    text.bytes().fold(7_u64, |sum, it| sum.wrapping_mul(31).wrapping_add(it.into()))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_question_breaks_what_parsed(
        text in "(int [a-c];|[a-c] = [a-c]\\([0-9]\\);|\\{|\\}|if \\([a-c]\\)|return [a-c];|// d\n|\n| ){4,30}",
        luck in 1_u64..4,
        mode in 0..4,
    ) {
        let config = config(|it| {
            it.jobs = if mode % 2 == 0 { 1 } else { 3 };
            it.deterministic = mode == 3;
            it.effort = Effort::Thorough;
        });
        let outcome = run(&text, &config, |it| hash(it) % 4 < luck);
        prop_assert!(outcome.certificate.complete);
    }
}
