//! Runs that learn from others: what was never accepted waits, and is asked about all the same.

mod common;

use common::{c, config, reduction};
use lop_engine::oracle::from_bytes;
use lop_engine::{Config, EditKind, Effort, Experience, Outcome, Reduction, Seen, passes};

const PROGRAMS: [&str; 3] = [
    "int unused(int a) { return a + 1; }\nint f(int x) { if (x > 2) { return g(x, 3); } return x; }\n",
    "int f(int y) { for (;;) { y = y - 1; if (y) break; } return g(y, 4); }\nlong other = 5;\n",
    "struct s { int a, b; };\nint f(struct s *z) { int sum = z->a; sum += z->b; return g(z->a, sum); }\n",
];

/// Reduces a text that has to go on returning what a call gives, with its brackets in pairs.
fn run(text: &str, known: Option<Experience>, change: impl FnOnce(&mut Config)) -> Outcome {
    let wanted = |it: &[u8]| {
        let count = |byte: u8| it.split(|it| *it == byte).count();
        it.windows(9).any(|it| it == b"return g(") && count(b'(') == count(b')') && count(b'{') == count(b'}')
    };
    let mut config = config(change);
    config.experience = known;
    reduction(text.as_bytes(), Some(c()), &config).run(&from_bytes(wanted)).expect("the search begins")
}

#[test]
fn what_earlier_runs_saw_changes_the_order_and_not_the_result() {
    let mut known = Experience::default();
    for text in PROGRAMS.iter().cycle().take(6) {
        let without = run(text, None, |_| ());
        let with = run(text, Some(known.clone()), |_| ());
        assert_eq!(with.files, without.files);
        assert!(with.certificate.complete && without.experience.is_empty());
        known.add(&with.experience);
    }
    assert!(known.barren() > 0);
    let asked = |known: Option<&Experience>| -> u64 {
        PROGRAMS.iter().map(|it| run(it, known.cloned(), |_| ()).questions).sum()
    };
    let (with, without) = (asked(Some(&known)), asked(None));
    assert!(with < without, "{with} {without}");
}

#[test]
fn kinds_that_were_never_accepted_are_asked_about_in_the_end() {
    let all = |outcome: &Outcome| {
        let mut barren = Experience::default();
        for (kind, _) in outcome.experience.kinds() {
            for breaks in [false, true] {
                barren.note(EditKind { breaks, ..kind.clone() }, Seen { asked: 100.0, accepted: 0.0 });
            }
        }
        barren
    };
    for text in PROGRAMS {
        for effort in [Effort::Quick, Effort::Normal, Effort::Thorough] {
            for (jobs, deterministic) in [(1, false), (4, false), (3, true)] {
                let of_effort = |it: &mut Config| (it.effort, it.passes) = (effort, passes::of(effort));
                let first = run(text, Some(Experience::default()), of_effort);
                let barren = all(&first);
                assert_eq!(barren.barren(), barren.len());
                let last = run(text, Some(barren), |it| {
                    of_effort(it);
                    (it.jobs, it.deterministic) = (jobs, deterministic);
                });
                assert!(last.certificate.complete, "{:?}", last.ended);
                if effort != Effort::Quick {
                    assert_eq!(last.tokens.1, first.tokens.1, "{effort:?} {jobs}");
                }
            }
        }
    }
}

#[test]
fn the_same_experience_leads_the_same_way() {
    let known = run(PROGRAMS[0], Some(Experience::default()), |_| ()).experience;
    let again = |jobs| run(PROGRAMS[1], Some(known.clone()), |it| (it.jobs, it.deterministic) = (jobs, true));
    let (one, three) = (again(1), again(3));
    assert_eq!((one.files, one.questions, one.experience), (three.files, three.questions, three.experience));
}

#[test]
fn nothing_is_learnt_of_documents_in_several_languages() {
    let reduction = Reduction::new([&b"int a; int b;"[..], b"int c;"]).languages([
        Some(c()),
        Some(std::sync::Arc::new(
            lop_engine::Language::new("other", tree_sitter_c::LANGUAGE).expect("a grammar"),
        )),
    ]);
    let has_b = lop_engine::oracle::from_fn(|files| files[0].contains(&b'b'));
    let outcome = reduction.experience(Experience::default()).run(&has_b).expect("the search begins");
    assert!(outcome.questions > 0 && outcome.experience.is_empty());
}
