//! `--format`: a formatter lays the result out, and whatever goes wrong with it costs nothing. The formatters are scripts.

use std::path::PathBuf;

use crate::kitchen::{Ended, Kitchen};

/// A kitchen whose PATH begins with a directory that holds this as the formatter of C.
fn kitchen(formatter: &str) -> (Kitchen, PathBuf) {
    let kitchen = Kitchen::new();
    kitchen.write("x.c", "int a;\nint f(int bug){return bug;}\n");
    std::fs::create_dir(kitchen.path("bin")).unwrap();
    if !formatter.is_empty() {
        kitchen.script("bin/clang-format", formatter);
    }
    let bin = kitchen.path("bin");
    (kitchen, bin)
}

/// Reduces while both words of the function's head are there.
fn run(formatter: &str, options: &[&str]) -> (Ended, String) {
    let (kitchen, bin) = kitchen(formatter);
    let path = format!("{}:/usr/bin:/bin", bin.display());
    let test = ["x.c", "--jobs", "1", "--stats", "--shell", "grep -q 'bug' @@ && grep -q return @@"];
    let ended = kitchen.command(options.iter().chain(&test)).env("PATH", path).output().unwrap();
    (ended.into(), kitchen.read("x.lop.c"))
}

const WIDE: &str = "sed 's/return/return    /'";

#[test]
fn what_the_test_accepts_is_the_result() {
    let (ended, result) = run(WIDE, &["--format"]);
    ended.says(0, &["before it was formatted", "ask-again"]);
    assert!(result.contains("return    "), "{result}");
    let (_, plain) = run(WIDE, &[]);
    assert!(!plain.contains("return    "), "{plain}");
    assert_eq!(result.replace("return    ", "return"), plain);
}

#[test]
fn what_goes_wrong_is_told_in_a_line_and_the_result_stays() {
    let (_, plain) = run("", &[]);
    for (formatter, told) in [
        ("", "--format: cannot run clang-format: no such program"),
        ("echo garbage", "clang-format changes more than the layout"),
        ("true", "clang-format changes more than the layout"),
        ("cat; echo return", "clang-format changes more than the layout"),
        ("cat", "clang-format has nothing to change"),
        ("cat >/dev/null; echo 'bad style' >&2; exit 3", "clang-format fails (exit code 3): bad style"),
        ("kill -SEGV $$", "clang-format fails (signal SIGSEGV (11))"),
        ("yes return", "clang-format"),
        ("tr 'b' 'B'", "the test says no to what clang-format makes of it"),
    ] {
        let (ended, result) = run(formatter, &["--format"]);
        ended.says(0, &["so the result stays as it is", "certified 1-minimal: each of"]);
        ended.says(0, &[told]);
        assert_eq!(result, plain, "{formatter}");
    }
}

#[test]
fn a_formatter_that_hangs_is_killed() {
    let (ended, _) = run("sleep 600", &["--format"]);
    ended.says(0, &["clang-format takes more than 10 s"]);
}

#[test]
fn the_expensive_test_is_asked_about_it_and_what_is_protected_stays() {
    let (ended, result) = run(WIDE, &["--format", "--then", "! grep -q 'return  ' @@"]);
    ended.says(0, &["the test says no to what clang-format makes of it"]);
    assert!(!result.contains("return  "), "{result}");
    let (ended, _) = run(WIDE, &["--format", "--protect", "return bug"]);
    ended.says(0, &["clang-format changes what is protected"]);
}

#[test]
fn the_formatter_sees_the_name_of_the_file() {
    let (ended, result) =
        run("case $1 in --assume-filename=/*/x.c) sed 's/return/return   /';; esac", &["--format"]);
    ended.says(0, &["before it was formatted"]);
    assert!(result.contains("return   "), "{result}");
}

#[test]
fn a_language_without_a_formatter_is_told() {
    let (ended, _) = run(WIDE, &["--format", "--language", "text"]);
    ended.says(0, &["there is no formatter for this language, so the result stays as it is"]);
}

#[test]
fn a_run_that_was_stopped_by_a_budget_is_formatted_too() {
    let (ended, result) = run(WIDE, &["--format", "--until", "12t"]);
    ended.says(0, &["as few tokens as --until says"]);
    assert!(result.contains("return    "), "{result}");
}
