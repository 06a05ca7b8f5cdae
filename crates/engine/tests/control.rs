//! What a person may say to a search at work, and what becomes of it.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use lop_engine::internal::{Document, FileId, Propose, Sites};
use lop_engine::{Config, Control, Ended, Event, Observer, Outcome, Pass, Reduction, Span, Stage, Tier};
use lop_engine::{oracle, passes};
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
    let all = passes::ALL.iter();
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

const BIG: Pass = pass("big", Stage::Main, |_, _, sites| sites.delete(FileId(0), Span::new(0, 4)));

const LOOKS: Pass = pass("looks", Stage::Polish, |_, _, sites| {
    for start in [4, 8, 12] {
        sites.replace(FileId(0), Span::new(start, start + 3), *b"x");
    }
});

const fn pass(name: &'static str, stage: Stage, propose: fn(&Document, FileId, &mut Sites)) -> Pass {
    let mut pass = *passes::ALL[0];
    (pass.name, pass.stage, pass.tier) = (name, stage, Tier::Text);
    pass.propose = Propose::File(propose);
    pass
}

/// Says so once a round goes on with looks.
struct GoesOn<'c>(&'c AtomicBool);

impl Observer for GoesOn<'_> {
    fn on_event(&self, event: &Event<'_>) {
        if let Event::StageStarted { stage: Stage::Polish } = event {
            self.0.store(true, Ordering::SeqCst);
        }
    }
}

#[test]
fn looks_that_a_round_had_only_begun_with_are_asked_about_after_a_search_was_told_to_settle() {
    let (goes_on, settled, asked) = (AtomicBool::new(false), AtomicBool::new(false), Mutex::new(Vec::new()));
    let mut config = Config::default();
    (config.jobs, config.passes) = (2, vec![&BIG, &LOOKS]);
    let control = config.control.clone();
    let wait_for = |it: &AtomicBool| {
        while !it.load(Ordering::SeqCst) {
            std::thread::yield_now();
        }
    };
    // While the big step is out, its round goes on with looks, and is told to settle at the first of them.
    let judge = oracle::from_bytes(|text| {
        if text.starts_with(b"abc") {
            wait_for(&goes_on);
            control.settle();
            settled.store(true, Ordering::SeqCst);
        } else if text.contains(&b'x') {
            wait_for(&settled);
            asked.lock().push(String::from_utf8_lossy(text).into_owned());
        }
        false
    });
    let observer = GoesOn(&goes_on);
    let reduction = Reduction::new([*b"big.abc.def.ghi"]).config(config).observer(&observer);
    let outcome = reduction.assume_interesting().run(&judge).expect("the oracle never fails");
    assert!(outcome.certificate.complete);
    let mut asked = asked.lock();
    asked.sort();
    assert_eq!(*asked, ["big.abc.def.x", "big.abc.x.ghi", "big.x.def.ghi"]);
}
