//! Several questions as one action: each has its own answer, and whoever has none is asked about alone.

#![expect(clippy::unwrap_used, reason = "a test may")]
#![allow(clippy::allow_attributes, dead_code, reason = "the server is for more than one test")]

mod common;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use common::mischief::{Call, Mischief};
use common::{Judge, Server, count};
use lop_engine::{Cancel, Oracle, Question, Verdict};
use lop_oracle::site::{Away, Batches, Fallback};
use lop_oracle::{CommandOracle, CommandSpec, Timeout};
use lop_remote::{Options, Patience, Remote};

const PATIENCE: Patience =
    Patience { tries: 7, first: Duration::ZERO, longest: Duration::ZERO, silence: Duration::from_secs(3600) };

/// So many ask at once, and as many go as one.
const AT_ONCE: usize = 8;

/// An oracle that asks a line for the shell there.
fn oracle(server: &Server, line: &str) -> (CommandOracle, Away) {
    let address = server.address().parse().unwrap();
    let options = Options { jobs: AT_ONCE, batch: Some(AT_ONCE), ..Options::new(address) };
    let site = Remote::new(&options, Path::new("/nowhere"), PATIENCE).unwrap();
    let away = Away::new(Arc::new(site), Fallback::Stop);
    let command = ["sh", "-c", line, "@@"].map(Into::into).to_vec();
    let timeout = Timeout::Fixed(Duration::from_secs(1000));
    let spec = CommandSpec { away: Some(away.clone()), timeout, ..CommandSpec::new(command, "a.c") };
    (CommandOracle::new(spec).unwrap(), away)
}

fn ask(oracle: &CommandOracle, text: &str, worker: usize) -> Verdict {
    let (files, base) = ([Arc::from(text.as_bytes())], [Arc::default()]);
    let (cancel, files) = (Cancel::new(), &files);
    oracle.ask(&Question { files, base: &base, worker, cancel: &cancel }).unwrap().verdict
}

/// Asks about texts that `text` makes of a number, all that may go at once, until `enough`; every verdict must be as `verdict` says.
fn ask_until(
    oracle: &CommandOracle,
    text: impl Fn(usize) -> String + Sync,
    verdict: impl Fn(usize) -> Verdict + Sync,
    enough: impl Fn() -> bool,
) {
    let mut from = 0;
    while !enough() {
        std::thread::scope(|scope| {
            for worker in 0..AT_ONCE {
                let (text, verdict) = (&text, &verdict);
                let number = from + worker;
                scope.spawn(move || {
                    assert_eq!(ask(oracle, &text(number), worker), verdict(number), "{number}");
                });
            }
        });
        from += AT_ONCE;
    }
}

fn needle_or_hay(number: usize) -> String {
    format!("{} {number}", if number.is_multiple_of(3) { "needle" } else { "hay" })
}

fn as_it_holds(number: usize) -> Verdict {
    if number.is_multiple_of(3) { Verdict::Interesting } else { Verdict::Boring }
}

#[test]
fn questions_that_go_as_one_have_an_answer_each() {
    let server = Server::quick();
    let (oracle, away) = oracle(&server, "grep -q needle a.c");
    let go_as_one = |it: &Batches| it.actions >= 3 && it.answered >= 2 * it.actions;
    ask_until(&oracle, needle_or_hay, as_it_holds, || go_as_one(&away.batches()));
    let (batches, executed) = (away.batches(), count(&server.state.counts.executed));
    assert_eq!(executed, away.traffic().answered - batches.answered + batches.actions, "{batches:?}");
}

#[test]
fn one_that_hangs_among_others_takes_nobodys_answer_and_has_its_own_time() {
    let server = Server::quick();
    // In company it would take for ever; alone it says yes.
    let (oracle, away) = oracle(
        &server,
        "if grep -q slow a.c && test -d \"$LOP_ROOT/../1\"; then sleep 1000; fi; grep -q needle a.c",
    );
    let text = |number| {
        let slow = if number == 27 { " slow" } else { "" };
        format!("{}{slow}", needle_or_hay(number))
    };
    ask_until(&oracle, text, as_it_holds, || away.batches().actions >= 3 && away.traffic().answered > 40);
}

#[test]
fn one_that_kills_all_around_it_takes_nobodys_answer() {
    let server = Server::quick();
    // The group of the script around all of them, which is the parent of what watches the time, who leads a group of its own.
    let kill = "watch=$(cut -d' ' -f5 /proc/$$/stat); parent=$(cut -d' ' -f4 /proc/$watch/stat)\n\
                kill -s KILL -- -$(cut -d' ' -f5 /proc/$parent/stat)";
    let (oracle, away) = oracle(
        &server,
        &format!("if grep -q 7 a.c && test -d \"$LOP_ROOT/../1\"; then {kill}; fi; grep -q needle a.c"),
    );
    ask_until(&oracle, needle_or_hay, as_it_holds, || {
        away.batches().actions >= 3 && away.traffic().answered > 40
    });
}

#[test]
fn what_one_leaves_behind_is_gone_before_the_next_has_its_answer() {
    let server = Server::quick();
    // In company each leaves a process behind, and waits until nothing of the one before it is there.
    let line = "test -d \"$LOP_ROOT/../1\" || exit 1; sleep 1000 & me=${LOP_ROOT##*/}\n\
                cut -d' ' -f5 /proc/$$/stat >\"$LOP_ROOT/group\"\n\
                test $me = 0 && exit 1; group=$(cat \"$LOP_ROOT/../$((me - 1))/group\")\n\
                while cat /proc/[0-9]*/stat 2>/dev/null | cut -d' ' -f3,5 | grep -qx \"[^Z] $group\"; do :; done; exit 1";
    let (oracle, away) = oracle(&server, line);
    ask_until(
        &oracle,
        needle_or_hay,
        |_| Verdict::Boring,
        || away.batches().answered > away.batches().actions + 3,
    );
}

#[test]
fn a_cancelled_question_leaves_those_that_go_along_alone() {
    let server = Server::quick();
    let (oracle, away) = oracle(&server, "grep -q needle a.c");
    let (files, base) = ([Arc::from(&b"cancelled"[..])], [Arc::default()]);
    let mut rounds = 0;
    while away.batches().actions < 3 {
        let (oracle, cancel, files, base) = (&oracle, &Cancel::new(), &files, &base);
        std::thread::scope(|scope| {
            scope.spawn(move || oracle.ask(&Question { files, base, worker: 9, cancel }).unwrap());
            for worker in 0..AT_ONCE {
                let number = rounds * AT_ONCE + worker;
                scope.spawn(move || {
                    assert_eq!(ask(oracle, &needle_or_hay(number), worker), as_it_holds(number));
                });
            }
            cancel.raise();
        });
        rounds += 1;
    }
}

#[test]
fn a_batch_that_comes_to_nothing_is_asked_about_one_by_one() {
    let judge: Judge = Arc::new(|text| text.starts_with(b"needle"));
    let mut number = 0;
    // Every third action, whatever it holds.
    let all = [Mischief::Kills, Mischief::LacksFile(0), Mischief::Lies, Mischief::IsEmpty];
    let mood = move |call| {
        number += usize::from(call == Call::Execute);
        (call == Call::Execute && number.is_multiple_of(3)).then(|| all[number / 3 % all.len()])
    };
    let server = Server::of(Box::new(mood), Some(judge), true);
    let (oracle, away) = oracle(&server, "is judged");
    ask_until(&oracle, needle_or_hay, as_it_holds, || away.batches().actions >= 10);
    assert!(away.traffic().retried > 0);
}

#[test]
fn without_a_word_of_the_user_nothing_goes_as_one_where_nothing_waits_for_a_machine() {
    let judge: Judge = Arc::new(|text| text.starts_with(b"needle"));
    let server = Server::of(Box::new(|_| None), Some(judge), true);
    let options = Options { jobs: AT_ONCE, ..Options::new(server.address().parse().unwrap()) };
    let site = Remote::new(&options, Path::new("/nowhere"), PATIENCE).unwrap();
    let away = Away::new(Arc::new(site), Fallback::Stop);
    let spec = CommandSpec { away: Some(away.clone()), ..CommandSpec::new(vec!["sh".into()], "a.c") };
    let oracle = CommandOracle::new(spec).unwrap();
    ask_until(&oracle, needle_or_hay, as_it_holds, || away.traffic().answered >= 80);
    assert_eq!((away.batches().actions, count(&server.state.counts.executed)), (0, 80));
}
