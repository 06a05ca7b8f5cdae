//! Nothing is lost: an earlier run, a smaller result, each improvement, and what could not be written.

use std::fs;

use crate::kitchen::{Ended, FEW, Kitchen, names};

const TEST: [&str; 5] = ["x.c", "--", "grep", "-q", "bug"];

/// A kitchen with a run that stopped half-way, and how many bytes it got to.
fn stopped() -> (Kitchen, usize) {
    let kitchen = Kitchen::new();
    let lines = (0..20).map(|it| format!("int a{it} = {it};\n"));
    kitchen.write("x.c", lines.collect::<String>() + "int bug;\n");
    run(&kitchen, &["-j1", "--max-questions", "3"]).says(0, &["--resume"]);
    let bytes = kitchen.read("x.lop.c").len();
    assert!(bytes < kitchen.read("x.c").len());
    (kitchen, bytes)
}

fn run(kitchen: &Kitchen, options: &[&str]) -> Ended {
    kitchen.lop(FEW.iter().chain(options).chain(&TEST).chain(&["@@"]))
}

#[test]
fn an_unfinished_run_is_named_with_its_size_and_only_the_user_ends_it() {
    let (kitchen, bytes) = stopped();
    let best = kitchen.read("x.lop.c");
    for options in [&["-j1"][..], &["-q"], &["--json"]] {
        let ended = run(&kitchen, options);
        assert_eq!(ended.code, Some(8), "{ended:#?}");
        let said = ended.text() + &ended.stderr;
        for text in ["unfinished", &format!("{bytes} bytes"), "--resume", "--fresh"] {
            assert!(said.contains(text), "{text} is missing in {said}");
        }
        assert_eq!(kitchen.read("x.lop.c"), best);
        assert_eq!(kitchen.journals().len(), 1);
    }
    run(&kitchen, &["-j1", "--resume"]).says(0, &["going on with", "certified"]);
    run(&kitchen, &["-j1"]).says(0, &["certified"]);
    run(&kitchen, &["--resume", "--fresh"]).says(1, &["cannot be used with"]);
}

#[test]
fn a_run_that_is_still_at_work_is_not_unfinished() {
    let (kitchen, _) = stopped();
    let journal = kitchen.state.path().join("lop").join(&kitchen.journals()[0]).join("journal");
    let file = fs::File::options().read(true).write(true).open(&journal).unwrap();
    rustix::fs::flock(&file, rustix::fs::FlockOperation::NonBlockingLockExclusive).unwrap();
    let before = fs::read(&journal).unwrap();
    run(&kitchen, &["-j1"]).says(0, &["certified"]);
    assert_eq!(fs::read(&journal).unwrap(), before);
}

#[test]
fn a_run_that_came_to_its_end_is_not_unfinished_though_its_journal_is_kept() {
    let kitchen = Kitchen::new();
    run(&kitchen, &["-j1", "--journal", "log"]).says(0, &["certified"]);
    run(&kitchen, &["-j1", "--journal", "log"]).says(0, &["certified"]);
    run(&kitchen, &["-j1", "--journal", "log", "--resume"]).says(0, &["going on with"]);
    let stopped = ["-j1", "--journal", "log", "--fresh", "--max-questions", "2"];
    run(&kitchen, &stopped).says(0, &["its journal is kept"]);
    assert_eq!(names(&kitchen.path("log")), ["journal", "journal.old"]);
}

#[test]
fn a_run_that_begins_anew_keeps_the_old_journal_until_it_has_got_further() {
    let (kitchen, bytes) = stopped();
    // Gets nowhere: the earlier one is still what is gone on with.
    run(&kitchen, &["-j1", "--fresh", "--max-questions", "1"]).says(0, &["its journal is kept"]);
    run(&kitchen, &["-j1"]).says(8, &[&format!("{bytes} bytes")]);
    run(&kitchen, &["-j1", "--fresh"]).says(0, &["certified"]);
    assert_eq!(kitchen.journals(), [""; 0], "what has got further takes its place");
}

#[test]
fn a_journal_of_a_test_that_was_changed_is_kept_for_the_test_as_it_was() {
    let kitchen = Kitchen::new();
    let test = |text: &str| kitchen.script("test.sh", text);
    let run = |options: &[&str]| {
        kitchen.lop(["-j1"].iter().chain(options).chain(&["x.c", "--", "./test.sh"]).copied())
    };
    kitchen.write("x.c", "int a;\nint b;\nint c;\nint d;\nint bug;\n");
    test("grep -q bug x.c");
    run(&["--max-questions", "6"]).says(0, &["--resume"]);
    assert!(kitchen.read("x.lop.c").len() < 34);
    let best = kitchen.read("x.lop.c");
    test("grep -q bug x.c && [ $(wc -c <x.c) -ge 34 ]");
    run(&[]).says(0, &["certified", "its journal is kept", "held a smaller result before"]);
    assert_eq!(kitchen.read("x.lop.c.old"), best);
    test("grep -q bug x.c");
    run(&["--resume"]).says(0, &["going on with", "certified"]);
    assert_eq!(kitchen.read("x.lop.c").trim(), "bug");
}

#[test]
fn a_smaller_result_is_not_overwritten_by_a_larger_one() {
    let kitchen = Kitchen::new();
    run(&kitchen, &[]).says(0, &[]);
    let small = kitchen.read("x.lop.c");
    let larger = ["x.c", "--", "grep", "-q", "int bug", "@@"];
    let ended = kitchen.lop(larger);
    ended.says(0, &["x.lop.c held a smaller result before", "x.lop.c.old"]);
    assert_eq!(kitchen.read("x.lop.c.old"), small);
    assert!(kitchen.read("x.lop.c").contains("int bug"));
    // One that is as small takes its place, and nothing is left over.
    run(&kitchen, &[]).says(0, &[]);
    run(&kitchen, &[]).says(0, &[]);
    assert_eq!(kitchen.names(), ["x.c", "x.lop.c", "x.lop.c.old"]);
    kitchen.lop(["--fresh"].iter().chain(&larger)).says(0, &[]);
    assert_eq!(kitchen.names(), ["x.c", "x.lop.c", "x.lop.c.old"]);
}

#[test]
fn every_path_is_checked_before_the_test_is_asked() {
    let kitchen = Kitchen::new();
    kitchen.write("plain", "");
    let test = format!("echo >>{}", kitchen.path("calls").display());
    for (option, path, text) in [
        ("--report", "none/r.html", "mkdir -p none"),
        ("--report", ".", "a directory"),
        ("--bug", "none/b.md", "mkdir -p none"),
        ("--trace", "none/t.json", "mkdir -p none"),
        ("--history", "plain/h", "no directory"),
        ("--keep-other-crashes", "plain", "no directory"),
        ("--journal", "plain/j", "no directory"),
    ] {
        let ended = kitchen.lop([option, path, "x.c", "--", "sh", "-c", &test]);
        ended.says(1, &[option, path, "cannot be written", text]);
    }
    assert_eq!(kitchen.names(), ["plain", "x.c"]);
}

#[test]
fn what_could_not_be_written_is_an_exit_code() {
    let kitchen = Kitchen::new();
    let out = kitchen.path("out").display().to_string();
    // The directory goes while the run is at work.
    let test = format!("rm -rf {out}; grep -q bug x.c");
    for option in ["--report", "--bug"] {
        fs::create_dir_all(kitchen.path("out")).unwrap();
        let ended = kitchen.lop(["--json", option, "out/r", "x.c", "--", "sh", "-c", &test]);
        ended.says(6, &[]);
        assert!(ended.text().contains("\"exit\":6"), "{}", ended.text());
        assert!(kitchen.read("x.lop.c").contains("bug"));
    }
}

#[test]
fn each_improvement_is_kept_in_the_history() {
    let kitchen = Kitchen::new();
    let ended = run(&kitchen, &["-j1", "--json", "--history", "h/h"]);
    ended.says(0, &[]);
    let improved = ended.text().lines().filter(|it| it.contains("\"improved\"")).count();
    let kept = names(&kitchen.path("h/h"));
    assert_eq!(kept.len(), improved);
    assert_eq!(kept[0], "x.000001.c");
    assert_eq!(kitchen.read(format!("h/h/{}", kept[kept.len() - 1])), kitchen.read("x.lop.c"));
}
