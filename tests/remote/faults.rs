//! What a server fails at is told, made up for, and never an answer.

use std::fs;

use serde_json::Value;
use tonic::Code;

use crate::common::mischief::{Call, Mischief};
use crate::common::{Server, count};
use crate::kitchen::{Ended, Kitchen};
use crate::{THERE, kitchen, run};

/// A server that fails at every execution behind so many.
fn failing_after(good: usize) -> Server {
    let mut left = good;
    Server::new(move |it| {
        if it != Call::Execute {
            return None;
        }
        let is_over = left == 0;
        left = left.saturating_sub(1);
        is_over.then_some(Mischief::EndsWith(Code::DataLoss))
    })
}

#[test]
fn a_server_that_cannot_be_reached_is_said_before_anything_begins() {
    let (server, kitchen) = (Server::new(|_| Some(Mischief::Fail(Code::Unauthenticated))), kitchen("true"));
    run(&kitchen, &server, &[]).says(4, &["does not let us in", "--remote-header-file"]);
    assert!(!kitchen.path("x.lop.c").exists());
}

#[test]
fn one_that_fails_in_the_middle_ends_the_run_with_the_best_and_one_that_is_back_goes_on() {
    let line = format!("{THERE} && grep -q bug3 x.c");
    let (kitchen, server) = (kitchen(&line), failing_after(14));
    let stopped = run(&kitchen, &server, &["--remote-jobs", "1"]);
    stopped.says(4, &["has no answer", "--resume", "--remote-fallback local"]);
    assert!(kitchen.read("x.lop.c").contains("bug3"));
    *server.state.mood.lock() = Box::new(|_| None);
    run(&kitchen, &server, &["--remote-jobs", "1", "--resume"]).says(0, &["certified 1-minimal"]);
    assert_eq!(kitchen.read("x.lop.c").trim(), "bug3");
}

#[test]
fn with_the_local_fallback_the_run_goes_on_here_and_says_how_often() {
    let (kitchen, server) = (kitchen("grep -q bug3 x.c"), failing_after(8));
    let ended = run(&kitchen, &server, &["--remote-fallback", "local", "--stats"]);
    ended.says(0, &["asked on this machine", "certified 1-minimal"]);
    assert_eq!(kitchen.read("x.lop.c").trim(), "bug3");
    // Some may have been cancelled.
    assert!((1..=8).contains(&count(&server.state.counts.executed)));
}

/// A test that always takes down all that is around it there with one of the candidates, the first that
/// could be the result and has no `bug5`.
fn killer() -> Kitchen {
    let kitchen = kitchen("");
    let here = kitchen.path("").display().to_string();
    // The group of the script around it, which is the parent of what watches the time, who leads a group of its own.
    let kill = "watch=$(cut -d' ' -f5 /proc/$$/stat); parent=$(cut -d' ' -f4 /proc/$watch/stat)\n\
                kill -s KILL -- -$(cut -d' ' -f5 /proc/$parent/stat)";
    kitchen.script(
        "test.sh",
        &format!(
            "if [ -n \"$LOP_ROOT\" ] && grep -q bug3 x.c && ! grep -q bug5 x.c; then\nset -- $(cksum x.c)\n\
             mkdir {here}/killer 2>/dev/null && echo $1 >{here}/killer/sum\n\
             if [ \"$(cat {here}/killer/sum)\" = $1 ]; then {kill}; fi\nfi\ngrep -q bug3 x.c"
        ),
    );
    kitchen
}

#[test]
fn a_candidate_that_always_takes_down_its_machine_ends_the_run_and_is_told_from_a_server_that_is_down() {
    let (kitchen, server) = (killer(), Server::good());
    let told = ["is up, and has no answer about one candidate", "--memory", "--remote-fallback local"];
    run(&kitchen, &server, &["--remote-jobs", "1"]).says(4, &told);
    assert!(kitchen.read("x.lop.c").contains("bug3"));
}

#[test]
fn where_this_machine_may_be_asked_it_is_asked_here_and_the_run_goes_on_there() {
    let (kitchen, server) = (killer(), Server::good());
    let ended = run(&kitchen, &server, &["--remote-jobs", "1", "--remote-fallback", "local", "--json"]);
    ended.says(0, &[]);
    assert_eq!(kitchen.read("x.lop.c").trim(), "bug3");
    let summary: Value = serde_json::from_str(ended.text().lines().last().unwrap()).unwrap();
    let number = |key: &str| summary["remote"][key].as_u64().unwrap();
    assert!((1..4).contains(&number("local")) && number("answered") > 10, "{summary}");
}

#[test]
fn a_program_that_is_not_there_is_no_refusal_whatever_is_around_it() {
    let (kitchen, server) = (kitchen("true"), Server::good());
    fs::create_dir(kitchen.path("bin")).unwrap();
    kitchen.script("bin/only-here", "grep -q bug3 x.c");
    let path = format!("{}:{}", kitchen.path("bin").display(), std::env::var("PATH").unwrap());
    let address = server.address();
    for limits in [&[][..], &["--memory", "4G", "--file-size", "1G"]] {
        let words = [&["--remote", &address], limits, &["x.c", "--", "only-here"]].concat();
        let ended = Ended::from(kitchen.command(words).env("PATH", &path).output().unwrap());
        ended.says(4, &["cannot be run there", "only-here", "--remote-with PATH"]);
    }
}
