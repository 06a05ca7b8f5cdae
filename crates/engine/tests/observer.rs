//! How a run tells of itself: on a thread of its own, everything and in order, and what a goal ends.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender};

use lop_engine::oracle::from_bytes;
use lop_engine::{Answer, Ended, Event, Goal, Observer};
use lop_engine::{Oracle, OracleError, Outcome, Question, Rank, Reduction, Verdict};
use parking_lot::Mutex;

/// Words of which an oracle wants two.
fn words() -> String {
    let words: Vec<String> = (0..200).map(|it| format!("w{it};\n")).collect();
    words.concat()
}

fn wanted(text: &[u8]) -> bool {
    let text = String::from_utf8_lossy(text);
    text.contains("w60;") && text.contains("w150;")
}

/// A reduction of the words.
fn of_words<'r>() -> Reduction<'r> {
    Reduction::new([words().as_bytes()]).assume_interesting()
}

fn run(reduction: Reduction<'_>, wanted: impl Fn(&[u8]) -> bool + Sync) -> Outcome {
    reduction.run(&from_bytes(wanted)).expect("the search begins")
}

/// Keeps the ranks of the improvements and the number of verdicts.
#[derive(Default)]
struct Watch(Mutex<(Vec<Rank>, u64)>);

impl Observer for Watch {
    fn on_event(&self, event: &Event<'_>) {
        let mut seen = self.0.lock();
        match event {
            Event::Improved { files, .. } => seen.0.push(Rank::of(files)),
            Event::Judged { .. } => seen.1 += 1,
            _ => {}
        }
    }
}

#[test]
fn every_event_is_told_before_the_run_returns_and_improvements_in_order() {
    for jobs in [1, 4] {
        let watch = Watch::default();
        let outcome = run(of_words().jobs(jobs).observer(&watch), wanted);
        let (ranks, judged) = watch.0.into_inner();
        assert!(ranks.windows(2).all(|it| it[1] < it[0]));
        assert_eq!(ranks.last().map(Rank::files), Some(&outcome.files[..]));
        assert_eq!(judged, outcome.questions);
    }
}

#[test]
fn while_an_observer_takes_its_time_the_search_goes_on() {
    /// Holds the first improvement back until the oracle was asked once more.
    struct Slow(SyncSender<()>, Mutex<Option<Receiver<()>>>);
    impl Observer for Slow {
        fn on_event(&self, event: &Event<'_>) {
            if matches!(event, Event::Improved { .. })
                && let Some(asked) = self.1.lock().take()
            {
                self.0.send(()).expect("the search has not ended");
                asked.recv().expect("the search goes on");
            }
        }
    }
    let (holds, held) = std::sync::mpsc::sync_channel(1);
    let (asks, asked) = std::sync::mpsc::sync_channel(1);
    let slow = Slow(holds, Mutex::new(Some(asked)));
    let (held, improved, told) = (Mutex::new(held), Mutex::new(false), Mutex::new(false));
    // The question after the first improvement is answered while the observer is held up, however late it hears of it.
    let oracle = |text: &[u8]| {
        if *improved.lock() && !std::mem::replace(&mut *told.lock(), true) {
            held.lock().recv().expect("the observer hears of the improvement");
            asks.send(()).expect("the observer waits");
        }
        *improved.lock() |= wanted(text);
        wanted(text)
    };
    let outcome = run(of_words().observer(&slow), oracle);
    assert!(matches!(outcome.ended, Ended::Fixpoint));
}

#[test]
fn a_panic_of_the_observer_ends_the_run_and_reaches_the_caller() {
    struct Panics;
    impl Observer for Panics {
        fn on_event(&self, event: &Event<'_>) {
            assert!(!matches!(event, Event::Improved { .. }), "the observer is broken");
        }
    }
    for jobs in [1, 4] {
        let caught = catch_unwind(AssertUnwindSafe(|| run(of_words().jobs(jobs).observer(&Panics), wanted)));
        let message = caught.map(|_| ()).expect_err("a panic");
        assert_eq!(message.downcast_ref::<&str>(), Some(&"the observer is broken"));
    }
}

#[test]
fn a_goal_ends_the_run_with_the_first_best_that_meets_it() {
    let tokens = |it| Goal { tokens: Some(it), bytes: None };
    let bytes = |it| Goal { tokens: None, bytes: Some(it) };
    for (goal, deterministic) in [tokens(50), bytes(300)].into_iter().flat_map(|it| [(it, false), (it, true)])
    {
        let outcomes = [1, 1, 4].map(|jobs| {
            let watch = Watch::default();
            let reduction = of_words().jobs(jobs).deterministic(deterministic).goal(goal);
            let outcome = run(reduction.observer(&watch), wanted);
            assert!(matches!(outcome.ended, Ended::GoalReached));
            let met = |it: &Rank| goal.is_met_by(it.tokens, it.bytes);
            let (ranks, _) = watch.0.into_inner();
            assert!(met(ranks.last().expect("an improvement")));
            if jobs == 1 && !deterministic {
                assert!(!ranks[..ranks.len() - 1].iter().any(met));
            }
            (outcome.files, outcome.questions)
        });
        assert_eq!(outcomes[0], outcomes[1]);
        assert!(!deterministic || outcomes[0] == outcomes[2]);
    }
}

#[test]
fn an_input_that_meets_the_goal_costs_no_question() {
    let goal = Goal { tokens: Some(1), bytes: Some(usize::MAX) };
    let outcome = run(of_words().goal(goal), wanted);
    assert!(matches!(outcome.ended, Ended::GoalReached));
    assert_eq!((outcome.questions, &outcome.files[0][..]), (0, words().as_bytes()));
}

/// Checks of each question what its base is.
struct Bases(Mutex<Vec<Vec<Arc<[u8]>>>>);

impl Oracle for Bases {
    fn ask(&self, question: &Question<'_>) -> Result<Answer, OracleError> {
        let mut interesting = self.0.lock();
        assert!(interesting.iter().any(|it| it == question.base), "the base was judged interesting");
        assert!(Rank::of(question.files) < Rank::of(question.base), "a step without growth goes down");
        assert!(Arc::ptr_eq(&question.files[1], &question.base[1]) || question.files[1] != question.base[1]);
        let verdict = if wanted(&question.files[0]) { Verdict::Interesting } else { Verdict::Boring };
        if verdict == Verdict::Interesting {
            interesting.push(question.files.to_vec());
        }
        Ok(verdict.into())
    }
}

#[test]
fn a_question_says_which_best_it_is_a_step_from() {
    let files = || [words(), "a b c".to_owned()].map(|it| Arc::<[u8]>::from(it.as_bytes()));
    for jobs in [1, 4] {
        let bases = Bases(Mutex::new(vec![files().to_vec()]));
        let outcome =
            Reduction::new(files()).jobs(jobs).assume_interesting().run(&bases).expect("the search begins");
        assert!(matches!(outcome.ended, Ended::Fixpoint));
        assert!(bases.0.lock().contains(&outcome.files));
    }
}
