//! Crashes as the symptom: no test needs to be written, another crash is not taken for it, and none is lost.

use std::fs;

use serde_json::Value;

use crate::kitchen::{Kitchen, names};

/// A compiler of ours: it fails at one place on `bug`, and at another on a file without a `c`.
const COMPILER: &str = "\
if grep -q bug \"$1\"; then echo \"$1:3:1: internal compiler error: in fold_convert_loc, at fold-const.cc:2435\" >&2; exit 4; fi
if ! grep -q c \"$1\"; then echo \"$1:1:1: internal compiler error: in gimplify_expr, at gimplify.cc:7\" >&2; exit 4; fi
if grep -q syntax \"$1\"; then echo \"$1:1: error: syntax\" >&2; exit 1; fi";

fn kitchen() -> Kitchen {
    let kitchen = Kitchen::new();
    kitchen.script("cc.sh", COMPILER);
    kitchen
}

const TEST: [&str; 4] = ["x.c", "--", "./cc.sh", "@@"];

#[test]
fn a_crash_of_the_command_itself_is_what_is_kept() {
    let kitchen = kitchen();
    let ended = kitchen.lop(TEST);
    ended.says(0, &["Holding on to \"", "in fold_convert_loc", "with exit code 4", "9 → 1 token"]);
    assert!(ended.stderr.find("Holding on").unwrap() < ended.stderr.find("round 1").unwrap());
    assert_eq!(kitchen.read("x.lop.c").trim(), "bug");
}

#[test]
fn a_signal_is_a_crash_too() {
    let kitchen = Kitchen::new();
    let test = "grep -q bug x.c && kill -SEGV $$; exit 1";
    kitchen.lop(["x.c", "--", "sh", "-c", test]).says(0, &["Holding on to signal SIGSEGV alone"]);
    assert_eq!(kitchen.read("x.lop.c").trim(), "bug");
}

#[test]
fn another_crash_is_counted_and_its_smallest_file_kept_if_wanted() {
    let kitchen = kitchen();
    kitchen.lop(TEST).says(0, &["1 other crash turned up", "in gimplify_expr", "--keep-other-crashes DIR"]);
    let options = ["--keep-other-crashes", "finds", "--json", "-j1"];
    let ended = kitchen.lop(options.into_iter().chain(TEST));
    ended.says(0, &[]);
    let summary: Value = serde_json::from_str(ended.text().lines().last().unwrap()).unwrap();
    assert_eq!(summary["other_crashes"].as_array().unwrap().len(), 1);
    assert!(summary["other_crashes"][0]["times"].as_u64().unwrap() > 0);
    let finds = names(&kitchen.path("finds"));
    assert_eq!(finds.len(), 1);
    assert!(finds[0].contains("gimplify_expr"), "{finds:?}");
    assert_eq!(fs::read(kitchen.path("finds").join(&finds[0]).join("x.c")).unwrap(), b"");
}

#[test]
fn finds_that_cannot_be_kept_are_warned_of_once() {
    let kitchen = kitchen();
    // It is a file by the time there is something to keep.
    let [finds, cc] = ["finds", "cc.sh"].map(|it| kitchen.path(it).display().to_string());
    let line = format!("touch {finds}; {cc} @@");
    let ended = kitchen.lop(["--keep-other-crashes", "finds", "x.c", "--shell", &line]);
    ended.says(6, &["warning: cannot keep another crash"]);
    assert_eq!(ended.stderr.matches("warning: cannot keep").count(), 1);
}

#[test]
fn a_text_of_the_signature_can_be_asked_for() {
    let kitchen = kitchen();
    for text in ["fold_convert", "fold_.*loc"] {
        let ended = kitchen.lop(["--signature", text].into_iter().chain(TEST));
        ended.says(0, &["whose signature contains", "9 → 1 token"]);
        assert_eq!(kitchen.read("x.lop.c").trim(), "bug");
    }
    kitchen
        .lop(["--signature", "gimplify"].into_iter().chain(TEST))
        .says(2, &["does not show the signature", "its signature is", "in fold_convert_loc"]);
    kitchen
        .lop(["--signature", "x", "x.c", "--", "sh", "-c", "exit 3"])
        .says(2, &["nothing it printed looks like a crash", "--stderr REGEX"]);
}

#[test]
fn an_ordinary_failure_is_not_a_crash() {
    let kitchen = kitchen();
    kitchen.write("x.c", "int syntax, c;\n");
    kitchen.lop(TEST).says(2, &["exit code 1", "looks like a crash", "--exit-code 1", "--stderr REGEX"]);
    kitchen.lop(["--exit-code", "1"].into_iter().chain(TEST)).says(0, &["5 → "]);
}

#[test]
fn conditions_of_the_command_line_come_before_the_crash() {
    let kitchen = kitchen();
    let ended = kitchen.lop(["--exit-code", "4"].into_iter().chain(TEST));
    ended.says(0, &["9 → 0 tokens"]);
    assert!(!ended.stderr.contains("Holding on"));
    assert!(!ended.stderr.contains("other crash"));
}

#[test]
fn a_crash_that_comes_and_goes_is_flaky_unless_it_is_asked_for_more_often() {
    let kitchen = Kitchen::new();
    let count = kitchen.path("count").display().to_string();
    // Every other run crashes.
    let test = format!(
        "grep -q bug x.c || exit 1; echo >>{count}; [ $(($(wc -l <{count}) % 2)) = 1 ] || exit 1; kill -SEGV $$"
    );
    kitchen.lop(["-j1", "x.c", "--", "sh", "-c", &test]).says(5, &["flaky", "interesting (signal SIGSEGV"]);
    let options = ["-j1", "--repeat", "2", "--at-least", "1", "x.c", "--", "sh", "-c", &test];
    kitchen.lop(options).says(0, &["Holding on to signal SIGSEGV"]);
    assert_eq!(kitchen.read("x.lop.c").trim(), "bug");
}

#[test]
fn a_hang_is_a_symptom_and_a_crash_meanwhile_a_find() {
    let kitchen = Kitchen::new();
    kitchen.write("x.c", "bug c\n");
    let test = "grep -q c x.c || kill -SEGV $$; grep -q bug x.c && sleep 1000; exit 0";
    let options =
        ["--hang", "--timeout", "1", "--keep-other-crashes", "finds", "x.c", "--", "sh", "-c", test];
    kitchen.lop(options).says(0, &["1 other crash turned up"]);
    assert_eq!(names(&kitchen.path("finds")).len(), 1);
    assert!(kitchen.read("x.lop.c").contains("bug"));
}

#[test]
fn a_line_for_the_shell_is_a_test() {
    let kitchen = kitchen();
    let line = "./cc.sh @@ 2>&1 | grep -q fold_convert";
    let line = format!("cd {} && {line}", kitchen.path("").display());
    kitchen.lop(["x.c", "--shell", &line]).says(0, &["9 → 1 token"]);
    assert_eq!(kitchen.read("x.lop.c").trim(), "bug");
    kitchen.lop(["x.c", "--shell", &line, "--", "true"]).says(1, &["cannot be used with"]);
    kitchen.write("a 'b.c", "int bug;");
    kitchen.lop(["a 'b.c", "--shell", &line]).says(1, &["name of the file", "--shell"]);
}

#[test]
fn a_program_that_fails_under_its_interpreter_is_not_held_to_its_own_names() {
    let kitchen = Kitchen::new();
    kitchen.write(
        "x.js",
        "let other = 1;\nclass Basket { firstTag() { return none.name } }\nnew Basket().firstTag();\n",
    );
    // Speaks as node does: of the property that is read, and of the method that reads it.
    kitchen.script(
        "node.sh",
        "word=$(tr -c 'A-Za-z' '\\n' <\"$1\" | grep -A1 -x none | sed -n 2p); [ \"$word\" ] || exit 0\n\
         echo \"TypeError: Cannot read properties of undefined (reading '$word')\" >&2\n\
         echo \"    at $(tr -c 'A-Za-z' '\\n' <\"$1\" | head -1).firstTag ($1:2:40)\" >&2; exit 1",
    );
    let ended = kitchen.lop(["x.js", "--", "./node.sh", "@@"]);
    ended.says(0, &["Cannot read properties of undefined (…)\""]);
    assert!(!ended.stderr.contains("at Basket"), "{}", ended.stderr);
    assert!(!kitchen.read("x.lop.js").contains("Basket") && !kitchen.read("x.lop.js").contains("firstTag"));
}
