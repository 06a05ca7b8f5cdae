//! Programs that run beside the questions: left alone by them, and gone with all that they have started.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::time::Duration;

use lop_engine::Verdict;
use lop_oracle::{Companion, ScratchDirectory};

use crate::common::{Place, ask, oracle};

/// No program of these tests takes that long to end.
const LIMIT: Duration = Duration::from_secs(100);

/// A line for the shell as a companion with the mark of the place, once it has printed a line.
fn companion(place: &Place, line: &str) -> Companion {
    let (name, value) = place.mark.split_once('=').unwrap();
    let mut command = Command::new("sh");
    command.args(["-c", line]).env(name, value).stdin(Stdio::null()).stdout(Stdio::piped());
    let mut it = Companion::start(&mut command).unwrap();
    let mut stdout = BufReader::new(it.take_stdout().unwrap());
    stdout.read_line(&mut String::new()).unwrap();
    it
}

#[test]
fn a_companion_outlives_the_thread_that_started_it_and_the_questions_beside_it() {
    let place = Place::new();
    let one = std::thread::scope(|scope| {
        scope.spawn(|| companion(&place, "echo ready; sleep 1000; true")).join().unwrap()
    });
    let oracle = oracle(place.shell("true"));
    for _ in 0..3 {
        assert_eq!(ask(&oracle, "text"), Verdict::Interesting);
    }
    assert_eq!(one.ended_within(Duration::ZERO), None);
    drop(one);
    place.assert_clean(oracle);
}

#[test]
fn how_a_companion_has_ended_is_known_as_often_as_one_asks() {
    let place = Place::new();
    let one = companion(&place, "echo ready; exit 3");
    for _ in 0..2 {
        assert_eq!(one.ended_within(LIMIT).and_then(|it| it.code()), Some(3));
    }
    let killed = companion(&place, "echo ready; kill -9 $$");
    assert!(killed.ended_within(LIMIT).unwrap().to_string().contains("SIGKILL"));
}

#[cfg(not(feature = "portable"))]
#[test]
fn whoever_has_left_a_companions_group_ends_with_it_and_not_before() {
    let place = Place::new();
    // An orphan in another session, which is known by its cookie alone.
    let line = "(setsid sh -c 'trap \"\" TERM HUP; echo ready; sleep 1000; true' &); sleep 1000; true";
    let one = companion(&place, line);
    let oracle = oracle(place.shell("true"));
    ask(&oracle, "text");
    // Two shells, each with its sleep where that has begun.
    assert!(
        place.processes().iter().filter(|it| it.starts_with("sh")).count() >= 2,
        "{:?}",
        place.processes()
    );
    drop(one);
    place.assert_clean(oracle);
}

#[test]
fn a_scratch_directory_goes_with_all_that_is_in_it() {
    let one = ScratchDirectory::new().unwrap();
    let path = one.path().to_owned();
    std::fs::create_dir(path.join("d")).unwrap();
    std::fs::write(path.join("d/file"), "x").unwrap();
    drop(one);
    assert!(!path.exists() && !path.parent().unwrap().exists());
}
