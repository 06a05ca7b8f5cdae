//! Below the fixpoint: what excursions and restarts reach that a greedy search does not, and the laws that bound them.

#[path = "../common/mod.rs"]
mod common;
mod crashes;

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use common::{c, config, reduction};
use crashes::{THREE_CALLS, TWO_TYPES, crashes_on_three_calls, crashes_on_two_types, tokens};
use lop_engine::oracle::from_bytes;
use lop_engine::{
    Config, Effort, Ended, Event, Goal, Language, Observer, Outcome, Rank, Stage, Verdict, passes, text_hash,
};
use parking_lot::Mutex;
use proptest::prelude::*;

fn run(
    text: &str,
    language: Option<&Arc<Language>>,
    config: &Config,
    wanted: impl Fn(&str) -> bool + Sync,
) -> Outcome {
    let oracle = |text: &[u8]| wanted(&String::from_utf8_lossy(text));
    assert!(oracle(text.as_bytes()), "the input is interesting");
    ask(text.as_bytes(), language, config, oracle)
}

fn ask(
    text: &[u8],
    language: Option<&Arc<Language>>,
    config: &Config,
    wanted: impl Fn(&[u8]) -> bool + Sync,
) -> Outcome {
    reduction(text, language.cloned(), config).run(&from_bytes(wanted)).expect("the search begins")
}

fn result(outcome: &Outcome) -> String {
    String::from_utf8_lossy(&outcome.files[0]).into_owned()
}

/// A configuration without passes that grow, and without restarts.
fn greedy() -> Config {
    let passes = passes::of(Effort::Normal).into_iter().filter(|it| it.stage != Stage::Grow).collect();
    config(|it| (it.passes, it.restart) = (passes, false))
}

fn without_restart() -> Config {
    config(|it| it.restart = false)
}

#[test]
fn a_function_is_inlined_at_many_calls_because_each_copy_then_loses_what_it_does_not_need() {
    let greedy = run(THREE_CALLS, Some(&c()), &greedy(), crashes_on_three_calls);
    let found = run(THREE_CALLS, Some(&c()), &without_restart(), crashes_on_three_calls);
    assert!(found.tokens.1 < greedy.tokens.1, "{}", result(&found));
    assert!(!result(&found).contains('f'));
}

#[test]
fn excursions_that_gain_nothing_are_no_more_than_a_fifth_of_a_run() {
    let least = run(THREE_CALLS, Some(&c()), &greedy(), crashes_on_three_calls);
    let least = Rank::of(&least.files);
    // Whatever ranks above that is interesting as well, and nothing below.
    let in_vain = |text: &str| crashes_on_three_calls(text) && Rank::of(&[text.as_bytes().into()]) >= least;
    let without = run(THREE_CALLS, Some(&c()), &greedy(), in_vain).questions;
    let with = run(THREE_CALLS, Some(&c()), &without_restart(), in_vain).questions;
    assert!(with > without && 5 * (with - without) <= with, "{without} of {with}");
}

#[test]
fn a_goal_that_only_a_side_search_meets_ends_the_run_there() {
    let greedy = run(THREE_CALLS, Some(&c()), &greedy(), crashes_on_three_calls);
    let goal = Some(Goal { tokens: Some(greedy.tokens.1 - 1), bytes: None });
    let outcomes = [(1, false), (1, true), (4, true)].map(|(jobs, deterministic)| {
        let config = config(|it| {
            (it.goal, it.jobs, it.deterministic, it.restart) = (goal, jobs, deterministic, false);
        });
        let outcome = run(THREE_CALLS, Some(&c()), &config, crashes_on_three_calls);
        assert!(matches!(outcome.ended, Ended::GoalReached));
        assert!(outcome.tokens.1 < greedy.tokens.1 && crashes_on_three_calls(&result(&outcome)));
        (outcome.files, outcome.questions)
    });
    assert_eq!(outcomes[1], outcomes[2]);
}

#[test]
fn a_type_is_spelt_out_because_each_copy_then_loses_the_members_it_does_not_need() {
    let greedy = run(TWO_TYPES, Some(&c()), &greedy(), crashes_on_two_types);
    let found = run(TWO_TYPES, Some(&c()), &without_restart(), crashes_on_two_types);
    assert!(found.tokens.1 < greedy.tokens.1, "{}", result(&found));
    assert!(!result(&found).contains('T'));
}

#[test]
fn a_value_is_inlined_on_text_without_a_language() {
    // Statements are lines.
    let wanted = |text: &str| {
        let lines: Vec<Vec<&str>> = text.lines().map(tokens).collect();
        let says = |line: &&Vec<&str>| line.len() > 4 && line[..4] == ["let", "o", "=", "["];
        let value = lines.iter().find(says).map_or(&[] as &[&str], |it| &it[4..]);
        [("one", "p", "q"), ("two", "r", "s"), ("three", "t", "u")].iter().all(|&(name, first, second)| {
            let calls = |line: &&Vec<&str>| line.len() > 2 && line[..2] == [name, "("];
            let Some(own) = lines.iter().find(calls) else { return false };
            let all = if own.contains(&"o") { value } else { own };
            let has = |it: &str| all.contains(&it);
            has(first) && has(second)
        })
    };
    let text = "let o = [p, q, r, s, t, u]\none(o)\ntwo(o)\nthree(o)\n";
    let greedy = run(text, None, &greedy(), wanted);
    let found = run(text, None, &without_restart(), wanted);
    assert!(found.tokens.1 < greedy.tokens.1, "{}", result(&found));
}

/// Everything that was told of a run, in order, and what the oracle said yes to.
#[derive(Default)]
struct Watch {
    improved: Mutex<Vec<Rank>>,
}

impl Observer for Watch {
    fn on_event(&self, event: &Event<'_>) {
        if let Event::Improved { files, .. } = event {
            self.improved.lock().push(Rank::of(files));
        }
    }
}

/// An oracle that wants all words of one of two sets, in the order they are given in, and counts its brackets.
#[derive(Debug, Clone)]
struct Wanted {
    sets: [Vec<&'static str>; 2],
    balanced: bool,
}

impl Wanted {
    fn accepts(&self, text: &[u8]) -> bool {
        let text = String::from_utf8_lossy(text);
        let count = |byte: char| text.matches(byte).count();
        let balanced = count('(') == count(')') && count('{') == count('}');
        let holds = |set: &Vec<&str>| {
            let mut rest = &text[..];
            set.iter().all(|it| match rest.find(it) {
                Some(at) => {
                    rest = &rest[at + it.len()..];
                    true
                }
                None => false,
            })
        };
        (balanced || !self.balanced) && self.sets.iter().any(holds)
    }
}

const WORDS: &[&str] = &[
    "a ",
    "bb ",
    "int ",
    "int a;",
    "f(",
    ")",
    "{",
    "}",
    ";",
    "\n",
    "= ",
    "typedef ",
    "return ",
    ", ",
    "f(bb)",
    "a = 1;\n",
    "{ a; }",
    "12",
    "\"s\"",
    "let bb = a;\n",
];
const NEEDLES: &[&str] = &["a", "bb", "f(", "int", "{", ";", "=", "1", "return", "12"];

fn wanted() -> impl Strategy<Value = Wanted> {
    let set = || prop::collection::vec(prop::sample::select(NEEDLES.to_vec()), 1..5);
    (set(), set(), any::<bool>()).prop_map(|(a, b, balanced)| Wanted { sets: [a, b], balanced })
}

fn some_text() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(WORDS.to_vec()), 5..40).prop_map(|it| it.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_second_run_changes_nothing(text in some_text(), wanted in wanted(), is_c in any::<bool>()) {
        prop_assume!(wanted.accepts(text.as_bytes()));
        let language = is_c.then(c);
        let search = |text: &[u8]| ask(text, language.as_ref(), &Config::default(), |it| wanted.accepts(it));
        let first = search(text.as_bytes());
        prop_assert!(first.certificate.complete);
        prop_assert_eq!(&first.files, &search(&first.files[0]).files);
    }

    #[test]
    fn a_second_thorough_run_changes_nothing_and_asks_nothing_new(text in some_text(), wanted in wanted(), is_c in any::<bool>()) {
        prop_assume!(wanted.accepts(text.as_bytes()));
        let language = is_c.then(c);
        let asked = Mutex::new(HashMap::new());
        let layouts = Mutex::new(HashSet::new());
        let new = Mutex::new(Vec::new());
        let oracle = |text: &[u8]| {
            let verdict = wanted.accepts(text);
            let kept = if verdict { Verdict::Interesting } else { Verdict::Boring };
            asked.lock().insert(text_hash(&[Arc::from(text)]), kept);
            // Where layout is free a refusal also holds for the same lines and words with other blanks.
            let layout = String::from_utf8_lossy(text).lines().map(|it| it.split_whitespace().collect::<Vec<_>>().join(" "))
                .filter(|it| !it.is_empty()).collect::<Vec<_>>().join("\n");
            if layouts.lock().insert(layout) || !is_c {
                new.lock().push(String::from_utf8_lossy(text).into_owned());
            }
            verdict
        };
        let thorough = config(|it| (it.effort, it.restart) = (Effort::Thorough, false));
        let first = ask(text.as_bytes(), language.as_ref(), &thorough, oracle);
        prop_assert!(matches!(first.ended, Ended::Fixpoint));
        prop_assert!(wanted.accepts(&first.files[0]) );
        new.lock().clear();
        let known = asked.lock().clone();
        let again = config(|it| (it.effort, it.restart, it.known) = (Effort::Thorough, false, known));
        let second = ask(&first.files[0], language.as_ref(), &again, oracle);
        prop_assert_eq!(&first.files, &second.files);
        prop_assert_eq!(&*new.lock(), &Vec::<String>::new());
        let fresh = ask(&first.files[0], language.as_ref(), &thorough, oracle);
        prop_assert_eq!(first.files, fresh.files);
    }

    #[test]
    fn rank_falls_with_each_improvement_whatever_happens_on_the_side(
        text in some_text(), wanted in wanted(), jobs in prop::sample::select(vec![1, 4]), deterministic in any::<bool>()
    ) {
        prop_assume!(wanted.accepts(text.as_bytes()));
        let watch = Watch::default();
        let input = Rank::of(&[Arc::from(text.as_bytes())]);
        let config = config(|it| (it.jobs, it.deterministic) = (jobs, deterministic));
        let reduction = reduction(text.as_bytes(), Some(c()), &config).effort(Effort::Thorough).observer(&watch);
        let outcome = reduction.run(&from_bytes(|it| wanted.accepts(it))).expect("the search begins");
        let ranks = watch.improved.into_inner();
        prop_assert!(ranks.windows(2).all(|it| it[1] < it[0]));
        prop_assert!(ranks.iter().all(|it| *it < input && wanted.accepts(&it.files()[0])));
        let last = ranks.last().unwrap_or(&input);
        prop_assert_eq!(last.files(), &outcome.files[..]);
    }
}

#[test]
fn the_deterministic_mode_gives_the_same_result_and_asks_as_much_at_any_number_of_jobs() {
    for text in [THREE_CALLS, TWO_TYPES] {
        let outcomes = [1, 2, 5].map(|jobs| {
            let config = config(|it| (it.jobs, it.deterministic) = (jobs, true));
            let outcome =
                run(text, Some(&c()), &config, |it| crashes_on_three_calls(it) || crashes_on_two_types(it));
            (result(&outcome), outcome.questions)
        });
        assert!(outcomes.windows(2).all(|it| it[0] == it[1]), "{outcomes:#?}");
    }
}

#[test]
fn a_restart_in_a_thorough_run_finds_the_basin_that_the_first_order_missed() {
    let words: Vec<String> = (0..96).map(|it| format!("w{it}\n")).collect();
    let text = words.concat();
    let has =
        |text: &str, all: &[usize]| all.iter().all(|it| text.lines().any(|line| line == format!("w{it}")));
    // From the back, the small set is lost with the first half; from the front, the large one is.
    let wanted = |text: &str| has(text, &[60, 90]) || has(text, &[2, 7, 11, 20, 33, 40]);
    let mut thorough = config(|it| (it.effort, it.passes) = (Effort::Thorough, passes::of(Effort::Thorough)));
    let with = run(&text, None, &thorough, wanted);
    thorough.restart = false;
    let without = run(&text, None, &thorough, wanted);
    assert_eq!((without.tokens.1, with.tokens.1), (6, 2));
    assert!(with.questions * 3 < without.questions * 4, "{} {}", with.questions, without.questions);
}

#[test]
fn where_nothing_can_be_inlined_looking_for_it_costs_no_question() {
    let text = "int a; int f(int x) { return a + x; }\nint b() { return a; }\n";
    let wanted = |text: &str| text.contains("return a");
    let found = run(text, Some(&c()), &without_restart(), wanted);
    assert_eq!(found.questions, run(text, Some(&c()), &greedy(), wanted).questions);
}
