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
    refused("none/");
    refused("none/.");
    refused("x.c/");
    for option in ["--report", "--bug", "--trace"] {
        let ended = kitchen.lop([option, "none/", "x.c", "--", "sh", "-c", &test]);
        ended.says(1, &["cannot be written", "there is no none", "name a file"]);
    }
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

#[test]
fn nothing_that_the_run_needs_is_overwritten() {
    let kitchen = Kitchen::new();
    kitchen.script("t.sh", "grep -q bug x.c");
    let before = (kitchen.read("x.c"), kitchen.read("t.sh"));
    for (words, said) in [
        (&["x.c", "-o", "t.sh", "--", "./t.sh"][..], "-o would overwrite the test: t.sh"),
        (&["x.c", "-o", "t.sh", "--", "sh", "t.sh"], "-o would overwrite the test"),
        (&["x.c", "-o", "t.sh", "--shell", "sh ./t.sh && true"], "-o would overwrite the test"),
        (&["x.c", "--report", "t.sh", "--then", "./t.sh", "--", "true"], "--report would overwrite the test"),
        (&["x.c", "--report", "x.c", "--", "./t.sh"], "--report would overwrite the input: x.c"),
        (&["x.c", "-o", "r", "--report", "r", "--", "./t.sh"], "--report would overwrite what -o writes"),
        (&["x.c", "--bug", "x.c", "--", "./t.sh"], "--bug would overwrite the input: x.c"),
        (&["t.sh", "--in-place", "--", "./t.sh"], "--in-place would overwrite the test"),
    ] {
        kitchen.lop(words).says(1, &[said, "because: ", "nothing was run or written"]);
    }
    assert_eq!((kitchen.read("x.c"), kitchen.read("t.sh")), before);
    assert_eq!(kitchen.names(), ["t.sh", "x.c"]);
}

#[test]
fn what_a_person_writes_to_the_input_during_a_run_in_place_is_kept() {
    let kitchen = Kitchen::new();
    let here = kitchen.path("").display().to_string();
    // Once a text was accepted, whoever is asked next waits until it is in place; then somebody saves his work.
    let edit = format!(
        "if [ -e {here}/yes ] && [ ! -e {here}/saved ]; then \
           while grep -q 'int a' {here}/x.c; do sleep 0.01; done; echo 'my work' >{here}/x.c; touch {here}/saved; \
         fi; grep -q bug x.c || exit 1; grep -q 'int a' x.c || touch {here}/yes"
    );
    let ended = kitchen.lop(["--in-place", "-j1", "x.c", "--shell", &edit]);
    ended.says(0, &["x.c was changed during the run", "x.c.edited"]);
    assert_eq!(kitchen.read("x.c.edited"), "my work\n");
    assert_eq!(kitchen.read("x.c.orig"), "int a;\nint bug;\nint c;\n");
    assert_eq!(kitchen.read("x.c").trim(), "bug");
}

#[test]
fn a_name_that_leaves_no_room_for_the_results_is_refused_before_anything_runs() {
    let kitchen = Kitchen::new();
    let name = format!("{}.c", "x".repeat(250));
    kitchen.write(&name, "int bug;\n");
    for more in [&[][..], &["--in-place"]] {
        let words = [more, &[&name, "--", "sh", "-c", "touch $OLDPWD/asked; grep -q bug *.c"]].concat();
        kitchen.lop(words).says(1, &["cannot be written", "too long", "rename the input"]);
    }
    assert_eq!(kitchen.names(), ["x.c", &name]);
    let other = ["-o", "r.c", &name, "--", "sh", "-c", "grep -q bug *.c"];
    kitchen.lop(other).says(0, &["result: r.c"]);
}

#[test]
fn a_pipe_in_the_place_of_the_result_is_no_place_for_it() {
    let kitchen = Kitchen::new();
    assert!(std::process::Command::new("mkfifo").arg(kitchen.path("x.lop.c")).status().unwrap().success());
    kitchen.lop(with_test(&["x.c"])).says(1, &["x.lop.c", "not a regular file", "-o PATH"]);
}

#[test]
fn a_link_that_somebody_else_left_where_everybody_may_write_is_not_followed() {
    let kitchen = Kitchen::new();
    fs::write(kitchen.path("precious"), "precious").unwrap();
    symlink("precious", kitchen.path("x.lop.c")).unwrap();
    let shared = kitchen.path("");
    fs::set_permissions(&shared, fs::Permissions::from_mode(0o1777)).unwrap();
    if std::os::unix::fs::lchown(kitchen.path("x.lop.c"), Some(12_345), None).is_err() {
        return; // Only root can say that it is somebody else's.
    }
    kitchen.lop(with_test(&["x.c"])).says(1, &["x.lop.c cannot be written", "another user"]);
    kitchen.lop(with_test(&["-o", "x.lop.c", "x.c"])).says(1, &["another user"]);
    assert_eq!(kitchen.read("precious"), "precious");
}

#[test]
fn a_test_that_writes_to_the_input_does_not_fill_the_directory() {
    let kitchen = Kitchen::new();
    let lines: Vec<String> = (0..40).map(|it| format!("int v{it};\n")).collect();
    let text = lines.concat() + "int bug;\n";
    kitchen.write("x.c", &text);
    let here = kitchen.path("").display().to_string();
    let edits = |kitchen: &Kitchen| kitchen.names().into_iter().filter(|it| it.contains(".edited")).count();
    // The same each time: one file is enough.
    let same = format!("echo touched >{here}/x.c; grep -q bug x.c");
    kitchen.lop(["--in-place", "-j1", "x.c", "--shell", &same]).says(0, &["x.c was changed during the run"]);
    assert!(edits(&kitchen) <= 1, "{:?}", kitchen.names());
    // Another each time: no more than ten, and all are named.
    kitchen.write("x.c", &text);
    let other = format!("echo >>{here}/runs; wc -l <{here}/runs >{here}/x.c; grep -q bug x.c");
    kitchen.lop(["--in-place", "-j1", "x.c", "--shell", &other]).says(0, &["x.c was changed during the run"]);
    assert!(edits(&kitchen) <= 11, "{:?}", kitchen.names());
}

#[test]
fn what_tells_of_an_input_is_no_more_open_than_it() {
    let kitchen = Kitchen::new();
    fs::set_permissions(kitchen.path("x.c"), fs::Permissions::from_mode(0o600)).unwrap();
    let words = ["--report", "r.html", "--bug", "b.md", "--history", "h", "--journal", "j", "x.c"];
    kitchen.lop(with_test(&words)).says(0, &["result: x.lop.c"]);
    let told = ["x.lop.c", "r.html", "b.md", "h/x.000001.c", "j/journal"];
    for name in told {
        let mode = fs::metadata(kitchen.path(name)).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{name}");
    }
}

#[test]
fn a_directory_that_somebody_else_left_where_everybody_may_write_is_not_written_to() {
    let kitchen = Kitchen::new();
    fs::create_dir(kitchen.path("elsewhere")).unwrap();
    symlink("elsewhere", kitchen.path("d")).unwrap();
    fs::set_permissions(kitchen.path(""), fs::Permissions::from_mode(0o1777)).unwrap();
    if std::os::unix::fs::lchown(kitchen.path("d"), Some(12_345), None).is_err() {
        return; // Only root can say that it is somebody else's.
    }
    for option in ["--history", "--keep-other-crashes"] {
        kitchen.lop(with_test(&[option, "d", "x.c"])).says(1, &["d cannot be written", "another user"]);
    }
}
