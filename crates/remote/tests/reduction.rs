//! The test of a reduction at a server, as the runner prepares it.

#![expect(clippy::unwrap_used, reason = "a test may")]
#![allow(clippy::allow_attributes, dead_code, reason = "the server is for more than one test")]

mod common;

use std::sync::Arc;

use common::{Packing, Server, count};
use lop_engine::{Cancel, Oracle, Question, Verdict};
use lop_runner::Event;
use lop_runner::options::Options;
use lop_runner::slots::Unbounded;
use lop_runner::test::{Subject, Test};

/// A test that is a line for the shell, at a server.
fn prepared(server: &Server, directory: &std::path::Path, line: &str) -> Test {
    let mut options = Options::default();
    options.test.command = ["sh", "-c", line, "@@"].map(Into::into).to_vec();
    directory.clone_into(&mut options.test.directory);
    options.away.remote.server = Some(server.address());
    let subject = Subject { name: "a.c".into(), path: "a.c".into(), on_disk: false, project: None };
    Test::new(&options, &subject).unwrap()
}

fn observed(test: &mut Test, held: &str) {
    let original = vec![Arc::from(held.as_bytes())];
    test.observe(&original, (2, false), &Unbounded, &Cancel::new()).unwrap().unwrap();
}

#[test]
fn the_original_is_asked_about_there_and_here_and_a_difference_is_told() {
    let (server, place) = (Server::good(), tempfile::tempdir().unwrap());
    let mut same = prepared(&server, place.path(), "grep -q needle a.c");
    observed(&mut same, "a needle");
    assert!(same.about_here().is_none());
    assert_eq!(count(&server.state.counts.executed), 2);
    let mut other = prepared(&server, place.path(), "test -n \"$LOP_ROOT\" && grep -q needle a.c");
    observed(&mut other, "a needle");
    let Some(Event::Warning(told)) = other.about_here() else { panic!("{:?}", other.about_here()) };
    assert!(told.contains("yes (exit code 0) where it runs, and no (exit code 1) on this machine"), "{told}");
}

#[test]
fn a_program_that_is_only_there_is_not_looked_for_here() {
    let (server, place) = (Server::good(), tempfile::tempdir().unwrap());
    let mut options = Options::default();
    options.test.command = vec!["there-is-no-such-compiler".into()];
    options.test.directory = place.path().to_owned();
    let subject = Subject { name: "a.c".into(), path: "a.c".into(), on_disk: false, project: None };
    assert!(Test::new(&options, &subject).is_err());
    options.away.remote.server = Some(server.address());
    let test = Test::new(&options, &subject).unwrap();
    let files = [Arc::from(*b"x")];
    let error = test.oracle().ask(&Question::about(&files, &Cancel::new())).unwrap_err().to_string();
    assert!(error.contains("cannot be run there") && error.contains("there-is-no-such-compiler"), "{error}");
}

#[test]
fn all_tests_of_a_process_share_a_connection_and_what_was_sent() {
    let (server, place) = (Server::good(), tempfile::tempdir().unwrap());
    *server.state.packing.lock() = Packing::Plain;
    let tests = [(); 3].map(|()| prepared(&server, place.path(), "grep -q needle a.c"));
    let files = [Arc::from(*b"a needle")];
    for test in &tests {
        let answer = test.oracle().ask(&Question::about(&files, &Cancel::new())).unwrap();
        assert_eq!(answer.verdict, Verdict::Interesting);
    }
    assert_eq!(count(&server.state.counts.introduced), 1);
    assert_eq!(count(&server.state.counts.batches), 3, "the same action with salt is all that is new");
    assert!(count(&server.state.counts.received) < 4_000);
}
