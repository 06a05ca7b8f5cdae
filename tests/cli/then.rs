//! The expensive test: asked seldom, obeyed always.

use crate::kitchen::Kitchen;

/// A file in which `bug` matters to the test and `keep` to the expensive one.
fn kitchen(lines: usize) -> Kitchen {
    let kitchen = Kitchen::new();
    let filler = |from: usize| {
        let lines: Vec<String> = (from..from + lines).map(|it| format!("int v{it};\n")).collect();
        lines.concat()
    };
    kitchen.write("x.c", format!("{}int bug;\n{}int keep;\n{}", filler(100), filler(300), filler(500)));
    kitchen
}

/// A line that counts its calls in a file before it does the rest.
fn counted(kitchen: &Kitchen, file: &str, rest: &str) -> String {
    format!("echo >>{}; {rest}", kitchen.path(file).display())
}

fn calls(kitchen: &Kitchen, file: &str) -> usize {
    kitchen.read(file).lines().count()
}

#[test]
fn the_result_passes_the_expensive_test_which_is_asked_less_often() {
    let kitchen = kitchen(30);
    let main = counted(&kitchen, "main", "grep -q bug x.c");
    let then = counted(&kitchen, "then", "grep -q bug x.c && grep -q keep x.c");
    for jobs in ["-j1", "-j4"] {
        let ended = kitchen.lop([jobs, "x.c", "--then", &then, "--shell", &main]);
        // With four jobs luck decides whether it ever comes to a text without what only the expensive test wants.
        let refused: &[&str] = if jobs == "-j1" { &["--then refused"] } else { &[] };
        ended.says(0, &[refused, &["certified 1-minimal"]].concat());
        let result = kitchen.read("x.lop.c");
        let words: Vec<&str> = result.split_whitespace().collect();
        assert!(words.len() <= 4 && result.contains("bug") && result.contains("keep"), "{result}");
    }
    assert!(calls(&kitchen, "then") < calls(&kitchen, "main"));
}

#[test]
fn an_expensive_test_that_agrees_is_hardly_ever_asked() {
    let kitchen = kitchen(60);
    let main = counted(&kitchen, "main", "grep -q bug x.c");
    let then = counted(&kitchen, "then", "grep -q bug @@");
    let ended = kitchen.lop(["-j1", "x.c", "--then", &then, "--shell", &main]);
    ended.says(0, &["→ 1 token"]);
    assert!(!ended.stderr.contains("refused what"));
    assert!(calls(&kitchen, "then") <= 12, "{}", calls(&kitchen, "then"));
}

#[test]
fn all_stages_must_accept_the_original() {
    let kitchen = kitchen(2);
    kitchen
        .lop(["x.c", "--then", "true", "--then", "echo oracle said no; exit 3", "--shell", "grep -q bug x.c"])
        .says(2, &["not interesting", "oracle said no", "exit code 3"]);
    kitchen
        .lop(["x.c", "--first", "echo no syntax; exit 4", "--shell", "grep -q bug x.c"])
        .says(2, &["not interesting", "no syntax", "exit code 4"]);
}

#[test]
fn a_program_that_a_line_begins_with_is_found_from_where_the_user_is() {
    let kitchen = kitchen(2);
    std::fs::create_dir(kitchen.path("my tools")).unwrap();
    kitchen.script("first.sh", "grep -q bug \"$1\"");
    kitchen.script("my tools/then.sh", "grep -q keep x.c");
    std::os::unix::fs::symlink("my tools", kitchen.path("tools")).unwrap();
    let stages = ["--first", "./first.sh @@ && true", "--then", "tools/then.sh"];
    kitchen.lop(["-q", "x.c"].iter().chain(&stages).chain(&["--shell", "./first.sh x.c"])).says(0, &[]);
    let result = kitchen.read("x.lop.c");
    assert!(result.contains("bug") && result.contains("keep"), "{result}");
    // Elsewhere in the line it is the shell's, which runs beside the candidate.
    let line = "true && ./first.sh x.c";
    let here = kitchen.path("first.sh").display().to_string();
    kitchen.lop(["x.c", "--then", line, "--", "true"]).says(2, &["runs in a scratch directory", &here]);
}

#[test]
fn every_expensive_stage_is_obeyed() {
    let kitchen = kitchen(3);
    let stages = ["--then", "grep -q keep x.c", "--then", "grep -q v101 x.c"];
    kitchen.lop(["-j1", "x.c"].iter().chain(&stages).chain(&["--shell", "grep -q bug x.c"])).says(0, &[]);
    let result = kitchen.read("x.lop.c");
    assert!(["bug", "keep", "v101"].iter().all(|it| result.contains(it)), "{result}");
}

#[test]
fn a_run_that_ends_early_leaves_what_passed_all_stages() {
    let kitchen = kitchen(20);
    for budget in 1..=12 {
        let budget = budget.to_string();
        let then = "grep -q keep x.c";
        let options =
            ["-j1", "-q", "--max-questions", &budget, "--then", then, "x.c", "--shell", "grep -q bug x.c"];
        kitchen.lop(options.iter().chain(&["--fresh"])).says(0, &[]);
        let result = kitchen.read("x.lop.c");
        assert!(result.contains("bug") && result.contains("keep"), "{budget}: {result}");
    }
}

#[test]
fn what_the_search_begins_with_is_believed_whatever_the_expensive_test_says_later() {
    let kitchen = kitchen(5);
    // Says yes when it is asked about the original at first, and never again.
    let then = format!("test ! -e {0} && : >{0}", kitchen.path("asked").display());
    let ended = kitchen.lop(["-j1", "x.c", "--then", &then, "--shell", "grep -q bug x.c"]);
    ended.says(0, &[]);
    assert_eq!(kitchen.read("x.lop.c"), kitchen.read("x.c"));
}

#[test]
fn a_stop_while_the_expensive_test_looks_at_the_result_leaves_the_best_and_the_run_unfinished() {
    let kitchen = kitchen(3);
    // Of the document that the search ends with it wants to know so much that somebody loses patience.
    let then = format!(
        "grep -q v x.c || {{ : >{0}; kill -INT $(cat {1}); sleep 600; }}; grep -q bug x.c",
        kitchen.path("there").display(),
        kitchen.path("pid").display()
    );
    let command = kitchen.command(["-j1", "x.c", "--then", &then, "--shell", "grep -q bug x.c"]);
    let mut child = std::process::Command::new("sh");
    child
        .args(["-c", "echo $$ >pid; exec \"$0\" \"$@\""])
        .arg(command.get_program())
        .args(command.get_args());
    child
        .current_dir(kitchen.path("."))
        .envs(command.get_envs().filter_map(|(name, value)| Some((name, value?))));
    let output = child.stdin(std::process::Stdio::null()).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(kitchen.path("there").exists(), "{said}");
    assert_eq!(output.status.code(), Some(130), "{said}");
    assert!(!said.contains("--then refused") && said.contains("--resume"), "{said}");
    assert!(kitchen.read("x.lop.c").contains("bug"));
}
