//! `lop passes`, and passes by C-Reduce's names.

use crate::kitchen::Kitchen;

#[test]
fn every_pass_is_shown_with_its_stage_summary_and_example() {
    let kitchen = Kitchen::new();
    let text = kitchen.lop(["passes"]).text();
    assert!(
        text.contains("shrink-integers (fine)\n    ")
            && text.contains("\n    - ")
            && text.contains("\n    + ")
    );
    let names = kitchen.lop(["--list-passes"]).text();
    for name in names.lines().filter_map(|it| it.split_whitespace().next()) {
        assert!(text.contains(&format!("{name} (")), "{name}");
    }
    let one = kitchen.lop(["passes", "delete-lines"]).text();
    assert!(
        one.starts_with("delete-lines (") && one.contains("Before:") && one.contains("lines::None"),
        "{one}"
    );
}

#[test]
fn c_reduce_s_passes_are_shown_with_ours_beside_them() {
    let kitchen = Kitchen::new();
    let text = kitchen.lop(["passes", "--creduce"]).text();
    for theirs in
        ["lines::10", "balanced::parens-to-zero", "clexhints::rm-toks-29-to-32", "clang::rename-operator"]
    {
        assert!(text.lines().any(|it| it.split_whitespace().next() == Some(theirs)), "{theirs}");
    }
    kitchen.lop(["passes", "--creduce", "hoist"]).says(1, &["cannot be used with"]);
}

#[test]
fn both_lists_can_be_had_as_json() {
    let kitchen = Kitchen::new();
    let json =
        |words: &[&str]| serde_json::from_str::<Vec<serde_json::Value>>(&kitchen.lop(words).text()).unwrap();
    let all = json(&["passes", "--json"]);
    assert_eq!(all.len(), kitchen.lop(["--list-passes"]).text().lines().count());
    assert!(all.iter().all(|it| it["before"].as_str() != it["after"].as_str()), "{all:#?}");
    let lines = json(&["passes", "--json", "pass_lines"]);
    assert!(lines.len() > 1 && lines.iter().any(|it| it["name"] == "delete-lines"));
    let theirs = json(&["passes", "--creduce", "--json"]);
    assert!(theirs.len() > 140 && theirs.iter().all(|it| it["how"].is_string()));
}

#[test]
fn a_name_that_nothing_has_is_told_with_the_nearest_one() {
    let kitchen = Kitchen::new();
    kitchen
        .lop(["passes", "delete-lins"])
        .says(1, &["there is no pass delete-lins", "did you mean delete-lines?"]);
    let options =
        |option: &str, name: &str| kitchen.lop([option, name, "x.c", "--", "grep", "-q", "bug", "@@"]);
    options("--passes", "pass_linse").says(1, &["there is no pass pass_linse", "did you mean lines"]);
    options("--skip", "balanced::curl").says(1, &["did you mean balanced::curly"]);
    options("--passes", "clang_binsrch::move-global-var")
        .says(1, &["no: another order makes nothing smaller"]);
    options("--skip", "makefile").says(1, &["no pass here does what makefile does", "about directories"]);
}

#[test]
fn c_reduce_s_names_choose_passes() {
    let kitchen = Kitchen::new();
    let asked = |option: &str, names: &str| {
        let ended = kitchen.lop(["--stats", option, names, "x.c", "--", "grep", "-q", "bug", "@@"]);
        ended.says(0, &[]);
        let table = ended.stderr.lines().skip_while(|it| !it.starts_with("pass ")).skip(1);
        let names =
            table.take_while(|it| !it.starts_with("total ")).filter_map(|it| it.split_whitespace().next());
        (names.map(str::to_owned).collect::<Vec<_>>(), ended.stderr.clone())
    };
    let own = ["certify", "ask-again"];
    let (names, said) = asked("--passes", "lines::3,pass_ints");
    assert!(names.iter().any(|it| it == "delete-lines" || it == "delete-blocks"), "{names:?}");
    let known = ["delete-lines", "delete-blocks", "shrink-integers", "delete-units"];
    assert!(names.iter().all(|it| known.contains(&it.as_str()) || own.contains(&it.as_str())), "{names:?}");
    assert!(said.contains("note: lines::3 of C-Reduce is delete-blocks, delete-lines here"), "{said}");
    let (names, _) = asked("--skip", "LinesPass");
    assert!(!names.is_empty() && !names.iter().any(|it| it == "delete-lines"), "{names:?}");
}
