//! Tests that change their mind: noticed, named with their rate, and not believed.

use crate::kitchen::{Ended, FEW, Kitchen};

/// What is said of a result whose test was seen to change its mind.
const UNCERTAIN: &str = "not certified to be minimal: the test is flaky";

/// A file whose four numbers all matter, in a kitchen with a test that says yes to them, and to whatever it is asked
/// when `fluke` holds; `$n` is the number of the question.
fn kitchen(fluke: &str) -> Kitchen {
    let kitchen = Kitchen::new();
    let lines = (1..=4).map(|it| format!("int bug{it} = {it};\nint v{it};\n"));
    kitchen.write("x.c", lines.collect::<String>());
    let here = kitchen.path("").display().to_string();
    let all = "grep -q bug1 x.c && grep -q bug2 x.c && grep -q bug3 x.c && grep -q bug4 x.c";
    kitchen.script(
        "test.sh",
        &format!("here={here}; echo >>{here}/calls; n=$(wc -l <{here}/calls); {all} || {fluke}"),
    );
    kitchen
}

fn run(kitchen: &Kitchen, options: &[&str]) -> Ended {
    kitchen.lop(FEW.iter().chain(options).copied().chain(["-j1", "x.c", "--", "./test.sh"]))
}

fn has_all(text: &str) -> bool {
    (1..=4).all(|it| text.contains(&format!("bug{it}")))
}

#[test]
fn a_result_that_was_a_fluke_is_taken_back() {
    // One yes by chance, to the first candidate that lacks a single thing that matters.
    let others = "grep -q bug1 x.c && grep -q bug3 x.c && grep -q bug4 x.c";
    let kitchen = kitchen(&format!("{{ {others} && [ ! -e $here/fluke ] && touch $here/fluke; }}"));
    let ended = run(&kitchen, &[]);
    ended.says(5, &["the test is flaky", "yes 0 times in 10", "make it repeatable", "back to", UNCERTAIN]);
    assert!(has_all(&kitchen.read("x.lop.c")), "{}", kitchen.read("x.lop.c"));
}

#[test]
fn a_yes_that_is_too_good_to_be_true_is_asked_again() {
    // The first candidates are the boldest.
    let kitchen = kitchen("[ $n = 6 ]");
    let ended = run(&kitchen, &[]);
    ended.says(5, &["said yes and then no", UNCERTAIN]);
    assert!(!ended.stderr.contains("back to"));
    assert!(has_all(&kitchen.read("x.lop.c")));
}

#[test]
fn a_test_that_forgets_what_it_said_leaves_the_original() {
    let kitchen = Kitchen::new();
    let here = kitchen.path("").display().to_string();
    // From the fourteenth question on only the original will do.
    kitchen.script(
        "test.sh",
        &format!("echo >>{here}/calls; cmp -s x.c {here}/x.c || {{ grep -q bug x.c && [ $(wc -l <{here}/calls) -lt 14 ]; }}"),
    );
    let ended = run(&kitchen, &[]);
    ended.says(5, &["the test is flaky", "back to 9 tokens", "9 → 9 tokens", UNCERTAIN]);
    assert_eq!(kitchen.read("x.lop.c"), kitchen.read("x.c"));
}

#[test]
fn a_test_that_keeps_changing_its_mind_ends_as_flaky_with_what_is_there() {
    let kitchen = Kitchen::new();
    let here = kitchen.path("").display().to_string();
    // Three times yes, then twice no, whatever the candidate; the original is always welcome.
    kitchen.script(
        "test.sh",
        &format!("echo >>{here}/calls; cmp -s x.c {here}/x.c || [ $(($(wc -l <{here}/calls) % 5)) -lt 3 ]"),
    );
    let ended = run(&kitchen, &[]);
    ended.says(5, &[UNCERTAIN]);
}

#[test]
fn a_test_that_can_be_relied_on_is_asked_twice_more_about_the_result() {
    let kitchen = kitchen("false");
    let ended = run(&kitchen, &["--stats"]);
    ended.says(0, &["ask-again", "certified 1-minimal"]);
    assert!(!ended.stderr.contains("flaky"));
}

#[test]
fn a_test_that_breaks_half_way_ends_the_run_with_the_best_so_far() {
    let kitchen = kitchen("false");
    // From the seventeenth question on the license is gone.
    let works = kitchen.read("test.sh");
    kitchen.script(
        "test.sh",
        &works.replace(" grep -q bug1", " [ $n -lt 17 ] && grep -q bug1").replace("#!/bin/sh\n", ""),
    );
    let ended = run(&kitchen, &[]);
    ended.says(
        7,
        &[
            "the test broke half-way",
            "no to the original",
            "a license",
            "best so far is in x.lop.c",
            "not certified",
        ],
    );
    assert!(!ended.stderr.contains("back to"));
    let best = kitchen.read("x.lop.c");
    assert!(has_all(&best) && best.len() < kitchen.read("x.c").len(), "{best}");
}

#[test]
fn a_test_that_was_flaky_once_is_so_for_the_run_that_goes_on() {
    // The first candidates are the boldest.
    let kitchen = kitchen("[ $n = 6 ]");
    run(&kitchen, &["--max-questions", "12"]).says(5, &["said yes and then no"]);
    let ended = run(&kitchen, &["--resume"]);
    ended.says(5, &["going on with", UNCERTAIN]);
    assert!(!ended.stderr.contains("said yes and then no") && has_all(&kitchen.read("x.lop.c")));
}

#[test]
fn what_a_broken_test_said_is_not_believed_by_the_run_that_goes_on() {
    let kitchen = kitchen("false");
    let here = kitchen.path("").display().to_string();
    // The script stays as it is; what it needs goes and comes back.
    kitchen.write("license", "");
    let fails = format!("[ $n != 17 ] || rm {here}/license; [ -e {here}/license ] && grep -q bug1");
    let works = kitchen.read("test.sh").replace("#!/bin/sh\n", "");
    kitchen.script("test.sh", &works.replace(" grep -q bug1", &fails));
    run(&kitchen, &[]).says(7, &["the test broke half-way"]);
    kitchen.write("license", "");
    run(&kitchen, &["--resume"]).says(0, &["going on with", "certified 1-minimal"]);
    let whole = self::kitchen("false");
    run(&whole, &[]).says(0, &[]);
    assert_eq!(kitchen.read("x.lop.c"), whole.read("x.lop.c"));
}
