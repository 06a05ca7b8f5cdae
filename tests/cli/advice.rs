//! Advice: commands that clap knows, habits from other reducers, and suggestions that are right.

use std::io::Write as _;
use std::process::Stdio;

use crate::kitchen::{Ended, Kitchen};

const TEST: [&str; 6] = ["x.c", "--", "grep", "-q", "bug", "@@"];

#[test]
fn the_commands_beside_a_run_are_in_usage_help_man_pages_and_completions() {
    let kitchen = Kitchen::new();
    let print = |words: &[&str]| {
        let ended = kitchen.lop(words);
        assert_eq!((ended.code, ended.stderr.as_str()), (Some(0), ""), "{words:?}");
        ended.text()
    };
    let (long, short, man, bash) =
        (print(&["--help"]), print(&["-h"]), print(&["--man"]), print(&["--completions", "bash"]));
    assert_eq!(print(&["help"]), long, "lop help helps");
    for name in ["batch", "check", "passes", "report"] {
        assert!(long.contains(&format!("\n  {name}")) && short.contains(&format!("\n  {name}")), "{long}");
        assert!(
            man.contains(&format!("lop\\-{name}(1)")) && bash.contains(&format!("lop__subcmd__{name}")),
            "{name}"
        );
        assert!(print(&[&format!("--man={name}")]).contains(&format!(".TH lop-{name} 1")), "{name}");
        assert_eq!(print(&["help", name]), print(&[name, "--help"]));
        assert!(print(&[name, "-h"]).contains(&format!("Usage: lop {name} ")), "{name}");
    }
}

#[test]
fn habits_from_other_reducers_work() {
    let kitchen = Kitchen::new();
    let run = |options: &[&str]| {
        let ended = kitchen.lop(options.iter().chain(&TEST));
        ended.says(0, &["9 → 1 token"]);
        ended
    };
    for jobs in [["-n", "2"], ["--n", "2"], ["--parallelism", "2"]] {
        run(&jobs).says(0, &["2 jobs"]);
    }
    run(&["-v"]).says(0, &["delete-elements"]);
    for time in ["10", "10s", "2m"] {
        run(&["--timeout", time]);
    }
    kitchen.lop(["-c", "grep -q bug @@", "x.c"]).says(0, &["9 → 1 token"]);
    kitchen
        .lop(["batch", ".", "-n", "2", "--out", "o", "--", "true", "@@"])
        .says(2, &["2 questions at once"]);
}

#[test]
fn the_order_of_c_reduce_also_gives_the_path_as_the_first_argument() {
    let kitchen = Kitchen::new();
    kitchen.script("test.sh", "grep -q bug \"$1\" && grep -q bug x.c");
    kitchen.lop(["./test.sh", "x.c"]).says(0, &["9 → 1 token"]);
}

#[test]
fn a_dash_is_standard_input_and_the_result_goes_to_standard_output() {
    let kitchen = Kitchen::new();
    std::fs::create_dir(kitchen.path("tmp")).unwrap();
    let run = |options: &[&str]| {
        let mut command = kitchen.command(options.iter().chain(&["-", "--", "grep", "-q", "bug", "@@"]));
        command.env("TMPDIR", kitchen.path("tmp"));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        child.stdin.take().unwrap().write_all(b"int a;\nint bug;\nint c;\n").unwrap();
        Ended::from(child.wait_with_output().unwrap())
    };
    let ended = run(&["--language", "c"]);
    ended.says(0, &["standard input: 9 → 1 token", "result: on standard output"]);
    assert_eq!(ended.text().trim(), "bug");
    run(&["-o", "y.c"]).says(0, &["result: y.c"]);
    assert_eq!(kitchen.read("y.c").trim(), "bug");
    run(&["--in-place"]).says(1, &["standard input cannot be replaced"]);
    // Where the text is kept meanwhile is nobody's business: it is gone when the run is over.
    let scratch = kitchen.path("tmp");
    let told = run(&["--report", "r.html", "--bug", "b.md"]);
    told.says(0, &["standard input is read as text", "standard input: 9 → "]);
    let refused = run(&["--not-stdout", "", "--stdout", "nothing of the kind"]);
    refused.says(2, &["cat > input "]);
    for text in [&ended.stderr, &told.stderr, &refused.stderr, &kitchen.read("r.html"), &kitchen.read("b.md")]
    {
        assert!(!text.contains("/.tmp") && !text.contains(&*scratch.to_string_lossy()), "{text}");
    }
}

#[test]
fn suggestions_name_the_file_and_the_test_the_right_way_round() {
    let kitchen = Kitchen::new();
    kitchen.script("h.sh", "grep -q bug x.c");
    kitchen.write("a.cc", "bug");
    kitchen.write("b.cc", "bug");
    std::fs::create_dir(kitchen.path("d")).unwrap();
    let says = |words: &[&str], texts: &[&str]| kitchen.lop(words).says(1, texts);
    let script = kitchen.path("").canonicalize().unwrap().join("h.sh");
    says(&["sh h.sh", "a.cc"], &[&format!("lop a.cc --shell 'sh {}'", script.display())]);
    says(&["gcc", "a.cc"], &["lop a.cc -- gcc @@"]);
    says(&["gcc", "-c", "a.cc"], &[]);
    says(&["d", "--", "gcc", "@@"], &["there is nothing to reduce in d"]);
    says(&["d"], &["no test was given", "lop d -- COMMAND", "lop batch d --out results"]);
    says(&["-j2", "batch", "d", "--", "gcc", "@@"], &["`batch` is a command", "lop batch --help"]);
    let unknown = kitchen.lop(["--pases", "hoist", "x.c"]);
    unknown.says(1, &["--passes"]);
    assert!(!unknown.stderr.contains("-- --pases"), "{}", unknown.stderr);
}

#[test]
fn a_script_that_needs_its_argument_is_told_so_first() {
    let kitchen = Kitchen::new();
    kitchen.script("t.sh", "grep -q bug \"$1\"");
    let ended = kitchen.lop(["x.c", "--", "./t.sh"]);
    ended.says(2, &["t.sh looks for the candidate in $1", "write ./t.sh @@"]);
    assert!(!ended.stderr.contains("--exit-code"), "{}", ended.stderr);
    kitchen.lop(["x.c", "--", "grep", "-q", "none", "@@"]).says(2, &["is how grep, cmp or a script says no"]);
    // A script that is not where the command runs fails, and nobody looks for that.
    let ended = kitchen.lop(["x.c", "--shell", "sh t.sh"]);
    ended.says(2, &["in a scratch directory, where t.sh is not: write /"]);
    assert!(!ended.stderr.contains("--exit-code"), "{}", ended.stderr);
}

#[test]
fn what_the_test_misses_and_lies_beside_the_file_is_named() {
    let kitchen = Kitchen::new();
    kitchen.write("data.txt", "bug\n");
    let missing = "data.txt is missing, which lies beside x.c";
    kitchen.script("likes.sh", "cat data.txt; grep -q bug x.c");
    kitchen.lop(["x.c", "--", "./likes.sh"]).says(0, &[missing, "name it after x.c", "no more than that"]);
    kitchen.lop(["check", "x.c", "--", "./likes.sh"]).says(0, &[missing]);
    kitchen.script("refuses.sh", "grep -q bug x.c && cat data.txt");
    kitchen.lop(["x.c", "--", "./refuses.sh"]).says(2, &[missing]);
    kitchen.script("reads.sh", &format!("cat {} && grep -q bug x.c", kitchen.path("data.txt").display()));
    let ended = kitchen.lop(["x.c", "--", "./reads.sh"]);
    assert!(!ended.stderr.contains("is missing"), "{}", ended.stderr);
}

#[test]
fn the_option_that_refused_the_original_is_named() {
    let kitchen = Kitchen::new();
    for option in ["--then", "--valid"] {
        let ended = kitchen.lop([option, "false"].iter().chain(&TEST));
        ended.says(2, &[&format!("the test says yes to it, and {option} says no")]);
    }
    kitchen.lop(["--first", "false"].iter().chain(&TEST)).says(2, &["the command of --first refused it"]);
}

#[test]
fn with_json_mistakes_are_records_too() {
    let kitchen = Kitchen::new();
    for words in [
        &["--json", "--pases", "x.c"][..],
        &["--json"],
        &["check", "--json", "x.c"],
        &["--json", "none", "--", "true"],
    ] {
        let ended = kitchen.lop(words);
        assert_eq!(ended.code, Some(1), "{ended:?}");
        let record: serde_json::Value = serde_json::from_str(ended.text().lines().last().unwrap()).unwrap();
        assert_eq!((record["event"].as_str(), record["exit"].as_u64()), (Some("error"), Some(1)), "{record}");
        assert!(!record["what"].as_str().unwrap().starts_with("error"), "{record}");
    }
}

#[test]
fn a_file_that_is_called_like_a_command_is_named_with_its_directory() {
    let kitchen = Kitchen::new();
    for name in ["batch", "check", "help"] {
        kitchen.write(name, "int a;\nint bug;\n");
        kitchen.lop([&format!("./{name}"), "-q", "--", "grep", "-q", "bug", "@@"]).says(0, &[]);
    }
}

#[test]
fn a_file_by_two_spellings_of_its_name_is_one_file() {
    let kitchen = Kitchen::new();
    kitchen.script("test.sh", "grep -q bug x.c");
    let here = kitchen.path("x.c").display().to_string();
    for words in [&["x.c", "x.c", "--", "./test.sh"][..], &["x.c", "./x.c", &here, "--", "./test.sh"]] {
        kitchen.lop(words).says(0, &["result: x.lop.c"]);
    }
    assert_eq!(kitchen.names(), ["test.sh", "x.c", "x.lop.c"]);
}

#[test]
fn an_empty_line_is_no_test() {
    let kitchen = Kitchen::new();
    for line in ["", "  "] {
        kitchen.lop(["x.c", "--shell", line]).says(1, &["the line of --shell is empty", "gcc -c @@"]);
    }
}

#[test]
fn another_reducer_that_is_misspelt_is_taken_for_no_program() {
    let kitchen = Kitchen::new();
    kitchen.script("t.sh", "grep -q bug x.c");
    kitchen.lop(["cvice", "./t.sh", "x.c"]).says(1, &["there is no file cvice", "did you mean lop cvise?"]);
    kitchen.lop(["chek", "./t.sh", "x.c"]).says(1, &["did you mean lop check?"]);
    kitchen.lop(["grep", "-q", "x.c"]).says(1, &["lop x.c -- grep"]);
}

#[test]
fn a_pipeline_in_words_is_told_as_the_line_that_it_should_be() {
    let kitchen = Kitchen::new();
    let words = ["x.c", "--", "cat", "x.c", "2>&1", "|", "grep", "-q", "nothing"];
    kitchen.lop(words).says(2, &["no shell reads the command", "--shell 'cat x.c 2>&1 | grep -q nothing'"]);
    let literal = kitchen.lop(["check", "x.c", "--", "grep", "-qv", "|", "x.c"]);
    assert!(!literal.stderr.contains("no shell"), "{literal:#?}");
}

#[test]
fn a_test_that_does_not_end_is_said_to_have_not_ended() {
    let kitchen = Kitchen::new();
    let words = ["--timeout", "0.2", "--exit-code", "3", "x.c", "--", "sleep", "1000"];
    kitchen.lop(words).says(2, &["exit code 3 was expected, and it did not end within the timeout"]);
}
