//! Results that stay valid: what still parses, shows no new diagnostics, and passes a test of validity.

use crate::kitchen::{Ended, FEW, Kitchen};

const PROGRAM: &str = "int helper(int a, int b) { return a * b + 3; }\n\
                       int unused(void) { int x = 1; return x + x; }\n\
                       int main(void) { if (unused()) { return helper(1, 2); } return 0; }\n";

fn kitchen() -> Kitchen {
    let kitchen = Kitchen::new();
    kitchen.write("x.c", PROGRAM);
    kitchen
}

const CALLS: &str = "grep -q 'helper(1' @@";

/// A compiler that knows three diagnostics, prints them like others do, and crashes on `bug`.
const COMPILER: &str = "grep -q 'old' $1 && echo \"$1:1:2: warning: this is old [-Wold]\" >&2\n\
                        grep -q 'int' $1 || echo \"$1:3: error: no type in 'x'\" >&2\n\
                        grep -q ')]}' $1 && echo \"$1:4: error: unexpected ')'\"\n\
                        grep -q 'bug' $1 && { echo \"cc: f.c:7: f: Assertion \\`p' failed.\" >&2; kill -ABRT $$; }\n\
                        exit 0";

fn last_record(text: &str) -> serde_json::Value {
    serde_json::from_str(text.lines().last().unwrap()).unwrap()
}

#[test]
fn what_parses_goes_on_to_parse_and_without_the_option_lop_names_it() {
    let kitchen = kitchen();
    let ended = kitchen.lop(["-j1", "x.c", "--shell", CALLS]);
    ended.says(0, &["the input parsed and the result does not", "--keep-parsing"]);
    assert_eq!(kitchen.read("x.lop.c"), "helper(1");
    let ended = kitchen.lop(["-j1", "--keep-parsing", "x.c", "--shell", CALLS]);
    ended.says(0, &["certified 1-minimal among what parses", "--keep-parsing: ", "not asked"]);
    assert!(!ended.stderr.contains("the input parsed"), "{}", ended.stderr);
    assert!(kitchen.read("x.lop.c").starts_with("helper(1)"), "{}", kitchen.read("x.lop.c"));
}

#[test]
fn without_a_grammar_nothing_is_kept_and_lop_says_so() {
    let kitchen = kitchen();
    for language in ["text", "c"] {
        let ended = kitchen.lop(["-j1", "--keep-parsing", "--language", language, "x.c", "--shell", CALLS]);
        ended.says(0, &[]);
        assert_eq!(ended.stderr.contains("--keep-parsing has no effect"), language == "text");
    }
}

#[test]
fn a_header_that_does_not_parse_is_not_even_asked_about() {
    let kitchen = Kitchen::new();
    kitchen.write("good.h", "int good;\n");
    kitchen.write("bad.h", "int bad( {\n");
    kitchen.write("x.c", "#include \"good.h\"\n#include \"bad.h\"\nint bug;\n");
    let seen = kitchen.path("seen").display().to_string();
    let line =
        format!("grep -o 'int [a-z]*' @@ >>{seen}; grep -q good @@ && grep -q bad @@ && grep -q bug @@");
    kitchen.lop(["-j1", "--keep-parsing", "--paste-includes", "x.c", "--shell", &line]).says(0, &[]);
    let seen = kitchen.read("seen");
    assert!(seen.contains("int good") && !seen.contains("int bad"), "{seen}");
}

#[test]
fn a_formatter_that_breaks_the_file_is_told_of() {
    let kitchen = Kitchen::new();
    kitchen.write("x.c", "int f(int a) { return bug; }\n");
    std::fs::create_dir(kitchen.path("bin")).unwrap();
    kitchen.script("bin/clang-format", "tr ';' ')'");
    let path = format!("{}:/usr/bin:/bin", kitchen.path("bin").display());
    let options =
        ["-j1", "--format", "--keep-parsing", "x.c", "--shell", "grep -q bug @@ && grep -q return @@"];
    let ended = kitchen.command(options).env("PATH", &path).output().unwrap();
    Ended::from(ended).says(0, &["what clang-format makes of it does not parse"]);
}

#[test]
fn a_run_that_goes_on_knows_whether_it_keeps_the_parse() {
    let kitchen = kitchen();
    let options = ["-j1", "--journal", "kept", "--max-questions", "12", "x.c", "--shell", CALLS];
    kitchen.lop(options).says(0, &[]);
    let resumed = ["--keep-parsing", "--resume"];
    kitchen.lop(resumed.iter().chain(&options)).says(1, &["the journal cannot be used", "another command"]);
}

#[test]
fn a_kind_of_diagnostic_that_the_original_does_not_show_is_refused() {
    let kitchen = Kitchen::new();
    let compiler = kitchen.script("cc.sh", COMPILER).display().to_string();
    kitchen.write("x.c", "int f;\nint old;\nchar bug;\nchar more;\n");
    let test = ["-j1", "x.c", "--", &compiler, "@@"];
    kitchen.lop(test).says(0, &[]);
    assert_eq!(kitchen.read("x.lop.c").trim(), "bug");
    let ended = kitchen.lop(["--no-new-diagnostics"].iter().chain(&test));
    ended.says(0, &["the original shows diagnostics of these kinds: -Wold", "refused"]);
    let result = kitchen.read("x.lop.c");
    assert!(result.contains("int") && result.contains("bug") && !result.contains("more"), "{result}");
    assert!(!result.contains("old"), "{result}");
    let checked = kitchen.lop(["check", "--no-new-diagnostics", "x.c", "--", &compiler, "@@"]);
    checked.says(0, &["-Wold"]);
}

#[test]
fn a_test_that_prints_nothing_is_told_apart_from_one_that_has_nothing_to_print() {
    let kitchen = Kitchen::new();
    let compiler = kitchen.script("cc.sh", COMPILER).display().to_string();
    kitchen.write("x.c", "int f;\nint bug;\n");
    let silent = format!("{compiler} @@ >/dev/null 2>&1; [ $? -eq 134 ]");
    let options = ["-j1", "--no-new-diagnostics", "x.c", "--shell"];
    let ended = kitchen.lop(options.iter().chain(&[silent.as_str()]));
    ended.says(0, &["--no-new-diagnostics has nothing to look at", "let it print what the compiler says"]);
    let open = format!("{compiler} @@ 2>&1; [ $? -eq 134 ]");
    let ended = kitchen.lop(options.iter().chain(&[open.as_str()]));
    ended.says(0, &["the original shows no diagnostics; a candidate that shows one is refused"]);
    assert_eq!(kitchen.read("x.lop.c").split_whitespace().collect::<Vec<_>>(), ["int", "bug"]);
    let checked = kitchen.lop(["check", "--no-new-diagnostics", "x.c", "--shell", &silent]);
    checked.says(0, &["nothing to look at"]);
}

#[test]
fn what_is_not_valid_is_refused_and_counted_apart() {
    let kitchen = kitchen();
    let valid = format!("echo >>{}; grep -q 'int main' @@", kitchen.path("asked").display());
    for jobs in ["-j1", "-j3"] {
        kitchen.write("asked", "");
        let options = [jobs, "--json", "--valid", &valid, "x.c", "--shell", CALLS];
        let ended = kitchen.lop(options);
        ended.says(0, &[]);
        let result = kitchen.read("x.lop.c");
        assert!(result.contains("int main") && result.contains("helper(1"), "{result}");
        let summary = last_record(&ended.text());
        let asked = summary["valid"]["asked"].as_u64().unwrap();
        assert!(summary["valid"]["refused"].as_u64().unwrap() > 0);
        // Twice more before the search: about the original, and about the empty file unless the test refuses that.
        let calls = kitchen.read("asked").lines().count() as u64;
        assert!((asked + 1..=asked + 2).contains(&calls), "{calls} calls, {asked} asked");
        assert!(asked <= summary["questions"].as_u64().unwrap());
    }
    let ended = kitchen.lop(["-j1", "--valid", &valid, "x.c", "--shell", CALLS]);
    ended.says(0, &["--valid: asked "]);
}

#[test]
fn which_of_the_two_is_asked_first_changes_no_verdict() {
    let kitchen = kitchen();
    let results = ["test", "valid"].map(|slow| {
        let wait = |name: &str| if name == slow { "sleep 0.05; " } else { "" };
        let test = format!("{}{CALLS}", wait("test"));
        let valid = format!("{}grep -q 'int main' @@", wait("valid"));
        let ended =
            kitchen.lop(FEW.iter().chain(&["-j1", "--json", "--valid", &valid, "x.c", "--shell", &test]));
        ended.says(0, &[]);
        (kitchen.read("x.lop.c"), last_record(&ended.text())["questions"].clone())
    });
    assert_eq!(results[0], results[1]);
}

#[test]
fn a_run_that_goes_on_asks_about_the_validity_of_nothing_twice() {
    let kitchen = kitchen();
    let valid = format!("cksum <@@ >>{}; grep -q 'int main' @@", kitchen.path("asked").display());
    let all = ["-j1", "-q", "--journal", "kept", "--valid", &valid, "x.c", "--shell", CALLS];
    kitchen.lop(FEW.iter().chain(&["--max-questions", "25"]).chain(&all)).says(0, &[]);
    let first = kitchen.read("asked").lines().count();
    kitchen.lop(FEW.iter().chain(&["--resume"]).chain(&all)).says(0, &[]);
    let mut asked: Vec<String> = kitchen.read("asked").lines().map(str::to_owned).collect();
    asked.sort_unstable();
    let twice: Vec<&String> = asked.windows(2).filter(|it| it[0] == it[1]).map(|it| &it[0]).collect();
    // The original is asked about at each start.
    assert!(first > 1 && asked.len() > first && twice.len() == 1, "{twice:?}");
}

#[test]
fn the_original_must_be_valid() {
    let kitchen = kitchen();
    let ended = kitchen.lop(["--valid", "echo not at all; exit 3", "x.c", "--shell", CALLS]);
    ended.says(2, &["not interesting", "not at all", "exit code 3"]);
}

#[test]
fn a_script_asks_what_is_valid_and_says_what_it_leaves_out() {
    let kitchen = kitchen();
    let options = ["--valid", "grep -q main @@", "--keep-parsing", "--no-new-diagnostics"];
    let ended = kitchen.lop(["check", "--script"].iter().chain(&options).chain(&[
        "x.c",
        "--shell",
        "grep -q helper @@; cat nothing; true",
    ]));
    ended.says(0, &[]);
    let script = ended.text();
    for part in ["grep -q main", "What --keep-parsing adds", "What --no-new-diagnostics adds"] {
        assert!(script.contains(part), "{part}: {script}");
    }
}

#[test]
fn a_result_of_a_token_or_two_is_doubted() {
    let kitchen = kitchen();
    kitchen
        .lop(["-j1", "x.c", "--", "grep", "-q", "helper", "@@"])
        .says(0, &["only one token is left", "too weak"]);
    let ended = kitchen.lop(["-j1", "x.c", "--shell", "grep -q 'helper(1' @@"]);
    assert!(!ended.stderr.contains("too weak"), "{}", ended.stderr);
}
