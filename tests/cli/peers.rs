//! The command lines of other reducers: taken as they are, with what their scripts expect to find afterwards.

use std::ffi::OsStr;
use std::os::unix::fs::symlink;
use std::process::Command;

use super::kitchen::{Ended, Kitchen};

/// Runs the program by a link of another name.
fn by_link<S: AsRef<OsStr>>(kitchen: &Kitchen, name: &str, words: impl IntoIterator<Item = S>) -> Ended {
    let link = kitchen.state.path().join(name);
    symlink(env!("CARGO_BIN_EXE_lop"), &link).unwrap();
    let mut command = Command::new(link);
    kitchen.surround(command.args(words));
    command.output().unwrap().into()
}

fn with_script() -> Kitchen {
    let kitchen = Kitchen::new();
    // A script of C-Reduce's expects no arguments, and the file where it is.
    kitchen.script("test.sh", "[ $# = 0 ] && grep -q bug x.c");
    kitchen
}

#[test]
fn creduce_replaces_the_file_and_leaves_a_backup() {
    let kitchen = with_script();
    let ended = kitchen.lop(["creduce", "--n", "2", "--timing", "test.sh", "x.c"]);
    ended.says(
        0,
        &[
            "as C-Reduce would",
            "lop --in-place --resume --exit-code 0 --jobs 2 x.c --",
            "without effect: --timing",
        ],
    );
    assert_eq!(kitchen.read("x.c"), "bug");
    assert_eq!(kitchen.read("x.c.orig"), "int a;\nint bug;\nint c;\n");
    assert_eq!(kitchen.names(), ["test.sh", "x.c", "x.c.orig"]);
}

#[test]
fn a_link_of_a_reducers_name_is_that_reducer() {
    let kitchen = with_script();
    by_link(&kitchen, "creduce", ["./test.sh", "x.c", "--tidy"]).says(0, &["as C-Reduce would"]);
    assert_eq!(kitchen.read("x.c"), "bug");
    assert_eq!(kitchen.names(), ["test.sh", "x.c"]);
}

#[test]
fn a_second_run_touches_no_backup_of_the_first() {
    let kitchen = with_script();
    kitchen.write("x.c.orig", "the very first");
    kitchen.lop(["creduce", "test.sh", "x.c"]).says(0, &[]);
    assert_eq!(kitchen.read("x.c.orig"), "the very first");
    assert_eq!(kitchen.read("x.c.orig.1"), "int a;\nint bug;\nint c;\n");
}

#[test]
fn what_the_user_has_saved_is_no_backup_of_a_run_that_has_replaced_nothing() {
    let kitchen = Kitchen::new();
    let here = kitchen.path("").display().to_string();
    kitchen.write("x.c.orig", kitchen.read("x.c"));
    // The first that is smaller and accepted ends the run, once.
    kitchen.script(
        "test.sh",
        &format!(
            "grep -q a x.c && grep -q bug x.c && grep -q c x.c || exit 1; cmp -s x.c {here}/x.c.orig || \
             [ -e {here}/stopped ] || {{ touch {here}/stopped; kill -INT $PPID; sleep 1000; }}"
        ),
    );
    let run = || kitchen.lop(["creduce", "--n", "1", "--tidy", "./test.sh", "x.c"]);
    assert_eq!(run().code, Some(130));
    assert_eq!(kitchen.names(), ["stopped", "test.sh", "x.c", "x.c.orig"]);
    run().says(0, &["certified 1-minimal"]);
    assert!(kitchen.read("x.c").len() < kitchen.read("x.c.orig").len());
    assert_eq!(kitchen.read("x.c.orig"), "int a;\nint bug;\nint c;\n");
    assert_eq!(kitchen.names(), ["stopped", "test.sh", "x.c", "x.c.orig"]);
}

#[test]
fn what_is_not_interesting_ends_with_1_and_is_left_as_it_is() {
    let kitchen = Kitchen::new();
    kitchen.script("no.sh", "exit 1");
    for words in
        [&["creduce", "no.sh", "x.c"][..], &["shrinkray", "./no.sh", "x.c"], &["cvise", "-c", "false", "x.c"]]
    {
        kitchen.lop(words).says(1, &["the original is not interesting"]);
        assert_eq!(kitchen.read("x.c"), "int a;\nint bug;\nint c;\n");
    }
    assert_eq!(kitchen.names(), ["no.sh", "x.c"]);
}

#[test]
fn an_empty_result_ends_with_1() {
    let kitchen = Kitchen::new();
    kitchen.script("yes.sh", "exit 0");
    kitchen.lop(["creduce", "yes.sh", "x.c"]).says(1, &["the test says yes to an empty file too"]);
    kitchen.write("x.c", "int a;\n");
    kitchen.lop(["shrinkray", "--trivial-is-not-error", "./yes.sh", "x.c"]).says(0, &[]);
}

#[test]
fn cvise_takes_a_line_for_the_shell_and_several_files() {
    let kitchen = Kitchen::new();
    kitchen.write("y.h", "int d;\nint e;\n");
    let line = "[[ -n $(grep bug x.c) ]] && grep -q e y.h";
    kitchen.lop(["cvise", "x.c", "y.h", "-c", line, "--renaming"]).says(0, &["as C-Vise would", "bash -c"]);
    assert_eq!((kitchen.read("x.c"), kitchen.read("y.h")), ("bug".into(), "e".into()));
    assert_eq!(kitchen.read("y.h.orig"), "int d;\nint e;\n");
    assert_eq!(kitchen.names(), ["x.c", "x.c.orig", "y.h", "y.h.orig"]);
}

#[test]
fn what_a_test_calls_also_interesting_is_kept() {
    let kitchen = Kitchen::new();
    kitchen.script("test.sh", "grep -q bug x.c || exit 99");
    kitchen.lop(["cvise", "--also-interesting", "99", "test.sh", "x.c"]).says(0, &[]);
    let extra: Vec<String> =
        kitchen.names().into_iter().filter(|it| it.starts_with("cvise_extra_")).collect();
    assert!(!extra.is_empty());
    for directory in extra {
        assert!(!kitchen.read(format!("{directory}/x.c")).contains("bug"));
    }
}

#[test]
fn a_threshold_ends_the_search_when_enough_is_gone() {
    let kitchen = with_script();
    kitchen.lop(["cvise", "--stopping-threshold", "0.2", "test.sh", "x.c"]).says(0, &["--until 18B"]);
    assert!(kitchen.read("x.c").len() <= 18);
}

#[test]
fn passes_go_by_their_names() {
    let kitchen = with_script();
    let words = ["creduce", "--no-default-passes", "--add-pass", "pass_lines", "0", "1", "test.sh", "x.c"];
    kitchen.lop(words).says(0, &["--passes pass_lines::0"]);
    kitchen
        .lop(["creduce", "--remove-pass", "pass_lines", "0", "test.sh", "x.c"])
        .says(0, &["--skip pass_lines::0"]);
}

#[test]
fn perses_writes_beside_the_file() {
    let kitchen = with_script();
    kitchen
        .lop(["perses", "--test-script", "test.sh", "--input-file", "x.c", "--threads", "auto"])
        .says(0, &[]);
    assert_eq!(kitchen.read("perses_result/x.c"), "bug");
    assert_eq!(kitchen.read("x.c"), "int a;\nint bug;\nint c;\n");
    kitchen.lop(["perses", "-t", "test.sh", "-i", "x.c", "-o", "out/deep"]).says(0, &[]);
    assert_eq!(kitchen.read("out/deep/x.c"), "bug");
}

#[test]
fn shrinkray_gives_the_file_in_every_way() {
    let kitchen = Kitchen::new();
    kitchen.script(
        "test.sh",
        "[ \"$1\" = -q ] && [ $# = 2 ] && grep -q bug x.c && cmp -s x.c \"$2\" && cmp -s x.c -",
    );
    kitchen.lop(["shrinkray", "./test.sh -q", "x.c", "--no-llm"]).says(0, &["as Shrink Ray would"]);
    assert_eq!(kitchen.read("x.c"), "bug");
    assert_eq!(kitchen.names(), ["test.sh", "x.c", "x.c.bak"]);
}

#[test]
fn treereduce_reads_a_command_with_a_place_for_the_file() {
    let kitchen = Kitchen::new();
    let words = ["-s", "x.c", "-j", "1", "--stable", "grep", "-q", "bug", "@@.c"];
    by_link(&kitchen, "treereduce-c", words)
        .says(0, &["as treereduce would", "--language c", "-- grep -q bug @@"]);
    assert_eq!(kitchen.read("treereduce.out"), "bug");
    let to_stdin = kitchen.lop(["treereduce", "-q", "-s", "x.c", "-o", "-", "--", "grep", "bug"]);
    to_stdin.says(0, &[]);
    assert_eq!(to_stdin.text(), "bug");
}

#[test]
fn what_lop_cannot_do_is_refused_with_the_reason() {
    let kitchen = with_script();
    kitchen.lop(["cvise", "--pass-group-file", "g.json", "test.sh", "x.c"]).says(1, &["lop has no schedule"]);
    kitchen
        .lop(["creduce", "--frobnicate", "test.sh", "x.c"])
        .says(1, &["no option --frobnicate that lop knows"]);
    kitchen.lop(["creduce", "x.c"]).says(1, &["a test and a file to reduce have to be named"]);
    kitchen.lop(["creduce", "nope.sh", "x.c"]).says(1, &["there is no test nope.sh"]);
    assert_eq!(kitchen.names(), ["test.sh", "x.c"]);
}

#[test]
fn help_and_lists_are_printed_instead() {
    let kitchen = Kitchen::new();
    let help = kitchen.lop(["cvise", "--help"]);
    assert!(help.code == Some(0) && help.text().contains("--sllooww"), "{help:?}");
    let version = kitchen.lop(["creduce", "--version"]);
    assert!(version.code == Some(0) && version.text().starts_with("lop "), "{version:?}");
    assert!(kitchen.lop(["cvise", "--list-passes"]).text().contains("balanced"));
}

#[test]
fn the_backup_that_is_named_is_the_one_that_is_there() {
    let kitchen = Kitchen::new();
    kitchen.script("test.sh", "grep -q bug \"$1\"");
    let named = |kitchen: &Kitchen, more: &[&str], told: &[&str]| {
        kitchen.write("x.c", "int a;\nint bug;\n");
        kitchen.lop([&["shrinkray"], more, &["./test.sh", "x.c"]].concat()).says(0, told);
    };
    named(&kitchen, &[], &["original: x.c.bak\n"]);
    named(&kitchen, &["--backup", "mine"], &["original: mine\n"]);
    assert_eq!(kitchen.read("mine"), "int a;\nint bug;\n");
    named(&kitchen, &["--backup", "mine"], &["mine is there already", "x.c.orig"]);
    named(&kitchen, &["--backup", ""], &[]);
    assert_eq!(kitchen.names(), ["mine", "test.sh", "x.c", "x.c.bak", "x.c.orig"]);
}

#[test]
fn without_a_backup_of_one_file_none_is_named() {
    let kitchen = with_script();
    let ended = kitchen.lop(["creduce", "--tidy", "test.sh", "x.c"]);
    ended.says(0, &["result: "]);
    assert!(!ended.stderr.contains("original:"), "{}", ended.stderr);
}

#[test]
fn what_a_peer_takes_no_such_value_for_is_refused() {
    let kitchen = Kitchen::new();
    kitchen.script("test.sh", "grep -q bug x.c");
    kitchen.write("y", "");
    kitchen
        .lop(["shrinkray", "--input-type", "bogus", "./test.sh", "x.c"])
        .says(1, &["--input-type takes one of all, arg, basename, stdin"]);
    kitchen
        .lop(["perses", "-t", "test.sh", "-i", "x.c", "-o", "y"])
        .says(1, &["-o names a directory, and y is a file", "--output-file"]);
}
