//! Many workers with oracles that are slow, broken, dishonest or impatient: the run ends, and what it says is true.

use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use lop_engine::internal::{Document, Propose, Sites};
use lop_engine::oracle::from_bytes;
use lop_engine::{Answer, Cancel, Effort, Ended, Event, Observer, Oracle, OracleError};
use lop_engine::{
    Outcome, Outside, Pass, PassStats, Question, Rank, Reduction, Stage, Tier, Verdict, passes,
};
use parking_lot::Mutex;

/// Lines of which an oracle wants a few.
fn lines() -> String {
    let lines: Vec<String> = (0..120).map(|it| format!("w{it} = v{};\n", it % 9)).collect();
    lines.concat()
}

fn wanted(text: &[u8]) -> bool {
    let text = String::from_utf8_lossy(text);
    ["w7 ", "w61 ", "v4", "w118 "].iter().all(|it| text.contains(it))
}

/// A reduction of the lines by so many workers.
fn jobs<'r>(jobs: usize) -> Reduction<'r> {
    Reduction::new([lines().as_bytes()]).assume_interesting().jobs(jobs)
}

fn run(reduction: Reduction<'_>, oracle: &dyn Oracle) -> Outcome {
    reduction.run(oracle).expect("the search begins")
}

/// The words of a panic that `run` ends with.
fn panic_of(run: impl FnOnce() -> Outcome) -> String {
    let panic = catch_unwind(AssertUnwindSafe(run)).map(|_| ()).expect_err("a panic");
    let text = panic.downcast_ref::<&str>().map(|it| (*it).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).expect("a message")
}

/// Numbers that look random and are the same every time.
struct Dice(AtomicU64);

impl Dice {
    fn roll(&self, sides: u64) -> u64 {
        let next =
            |it: u64| it.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let before = self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |it| Some(next(it)));
        (before.expect("always some") >> 33) % sides
    }
}

/// Answers by [`wanted`] and a whim, after a moment of up to 200 µs, and counts what it is asked twice.
struct Stress {
    dice: Dice,
    /// One answer in so many is wrong; 0 for none.
    lies: u64,
    /// One question in so many is cancelled by the oracle itself; 0 for none.
    cancels: u64,
    /// Raised at this question.
    stop: Option<(u64, Cancel)>,
    asked: AtomicU64,
    answered: Mutex<HashSet<Vec<u8>>>,
    accepted: Mutex<HashSet<Vec<u8>>>,
    twice: AtomicU64,
}

impl Stress {
    fn new(seed: u64) -> Stress {
        Stress {
            dice: Dice(AtomicU64::new(seed)),
            lies: 0,
            cancels: 0,
            stop: None,
            asked: AtomicU64::new(0),
            answered: Mutex::default(),
            accepted: Mutex::default(),
            twice: AtomicU64::new(0),
        }
    }

    fn whim(&self, one_in: u64) -> bool {
        one_in > 0 && self.dice.roll(one_in) == 0
    }
}

impl Oracle for Stress {
    fn ask(&self, question: &Question<'_>) -> Result<Answer, OracleError> {
        let count = self.asked.fetch_add(1, Ordering::SeqCst) + 1;
        if let Some((_, stop)) = self.stop.as_ref().filter(|it| it.0 == count) {
            stop.raise();
        }
        std::thread::sleep(Duration::from_micros(self.dice.roll(200)));
        if question.cancel.is_raised() || self.whim(self.cancels) {
            return Ok(Verdict::Cancelled.into());
        }
        let text = question.files[0].to_vec();
        let interesting = wanted(&text) != self.whim(self.lies);
        if interesting {
            self.accepted.lock().insert(text.clone());
        }
        self.twice.fetch_add(u64::from(!self.answered.lock().insert(text)), Ordering::SeqCst);
        Ok(if interesting { Verdict::Interesting } else { Verdict::Boring }.into())
    }
}

/// Every improvement, in order.
#[derive(Default)]
struct Improvements(Mutex<Vec<Rank>>);

impl Observer for Improvements {
    fn on_event(&self, event: &Event<'_>) {
        if let Event::Improved { files, .. } = event {
            self.0.lock().push(Rank::of(files));
        }
    }
}

/// What holds of every run: rank falls with each improvement, the oracle accepted each, and the last is the result.
fn check(stress: &Stress, improvements: Improvements, outcome: &Outcome) {
    let ranks = improvements.0.into_inner();
    assert!(ranks.windows(2).all(|it| it[1] < it[0]));
    assert!(ranks.iter().all(|it| stress.accepted.lock().contains(&it.files()[0][..])));
    let input = [Arc::<[u8]>::from(lines().as_bytes())];
    assert_eq!(ranks.last().map_or(&input[..], Rank::files), &outcome.files[..]);
    let in_vain = |it: &&PassStats| it.wasted > it.asked;
    assert_eq!(outcome.passes.iter().filter(in_vain).map(|it| it.name).collect::<Vec<_>>(), [""; 0]);
}

#[test]
fn sixty_four_workers_find_what_is_wanted_and_ask_nothing_twice() {
    for seed in 1..4 {
        let (stress, improvements) = (Stress::new(seed), Improvements::default());
        let outcome = run(jobs(64).observer(&improvements), &stress);
        assert!(matches!(outcome.ended, Ended::Fixpoint) && outcome.certificate.complete);
        assert_eq!(stress.twice.load(Ordering::SeqCst), 0);
        check(&stress, improvements, &outcome);
    }
}

#[test]
fn an_oracle_that_lies_leads_to_a_text_that_it_accepted() {
    for lies in [2, 5, 40] {
        let (stress, improvements) = (Stress { lies, ..Stress::new(lies) }, Improvements::default());
        let outcome = run(jobs(16).observer(&improvements), &stress);
        assert!(matches!(outcome.ended, Ended::Fixpoint));
        check(&stress, improvements, &outcome);
    }
}

#[test]
fn an_oracle_that_gives_up_now_and_then_costs_the_certificate_at_most() {
    for cancels in [2, 5] {
        let (stress, improvements) = (Stress { cancels, ..Stress::new(cancels) }, Improvements::default());
        let outcome = run(jobs(16).observer(&improvements), &stress);
        assert!(matches!(outcome.ended, Ended::Fixpoint));
        check(&stress, improvements, &outcome);
    }
}

#[test]
fn a_run_stopped_from_within_a_question_keeps_its_best() {
    for at in [1, 9, 60] {
        let stop = Cancel::new();
        let stress = Stress { stop: Some((at, stop.clone())), ..Stress::new(at) };
        let improvements = Improvements::default();
        let outcome = run(jobs(64).stop(&stop).observer(&improvements), &stress);
        assert!(matches!(outcome.ended, Ended::Stopped));
        check(&stress, improvements, &outcome);
    }
}

#[test]
fn the_deterministic_mode_ends_with_the_same_text_when_it_is_stopped_from_within_a_question() {
    for at in [3, 20, 50] {
        let results = [1, 2, 5, 5, 8].map(|workers| {
            let stop = Cancel::new();
            let stress = Stress { stop: Some((at, stop.clone())), ..Stress::new(workers) };
            let workers = usize::try_from(workers).expect("few");
            run(jobs(workers).deterministic(true).stop(&stop), &stress).files
        });
        assert!(results.windows(2).all(|it| it[0] == it[1]), "stopped at {at}");
    }
}

#[test]
fn the_deterministic_mode_spends_its_budget_on_the_same_questions_at_any_number_of_jobs() {
    for budget in [1, 13, 50] {
        let results = [1, 3, 8].map(|workers| {
            let reduction = jobs(workers).deterministic(true).max_questions(budget);
            let outcome = run(reduction, &Stress::new(budget));
            assert!(matches!(outcome.ended, Ended::Budget));
            (outcome.files, outcome.questions)
        });
        assert!(results.windows(2).all(|it| it[0] == it[1]), "{budget} questions");
        assert_eq!(results[0].1, budget);
    }
}

/// Answers so many questions, and stops the run when it is asked another one.
struct Rationed {
    left: AtomicU64,
    stop: Cancel,
}

impl Oracle for Rationed {
    fn ask(&self, question: &Question<'_>) -> Result<Answer, OracleError> {
        let spent = self.left.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |it| it.checked_sub(1));
        if spent.is_err() {
            self.stop.raise();
            return Ok(Verdict::Cancelled.into());
        }
        from_bytes(wanted).ask(question)
    }

    fn questions_left(&self) -> u64 {
        self.left.load(Ordering::SeqCst)
    }
}

#[test]
fn an_oracle_that_answers_no_more_questions_is_not_asked_any() {
    for answers in 10..40 {
        let asked = AtomicU64::new(0);
        let (left, stop) = (AtomicU64::new(answers), Cancel::new());
        // Nobody looks at `stop`, as while the last answer of a budget is still under way.
        let oracle = Mute { rationed: Rationed { left, stop }, asked: &asked };
        let outcome = run(jobs(4), &oracle);
        assert!(matches!(outcome.ended, Ended::Budget));
        assert!(asked.into_inner() < answers + 4, "each worker may have begun one more");
    }
}

/// Says nothing more after so many answers, and counts how often it is asked.
struct Mute<'a> {
    rationed: Rationed,
    asked: &'a AtomicU64,
}

impl Oracle for Mute<'_> {
    fn ask(&self, question: &Question<'_>) -> Result<Answer, OracleError> {
        self.asked.fetch_add(1, Ordering::SeqCst);
        self.rationed.ask(question)
    }

    fn questions_left(&self) -> u64 {
        self.rationed.questions_left()
    }
}

#[test]
fn the_deterministic_mode_counts_every_answer_of_an_oracle_with_a_budget() {
    for budget in [1, 13, 50] {
        let reduction = jobs(1).deterministic(true).max_questions(budget);
        let expected = run(reduction, &from_bytes(wanted)).files;
        for workers in [1, 8] {
            let (left, stop) = (AtomicU64::new(budget), Cancel::new());
            let oracle = Rationed { left, stop: stop.clone() };
            let reduction = jobs(workers).deterministic(true).stop(&stop);
            assert_eq!(run(reduction, &oracle).files, expected, "{budget} questions");
        }
    }
}

#[test]
fn a_panic_of_the_oracle_ends_the_run_and_reaches_the_caller() {
    for (workers, deterministic) in [(1, false), (4, false), (64, false), (4, true)] {
        let asked = AtomicU64::new(0);
        let oracle = from_bytes(|text| {
            assert!(asked.fetch_add(1, Ordering::SeqCst) != 12, "the oracle is broken");
            wanted(text)
        });
        let message = panic_of(|| run(jobs(workers).deterministic(deterministic), &oracle));
        assert_eq!(message, "the oracle is broken");
    }
}

#[test]
fn a_pass_that_panics_is_left_out_and_the_run_comes_to_its_end_without_it() {
    let proposes = [
        Propose::Document(|_, _: &mut Sites| panic!("the pass is broken")),
        Propose::File(|_, _, _: &mut Sites| panic!("the pass is broken")),
        Propose::Unit(|_, _, _, _: &mut Sites| panic!("the pass is broken")),
    ];
    for (workers, propose) in [1, 4].into_iter().flat_map(|it| proposes.map(|other| (it, other))) {
        let mut broken = *passes::ALL[0];
        (broken.name, broken.stage, broken.tier, broken.propose) =
            ("broken", Stage::Fine, Tier::Text, propose);
        let broken: &Pass = Box::leak(Box::new(broken));
        let passes = passes::of(Effort::Normal).into_iter().chain([broken]);
        let outcome = run(jobs(workers).passes(passes), &from_bytes(wanted));
        assert!(matches!(outcome.ended, Ended::Fixpoint) && outcome.certificate.complete);
        let failed: Vec<&str> = outcome.passes.iter().filter(|it| it.failed).map(|it| it.name).collect();
        assert_eq!(failed, ["broken"]);
    }
}

#[derive(Debug)]
struct Broken;

impl Outside for Broken {
    fn propose(&self, _: &Document, _: &mut Sites) {
        panic!("the pass is broken");
    }
}

#[test]
fn a_panic_of_a_pass_from_elsewhere_ends_the_run_and_reaches_the_caller() {
    static BROKEN: Pass = Pass::outside("broken", "a pass that panics", Stage::Fine, &Broken);
    for workers in [1, 4] {
        let passes = passes::of(Effort::Normal).into_iter().chain([&BROKEN]);
        let message = panic_of(|| run(jobs(workers).passes(passes), &from_bytes(wanted)));
        assert_eq!(message, "the pass is broken");
    }
}
