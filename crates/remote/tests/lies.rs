//! A server that is not what it says: what it takes is found out, and what it does not do is said.

#![expect(clippy::unwrap_used, reason = "a test may")]
#![allow(clippy::allow_attributes, dead_code, reason = "the server is for more than one test")]

mod common;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use bazel_remote_apis::build::bazel::remote::execution::v2::digest_function::Value as Function;
use common::mischief::{Call, Mischief};
use common::{Claims, Packing, Server, count};
use lop_engine::{Cancel, Oracle, OracleError, Question, Verdict};
use lop_oracle::site::{Away, Fallback};
use lop_oracle::{CommandOracle, CommandSpec};
use lop_remote::{Options, Patience, Remote};
use tonic::Code;

/// No waiting; and more silence than any machine is busy for.
const PATIENCE: Patience =
    Patience { tries: 7, first: Duration::ZERO, longest: Duration::ZERO, silence: Duration::from_secs(3600) };

fn asked_at(server: &Server, line: &str) -> Result<CommandOracle, OracleError> {
    let site =
        Remote::new(&Options::new(server.address().parse().unwrap()), Path::new("/nowhere"), PATIENCE)?;
    let command = ["sh", "-c", line].map(Into::into).to_vec();
    let away = Some(Away::new(Arc::new(site), Fallback::Local));
    CommandOracle::new(CommandSpec { away, ..CommandSpec::new(command, "a.c") })
}

fn ask(oracle: &CommandOracle, text: &str) -> Result<Verdict, OracleError> {
    oracle.ask(&Question::about(&[Arc::from(text.as_bytes())], &Cancel::new())).map(|it| it.verdict)
}

#[test]
fn of_more_than_it_takes_at_once_it_is_given_less_and_of_less_each_alone() {
    let text = format!("{}needle\n", "some line of many\n".repeat(50_000));
    for batch in [0, 1, 64 * 1024, 64 << 20, i64::MAX, -1] {
        let server = Server::good();
        *server.state.packing.lock() = Packing::Plain;
        *server.state.claims.lock() = Claims { batch, functions: vec![Function::Sha256] };
        let oracle = asked_at(&server, "test -n \"$LOP_ROOT\" && grep -q needle a.c").unwrap();
        assert_eq!(ask(&oracle, &text), Ok(Verdict::Interesting), "{batch}");
        assert_eq!(ask(&oracle, "hay"), Ok(Verdict::Boring), "{batch}");
        assert_eq!(count(&server.state.counts.executed), 2, "{batch}");
    }
}

#[test]
fn one_that_knows_files_by_something_else_is_not_asked_and_one_that_says_nothing_is() {
    let server = Server::good();
    let claim = |functions: &[Function]| {
        *server.state.claims.lock() = Claims { batch: 0, functions: functions.to_vec() };
    };
    claim(&[Function::Sha1, Function::Blake3]);
    let error = asked_at(&server, "true").unwrap_err().to_string();
    assert!(error.contains("does not know files by their SHA-256"), "{error}");
    for functions in [&[][..], &[Function::Md5, Function::Sha256]] {
        claim(functions);
        assert_eq!(ask(&asked_at(&server, "true").unwrap(), "x"), Ok(Verdict::Interesting));
    }
}

#[test]
fn one_that_says_that_it_runs_commands_and_does_not_is_an_error_and_no_answer_from_here() {
    for (code, calls, said) in [
        (Code::Unimplemented, 1, "does not do what it is asked for"),
        (Code::PermissionDenied, 1, "does not let us in"),
        (Code::FailedPrecondition, 7, "has no answer"),
        (Code::InvalidArgument, 7, "has no answer"),
    ] {
        let asked = Arc::new(std::sync::atomic::AtomicU64::new(0));
        let counted = asked.clone();
        let server = Server::new(move |call| {
            counted.fetch_add(u64::from(call == Call::Execute), std::sync::atomic::Ordering::SeqCst);
            (call == Call::Execute).then_some(Mischief::Fail(code))
        });
        let error = ask(&asked_at(&server, "true").unwrap(), "x").unwrap_err().to_string();
        assert!(error.contains(said) && error.contains("made to fail"), "{code}: {error}");
        assert_eq!(count(&asked), calls, "{code}");
    }
}
