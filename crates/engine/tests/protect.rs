//! Regions that no candidate may change: what stays, what still goes, and that it holds for every question.

mod common;

use std::sync::Arc;

use common::{c, config, reduction};
use lop_engine::oracle::from_bytes;
use lop_engine::{Config, Ended, Language, Outcome, Protected, ReduceError, Reduction, Span};
use proptest::prelude::*;

/// Every occurrence of `wanted`, as a span.
fn all(text: &str, wanted: &str) -> Vec<Span> {
    let offset = |it: usize| u32::try_from(it).expect("short");
    text.match_indices(wanted).map(|(at, it)| Span::new(offset(at), offset(at + it.len()))).collect()
}

fn run(
    text: &str,
    language: Option<Arc<Language>>,
    spans: Vec<Span>,
    mut config: Config,
    oracle: impl Fn(&[u8]) -> bool + Sync,
) -> Outcome {
    let text: Arc<[u8]> = Arc::from(text.as_bytes());
    config.protected = Protected::new(std::slice::from_ref(&text), vec![spans]);
    reduction(&text, language, &config).run(&from_bytes(oracle)).expect("the search begins")
}

fn result(outcome: &Outcome) -> String {
    String::from_utf8(outcome.files[0].to_vec()).expect("utf-8")
}

const PROGRAM: &str = "
/* A comment. */
int helper(int a, int b) { return a * b + 3; }
int unused(void) {
    int x = 1;
      int y  =  2;   // keep me
    return x + y;
}
int main(void) { return helper(1, 2); }
";

#[test]
fn what_is_protected_stays_as_it_is_and_the_rest_goes() {
    for language in [None, Some(c())] {
        for kept in ["      int y  =  2;   // keep me", "unused", "}", "/* A comment. */\n"] {
            let span = all(PROGRAM, kept)[0];
            let outcome = run(PROGRAM, language.clone(), vec![span], Config::default(), |_| true);
            assert_eq!(result(&outcome).trim_end_matches('\n'), kept.trim_end_matches('\n'));
            assert!(outcome.certificate.complete && outcome.certificate.protected > 0);
        }
    }
}

#[test]
fn of_two_equal_texts_the_protected_one_stays() {
    let text = "x = first;\nx = second;\nx = third;\n";
    let spans = all(text, "x")[1..2].to_vec();
    let wants = |text: &[u8]| {
        let text = String::from_utf8_lossy(text);
        text.contains("first") && text.contains("third")
    };
    let outcome = run(text, Some(c()), spans, Config::default(), wants);
    let between = result(&outcome);
    let between = &between[between.find("first").expect("wanted")..between.find("third").expect("wanted")];
    assert!(between.contains('x'), "{}", result(&outcome));
}

#[test]
fn when_everything_is_protected_nothing_is_asked() {
    let whole = Span::new(0, u32::try_from(PROGRAM.len()).expect("short"));
    let asked = std::sync::atomic::AtomicUsize::new(0);
    let outcome = run(PROGRAM, Some(c()), vec![whole], Config::default(), |_| {
        asked.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        true
    });
    assert_eq!(result(&outcome), PROGRAM);
    assert_eq!(asked.into_inner(), 0);
    assert!(matches!(outcome.ended, Ended::Fixpoint));
    assert_eq!((outcome.certificate.units, outcome.certificate.tokens), (0, 0));
}

#[test]
fn the_certificate_counts_only_what_was_taken_out() {
    let text = "int a;\nint b;\nint c;\n";
    let outcome = run(text, Some(c()), all(text, "int b;"), Config::default(), |it| it.ends_with(b"c;\n"));
    assert!(result(&outcome).contains("int b;"));
    let certificate = outcome.certificate;
    assert!(certificate.complete, "{certificate:?}");
    assert!(certificate.tokens <= 2 && certificate.protected >= 3, "{certificate:?}");
}

#[test]
fn regions_that_overlap_or_are_empty_or_outside_are_put_in_order() {
    let text: Arc<[u8]> = Arc::from(&b"abcdefgh"[..]);
    let spans = vec![Span::new(4, 6), Span::new(1, 3), Span::new(2, 5), Span::new(7, 7), Span::new(6, 99)];
    let protected = Protected::new(std::slice::from_ref(&text), vec![spans]);
    assert_eq!(protected.locate(&[text]), Some(vec![vec![Span::new(1, 6)]]));
    assert_eq!((protected.bytes(), protected.is_empty()), (5, false));
    assert!(Protected::default().is_empty());
}

#[test]
fn in_another_text_a_whole_word_is_preferred_and_a_missing_region_is_told() {
    let text: Arc<[u8]> = Arc::from(&b"f(); x = 1;"[..]);
    let protected = Protected::new(std::slice::from_ref(&text), vec![vec![Span::new(5, 6)]]);
    let locate = |text: &str| protected.locate(&[Arc::from(text.as_bytes())]).map(|it| it[0][0].start);
    assert_eq!(locate("max; x"), Some(5));
    assert_eq!(locate("maxi"), Some(2));
    assert_eq!(locate("y"), None);
}

/// Whether each of `wanted` occurs in `text`, one behind the other.
fn in_order(text: &[u8], wanted: &[Vec<u8>]) -> bool {
    let mut rest = text;
    wanted.iter().all(|it| {
        let at = rest.windows(it.len()).position(|here| here == it);
        at.is_some_and(|at| {
            rest = &rest[at + it.len()..];
            true
        })
    })
}

/// Interesting while `g` is called three times, each time with some arguments, whether that is spelt out or comes from `f`.
fn crashes_on_three_calls(text: &[u8]) -> bool {
    let text: String = String::from_utf8_lossy(text).split_whitespace().collect();
    let count = |it: char| text.matches(it).count();
    if count('(') != count(')') || count('{') != count('}') {
        return false;
    }
    let arguments = |it: &str| it.split_once(')').map(|it| it.0.to_owned());
    let body = text.split_once("intf(intx){returng(").and_then(|it| arguments(it.1));
    let spelt_out = ["1", "2", "3"].iter().fold(text.clone(), |text, it| match &body {
        Some(body) => text.replace(&format!("f({it})"), &format!("g({})", body.replace('x', it))),
        None => text,
    });
    let calls: Vec<String> = spelt_out.split("g(").skip(1).filter_map(arguments).collect();
    let holds = |wanted: &[&str; 3]| {
        calls.iter().any(|call| wanted.iter().all(|wanted| call.split(',').any(|it| it == *wanted)))
    };
    [["1", "p", "q"], ["2", "r", "s"], ["3", "t", "u"]].iter().all(holds)
}

#[test]
fn behind_an_excursion_the_same_of_two_equal_texts_is_protected() {
    let text = "int k = 7;\nint f(int x) { return g(x, p, q, r, s, t, u); }\n\
                int a(int y) { return h(f(1), f(2), y); }\nint b() { return f(3); }\nint mark;\nint k = 7;\n";
    let kept = "int k = 7;";
    let broken = parking_lot::Mutex::new(None);
    let outcome = run(text, Some(c()), all(text, kept)[1..].to_vec(), Config::default(), |it| {
        let text = String::from_utf8_lossy(it);
        let Some((_, after)) = text.split_once("int mark;") else { return false };
        if !after.contains(kept) {
            *broken.lock() = Some(text.to_string());
        }
        // Both are needed until the function has gone.
        crashes_on_three_calls(it) && (!text.contains("int f(") || all(&text, kept).len() == 2)
    });
    assert_eq!(broken.into_inner(), None);
    assert!(!result(&outcome).contains("int f("), "the excursion paid: {}", result(&outcome));
    assert!(all(&result(&outcome), kept).len() == 1 && outcome.certificate.complete, "{outcome:?}");
}

#[test]
fn a_region_that_is_not_in_the_text_is_refused_before_anything_is_asked() {
    let elsewhere: Arc<[u8]> = Arc::from(&b"nowhere"[..]);
    let protected = Protected::new(std::slice::from_ref(&elsewhere), vec![vec![Span::new(0, 7)]]);
    let config = config(|it| it.protected = protected);
    let never = from_bytes(|_| panic!("asked"));
    for reduction in [
        reduction(PROGRAM.as_bytes(), Some(c()), &config),
        Reduction::new([PROGRAM.as_bytes()]).language(0, c()).config(config.clone()),
    ] {
        let error = reduction.run(&never).expect_err("the region is not there");
        assert!(matches!(error, ReduceError::ProtectedNotFound), "{error}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_question_has_every_region_in_order(
        text in "([a-c]{1,3}| |\n|  |[{}();,=+]|\"x y\"|int |// d\n){4,40}",
        cuts in proptest::collection::vec((0_u32..60, 1_u32..6), 1..5),
        luck in 1_u64..4,
        mode in 0..4,
    ) {
        let len = u32::try_from(text.len()).expect("short");
        let spans: Vec<Span> =
            cuts.iter().map(|&(at, len)| Span::new(at, at + len)).filter(|it| it.end <= len).collect();
        let arc: Arc<[u8]> = Arc::from(text.as_bytes());
        let protected = Protected::new(std::slice::from_ref(&arc), vec![spans.clone()]);
        let united = &protected.locate(&[arc]).expect("the text itself")[0];
        let wanted: Vec<Vec<u8>> = united.iter().map(|it| text.as_bytes()[it.range()].to_vec()).collect();
        let config = config(|it| {
            it.jobs = if mode % 2 == 0 { 1 } else { 3 };
            it.deterministic = mode == 3;
            it.effort = lop_engine::Effort::Thorough;
        });
        let language = (mode < 2).then(c);
        let broken = parking_lot::Mutex::new(None);
        let outcome = run(&text, language, spans, config, |it| {
            if !in_order(it, &wanted) {
                *broken.lock() = Some(it.to_vec());
            }
            it.iter().fold(7_u64, |sum, &it| sum.wrapping_mul(31).wrapping_add(it.into())) % 4 < luck
        });
        prop_assert_eq!(broken.into_inner(), None);
        prop_assert!(in_order(&outcome.files[0], &wanted));
        prop_assert!(outcome.certificate.complete);
    }
}
