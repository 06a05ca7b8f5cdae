//! The search with closures as oracles: no process is started.

mod common;

use std::collections::HashMap;

use common::{c, config, reduction};
use lop_engine::oracle::from_bytes;
use lop_engine::{
    Cancel, Config, Effort, Ended, Event, Observer, Oracle, Outcome, Reduction, Stage, passes, tokens,
};
use parking_lot::Mutex;

fn run(text: &str, config: &Config, wanted: &(impl Fn(&[u8]) -> bool + Sync)) -> Outcome {
    ask(text, config, &from_bytes(wanted))
}

fn ask(text: &str, config: &Config, oracle: &dyn Oracle) -> Outcome {
    reduction(text.as_bytes(), Some(c()), config).run(oracle).expect("the search begins")
}

fn watched(oracle: &dyn Oracle, config: &Config, observer: &dyn Observer) -> Outcome {
    let reduction = reduction(PROGRAM.as_bytes(), Some(c()), config);
    reduction.observer(observer).run(oracle).expect("the search begins")
}

fn result(outcome: &Outcome) -> String {
    String::from_utf8(outcome.files[0].to_vec()).expect("utf-8")
}

const PROGRAM: &str = "
#include <stdio.h>
static int helper(int a, int b) { return a * b + 3; }
int unused(void) { int x = 1; int y = 2; return x + y; }
struct point { int x, y; };
int main(int argc, char **argv) {
    int total = 0;
    for (int i = 0; i < argc; i++) {
        if (argv[i][0] == '-') { total += helper(i, 2); } else { total -= 1; }
    }
    printf(\"%d\\n\", total);
    return total;
}
";

fn contains(text: &[u8], needle: &[u8]) -> bool {
    text.windows(needle.len()).any(|it| it == needle)
}

fn has(needle: &'static str) -> impl Fn(&[u8]) -> bool + Sync {
    move |text| text.windows(needle.len()).any(|it| it == needle.as_bytes())
}

#[test]
fn a_document_shrinks_to_what_the_oracle_wants() {
    let outcome = run(PROGRAM, &Config::default(), &has("helper("));
    assert_eq!(result(&outcome).trim(), "helper(");
    assert!(matches!(outcome.ended, Ended::Fixpoint));
    assert!(outcome.certificate.complete, "{:?}", outcome.certificate);
}

#[test]
fn a_run_leaves_what_was_refused_before_unless_it_is_thorough_and_is_certified_all_the_same() {
    let wanted = |text: &[u8]| [&b"helper(i"[..], b"printf", b"total +="].iter().all(|it| contains(text, it));
    let normal = run(PROGRAM, &Config::default(), &wanted);
    assert!(normal.left.edits > 0 && normal.left.tokens < 1.0, "{:?}", normal.left);
    let thorough = run(PROGRAM, &config(|it| it.effort = Effort::Thorough), &wanted);
    assert_eq!(thorough.left.edits, 0);
    assert!(normal.certificate.complete && thorough.certificate.complete);
    let cut_short = run(PROGRAM, &config(|it| it.max_questions = Some(20)), &wanted);
    assert_eq!(cut_short.left.edits, 0, "what is left there is more than that");
}

#[test]
fn an_oracle_that_says_yes_to_everything_leaves_nothing() {
    let outcome = run(PROGRAM, &Config::default(), &|_: &[u8]| true);
    assert_eq!(result(&outcome), "");
}

#[test]
fn an_oracle_that_says_no_to_everything_leaves_the_input() {
    let outcome = run(PROGRAM, &Config::default(), &|_: &[u8]| false);
    assert_eq!(result(&outcome), PROGRAM);
    assert!(outcome.certificate.complete);
}

#[test]
fn no_text_is_asked_about_twice() {
    let asked = Mutex::new(HashMap::<Vec<u8>, usize>::new());
    let wanted = has("total += ");
    let oracle = |text: &[u8]| {
        *asked.lock().entry(text.to_vec()).or_default() += 1;
        wanted(text)
    };
    let config = config(|it| it.jobs = 4);
    run(PROGRAM, &config, &oracle);
    assert!(asked.lock().values().all(|&it| it == 1));
}

#[test]
fn the_result_was_judged_interesting_and_rank_falls_with_every_improvement() {
    struct Watch(Mutex<Vec<(usize, usize, Vec<u8>)>>);
    impl Observer for Watch {
        fn on_event(&self, event: &Event<'_>) {
            if let Event::Improved { files, tokens, bytes, .. } = event {
                self.0.lock().push((*tokens, *bytes, files[0].to_vec()));
            }
        }
    }
    let accepted = Mutex::new(Vec::<Vec<u8>>::new());
    let wanted = has("argv[i]");
    let oracle = |text: &[u8]| {
        let yes = wanted(text);
        if yes {
            accepted.lock().push(text.to_vec());
        }
        yes
    };
    let watch = Watch(Mutex::default());
    let config = config(|it| it.jobs = 4);
    let outcome = watched(&from_bytes(oracle), &config, &watch);
    let seen = watch.0.into_inner();
    assert!(seen.windows(2).all(|it| it[1] < it[0]), "{seen:?}");
    assert!(seen.iter().all(|it| accepted.lock().contains(&it.2)));
    assert_eq!(seen.last().map(|it| &it.2[..]), Some(&outcome.files[0][..]));
}

#[test]
fn the_deterministic_mode_gives_the_same_result_at_any_number_of_jobs() {
    let results: Vec<String> = [1, 2, 7]
        .map(|jobs| config(|it| (it.jobs, it.deterministic) = (jobs, true)))
        .map(|it| result(&run(PROGRAM, &it, &has("argv[i]"))))
        .into();
    assert!(results.windows(2).all(|it| it[0] == it[1]), "{results:?}");
}

#[test]
fn a_second_run_changes_nothing() {
    let first = run(PROGRAM, &Config::default(), &has("int y = 2"));
    let second = run(&result(&first), &Config::default(), &has("int y = 2"));
    assert_eq!(result(&first), result(&second));
}

/// What a compiler crashes on that does not care for names: a sum of two in a block.
fn adds_in_a_block(text: &[u8]) -> bool {
    let text: Vec<u8> = text.iter().copied().filter(|it| !it.is_ascii_whitespace()).collect();
    let is_name = |at: usize| text.get(at).is_some_and(u8::is_ascii_alphabetic);
    let adds = (1..text.len()).any(|at| text[at] == b'+' && is_name(at - 1) && is_name(at + 1));
    let depth: i32 = text.iter().map(|&it| i32::from(it == b'{') - i32::from(it == b'}')).sum();
    adds && text.contains(&b'{') && depth == 0
}

#[test]
fn a_cut_that_was_refused_is_asked_about_under_other_names_in_a_thorough_run_only() {
    let passes: Vec<_> =
        passes::of(Effort::Normal).into_iter().filter(|it| it.stage != Stage::Deep).collect();
    let asked = |effort| {
        let passes = passes.clone();
        let config = config(|it| (it.effort, it.restart, it.passes) = (effort, false, passes));
        run(PROGRAM, &config, &adds_in_a_block)
    };
    let (ordinary, thorough) = (asked(Effort::Normal), asked(Effort::Thorough));
    assert_eq!(result(&ordinary), result(&thorough));
    assert!(ordinary.certificate.complete && thorough.certificate.complete);
    assert_eq!(ordinary.certificate, thorough.certificate);
    assert!(ordinary.questions < thorough.questions, "{} {}", ordinary.questions, thorough.questions);
}

#[test]
fn a_budget_of_questions_ends_the_run_with_the_best_so_far() {
    let config = config(|it| it.max_questions = Some(5));
    let outcome = run(PROGRAM, &config, &has("helper(i"));
    assert_eq!(outcome.questions, 5);
    assert!(matches!(outcome.ended, Ended::Budget));
    assert!(result(&outcome).contains("helper(i"));
}

#[test]
fn a_stopped_run_keeps_the_best_so_far() {
    let stop = Cancel::new();
    let asked = Mutex::new(0);
    let wanted = has("helper(i");
    let oracle = |text: &[u8]| {
        *asked.lock() += 1;
        if *asked.lock() == 9 {
            stop.raise();
        }
        wanted(text)
    };
    let reduction = reduction(PROGRAM.as_bytes(), Some(c()), &Config::default());
    let outcome = reduction.stop(&stop).run(&from_bytes(oracle)).expect("the search begins");
    assert!(matches!(outcome.ended, Ended::Stopped));
    assert!(result(&outcome).contains("helper(i"));
    assert_eq!(outcome.questions, 9);
}

#[test]
fn deep_nesting_overflows_no_stack() {
    let depth = 100_000;
    let text = format!("int x = {}1{};", "(".repeat(depth), ")".repeat(depth));
    let config = config(|it| it.max_questions = Some(20));
    run(&text, &config, &has("1"));
}

/// Answers like [`has`], counts who asks, and has room for one worker, or for all once it was asked often enough.
struct Narrow {
    needle: &'static str,
    widens_after: usize,
    askers: Mutex<Vec<usize>>,
}

impl Oracle for Narrow {
    fn ask(
        &self,
        question: &lop_engine::Question<'_>,
    ) -> Result<lop_engine::Answer, lop_engine::OracleError> {
        self.askers.lock().push(question.worker);
        from_bytes(has(self.needle)).ask(question)
    }

    fn width(&self) -> usize {
        if self.askers.lock().len() < self.widens_after { 1 } else { usize::MAX }
    }
}

#[test]
fn a_narrow_oracle_is_asked_by_one_worker_with_the_result_of_one_job() {
    let alone = run(PROGRAM, &Config::default(), &has("argc"));
    let narrow = Narrow { needle: "argc", widens_after: usize::MAX, askers: Mutex::default() };
    let config = config(|it| it.jobs = 4);
    let outcome = ask(PROGRAM, &config, &narrow);
    assert!(narrow.askers.lock().iter().all(|&it| it == 0));
    assert_eq!((result(&outcome), outcome.questions), (result(&alone), alone.questions));
}

#[test]
fn an_oracle_that_widens_in_the_middle_is_asked_by_all_workers() {
    let narrow = Narrow { needle: "argc", widens_after: 10, askers: Mutex::default() };
    let config = config(|it| it.jobs = 3);
    let outcome = ask(PROGRAM, &config, &narrow);
    assert_eq!(result(&outcome).trim(), "argc");
    assert!(narrow.askers.lock()[..10].iter().all(|&it| it == 0));
}

/// Every improvement of a run at one job, in order: a changed search order shows in review. `UPDATE=1` rewrites it.
#[test]
fn the_trace_of_a_run_at_one_job_is_the_golden_one() {
    struct Trace(Mutex<String>);
    impl Observer for Trace {
        fn on_event(&self, event: &Event<'_>) {
            use std::fmt::Write as _;
            let mut trace = self.0.lock();
            let written = match event {
                Event::RoundStarted { round, tokens, bytes, errors, .. } => {
                    writeln!(trace, "round {round}: {tokens} tokens, {bytes} bytes, {errors} errors")
                }
                Event::Improved { pass, tokens, bytes, .. } => {
                    writeln!(trace, "  {pass}: {tokens} tokens, {bytes} bytes")
                }
                _ => Ok(()),
            };
            written.expect("a string can always be written");
        }
    }
    let trace = Trace(Mutex::default());
    let outcome = watched(&from_bytes(has("argv[i]")), &Config::default(), &trace);
    let found = format!("{}{} questions\n{}", trace.0.into_inner(), outcome.questions, result(&outcome));
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/one-job.txt");
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(path, &found).expect("the golden trace can be written");
    }
    assert_eq!(found, std::fs::read_to_string(path).expect("the golden trace is there"));
}

#[test]
fn an_instant_test_is_asked_rather_than_a_text_is_parsed_to_the_same_end() {
    let text = "int f(int a) {\n  if (a > 3) return a - 1;\n  return g(a);\n}\n".repeat(4);
    let asked = |instant: bool| {
        let asked = Mutex::new(Vec::new());
        let oracle = from_bytes(|it| {
            asked.lock().push(it.to_vec());
            it.windows(4).any(|it| it == b"if (")
        });
        let reduction = Reduction::new([text.as_bytes()]).language(0, c()).instant(instant);
        let outcome = reduction.run(&oracle).expect("it is interesting");
        drop(oracle);
        (outcome.files, asked.into_inner())
    };
    let (instant, patient) = (asked(true), asked(false));
    assert_eq!(instant.0, patient.0);
    assert_ne!(instant.1, patient.1, "what breaks the tree comes in its turn");
}

/// The stages that rounds begin with.
#[derive(Default)]
struct Stages(Mutex<Vec<Stage>>);

impl Observer for Stages {
    fn on_event(&self, event: &Event<'_>) {
        if let Event::RoundStarted { stage, .. } = event {
            self.0.lock().push(*stage);
        }
    }
}

/// One that tells tokens apart and does not care about blanks.
fn has_the_tokens_of(wanted: &'static str) -> impl Fn(&[u8]) -> bool + Sync {
    let visible =
        |text: &[u8]| text.iter().copied().filter(|it| !it.is_ascii_whitespace()).collect::<Vec<u8>>();
    move |text| {
        visible(text) == visible(wanted.as_bytes()) && tokens::count(text) == tokens::count(wanted.as_bytes())
    }
}

#[test]
fn statements_that_may_not_run_together_are_tried_on_lines_of_their_own() {
    let wanted = |text: &[u8]| [&b"{a(1)}b(2)"[..], b"a(1)\nb(2)"].contains(&text.trim_ascii());
    let outcome = run("{a(1)}b(2)", &Config::default(), &wanted);
    assert_eq!(result(&outcome), "a(1)\nb(2)");
}

#[test]
fn what_fits_into_a_line_ends_as_one() {
    let text = "int f ( ) {\n    return 0 ;\n}\n";
    let outcome = run(text, &Config::default(), &has_the_tokens_of(text));
    assert_eq!(result(&outcome), "int f(){return 0;}");
    assert!(outcome.certificate.complete);
}

#[test]
fn a_change_of_blanks_alone_does_not_lead_back_to_the_big_steps() {
    let text = "int f ( ) {\n    return 0 ;\n}\n";
    let (stages, config) = (Stages::default(), config(|it| it.jobs = 1));
    let oracle = from_bytes(has_the_tokens_of(text));
    let reduction = reduction(text.as_bytes(), Some(c()), &config).observer(&stages);
    reduction.run(&oracle).expect("the search begins");
    let stages = stages.0.into_inner();
    let follow = |one, other| stages.windows(2).any(|it| it == [one, other]);
    assert!(follow(Stage::Polish, Stage::Polish) && !follow(Stage::Polish, Stage::Main), "{stages:?}");
}

#[test]
fn names_that_nobody_asks_for_end_as_letters_in_any_effort_but_the_quick_one() {
    let twice = |it: &[u8]| {
        let text = String::from_utf8_lossy(it).into_owned();
        let name = text.strip_prefix("int ").and_then(|it| it.split_once('=')).map(|it| it.0.trim());
        name.is_some_and(|it| it != "f" && !it.is_empty() && text.contains(&format!("f({it})")))
    };
    let end = |effort| {
        let config = config(|it| (it.effort, it.passes) = (effort, passes::of(effort)));
        result(&run("int counter = 1 + f(counter);\n", &config, &twice))
    };
    assert_eq!(end(Effort::Normal), "int a=f(a)");
    assert_eq!(end(Effort::Thorough), "int a=f(a)");
    assert!(end(Effort::Quick).contains("counter"));
}
