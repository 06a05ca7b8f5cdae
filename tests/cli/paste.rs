//! `--paste-includes`: local headers take the place of their lines before the search, as far as the test agrees.

use std::fs;

use crate::kitchen::{Ended, FEW, Kitchen};

const PROGRAM: &str = "#include \"sub/a.h\"\n#include \"i.h\"\nint last = ONE;\n";

/// A program with a header that has another in its own directory, and one in a directory of headers. The test wants
/// no file but the candidate: each name is there, and no header's. It also counts its calls and, when a file `kill`
/// says so, kills the program that asks. `EXTRA` is one more condition.
fn kitchen(extra: &str) -> Kitchen {
    let kitchen = Kitchen::new();
    for directory in ["sub", "inc"] {
        fs::create_dir(kitchen.path(directory)).unwrap();
    }
    kitchen.write("x.c", PROGRAM);
    kitchen.write("sub/a.h", "#pragma once\n#include \"b.h\"\nint a_bug;\nint a_more;\n");
    kitchen.write("sub/b.h", "int b_bug;\nint b_more;\n");
    kitchen.write("inc/i.h", "#define ONE 1\nint i_bug;\n");
    let here = kitchen.path("").display().to_string();
    kitchen.script(
        "test.sh",
        &format!(
            "echo >>{here}/calls\n\
             [ \"$(wc -l <{here}/calls)\" -lt \"$(cat {here}/kill 2>/dev/null || echo 999999)\" ] || kill -9 $PPID\n\
             has() {{ grep -q \"$1\" x.c || grep -q \"include .$2\" x.c; }}\n\
             has a_bug sub/a.h && {{ has b_bug b.h || has b_bug sub/a.h; }} && has i_bug i.h && grep -q last x.c {extra}"
        ),
    );
    kitchen
}

fn run(kitchen: &Kitchen, options: &[&str]) -> Ended {
    kitchen.lop(FEW.iter().chain(options).copied().chain(["x.c", "--", "./test.sh", "-I", "inc"]))
}

fn calls(kitchen: &Kitchen) -> usize {
    kitchen.read("calls").lines().count()
}

/// True when the text has all the names and no line that includes anything.
fn is_whole(text: &str) -> bool {
    ["a_bug", "b_bug", "i_bug", "last"].iter().all(|it| text.contains(it)) && !text.contains("include")
}

#[test]
fn headers_beside_the_file_beside_headers_and_in_directories_are_pasted() {
    let kitchen = kitchen("");
    let ended = run(&kitchen, &["--paste-includes", "--stats"]);
    ended.says(0, &["pasted 3 headers: sub/a.h, b.h, i.h (+", "paste-includes ", "certified 1-minimal"]);
    let result = kitchen.read("x.lop.c");
    assert!(is_whole(&result) && !result.contains("more"), "{result}");
    assert_eq!(kitchen.read("x.c"), PROGRAM);
    // Without, the lines stay: the test asks for them.
    run(&kitchen, &[]).says(0, &["certified 1-minimal"]);
    assert!(kitchen.read("x.lop.c").contains("include"));
}

#[test]
fn the_counts_are_of_the_text_with_the_headers() {
    let kitchen = kitchen("");
    let ended = run(&kitchen, &["--paste-includes", "--json", "--until", "1000t", "-o", "y.c"]);
    let text = kitchen.read("y.c");
    assert!(is_whole(&text) && text.contains("b_more") && !text.contains("pragma"), "{text}");
    let records: Vec<serde_json::Value> =
        ended.text().lines().map(|it| serde_json::from_str(it).unwrap()).collect();
    let record = |name: &str| records.iter().find(|it| it["event"] == name).unwrap();
    assert_eq!(record("start")["bytes"], text.len());
    assert_eq!(record("summary")["bytes"]["before"], text.len());
    assert_eq!(record("summary")["bytes"]["after"], text.len());
    assert!(record("note")["text"].as_str().unwrap().starts_with("pasted 3 headers"));
}

#[test]
fn what_the_test_refuses_stays_and_the_rest_is_pasted() {
    let kitchen = kitchen("&& grep -qF 'include \"i.h\"' x.c");
    let ended = run(&kitchen, &["--paste-includes"]);
    ended.says(0, &["pasted 2 headers: sub/a.h, b.h (+", "these stay: i.h", "certified 1-minimal"]);
    let result = kitchen.read("x.lop.c");
    assert!(result.contains("include \"i.h\"") && result.contains("b_bug"), "{result}");
    assert!(!result.contains("sub/a.h"), "{result}");
}

#[test]
fn the_expensive_test_is_asked_too() {
    let kitchen = kitchen("");
    let ended = run(&kitchen, &["--paste-includes", "--then", "grep -qF 'include \"i.h\"' x.c"]);
    ended.says(0, &["pasted 2 headers: sub/a.h, b.h (+"]);
    assert!(kitchen.read("x.lop.c").contains("include \"i.h\""));
}

#[test]
fn nothing_to_paste_is_told_and_the_run_goes_on() {
    let kitchen = Kitchen::new();
    let run = || kitchen.lop(["--paste-includes", "x.c", "--", "grep", "-q", "bug", "@@"]);
    run().says(0, &["note: --paste-includes: no line includes a header", "certified 1-minimal"]);
    kitchen.write("x.c", "#include \"gone.h\"\nint a;\nint bug;\n");
    run().says(0, &["nothing was pasted; not found: gone.h", "certified 1-minimal"]);
    assert_eq!(kitchen.read("x.lop.c").trim(), "bug");
}

#[test]
fn a_killed_run_goes_on_with_the_headers_and_asks_nothing_twice() {
    let whole = kitchen("");
    run(&whole, &["--paste-includes", "-j1"]).says(0, &["certified 1-minimal"]);
    let (result, all) = (whole.read("x.lop.c"), calls(&whole));
    for call in [4, 5, all / 2, all - 1] {
        for in_place in [&[][..], &["--in-place"]] {
            let kitchen = kitchen("");
            kitchen.write("kill", format!("{call}\n"));
            let options = [&["--paste-includes", "-j1"], in_place].concat();
            assert_eq!(run(&kitchen, &options).code, None);
            fs::remove_file(kitchen.path("kill")).unwrap();
            let ended = run(&kitchen, &[&options[..], &["--resume"]].concat());
            ended.says(0, &["pasted 3 headers", "certified 1-minimal"]);
            let name = if in_place.is_empty() { "x.lop.c" } else { "x.c" };
            assert_eq!(kitchen.read(name), result, "killed at {call}");
            // The original twice, the empty file, the question of the kill, the backup, the result.
            assert!(calls(&kitchen) <= all + 7, "{} of {all}, killed at {call}", calls(&kitchen));
        }
    }
}

#[test]
fn a_journal_of_a_run_without_the_headers_is_none_of_one_with_them() {
    let kitchen = kitchen("");
    run(&kitchen, &["--max-questions", "12"]).says(0, &[]);
    run(&kitchen, &["--paste-includes", "--resume", "-j2"]).says(0, &["there is no journal of this run"]);
    assert!(is_whole(&kitchen.read("x.lop.c")));
}

#[test]
fn in_place_the_backup_is_the_file_as_it_was() {
    let kitchen = kitchen("");
    run(&kitchen, &["--paste-includes", "--in-place"]).says(0, &["pasted 3 headers"]);
    assert_eq!(kitchen.read("x.c.orig"), PROGRAM);
    assert!(is_whole(&kitchen.read("x.c")));
}

#[test]
fn what_is_protected_is_kept_in_headers_too_and_lines_by_number_are_refused() {
    let kitchen = kitchen("");
    run(&kitchen, &["--paste-includes", "--protect", "int \\w+"]).says(0, &["outside the protected regions"]);
    let result = kitchen.read("x.lop.c");
    assert!(result.contains("int b_more") && is_whole(&result), "{result}");
    run(&kitchen, &["--paste-includes", "--protect", "#include \"i.h\""])
        .says(0, &["pasted 2 headers: sub/a.h, b.h"]);
    assert!(kitchen.read("x.lop.c").contains("#include \"i.h\""));
    let ended = run(&kitchen, &["--paste-includes", "--protect", "1-2"]);
    ended.says(1, &["--protect with line numbers", "--protect REGEX"]);
}

#[test]
fn the_page_begins_with_the_headers_in_their_place() {
    let kitchen = kitchen("");
    run(&kitchen, &["--paste-includes", "--report", "page.html"]).says(0, &["pasted 3 headers"]);
    assert!(kitchen.read("page.html").contains("b_more"));
}

#[test]
fn a_run_that_is_stopped_while_it_pastes_goes_on_with_that() {
    let kitchen = kitchen("&& grep -qF 'include \"i.h\"' x.c");
    let ended = run(&kitchen, &["--paste-includes", "-j1", "--in-place", "--max-questions", "1"]);
    ended.says(0, &["--paste-includes: nothing was pasted; stopped before all was asked about"]);
    assert_eq!(kitchen.read("x.c"), PROGRAM);
    let ended = run(&kitchen, &["--paste-includes", "-j1", "--in-place", "--max-questions", "3", "--resume"]);
    ended.says(0, &["pasted 2 headers: sub/a.h, b.h (+"]);
    assert!(kitchen.read("x.c").contains("b_more"));
    let ended = run(&kitchen, &["--paste-includes", "-j1", "--in-place", "--resume"]);
    ended.says(0, &["pasted 2 headers: sub/a.h, b.h (+", "certified 1-minimal"]);
    assert_eq!(kitchen.read("x.c.orig"), PROGRAM);
}
