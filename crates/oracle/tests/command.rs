//! The oracle asks what the user asked for, and says what is wrong when it cannot.
#![expect(clippy::unwrap_used, reason = "a test may")]

mod common;

use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use common::{Place, ask, oracle, texts};
use lop_engine::{Cancel, Oracle, Question, Verdict};
use lop_oracle::{Capture, CheckError, CommandOracle, CommandSpec, Criteria, Repeat, Status, Timeout};
use regex::bytes::Regex;

fn check_error(oracle: &CommandOracle, text: &str) -> CheckError {
    oracle.check(&texts(text), &Cancel::new()).unwrap_err()
}

fn start_error(spec: CommandSpec) -> String {
    CommandOracle::new(spec).unwrap_err().to_string()
}

#[test]
fn the_command_finds_the_candidate_under_its_own_name_alone_in_its_directory() {
    let place = Place::new();
    let oracle = oracle(place.shell("grep -q needle a.c && test \"$(ls)\" = a.c"));
    assert_eq!(ask(&oracle, "hay needle hay"), Verdict::Interesting);
    assert_eq!(ask(&oracle, "hay"), Verdict::Boring);
    place.assert_clean(oracle);
}

#[test]
fn two_at_signs_anywhere_in_an_argument_become_the_path() {
    let place = Place::new();
    let test = r#"cd / && test "${1#*=}" = "$2" && grep -q needle "$2""#;
    let command = ["sh", "-c", test, "sh", "--file=@@", "@@"];
    let oracle = oracle(place.command(command.iter().map(OsString::from).collect()));
    assert_eq!(ask(&oracle, "needle"), Verdict::Interesting);
    assert_eq!(ask(&oracle, "hay"), Verdict::Boring);
}

#[test]
fn a_relative_program_is_looked_up_where_the_user_is() {
    let place = Place::new();
    place.script("test.sh", "grep -q needle a.c");
    for name in ["./test.sh", "test.sh", "../scratch/../test.sh"] {
        let mut spec = place.command(vec![name.into()]);
        if name.starts_with("..") {
            spec.directory = place.path("scratch");
        }
        assert_eq!(ask(&oracle(spec), "needle"), Verdict::Interesting, "{name}");
    }
}

#[test]
fn the_candidate_is_fed_to_standard_input_only_on_demand() {
    let place = Place::new();
    let spec = place.shell("grep -q needle");
    assert_eq!(ask(&oracle(spec.clone()), "needle"), Verdict::Boring);
    assert_eq!(ask(&oracle(CommandSpec { stdin: true, ..spec }), "needle"), Verdict::Interesting);
}

#[test]
fn all_files_of_a_document_are_there() {
    let place = Place::new();
    let spec = place.shell("grep -q one a.c && grep -q two inc/b.h");
    let oracle = oracle(CommandSpec { names: vec!["a.c".into(), "inc/b.h".into()], ..spec });
    let ask = |a: &[u8], b: &[u8]| {
        let files = [Arc::from(a), Arc::from(b)];
        oracle
            .ask(&Question { files: &files, base: &files, worker: 0, cancel: &Cancel::new() })
            .unwrap()
            .verdict
    };
    assert_eq!(ask(b"one", b"two"), Verdict::Interesting);
    assert_eq!(ask(b"one", b""), Verdict::Boring);
}

#[test]
fn criteria_decide_by_the_end_and_by_what_was_printed() {
    let place = Place::new();
    let criteria = Criteria {
        signals: vec![6],
        stderr: vec![Regex::new("assertion .* failed").unwrap()],
        not_stdout: vec![Regex::new("bad").unwrap()],
        ..Criteria::default()
    };
    let line = "cat a.c; echo assertion x failed >&2; grep -q crash a.c && kill -ABRT $$";
    let oracle = oracle(CommandSpec { criteria, ..place.shell(line) });
    assert_eq!(ask(&oracle, "crash"), Verdict::Interesting);
    assert_eq!(ask(&oracle, "crash bad"), Verdict::Boring);
    assert_eq!(ask(&oracle, "fine"), Verdict::Boring);
}

#[test]
fn a_run_shows_how_it_ended_and_what_it_printed() {
    let place = Place::new();
    let oracle = oracle(place.shell("echo out; echo err >&2; echo $LOP_JOB; exit 3"));
    let (files, cancel) = (texts(""), Cancel::new());
    let question = Question { files: &files, base: &files, worker: 5, cancel: &cancel };
    let run = oracle.run(&question, Capture::Everything).unwrap();
    assert_eq!(run.status, Status::Exited(3));
    assert_eq!(run.stdout.bytes(), &b"out\n5\n"[..]);
    assert_eq!(run.stderr.bytes(), &b"err\n"[..]);
    let run = oracle.run(&question, Capture::Needed).unwrap();
    assert_eq!(run.stdout.total() + run.stderr.total(), 0);
}

#[test]
fn the_environment_is_passed_on_and_temporary_files_have_a_place_that_is_emptied() {
    let place = Place::new();
    let oracle =
        oracle(place.shell("echo x > \"$(mktemp)\" && test -n \"$PATH\" && ls \"$TMPDIR\" | grep -q ."));
    assert_eq!(ask(&oracle, ""), Verdict::Interesting);
    let left = fs::read_dir(place.scratch()[0].join("tmp")).unwrap().count();
    assert_eq!(left, 0);
    place.assert_clean(oracle);
}

#[test]
fn a_question_asked_first_saves_the_main_one() {
    let place = Place::new();
    let log = place.path("log");
    let spec = place.shell(&format!("echo main >> {}; grep -q needle a.c", log.display()));
    let first = vec![["sh", "-c", "grep -q valid @@"].iter().map(OsString::from).collect()];
    let oracle = oracle(CommandSpec { first, ..spec });
    assert_eq!(ask(&oracle, "needle"), Verdict::Boring);
    assert_eq!(read(&log), "");
    assert_eq!(ask(&oracle, "valid needle"), Verdict::Interesting);
    assert_eq!(read(&log), "main\n");
    let error = check_error(&oracle, "needle").to_string();
    assert!(error.contains("not interesting") && error.contains("grep -q valid"), "{error}");
}

#[test]
fn a_question_is_repeated_only_until_the_answer_is_certain() {
    let place = Place::new();
    let log = place.path("log");
    let repeat = Repeat { times: 5, at_least: 2 };
    let spec = place.shell(&format!("echo >> {}; grep -q needle a.c", log.display()));
    let oracle = oracle(CommandSpec { repeat, ..spec });
    assert_eq!(ask(&oracle, "needle"), Verdict::Interesting);
    assert_eq!(read(&log).lines().count(), 2);
    assert_eq!(ask(&oracle, "hay"), Verdict::Boring);
    assert_eq!(read(&log).lines().count(), 2 + 4);
}

#[test]
fn the_check_of_a_good_test_tells_times_and_whether_nothing_is_interesting() {
    let place = Place::new();
    let spec = CommandSpec { timeout: Timeout::Auto, ..place.shell("grep -q needle a.c && echo found") };
    let oracle = oracle(spec);
    let check = oracle.check(&texts("needle"), &Cancel::new()).unwrap();
    assert_eq!((check.runs.len(), check.interesting, check.empty_is_interesting), (2, 2, false));
    assert_eq!(check.runs[0].stdout.bytes(), &b"found\n"[..]);
    assert_eq!(check.timeout, Some(Duration::from_secs(2)));
    let yes = common::oracle(place.shell("true"));
    assert!(yes.check(&texts("x"), &Cancel::new()).unwrap().empty_is_interesting);
}

#[test]
fn an_original_that_is_not_interesting_is_refused_with_all_that_helps() {
    let place = Place::new();
    fs::write(place.path("a.c"), "hay").unwrap();
    place.script("test.sh", "echo trying; echo no needle >&2; exit 1");
    let spec = place.command(vec!["./test.sh".into()]);
    let oracle = oracle(CommandSpec { inputs: vec!["a.c".into()], ..spec });
    let error = check_error(&oracle, "hay");
    let CheckError::NotInteresting(refusal) = &error else { panic!("{error}") };
    assert_eq!(refusal.run.status, Status::Exited(1));
    let text = error.to_string();
    for part in ["exit code 0 was expected", "exit code 1", "| trying", "| no needle", "--exit-code 1", "@@"]
    {
        assert!(text.contains(part), "{part} is missing in:\n{text}");
    }
    let script = refusal.recipe.join("\n");
    let by_hand =
        std::process::Command::new("sh").arg("-c").arg(script).env("TMPDIR", place.root.path()).output();
    assert_eq!(String::from_utf8(by_hand.unwrap().stdout).unwrap(), "trying\nexit code 1\n");
}

#[test]
fn an_argument_that_the_command_will_not_find_is_named() {
    let place = Place::new();
    fs::write(place.path("input.c"), "").unwrap();
    fs::write(place.path("test.sh"), "exit 0").unwrap();
    let spec = place.command(["sh", "test.sh", "input.c"].iter().map(OsString::from).collect());
    let oracle = oracle(CommandSpec { inputs: vec!["input.c".into()], ..spec });
    let text = check_error(&oracle, "").to_string();
    assert!(text.contains(&format!("write {}", place.path("test.sh").display())), "{text}");
    assert!(text.contains("where input.c is not: write @@"), "{text}");
}

#[test]
fn a_test_that_answers_differently_is_called_flaky() {
    let place = Place::new();
    let flag = place.path("flag");
    let oracle = oracle(place.shell(&format!("test -e {0} || {{ touch {0}; exit 1; }}", flag.display())));
    let error = check_error(&oracle, "x");
    assert!(matches!(error, CheckError::Flaky(_)), "{error}");
    assert!(error.to_string().contains("--repeat"), "{error}");
}

#[test]
fn a_command_that_cannot_be_started_is_an_error_with_a_remedy() {
    let place = Place::new();
    fs::write(place.path("plain.sh"), "#!/bin/sh\n").unwrap();
    place.script("dos.sh", "");
    fs::write(place.path("dos.sh"), "#!/bin/sh\r\nexit 0\r\n").unwrap();
    let start = |name: &str| start_error(place.command(vec![name.into()]));
    assert!(start("no-such-program-anywhere").contains("on PATH"));
    assert!(start("./missing.sh").contains("is the path right"));
    assert!(start("./plain.sh").contains("chmod +x"));
    assert!(start("./scratch").contains("directory"));
    assert!(start_error(place.command(Vec::new())).contains("no command"));
    let dos = check_error(&oracle(place.command(vec!["./dos.sh".into()])), "x");
    assert!(matches!(dos, CheckError::CannotRun(_)), "{dos}");
    assert!(dos.to_string().contains("Unix line ends"), "{dos}");
}

#[test]
fn a_spec_that_makes_no_sense_is_refused() {
    let place = Place::new();
    let spec = place.shell("true");
    assert!(start_error(CommandSpec { names: vec!["../a.c".into()], ..spec.clone() }).contains("relative"));
    assert!(start_error(CommandSpec { names: Vec::new(), ..spec.clone() }).contains("name"));
    let criteria = Criteria { hang: true, ..Criteria::default() };
    let hang = CommandSpec { criteria, timeout: Timeout::Auto, ..spec.clone() };
    assert!(start_error(hang).contains("--timeout"));
    assert!(
        start_error(CommandSpec { repeat: Repeat { times: 2, at_least: 3 }, ..spec }).contains("--at-least")
    );
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_default()
}
