//! Scratch directories survive what tests do to them: they are emptied, nothing else is, and a full disk is an error.

use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::sync::Arc;

use crate::common::{Place, answer, ask, oracle};
use lop_engine::{Cancel, Oracle, Question, Verdict};
use lop_oracle::CommandSpec;

#[test]
fn many_files_are_removed() {
    let line = "i=0; while [ $i -lt 20000 ]; do : > f$i; i=$((i+1)); done; mkdir -p d/e/f; : > d/e/f/g; ln -s / root";
    let place = Place::new();
    let oracle = oracle(place.shell(line));
    assert_eq!(ask(&oracle, "text"), Verdict::Interesting);
    place.assert_clean(oracle);
}

#[test]
fn a_child_may_delete_move_or_lock_its_directory() {
    let lines = [
        "rm -rf \"$PWD\"",
        "mv \"$PWD\" \"$PWD.gone\" && mkdir \"$PWD\"",
        "mkdir sub && chmod 0 sub .. .",
        "chmod 500 . && chmod 0 a.c",
        "d=\"$PWD\"; cd /; rm -rf \"$d\"; ln -s / \"$d\"",
        "rm a.c; mkdir a.c; touch a.c/x; chmod 0 a.c",
    ];
    let place = Place::new();
    let oracle = oracle(place.shell("eval \"$(cat a.c)\""));
    let test = crate::common::oracle(place.shell("grep -q needle a.c"));
    for line in lines {
        assert_eq!(ask(&oracle, line), Verdict::Interesting, "{line}");
        assert_eq!(ask(&test, "needle"), Verdict::Interesting, "{line}");
    }
    drop(test);
    place.assert_clean(oracle);
}

#[test]
fn a_child_that_changes_the_candidate_changes_nothing_for_the_next() {
    let place = Place::new();
    let oracle = oracle(place.shell("test \"$(cat a.c)\" = text && echo more >> a.c"));
    for _ in 0..3 {
        assert_eq!(ask(&oracle, "text"), Verdict::Interesting);
    }
    place.assert_clean(oracle);
}

/// True where a process may mount something in a name space of its own.
pub(crate) fn may_mount() -> bool {
    Command::new("unshare").args(["-rm", "true"]).status().is_ok_and(|it| it.success())
}

/// Set when this binary runs itself on a disk of 256 KiB, to that disk.
const SMALL_DISK: &str = "LOP_TEST_SMALL_DISK";

#[test]
fn a_full_disk_is_an_error_and_room_that_comes_back_is_used() {
    if let Some(disk) = std::env::var_os(SMALL_DISK) {
        return on_a_small_disk(disk.into());
    }
    if !may_mount() {
        return; // This machine lets nobody but root mount anything.
    }
    let disk = tempfile::tempdir().unwrap();
    let mount = "mount -t tmpfs -o size=256k none \"$1\" && exec \"$0\" --exact \"$2\"";
    let run = Command::new("unshare")
        .args(["-rm", "sh", "-c", mount])
        .args([std::env::current_exe().unwrap().as_os_str(), disk.path().as_os_str()])
        .arg("scratch::a_full_disk_is_an_error_and_room_that_comes_back_is_used")
        .env(SMALL_DISK, disk.path())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&run.stdout);
    assert!(run.status.success() && said.contains("1 passed"), "{said}");
}

fn on_a_small_disk(disk: PathBuf) {
    let place = Place::new();
    let fill = "cat /dev/zero > \"$TMPDIR/big\"; ! echo more > more || test ! -s more";
    let oracle = oracle(CommandSpec { scratch: Some(disk.clone()), ..place.shell(fill) });
    for _ in 0..3 {
        assert_eq!(ask(&oracle, "text"), Verdict::Interesting);
    }
    let error = answer(&oracle, &"x".repeat(300_000), &Cancel::new()).unwrap_err().to_string();
    assert!(error.contains("No space left") && error.contains("TMPDIR"), "{error}");
    assert_eq!(ask(&oracle, "text"), Verdict::Interesting);
    drop(oracle);
    assert_eq!(fs::read_dir(disk).unwrap().count(), 0);
}

#[test]
fn a_place_for_scratch_files_that_does_not_exist_is_an_error_with_a_remedy() {
    let place = Place::new();
    let oracle = oracle(CommandSpec { scratch: Some(place.path("nowhere")), ..place.shell("true") });
    let files = [Arc::from(&b"x"[..])];
    let error = oracle
        .ask(&Question { files: &files, base: &files, worker: 0, cancel: &Cancel::new() })
        .unwrap_err()
        .to_string();
    assert!(error.contains("nowhere") && error.contains("TMPDIR"), "{error}");
}
