//! Questions to a real server, where one is named: `tests/buildbox/run` of this crate starts one.

#![expect(clippy::unwrap_used, reason = "a test may")]

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use lop_engine::{Cancel, Ended, Oracle, Question, Reduction, Verdict, oracle};
use lop_oracle::site::{Away, Fallback};
use lop_oracle::{Capture, CommandOracle, CommandSpec, Status, Timeout};
use lop_remote::{Options, Patience, Remote};

/// The address of a server that runs commands with what this machine has in /bin and /usr.
const VARIABLE: &str = "LOP_REMOTE_SERVER";

/// A command at the server; `None` where there is none.
fn spec(line: &str) -> Option<CommandSpec> {
    let address = std::env::var(VARIABLE).ok()?;
    let options = Options { jobs: 4, ..Options::new(address.parse().unwrap()) };
    let site = Remote::new(&options, Path::new("/nowhere"), Patience::default()).unwrap();
    let away = Some(Away::new(Arc::new(site), Fallback::Stop));
    let command = ["sh", "-c", line].map(Into::into).to_vec();
    Some(CommandSpec { away, ..CommandSpec::new(command, "a.c") })
}

fn texts(text: &str) -> [Arc<[u8]>; 1] {
    [text.as_bytes().into()]
}

#[test]
fn verdicts_crashes_outputs_and_timeouts_come_back_from_a_real_server() {
    let Some(spec) = spec("cat a.c; grep -q crash a.c && kill -SEGV $$; grep -q needle a.c") else { return };
    let oracle = CommandOracle::new(spec.clone()).unwrap();
    let cancel = Cancel::new();
    for (text, status) in
        [("a needle", Status::Exited(0)), ("hay", Status::Exited(1)), ("a crash", Status::Signaled(11))]
    {
        let run = oracle.run(&Question::about(&texts(text), &cancel), Capture::Everything).unwrap();
        assert_eq!((run.status, &*run.stdout.bytes()), (status, text.as_bytes()));
    }
    let large = "0123456789\n".repeat(800_000);
    let run = oracle.run(&Question::about(&texts(&large), &cancel), Capture::Everything).unwrap();
    assert_eq!((run.status, run.stdout.total()), (Status::Exited(1), large.len() as u64));
    let timeout = Timeout::Fixed(Duration::from_millis(100));
    let command = ["sleep", "1000"].map(Into::into).to_vec();
    let slow = CommandOracle::new(CommandSpec { timeout, command, ..spec }).unwrap();
    assert_eq!(slow.ask(&Question::about(&texts("x"), &cancel)).unwrap().verdict, Verdict::TimedOut);
}

#[test]
fn a_reduction_at_a_real_server_ends_as_it_does_here() {
    let Some(spec) = spec("grep -q needle a.c && grep -q '{' a.c") else { return };
    let text = "one {\n  two;\n  needle;\n  three;\n}\nfour {\n  five;\n}\n";
    let reduction = || Reduction::new([text.as_bytes()]).deterministic(true).jobs(4);
    let asked = AtomicU64::new(0);
    let here = reduction().run(&oracle::from_bytes(|text| {
        asked.fetch_add(1, Ordering::Relaxed);
        text.windows(6).any(|it| it == b"needle") && text.contains(&b'{')
    }));
    let (here, there) = (here.unwrap(), reduction().run(&CommandOracle::new(spec).unwrap()).unwrap());
    assert!(matches!(there.ended, Ended::Fixpoint), "{:?}", there.ended);
    assert_eq!((&there.files, there.questions), (&here.files, here.questions));
}

#[test]
fn what_is_cancelled_there_does_not_hold_up_what_comes_after_it() {
    let Some(spec) = spec("grep -q quick a.c || sleep 1000") else { return };
    let oracle = CommandOracle::new(spec).unwrap();
    for round in 0..4 {
        let cancel = Cancel::new();
        std::thread::scope(|scope| {
            let slow = scope.spawn(|| {
                oracle.ask(&Question::about(&texts(&format!("slow {round}")), &cancel)).unwrap().verdict
            });
            cancel.raise();
            assert_eq!(slow.join().unwrap(), Verdict::Cancelled);
        });
    }
    let quick = oracle.ask(&Question::about(&texts("quick"), &Cancel::new())).unwrap().verdict;
    assert_eq!(quick, Verdict::Interesting);
}
