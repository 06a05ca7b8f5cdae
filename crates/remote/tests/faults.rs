//! Whatever a server does, in whatever order: a reduction ends as it does without a server, or it stops with what it has and
//! the reason.

#![expect(clippy::unwrap_used, reason = "a test may")]
#![allow(clippy::allow_attributes, dead_code, reason = "the server is for more than one test")]

mod common;

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use common::mischief::{Call, Mischief, repertoire};
use common::{Mood, Server};
use lop_engine::{Ended, ReduceError, Reduction, oracle};
use lop_oracle::site::{Away, Fallback};
use lop_oracle::{CommandOracle, CommandSpec, Timeout};
use lop_remote::{Options, Patience, Remote};
use proptest::prelude::*;

const TEXT: &str = "one {\n  two;\n  needle;\n  three;\n}\nfour {\n  five;\n}\n";

fn is_interesting(text: &[u8]) -> bool {
    text.windows(6).any(|it| it == b"needle") && text.contains(&b'{')
}

/// Goes through a schedule once; behind its end nothing goes wrong.
fn on_schedule(schedule: Vec<Option<usize>>) -> Mood {
    let mut schedule = schedule.into_iter();
    Box::new(move |call| {
        if call == Call::Capabilities {
            return None;
        }
        let (number, mut all) = (schedule.next()??, repertoire(call));
        all.push(Mischief::Hangs);
        Some(all[number % all.len()])
    })
}

fn reduction<'r>(jobs: usize) -> Reduction<'r> {
    Reduction::new([TEXT.as_bytes()]).jobs(jobs).deterministic(true)
}

fn here() -> (Vec<u8>, u64) {
    let outcome = reduction(1).run(&oracle::from_bytes(is_interesting)).unwrap();
    (outcome.files[0].to_vec(), outcome.questions)
}

/// More silence than any machine is busy for.
const FOR_LONG: Duration = Duration::from_secs(3600);

/// So much that what takes far longer than others is asked once more before. Whoever is given up in that time on a busy machine is asked
/// again.
const NOT_LONG: Duration = Duration::from_millis(200);

/// Asks there, with up to `batch` questions in one action.
fn asked_at(server: &Server, (tries, silence): (u32, Duration), batch: usize) -> CommandOracle {
    let patience = Patience { tries, first: Duration::ZERO, longest: Duration::from_millis(1), silence };
    let address = server.address().parse().unwrap();
    let options = Options { jobs: 4, batch: Some(batch), ..Options::new(address) };
    let site = Remote::new(&options, Path::new("/nowhere"), patience).unwrap();
    let away = Some(Away::new(Arc::new(site), Fallback::Stop));
    // How long the server may say nothing is added to that.
    let timeout = Timeout::Fixed(Duration::from_millis(1));
    CommandOracle::new(CommandSpec { away, timeout, ..CommandSpec::new(vec!["sh".into()], "a.c") }).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn under_any_schedule_of_faults_the_result_is_the_same_or_the_run_stops_with_the_reason(
        schedule in prop::collection::vec(prop::option::weighted(0.4, 0..64_usize), 0..200),
        jobs in 1..5_usize,
        batch in 1..5_usize,
        tries in 1..6_u32,
    ) {
        let server = Server::of(on_schedule(schedule), Some(Arc::new(is_interesting)), true);
        match reduction(jobs).run(&asked_at(&server, (tries, NOT_LONG), batch)) {
            Ok(outcome) => match outcome.ended {
                Ended::Fixpoint => prop_assert_eq!((outcome.files[0].to_vec(), outcome.questions), here()),
                Ended::OracleFailed(reason) => {
                    prop_assert!(is_interesting(&outcome.files[0]));
                    prop_assert!(reason.to_string().contains("has no answer"), "{}", reason);
                }
                other => prop_assert!(false, "{other:?}"),
            },
            Err(ReduceError::OracleFailed { source }) => {
                prop_assert!(source.to_string().contains("has no answer"), "{}", source);
            }
            Err(other) => prop_assert!(false, "{other}"),
        }
    }
}

#[test]
fn with_patience_for_all_that_goes_wrong_the_result_is_the_same() {
    let mut calls = 0;
    let mood = move |call| {
        calls += 1;
        let all = repertoire(call);
        (calls % 3 == 1 && call != Call::Capabilities).then(|| all[calls / 3 % all.len()])
    };
    let server = Server::of(Box::new(mood), Some(Arc::new(is_interesting)), false);
    let outcome = reduction(3).run(&asked_at(&server, (1000, FOR_LONG), 3)).unwrap();
    assert_eq!((outcome.files[0].to_vec(), outcome.questions), here());
}

#[test]
fn in_batches_the_result_is_the_same() {
    let server = Server::of(Box::new(|_| None), Some(Arc::new(is_interesting)), true);
    let there = asked_at(&server, (3, FOR_LONG), 4);
    let batches = || there.spec().away.as_ref().unwrap().batches().actions;
    while batches() == 0 {
        let outcome = reduction(4).run(&there).unwrap();
        assert_eq!((outcome.files[0].to_vec(), outcome.questions), here());
    }
}

#[test]
fn a_server_that_goes_away_in_the_middle_ends_the_run_with_the_best_so_far() {
    let mut left = 12;
    let mood = move |call| {
        left -= i32::from(call == Call::Execute);
        (left < 0).then_some(Mischief::Fail(tonic::Code::Unavailable))
    };
    let server = Server::of(Box::new(mood), Some(Arc::new(is_interesting)), true);
    let outcome = reduction(1).run(&asked_at(&server, (3, FOR_LONG), 1)).unwrap();
    assert!(matches!(outcome.ended, Ended::OracleFailed(_)), "{:?}", outcome.ended);
    assert!(is_interesting(&outcome.files[0]) && outcome.files[0].len() < TEXT.len());
}

#[test]
fn a_server_that_restarts_in_the_middle_and_knows_nothing_any_more_changes_nothing() {
    let asked = Arc::new(AtomicUsize::new(0));
    let counted = asked.clone();
    // From the tenth on it answers no more.
    let mood = move |call| {
        let is_late = call == Call::Execute && counted.fetch_add(1, Ordering::SeqCst) >= 10;
        is_late.then_some(Mischief::Hangs)
    };
    let mut server = Server::of(Box::new(mood), Some(Arc::new(is_interesting)), true);
    let there = asked_at(&server, (100_000, FOR_LONG), 1);
    let outcome = std::thread::scope(|scope| {
        let reduced = scope.spawn(|| reduction(3).run(&there).unwrap());
        while asked.load(Ordering::SeqCst) <= 10 && !reduced.is_finished() {
            std::thread::yield_now();
        }
        *server.state.mood.lock() = Box::new(|_| None);
        server.restart();
        reduced.join().unwrap()
    });
    assert!(matches!(outcome.ended, Ended::Fixpoint), "{:?}", outcome.ended);
    assert_eq!((outcome.files[0].to_vec(), outcome.questions), here());
    assert!(there.spec().away.as_ref().unwrap().traffic().retried > 0);
}

#[test]
fn with_second_runs_of_what_never_answers_the_result_is_the_same() {
    let mut asked = 0;
    // One in sixteen, once it is known what takes long.
    let mood = move |call| {
        asked += usize::from(call == Call::Execute);
        (call == Call::Execute && asked % 16 == 0).then_some(Mischief::Hangs)
    };
    let server = Server::of(Box::new(mood), Some(Arc::new(is_interesting)), true);
    let there = asked_at(&server, (1, FOR_LONG), 1);
    let twice = || there.spec().away.as_ref().unwrap().traffic().twice;
    while twice() < 3 {
        let outcome = reduction(2).run(&there).unwrap();
        assert_eq!((outcome.files[0].to_vec(), outcome.questions), here());
    }
}
