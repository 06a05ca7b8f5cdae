//! The command line: the two orders, the options that only print, and every way to get it wrong.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use crate::kitchen::Kitchen;

#[test]
fn a_file_and_a_command_with_a_placeholder() {
    let kitchen = Kitchen::new();
    kitchen.lop(["x.c", "--", "grep", "-q", "bug", "@@"]).says(0, &["x.c: 9 → 1 token", "result: x.lop.c"]);
    assert_eq!(kitchen.read("x.lop.c").trim(), "bug");
    assert_eq!(kitchen.read("x.c"), "int a;\nint bug;\nint c;\n");
}

#[test]
fn the_candidate_has_the_files_own_name_in_the_directory_of_the_test() {
    let kitchen = Kitchen::new();
    kitchen.lop(["x.c", "--", "sh", "-c", "test $(ls -A) = x.c && grep -q bug x.c"]).says(0, &[]);
    assert_eq!(kitchen.read("x.lop.c").trim(), "bug");
}

#[test]
fn the_candidate_can_come_on_standard_input() {
    let kitchen = Kitchen::new();
    kitchen.lop(["--stdin", "x.c", "--", "grep", "-q", "bug"]).says(0, &[]);
    assert_eq!(kitchen.read("x.lop.c").trim(), "bug");
    kitchen
        .lop(["--stdin", "x.c", "--", "grep", "-q", "bug", "@@"])
        .says(1, &["twice", "leave one of them out"]);
}

#[test]
fn a_script_and_a_file_in_the_order_of_c_reduce() {
    let kitchen = Kitchen::new();
    kitchen.script("test.sh", "grep -q bug x.c");
    for script in ["./test.sh", "test.sh"] {
        kitchen.lop([script, "x.c"]).says(0, &["result: x.lop.c"]);
        assert_eq!(kitchen.read("x.lop.c").trim(), "bug");
    }
}

#[test]
fn an_order_that_could_mean_two_things_is_asked_back() {
    let kitchen = Kitchen::new();
    kitchen.script("test.sh", "true");
    kitchen.script("broken.sh", "true");
    kitchen.lop(["x.c", "test.sh"]).says(1, &["the test comes first", "lop x.c -- ./test.sh"]);
    kitchen.lop(["./test.sh", "broken.sh"]).says(1, &["both executable", "lop broken.sh -- ./test.sh"]);
    kitchen.lop(["x.c", "gcc"]).says(1, &["lop x.c -- gcc"]);
    kitchen.lop(["x.c", "gcc", "@@"]).says(1, &["without `--`"]);
    kitchen.lop(["x.c"]).says(1, &["no test was given for x.c", "lop ./test.sh FILE"]);
    kitchen.lop::<&str>([]).says(1, &["no file and no test", "--help"]);
    kitchen.lop(["--", "true"]).says(1, &["no file was given"]);
}

#[test]
fn what_counts_as_interesting_can_be_said() {
    let kitchen = Kitchen::new();
    let test = "if grep -q bug x.c; then echo boom; echo note >&2; exit 3; else exit 1; fi";
    let reduces = |options: &[&str]| {
        let words = options.iter().copied().chain(["-q", "-o", "-", "x.c", "--", "sh", "-c", test]);
        let ended = kitchen.lop(words);
        (ended.code, ended.text().trim().to_owned())
    };
    let yes = (Some(0), "bug".to_owned());
    let no = (Some(2), String::new());
    assert_eq!(reduces(&["--exit-code", "3"]), yes);
    assert_eq!(reduces(&["--exit-code", "7", "--exit-code", "3"]), yes);
    assert_eq!(reduces(&["--stdout", "b.om", "--stderr", "^note$"]), yes);
    assert_eq!(reduces(&["--exit-code", "3", "--not-stdout", "error"]), yes);
    assert_eq!(reduces(&["--exit-code", "1"]), no);
    assert_eq!(reduces(&["--exit-code", "3", "--stdout", "bang"]), no);
    assert_eq!(reduces(&["--exit-code", "3", "--not-stderr", "note"]), no);
    assert_eq!(reduces(&[]), no);
}

#[test]
fn a_signal_can_be_what_is_looked_for() {
    let kitchen = Kitchen::new();
    for signal in ["SEGV", "SIGSEGV", "segv", "11"] {
        let test = "grep -q bug x.c && kill -SEGV $$";
        kitchen.lop(["--signal", signal, "-q", "x.c", "--", "sh", "-c", test]).says(0, &[]);
        assert_eq!(kitchen.read("x.lop.c").trim(), "bug");
    }
    kitchen.lop(["--signal", "SIGFOO", "x.c", "--", "true"]).says(1, &["not a signal"]);
}

#[test]
fn wrong_values_are_usage_errors() {
    let kitchen = Kitchen::new();
    let wrong: [(&[&str], &str); 16] = [
        (&["--hang"], "--timeout"),
        (&["--repeat", "3", "--at-least", "4"], "from 1 to 3"),
        (&["--memory", "lots"], "not a size"),
        (&["--timeout", "0"], "more than 0"),
        (&["--timeout", "soon"], "not a number of seconds"),
        (&["--jobs", "0"], "1 to 1024"),
        (&["--exit-code", "300"], "300"),
        (&["--stdout", "("], "unclosed group"),
        (&["--language", "klingon"], "there are: "),
        (&["--passes", "hosit"], "did you mean hoist?"),
        (&["-o", "y.c", "--in-place"], "cannot be used with"),
        (&["-o", "-", "--json"], "standard output"),
        (&["--report", "-"], "--report cannot go to standard output"),
        (&["--bug", "-"], "--bug cannot go to standard output"),
        (&["--passes", "reducers"], "means only those of --reducer"),
        (&["--timeout", "1e400"], "more than 1000000000 seconds"),
    ];
    for (options, text) in wrong {
        let words = options.iter().copied().chain(["x.c", "--", "true"]);
        kitchen.lop(words).says(1, &[text]);
    }
    assert_eq!(kitchen.names(), ["x.c"], "nothing is written when nothing was asked");
}

#[test]
fn a_file_that_cannot_be_reduced_is_explained() {
    let kitchen = Kitchen::new();
    kitchen.write("empty.c", "");
    let large = fs::File::create(kitchen.path("large.c")).unwrap();
    large.set_len(5 << 30).unwrap();
    kitchen.lop(["none.c", "--", "true"]).says(1, &["cannot read none.c", "because: No such file", "help: "]);
    kitchen.lop(["/dev/null", "--", "true"]).says(1, &["not a regular file"]);
    kitchen.lop(["empty.c", "--", "true"]).says(1, &["empty.c is empty"]);
    kitchen.lop(["large.c", "--", "true"]).says(1, &["too large: 5 GiB", "less than 4 GiB"]);
}

#[test]
fn a_file_that_may_not_be_read_is_explained() {
    let kitchen = Kitchen::new();
    fs::set_permissions(kitchen.path("x.c"), fs::Permissions::from_mode(0o000)).unwrap();
    if fs::read(kitchen.path("x.c")).is_ok() {
        return; // Root reads everything.
    }
    kitchen.lop(["x.c", "--", "true"]).says(1, &["cannot read x.c", "Permission denied"]);
}

#[test]
fn a_test_that_cannot_be_started_is_explained() {
    let kitchen = Kitchen::new();
    kitchen.write("plain.sh", "true\n");
    kitchen.lop(["x.c", "--", "no-such-command"]).says(4, &["no-such-command", "PATH", "help: "]);
    kitchen.lop(["x.c", "--", "./plain.sh"]).says(4, &["plain.sh", "ermission denied", "chmod +x"]);
    kitchen.lop(["x.c", "--", "./none.sh"]).says(4, &["none.sh", "No such file"]);
    kitchen.lop(["x.c", "--", "/"]).says(4, &["directory"]);
    assert_eq!(kitchen.names(), ["plain.sh", "x.c"]);
}

#[test]
fn a_test_whose_interpreter_is_missing_cannot_be_asked() {
    let kitchen = Kitchen::new();
    kitchen.executable("test.sh", "#!/no/such/interpreter\n");
    kitchen.lop(["x.c", "--", "./test.sh"]).says(4, &["test.sh", "interpreter"]);
}

#[test]
fn lists_print_and_leave() {
    let kitchen = Kitchen::new();
    let print = |word: &str| {
        let ended = kitchen.lop([word]);
        assert_eq!((ended.code, ended.stderr.as_str()), (Some(0), ""), "{word}");
        ended.text()
    };
    assert!(print("--list-passes").lines().any(|it| it.starts_with("hoist ")));
    assert!(print("--list-languages").lines().any(|it| it.starts_with("text ")));
    assert!(print("--man").contains(".TH lop 1"));
    assert!(print("--version").starts_with("lop "));
    let short = print("-h");
    assert!(short.contains("--help"));
    let options = short.lines().filter(|it| it.trim_start().starts_with('-') && it.starts_with("  ")).count();
    assert_eq!(options, 12, "a dozen, --help and --version among them: {short}");
    let help = print("--help");
    for text in ["Examples:", "Exit codes:", "--in-place", "@@", "The search:"] {
        assert!(help.contains(text), "{text}");
    }
}

#[test]
fn every_shell_gets_its_completions() {
    let kitchen = Kitchen::new();
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let ended = kitchen.lop(["--completions", shell]);
        assert_eq!(ended.code, Some(0));
        assert!(ended.text().contains("list-passes"), "{shell}");
    }
}

#[test]
fn passes_can_be_chosen() {
    let kitchen = Kitchen::new();
    let ended = kitchen.lop(["--passes", "hoist", "--stats", "x.c", "--", "grep", "-q", "bug", "@@"]);
    ended.says(0, &[]);
    assert!(!ended.stderr.contains("delete-elements"), "{}", ended.stderr);
    kitchen.lop(["--skip", "hoist,delete-units", "x.c", "--", "grep", "-q", "bug", "@@"]).says(0, &[]);
}

#[test]
fn a_cheap_test_can_be_asked_first() {
    let kitchen = Kitchen::new();
    let log = kitchen.path("log").display().to_string();
    let first = format!("grep -q bug x.c && echo first >>{log}");
    let test = format!("echo main >>{log}; grep -q int x.c");
    kitchen.lop(["-q", "-j1", "--first", &first, "x.c", "--", "sh", "-c", &test]).says(0, &[]);
    let result = kitchen.read("x.lop.c");
    assert!(result.contains("bug") && result.contains("int"), "{result:?}");
    let log = kitchen.read("log");
    let count = |word| log.lines().filter(|it| *it == word).count();
    assert_eq!(
        count("first") + 3,
        count("main"),
        "the main test follows each first one, and runs four times at the start"
    );
}

#[test]
fn a_test_that_hangs_can_be_what_is_looked_for() {
    let kitchen = Kitchen::new();
    kitchen.write("x.c", "a bug");
    let test = "grep -q bug x.c && exec sleep 1000";
    kitchen.lop(["-q", "--hang", "--timeout", "1", "x.c", "--", "sh", "-c", test]).says(0, &[]);
    assert_eq!(kitchen.read("x.lop.c").trim(), "bug");
}

#[test]
fn a_moody_test_can_be_asked_more_often() {
    let kitchen = Kitchen::new();
    kitchen.write("x.c", "a bug");
    // Says yes to every second question about the same text.
    let odd = kitchen.path("odd").display().to_string();
    let test =
        format!("grep -q bug x.c || exit 1; if [ -e {odd} ]; then rm {odd}; else touch {odd}; exit 1; fi");
    let run = |options: &[&str]| {
        kitchen.lop(options.iter().copied().chain(["-q", "-j1", "x.c", "--", "sh", "-c", &test]))
    };
    run(&[]).says(5, &["flaky", "--repeat"]);
    run(&["--repeat", "2", "--at-least", "1"]).says(0, &[]);
    assert_eq!(kitchen.read("x.lop.c").trim(), "bug");
}

#[test]
fn a_command_that_is_misspelt_is_named() {
    let kitchen = Kitchen::new();
    kitchen
        .lop(["chekc", "x.c", "--", "true"])
        .says(1, &["there is no file chekc", "did you mean lop check?"]);
    kitchen.write("chekc", "int bug;\n");
    kitchen.lop(["-q", "chekc", "x.c", "--", "grep", "-q", "bug", "x.c"]).says(0, &[]);
}

#[test]
fn the_help_of_cargo_is_about_cargo() {
    let help = Kitchen::new().lop(["cargo", "--help"]).text();
    assert!(help.contains("The directory of the package or workspace"), "{help}");
    assert!(!help.contains("The file to reduce") && help.contains("What cargo is to do"), "{help}");
}
