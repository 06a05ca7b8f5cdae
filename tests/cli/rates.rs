//! `--flaky`: tests of which it counts how often they say yes. Their coins are the number of times that they were asked about
//! the same text, so that every run of a test here is the same.

use std::fs;

use serde_json::Value;

use crate::kitchen::{Ended, FEW, Kitchen};

/// A kitchen whose test says yes to what has the bug in `often` of ten runs, and without `cliff` in `seldom` of ten.
fn kitchen(often: u32, seldom: u32) -> Kitchen {
    let kitchen = Kitchen::new();
    kitchen.write("x.c", "int a;\nint bug;\nint c;\nint cliff;\nint d = 1 + 2;\n");
    let here = kitchen.path("").display().to_string();
    kitchen.script(
        "test.sh",
        &format!(
            "echo >>{here}/calls; set -- $(cksum x.c); n=$(cat {here}/asked.$1 2>/dev/null || echo 0)\n\
             echo $((n + 1)) >{here}/asked.$1; grep -q bug x.c || exit 1\n\
             rate={seldom}; grep -q cliff x.c && rate={often}; [ $(((n * 7 + $1) % 10)) -lt $rate ]"
        ),
    );
    kitchen
}

fn run(kitchen: &Kitchen, options: &[&str]) -> Ended {
    kitchen.lop(FEW.iter().chain(options).copied().chain(["-j1", "x.c", "--", "./test.sh"]))
}

fn calls(kitchen: &Kitchen) -> usize {
    kitchen.read("calls").lines().count()
}

#[test]
fn what_the_rate_depends_on_stays_and_the_rates_are_said() {
    let kitchen = kitchen(8, 4);
    let ended = run(&kitchen, &["--flaky"]);
    ended.says(
        0,
        &[
            "says yes to the original in 79 % of",
            "holds in 79 % of",
            "(95 %: ",
            "original 79 %",
            "1-minimal up to chance",
        ],
    );
    let result = kitchen.read("x.lop.c");
    assert!(result.contains("bug") && result.contains("cliff") && !result.contains('a'), "{result}");
}

#[test]
fn a_rate_that_is_demanded_may_be_lower_than_that_of_the_original() {
    let kitchen = kitchen(9, 5);
    let ended = run(&kitchen, &["--rate", "30%", "--json"]);
    ended.says(0, &[]);
    let result = kitchen.read("x.lop.c");
    assert!(result.contains("bug") && !result.contains("cliff"), "{result}");
    let text = ended.text();
    let records = text.lines().filter_map(|it| serde_json::from_str::<Value>(it).ok());
    let summary = records.filter(|it| it["event"] == "summary").collect::<Vec<_>>().pop().unwrap();
    let rates = &summary["rates"];
    assert_eq!(rates["demanded"], 0.3);
    for (which, least) in [("original", 0.8), ("result", 0.4)] {
        let (yes, asked) = (rates[which]["yes"].as_f64().unwrap(), rates[which]["asked"].as_f64().unwrap());
        let (low, high) = (rates[which]["low"].as_f64().unwrap(), rates[which]["high"].as_f64().unwrap());
        assert!(low < yes / asked && yes / asked < high && yes / asked >= least, "{rates}");
    }
}

#[test]
fn an_original_that_is_not_interesting_often_enough_is_refused() {
    let ended = run(&kitchen(6, 6), &["--rate", "95%"]);
    ended.says(2, &["not interesting often enough", "60 % of", "--rate demands 95 %", "leave out --rate"]);
    run(&kitchen(0, 0), &["--flaky"]).says(2, &["the original is not interesting"]);
}

#[test]
fn a_rate_and_a_number_of_repetitions_do_not_go_together() {
    let kitchen = kitchen(8, 8);
    for options in [&["--flaky", "--repeat", "3"][..], &["--rate", "50%", "--at-least", "1"]] {
        run(&kitchen, options).says(1, &["do not go together", "leave out --repeat", "--rate 80%"]);
    }
    run(&kitchen, &["--rate", "80"]).says(1, &["not a rate such as 80% or 0.8"]);
}

#[test]
fn a_test_that_never_says_no_has_a_rate_as_well() {
    let kitchen = kitchen(10, 10);
    let ended = run(&kitchen, &["--flaky"]);
    ended.says(0, &["holds in 100 % of", "original 100 %"]);
    assert_eq!(kitchen.read("x.lop.c").trim(), "bug");
}

#[test]
fn a_run_that_goes_on_knows_the_rate_of_the_original() {
    let kitchen = kitchen(8, 4);
    let ended = run(&kitchen, &["--flaky", "--max-questions", "150"]);
    ended.says(0, &["used up", "the rate of the result was not measured"]);
    let before = calls(&kitchen);
    let asked_of_original = fs::read_dir(kitchen.path("")).unwrap().filter_map(Result::ok);
    let most = |all: Vec<u32>| all.into_iter().max().unwrap();
    let counts = |it: fs::DirEntry| {
        let is_count = it.file_name().to_string_lossy().starts_with("asked.");
        is_count.then(|| fs::read_to_string(it.path()).unwrap().trim().parse().unwrap())
    };
    let original: u32 = most(asked_of_original.filter_map(counts).collect());
    assert!(original >= 60, "{original}");
    let ended = run(&kitchen, &["--flaky", "--resume"]);
    ended.says(0, &["going on with", "says yes to the original in 79 % of", "holds in 79 % of"]);
    assert!(kitchen.read("x.lop.c").contains("cliff") && calls(&kitchen) > before);
    let whole = self::kitchen(8, 4);
    run(&whole, &["--flaky"]).says(0, &[]);
    // The result of the first run was proven as well.
    assert!(calls(&kitchen) <= calls(&whole) + 40, "{} of {}", calls(&kitchen), calls(&whole));
}

#[test]
fn who_has_not_said_that_a_test_is_flaky_is_told_how() {
    let kitchen = kitchen(5, 5);
    run(&kitchen, &[]).says(5, &["the test is flaky", "--flaky"]);
}
