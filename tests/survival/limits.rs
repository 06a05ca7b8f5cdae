//! Limits of the system: reported with exit code 4, never by a signal or a panic.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::Command;

use crate::kitchen::{Ended, FEW, Kitchen};

/// A run on `x.c` behind a prelude of the shell, which becomes the program with `exec "$0" "$@"`.
fn under(kitchen: &Kitchen, wrapper: &[&str], prelude: &str) -> Ended {
    let lop = kitchen.command(FEW.iter().copied().chain(["-j2", "x.c", "--shell", "grep -q bug x.c"]));
    let mut command = Command::new(wrapper[0]);
    command.args(&wrapper[1..]).arg(format!("{prelude}; exec \"$0\" \"$@\""));
    kitchen.surround(command.arg(lop.get_program()).args(lop.get_args()));
    // With it, what the standard library says of memory that is used up needs memory, and waits for itself.
    command.env_remove("RUST_BACKTRACE").output().unwrap().into()
}

/// The end may be good or bad; if it is bad, it says why, and what was written is whole.
#[track_caller]
fn is_orderly(kitchen: &Kitchen, ended: &Ended, limit: &str) {
    let result = fs::read_to_string(kitchen.path("x.lop.c")).unwrap_or("bug".to_owned());
    assert!(result.contains("bug"), "{limit}: {result:?}");
    match ended.code {
        Some(0) => assert!(ended.stderr.contains("result: x.lop.c"), "{limit}: {ended:#?}"),
        Some(4 | 6) => assert!(
            ended.stderr.contains("error: ") && !ended.stderr.contains("panicked"),
            "{limit}: {ended:#?}"
        ),
        _ => panic!("{limit}: {ended:#?}"),
    }
}

#[test]
fn a_limit_on_the_size_of_files_is_named() {
    let kitchen = Kitchen::new();
    under(&kitchen, &["sh", "-c"], "ulimit -f 0")
        .says(4, &["File too large", "help: allow larger files: ulimit -f"]);
}

#[test]
fn a_limit_on_memory_ends_a_run_with_a_word_and_an_exit_code() {
    let starts = |kibibytes: &u32| {
        let line = format!("ulimit -v {kibibytes}; exec \"$0\" --version");
        let started = Command::new("sh").args(["-c", &line, env!("CARGO_BIN_EXE_lop")]).output().unwrap();
        started.status.success()
    };
    // Below that the system itself does not get it started.
    let least = (10_000..).step_by(1000).find(starts).unwrap();
    for kibibytes in (least..).step_by(4000).take(8) {
        let kitchen = Kitchen::new();
        let limit = format!("ulimit -v {kibibytes}");
        is_orderly(&kitchen, &under(&kitchen, &["sh", "-c"], &limit), &limit);
    }
}

#[test]
fn a_limit_on_open_files_ends_a_run_with_a_word_and_an_exit_code() {
    for files in [6, 8, 10, 12, 16, 20, 30] {
        let kitchen = Kitchen::new();
        let limit = format!("ulimit -n {files}");
        is_orderly(&kitchen, &under(&kitchen, &["sh", "-c"], &limit), &limit);
    }
}

#[test]
fn a_limit_on_processes_ends_a_run_with_a_word_and_an_exit_code() {
    // Root is under no such limit, so root becomes a user that nobody is.
    let as_nobody = ["setpriv", "--reuid=54321", "--clear-groups", "bash", "-c"];
    let becomes = |it: &[&str]| {
        let mut command = Command::new(it[0]);
        command.args(&it[1..]).arg(concat!(env!("CARGO_BIN_EXE_lop"), " --version")).output()
    };
    if !becomes(&as_nobody).is_ok_and(|it| it.status.success()) {
        return; // Not root, or nobody may look where the program is.
    }
    for processes in [1, 2, 3, 4, 5, 7, 9, 12] {
        let kitchen = Kitchen::new();
        fs::set_permissions(kitchen.path(""), fs::Permissions::from_mode(0o777)).unwrap();
        let limit = format!("ulimit -u {processes}");
        let ended = under(&kitchen, &as_nobody, &limit);
        // The shell of the test may be the one that gets no further process.
        let refused = ended.code == Some(2) && ended.stderr.contains("not interesting");
        if !refused {
            is_orderly(&kitchen, &ended, &limit);
        }
    }
}

#[test]
fn a_system_without_dev_null_is_named() {
    let allowed = Command::new("unshare").args(["-rm", "true"]).status().is_ok_and(|it| it.success());
    if !allowed {
        return; // This machine lets nobody but root mount anything.
    }
    let kitchen = Kitchen::new();
    let prelude = "mount -t tmpfs none /dev && mkdir /dev/shm";
    let ended = under(&kitchen, &["unshare", "-rm", "sh", "-c"], prelude);
    ended.says(4, &["there is no /dev/null", "help: make it: mknod"]);
}

#[test]
fn a_limit_that_kills_the_test_is_no_bug() {
    let kitchen = Kitchen::new();
    for more in [&[][..], &["check"]] {
        let large = "head -c 100000 /dev/zero >large || kill -SEGV $$";
        let words = [more, &["--file-size", "4K", "x.c", "--", "sh", "-c", large]].concat();
        kitchen
            .lop(words)
            .says(2, &["crashes because of --file-size", "without with exit code 0", "--signal"]);
    }
    assert_eq!(kitchen.names(), ["x.c"]);
    // A crash that is there without it is one.
    let crash = "grep -q bug x.c && kill -SEGV $$";
    kitchen.lop(["-q", "--file-size", "1G", "x.c", "--shell", crash]).says(0, &[]);
    assert_eq!(kitchen.read("x.lop.c").trim(), "bug");
}

#[test]
fn a_limit_that_no_program_can_begin_with_is_refused() {
    let kitchen = Kitchen::new();
    for memory in ["512", "2K", "100K"] {
        let ended = kitchen.lop(["-j1", "--memory", memory, "x.c", "--", "grep", "-q", "bug", "@@"]);
        // Where the system itself says no, it has another end than that of the program.
        let end =
            if ended.stderr.contains("crashes because of --memory") { "write 512M" } else { "exit code 12" };
        ended.says(2, &["the original is not interesting", end]);
        assert!(!kitchen.path("x.lop.c").exists());
    }
}

#[test]
fn a_limit_on_memory_is_never_lifted() {
    let kitchen = Kitchen::new();
    let here = kitchen.path("").display().to_string();
    let crash =
        format!("ulimit -v >>{here}/memory; ulimit -f >>{here}/file; grep -q bug x.c && kill -SEGV $$");
    let limits = ["--memory", "1G", "--file-size", "1M"];
    kitchen.lop(limits.into_iter().chain(["-q", "x.c", "--shell", &crash])).says(0, &[]);
    let unlimited = |name: &str| kitchen.read(name).lines().filter(|it| *it == "unlimited").count();
    assert_eq!(unlimited("memory"), 0);
    assert!(unlimited("file") > 0, "the original is asked about without a limit that harms nobody");
}
