//! What a person may say to a search at work, and what becomes of it.

use std::sync::atomic::{AtomicUsize, Ordering};

use lop_engine::{Config, Control, Ended, Event, Observer, Outcome, Reduction, Stage, oracle};
use parking_lot::Mutex;

/// The passes of all questions, in their order.
#[derive(Default)]
struct Asked(Mutex<Vec<&'static str>>);

impl Observer for Asked {
    fn on_event(&self, event: &Event<'_>) {
        if let Event::Judged { pass, .. } = event {
            self.0.lock().push(pass);
        }
    }
}

/// A long list of words, of which some are needed.
fn text() -> Vec<u8> {
    (0..200).flat_map(|it| format!("word{it} = {it};\n").into_bytes()).collect()
}

/// What came of a run.
struct Ran {
    outcome: Outcome,
    /// The passes asked after it was said.
    after: Vec<&'static str>,
}

/// So many questions may have been under way when something was said: one of each worker, in the deterministic mode a wave.
const UNDER_WAY: usize = 20;

/// Reduces the text; `say` is called with the control once, when so many answers of that pass, or of any, have come in.
fn run(jobs: usize, deterministic: bool, (answers, pass): (usize, Option<&str>), say: fn(&Control)) -> Ran {
    let mut config = Config::default();
    (config.jobs, config.deterministic) = (jobs, deterministic);
    let (control, asked, said) = (config.control.clone(), Asked::default(), Mutex::new(None));
    let needs = ["word7 ", "word90 ", "word150 ", "word151 "];
    let questions = AtomicUsize::new(0);
    let judge = oracle::from_bytes(|text| {
        let number = questions.fetch_add(1, Ordering::Relaxed);
        // An observer is told of answers some time after they came, on a thread of its own.
        while asked.0.lock().len() + UNDER_WAY < number {
            std::thread::yield_now();
        }
        let mut said = said.lock();
        let known = asked.0.lock();
        if said.is_none() && known.iter().filter(|it| pass.is_none_or(|pass| **it == pass)).count() >= answers
        {
            say(&control);
            *said = Some(questions.load(Ordering::Relaxed));
        }
        drop(known);
        let text = String::from_utf8_lossy(text);
        needs.iter().all(|it| text.contains(it))
    });
    let outcome = Reduction::new([text()]).config(config).observer(&asked).assume_interesting().run(&judge);
    let said = said.lock().expect("that many answers come in");
    let mut known = asked.0.lock();
    let said = said.min(known.len());
    let after = known.split_off(said);
    drop(known);
    Ran { outcome: outcome.expect("the oracle never fails"), after }
}

fn stage(pass: &str) -> Stage {
    let all = lop_engine::passes::ALL.iter();
    all.into_iter().find(|it| it.name == pass).map_or(Stage::Certify, |it| it.stage)
}

#[test]
fn a_search_that_is_to_settle_is_polished_and_certified_and_looks_for_nothing_else() {
    for (jobs, deterministic) in [(1, false), (3, false), (3, true)] {
        let Ran { outcome, after } = run(jobs, deterministic, (30, None), Control::settle);
        assert!(matches!(outcome.ended, Ended::Fixpoint) && outcome.certificate.complete, "{outcome:?}");
        let search = after.iter().filter(|it| stage(it) < Stage::Polish).count();
        assert!(search <= UNDER_WAY, "{after:?}");
        assert!(after.contains(&"certify"));
    }
}

#[test]
fn settling_costs_fewer_questions_than_the_whole_search() {
    let settled = run(1, false, (30, None), Control::settle).outcome;
    let whole = run(1, false, (30, None), |_| {}).outcome;
    assert!(settled.questions < whole.questions && whole.tokens.1 <= settled.tokens.1);
}

#[test]
fn a_pass_that_is_to_be_skipped_asks_nothing_more_and_the_result_is_certified_all_the_same() {
    let pass = "short-deletions";
    let unbidden = run(1, false, (3, Some(pass)), |_| {}).after;
    assert!(unbidden.iter().filter(|it| **it == pass).count() > 5 * UNDER_WAY, "{unbidden:?}");
    for (jobs, deterministic) in [(1, false), (3, false), (3, true)] {
        let Ran { outcome, after } =
            run(jobs, deterministic, (3, Some(pass)), |it| it.skip("short-deletions"));
        let still = after.iter().filter(|it| **it == pass).count();
        assert!(still <= UNDER_WAY, "{still} {jobs} {deterministic}");
        assert!(outcome.certificate.complete, "{outcome:?}");
    }
}

#[test]
fn the_certification_cannot_be_skipped() {
    let Ran { outcome, after } = run(1, false, (30, None), |it| {
        it.skip("certify");
        it.settle();
    });
    assert!(outcome.certificate.complete && after.contains(&"certify"));
}
