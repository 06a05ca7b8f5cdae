//! Questions to a server: answers come back as they were, and what a server does is never taken for one.

#![expect(clippy::unwrap_used, reason = "a test may")]
#![allow(clippy::allow_attributes, dead_code, reason = "the server is for more than one test")]

mod common;

use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

use common::mischief::{Call, Mischief};
use common::{Packing, Server, count};
use lop_engine::{Cancel, Oracle, OracleError, Question, Verdict};
use lop_oracle::site::{Away, Fallback};
use lop_oracle::{Capture, CommandOracle, CommandSpec, Criteria, RunOutput, Status, Timeout};
use lop_remote::{Options, Patience, Remote};
use tonic::Code;

/// No waiting; and more silence than any machine is busy for.
const PATIENCE: Patience =
    Patience { tries: 7, first: Duration::ZERO, longest: Duration::ZERO, silence: Duration::from_secs(3600) };

fn options(server: &Server) -> Options {
    Options::new(server.address().parse().unwrap())
}

fn remote(server: &Server, directory: &Path) -> Arc<Remote> {
    Arc::new(Remote::new(&options(server), directory, PATIENCE).unwrap())
}

/// A command that is asked about at a server.
fn spec(server: &Server, line: &str) -> CommandSpec {
    let site = remote(server, Path::new("/nowhere"));
    let command = ["sh", "-c", line, "@@"].map(Into::into).to_vec();
    CommandSpec { away: Some(Away::new(site, Fallback::Stop)), ..CommandSpec::new(command, "a.c") }
}

fn oracle(server: &Server, line: &str) -> CommandOracle {
    CommandOracle::new(spec(server, line)).unwrap()
}

fn texts(text: &str) -> [Arc<[u8]>; 1] {
    [text.as_bytes().into()]
}

fn ask(oracle: &CommandOracle, text: &str) -> Result<Verdict, OracleError> {
    oracle.ask(&Question::about(&texts(text), &Cancel::new())).map(|it| it.verdict)
}

fn run(oracle: &CommandOracle, text: &str) -> RunOutput {
    oracle.run(&Question::about(&texts(text), &Cancel::new()), Capture::Everything).unwrap()
}

/// Goes wrong as often as there are mischiefs for a call, then never again.
fn once(call: Call, mut mischief: Vec<Mischief>) -> impl FnMut(Call) -> Option<Mischief> + Send {
    mischief.reverse();
    move |it| if it == call { mischief.pop() } else { None }
}

#[test]
fn what_the_command_did_comes_back_whatever_the_server_puts_into_its_answer() {
    for inlines in [true, false] {
        let server = Server::of(Box::new(|_| None), None, inlines);
        let line = "cat a.c; echo $MINE >&2; cmp a.c \"$0\" && test -d \"$TMPDIR\" && exit 7";
        let mut spec = spec(&server, line);
        spec.env.push(("MINE".into(), "it's mine".into()));
        let run = run(&CommandOracle::new(spec).unwrap(), "it's \"text\"\n");
        assert_eq!(run.status, Status::Exited(7), "{}", String::from_utf8_lossy(&run.stderr.bytes()));
        assert_eq!(&*run.stdout.bytes(), b"it's \"text\"\n");
        assert_eq!(&*run.stderr.bytes(), b"it's mine\n");
    }
}

#[test]
fn a_crash_there_is_a_crash_and_a_refusal_is_kept_by_the_server() {
    let server = Server::good();
    assert_eq!(run(&oracle(&server, "kill -SEGV $$"), "x").status, Status::Signaled(11));
    assert_eq!(ask(&oracle(&server, "exit 1"), "x"), Ok(Verdict::Boring));
    assert_eq!(count(&server.state.counts.executed), 2);
    // Somebody else asks the same.
    assert_eq!(ask(&oracle(&server, "exit 1"), "x"), Ok(Verdict::Boring));
    assert_eq!((count(&server.state.counts.executed), count(&server.state.counts.recalled)), (2, 1));
}

#[test]
fn how_long_processors_worked_is_known_of_runs_that_tell_and_not_of_what_is_remembered() {
    for inlines in [true, false] {
        let server = Server::of(Box::new(|_| None), None, inlines);
        let spec = spec(&server, "exit 1");
        let worked = |it: &CommandOracle| it.spec().away.as_ref().unwrap().worked();
        let oracle = CommandOracle::new(spec.clone()).unwrap();
        assert_eq!(worked(&oracle), None);
        assert_eq!(ask(&oracle, "x"), Ok(Verdict::Boring));
        // Where it is not in the answer, that of the first run is fetched beside all else.
        while !inlines && worked(&oracle).is_none() {
            std::thread::yield_now();
        }
        assert!(worked(&oracle).is_some());
        let other = self::oracle(&server, "exit 1");
        assert_eq!(ask(&other, "x"), Ok(Verdict::Boring));
        assert_eq!((worked(&other), count(&server.state.counts.recalled)), (None, 1));
        assert_eq!(count(&server.state.counts.batch_reads), u64::from(!inlines));
    }
}

#[test]
fn a_verdict_alone_needs_no_bytes_from_the_server() {
    let server = Server::of(Box::new(|_| None), None, false);
    let oracle = oracle(&server, "grep -q needle a.c");
    for (text, verdict) in [("a needle", Verdict::Interesting), ("hay", Verdict::Boring)] {
        assert_eq!(ask(&oracle, text), Ok(verdict));
    }
    // What the first run has cost is nice to know, and nobody waits for it.
    assert!(count(&server.state.counts.batch_reads) <= 1);
    assert_eq!(count(&server.state.counts.asked_for_missing), 1, "what is new is sent without asking");
}

#[test]
fn who_asks_again_gets_a_new_run_and_not_the_memory_of_one() {
    let server = Server::good();
    let oracle = oracle(&server, "exit 3");
    for _ in 0..3 {
        assert_eq!(run(&oracle, "x").status, Status::Exited(3));
    }
    assert_eq!((count(&server.state.counts.executed), count(&server.state.counts.recalled)), (3, 0));
}

#[test]
fn standard_input_is_the_candidate_where_that_is_wanted() {
    let server = Server::good();
    let criteria = Criteria { stdout: vec!["needle".parse().unwrap()], ..Criteria::default() };
    let oracle = CommandOracle::new(CommandSpec { stdin: true, criteria, ..spec(&server, "cat") }).unwrap();
    assert_eq!(ask(&oracle, "a needle"), Ok(Verdict::Interesting));
    assert_eq!(ask(&oracle, "hay"), Ok(Verdict::Boring));
}

#[test]
fn what_does_not_end_in_time_there_is_timed_out() {
    let server = Server::good();
    let timeout = Timeout::Fixed(Duration::from_millis(100));
    let grace = Duration::from_millis(50);
    let spec = CommandSpec { timeout, grace, ..spec(&server, "trap '' TERM; sleep 1000; sleep 1000") };
    assert_eq!(ask(&CommandOracle::new(spec).unwrap(), "x"), Ok(Verdict::TimedOut));
}

#[test]
fn a_script_in_the_users_directory_and_what_is_named_go_along() {
    let (server, place) = (Server::good(), tempfile::tempdir().unwrap());
    let script = place.path().join("test.sh");
    fs::write(&script, "#!/bin/sh\ngrep -q \"$(cat \"$1\"/word)\" \"$2\"\n").unwrap();
    fs::set_permissions(&script, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    fs::create_dir(place.path().join("words")).unwrap();
    fs::write(place.path().join("words/word"), "needle").unwrap();
    let options = Options { with: vec!["words".into()], ..options(&server) };
    let site = Arc::new(Remote::new(&options, place.path(), PATIENCE).unwrap());
    let command = vec![script.into(), place.path().join("words").into(), "@@".into()];
    let away = Some(Away::new(site, Fallback::Stop));
    let oracle = CommandOracle::new(CommandSpec { away, ..CommandSpec::new(command, "a.c") }).unwrap();
    // There they are somewhere else.
    fs::rename(place.path().join("words"), place.path().join("moved")).unwrap();
    fs::create_dir(place.path().join("words")).unwrap();
    fs::rename(place.path().join("moved/word"), place.path().join("words/word")).unwrap();
    assert_eq!(ask(&oracle, "a needle"), Ok(Verdict::Interesting));
    assert_eq!(ask(&oracle, "hay"), Ok(Verdict::Boring));
}

#[test]
fn what_is_large_goes_up_and_comes_down_in_parts() {
    for (inlines, packing) in [(true, Packing::Plain), (false, Packing::Plain), (false, Packing::Unpacks)] {
        let server = Server::of(Box::new(|_| None), None, inlines);
        *server.state.packing.lock() = packing;
        let text = "some line of many\n".repeat(60_000);
        let run = run(&oracle(&server, "cat a.c"), &text);
        assert_eq!((run.status, run.stdout.total()), (Status::Exited(0), text.len() as u64));
        assert!(count(&server.state.counts.written) >= 1);
    }
}

#[test]
fn what_a_server_unpacks_goes_up_compressed() {
    for lines in [100, 60_000] {
        let server = Server::good();
        let text = "some line of many\n".repeat(lines);
        let run = run(&oracle(&server, "cat a.c"), &text);
        assert_eq!((run.status, run.stdout.total()), (Status::Exited(0), text.len() as u64));
        let counts = &server.state.counts;
        assert!(count(&counts.packed) > 0 && count(&counts.received) < 10_000, "{lines}");
    }
}

#[test]
fn a_server_that_does_not_unpack_what_it_says_is_sent_it_as_it_is() {
    let all = [Packing::Lies, Packing::Balks].into_iter().flat_map(|it| [(it, 100), (it, 60_000)]);
    for (packing, lines) in all {
        let server = Server::good();
        *server.state.packing.lock() = packing;
        let text = "some line of many\n".repeat(lines);
        let run = run(&oracle(&server, "cat a.c"), &text);
        assert_eq!((run.status, run.stdout.total()), (Status::Exited(0), text.len() as u64));
        assert_eq!(count(&server.state.counts.packed), 0);
        assert!(count(&server.state.counts.received) > text.len() as u64);
    }
}

#[test]
fn whatever_goes_wrong_on_the_way_the_answer_is_that_of_the_command() {
    let fails = [Code::Unavailable, Code::DeadlineExceeded, Code::Internal, Code::ResourceExhausted];
    let mut cases: Vec<(Call, Mischief)> = fails.map(|it| (Call::Execute, Mischief::Fail(it))).to_vec();
    for call in [Call::Capabilities, Call::FindMissing, Call::Update, Call::BatchRead] {
        cases.push((call, Mischief::Fail(Code::Unavailable)));
    }
    for call in [Call::Execute, Call::Update, Call::BatchRead] {
        cases.extend(common::mischief::repertoire(call).into_iter().map(|it| (call, it)));
    }
    for (call, mischief) in cases {
        let server = Server::of(Box::new(once(call, vec![mischief, mischief])), None, false);
        let criteria = Criteria { stdout: vec!["found it".parse().unwrap()], ..Criteria::default() };
        let line = "grep needle a.c && echo we have found it";
        let oracle = CommandOracle::new(CommandSpec { criteria, ..spec(&server, line) }).unwrap();
        for (text, verdict) in [("a needle", Verdict::Interesting), ("hay", Verdict::Boring)] {
            assert_eq!(ask(&oracle, text), Ok(verdict), "{call:?} {mischief:?}");
        }
    }
}

#[test]
fn a_candidate_of_megabytes_survives_what_goes_wrong_with_its_parts() {
    for call in [Call::Write, Call::Read] {
        for mischief in common::mischief::repertoire(call) {
            let server = Server::of(Box::new(once(call, vec![mischief])), None, false);
            *server.state.packing.lock() = Packing::Plain;
            let text = "0123456789\n".repeat(50_000);
            let run = run(&oracle(&server, "cat a.c"), &text);
            assert_eq!(run.stdout.total(), text.len() as u64, "{call:?} {mischief:?}");
        }
    }
}

#[test]
fn a_server_that_has_lost_its_memory_is_given_all_of_it_again() {
    let server =
        Server::new(once(Call::Execute, vec![Mischief::EndsWith(Code::Unavailable), Mischief::Forget]));
    let oracle = oracle(&server, "grep -q needle a.c");
    assert_eq!(ask(&oracle, "a needle"), Ok(Verdict::Interesting));
    server.state.blobs.lock().clear();
    assert_eq!(ask(&oracle, "some needle"), Ok(Verdict::Interesting));
}

#[test]
fn a_stream_that_breaks_off_is_taken_up_and_nothing_is_run_twice() {
    let server = Server::new(once(Call::Execute, vec![Mischief::BreaksOff]));
    assert_eq!(ask(&oracle(&server, "grep -q needle a.c"), "a needle"), Ok(Verdict::Interesting));
    assert_eq!(count(&server.state.counts.executed), 1);
}

#[test]
fn a_server_that_says_nothing_is_asked_again() {
    for call in [Call::Execute, Call::Update, Call::FindMissing] {
        let server = Server::new(once(call, vec![Mischief::Hangs]));
        let patience = Patience { silence: Duration::from_millis(20), tries: 40, ..PATIENCE };
        let site = Remote::new(&options(&server), Path::new("/nowhere"), patience).unwrap();
        let command = ["sh", "-c", "grep -q needle a.c"].map(Into::into).to_vec();
        let timeout = Timeout::Fixed(Duration::from_millis(1));
        let away = Some(Away::new(Arc::new(site), Fallback::Stop));
        let spec = CommandSpec { away, timeout, ..CommandSpec::new(command, "a.c") };
        // However long it takes on a busy machine: it ends with an answer, in time or not.
        let verdict = ask(&CommandOracle::new(spec).unwrap(), "a needle").unwrap();
        assert!(matches!(verdict, Verdict::Interesting | Verdict::TimedOut), "{call:?}");
    }
}

#[test]
fn without_an_answer_it_ends_with_the_reason_and_a_remedy() {
    let server = Server::new(|it| (it == Call::Execute).then_some(Mischief::Fail(Code::Unavailable)));
    let error = ask(&oracle(&server, "true"), "x").unwrap_err().to_string();
    assert!(error.contains("made to fail") && error.contains("--resume"), "{error}");
    assert_eq!(count(&server.state.counts.executed), 0);
}

#[test]
fn with_the_local_fallback_what_the_server_has_no_answer_to_is_asked_here_and_counted() {
    let mut good = 1;
    let server = Server::new(move |it| {
        let fails = it == Call::Execute && good == 0;
        good -= i32::from(it == Call::Execute && good > 0);
        fails.then_some(Mischief::Fail(Code::Unavailable))
    });
    let spec = spec(&server, "grep -q needle a.c");
    let site = remote(&server, Path::new("/nowhere"));
    let away = Away::new(site, Fallback::Local);
    let oracle = CommandOracle::new(CommandSpec { away: Some(away.clone()), ..spec }).unwrap();
    for text in ["a needle", "needles", "some needle"] {
        assert_eq!(ask(&oracle, text), Ok(Verdict::Interesting));
    }
    assert_eq!(ask(&oracle, "hay"), Ok(Verdict::Boring));
    assert_eq!(away.unanswered(), 3);
    let traffic = away.traffic();
    assert_eq!((traffic.answered, traffic.retried), (1, 6), "after the first one nobody waits as long");
    assert!(traffic.uploaded > 0);
}

#[test]
fn a_cancelled_question_ends_at_once_and_there_too() {
    let server = Server::good();
    let oracle = oracle(&server, "sleep 1000");
    let cancel = Cancel::new();
    std::thread::scope(|scope| {
        let asked = scope.spawn(|| oracle.ask(&Question::about(&texts("x"), &cancel)).unwrap().verdict);
        while count(&server.state.counts.running) == 0 && !asked.is_finished() {
            std::thread::yield_now();
        }
        cancel.raise();
        assert_eq!(asked.join().unwrap(), Verdict::Cancelled);
    });
    while count(&server.state.counts.cancelled) == 0 {
        std::thread::yield_now();
    }
    assert_eq!(count(&server.state.counts.running), 0);
}

#[test]
fn a_command_that_is_not_there_is_an_error() {
    let server = Server::good();
    let place = tempfile::tempdir().unwrap();
    let program = place.path().join("only-here");
    fs::write(&program, "#!/bin/sh\n").unwrap();
    fs::set_permissions(&program, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    let base = spec(&server, "");
    let oracle = CommandOracle::new(CommandSpec { command: vec![program.clone().into()], ..base }).unwrap();
    fs::remove_file(&program).unwrap();
    let error = ask(&oracle, "x").unwrap_err().to_string();
    assert!(error.contains("only-here") && error.contains("--remote-with"), "{error}");
}

#[test]
fn headers_come_from_files_and_go_with_every_call() {
    let (server, place) = (Server::good(), tempfile::tempdir().unwrap());
    let file = place.path().join("headers");
    fs::write(&file, "# mine\nX-Key: secret\n").unwrap();
    let options = Options { header_files: vec![file], ..options(&server) };
    let site = Remote::new(&options, place.path(), PATIENCE).unwrap();
    assert_eq!(server.state.counts.key.lock().as_deref(), Some("secret"));
    assert!(!format!("{site:?}").contains("secret"));
}

#[test]
fn a_server_that_cannot_be_used_is_explained() {
    let new =
        |options: &Options| Remote::new(options, Path::new("/nowhere"), PATIENCE).map(drop).unwrap_err();
    let server = Server::good();
    let address = format!("grpc://127.0.0.1:{}/other", server.port);
    let error = new(&Options::new(address.parse().unwrap())).to_string();
    assert!(error.contains("runs no commands") && error.contains("INSTANCE"), "{error}");
    let refuses = Server::new(|_| Some(Mischief::Fail(Code::Unauthenticated)));
    let error = new(&options(&refuses)).to_string();
    assert!(error.contains("does not let us in") && error.contains("--remote-header-file"), "{error}");
}

#[test]
fn where_directories_are_shared_between_actions_each_test_has_its_own_to_write_to() {
    let server = Server::good();
    let shared = tempfile::tempdir().unwrap();
    let path = shared.path().to_owned();
    *server.state.shared.lock() = Some(shared);
    let oracle = oracle(&server, "test ! -e been && test ! -e \"$TMPDIR/been\" && : >been >\"$TMPDIR/been\"");
    for text in ["one", "another", "a third"] {
        assert_eq!(ask(&oracle, text).unwrap(), Verdict::Interesting);
    }
    assert_eq!(fs::read_dir(path).unwrap().count(), 0, "nothing is shared");
}

#[test]
fn a_command_that_is_there_and_does_not_start_is_started_again_whatever_the_server_remembers() {
    use std::os::unix::fs::PermissionsExt;
    // The shell of a subshell that cannot run its program: Bash says nothing then.
    if Command::new("/bin/sh").args(["-c", "[ -n \"$BASH_VERSION\" ]"]).status().unwrap().success() {
        return;
    }
    let place = tempfile::tempdir().unwrap();
    let (program, shell) = (place.path().join("program"), place.path().join("shell"));
    fs::write(&program, format!("#!{}\n", shell.display())).unwrap();
    fs::write(&shell, "#!/bin/sh\n").unwrap();
    let allow = |path: &Path, mode| fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    allow(&program, 0o755);
    let mut executed = 0;
    let server = Server::new(move |call| {
        executed += u32::from(call == Call::Execute);
        if executed == 2 {
            allow(&shell, 0o755);
        }
        None
    });
    let spec = CommandSpec { command: vec![program.into()], ..spec(&server, "") };
    assert_eq!(ask(&CommandOracle::new(spec).unwrap(), "x").unwrap(), Verdict::Interesting);
    assert_eq!(count(&server.state.counts.executed), 2);
}
