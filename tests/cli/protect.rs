//! `--protect`: what stays, whatever the test says.

use crate::kitchen::Kitchen;

const PROGRAM: &str =
    "#include <stdio.h>\nint a;\nint  bug = 17;\nint c(int x) {\n\treturn x +  1;\n}\nint d;\n";

fn kitchen() -> Kitchen {
    let kitchen = Kitchen::new();
    kitchen.write("x.c", PROGRAM);
    kitchen
}

#[test]
fn lines_and_matches_stay_byte_for_byte_and_the_rest_goes() {
    let kitchen = kitchen();
    for language in ["c", "text"] {
        for (options, kept) in [
            (&["--protect", "5"][..], "\treturn x +  1;"),
            (&["--protect", "4-6"], "int c(int x) {\n\treturn x +  1;\n}"),
            (&["--protect", "^int  bug.*$"], "int  bug = 17;"),
            (&["--protect", "2", "--protect", r"x\) \{"], "int a;"),
        ] {
            let words = ["--effort", "thorough", "--language", language, "x.c", "--", "true"];
            let ended = kitchen.lop(options.iter().chain(&words));
            ended.says(0, &["outside the protected regions"]);
            let result = kitchen.read("x.lop.c");
            assert!(result.contains(kept), "{options:?}: {result:?}");
            assert!(result.len() <= kept.len() + 8, "{options:?}: {result:?}");
        }
    }
}

#[test]
fn a_line_that_ends_as_on_windows_is_kept_without_its_line_break() {
    let kitchen = Kitchen::new();
    for protect in ["2", "^int KEEP.*$"] {
        kitchen.write("x.c", "int a = 1;\r\nint KEEP = 2;\r\nint b = 3;\r\n");
        let ended = kitchen.lop(["--fresh", "-j1", "x.c", "--protect", protect, "--", "true"]);
        ended.says(0, &["nothing is left to remove outside the protected regions"]);
        assert_eq!(kitchen.read("x.lop.c"), "int KEEP = 2;");
    }
}

#[test]
fn every_question_has_what_is_protected() {
    let kitchen = kitchen();
    let seen = kitchen.path("seen").display().to_string();
    let test = format!("grep -q 'return x +  1;' @@ || {{ echo gone >>{seen}; exit 1; }}; grep -q bug @@");
    // The empty file, which is asked about before the search, has nothing.
    kitchen.lop(["x.c", "--jobs", "2", "--protect", "return.*", "--shell", &test]).says(0, &["1-minimal"]);
    assert_eq!(kitchen.read("seen"), "gone\n");
}

#[test]
fn everything_can_be_protected_and_then_nothing_is_asked() {
    let kitchen = kitchen();
    let ended = kitchen.lop(["x.c", "--protect", "1-7", "--", "grep", "-q", "bug", "@@"]);
    ended.says(0, &["nothing is left to remove outside the protected regions"]);
    assert_eq!(kitchen.read("x.lop.c"), PROGRAM);
    kitchen.lop(["x.c", "--protect", r"(?s).*", "--", "grep", "-q", "bug", "@@"]).says(0, &["2 questions"]);
    assert_eq!(kitchen.read("x.lop.c"), PROGRAM);
}

#[test]
fn what_cannot_be_protected_is_explained() {
    let kitchen = kitchen();
    for (value, told) in [
        ("(", "unclosed group"),
        ("8", "names line 8, and there are 7"),
        ("0", "counted from 1"),
        ("5-4", "counted from 1"),
        ("zork", "matches nothing"),
    ] {
        kitchen.lop(["x.c", "--protect", value, "--", "true"]).says(1, &[told]);
    }
}

#[test]
fn a_run_that_goes_on_keeps_what_it_protected() {
    let kitchen = kitchen();
    let words = ["x.c", "--resume", "--jobs", "2", "--protect", "2", "--", "grep", "-q", "bug", "@@"];
    kitchen.lop(["--max-questions", "4"].iter().chain(&words)).says(0, &[]);
    kitchen.lop(words).says(0, &["going on with"]);
    let result = kitchen.read("x.lop.c");
    assert!(result.contains("int a;") && result.contains("bug") && result.len() < 14, "{result:?}");
    // Without the option it is another run, whose journal knows nothing of this one.
    kitchen.lop(["x.c", "--resume", "--", "grep", "-q", "bug", "@@"]).says(0, &["there is no journal"]);
}

#[test]
fn the_report_and_the_events_know_of_it() {
    let kitchen = kitchen();
    let words = ["x.c", "--json", "--report", "r.html", "--protect", "2", "--", "grep", "-q", "bug", "@@"];
    let text = kitchen.lop(words).text();
    let summary: serde_json::Value = serde_json::from_str(text.lines().last().unwrap()).unwrap();
    assert!(summary["certificate"]["protected"].as_u64().unwrap() >= 3, "{summary}");
    assert!(kitchen.read("r.html").contains("int a;"));
}
