//! `--objective`: a number ranks before size.

use std::fs;
use std::path::Path;
use std::process::Stdio;

use super::kitchen::{Ended, Kitchen};

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

/// What is measured notes the text here, as a line.
const NOTE: &str = "cat @@ | tr '\\n' ' ' >>LOG; echo >>LOG; ";

/// The texts that were measured since the last time.
fn measured(log: &Path) -> Vec<String> {
    let text = fs::read_to_string(log).unwrap();
    fs::remove_file(log).unwrap();
    text.lines().map(str::to_owned).collect()
}

/// A run that is stopped by its budget, and goes on: what each of them has measured.
fn in_two_runs(kitchen: &Kitchen, cost: &str, told: &str) -> [Vec<String>; 2] {
    let log = kitchen.path("measured");
    let cost = format!("{NOTE}{cost}").replace("LOG", &log.display().to_string());
    let run = |more: &[&str], told: &[&str]| {
        let words =
            ["y.txt", "-j1", "--journal", "j", "--objective", &cost].into_iter().chain(more.iter().copied());
        kitchen.lop(words.chain(["--", "grep", "-q", "bug", "@@"])).says(0, told);
        measured(&log)
    };
    [run(&["--max-questions", "12"], &[]), run(&["--resume"], &[told])]
}

#[test]
fn a_run_that_goes_on_measures_nothing_twice_but_its_result() {
    let kitchen = kitchen();
    let [first, second] = in_two_runs(&kitchen, COST, "score: 3 → 0");
    let result = kitchen.read("y.lop.txt").replace('\n', " ");
    assert!(!second.iter().any(|it| *it != result && first.contains(it)), "{first:?} {second:?}");
    assert_eq!(second.last(), Some(&result));
    // A step down once more, and the result at the end.
    for it in &second {
        let times = second.iter().filter(|other| *other == it).count();
        assert!(times <= if *it == result { 3 } else { 2 }, "{it}: {second:?}");
    }
}

#[test]
fn what_has_no_number_is_refused_by_later_runs_too() {
    let kitchen = kitchen();
    let [first, second] = in_two_runs(&kitchen, "grep -q cache @@ && echo 1", "score: 1 → 1");
    let missing = |it: &&String| !it.contains("cache");
    assert!(first.iter().filter(missing).count() > 0, "{first:?}");
    assert!(!second.iter().filter(missing).any(|it| first.contains(it)), "{first:?} {second:?}");
    let mut all: Vec<&String> = first.iter().chain(&second).filter(missing).collect();
    all.sort_unstable();
    let count = all.len();
    all.dedup();
    assert_eq!(all.len(), count, "{first:?} {second:?}");
}

#[test]
fn one_lucky_number_does_not_count() {
    let kitchen = kitchen();
    // The second number of all is a tenth of what it should be.
    let cost = "echo >>LOG; [ $(wc -l <LOG) = 2 ] && echo 1 || echo 10";
    let cost = cost.replace("LOG", &kitchen.path("measured").display().to_string());
    let ended = kitchen.lop(["y.txt", "-j1", "--objective", &cost, "--", "grep", "-q", "bug", "@@"]);
    ended.says(0, &["score: 10 → 10", "certified 1-minimal"]);
    assert_eq!(kitchen.read("y.lop.txt").trim(), "bug");
}

#[test]
fn a_result_that_scores_worse_when_it_is_measured_again_is_told_of() {
    let kitchen = kitchen();
    // Each text is 5 the first time and 50 after that.
    let seen = kitchen.path("seen");
    fs::create_dir(&seen).unwrap();
    let cost = "f=SEEN/$(cksum <@@ | tr ' ' -); [ -e $f ] && echo 50 || { touch $f; echo 5; }";
    let cost = cost.replace("SEEN", &seen.display().to_string());
    let ended = kitchen.lop(["y.txt", "-j1", "--objective", &cost, "--", "grep", "-q", "bug", "@@"]);
    ended.says(
        0,
        &[
            "the score of the result is 50 when it is measured again, and was 5 when it was found",
            "score: 5 → 50",
            "not certified to be minimal: its score wavers",
        ],
    );
}

#[test]
fn a_header_that_makes_the_number_worse_or_takes_it_away_is_not_pasted() {
    for cost in ["echo $((3 + 97 * $(grep -c expensive @@)))", "grep -q expensive @@ || echo 3"] {
        let kitchen = Kitchen::new();
        kitchen.write("x.c", "#include \"a.h\"\nint bug;\n");
        kitchen.write("a.h", "int expensive;\n");
        let words = ["x.c", "--paste-includes", "--objective", cost, "--", "grep", "-q", "bug", "@@"];
        kitchen.lop(words).says(0, &["nothing was pasted", "these stay: a.h", "score: 3 → 3"]);
        assert_eq!(kitchen.read("x.lop.c").trim(), "bug");
    }
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

#[test]
fn who_has_no_score_is_told_what_the_command_did_and_how_to_see_it_by_hand() {
    let kitchen = kitchen();
    let cost = "echo nothing here; echo oops >&2; exit 3";
    let ended = kitchen.lop(["y.txt", "--objective", cost, "--", "grep", "-q", "bug", "@@"]);
    ended.says(2, &["exit code 3", "| nothing here", "| oops", "to see it by hand", "mktemp -d"]);
}

#[test]
fn a_check_measures_the_original_too() {
    let kitchen = kitchen();
    let check =
        |cost: &str| kitchen.lop(["check", "y.txt", "--objective", cost, "--", "grep", "-q", "bug", "@@"]);
    let ended = check(COST);
    ended.says(0, &[]);
    assert!(ended.text().contains("score:         3\n"), "{}", ended.text());
    check("echo none").says(2, &["the original has no score"]);
}

#[test]
fn the_time_limit_is_that_of_every_command_that_is_asked_about_the_original() {
    let kitchen = kitchen();
    let run = |option: &'static str| {
        let words = ["y.txt", "--fresh", "--timeout", "10", option, "sleep 1000", "--", "true"];
        kitchen.command(words).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    };
    // All at once, as each takes as long as the limit.
    let runs = ["--objective", "--then", "--valid", "--first"].map(|it| (it, run(it)));
    for (option, child) in runs {
        let ended = Ended::from(child.wait_with_output().unwrap());
        ended.says(2, &[option, "did not end", "raise --timeout"]);
    }
}
