//! What leaves its process group is found and killed too, which takes what only Linux has.

use std::fs;
use std::path::Path;

use crate::common::{Place, ask, oracle};
use crate::{SHORT, judge, judge_shortly};
use lop_engine::Verdict;
use lop_oracle::CommandSpec;

#[test]
fn what_was_killed_is_reaped_too() {
    let place = Place::new();
    let pids = place.path("pids");
    let line = format!("for it in '' setsid; do $it sleep 1000 & echo $! >> {}; done", pids.display());
    let oracle = oracle(place.shell(&line));
    assert_eq!(ask(&oracle, "text"), Verdict::Interesting);
    let left = |pid: &&str| Path::new("/proc").join(pid).exists();
    assert_eq!(read(&pids).lines().filter(left).count(), 0);
    place.assert_clean(oracle);
}

#[test]
fn a_daemon_in_a_session_of_its_own_is_killed() {
    assert_eq!(judge("setsid sleep 1000 & setsid setsid sleep 1000 & exit 0"), Verdict::Interesting);
    assert_eq!(
        judge("(setsid sh -c 'trap \"\" TERM HUP; sleep 1000; sleep 1000' &) ; exit 0"),
        Verdict::Interesting
    );
    assert_eq!(judge_shortly("setsid sleep 1000 & sleep 1000"), Verdict::TimedOut);
}

#[test]
fn a_daemon_that_wiped_its_environment_is_killed_with_the_last_question() {
    let place = Place::new();
    let pid = place.path("pid");
    // The fifo makes the command wait until the daemon has a session and an empty environment.
    let line = format!(
        "mkfifo ready; setsid env -i /bin/sh -c 'echo $$ > {}; echo > ready; exec sleep 1000' & read x < ready",
        pid.display()
    );
    let oracle = oracle(place.shell(&line));
    ask(&oracle, "text");
    drop(oracle);
    // Other tests of this process may be asking, which keeps an orphan without a mark alive until they have ended.
    let pid = read(&pid);
    let alive = || read(format!("/proc/{}/cmdline", pid.trim()).as_ref()).contains("1000");
    let next = crate::common::oracle(place.shell("true"));
    while alive() {
        ask(&next, "text");
    }
    place.assert_clean(next);
}

#[test]
fn a_process_that_keeps_moving_on_is_caught() {
    let place = Place::new();
    let hop = place.script("hop.sh", "setsid \"$0\" & exit 0");
    let oracle = oracle(place.command(vec![hop.into()]));
    assert_eq!(ask(&oracle, "text"), Verdict::Interesting);
    place.assert_clean(oracle);
}

#[test]
fn neighbours_do_not_kill_each_others_daemons() {
    let place = Place::new();
    // The command waits for an answer from its own daemon, while others begin and end.
    let daemon = oracle(place.shell(
        "mkfifo up down; setsid sh -c 'echo > up; read x < down; echo pong > up' & read x < up; \
         echo ping > down; read x < up; test \"$x\" = pong",
    ));
    let plain = oracle(place.shell("true"));
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| (0..10).for_each(|_| assert_eq!(ask(&daemon, "x"), Verdict::Interesting)));
            scope.spawn(|| (0..30).for_each(|_| assert_eq!(ask(&plain, "x"), Verdict::Interesting)));
        }
    });
    drop(plain);
    place.assert_clean(daemon);
}

#[test]
fn a_child_that_joins_our_own_group_is_killed_like_any_other() {
    // The whole command, and one that it leaves behind.
    let join =
        "perl -e 'setpgrp(0, getpgrp($ARGV[0])); open(F, \">\", \"joined\"); close(F); sleep 1000' $PPID";
    for line in [format!("exec {join}"), format!("mkfifo joined; {join} & read x < joined")] {
        let place = Place::new();
        let oracle = oracle(CommandSpec { timeout: SHORT, ..place.shell(&line) });
        ask(&oracle, "x");
        place.assert_clean(oracle);
    }
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_default()
}
