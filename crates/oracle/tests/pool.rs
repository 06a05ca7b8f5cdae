//! A pool of slots here and at a site: who is asked, by a site that answers at once and counts.

#![expect(clippy::unwrap_used, reason = "a test may")]

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use lop_engine::{Cancel, Oracle, OracleError, Question, Verdict};
use lop_oracle::site::{Away, Errand, Fallback, Pool, Site};
use lop_oracle::{CommandOracle, CommandSpec, RunOutput, Status, Stream};

/// Says yes to everything, or has no answer from some question on.
#[derive(Debug)]
struct Elsewhere {
    asked: AtomicUsize,
    answers: usize,
}

impl Site for Elsewhere {
    fn run(&self, _: &Errand<'_>) -> Result<RunOutput, OracleError> {
        if self.asked.fetch_add(1, Ordering::SeqCst) >= self.answers {
            return Err(OracleError::new("it has no answer".to_owned()));
        }
        let (stdout, stderr) = (Stream::default(), Stream::default());
        Ok(RunOutput { status: Status::Exited(0), stdout, stderr, took: Duration::from_millis(1) })
    }
}

/// Asks so many questions, one after the other, where there is a slot here and one there. All are interesting.
fn asked(questions: usize, answers: usize, fallback: Fallback, agrees: bool) -> (usize, Away) {
    let site = Arc::new(Elsewhere { asked: AtomicUsize::new(0), answers });
    let away = Away::new(site.clone(), fallback).pooled(Some(Arc::new(Pool::new(1, 1))));
    if agrees {
        away.agrees();
    }
    let spec = CommandSpec { away: Some(away.clone()), ..CommandSpec::new(vec!["true".into()], "a.c") };
    let oracle = CommandOracle::new(spec).unwrap();
    for number in 0..questions {
        let files = [number.to_string().as_bytes().into()];
        let answer = oracle.ask(&Question::about(&files, &Cancel::new())).unwrap();
        assert_eq!(answer.verdict, Verdict::Interesting);
    }
    (site.asked.load(Ordering::SeqCst), away)
}

#[test]
fn both_are_asked_once_it_is_known_that_they_agree_and_before_that_the_site_alone() {
    let (there, away) = asked(8, 100, Fallback::Stop, false);
    assert_eq!((there, away.traffic().here), (8, 0));
    let (there, away) = asked(8, 100, Fallback::Stop, true);
    assert!(
        there > 0 && away.traffic().here > 0 && there as u64 + away.traffic().here == 8,
        "{there} {away:?}"
    );
}

#[test]
fn what_the_site_has_no_answer_to_is_asked_here_and_its_slots_are_given_back() {
    let (there, away) = asked(20, 1, Fallback::Local, true);
    let traffic = away.traffic();
    assert!(there >= 1, "a place of which nothing is known is tried");
    assert_eq!((traffic.here + 1 + traffic.unanswered, traffic.unanswered), (20, there as u64 - 1));
}
