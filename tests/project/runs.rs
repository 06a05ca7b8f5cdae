//! A run on a project has everything that one on a file has: check, protection, journal, budgets, history, other crashes, report.

use std::fs;

use crate::site::Site;

fn site() -> Site {
    let site = Site::new(&[("src/a.c", "int bug;\nint more;\nint last;\n"), ("b.c", "int b;\nint bb;\n")]);
    site.test("grep -q bug \"$1/src/a.c\"");
    site
}

#[test]
fn a_check_tells_of_the_project_and_reduces_nothing() {
    let site = site();
    let checked = site.0.lop(["check", "p", "./test.sh"]);
    checked.says(0, &[]);
    assert!(checked.text().contains("interesting:   5 of 5 runs"), "{}", checked.text());
    assert!(!site.path("p.lop").exists());
    site.test("grep -q nothing \"$1/src/a.c\"");
    site.0.lop(["p", "./test.sh"]).says(2, &["the original is not interesting", "cp -a"]);
}

#[test]
fn a_command_that_runs_above_the_project_is_told_how_to_get_into_it() {
    let site = site();
    let refused = site.0.lop(["p", "--", "grep", "-q", "bug", "src/a.c"]);
    refused.says(2, &["runs in the directory that p is in", "make -C @@", "lop . -- …"]);
    let inside = site.0.lop(["-q", "--effort", "quick", "p", "--", "grep", "-qr", "bug", "@@"]);
    inside.says(0, &[]);
}

#[test]
fn what_is_protected_is_named_by_its_file() {
    let site = site();
    let protects = ["--protect", "src/a.c:3", "--protect", "b.c:int b+"];
    let ended = site.0.lop(["-q", "--effort", "quick"].iter().chain(&protects).chain(&["p", "./test.sh"]));
    ended.says(0, &[]);
    let read = |name: &str| fs::read_to_string(site.path("p.lop").join(name)).unwrap();
    assert!(read("src/a.c").contains("bug") && read("src/a.c").contains("int last;"), "{}", read("src/a.c"));
    assert!(read("b.c").contains("int b") && read("b.c").contains("int bb"), "{}", read("b.c"));
    site.0
        .lop(["--protect", "3", "p", "./test.sh"])
        .says(1, &["names no file of the project", "src/main.c:10-20"]);
    site.0.lop(["--protect", "zork", "p", "./test.sh"]).says(1, &["matches nothing in the project"]);
}

#[test]
fn a_run_that_was_stopped_goes_on_and_asks_nothing_twice() {
    let site = site();
    let here = site.path("").display().to_string();
    site.test(&format!("find \"$1\" -type f | sort | xargs cksum | sed 's/[^ ]*work//' | cksum >>{here}/asked; grep -q bug \"$1/src/a.c\""));
    let whole = ["--jobs", "1", "-o", "whole", "p", "./test.sh"];
    site.lop(&whole);
    fs::remove_file(site.path("asked")).unwrap();
    site.lop(&["--jobs", "1", "--max-questions", "9", "p", "./test.sh"]);
    site.lop(&["--jobs", "1", "--resume", "p", "./test.sh"]);
    let text = |name: &str| fs::read(site.path(name)).unwrap();
    assert_eq!((site.tree("p.lop"), text("p.lop/src/a.c")), (site.tree("whole"), text("whole/src/a.c")));
    assert!(!site.path("p.lop.old").exists());
}

#[test]
fn history_other_crashes_and_the_report_are_of_trees() {
    let site = site();
    site.test(
        "cd \"$1\" || exit 0; if grep -q bug src/a.c; then echo \"internal compiler error: in bug, at x.c:1\" >&2; exit 1; fi\n\
         if test -e b.c; then echo \"internal compiler error: in other, at y.c:1\" >&2; exit 1; fi",
    );
    let said = ["--history", "h", "--keep-other-crashes", "others", "--report", "r.html", "p", "./test.sh"];
    site.lop(&said);
    let names = crate::kitchen::names(&site.path("h"));
    assert!(!names.is_empty() && names.iter().all(|it| it.starts_with("p.0")), "{names:?}");
    let other = fs::read_dir(site.path("others")).unwrap().next().unwrap().unwrap().path();
    assert!(other.join("tree/b.c").exists() && other.join("signature.txt").exists());
    let page = site.0.read("r.html");
    assert!(
        page.contains("1 of 2 files left") && page.contains("<code>b.c</code>") && page.contains("gone"),
        "{page}"
    );
}

#[test]
fn the_project_may_be_changed_during_the_run_and_that_is_told() {
    let site = site();
    let here = site.path("p").display().to_string();
    site.test(&format!("echo 'int changed;' >{here}/b.c; grep -q bug \"$1/src/a.c\""));
    site.0.lop(["--effort", "quick", "p", "./test.sh"]).says(0, &["p is not what it was at the start"]);
    assert_eq!(site.tree("p.lop"), ["src/", "src/a.c"]);
}

#[test]
fn a_reducer_is_asked_about_each_file_of_a_project_under_its_name() {
    let site = Site::new(&[
        ("a.c", "int bug;\n// one\n"),
        ("d/b.c", "int b;\n// two\n"),
        ("d/kept.c", "// three\n"),
    ]);
    site.test("grep -q bug \"$1/a.c\" && grep -q 'int b;' \"$1/d/b.c\"");
    let log = site.path("names");
    let filter =
        format!("filter:echo \"${{1##*/}}\" >>{}; sed 's|//.*||' \"$1\" >\"$2\"; true", log.display());
    let words = [
        "-j1",
        "--json",
        "--passes",
        "reducers",
        "--reducer",
        &filter,
        "--keep",
        "d/kept.c",
        "p",
        "./test.sh",
    ];
    let ended = site.0.lop(words);
    ended.says(0, &[]);
    let by_it = |it: &&str| it.contains("\"improved\"") && it.contains("reducer-echo");
    assert!(ended.text().lines().any(|it| by_it(&it)), "{}", ended.text());
    let asked = fs::read_to_string(log).unwrap();
    assert!(asked.contains("a.c") && asked.contains("b.c") && !asked.contains("kept.c"), "{asked}");
    assert_eq!(fs::read_to_string(site.path("p.lop/d/kept.c")).unwrap(), "// three\n");
}
