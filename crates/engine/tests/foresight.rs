//! The deterministic mode with an oracle that may be asked ahead: what it finds, and hears on the way, is what one job does.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use lop_engine::{Answer, Effort, Ended, Event, Observer, Oracle, OracleError};
use lop_engine::{Outcome, Question, Reduction, Verdict};
use parking_lot::{Condvar, Mutex};

/// What of a text matters, and whether that is there.
type Wanted = fn(&str) -> bool;

/// An oracle whose answers come in another order than the questions: each waits until so many others were begun after it, or
/// all that are under way wait.
struct Shuffled {
    wanted: Wanted,
    dice: AtomicU64,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    begun: u64,
    /// How many questions are under way, and how many of them wait for others.
    flying: usize,
    waiting: usize,
}

impl Shuffled {
    fn new(wanted: Wanted, seed: u64) -> Shuffled {
        Shuffled { wanted, dice: AtomicU64::new(seed), state: Mutex::default(), changed: Condvar::new() }
    }

    /// How many others this one waits for: 0 to 5.
    fn patience(&self) -> u64 {
        let next = |it: u64| {
            Some(it.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407))
        };
        (self.dice.fetch_update(Ordering::SeqCst, Ordering::SeqCst, next).expect("always some") >> 33) % 6
    }

    /// Waits for others as long as there is one that might begin.
    fn dally(&self) {
        let mut state = self.state.lock();
        state.begun += 1;
        state.flying += 1;
        let until = state.begun + self.patience();
        self.changed.notify_all();
        state.waiting += 1;
        while state.begun < until && state.waiting < state.flying {
            self.changed.wait(&mut state);
        }
        state.waiting -= 1;
        state.flying -= 1;
        self.changed.notify_all();
    }
}

impl Oracle for Shuffled {
    fn ask(&self, question: &Question<'_>) -> Result<Answer, OracleError> {
        self.dally();
        if question.cancel.is_raised() {
            return Ok(Verdict::Cancelled.into());
        }
        let yes = (self.wanted)(&String::from_utf8_lossy(&question.files[0]));
        Ok(if yes { Verdict::Interesting } else { Verdict::Boring }.into())
    }

    fn may_ask_ahead(&self) -> bool {
        true
    }
}

/// The answers that a search went by, in their order, and what became the best.
#[derive(Default)]
struct Heard(Mutex<Vec<String>>);

impl Observer for Heard {
    fn on_event(&self, event: &Event<'_>) {
        let line = match event {
            // Of what was asked ahead and never come to it is told as well.
            Event::Judged { verdict: Verdict::Cancelled, .. } => return,
            Event::Judged { pass, verdict, hash, .. } => format!("{pass} {verdict:?} {hash:x}"),
            Event::Improved { pass, tokens, bytes, .. } => format!("{pass} {tokens} {bytes}"),
            Event::RoundStarted { round, stage, .. } => format!("{round} {stage:?}"),
            _ => return,
        };
        self.0.lock().push(line);
    }
}

/// Statements that use what others define, some of which are wanted.
fn statements() -> String {
    let lines: Vec<String> =
        (0..60).map(|it| format!("let v{it} = v{} + f({it}, v{});\n", it * 7 % 60, it / 2)).collect();
    lines.concat()
}

fn needs_some(text: &str) -> bool {
    ["v7 ", "v31 ", "f(44"].iter().all(|it| text.contains(it))
}

/// True where all that is used is defined, and three are left that matter.
fn is_closed(text: &str) -> bool {
    let defined: Vec<&str> =
        text.lines().filter_map(|it| it.strip_prefix("let ")?.split(' ').next()).collect();
    let words = text.split(|it: char| !it.is_alphanumeric());
    let mut used = words.filter(|it| it.starts_with('v') && it.len() > 1);
    used.all(|it| defined.contains(&it)) && ["v50 ", "v33 "].iter().all(|it| text.contains(it))
}

fn run(wanted: Wanted, jobs: usize, seed: u64, bound: Option<u64>) -> (Outcome, Vec<String>) {
    let (oracle, heard) = (Shuffled::new(wanted, seed), Heard::default());
    let text = statements();
    let mut reduction = Reduction::new([text.as_bytes()]).jobs(jobs).deterministic(true).observer(&heard);
    if let Some(bound) = bound {
        reduction = reduction.max_questions(bound);
    }
    let outcome = reduction.effort(Effort::Normal).assume_interesting().run(&oracle);
    (outcome.expect("the search begins"), heard.0.into_inner())
}

#[test]
fn at_any_number_of_jobs_and_however_late_answers_come_the_search_hears_the_same_and_finds_the_same() {
    for wanted in [needs_some as Wanted, is_closed] {
        let (alone, heard_alone) = run(wanted, 1, 1, None);
        assert!(matches!(alone.ended, Ended::Fixpoint) && alone.certificate.complete, "{alone:?}");
        for (jobs, seed) in [(2, 2), (8, 3), (8, 4), (64, 5)] {
            let (outcome, heard) = run(wanted, jobs, seed, None);
            assert_eq!(heard, heard_alone, "{jobs} jobs");
            assert_eq!((&outcome.files, outcome.rounds), (&alone.files, alone.rounds));
            assert_eq!((outcome.certificate, outcome.known), (alone.certificate, alone.known));
        }
    }
}

#[test]
fn it_finds_what_one_job_finds_without_it() {
    let (outcome, heard) = run(needs_some, 8, 9, None);
    let text = statements();
    let plain = Heard::default();
    let reduction = Reduction::new([text.as_bytes()]).assume_interesting().observer(&plain);
    let alone = reduction.run(&Shuffled::new(needs_some, 1)).expect("the search begins");
    assert_eq!((outcome.files, heard), (alone.files, plain.0.into_inner()));
}

#[test]
fn two_jobs_go_the_way_of_one_without_being_told_to() {
    let heard_by = |jobs, seed| {
        let (text, heard) = (statements(), Heard::default());
        let reduction = Reduction::new([text.as_bytes()]).jobs(jobs).assume_interesting().observer(&heard);
        let outcome = reduction.run(&Shuffled::new(needs_some, seed)).expect("the search begins");
        (outcome.files, heard.0.into_inner())
    };
    let alone = heard_by(1, 1);
    for seed in 2..6 {
        assert_eq!(heard_by(2, seed), alone);
    }
}

#[test]
fn a_budget_ends_it_after_the_same_answers_at_any_number_of_jobs() {
    for bound in [1, 13, 50] {
        let runs = [1, 3, 16].map(|jobs| run(needs_some, jobs, bound, Some(bound)));
        for (outcome, heard) in &runs {
            assert!(matches!(outcome.ended, Ended::Budget));
            let answers = heard.iter().filter(|it| it.contains("Interesting") || it.contains("Boring"));
            assert_eq!(answers.count() as u64, bound);
            assert_eq!((&outcome.files, heard), (&runs[0].0.files, &runs[0].1));
        }
    }
}

#[test]
fn what_nobody_came_to_is_told_of_as_cancelled_and_counted_as_wasted() {
    let (outcome, heard) = run(is_closed, 8, 7, None);
    let asked: u64 = outcome.passes.iter().map(|it| it.asked).sum();
    let wasted: u64 = outcome.passes.iter().map(|it| it.wasted).sum();
    let answers =
        heard.iter().filter(|it| it.contains("Interesting") || it.contains("Boring")).count() as u64;
    assert!(wasted > 0, "eight workers ask ahead");
    assert_eq!((asked, outcome.questions), (answers + wasted, answers + wasted));
    let alone = run(is_closed, 1, 7, None).0;
    assert_eq!((alone.questions, alone.passes.iter().map(|it| it.wasted).sum::<u64>()), (answers, 0));
}

/// Panics at a question that the search has not come to yet.
struct Brittle {
    asked: AtomicUsize,
}

impl Oracle for Brittle {
    fn ask(&self, question: &Question<'_>) -> Result<Answer, OracleError> {
        assert!(self.asked.fetch_add(1, Ordering::SeqCst) < 30, "brittle");
        let yes = needs_some(&String::from_utf8_lossy(&question.files[0]));
        Ok(if yes { Verdict::Interesting } else { Verdict::Boring }.into())
    }

    fn may_ask_ahead(&self) -> bool {
        true
    }
}

#[test]
fn a_panic_of_whoever_asks_ahead_reaches_the_caller() {
    for jobs in [1, 4, 32] {
        let text = statements();
        let reduction = Reduction::new([text.as_bytes()]).jobs(jobs).deterministic(true).assume_interesting();
        let oracle = Brittle { asked: AtomicUsize::new(0) };
        let run = std::panic::AssertUnwindSafe(|| reduction.run(&oracle).map(|_| ()));
        let panic = std::panic::catch_unwind(run).expect_err("a panic");
        assert!(panic.downcast_ref::<&str>().is_some_and(|it| it.contains("brittle")));
    }
}
