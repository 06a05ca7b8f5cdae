//! Lines for the shell, and paths of which it would make something else.

use std::process::Command;

use crate::kitchen::{Ended, Kitchen};

/// A name with blanks is fine where the line has the candidate in quotes of its own.
#[test]
fn a_file_named_with_blanks_is_quoted_in_the_line() {
    let kitchen = Kitchen::new();
    kitchen.write("ünï cödé.c", "int a; int bug;");
    let run = |line: &str| kitchen.lop(["-q", "--fresh", "ünï cödé.c", "--shell", line]);
    for line in ["grep -q bug \"@@\"", "grep -q bug '@@' && echo \"yes it is\""] {
        run(line).says(0, &[]);
        assert_eq!(kitchen.read("ünï cödé.lop.c").trim(), "bug");
    }
    for line in ["grep -q bug @@", "sh -c 'grep -q bug @@'", "[ \"$(grep -c bug @@)\" ]"] {
        run(line).says(1, &["means something to the shell", "write \"@@\""]);
    }
}

#[test]
fn a_scratch_directory_with_a_blank_in_its_path_is_named_before_anything_is_asked() {
    let allowed = Command::new("unshare").args(["-rm", "true"]).status().is_ok_and(|it| it.success());
    if !allowed {
        return; // This machine lets nobody but root mount anything.
    }
    let kitchen = Kitchen::new();
    std::fs::create_dir(kitchen.path("t m p")).unwrap();
    let run = |words: &[&str]| -> Ended {
        let lop = kitchen.command(["--fresh", "x.c"].iter().chain(words));
        let mut command = Command::new("unshare");
        let prelude = "mount -t tmpfs -o ro none /dev/shm && exec \"$0\" \"$@\"";
        command.args(["-rm", "sh", "-c", prelude]).arg(lop.get_program()).args(lop.get_args());
        kitchen.surround(command.env("TMPDIR", kitchen.path("t m p")));
        command.output().unwrap().into()
    };
    run(&["--shell", "grep -q bug @@"]).says(1, &["scratch directories", "t m p", "write \"@@\"", "TMPDIR"]);
    run(&["--first", "test -e @@", "--", "grep", "-q", "bug", "x.c"]).says(1, &["test -e @@"]);
    run(&["--shell", "grep -q bug \"@@\""]).says(0, &["result: x.lop.c"]);
    run(&["--", "grep", "-q", "bug", "@@"]).says(0, &[]);
}
