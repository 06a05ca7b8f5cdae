//! Projects that are replaced by their results: what is saved and where, what goes on after a stop, and what stays.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use crate::kitchen::Ended;
use crate::site::Site;

/// Twenty lines of which one matters.
fn lines() -> String {
    (0..20).map(|it| if it == 7 { "int bug;\n".to_owned() } else { format!("int v{it};\n") }).collect()
}

fn project() -> Site {
    let site = Site::new(&[("a.c", &lines()), ("b.c", "int b;\n"), (".gitignore", "*.log\nbuild/\n")]);
    site.write("p/x.log", "log\n");
    site.write("p/build/notes.txt", "notes\n");
    site.test("grep -q bug \"$1/a.c\"");
    site
}

/// Two files that are named one by one, in a directory with nothing else.
fn files() -> Site {
    let site = Site::new(&[("a.c", &lines()), ("b.c", "int b;\n")]);
    site.test("grep -q bug a.c");
    site
}

/// Runs in the directory of the files.
fn inside(site: &Site, words: &[&str]) -> Ended {
    let mut command = site.0.command(words);
    command.current_dir(site.path("p")).output().unwrap().into()
}

#[test]
fn a_directory_goes_on_from_its_backup_and_what_was_left_out_stays() {
    let site = project();
    let stopped = site.0.lop(["-j1", "--in-place", "--max-questions", "8", "p", "./test.sh"]);
    stopped.says(0, &["original: ", "p.orig", "give the same command with --resume"]);
    assert!(fs::read_to_string(site.path("p/a.c")).unwrap().len() < lines().len());
    let ended = site.0.lop(["-j1", "--in-place", "--resume", "p", "./test.sh"]);
    ended.says(0, &["going on with", "certified 1-minimal", "p.orig"]);
    assert_eq!(site.tree("p"), [".gitignore", "a.c", "build/", "build/notes.txt", "x.log"]);
    assert_eq!(fs::read_to_string(site.path("p/a.c")).unwrap().trim(), "bug");
    assert_eq!(site.tree("p.orig"), [".gitignore", "a.c", "b.c"]);
    assert_eq!(fs::read_to_string(site.path("p.orig/a.c")).unwrap(), lines());
    assert!(!site.path("p.orig.1").exists() && !site.path("p.lop").exists());
}

#[test]
fn what_was_left_out_is_left_out_of_the_next_run_too() {
    let site = project();
    for _ in 0..2 {
        site.lop(&["--in-place", "p", "./test.sh"]);
        assert_eq!(site.tree("p"), [".gitignore", "a.c", "build/", "build/notes.txt", "x.log"]);
    }
}

#[test]
fn a_directory_that_somebody_has_changed_after_a_stop_is_begun_anew() {
    let site = project();
    let run = |more: &[&str]| site.0.lop([&["-j1", "--in-place"], more, &["p", "./test.sh"]].concat());
    run(&["--max-questions", "8"]).says(0, &["p.orig"]);
    site.write("p/a.c", "int bug; int mine;\n");
    run(&["--resume"]).says(0, &["there is no journal of this run", "p.orig.1"]);
    assert_eq!(fs::read_to_string(site.path("p.orig.1/a.c")).unwrap(), "int bug; int mine;\n");
}

#[test]
fn files_that_were_named_are_saved_beside_themselves_and_go_on() {
    let site = files();
    let run = |more: &[&str]| {
        let words = [&["-j1", "--in-place"], more, &["a.c", "b.c", "--", "../test.sh"]].concat();
        inside(&site, &words)
    };
    let before = site.0.names();
    run(&["--max-questions", "8"]).says(0, &["a.c.orig", "b.c.orig", "--resume"]);
    run(&["--resume"]).says(
        0,
        &["going on with", "certified 1-minimal", "b.c is gone", "result: a.c\n", "a.c.orig", "b.c.orig"],
    );
    assert_eq!(site.tree("p"), ["a.c", "a.c.orig", "b.c.orig"]);
    assert_eq!(site.0.names(), before, "nothing is written above them");
    let text = |name: &str| fs::read_to_string(site.path("p").join(name)).unwrap();
    assert_eq!(
        (text("a.c").trim(), text("a.c.orig"), text("b.c.orig").as_str()),
        ("bug", lines(), "int b;\n")
    );
}

#[test]
fn the_command_of_another_reducer_goes_on_with_several_files_where_it_was_stopped() {
    let site = files();
    let here = site.path("").display().to_string();
    // Asks to be stopped once, when the larger part of the work is done.
    site.test(&format!(
        "grep -q bug a.c || exit 1; [ $(wc -l <a.c) -gt 10 ] || [ -e {here}/stopped ] || \
         {{ touch {here}/stopped; kill -INT $PPID; sleep 1000; }}"
    ));
    let run = |more: &[&str]| {
        inside(&site, &[&["creduce", "--n", "1"], more, &["../test.sh", "a.c", "b.c"]].concat())
    };
    assert_eq!(run(&[]).code, Some(130));
    assert!(site.path("stopped").exists());
    run(&["--tidy"]).says(0, &["going on with", "certified 1-minimal"]);
    // As the other reducer would, it leaves an empty file where nothing is needed.
    assert_eq!(site.tree("p"), ["a.c", "b.c"]);
    assert_eq!(fs::read_to_string(site.path("p/b.c")).unwrap(), "");
}

#[test]
fn without_a_backup_none_is_named() {
    let site = files();
    let ended = inside(&site, &["creduce", "--tidy", "../test.sh", "a.c", "b.c"]);
    ended.says(0, &["result: "]);
    assert!(!ended.stderr.contains("original:") && !ended.stderr.contains("gone"), "{}", ended.stderr);
    assert_eq!(site.tree("p"), ["a.c", "b.c"]);
    assert_eq!(fs::read_to_string(site.path("p/b.c")).unwrap(), "");
}

#[test]
fn every_directory_that_is_to_be_written_to_is_looked_at_before_the_search() {
    let site = project();
    site.write("p/locked/c.c", "int c;\n");
    let mode = |path: &Path, mode: u32| fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    let locked = site.path("p/locked");
    mode(&locked, 0o555);
    if fs::write(locked.join("probe"), "").is_err() {
        site.0.lop(["--in-place", "p", "./test.sh"]).says(1, &["cannot write to", "locked", "-o PATH"]);
        // Of files that are named, what is above them does not matter.
        mode(&site.path(""), 0o555);
        let ended = inside(&site, &["--in-place", "a.c", "b.c", "--", "grep", "-q", "bug", "a.c"]);
        mode(&site.path(""), 0o755);
        ended.says(0, &["result: a.c"]);
    }
    mode(&locked, 0o755);
}

/// A file with a long name that a short one is free for in the project, but not on disk.
const LONG: &str = "longname.c";

#[test]
fn what_is_beside_the_files_that_were_named_is_never_written_over() {
    // Of files that go, C-Reduce leaves an empty one.
    for (words, result, left) in [
        (&["--in-place", LONG, "second.h", "--", "../test.sh"][..], "result: longname.c\n", &[][..]),
        (
            &["creduce", "--n", "1", "../test.sh", LONG, "second.h"],
            "result: longname.c, second.h\n",
            &["second.h"],
        ),
    ] {
        let site =
            Site::new(&[(LONG, &lines()), ("second.h", "int h;\n"), ("a.c", "mine\n"), ("a.h", "mine\n")]);
        site.test("grep -q bug *.c");
        inside(&site, words).says(0, &[result]);
        let others = ["a.c", "a.h", "longname.c", "longname.c.orig"];
        assert_eq!(site.tree("p"), [&others, left, &["second.h.orig"]].concat());
        for name in ["p/a.c", "p/a.h"] {
            assert_eq!(fs::read_to_string(site.path(name)).unwrap(), "mine\n");
        }
    }
}

#[test]
fn what_was_left_out_of_a_directory_is_never_written_over() {
    let site = Site::new(&[("d/longname.c", &lines()), (".gitignore", "a.c\na/\n"), ("a.c", "mine\n")]);
    site.write("p/a/notes.txt", "mine\n");
    site.test("grep -rq --include '*.c' bug \"$1\"");
    let run = |more: &[&str]| site.0.lop([&["-j1", "--in-place"], more, &["p", "./test.sh"]].concat());
    run(&["--max-questions", "8"]).says(0, &["p.orig"]);
    run(&["--resume"]).says(0, &["going on with", "certified 1-minimal"]);
    assert_eq!(site.tree("p"), [".gitignore", "a.c", "a/", "a/notes.txt", "longname.c"]);
    assert_eq!(fs::read_to_string(site.path("p/a.c")).unwrap(), "mine\n");
}

#[test]
fn what_somebody_puts_in_the_place_of_a_new_name_is_not_written_over() {
    let site = Site::new(&[(LONG, &lines()), ("second.h", "int h;\n")]);
    // Once the short name is the result's, somebody else takes it.
    site.test("grep -q bug *.c && { [ ! -e a.c ] || grep -qs . \"$THERE\" || echo mine >\"$THERE\"; }");
    let there = site.path("p/a.c");
    let mut command = site.0.command(["--in-place", LONG, "second.h", "--", "../test.sh"]);
    let ended: Ended = command.env("THERE", &there).current_dir(site.path("p")).output().unwrap().into();
    ended.says(6, &["a.c is there and is no part of it", "the result is in longname.lop"]);
    assert_eq!(fs::read_to_string(there).unwrap(), "mine\n");
    assert!(!site.path("p/longname.c.orig").exists() && !site.path("p/second.h.orig").exists());
}

#[test]
fn all_names_of_a_file_have_its_new_text_and_what_is_no_text_gets_the_old_name_of_another() {
    let site = Site::new(&[("a.c", &lines())]);
    site.write("p/d/long.bin", "one\0");
    site.write("p/long.bin", "two\0");
    fs::hard_link(site.path("p/a.c"), site.path("p/b.c")).unwrap();
    // The second gets another name, and then the first gets the one that the second had.
    site.test(
        "cd \"$1\" && grep -q bug a.c && [ a.c -ef b.c ] && grep -qs two long.bin a.bin && \
         if [ -e d ]; then grep -q one d/long.bin; else grep -q one long.bin; fi",
    );
    site.0.lop(["-q", "--in-place", "p", "./test.sh"]).says(0, &[]);
    assert_eq!(site.tree("p"), ["a.bin", "a.c", "b.c", "long.bin"]);
    let text = |name: &str| fs::read_to_string(site.path("p").join(name)).unwrap();
    assert_eq!(
        (text("b.c").trim(), text("long.bin"), text("a.bin")),
        ("bug", "one\0".into(), "two\0".into())
    );
}
