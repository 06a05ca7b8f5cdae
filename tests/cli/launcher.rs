//! Tests that a launcher starts somewhere else.

use crate::kitchen::{FEW, Kitchen};

/// A kitchen with a launcher that knows nothing of where it was started, and a test that it can start.
fn kitchen() -> Kitchen {
    let kitchen = Kitchen::new();
    kitchen
        .write("x.c", (0..20).map(|it| format!("int v{it};\n")).collect::<Vec<_>>().concat() + "int bug;\n");
    let here = kitchen.path("").display().to_string();
    kitchen.script(
        "launcher.sh",
        &format!("echo x >>{here}/launches; cd / && exec env -i PATH=\"$PATH\" \"$@\""),
    );
    kitchen.script("test.sh", "grep -q bug x.c");
    std::fs::create_dir(kitchen.path("shared")).unwrap();
    kitchen
}

fn launches(kitchen: &Kitchen) -> usize {
    kitchen.read("launches").lines().count()
}

#[test]
fn every_question_is_asked_by_way_of_the_launcher_and_nothing_is_left() {
    let kitchen = kitchen();
    let here = ["--launcher", "./launcher.sh", "--shared", "shared", "-q", "-j2", "x.c", "--", "./test.sh"];
    kitchen.lop(FEW.into_iter().chain(here)).says(0, &[]);
    assert_eq!(kitchen.read("x.lop.c").trim(), "bug");
    assert!(launches(&kitchen) > 10);
    assert_eq!(std::fs::read_dir(kitchen.path("shared")).unwrap().count(), 0);
}

#[test]
fn a_crash_keeps_its_signature_on_the_way() {
    let kitchen = kitchen();
    let line = "grep -q bug x.c && { echo 'x.c:1: internal compiler error: in fold, at f.cc:7' >&2; exit 4; }; exit 0";
    let words = ["--launcher", "./launcher.sh sh -c {command}", "x.c", "--shell", line];
    kitchen.lop(FEW.into_iter().chain(words)).says(0, &["internal compiler error: in fold"]);
    assert_eq!(kitchen.read("x.lop.c").trim(), "bug");
}

#[test]
fn a_launcher_that_does_not_start_anything_ends_the_run_before_the_search() {
    let kitchen = kitchen();
    kitchen.script("launcher.sh", "echo srun: error: invalid partition >&2; exit 1");
    let words = ["--launcher", "./launcher.sh", "--remote-fallback", "local", "x.c", "--", "./test.sh"];
    kitchen.lop(words).says(4, &["invalid partition", "exit code 1", "run it by hand: ./launcher.sh true"]);
    assert!(!kitchen.path("x.lop.c").exists());
}

#[test]
fn what_it_fails_at_later_is_asked_here_where_that_is_wanted_and_told() {
    let kitchen = kitchen();
    let here = kitchen.path("").display().to_string();
    kitchen.script(
        "launcher.sh",
        &format!("echo x >>{here}/launches; [ \"$(wc -l <{here}/launches)\" -lt 8 ] || exit 1; exec \"$@\""),
    );
    let words = [
        "--launcher",
        "./launcher.sh",
        "--shared",
        "shared",
        "-j1",
        "--max-questions",
        "8",
        "x.c",
        "--",
        "./test.sh",
    ];
    kitchen.lop(["--remote-fallback", "local"].into_iter().chain(words)).says(0, &["asked on this machine"]);
    let kitchen = self::kitchen();
    let here = kitchen.path("").display().to_string();
    kitchen.script(
        "launcher.sh",
        &format!("echo x >>{here}/launches; [ \"$(wc -l <{here}/launches)\" -lt 8 ] || exit 1; exec \"$@\""),
    );
    kitchen.lop(words).says(4, &["before the command did"]);
    assert!(kitchen.read("x.lop.c").contains("bug"), "the best so far is kept");
}

#[test]
fn what_does_not_go_with_a_launcher_is_refused() {
    let kitchen = kitchen();
    kitchen
        .lop(["--launcher", "env", "--sandbox", "x.c", "--", "./test.sh"])
        .says(1, &["--launcher and --sandbox do not go together"]);
    kitchen.lop(["--shared", "shared", "x.c", "--", "./test.sh"]).says(1, &["--launcher"]);
    kitchen
        .lop(["--launcher", "env", "--shared", "nowhere", "x.c", "--", "./test.sh"])
        .says(4, &["no directory", "--shared"]);
}
