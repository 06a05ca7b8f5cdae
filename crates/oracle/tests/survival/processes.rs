//! The oracle survives every bad test: in bounded time, with no process left behind.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::Command;
use std::time::Duration;

use crate::common::{Place, answer, ask, oracle, texts};
use crate::{judge, judge_shortly};
use lop_engine::{Cancel, Question, Verdict};
use lop_oracle::{
    Capture, CommandOracle, CommandSpec, Criteria, HEAD_BYTES, Limits, Status, TAIL_BYTES, Timeout,
};

/// Leaves its process group, which only Linux notices.
const DAEMON: &str = if cfg!(feature = "portable") { "" } else { "setsid sleep 1000 &" };

#[test]
fn a_child_that_does_not_end_is_timed_out() {
    assert_eq!(judge_shortly("sleep 1000"), Verdict::TimedOut);
}

#[test]
fn a_child_that_ignores_term_is_killed() {
    assert_eq!(judge_shortly("trap '' TERM INT HUP; while :; do sleep 1000; done"), Verdict::TimedOut);
}

#[test]
fn a_child_that_stops_itself_is_timed_out() {
    assert_eq!(judge_shortly("kill -STOP $$"), Verdict::TimedOut);
    assert_eq!(judge_shortly("trap '' TERM; kill -STOP $$; kill -STOP $$"), Verdict::TimedOut);
}

#[test]
fn what_a_child_leaves_in_the_background_is_killed() {
    assert_eq!(judge("sleep 1000 & sleep 1000 & exit 0"), Verdict::Interesting);
}

#[test]
fn a_child_in_the_background_that_keeps_the_pipe_open_keeps_nobody_waiting() {
    let place = Place::new();
    let oracle = oracle(place.shell(&format!("echo said; sleep 1000 & {DAEMON} exit 0")));
    let (files, cancel) = (texts("x"), Cancel::new());
    let run = oracle
        .run(&Question { files: &files, base: &files, worker: 0, cancel: &cancel }, Capture::Everything)
        .unwrap();
    assert_eq!(run.status, Status::Exited(0));
    assert_eq!(run.stdout.bytes(), &b"said\n"[..]);
    place.assert_clean(oracle);
}

#[test]
fn a_flood_of_output_costs_little_memory() {
    let place = Place::new();
    let oracle = oracle(place.shell("head -c 1000000000 /dev/zero; echo end"));
    let (files, cancel) = (texts("x"), Cancel::new());
    let run = oracle
        .run(&Question { files: &files, base: &files, worker: 0, cancel: &cancel }, Capture::Everything)
        .unwrap();
    assert_eq!(run.status, Status::Exited(0));
    assert_eq!(run.stdout.total(), 1_000_000_004);
    let kept = run.stdout.bytes();
    assert!(kept.len() < HEAD_BYTES + TAIL_BYTES + 100 && kept.ends_with(b"end\n"));
    assert_eq!(ask(&oracle, "x"), Verdict::Interesting);
    place.assert_clean(oracle);
}

#[test]
fn a_child_that_reads_nothing_of_a_large_input_holds_nobody_up() {
    let place = Place::new();
    let oracle = oracle(CommandSpec { stdin: true, ..place.shell("exit 0") });
    assert_eq!(ask(&oracle, &"x".repeat(10_000_000)), Verdict::Interesting);
    place.assert_clean(oracle);
}

#[test]
fn a_child_that_closes_its_pipes_is_waited_for() {
    let place = Place::new();
    let criteria =
        Criteria { exit_codes: vec![7], stdout: vec![".".parse().unwrap()], ..Criteria::default() };
    let spec = place.shell("echo x; exec <&- >&- 2>&-; cat a.c; exit 7");
    let oracle = oracle(CommandSpec { criteria, ..spec });
    assert_eq!(ask(&oracle, "text"), Verdict::Interesting);
    place.assert_clean(oracle);
}

#[test]
fn a_command_that_is_deleted_half_way_is_an_error_with_a_cause() {
    for limits in [Limits::default(), Limits { file_size: Some(1 << 30), ..Limits::default() }] {
        let place = Place::new();
        let script = place.script("test.sh", "grep -q needle a.c");
        let oracle = oracle(CommandSpec { limits, ..place.command(vec![script.clone().into()]) });
        assert_eq!(ask(&oracle, "needle"), Verdict::Interesting);
        fs::set_permissions(&script, fs::Permissions::from_mode(0o644)).unwrap();
        let error = answer(&oracle, "needle", &Cancel::new()).unwrap_err().to_string();
        assert!(error.contains("chmod +x"), "{error}");
        fs::remove_file(&script).unwrap();
        let error = answer(&oracle, "needle", &Cancel::new()).unwrap_err().to_string();
        assert!(error.contains("test.sh") && error.contains("deleted"), "{error}");
        place.assert_clean(oracle);
    }
}

#[test]
fn a_test_that_wants_a_terminal_gets_an_error_and_not_a_wait() {
    assert_eq!(judge("read x < /dev/tty"), Verdict::Boring);
    assert_eq!(judge("test -t 0 || test -t 1 || test -t 2"), Verdict::Boring);
}

#[test]
fn a_raised_flag_ends_a_question() {
    let place = Place::new();
    let ready = place.path("ready");
    let line = format!("trap '' TERM; {DAEMON} : > {}; sleep 1000; sleep 1000", ready.display());
    let oracle = oracle(CommandSpec { timeout: Timeout::Never, ..place.shell(&line) });
    let cancel = Cancel::new();
    std::thread::scope(|scope| {
        let asked = scope.spawn(|| answer(&oracle, "x", &cancel).unwrap().verdict);
        while !ready.exists() {
            std::thread::yield_now();
        }
        cancel.raise();
        assert_eq!(asked.join().unwrap(), Verdict::Cancelled);
    });
    place.assert_clean(oracle);
}

#[test]
fn core_files_are_off() {
    let place = Place::new();
    let oracle = oracle(place.shell("test \"$(ulimit -S -c)\" = 0 && kill -SEGV $$; test -e core"));
    assert_eq!(ask(&oracle, "x"), Verdict::Boring);
    place.assert_clean(oracle);
}

#[test]
fn a_hang_may_be_what_is_looked_for() {
    let place = Place::new();
    let criteria = Criteria { hang: true, ..Criteria::default() };
    // Long enough for a grep on a busy machine.
    let timeout = Timeout::Fixed(Duration::from_secs(2));
    let spec = CommandSpec { criteria, timeout, ..place.shell("grep -q loop a.c && sleep 1000") };
    let oracle = oracle(spec);
    assert_eq!(ask(&oracle, "loop"), Verdict::Interesting);
    assert_eq!(ask(&oracle, "fine"), Verdict::Boring);
    place.assert_clean(oracle);
}

/// How a run under `limits` ended.
fn status_under(limits: Limits, line: &str) -> Status {
    let place = Place::new();
    let oracle = oracle(CommandSpec { limits, ..place.shell(line) });
    let (files, cancel) = (texts("x"), Cancel::new());
    let run = oracle
        .run(&Question { files: &files, base: &files, worker: 0, cancel: &cancel }, Capture::Everything)
        .unwrap();
    place.assert_clean(oracle);
    run.status
}

#[test]
fn limits_hold_for_the_child_and_for_whoever_it_starts() {
    let memory = Limits { memory: Some(64 << 20), ..Limits::default() };
    let allocate = "dd if=/dev/zero of=/dev/null count=1 bs=256M";
    assert_eq!(status_under(Limits::default(), allocate), Status::Exited(0));
    assert_eq!(status_under(memory, allocate), Status::Exited(1));
    let file_size = Limits { file_size: Some(1 << 20), ..Limits::default() };
    assert_eq!(status_under(file_size, "head -c 1000000 /dev/zero > f"), Status::Exited(0));
    assert_ne!(status_under(file_size, "head -c 2000000 /dev/zero > f"), Status::Exited(0));
    let cpu_time = Limits { cpu_time: Some(Duration::from_millis(10)), ..Limits::default() };
    assert_eq!(status_under(cpu_time, "while :; do :; done"), Status::Signaled(24));
}

#[test]
fn a_sandbox_has_no_network_and_lets_nothing_out() {
    let probe = Command::new("bwrap").args(["--ro-bind", "/", "/", "--unshare-net", "true"]).output();
    if probe.is_ok_and(|it| !it.status.success()) {
        return; // It is installed, but this machine lets nobody make a sandbox.
    }
    let place = Place::new();
    let outside = tempfile::tempdir().unwrap();
    let body = format!(
        "sh -c 'setsid sleep 1000 &' && grep -q needle a.c && grep -q needle @@ && echo x > new && mktemp \
         && ! touch {}/x && test $(grep -c : /proc/net/dev) -le 1",
        outside.path().display()
    );
    let script = place.script("test.sh", &body.replace("@@", "\"$1\""));
    let command = vec!["sh".into(), script.into(), "@@".into()];
    let spec = CommandSpec { sandbox: true, ..place.command(command) };
    match CommandOracle::new(spec) {
        Ok(oracle) => {
            assert_eq!(ask(&oracle, "needle"), Verdict::Interesting);
            place.assert_clean(oracle);
        }
        Err(error) => assert!(error.to_string().contains("install the package bubblewrap"), "{error}"),
    }
    assert_eq!(fs::read_dir(outside.path()).unwrap().count(), 0);
}
