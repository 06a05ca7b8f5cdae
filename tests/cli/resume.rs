//! The journal: a run that was killed goes on, asks nothing twice, and ends as if nothing had happened.

use std::fs;

use crate::kitchen::{Ended, FEW, Kitchen, names};

/// A kitchen whose test counts its calls and, when a file `kill` says so, kills the program that asks.
fn kitchen() -> Kitchen {
    let kitchen = Kitchen::new();
    let lines = (0..6).map(|it| format!("int a{it} = {it};\nint bug{it}(int x) {{ return x + {it}; }}\n"));
    kitchen.write("x.c", lines.collect::<String>());
    let here = kitchen.path("").display().to_string();
    kitchen.script(
        "test.sh",
        &format!(
            "echo >>{here}/calls\n\
             [ \"$(wc -l <{here}/calls)\" -lt \"$(cat {here}/kill 2>/dev/null || echo 999999)\" ] || kill -9 $PPID\n\
             grep -q bug3 x.c && grep -q 'return x' x.c && grep -q bug5 x.c"
        ),
    );
    kitchen
}

fn run(kitchen: &Kitchen, options: &[&str]) -> Ended {
    kitchen.lop(FEW.iter().chain(options).copied().chain(["x.c", "--", "./test.sh"]))
}

fn calls(kitchen: &Kitchen) -> usize {
    kitchen.read("calls").lines().count()
}

/// Kills the run at that call of the test.
#[track_caller]
fn killed_at(kitchen: &Kitchen, call: usize, options: &[&str]) {
    kitchen.write("kill", format!("{call}\n"));
    let ended = run(kitchen, options);
    assert_eq!(ended.code, None, "{ended:#?}");
    fs::remove_file(kitchen.path("kill")).unwrap();
    let result = fs::read_to_string(kitchen.path("x.lop.c"));
    assert!(result.is_ok_and(|it| it.contains("bug3") && it.contains("return x") && it.contains("bug5")));
}

/// What a run does that nobody kills: its result, and how often it calls the test.
fn uninterrupted(options: &[&str]) -> (String, usize) {
    let kitchen = kitchen();
    run(&kitchen, options).says(0, &["certified 1-minimal"]);
    assert_eq!(kitchen.journals(), [""; 0], "nothing is left of a journal that nobody named");
    (kitchen.read("x.lop.c"), calls(&kitchen))
}

/// The original is asked twice, the empty file once, and the question of the kill a second time.
const ONCE_MORE: usize = 4;

#[test]
fn a_killed_run_goes_on_to_the_same_result_and_asks_nothing_twice() {
    let (result, all) = uninterrupted(&["-j1"]);
    for call in [6, 23, all / 2, all - 1] {
        let kitchen = kitchen();
        killed_at(&kitchen, call, &["-j1"]);
        assert_eq!(kitchen.journals().len(), 1);
        run(&kitchen, &["-j1", "--resume"]).says(0, &["note: ", "certified 1-minimal"]);
        assert_eq!(kitchen.read("x.lop.c"), result, "killed at {call}");
        // Asking the result again, which is not written down, may be done twice.
        assert!(calls(&kitchen) <= all + ONCE_MORE + 2, "{} of {all}, killed at {call}", calls(&kitchen));
        assert_eq!(kitchen.journals(), [""; 0]);
    }
}

#[test]
fn a_run_may_be_killed_again_and_again() {
    let (result, all) = uninterrupted(&["-j1"]);
    let kitchen = kitchen();
    killed_at(&kitchen, 20, &["-j1"]);
    let mut kills = 1;
    while calls(&kitchen) + 30 < all {
        killed_at(&kitchen, calls(&kitchen) + 20, &["-j1", "--resume"]);
        kills += 1;
    }
    assert!(kills > 1, "{all}");
    run(&kitchen, &["-j1", "--resume"]).says(0, &["going on with", "certified 1-minimal"]);
    assert_eq!(kitchen.read("x.lop.c"), result);
    assert!(calls(&kitchen) <= all + kills * ONCE_MORE);
}

#[test]
fn with_several_jobs_a_run_goes_on_from_its_best() {
    let kitchen = kitchen();
    killed_at(&kitchen, 30, &["-j3"]);
    let before = kitchen.read("x.lop.c").len();
    let ended = run(&kitchen, &["-j3", "--resume"]);
    ended.says(0, &["a best of", "certified 1-minimal"]);
    assert!(kitchen.read("x.lop.c").len() <= before);
    assert!(kitchen.read("x.lop.c").contains("bug3"));
}

#[test]
fn a_run_that_was_stopped_says_how_to_go_on() {
    let kitchen = kitchen();
    run(&kitchen, &["-j1", "--max-questions", "8"]).says(0, &["--resume"]);
    assert_eq!(kitchen.journals().len(), 1);
    run(&kitchen, &["-j1", "--resume"]).says(0, &["going on with", "certified 1-minimal"]);
    let (result, _) = uninterrupted(&["-j1"]);
    assert_eq!(kitchen.read("x.lop.c"), result);
}

#[test]
fn a_journal_that_was_named_is_kept_and_known_again() {
    let kitchen = kitchen();
    run(&kitchen, &["-j1", "--journal", "log"]).says(0, &[]);
    let (result, before) = (kitchen.read("x.lop.c"), calls(&kitchen));
    assert_eq!(names(&kitchen.path("log")), ["journal"]);
    assert_eq!(kitchen.journals(), [""; 0]);
    run(&kitchen, &["-j1", "--journal", "log", "--resume"]).says(0, &["going on with"]);
    assert_eq!(kitchen.read("x.lop.c"), result);
    assert!(calls(&kitchen) - before <= 2 + 1 + 2, "{}", calls(&kitchen) - before);
}

#[test]
fn a_journal_of_another_run_is_refused_with_a_reason() {
    let kitchen = kitchen();
    run(&kitchen, &["-q", "--journal", "log"]).says(0, &[]);
    let log = ["--journal", "log", "--resume"];
    let refused = |options: &[&str], text: &str| {
        let words = log.iter().chain(options).copied().chain(["x.c", "--", "./test.sh"]);
        kitchen.lop(words).says(1, &["the journal cannot be used", text, "--journal"]);
    };
    refused(&["--exit-code", "0"], "another command, other criteria");
    let input = kitchen.read("x.c");
    kitchen.write("x.c", format!("{input}\n\n"));
    refused(&[], "another input");
    kitchen.write("x.c", input);
    kitchen.script("test.sh", "grep -q bug3 x.c");
    refused(&[], "the test program has changed");
    kitchen.write("log/journal", [b'x'; 500]);
    refused(&[], "not a journal");
    // Who does not want to go on may begin anew.
    run(&kitchen, &["-q", "--journal", "log"]).says(0, &[]);
}

#[test]
fn without_a_journal_a_run_begins_anew_and_says_so() {
    let kitchen = kitchen();
    run(&kitchen, &["-j1", "--resume"]).says(0, &["there is no journal of this run", "certified 1-minimal"]);
    let mut command = kitchen.command(["-q", "x.c", "--", "./test.sh"]);
    command.env_remove("XDG_STATE_HOME").env("HOME", "/dev/null/nowhere");
    Ended::from(command.output().unwrap()).says(0, &[]);
}

#[test]
fn a_killed_run_in_place_goes_on_from_its_original() {
    let original = kitchen().read("x.c");
    let (result, all) = uninterrupted(&["-j1"]);
    let in_place = ["-j1", "--in-place"];
    let resume = ["-j1", "--in-place", "--resume"];
    for call in [3, all / 3, all / 2] {
        let kitchen = kitchen();
        kitchen.write("kill", format!("{call}\n"));
        assert_eq!(run(&kitchen, &in_place).code, None);
        // Killed again, soon.
        kitchen.write("kill", format!("{}\n", calls(&kitchen) + 8));
        assert_eq!(run(&kitchen, &resume).code, None);
        fs::remove_file(kitchen.path("kill")).unwrap();
        assert!(kitchen.read("x.c").contains("bug3"));
        run(&kitchen, &resume).says(0, &["certified 1-minimal", "x.c.orig"]);
        assert_eq!(kitchen.read("x.c"), result, "killed at {call}");
        assert_eq!(kitchen.read("x.c.orig"), original);
        assert!(!kitchen.path("x.c.orig.1").exists());
        assert!(
            calls(&kitchen) <= all + 2 * (ONCE_MORE + 1) + 2,
            "{} of {all}, killed at {call}",
            calls(&kitchen)
        );
        assert_eq!(kitchen.journals(), [""; 0]);
    }
}

#[test]
fn a_file_that_is_not_what_a_run_in_place_left_is_begun_anew() {
    let kitchen = kitchen();
    kitchen.write("kill", "30\n");
    assert_eq!(run(&kitchen, &["-j1", "--in-place"]).code, None);
    fs::remove_file(kitchen.path("kill")).unwrap();
    let edited = format!("{}int edited;\n", kitchen.read("x.c"));
    kitchen.write("x.c", &edited);
    let ended = run(&kitchen, &["-j1", "--in-place", "--resume"]);
    ended.says(0, &["there is no journal of this run", "x.c.orig.1"]);
    assert_eq!(kitchen.read("x.c.orig.1"), edited);
}

#[test]
fn an_expensive_test_is_not_asked_twice_either() {
    let stage = |kitchen: &Kitchen| {
        format!("echo >>{}; grep -q bug3 x.c && grep -q a5 x.c", kitchen.path("then").display())
    };
    let kitchens = [kitchen(), kitchen()];
    let [whole, parts] = &kitchens;
    run(whole, &["-j1", "--then", &stage(whole)]).says(0, &["--then refused"]);
    let all = calls(whole);
    killed_at(parts, all * 2 / 3, &["-j1", "--then", &stage(parts)]);
    run(parts, &["-j1", "--resume", "--then", &stage(parts)]).says(0, &["certified 1-minimal"]);
    assert_eq!(parts.read("x.lop.c"), whole.read("x.lop.c"));
    let thens = |it: &Kitchen| it.read("then").lines().count();
    assert!(thens(parts) <= thens(whole) + 2, "{} and {}", thens(parts), thens(whole));
    assert!(calls(parts) <= all + ONCE_MORE + 2);
}
