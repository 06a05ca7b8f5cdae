//! What the program writes: where, when, with which rights, and what it never overwrites.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};

use crate::kitchen::{Ended, Kitchen, names};

const TEST: [&str; 5] = ["--", "grep", "-q", "bug", "@@"];

fn with_test<'w>(words: &[&'w str]) -> Vec<&'w str> {
    words.iter().copied().chain(TEST).collect()
}

#[test]
fn the_result_is_beside_the_input_whatever_its_name() {
    let kitchen = Kitchen::new();
    for (name, result) in
        [("x", "x.lop"), (".x", ".x.lop"), ("x.tar.c", "x.tar.lop.c"), ("x y.c", "x y.lop.c")]
    {
        kitchen.write(name, "int bug;");
        kitchen.lop(with_test(&["-q", name])).says(0, &[]);
        assert_eq!(kitchen.read(result).trim(), "bug");
    }
    fs::create_dir(kitchen.path("sub")).unwrap();
    kitchen.write("sub/x.c", "int bug;");
    kitchen.lop(with_test(&["-q", "sub/x.c"])).says(0, &[]);
    assert_eq!(kitchen.read("sub/x.lop.c").trim(), "bug");
}

#[test]
fn the_result_takes_over_the_mode_of_the_input() {
    let kitchen = Kitchen::new();
    fs::set_permissions(kitchen.path("x.c"), fs::Permissions::from_mode(0o640)).unwrap();
    kitchen.lop(with_test(&["-q", "x.c"])).says(0, &[]);
    let mode = |name| fs::metadata(kitchen.path(name)).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode("x.lop.c"), 0o640);
}

#[test]
fn nothing_but_the_result_is_left_behind() {
    let kitchen = Kitchen::new();
    let temporary = kitchen.path("tmp");
    fs::create_dir(&temporary).unwrap();
    let ended = kitchen.command(with_test(&["-q", "x.c"])).env("TMPDIR", &temporary).output().unwrap();
    assert!(ended.status.success());
    assert_eq!(kitchen.names(), ["tmp", "x.c", "x.lop.c"]);
    assert_eq!(fs::read_dir(&temporary).unwrap().count(), 0);
}

#[test]
fn a_file_that_is_minimal_already_is_copied() {
    let kitchen = Kitchen::new();
    kitchen.write("x.c", "bug\n");
    kitchen.lop(["x.c", "--", "grep", "-qx", "bug", "@@"]).says(0, &["1 → 1 token", "result: x.lop.c"]);
    assert_eq!(kitchen.read("x.lop.c").trim(), "bug");
}

#[test]
fn an_earlier_result_is_replaced() {
    let kitchen = Kitchen::new();
    kitchen.write("x.lop.c", "of an earlier run\n");
    kitchen.lop(with_test(&["-q", "x.c"])).says(0, &[]);
    assert_eq!(kitchen.read("x.lop.c").trim(), "bug");
}

#[test]
fn the_result_can_go_anywhere() {
    let kitchen = Kitchen::new();
    kitchen.lop(with_test(&["-o", "r.c", "x.c"])).says(0, &["result: r.c"]);
    assert_eq!(kitchen.read("r.c").trim(), "bug");
    let ended = kitchen.lop(with_test(&["-o", "-", "x.c"]));
    ended.says(0, &["on standard output"]);
    assert_eq!(ended.text().trim(), "bug");
    kitchen.lop(with_test(&["-q", "-o", "/dev/null", "x.c"])).says(0, &[]);
    assert!(!fs::metadata("/dev/null").unwrap().is_file());
    assert_eq!(kitchen.names(), ["r.c", "x.c"]);
}

#[test]
fn a_place_that_cannot_be_written_is_refused_before_anything_is_asked() {
    let kitchen = Kitchen::new();
    let asked = kitchen.path("asked");
    let test = format!("touch {}", asked.display());
    let refused = |output: &str| {
        kitchen
            .lop(["-o", output, "x.c", "--", "sh", "-c", &test])
            .says(1, &["cannot be written", "because: "]);
    };
    refused("/proc/r.c");
    refused("no/such/directory/r.c");
    refused(".");
    assert!(!asked.exists());
}

#[test]
fn a_directory_without_write_permission_is_refused() {
    let kitchen = Kitchen::new();
    let locked = kitchen.path("locked");
    fs::create_dir(&locked).unwrap();
    fs::write(locked.join("x.c"), "int bug;").unwrap();
    fs::set_permissions(&locked, fs::Permissions::from_mode(0o555)).unwrap();
    let root = fs::write(locked.join("probe"), "").is_ok();
    if !root {
        kitchen.lop(with_test(&["locked/x.c"])).says(1, &["cannot be written", "-o PATH"]);
        kitchen.lop(with_test(&["--in-place", "locked/x.c"])).says(1, &["cannot be written"]);
        kitchen.lop(with_test(&["-o", "r.c", "locked/x.c"])).says(0, &[]);
    }
    fs::set_permissions(&locked, fs::Permissions::from_mode(0o755)).unwrap();
}

#[test]
fn in_place_keeps_every_original() {
    let kitchen = Kitchen::new();
    kitchen.lop(with_test(&["--in-place", "x.c"])).says(0, &["result: ", "original: ", "x.c.orig"]);
    assert_eq!(kitchen.read("x.c").trim(), "bug");
    assert_eq!(kitchen.read("x.c.orig"), "int a;\nint bug;\nint c;\n");
    kitchen.write("x.c", "second bug\n");
    kitchen.lop(with_test(&["--in-place", "x.c"])).says(0, &["x.c.orig.1"]);
    assert_eq!(kitchen.read("x.c.orig"), "int a;\nint bug;\nint c;\n");
    assert_eq!(kitchen.read("x.c.orig.1"), "second bug\n");
    assert_eq!(kitchen.names(), ["x.c", "x.c.orig", "x.c.orig.1"]);
}

#[test]
fn in_place_through_a_link_writes_what_it_leads_to() {
    let kitchen = Kitchen::new();
    symlink("x.c", kitchen.path("link.c")).unwrap();
    kitchen.lop(with_test(&["-q", "--in-place", "link.c"])).says(0, &[]);
    assert!(kitchen.path("link.c").is_symlink());
    assert_eq!(kitchen.read("x.c").trim(), "bug");
    assert_eq!(kitchen.names(), ["link.c", "x.c", "x.c.orig"]);
}

#[test]
fn the_input_is_not_replaced_unless_asked() {
    let kitchen = Kitchen::new();
    symlink("x.c", kitchen.path("link.c")).unwrap();
    for output in ["x.c", "./x.c", "link.c"] {
        kitchen.lop(with_test(&["-o", output, "x.c"])).says(1, &["would replace the input", "--in-place"]);
    }
    assert_eq!(kitchen.names(), ["link.c", "x.c"]);
}

#[test]
fn a_directory_that_vanishes_costs_nothing_but_the_place() {
    let kitchen = Kitchen::new();
    let (out, temporary) = (kitchen.path("out"), kitchen.path("tmp"));
    fs::create_dir(&out).unwrap();
    fs::create_dir(&temporary).unwrap();
    // The first smaller candidate takes the directory of the result away.
    let test = format!(
        "grep -q bug x.c && {{ cmp -s x.c {} || rm -rf {}; }}",
        kitchen.path("x.c").display(),
        out.display()
    );
    let mut command = kitchen.command(["-o", "out/r.c", "x.c", "--", "sh", "-c", &test]);
    let ended = Ended::from(command.env("TMPDIR", &temporary).output().unwrap());
    ended.says(
        6,
        &["warning: cannot write out/r.c", "error: the result could not be written to out/r.c", "lop-best-"],
    );
    let left = names(&temporary);
    assert_eq!(left.len(), 1, "{left:?}");
    assert_eq!(fs::read_to_string(temporary.join(&left[0])).unwrap().trim(), "bug");
}

#[test]
fn a_full_disk_does_not_lose_the_result() {
    let kitchen = Kitchen::new();
    let temporary = kitchen.path("tmp");
    fs::create_dir(&temporary).unwrap();
    let mut command = kitchen.command(with_test(&["-o", "/dev/full", "x.c"]));
    let ended = Ended::from(command.env("TMPDIR", &temporary).output().unwrap());
    ended.says(6, &["could not be written to /dev/full", "No space left", "lop-best-"]);
    assert_eq!(names(&temporary).len(), 1);
}

#[test]
fn a_budget_of_questions_ends_the_run_with_the_best_so_far() {
    let kitchen = Kitchen::new();
    kitchen.write("x.c", "int bug;\n".repeat(50));
    let ended = kitchen.lop(with_test(&["-j1", "--max-questions", "3", "x.c"]));
    ended.says(0, &["3 questions in", "not certified", "--max-questions"]);
    assert!(kitchen.read("x.lop.c").contains("bug"));
}

#[test]
fn a_test_that_says_no_to_the_original_ends_the_run() {
    let kitchen = Kitchen::new();
    let test = "echo one; echo two >&2; exit 7";
    let ended = kitchen.lop(["x.c", "--", "sh", "-c", test]);
    ended.says(2, &["not interesting", "7", "one", "two", "cd ", "cp ", "help: "]);
    assert_eq!(kitchen.names(), ["x.c"]);
}

#[test]
fn a_relative_path_in_the_test_is_the_likely_culprit() {
    let kitchen = Kitchen::new();
    kitchen.write("check.sh", "grep -q bug x.c\n");
    let full = kitchen.path("check.sh").display().to_string();
    kitchen.lop(["x.c", "--", "sh", "check.sh"]).says(2, &["where check.sh is not", &full]);
}

#[test]
fn a_test_that_does_not_look_at_the_candidate_is_noticed() {
    let kitchen = Kitchen::new();
    let full = kitchen.path("x.c").display().to_string();
    kitchen.lop(["x.c", "--", "grep", "-q", "bug", &full]).says(0, &["names the original file", "write @@"]);
}

#[test]
fn a_test_that_likes_an_empty_file_is_warned_of() {
    let kitchen = Kitchen::new();
    kitchen.lop(["x.c", "--", "true"]).says(0, &["warning: ", "empty file"]);
    assert_eq!(kitchen.read("x.lop.c").trim(), "");
}

#[test]
fn a_test_that_changes_its_mind_is_flaky() {
    let kitchen = Kitchen::new();
    let seen = kitchen.path("seen").display().to_string();
    let test = format!("[ -e {seen} ] && exit 1; touch {seen}; exit 0");
    kitchen.lop(["x.c", "--", "sh", "-c", &test]).says(5, &["flaky"]);
    assert_eq!(kitchen.names(), ["seen", "x.c"]);
}

#[test]
fn a_test_that_vanishes_half_way_leaves_the_best() {
    let kitchen = Kitchen::new();
    kitchen.write("x.c", "int bug;\n".repeat(50));
    let original = kitchen.path("x.c").display().to_string();
    let script = kitchen
        .script("test.sh", &format!("grep -q bug x.c || exit 1\ncmp -s x.c {original} || rm -f \"$0\""));
    let ended = kitchen.lop(["-j1", "x.c", "--", script.to_str().unwrap()]);
    ended.says(4, &["test.sh", "any more", "the best so far is in x.lop.c"]);
    assert!(kitchen.read("x.lop.c").contains("bug"));
}
