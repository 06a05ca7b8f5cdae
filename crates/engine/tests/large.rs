//! Large files: what is about to go is not parsed, and most of it goes in a few dozen questions.

#[path = "common/large.rs"]
mod large;

use std::sync::Arc;

use large::Kind;
use lop_engine::{Ended, Event, Goal, Language, Observer, Outcome, Reduction, Stage, oracle};
use parking_lot::Mutex;

/// A little more than what is parsed at once.
const BYTES: usize = 2_200_000;
const NEEDLES: usize = 3;
const KINDS: [Kind; 5] = [Kind::JsonLog, Kind::JsonLine, Kind::Sql, Kind::C, Kind::LlvmIr];

/// What happened, in order.
#[derive(Default)]
struct Seen {
    asked: u64,
    /// After how many questions something was accepted, and 99 of 100 bytes had gone.
    first: Option<u64>,
    most: Option<u64>,
    /// What was left when the first round with a tree began.
    parsed: Option<usize>,
}

struct Watch(Mutex<Seen>);

impl Observer for Watch {
    fn on_event(&self, event: &Event<'_>) {
        let mut seen = self.0.lock();
        let asked = seen.asked;
        match *event {
            Event::Judged { .. } => seen.asked += 1,
            Event::Improved { bytes, .. } => {
                seen.first.get_or_insert(asked);
                if bytes * 100 <= BYTES {
                    seen.most.get_or_insert(asked);
                }
            }
            Event::RoundStarted { stage, bytes, .. } if stage > Stage::Bulk => {
                seen.parsed.get_or_insert(bytes);
            }
            _ => {}
        }
    }
}

/// Reduces a large text until a hundredth of it is left.
fn reduce(kind: Kind) -> (Outcome, Seen) {
    let text = kind.text(BYTES, NEEDLES);
    let language = (kind.language() == "c")
        .then(|| Arc::new(Language::new("c", tree_sitter_c::LANGUAGE).expect("the parser is of this age")));
    let oracle = oracle::from_bytes(move |text| kind.is_interesting(text, NEEDLES));
    let watch = Watch(Mutex::default());
    let goal = Goal { bytes: Some(BYTES / 100), ..Goal::default() };
    let reduction = Reduction::new([text.into_bytes()]).language(0, language).goal(goal).observer(&watch);
    let outcome = reduction.run(&oracle).expect("a text that is interesting");
    (outcome, watch.0.into_inner())
}

#[test]
fn most_of_a_large_file_goes_in_few_questions_and_is_never_parsed() {
    for kind in KINDS {
        let (outcome, seen) = reduce(kind);
        assert!(matches!(outcome.ended, Ended::GoalReached), "{kind:?}: {:?}", outcome.ended);
        assert!(seen.first.is_some_and(|it| it <= 5), "{kind:?}: the first cut came at {:?}", seen.first);
        assert!(seen.most.is_some_and(|it| it <= 150), "{kind:?}: 99 of 100 had gone at {:?}", seen.most);
        assert!(
            seen.parsed.is_none_or(|it| it <= 256 * 1024),
            "{kind:?}: {:?} bytes were parsed",
            seen.parsed
        );
    }
}
