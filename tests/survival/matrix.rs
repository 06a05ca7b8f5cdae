//! Every bad test from outside: the program comes to an end, says what was wrong, and leaves a result and nothing else.

use std::fs;
use std::process::Command;

use crate::kitchen::{Ended, FEW, Kitchen};
use crate::lots::{Dice, draws};
use crate::processes::{mark, running};

/// A kitchen with a directory for temporary files.
fn kitchen() -> Kitchen {
    let kitchen = Kitchen::new();
    fs::create_dir(kitchen.path("tmp")).unwrap();
    kitchen
}

/// Reduces `x.c` under a line for the shell that is true of what contains `bug`. Nothing must be left of it.
#[track_caller]
fn survives(kitchen: &Kitchen, options: &[&str], line: &str) -> Ended {
    let here = kitchen.path("").display().to_string();
    let line = line.replace("HERE", here.trim_end_matches('/'));
    let mut command: Command =
        kitchen.command(FEW.iter().chain(options).copied().chain(["x.c", "--shell", &line]));
    mark(command.env("TMPDIR", kitchen.path("tmp")), kitchen);
    let ended: Ended = command.output().unwrap().into();
    assert_eq!(running(kitchen), [""; 0], "{line}");
    assert_eq!(crate::kitchen::names(&kitchen.path("tmp")), [""; 0], "{line}");
    assert!(kitchen.read("x.lop.c").contains("bug"), "{line}: {ended:#?}");
    ended
}

#[test]
fn a_test_may_do_what_it_likes_as_long_as_it_answers() {
    let lines = [
        "setsid sleep 1000 & (setsid sh -c 'trap \"\" TERM HUP; sleep 1000; sleep 1000' &); grep -q bug x.c",
        "trap '' TERM; head -c 3000000 /dev/zero; grep -q bug x.c",
        "head -c 300000 /dev/urandom >&2; grep -q bug x.c",
        "exec <&- >&- 2>&-; grep -q bug x.c",
        "i=0; while [ $i -lt 300 ]; do : >f$i; i=$((i+1)); done; grep -q bug x.c",
        "grep -q bug x.c && rm -rf \"$PWD\"",
        "grep -q bug x.c; code=$?; chmod 0 x.c .; exit $code",
        "grep -q bug x.c; code=$?; echo more >>x.c; echo litter >../litter; echo litter >$TMPDIR/litter; exit $code",
        "grep -q bug x.c; code=$?; cd /; mv \"$OLDPWD\" \"$OLDPWD.gone\"; exit $code",
        "read answer </dev/tty; tty; grep -q bug x.c",
        "grep -q bug x.c || kill -KILL 0",
        "grep -q bug x.c; code=$?; umask 777; mkdir d; echo litter >f; exit $code",
    ];
    for line in lines {
        let kitchen = kitchen();
        survives(&kitchen, &["-j3"], line).says(0, &["9 → 1 token", "certified 1-minimal"]);
        assert_eq!(kitchen.names(), ["tmp", "x.c", "x.lop.c"], "{line}");
    }
}

#[test]
fn a_test_that_does_not_end_costs_its_time_limit_and_no_more() {
    let lines = [
        "grep -q bug x.c || sleep 1000",
        "grep -q bug x.c || kill -STOP $$; grep -q bug x.c",
        "trap '' TERM; grep -q bug x.c || while :; do sleep 1000; done",
        "grep -q bug x.c || { setsid sleep 1000 & sleep 1000; }",
        "grep -q bug x.c || yes",
    ];
    for line in lines {
        let kitchen = kitchen();
        survives(&kitchen, &["-j3", "--timeout", "3"], line).says(0, &["9 → 1 token"]);
    }
}

#[test]
fn a_test_that_changes_the_original_does_not_change_what_is_reduced() {
    let kitchen = kitchen();
    let ended = survives(&kitchen, &[], "echo 'int more;' >>HERE/x.c; grep -q bug x.c");
    ended.says(0, &["9 → 1 token", "x.c is not what it was at the start", "working directory"]);
}

#[test]
fn a_test_that_says_yes_to_everything_is_warned_of() {
    let kitchen = kitchen();
    let ended = kitchen.lop(["x.c", "--", "true"]);
    ended.says(0, &["yes to an empty file too", "9 → 0 tokens"]);
}

#[test]
fn a_test_that_never_says_yes_again_leaves_the_best() {
    let kitchen = kitchen();
    let line = "echo >>HERE/calls; [ $(wc -l <HERE/calls) -lt 9 ] && grep -q bug x.c";
    survives(&kitchen, &["-j1"], line).says(7, &["the test broke half-way", "best so far is in x.lop.c"]);
    assert!(kitchen.read("x.lop.c").len() < kitchen.read("x.c").len());
}

#[test]
fn a_test_that_cannot_be_run_any_more_leaves_the_best_and_says_why() {
    for (deed, cause) in [("rm test.sh", "deleted"), ("chmod -x test.sh", "chmod +x")] {
        let kitchen = kitchen();
        let here = kitchen.path("").display().to_string();
        let count = format!("echo >>calls; [ $(wc -l <calls) != 8 ] || {deed}");
        kitchen.script("test.sh", &format!("(cd {here}; {count}); grep -q bug x.c"));
        let ended = kitchen.lop(["-j1", "x.c", "--", "./test.sh"]);
        ended.says(4, &["could not be run any more", cause, "best so far is in x.lop.c"]);
        assert!(kitchen.read("x.lop.c").contains("bug"));
    }
}

#[test]
fn what_a_test_mounts_is_left_alone_and_told() {
    let allowed = Command::new("unshare").args(["-rm", "true"]).status().is_ok_and(|it| it.success());
    if !allowed {
        return; // This machine lets nobody but root mount anything.
    }
    let kitchen = kitchen();
    fs::create_dir(kitchen.path("precious")).unwrap();
    kitchen.write("precious/file", "x");
    let here = kitchen.path("").display().to_string();
    let line = format!("grep -q bug x.c && mkdir m && mount --bind {here}/precious m");
    let lop = kitchen.command(FEW.iter().copied().chain(["-j1", "x.c", "--shell", &line]));
    let mut command = Command::new("unshare");
    // With an own /dev/shm, so that what is left goes with it.
    command.args(["-rm", "sh", "-c", "mount -t tmpfs none /dev/shm && exec \"$0\" \"$@\""]);
    command.arg(lop.get_program()).args(lop.get_args()).current_dir(kitchen.path(""));
    command.env("XDG_STATE_HOME", kitchen.path("tmp")).env("TMPDIR", kitchen.path("tmp"));
    let ended: Ended = command.output().unwrap().into();
    ended.says(0, &["scratch directories cannot be removed", "something is mounted on", "/work/m"]);
    assert_eq!(kitchen.read("precious/file"), "x");
}

#[test]
fn escapes_that_a_test_prints_do_not_reach_the_terminal() {
    let kitchen = kitchen();
    // A title, colours, a bell and a cursor, in lines, in a signature, and in a name.
    let escapes = "\\033]0;title\\007\\033[31m\\033[2J\\b\\033[";
    let line = format!(
        "printf 'a{escapes}b\\n'; printf 'x: internal compiler error: in f{escapes} here\\n' >&2; exit 1"
    );
    let script = kitchen.script("t.sh", &line);
    let script = script.to_str().unwrap();
    kitchen.write("y\u{1b}[1m.c", "int bug;\n");
    let raw = |ended: &Ended| {
        ended.stderr.contains(['\u{1b}', '\u{7}', '\u{8}']) || ended.text().contains('\u{1b}')
    };
    for words in [
        &["x.c", "--exit-code", "3", "--", script][..],
        &["check", "x.c", "--", script],
        &["check", "x.c", "--signature", "no such", "--", script],
        &["x.c", "--max-questions", "9", "--", script],
        &["y\u{1b}[1m.c", "--", "grep", "-q", "bug"],
        &["batch", ".", "--out", "o", "--", script],
    ] {
        let ended = kitchen.lop(words);
        assert!(!raw(&ended), "{words:?}: {ended:#?}");
    }
    kitchen.lop(["x.c", "--exit-code", "3", "--", script]).says(2, &["\u{fffd}[31m"]);
}

#[test]
fn a_test_that_was_seen_to_change_its_mind_certifies_nothing() {
    let mut dice = Dice(6);
    for _ in 0..draws(8) {
        let kitchen = kitchen();
        // Seven times in ten it does what it should, as if by chance.
        let line = format!(
            "echo >>HERE/calls; n=$(wc -l <HERE/calls); [ $(((n * n * {} + n * {}) % 101 % 10)) -lt 7 ] && grep -q bug x.c",
            dice.below(100),
            1 + dice.below(99)
        );
        let here = kitchen.path("").display().to_string();
        let line = line.replace("HERE", here.trim_end_matches('/'));
        let ended = kitchen.lop(FEW.iter().copied().chain(["-j1", "x.c", "--shell", &line]));
        let is_seen = ended.stderr.contains("flaky");
        let is_certified = ended.stderr.contains("certified 1-minimal");
        let expected =
            if is_seen { matches!(ended.code, Some(5 | 7)) } else { matches!(ended.code, Some(0 | 2 | 7)) };
        assert!(expected, "{line}: {ended:#?}");
        assert!(!(is_seen && is_certified), "{line}: {ended:#?}");
    }
}
