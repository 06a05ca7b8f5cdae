//! What the program says while it runs and at the end.

use serde_json::Value;

use crate::kitchen::{Ended, Kitchen};

const TEST: [&str; 6] = ["x.c", "--", "grep", "-q", "bug", "@@"];

fn run(options: &[&str]) -> (Kitchen, Ended) {
    let kitchen = Kitchen::new();
    let ended = kitchen.lop(options.iter().copied().chain(TEST));
    (kitchen, ended)
}

fn records(ended: &Ended) -> Vec<Value> {
    ended.text().lines().map(|it| serde_json::from_str(it).unwrap_or_else(|e| panic!("{e}: {it}"))).collect()
}

#[test]
fn the_summary_says_what_was_gained_what_it_cost_and_what_is_certain() {
    let (_, ended) = run(&[]);
    ended.says(0, &["9 → 1 token", "23 → ", "questions in", "answered from memory", "certified 1-minimal"]);
    assert!(ended.stdout.is_empty());
    assert!(
        !ended.stderr.contains('\r') && !ended.stderr.contains('\x1b'),
        "no terminal, no control characters"
    );
}

#[test]
fn quiet_says_nothing_but_errors() {
    let (kitchen, ended) = run(&["--quiet"]);
    assert_eq!((ended.code, ended.stdout.len(), ended.stderr.as_str()), (Some(0), 0, ""));
    kitchen.lop(["-q", "none.c", "--", "true"]).says(1, &["error: "]);
}

#[test]
fn stats_are_a_table_of_passes() {
    let (_, ended) = run(&["--stats"]);
    ended.says(0, &["pass ", "in vain", "accepted", "total", "workers: the test", "left to try: "]);
    let (_, quiet) = run(&["--stats", "--quiet"]);
    assert!(quiet.stderr.starts_with("pass "), "{}", quiet.stderr);
}

#[test]
fn the_trace_has_every_question_and_every_best() {
    let (kitchen, ended) = run(&["--trace", "trace.json", "--json"]);
    let trace: Vec<Value> = serde_json::from_str(&kitchen.read("trace.json")).unwrap();
    let of = |kind: &str| trace.iter().filter(|it| it["cat"] == kind).count();
    let told = |event: &str| records(&ended).iter().filter(|it| it["event"] == event).count();
    assert_eq!((of("question"), of("commit")), (told("question"), told("improved")));
}

#[test]
fn every_record_is_a_json_object_with_an_event_and_the_first_has_the_version() {
    let (_, ended) = run(&["--json"]);
    let records = records(&ended);
    assert_eq!(ended.stderr, "");
    assert!(records.iter().all(|it| it["event"].is_string()));
    assert_eq!(records[0]["version"], 1);
    assert!(records[1..].iter().all(|it| it.get("version").is_none()));
    let of = |event: &str| records.iter().filter(|it| it["event"] == event).collect::<Vec<_>>();
    assert_eq!(of("start").len(), 1);
    assert_eq!(of("start")[0]["bytes"], 23);
    let summary = records.last().unwrap();
    assert_eq!(summary["event"], "summary");
    assert_eq!(summary["exit"], 0);
    assert_eq!(summary["output"], "x.lop.c");
    assert_eq!(summary["tokens"]["before"], 9);
    assert_eq!(summary["tokens"]["after"], 1);
    assert_eq!(summary["certificate"]["complete"], true);
}

#[test]
fn the_summary_counts_what_was_answered_also_where_nobody_came_to_it() {
    for jobs in ["1", "2", "3"] {
        let (_, ended) = run(&["--json", "--jobs", jobs]);
        let records = records(&ended);
        let told = records.iter().filter(|it| it["event"] == "question");
        let (all, judged) = told
            .fold((0, 0), |(all, judged), it| (all + 1, judged + u64::from(it["verdict"] != "cancelled")));
        let counted = records.last().unwrap()["questions"].as_u64().unwrap();
        // What is in vain when another answer comes is told of as cancelled, whether the test had begun, had answered or neither.
        let in_vain = all - judged;
        assert!(jobs != "1" || in_vain == 0, "one job asks nothing in vain");
        assert!(
            (judged..=judged + in_vain).contains(&counted),
            "{jobs} jobs: {counted} of {judged} and {in_vain}"
        );
    }
}

#[test]
fn improvements_are_told_in_order_and_only_go_down() {
    let (_, ended) = run(&["--json"]);
    let records = records(&ended);
    let improved: Vec<(u64, u64)> = records
        .iter()
        .filter(|it| it["event"] == "improved")
        .map(|it| (it["tokens"].as_u64().unwrap(), it["bytes"].as_u64().unwrap()))
        .collect();
    assert!(!improved.is_empty());
    assert!(improved.windows(2).all(|it| it[1] <= it[0]), "{improved:?}");
}

#[test]
fn errors_are_records_too() {
    let kitchen = Kitchen::new();
    let ended = kitchen.lop(["--json", "none.c", "--", "true"]);
    let records = records(&ended);
    assert_eq!(records.len(), 1);
    assert_eq!((&records[0]["event"], &records[0]["version"]), (&"error".into(), &1.into()));
    assert_eq!(records[0]["exit"], 1);
    ended.says(1, &["error: "]);
}

#[test]
fn an_unknown_kind_of_file_is_reduced_as_text() {
    let kitchen = Kitchen::new();
    kitchen.write("x.xyz", "a\nbug\nc\n");
    let ended = kitchen.lop(["x.xyz", "--", "grep", "-q", "bug", "@@"]);
    ended.says(0, &["no grammar for .xyz: using text passes"]);
    assert_eq!(kitchen.read("x.lop.xyz").trim(), "bug");
    let ended = kitchen.lop(["--language", "text", "x.xyz", "--", "grep", "-q", "bug", "@@"]);
    assert!(!ended.stderr.contains("no grammar"));
}

#[test]
fn one_job_gives_the_same_result_every_time() {
    let result = || {
        let kitchen = Kitchen::new();
        kitchen.write("x.c", "int bug(void) { return 1; }\nint b = bug() + 2;\n".repeat(4));
        kitchen.lop(["-q", "-j1", "-o", "-", "x.c", "--", "sh", "-c", "test $(grep -c bug x.c) = 3"]).text()
    };
    let first = result();
    assert_eq!(first, result());
}
