//! What a batch does with its files: reduced or reported, grouped by bug, stopped, killed and gone on with.

use std::process::Command;

use crate::yard::{COMPILER, Yard};

#[test]
fn every_file_is_reduced_or_reported_and_duplicates_are_one_bug() {
    let yard = Yard::new();
    yard.write("corpus/.ignore", "ignored.c\n");
    yard.write("corpus/ignored.c", "boom(1, 2)");
    let said = yard.succeeds(&["-j2", "--largest", "1K"]);
    assert!(said.contains("fine.c: not interesting: exit code 0"), "{said}");
    assert_eq!(yard.status("empty.c"), "empty");
    assert_eq!(yard.status("c/copy.c"), "duplicate");
    assert_eq!(yard.status("r.rs"), "interesting");
    let summary = yard.summary();
    assert_eq!(summary["bugs"].as_array().unwrap().len(), 4, "{summary:#}");
    let results = yard.results();
    assert_eq!(results.len(), 6);
    assert_eq!(results["r.rs"].trim(), "kaput(");
    let line = said.lines().find(|it| it.contains(" r.rs: ")).unwrap();
    assert!(line.ends_with("; the test may be too weak"), "{line}");
    let ice =
        summary["bugs"].as_array().unwrap().iter().find(|it| it["files"].as_array().unwrap().len() == 3);
    assert!(ice.unwrap()["title"].as_str().unwrap().contains("fold_it"));
    assert!(!yard.read("out/report.html").contains("ignored.c"));
}

#[test]
fn crashes_that_differ_in_a_name_of_the_input_are_one_bug() {
    let yard = Yard::new();
    for (file, name) in [("lambda1.py", "rest"), ("lambda2.py", "pair")] {
        yard.write(&format!("corpus/{file}"), &format!("x = 1\nf = lambda *{name}: 0\n"));
    }
    yard.executable(
        "black.sh",
        "#!/bin/sh\nname=$(sed -n 's/.*lambda \\*\\([a-z]*\\).*/\\1/p' \"$1\")\n[ -z \"$name\" ] && exit 0\n\
         echo \"error: internal error: cannot parse lambda *$name\" >&2\nexit 123\n",
    );
    let output = yard.batch(&["--glob", "lambda*.py", "--", "./black.sh", "@@"]);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("1 distinct bug:") && said.contains("lambda *… (2 files; "), "{said}");
}

#[test]
fn a_batch_that_was_killed_again_and_again_ends_with_the_same_results_and_asks_nothing_twice() {
    let whole = Yard::new();
    whole.succeeds(&["-j2", "--deterministic", "-q"]);

    let killed = Yard::new();
    let kills = [7, 20, 33, 51, 64, 78, 90, 101, 111, 120];
    killed.write("kills", &kills.map(|it| format!("{it}\n")).concat());
    let mut times = 0;
    while killed.batch(&["-j2", "--deterministic", "-q"]).status.code().is_none() {
        times += 1;
        assert!(times <= kills.len());
    }
    assert!(times > 5, "{times}");
    assert_eq!(killed.results(), whole.results());
    // What was under way when it was killed is asked again: two questions, and the two runs of a check.
    assert!(killed.runs() <= whole.runs() + 6 * kills.len(), "{} and {}", killed.runs(), whole.runs());

    let runs = killed.runs();
    killed.succeeds(&["-j2", "-q"]);
    assert_eq!(killed.runs(), runs);
}

#[test]
fn a_budget_stops_the_batch_and_more_of_it_goes_on() {
    let yard = Yard::new();
    let stopped = yard.batch(&["-j1", "--max-questions", "40"]);
    let said = String::from_utf8_lossy(&stopped.stderr);
    assert!(said.contains("give the same command again"), "{said}");
    assert_eq!(stopped.status.code(), Some(8), "unfinished work is an exit code of its own");
    assert_eq!(yard.runs(), 40);
    yard.succeeds(&["-j1"]);
    let whole = Yard::new();
    whole.succeeds(&["-j1"]);
    assert_eq!(yard.results(), whole.results());
}

#[test]
fn quick_results_are_taken_further_when_every_file_is_wanted() {
    let yard = Yard::new();
    yard.succeeds(&["-q", "--glob", "*.c", "--quick-questions", "3"]);
    let before = yard.results();
    assert!(before["c/3.c"].len() > before["c/1.c"].len());
    yard.succeeds(&["-q", "--glob", "*.c", "--every-file"]);
    let after = yard.results();
    assert_eq!(after["c/3.c"].trim(), after["c/1.c"].trim().replace('1', "3"));
}

#[test]
fn a_signature_narrows_a_batch_and_each_reduction_holds_on_to_its_own() {
    let yard = Yard::new();
    yard.succeeds(&["-q", "--signature", "fold_[a-z]+|out of bounds|SEGV"]);
    assert_eq!(yard.status("p.py"), "not interesting");
    let results = yard.results();
    assert_eq!(results["r.rs"].trim(), "kaput(");
    assert!(results["s.js"].contains("segv") && results["c/1.c"].contains("boom("));
}

#[test]
fn a_batch_and_a_single_run_print_the_same_numbers_for_the_same_file() {
    let yard = Yard::new();
    yard.succeeds(&["-j1", "-q", "--glob", "*.rs"]);
    let record: serde_json::Value = serde_json::from_str(&yard.read("out/r.rs.json")).unwrap();
    let mut single = Command::new(env!("CARGO_BIN_EXE_lop"));
    single.args(["-j1", "--json", "-o", "single.rs", "corpus/r.rs", "--", "./cc.sh", "@@"]);
    let output = single.current_dir(yard.directory.path()).output().unwrap();
    let stream = String::from_utf8(output.stdout).unwrap();
    let summary: serde_json::Value = serde_json::from_str(stream.lines().last().unwrap()).unwrap();
    assert_eq!(yard.read("out/r.rs"), yard.read("single.rs"));
    for (single, batch) in [
        (&summary["questions"], &record["questions"]),
        (&summary["known"], &record["known"]),
        (&summary["rounds"], &record["rounds"]),
        (&summary["tokens"]["before"], &record["before"]["tokens"]),
        (&summary["tokens"]["after"], &record["after"]["tokens"]),
        (&summary["bytes"]["after"], &record["after"]["bytes"]),
        (&summary["certificate"]["tokens"], &record["certificate"]["tokens"]),
    ] {
        assert_eq!(single, batch, "{summary} {record}");
    }
}

#[test]
fn what_has_changed_since_a_batch_was_stopped_is_begun_anew() {
    let yard = Yard::new();
    let words = ["-j1", "-q", "--glob", "*.rs", "--every-file"];
    yard.write("kills", "12\n");
    assert_eq!(yard.batch(&words).status.code(), None);
    yard.write("kills", "");
    yard.executable("cc.sh", &format!("{COMPILER}# changed\n"));
    yard.write("corpus/r.rs", "fn main() { let y = kaput(2); }\n");
    yard.succeeds(&words);
    assert_eq!(yard.results()["r.rs"].trim(), "kaput(");
}

#[test]
fn a_batch_of_which_nothing_could_be_reduced_has_failed() {
    let yard = Yard::new();
    yard.write("corpus/lop.toml", "[[files]]\nglob = '*.rs'\nprotect = 'nowhere to be found'\n");
    let output = yard.batch(&["--glob", "*.rs"]);
    assert_eq!(output.status.code(), Some(4));
    assert!(String::from_utf8_lossy(&output.stderr).contains("matches nothing in the file"));
}

#[test]
fn questions_for_each_file_are_counted_over_all_runs() {
    let yard = Yard::new();
    let words = ["-j1", "-q", "--glob", "*.rs", "--file-questions", "15"];
    yard.succeeds(&words);
    let (first, result) = (yard.runs(), yard.read("out/r.rs"));
    yard.succeeds(&words);
    // No more than asking again about the result.
    assert!(yard.runs() <= first + 4, "{first} and {}", yard.runs());
    assert_eq!(yard.read("out/r.rs"), result);
}

#[test]
fn a_result_that_was_a_fluke_is_taken_back() {
    let yard = Yard::new();
    // Says yes to a small file once, and never again.
    let flaky = "#!/bin/sh\nd=$(dirname \"$0\")\ngrep -q main \"$1\" || {\n[ -e $d/was ] && exit 1\n: > $d/was\n}\n\
                 grep -q kaput \"$1\" && kill -SEGV $$\nexit 1\n";
    yard.executable("moody.sh", flaky);
    yard.batch(&["-j1", "-q", "--glob", "*.rs", "--", "./moody.sh", "@@"]);
    let result = &yard.results()["r.rs"];
    assert!(result.contains("main") && result.contains("kaput"), "{result}");
}
