//! `lop check`: what would be held on to, how long and how reliably, and the same as a script.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::kitchen::{Ended, Kitchen};

fn kitchen() -> Kitchen {
    let kitchen = Kitchen::new();
    kitchen.script(
        "cc.sh",
        "if grep -q bug \"$1\"; then echo \"$1:3:1: internal compiler error: in fold_convert, at fold.cc:24\" >&2; exit 4; fi",
    );
    kitchen
}

#[track_caller]
fn shows(ended: &Ended, texts: &[&str]) {
    ended.says(0, &[]);
    for text in texts {
        assert!(ended.text().contains(text), "{text:?} is missing in:\n{}", ended.text());
    }
}

#[test]
fn it_shows_what_there_is_to_know_and_reduces_nothing() {
    let kitchen = kitchen();
    let ended = kitchen.lop(["check", "x.c", "--", "./cc.sh", "@@"]);
    shows(&ended, &["9 tokens, 23 bytes", "language:      c\n", "parse errors:  none", "./cc.sh @@"]);
    shows(&ended, &["runs in: ", "in the middle, of 5 runs", "exit code 4 (5 times)", "5 of 5 runs"]);
    shows(&ended, &["empty file:    not interesting", "time limit: ", "Holding on to \"", "fold_convert"]);
    assert_eq!(kitchen.names(), ["cc.sh", "x.c"]);
    assert_eq!(kitchen.journals(), [""; 0]);
}

#[test]
fn it_says_what_is_wrong_like_a_reduction_would() {
    let kitchen = kitchen();
    kitchen.lop(["check", "x.c", "--", "false"]).says(2, &["not interesting", "exit code 1"]);
    shows(&kitchen.lop(["check", "x.c", "--", "true"]), &["empty file:    interesting", "exit code 0"]);
    let seen = kitchen.path("seen").display().to_string();
    let moody = format!("echo >>{seen}; [ $(wc -l <{seen}) != 4 ]");
    let ended = kitchen.lop(["check", "x.c", "--shell", &moody]);
    ended.says(5, &["flaky", "not interesting (exit code 1)"]);
    assert!(ended.text().contains("4 of 5 runs"), "{}", ended.text());
    kitchen.write("y.c", "int f( {");
    shows(&kitchen.lop(["check", "y.c", "--", "true"]), &["parse errors:  1 place"]);
}

#[test]
fn all_of_it_is_also_a_record_for_programs() {
    let kitchen = kitchen();
    let ended = kitchen.lop(["check", "--json", "--script", "x.c", "--", "./cc.sh", "@@"]);
    ended.says(0, &[]);
    let record: Value = serde_json::from_str(&ended.text()).unwrap();
    for (name, value) in [
        ("event", json!("check")),
        ("version", json!(1)),
        ("file", json!("x.c")),
        ("language", json!("c")),
        ("tokens", json!(9)),
        ("bytes", json!(23)),
        ("errors", json!(0)),
        ("test", json!("./cc.sh @@")),
        ("empty", json!(false)),
    ] {
        assert_eq!(record[name], value, "{name}");
    }
    let runs = record["runs"].as_array().unwrap();
    assert!(
        runs.len() == 5 && runs.iter().all(|it| it["ended"] == "exit code 4" && it["interesting"] == true)
    );
    assert!(record["symptom"].as_str().unwrap().contains("fold_convert"));
    assert!(record["limit"].as_f64().unwrap() > 0.0 && record["places"][0].is_string());
    assert!(record["script"].as_str().unwrap().starts_with("#!/bin/sh\n"));

    let ended = kitchen.lop(["check", "--json", "x.c", "--", "false"]);
    ended.says(2, &[]);
    let records: Vec<Value> = ended.text().lines().map(|it| serde_json::from_str(it).unwrap()).collect();
    assert_eq!((records[0]["event"].as_str(), records[1]["event"].as_str()), (Some("check"), Some("error")));
    assert!(records[0]["symptom"].is_null() && records[0]["runs"][0]["interesting"] == false);
}

#[test]
fn a_file_called_check_can_still_be_reduced() {
    let kitchen = Kitchen::new();
    kitchen.write("check", "a bug c\n");
    kitchen.lop(["-q", "check", "--", "grep", "-q", "bug", "@@"]).says(0, &[]);
    assert_eq!(kitchen.read("check.lop").trim(), "bug");
}

#[test]
fn the_order_of_c_reduce_can_be_checked_too() {
    let kitchen = Kitchen::new();
    kitchen.script("test.sh", "grep -q bug x.c");
    shows(&kitchen.lop(["check", "./test.sh", "x.c"]), &["exit code 0 (5 times)"]);
}

/// What the script says of a file.
fn says(script: &str, directory: &Path, file: &Path) -> bool {
    fs::write(directory.join("script.sh"), script).unwrap();
    let mut command = Command::new("sh");
    command.arg("script.sh").arg(file).current_dir(directory);
    command.stdout(Stdio::null()).stderr(Stdio::null()).status().unwrap().success()
}

#[test]
fn the_script_says_what_lop_says() {
    let kitchen = kitchen();
    kitchen.script("crash.sh", "grep -q bug \"$1\" && kill -SEGV $$; exit 0");
    kitchen.script("prints.sh", "echo 'a.b [x]'; cat >&2; grep -q bug x.c || exit 1; exit 3");
    let tests: [&[&str]; 8] = [
        &["--", "./cc.sh", "@@"],
        &["--", "./crash.sh", "@@"],
        &["--signal", "SEGV", "--", "./crash.sh", "@@"],
        &["--signature", "fold_convert", "--", "./cc.sh", "@@"],
        &[
            "--stdin",
            "--exit-code",
            "3",
            "--stdout",
            r"a\.b \[x",
            "--stderr",
            "^int bug",
            "--",
            "./prints.sh",
        ],
        &["--stdin", "--stdout", "a.b", "--not-stderr", "zork", "--stderr", "bug", "--", "./prints.sh"],
        &[
            "--first",
            "grep -q 'int bug' @@",
            "--then",
            "test -s x.c",
            "--shell",
            "grep -q \"bug\" @@ | cat && grep -q bug x.c",
        ],
        &["--hang", "--timeout", "2", "--", "sh", "-c", "grep -q bug x.c && sleep 100"],
    ];
    let empty = kitchen.write("empty", "");
    for test in tests {
        let ended = kitchen.lop(["check", "x.c", "--script"].iter().chain(test));
        ended.says(0, &[]);
        assert_eq!(ended.stderr, "", "{test:?}");
        let script = ended.text();
        assert!(script.starts_with("#!/bin/sh\n"), "{script}");
        let elsewhere = tempfile::tempdir().unwrap();
        assert!(says(&script, elsewhere.path(), &kitchen.path("x.c")), "{test:?}\n{script}");
        assert!(!says(&script, elsewhere.path(), &empty), "{test:?}\n{script}");
    }
}

#[test]
fn the_script_of_a_check_is_a_test_for_a_reduction() {
    let kitchen = kitchen();
    let script = kitchen.lop(["check", "x.c", "--script", "--", "./cc.sh", "@@"]).text();
    kitchen.executable("test.sh", &script);
    kitchen.lop(["x.c", "--", "./test.sh"]).says(0, &["9 → 1 token"]);
    assert_eq!(kitchen.read("x.lop.c").trim(), "bug");
    kitchen.lop(["x.c", "--script", "--", "./test.sh"]).says(1, &["--script is for lop check"]);
}
