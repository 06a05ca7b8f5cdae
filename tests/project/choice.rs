//! What of a directory is reduced, what is only there, and what is left out.

use std::fs;

use crate::site::Site;

#[test]
fn what_git_ignores_and_builds_have_made_is_left_out_and_told() {
    let site = Site::new(&[
        (".gitignore", "*.o\n"),
        ("a.c", "int bug;\n"),
        ("a.o", "object\n"),
        (".git/HEAD", "ref\n"),
        ("out/CACHEDIR.TAG", "Signature: 8a477f597d28d172789f06886806bc55\n"),
        ("out/big", "big\n"),
    ]);
    site.test("cd \"$1\" && grep -q bug a.c && test ! -e a.o && test ! -e out && test ! -e .git");
    let ended = site.0.lop(["--effort", "quick", "p", "./test.sh"]);
    ended.says(0, &["left out", "a.o", "out/", ".git/", "--with GLOB"]);
    assert_eq!(site.tree("p.lop"), ["a.c"]);
}

#[test]
fn with_puts_there_what_would_be_left_out_and_never_changes_it() {
    let site = Site::new(&[
        (".gitignore", "*.o\n"),
        ("a.c", "int bug;\n"),
        ("a.o", "an object\n"),
        ("b.o", "another\n"),
        ("node_modules/m/index.js", "module\n"),
    ]);
    site.test(
        "cd \"$1\" && grep -q bug a.c && test -e a.o && test -e node_modules/m/index.js && test ! -e b.o",
    );
    site.lop(&["--with", "a.o", "--with", "node_modules", "p", "./test.sh"]);
    assert_eq!(
        site.tree("p.lop"),
        ["a.c", "a.o", "node_modules/", "node_modules/m/", "node_modules/m/index.js"]
    );
    assert_eq!(fs::read_to_string(site.path("p.lop/a.o")).unwrap(), "an object\n");
}

#[test]
fn an_empty_directory_is_kept_like_a_file_and_what_is_said_in_vain_is_told() {
    let site = Site::new(&[("src/a.c", "int bug; int a;\n")]);
    for name in ["p/logs", "p/tmp", "p/src/x"] {
        fs::create_dir(site.path(name)).unwrap();
    }
    site.test("cd \"$1\" && grep -q bug src/a.c");
    let ended = site.0.lop(["--keep", "logs/", "--only", "src", "--only", "test/", "p", "./test.sh"]);
    ended.says(0, &["--only test/ matches no file of the project"]);
    assert!(!ended.stderr.contains("--keep logs/"), "{}", ended.stderr);
    assert_eq!(site.tree("p.lop"), ["logs/", "src/", "src/a.c", "tmp/"]);
    fs::remove_dir_all(site.path("p.lop")).unwrap();
    let ended = site.0.lop(["--keep", "**", "p", "./test.sh"]);
    ended.says(1, &["nothing of", "is to be reduced"]);
}

#[test]
fn only_and_keep_say_what_is_changed_and_ignore_what_is_not_there() {
    let texts = [
        ("src/a.c", "int bug; int a;\n"),
        ("src/b.h", "int b;\n"),
        ("doc/c.md", "words\n"),
        ("d.c", "int d;\n"),
    ];
    let site = Site::new(&texts);
    site.test("cd \"$1\" && grep -q bug src/a.c && test ! -e doc");
    site.lop(&["--only", "src", "--keep", "*.h", "--ignore", "/doc", "p", "./test.sh"]);
    assert_eq!(site.tree("p.lop"), ["d.c", "src/", "src/a.c", "src/b.h"]);
    let read = |name: &str| fs::read_to_string(site.path("p.lop").join(name)).unwrap();
    assert_eq!((read("d.c"), read("src/b.h")), ("int d;\n".to_owned(), "int b;\n".to_owned()));
    assert_eq!(read("src/a.c").trim(), "bug");
}

#[test]
fn a_test_that_lies_in_the_project_stays_as_it_is() {
    let site = Site::new(&[("a.c", "int bug; int more;\n")]);
    site.0.script("p/check.sh", "# A test.\ngrep -q bug a.c && grep -q 'A test' check.sh");
    let ended = site
        .0
        .command(["-q", "--effort", "quick", ".", "--", "./check.sh"])
        .current_dir(site.path("p"))
        .output();
    assert_eq!(ended.unwrap().status.code(), Some(0));
    assert_eq!(site.tree("p.lop"), ["a.c", "check.sh"]);
    assert_eq!(fs::read(site.path("p.lop/check.sh")).unwrap(), fs::read(site.path("p/check.sh")).unwrap());
}

#[test]
fn several_files_are_reduced_together_and_nothing_else_is_there() {
    let site =
        Site::new(&[("a.c", "#include \"b.h\"\nint bug;\n"), ("b.h", "int b; int c;\n"), ("other.h", "x\n")]);
    site.0
        .lop([
            "-q",
            "--effort",
            "quick",
            "p/a.c",
            "p/b.h",
            "--",
            "sh",
            "-c",
            "grep -q bug @@ && grep -q b p/b.h && test ! -e p/other.h",
        ])
        .says(0, &[]);
    assert_eq!(site.tree("p/a.lop"), ["p/", "p/a.c", "p/b.h"]);
    let test = "grep -q bug @@ && test -e p/other.h";
    site.lop(&["p/a.c", "p/b.h", "--with", "*.h", "-o", "r", "--", "sh", "-c", test]);
    assert!(site.path("r/p/other.h").exists());
}

#[test]
fn options_for_projects_are_refused_for_a_file_and_the_other_way_round() {
    let site = Site::new(&[("a.c", "int bug;\n")]);
    site.0.lop(["x.c", "--keep", "*.h", "--", "true"]).says(1, &["--keep is for a project"]);
    site.0.lop(["p", "--paste-includes", "--", "true"]).says(1, &["--paste-includes is for a single file"]);
    site.0.lop(["p", "x.c", "--", "true"]).says(1, &["p is a directory"]);
    site.0
        .lop(["p", "--only", "*.nothing", "--ignore", "*", "--", "true"])
        .says(1, &["nothing to reduce in p"]);
    site.0.lop(["p", "--only", "a[b", "--", "true"]).says(1, &["a[b is not a glob"]);
}

#[test]
fn a_glob_that_matches_nothing_is_told_and_so_is_no_other() {
    let site = Site::new(&[
        ("a.c", "int bug;\n"),
        ("b.h", "int b;\n"),
        ("c.txt", "text\n"),
        (".gitignore", "*.o\n"),
    ]);
    site.write("p/a.o", "object\n");
    site.test("grep -q bug \"$1/a.c\"");
    let globs = [
        "--keep", "*.h", "--keep", "*.hpp", "--ignore", "c.txt", "--ignore", "*.tmp", "--with", "*.o",
        "--with", "*.so",
    ];
    let words: Vec<&str> = globs.into_iter().chain(["--effort", "quick", "p", "./test.sh"]).collect();
    let ended = site.0.lop(words);
    ended.says(
        0,
        &["--keep *.hpp matches no file", "--ignore *.tmp matches no file", "--with *.so matches no file"],
    );
    assert_eq!(ended.stderr.matches("matches no file").count(), 3, "{}", ended.stderr);
}

#[test]
fn of_files_that_are_named_those_stay_as_they_are_that_keep_matches() {
    let site = Site::new(&[("a.c", "int bug;\nint more;\n"), ("b.h", "int b;\n")]);
    site.lop(&["--keep", "b.h", "p/a.c", "p/b.h", "--", "grep", "-q", "bug", "p/a.c"]);
    assert_eq!(fs::read_to_string(site.path("p/a.lop/p/b.h")).unwrap(), "int b;\n");
}
