//! What a person may say to a search at work, and what becomes of it.

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

/// Reduces the text; `say` is called with the control at the question of that number. Returns the passes asked as well.
fn run(jobs: usize, deterministic: bool, at: usize, say: fn(&Control)) -> (Outcome, Vec<&'static str>) {
    let mut config = Config::default();
    (config.jobs, config.deterministic) = (jobs, deterministic);
    let (control, asked, count) = (config.control.clone(), Asked::default(), Mutex::new(0));
    let needs = ["word7 ", "word90 ", "word150 ", "word151 "];
    let judge = oracle::from_bytes(|text| {
        let mut count = count.lock();
        *count += 1;
        if *count == at {
            say(&control);
        }
        let text = String::from_utf8_lossy(text);
        needs.iter().all(|it| text.contains(it))
    });
    let outcome = Reduction::new([text()]).config(config).observer(&asked).assume_interesting().run(&judge);
    (outcome.expect("the oracle never fails"), asked.0.into_inner())
}

fn stage(pass: &str) -> Stage {
    let all = lop_engine::passes::ALL.iter();
    all.into_iter().find(|it| it.name == pass).map_or(Stage::Certify, |it| it.stage)
}

#[test]
fn a_search_that_is_to_settle_is_polished_and_certified_and_looks_for_nothing_else() {
    for (jobs, deterministic) in [(1, false), (3, false), (3, true)] {
        let (outcome, asked) = run(jobs, deterministic, 30, Control::settle);
        assert!(matches!(outcome.ended, Ended::Fixpoint) && outcome.certificate.complete, "{outcome:?}");
        // What was under way when it was said may still be answered: a wave in the deterministic mode.
        let after = &asked[30 + 20..];
        assert!(after.iter().all(|it| stage(it) >= Stage::Polish), "{after:?}");
        assert!(after.contains(&"certify"));
    }
}

#[test]
fn settling_costs_fewer_questions_than_the_whole_search() {
    let (settled, _) = run(1, false, 30, Control::settle);
    let (whole, _) = run(1, false, usize::MAX, Control::settle);
    assert!(settled.questions < whole.questions && whole.tokens.1 <= settled.tokens.1);
}

#[test]
fn a_pass_that_is_to_be_skipped_asks_nothing_more_and_the_result_is_certified_all_the_same() {
    for (jobs, deterministic) in [(1, false), (3, false), (3, true)] {
        let (outcome, asked) = run(jobs, deterministic, 12, |it| it.skip("delete-lines"));
        assert!(asked[..12].contains(&"delete-lines"), "{asked:?}");
        assert!(!asked[12 + 20..].contains(&"delete-lines"));
        assert!(outcome.certificate.complete, "{outcome:?}");
    }
}

#[test]
fn the_certification_cannot_be_skipped() {
    let (outcome, asked) = run(1, false, 30, |it| {
        it.skip("certify");
        it.settle();
    });
    assert!(outcome.certificate.complete && asked.contains(&"certify"));
}
