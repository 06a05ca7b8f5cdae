//! What takes far longer at a server than other questions: it is asked once more beside, unless its answer may be due to that.

#![expect(clippy::unwrap_used, reason = "a test may")]
#![allow(clippy::allow_attributes, dead_code, reason = "the server is for more than one test")]

mod common;

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use common::Server;
use common::mischief::{Call, Mischief};
use lop_engine::{Cancel, Oracle, Question, Verdict};
use lop_oracle::site::{Away, Fallback};
use lop_oracle::{CommandOracle, CommandSpec, Timeout};
use lop_remote::{Options, Patience, Remote};

/// An oracle at a server of three machines that has answered often enough to know what takes long.
struct Asked {
    _server: Server,
    /// How many of the next runs do not end.
    hang: Arc<AtomicUsize>,
    oracle: CommandOracle,
    away: Away,
}

impl Asked {
    fn often(backups: bool, silence: Duration, timeout: Timeout) -> Asked {
        let hang = Arc::new(AtomicUsize::new(0));
        let next = hang.clone();
        let server = Server::new(move |it| {
            let hangs = |left: usize| left.checked_sub(1);
            let hangs =
                it == Call::Execute && next.fetch_update(Ordering::SeqCst, Ordering::SeqCst, hangs).is_ok();
            hangs.then_some(Mischief::Hangs)
        });
        let options = Options { jobs: 3, backups, ..Options::new(server.address().parse().unwrap()) };
        let patience = Patience { tries: 7, first: Duration::ZERO, longest: Duration::ZERO, silence };
        let site = Arc::new(Remote::new(&options, Path::new("/nowhere"), patience).unwrap());
        let away = Away::new(site, Fallback::Stop);
        let command = ["sh", "-c", "grep -q needle a.c"].map(Into::into).to_vec();
        let spec = CommandSpec { away: Some(away.clone()), timeout, ..CommandSpec::new(command, "a.c") };
        let oracle = CommandOracle::new(spec).unwrap();
        let asked = Asked { _server: server, hang, oracle, away };
        for number in 0..40 {
            assert_eq!(asked.ask(&format!("needle {number}")), Verdict::Interesting);
        }
        asked
    }

    fn ask(&self, text: &str) -> Verdict {
        let files = [Arc::from(text.as_bytes())];
        self.oracle.ask(&Question::about(&files, &Cancel::new())).unwrap().verdict
    }
}

#[test]
fn a_question_that_takes_far_longer_than_others_is_asked_again_at_the_same_time_and_then_once_more() {
    // More silence than any machine is busy for.
    let asked = Asked::often(true, Duration::from_secs(3600), Timeout::Auto);
    for (times, text, verdict) in [(1, "another needle", Verdict::Interesting), (2, "hay", Verdict::Boring)] {
        asked.hang.store(times, Ordering::SeqCst);
        assert_eq!(asked.ask(text), verdict);
    }
    assert!(asked.away.traffic().twice >= 3);
}

#[test]
fn where_an_answer_may_be_due_to_how_long_it_takes_no_second_run_is_there_to_be_quicker() {
    let asked = Asked::often(false, Duration::from_millis(300), Timeout::Fixed(Duration::from_secs(1)));
    asked.hang.store(1, Ordering::SeqCst);
    // However long it takes on a busy machine: it ends with an answer, in time or not.
    assert!(matches!(asked.ask("another needle"), Verdict::Interesting | Verdict::TimedOut));
    assert_eq!(asked.away.traffic().twice, 0);
}
