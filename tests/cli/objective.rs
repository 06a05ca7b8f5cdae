//! `--objective`: a number ranks before size.

use std::fs;

use super::kitchen::Kitchen;

/// The score of the file: as many as it has lines with `slow`, and a hundred where there is no `cache`.
const COST: &str = "n=$(grep -c slow @@); grep -q cache @@ || n=$((n + 100)); echo \"costs $n\"";

fn kitchen() -> Kitchen {
    let kitchen = Kitchen::new();
    kitchen.write("y.txt", "a line\nslow\nbug\nanother\ncache\nslow\nslow\n");
    kitchen
}

#[test]
fn what_makes_the_number_worse_stays_and_the_rest_goes() {
    let kitchen = kitchen();
    let ended =
        kitchen.lop(["y.txt", "--objective", COST, "--report", "page.html", "--", "grep", "-q", "bug", "@@"]);
    ended.says(0, &["score: 3 → 0"]);
    let result = kitchen.read("y.lop.txt");
    assert!(
        result.contains("bug") && result.contains("cache") && result.len() <= "bug cache\n".len(),
        "{result}"
    );
    assert!(kitchen.read("page.html").contains("class=\"score\""));
}

#[test]
fn the_events_have_the_number() {
    let kitchen = kitchen();
    let ended = kitchen.lop(["y.txt", "--json", "--objective", COST, "--", "grep", "-q", "bug", "@@"]);
    let text = ended.text();
    let records = text.lines().map(|it| serde_json::from_str::<serde_json::Value>(it).unwrap());
    let all: Vec<serde_json::Value> = records.collect();
    let scores = all.iter().filter(|it| it["event"] == "improved").map(|it| it["score"].as_f64().unwrap());
    let scores: Vec<f64> = scores.collect();
    assert!(scores.windows(2).all(|it| it[1] <= it[0]), "{scores:?}");
    let summary = all.iter().find(|it| it["event"] == "summary").unwrap();
    assert_eq!(
        (summary["scores"]["before"].as_f64(), summary["scores"]["after"].as_f64()),
        (Some(3.0), Some(0.0))
    );
}

#[test]
fn a_run_that_goes_on_measures_nothing_twice() {
    let kitchen = kitchen();
    let log = kitchen.path("measured");
    let cost = format!("cat @@ | tr '\\n' ' ' >>'{0}'; echo >>'{0}'; {COST}", log.display());
    let run = |more: &[&str]| {
        let words =
            ["y.txt", "-j1", "--journal", "j", "--objective", &cost].into_iter().chain(more.iter().copied());
        kitchen.lop(words.chain(["--", "grep", "-q", "bug", "@@"]))
    };
    run(&["--max-questions", "12"]).says(0, &[]);
    run(&["--resume"]).says(0, &["score: 3 → 0"]);
    let text = fs::read_to_string(log).unwrap();
    let mut lines: Vec<&str> = text.lines().collect();
    let all = lines.len();
    lines.sort_unstable();
    lines.dedup();
    assert_eq!(lines.len(), all, "{text}");
}

#[test]
fn without_a_number_there_is_nothing_to_begin_with() {
    let kitchen = kitchen();
    for cost in ["echo no number", "exit 3"] {
        let ended = kitchen.lop(["y.txt", "--objective", cost, "--", "grep", "-q", "bug", "@@"]);
        ended.says(2, &["the original has no score", "print a number"]);
    }
    let together = ["y.txt", "--deterministic", "--objective", "echo 1", "--", "true"];
    kitchen.lop(together).says(1, &["--objective and --deterministic do not go together"]);
}
