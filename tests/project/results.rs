//! Results that are trees: replaced as a whole, never over what somebody else has put there, also in place and as archives.

use std::fs;
use std::process::{Command, Stdio};

use crate::site::Site;

fn site() -> Site {
    let site = Site::new(&[("a.c", "int bug;\nint more;\n"), ("b.c", "int b;\n")]);
    site.test("grep -q bug \"$1/a.c\"");
    site
}

/// What a shell says of all files in a tree.
const SUM: &str = "find . -type f | LC_ALL=C sort | xargs cksum";

#[test]
fn a_result_that_was_interrupted_at_any_moment_is_a_tree_that_the_test_accepted() {
    let site = Site::new(&[]);
    for number in 0..12 {
        site.write(
            &format!("p/d{}/f{number}.txt", number % 3),
            &format!("word{number} and more of it\n").repeat(4),
        );
    }
    let here = site.path("").display().to_string();
    site.test(&format!(
        "cd \"$1\" || exit 1; grep -q word3 d0/f3.txt && grep -q word7 d1/f7.txt || exit 1\n\
         {SUM} | cksum >>{here}/accepted.$LOP_JOB\n\
         read left <{here}/left && left=$((left - 1)) && echo $left >{here}/left; test \"$left\" = 0 && kill -9 $PPID; exit 0"
    ));
    let mut found = 0;
    for asked in [3, 4, 5, 6, 8, 10, 13, 17, 22] {
        site.0.write("left", format!("{asked}\n"));
        let mut run = site.0.command(["-q", "--fresh", "--jobs", "1", "p", "./test.sh"]);
        let status = run.stdout(Stdio::null()).stderr(Stdio::null()).status().unwrap();
        if !site.path("p.lop").exists() {
            continue;
        }
        let sum = Command::new("sh")
            .args(["-c", &format!("{SUM} | cksum")])
            .current_dir(site.path("p.lop"))
            .output();
        let sum = String::from_utf8(sum.unwrap().stdout).unwrap();
        let accepted = fs::read_to_string(site.path("accepted.0")).unwrap();
        assert!(accepted.lines().any(|it| it == sum.trim_end()), "after {asked}, {status}: {sum}");
        found += 1;
    }
    assert!(found > 0);
    site.0.write("left", "-1\n");
    site.lop(&["--fresh", "p", "./test.sh"]);
    let left: Vec<String> = site.0.names().into_iter().filter(|it| it.starts_with(".p.lop")).collect();
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn what_the_user_has_put_where_the_result_goes_is_never_lost() {
    let site = site();
    site.write("p.lop/mine", "mine\n");
    site.lop(&["p", "./test.sh"]);
    assert_eq!(
        (site.tree("p.lop"), site.tree("p.lop.old")),
        (vec!["a.c".to_owned()], vec!["mine".to_owned()])
    );
    site.write("other/mine", "mine\n");
    let refused = site.0.lop(["p", "-o", "other", "./test.sh"]);
    assert_eq!(refused.code, Some(1), "{refused:?}");
    site.0.lop(["-o", "other", "p", "./test.sh"]).says(1, &["there is something in it", "--fresh"]);
    assert_eq!(site.tree("other"), ["mine"]);
    site.0.write("file", "x");
    for place in ["file", "file/"] {
        site.0.lop(["-o", place, "p", "./test.sh"]).says(1, &["it is not a directory"]);
    }
}

#[test]
fn a_result_gives_way_to_the_same_and_to_no_other() {
    let site = site();
    let trees = || -> Vec<String> { site.0.names().into_iter().filter(|it| it.starts_with("p.")).collect() };
    site.lop(&["p", "./test.sh"]);
    site.lop(&["p", "./test.sh"]);
    assert_eq!(trees(), ["p.lop"]);
    // What a person has added to it is not lop's to remove, whatever its size.
    site.write("p.lop/a.c", "bug and a whole evening of work\n");
    site.lop(&["p", "./test.sh"]);
    assert_eq!(trees(), ["p.lop", "p.lop.old"]);
}

#[test]
fn of_results_that_nobody_has_changed_one_is_kept_beside_the_latest() {
    let site = site();
    let trees = || -> Vec<String> { site.0.names().into_iter().filter(|it| it.starts_with("p.")).collect() };
    for word in ["bug", "more", "int bug", "int more"] {
        site.test(&format!("grep -q '{word}' \"$1/a.c\""));
        site.lop(&["p", "./test.sh"]);
    }
    assert_eq!(trees(), ["p.lop", "p.lop.old"]);
    let read = |name: &str| fs::read_to_string(site.path(name)).unwrap();
    assert!(read("p.lop/a.c").contains("int more") && read("p.lop.old/a.c").contains("int bug"));
    // One that a person has worked on stays, wherever it is.
    site.write("p.lop.old/note", "mine\n");
    site.test("grep -q bug \"$1/a.c\"");
    site.lop(&["p", "./test.sh"]);
    assert_eq!(trees(), ["p.lop", "p.lop.old", "p.lop.old.1"]);
    assert_eq!(read("p.lop.old/note"), "mine\n");
}

#[test]
fn no_place_takes_that_of_the_project_or_lies_in_it() {
    let site = site();
    let before = site.tree("p");
    for place in ["p", "p/.", "."] {
        site.0.lop(["--fresh", "-o", place, "p", "./test.sh"]).says(1, &["would "]);
    }
    for (option, place) in
        [("--report", "p/a.c"), ("--bug", "p/new"), ("--history", "p/new"), ("--journal", "p/new")]
    {
        let run = site.0.lop([option, place, "p", "./test.sh"]);
        run.says(1, &["would write into the input", "outside of it"]);
    }
    site.0.lop(["-o", "r.tar.gz", "p", "./test.sh"]).says(1, &["does not write", ".tar"]);
    assert_eq!(site.tree("p"), before);
    assert_eq!(fs::read(site.path("p/a.c")).unwrap(), b"int bug;\nint more;\n");
}

#[test]
fn an_archive_that_was_there_is_kept_beside_the_new_one() {
    let site = site();
    site.0.write("r.tar", "mine");
    site.lop(&["-o", "r.tar", "p", "./test.sh"]);
    assert_eq!(fs::read(site.path("r.tar.old")).unwrap(), b"mine");
}

#[test]
fn in_place_minds_no_directory_that_was_empty_before() {
    let site = site();
    fs::create_dir(site.path("p/empty")).unwrap();
    site.lop(&["--in-place", "p", "./test.sh"]);
    assert_eq!(site.tree("p"), ["a.c"]);
}

#[test]
fn a_glob_that_leaves_nothing_to_reduce_is_a_mistake() {
    let site = site();
    site.0.lop(["--only", "no*such", "p", "./test.sh"]).says(1, &["nothing of p is to be reduced", "--only"]);
}

#[test]
fn what_a_person_saves_into_a_project_during_a_run_in_place_stays() {
    let site = site();
    let file = site.path("p/b.c").display().to_string();
    site.test(&format!("echo 'int edited;' >{file}; grep -q bug \"$1/a.c\""));
    site.0.lop(["--in-place", "p", "./test.sh"]).says(6, &["was changed meanwhile", "b.c"]);
    assert_eq!(fs::read(site.path("p/b.c")).unwrap(), b"int edited;\n");
}

#[test]
fn in_place_keeps_the_whole_project_beside_it_and_what_was_left_out_where_it_was() {
    let site = site();
    site.write("p/.gitignore", "*.o\n");
    site.write("p/a.o", "object\n");
    site.write("p/gone/deep/c.c", "int c;\n");
    let ended = site.0.lop(["--effort", "quick", "--in-place", "p", "./test.sh"]);
    ended.says(0, &["result: ", "original: ", "p.orig"]);
    // What says what is left out stays, or that would be a part of the project the next time.
    assert_eq!(site.tree("p"), [".gitignore", "a.c", "a.o"]);
    assert_eq!(fs::read_to_string(site.path("p/a.c")).unwrap().trim(), "bug");
    assert_eq!(site.tree("p.orig"), [".gitignore", "a.c", "b.c", "gone/", "gone/deep/", "gone/deep/c.c"]);
    assert_eq!(fs::read_to_string(site.path("p.orig/a.c")).unwrap(), "int bug;\nint more;\n");
    assert!(!site.path("p.lop").exists());
}

#[test]
fn an_archive_has_the_result_under_its_name() {
    let site = site();
    site.lop(&["-o", "out.tar", "p", "./test.sh"]);
    let list = |bytes: &[u8]| {
        fs::write(site.path("list.tar"), bytes).unwrap();
        let output = Command::new("tar").arg("tf").arg(site.path("list.tar")).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    assert_eq!(list(&fs::read(site.path("out.tar")).unwrap()), "out/\nout/a.c\n");
    let printed = site.lop(&["-o", "-", "p", "./test.sh"]);
    assert_eq!(list(&printed.stdout), "p/\np/a.c\n");
}
