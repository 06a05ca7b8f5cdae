//! What a reduction checks before it begins, and how it says that it cannot.

use std::error::Error as _;
use std::sync::Arc;

use lop_engine::oracle::{from_bytes, from_fn};
use lop_engine::{
    Answer, Cancel, Config, Ended, Oracle, OracleError, Protected, Question, ReduceError, Reduction, Span,
    Verdict,
};

/// Gives the same answer to whatever it is asked.
struct Always(Verdict);

impl Oracle for Always {
    fn ask(&self, _: &Question<'_>) -> Result<Answer, OracleError> {
        Ok(Answer::from(self.0))
    }
}

fn error(reduction: Reduction<'_>) -> ReduceError {
    reduction.run(&Always(Verdict::Interesting)).expect_err("it cannot begin")
}

#[test]
fn without_files_there_is_nothing_to_reduce() {
    let none: [Vec<u8>; 0] = [];
    assert!(matches!(error(Reduction::new(none)), ReduceError::NoFiles));
}

#[test]
fn more_files_than_can_be_told_apart_are_refused() {
    let files = vec![Arc::<[u8]>::from(*b"a"); 65_536];
    let error = error(Reduction::new(files));
    assert_eq!(error.to_string(), "a document has at most 65535 files, not 65536");
}

#[test]
fn an_option_about_a_file_that_is_not_there_is_refused() {
    let reduction = || Reduction::new([*b"a", *b"b"]);
    for error in [error(reduction().language(2, None)), error(reduction().protect(2, 0..1))] {
        assert!(matches!(error, ReduceError::NoSuchFile { file: 2, files: 2 }), "{error}");
    }
}

#[test]
#[expect(clippy::reversed_empty_ranges, reason = "a range that nobody should give")]
fn a_region_outside_of_its_file_is_refused() {
    for region in [0..2, 2..3, 1..0] {
        let error = error(Reduction::new([*b"a"]).protect(0, region));
        assert!(matches!(error, ReduceError::NoSuchRegion { file: 0, bytes: 1, .. }), "{error}");
    }
}

#[test]
fn protection_that_is_not_in_the_files_is_never_dropped_silently() {
    let mut config = Config::default();
    config.protected = Protected::new(&[Arc::from(*b"abc")], vec![vec![Span::new(0, 3)]]);
    let error = error(Reduction::new([*b"xyz"]).config(config));
    assert!(matches!(error, ReduceError::ProtectedNotFound) && error.remedy().is_some(), "{error}");
}

#[test]
fn regions_of_the_options_and_of_the_builder_both_stay() {
    let text: Arc<[u8]> = Arc::from(*b"a b c d");
    let mut config = Config::default();
    config.protected = Protected::new(std::slice::from_ref(&text), vec![vec![Span::new(0, 1)]]);
    let reduction = Reduction::new([text]).config(config).protect(0, 4..5);
    let outcome = reduction.run(&from_bytes(|_| true)).expect("everything is interesting");
    assert_eq!(&*outcome.files[0], b"a c");
}

#[test]
fn an_input_that_the_oracle_does_not_want_is_refused_with_its_verdict() {
    for verdict in [Verdict::Boring, Verdict::TimedOut] {
        let error = Reduction::new([*b"a"]).run(&Always(verdict)).expect_err("it is not interesting");
        assert!(matches!(error, ReduceError::NotInteresting { verdict: it } if it == verdict), "{error}");
        assert!(error.remedy().is_some());
    }
}

#[test]
fn a_stop_before_the_input_is_judged_leaves_nothing_to_tell() {
    let error = Reduction::new([*b"a"]).run(&Always(Verdict::Cancelled)).expect_err("nothing was judged");
    assert!(matches!(error, ReduceError::Stopped));
    let stop = Cancel::new();
    stop.raise();
    let outcome = Reduction::new([*b"a"]).stop(&stop).run(&from_bytes(|_| true)).expect("it was judged");
    assert!(matches!(outcome.ended, Ended::Stopped));
}

#[test]
fn an_oracle_that_fails_on_the_input_is_the_source_of_the_error() {
    let error = Reduction::new([*b"a", *b"b"]).run(&from_bytes(|_| true)).expect_err("it sees one file");
    assert!(matches!(error, ReduceError::OracleFailed { .. }));
    let source = error.source().expect("the oracle's own error").to_string();
    assert!(source.contains("one file, not 2") && source.contains("from_fn"), "{source}");
}

#[test]
fn a_closure_sees_all_files_and_each_of_them_shrinks() {
    let oracle = from_fn(|files| files[0].contains(&b'x') && files[1].contains(&b'y'));
    let outcome = Reduction::new([*b"a x b", *b"c y d"]).run(&oracle).expect("the input is interesting");
    assert_eq!(outcome.files, [Arc::<[u8]>::from(*b"x"), Arc::from(*b"y")]);
}

#[test]
fn the_question_about_the_input_counts_and_is_left_out_on_request() {
    let questions =
        |reduction: Reduction<'_>| reduction.run(&from_bytes(|_| true)).expect("it runs").questions;
    let asked = questions(Reduction::new([*b"a b"]));
    assert_eq!(questions(Reduction::new([*b"a b"]).assume_interesting()), asked - 1);
}
