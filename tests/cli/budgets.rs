//! `--until`: sizes and times that end a run well.

use serde_json::Value;

use crate::kitchen::{Ended, Kitchen};

/// Many lines of three tokens, of which each run needs one.
fn kitchen() -> Kitchen {
    let kitchen = Kitchen::new();
    let mut text = "int other;\n".repeat(60);
    text.push_str("int bug;\n");
    kitchen.write("x.c", text);
    kitchen
}

fn summary(ended: &Ended) -> Value {
    let text = ended.text();
    serde_json::from_str(text.lines().last().unwrap()).unwrap()
}

/// One job and single lines from the back, so that sizes fall slowly.
const SLOWLY: [&str; 6] = ["--jobs", "1", "--passes", "delete-tokens", "--language", "text"];

#[test]
fn a_result_that_is_small_enough_ends_the_run() {
    let kitchen = kitchen();
    for (budget, limit, name) in
        [("100tokens", 100, "tokens"), ("100t", 100, "tokens"), ("300B", 300, "bytes")]
    {
        let words = ["x.c", "--json", "--fresh", "--until", budget, "--", "grep", "-q", "int bug", "@@"];
        let ended = kitchen.lop(SLOWLY.iter().chain(&words));
        ended.says(0, &[]);
        let summary = summary(&ended);
        assert_eq!((&summary["ended"], &summary["budget"]), (&"budget".into(), &name.into()), "{summary}");
        assert!(summary[name]["after"].as_u64().unwrap() <= limit, "{summary}");
        assert!(summary["tokens"]["after"].as_u64().unwrap() > 2, "{summary}");
        assert!(kitchen.read("x.lop.c").contains("int bug"));
    }
}

#[test]
fn what_is_small_enough_already_is_not_searched() {
    let kitchen = kitchen();
    let ended = kitchen.lop(["x.c", "--until", "1MB", "--", "grep", "-q", "bug", "@@"]);
    ended.says(0, &["not certified to be minimal: it has as few bytes as --until says", "--resume"]);
    assert_eq!(kitchen.read("x.lop.c"), kitchen.read("x.c"));
}

#[test]
fn a_time_ends_the_run_and_a_test_that_is_under_way() {
    let kitchen = kitchen();
    // The questions of the search do not end; those about the original do.
    kitchen.script("test.sh", "test -s x.c || exit 1; cmp -s x.c \"$1\" || sleep 600");
    let original = kitchen.path("x.c").display().to_string();
    let words = ["x.c", "--timeout", "500", "--json", "--until", "2s", "--", "./test.sh", &original];
    let ended = kitchen.lop(words);
    ended.says(0, &[]);
    assert_eq!(summary(&ended)["budget"], "time");
}

#[test]
fn of_several_budgets_the_first_counts_and_each_can_be_named() {
    let kitchen = kitchen();
    let run = |budgets: &[&str]| {
        let words = ["x.c", "--json", "--fresh", "--", "grep", "-q", "int bug", "@@"];
        let ended = kitchen.lop(SLOWLY.iter().chain(budgets).chain(&words));
        ended.says(0, &[]);
        summary(&ended)["budget"].as_str().unwrap_or("none").to_owned()
    };
    assert_eq!(run(&["--until", "10h,120t"]), "tokens");
    assert_eq!(run(&["--until", "10h", "--until", "1t", "--max-questions", "3"]), "questions");
    assert_eq!(run(&["--until", "1t,1B,10h"]), "none");
}

#[test]
fn a_small_result_that_the_expensive_test_refuses_does_not_end_the_run() {
    let kitchen = kitchen();
    let words = ["x.c", "--json", "--until", "60t", "--then", "test $(wc -w <@@) -ge 90"];
    let ended = kitchen.lop(SLOWLY.iter().chain(&words).chain(&["--", "grep", "-q", "int bug", "@@"]));
    ended.says(0, &[]);
    let words = kitchen.read("x.lop.c").split_whitespace().count();
    assert!(words >= 90, "{words}");
    assert_eq!(summary(&ended)["ended"], "fixpoint");
}

#[test]
fn what_is_no_budget_is_explained() {
    let kitchen = Kitchen::new();
    for wrong in ["0t", "0s", "soon", "10M", "25:00", "100", ""] {
        kitchen.lop(["--until", wrong, "x.c", "--", "true"]).says(1, &["--until"]);
    }
    kitchen.lop(["batch", ".", "--out", "o", "--until", "100t", "--", "true"]).says(1, &["07:30"]);
}

#[test]
fn a_run_that_a_budget_ended_goes_on_with_resume() {
    let kitchen = kitchen();
    let words = ["x.c", "--json", "--resume", "--", "grep", "-q", "int bug", "@@"];
    kitchen.lop(["--until", "100t"].iter().chain(&words)).says(0, &[]);
    let ended = kitchen.lop(words);
    assert_eq!(summary(&ended)["ended"], "fixpoint");
    assert_eq!(kitchen.read("x.lop.c").trim(), "int bug");
}

#[test]
fn a_budget_ends_the_deterministic_mode_at_the_same_place_at_any_number_of_jobs() {
    let kitchen = kitchen();
    for questions in ["9", "16", "17", "24"] {
        let results = ["-j1", "-j4"].map(|jobs| {
            let words = ["x.c", "-q", "--fresh", "--deterministic", jobs, "--max-questions", questions];
            kitchen.lop(words.iter().chain(&["--", "grep", "-q", "int bug", "@@"])).says(0, &[]);
            kitchen.read("x.lop.c")
        });
        assert!(results[0].len() < kitchen.read("x.c").len(), "{questions} questions");
        assert_eq!(results[0], results[1], "{questions} questions");
    }
}
