//! Deep nests around one word, in several languages and in none: few questions, and no stack that overflows.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use lop_engine::oracle::from_bytes;
use lop_engine::{Config, Language, Reduction};

use crate::examples::row;

/// What a nest is made of: before it, an opening, what is inside, a closing, and after it.
type Shape = (&'static str, [&'static str; 5]);

const SHAPES: [Shape; 8] = [
    ("c", ["void f()\n", "{", "needle;", "}", "\n"]),
    ("c", ["int x = ", "(", "needle", ")", ";\n"]),
    ("json", ["", "[", "\"needle\"", "]", "\n"]),
    ("json", ["", "{\"k\": ", "\"needle\"", "}", "\n"]),
    ("json", ["", "[1, ", "\"needle\"", ", 2]", "\n"]),
    ("rust", ["type T = ", "a<", "needle", ">", ";\n"]),
    ("javascript", ["", "if (a) {\n", "needle;\n", "}\n", ""]),
    ("", ["", "[", "needle", "]", "\n"]),
];

fn nested([before, open, inside, close, after]: [&str; 5], levels: usize) -> String {
    [before, &open.repeat(levels), inside, &close.repeat(levels), after].concat()
}

/// The result, and how many questions it took.
fn reduce(
    text: &str,
    language: Option<Arc<Language>>,
    wanted: impl Fn(&[u8]) -> bool + Sync,
) -> (String, usize) {
    let questions = AtomicUsize::new(0);
    let oracle = from_bytes(|candidate: &[u8]| {
        questions.fetch_add(1, Ordering::Relaxed);
        wanted(candidate)
    });
    let reduction = Reduction::new([text.as_bytes()]).language(0, language).config(Config::default());
    let outcome = reduction.assume_interesting().run(&oracle).unwrap();
    (String::from_utf8(outcome.files[0].to_vec()).unwrap(), questions.load(Ordering::Relaxed))
}

fn has(text: &[u8], word: &str) -> bool {
    text.windows(word.len()).any(|it| it == word.as_bytes())
}

#[test]
fn a_word_in_a_thousand_levels_is_found_in_a_few_questions() {
    for (language, shape) in SHAPES {
        let wanted = |it: &[u8]| has(it, "needle");
        let (result, questions) = reduce(&nested(shape, 1_000), lop_languages::by_name(language), wanted);
        assert_eq!(result.trim(), "needle", "{language} {shape:?}");
        assert!(questions <= 60, "{language} {shape:?}: {questions} questions");
    }
}

#[test]
fn a_level_in_the_middle_of_a_nest_stays_while_those_around_it_go() {
    let (around, inside) = ("{\"k\": ".repeat(500), "}".repeat(500));
    let text = format!("{around}{{\"middle\": {around}\"needle\"{inside}}}{inside}\n");
    let wanted = |it: &[u8]| {
        let at = |word: &str| it.windows(word.len()).position(|it| it == word.as_bytes());
        at("{\"middle\": ").is_some_and(|middle| at("\"needle\"}").is_some_and(|it| middle < it))
    };
    let (result, questions) = reduce(&text, lop_languages::by_name("json"), wanted);
    assert_eq!(result.trim(), "{\"middle\": \"needle\"}");
    assert!(questions <= 150, "{questions} questions");
}

#[test]
fn a_rule_of_a_language_is_matched_once_on_each_level_of_a_deep_tree() {
    let rules = row("apply-rules");
    for levels in [100, 127, 128, 129, 1_000] {
        let text = nested(["", "[", "1234", "]", "\n"], levels);
        let candidates = crate::examples::candidates(rules, "json", &text);
        let mut wanted: Vec<String> = (1..=levels).map(|it| nested(["", "[", "0", "]", "\n"], it)).collect();
        let mut found = candidates;
        wanted.sort();
        found.sort();
        assert!(found == wanted, "{levels} levels: {} and not {}", found.len(), wanted.len());
    }
}

#[test]
fn ten_thousand_levels_overflow_no_stack() {
    for (language, shape) in [SHAPES[1], SHAPES[3], SHAPES[5], SHAPES[7]] {
        let text = nested(shape, 10_000);
        let (result, _) = reduce(&text, lop_languages::by_name(language), |it| has(it, "needle"));
        assert_eq!(result.trim(), "needle", "{language} {shape:?}");
    }
}

#[test]
fn indentation_that_is_too_deep_for_a_scanner_breaks_nothing_off() {
    let lines = |of: &str| (0..300).map(|it| " ".repeat(2 * it) + of + "\n").collect::<String>();
    let margin = " ".repeat(600);
    for text in [
        lines("a:") + &margin + "needle\n",
        lines("- a:") + &margin + "needle\n",
        "- ".repeat(300) + "needle\n",
        "? ".repeat(300) + "needle\n",
    ] {
        let (result, _) = reduce(&text, lop_languages::by_name("yaml"), |it| has(it, "needle"));
        assert_eq!(result.trim(), "needle");
    }
}

#[test]
fn what_stands_beside_a_nest_that_stays_goes_before_its_levels_are_looked_at() {
    let nest = nested(["", "[", "\"needle\"", "]", ""], 600);
    let siblings: Vec<String> = (0..50).map(|it| format!("{{\"sibling\": [{it}, {{}}]}}")).collect();
    let siblings = siblings.join(", ");
    for text in [format!("[{nest}, {siblings}]\n"), format!("[{siblings}, {nest}]\n")] {
        let oracle = from_bytes(|it: &[u8]| has(it, &nest));
        let reduction = Reduction::new([text.as_bytes()]).language(0, lop_languages::by_name("json"));
        let outcome = reduction.max_questions(20).assume_interesting().run(&oracle).unwrap();
        let left = String::from_utf8(outcome.files[0].to_vec()).unwrap();
        assert!(!left.contains("sibling"), "after 20 questions");
    }
}
