//! Languages that lop does not have: `--grammar`, the user's own folders, `lop grammar check`.

use std::fs;

use crate::kitchen::Kitchen;

const QUERIES: &str = "summary = \"queries\"\nextensions = [\"qry\"]\nline-comments = [\"--\"]\n\
                       [lines]\nrecords = \"lines\"\nseparators = [\",\"]\nbrackets = [[\"(\", \")\"]]\n";

/// A folder of a line language.
fn folder(kitchen: &Kitchen, path: &str, toml: &str) {
    fs::create_dir_all(kitchen.path(path)).unwrap();
    kitchen.write(format!("{path}/language.toml"), toml);
}

#[test]
fn a_folder_of_the_user_is_a_language_like_any_other() {
    let kitchen = Kitchen::new();
    folder(&kitchen, "config/lop/grammars/queries", QUERIES);
    kitchen.write("x.qry", "select (a, bug, c)\nfrom b -- nothing\n");
    let run = |arguments: &[&str]| {
        kitchen.command(arguments).env("XDG_CONFIG_HOME", kitchen.path("config")).output().unwrap().into()
    };
    let ended: crate::kitchen::Ended = run(&["x.qry", "--", "grep", "-q", "bug", "@@"]);
    ended.says(0, &["queries"]);
    assert_eq!(kitchen.read("x.lop.qry").trim(), "bug");
    let list: crate::kitchen::Ended = run(&["--list-languages"]);
    assert!(
        list.text().lines().any(|it| it.starts_with("queries ") && it.contains("added")),
        "{}",
        list.text()
    );
}

#[test]
fn a_grammar_reads_every_file_or_those_with_its_extension() {
    let kitchen = Kitchen::new();
    folder(&kitchen, "queries", QUERIES);
    let test = ["--", "grep", "-q", "bug", "@@"];
    let run =
        |more: &[&str]| kitchen.lop([&["x.c", "--fresh", "--grammar", "queries"], more, &test].concat());
    run(&[]).says(0, &["queries"]);
    run(&["--extension", ".c"]).says(0, &["queries"]);
    run(&["--extension", "other"]).says(0, &[" c;"]);
    kitchen.lop(["x.c", "--extension", "c", "--", "true"]).says(1, &["--grammar"]);
}

#[test]
fn a_grammar_that_cannot_be_used_is_a_mistake_with_its_remedy() {
    let kitchen = Kitchen::new();
    let run = |path: &str| kitchen.lop(["x.c", "--grammar", path, "--", "grep", "-q", "bug", "@@"]);
    run("nowhere").says(1, &["cannot read the grammar nowhere"]);
    run("x.c").says(1, &["no compiled grammar", "language.toml"]);
    folder(&kitchen, "odd", "[lines]\nrecord = 1\n");
    run("odd").says(1, &["unknown field `record`", "lop grammar check"]);
}

#[test]
fn a_grammar_that_crashes_takes_nobody_with_it() {
    let kitchen = Kitchen::new();
    fs::create_dir_all(kitchen.path("bad/src")).unwrap();
    kitchen.write("bad/src/parser.c", "#include <stdlib.h>\nvoid *tree_sitter_bad(void) { abort(); }\n");
    let rules = r#"{"name": "bad", "rules": {"text": {"type": "STRING", "value": "a"}}, "extras": []}"#;
    kitchen.write("bad/src/grammar.json", rules);
    let mut command = kitchen.command(["x.c", "--grammar", "bad", "--", "grep", "-q", "bug", "@@"]);
    let ended: crate::kitchen::Ended =
        command.env("XDG_CACHE_HOME", kitchen.path("cache")).output().unwrap().into();
    ended.says(1, &["crashes when it is used", "generate"]);
}

#[test]
fn the_check_of_a_folder_says_what_is_missing_and_how_well_it_works() {
    let kitchen = Kitchen::new();
    folder(&kitchen, "queries", QUERIES);
    let ended = kitchen.lop(["grammar", "check", "queries"]);
    assert_eq!(ended.code, Some(0), "{ended:?}");
    let text = ended.text();
    assert!(
        text.contains("sample   missing") && text.ends_with("the language queries can be used\n"),
        "{text}"
    );
    kitchen.write("queries/sample.qry", "select (a, b\n");
    let ended = kitchen.lop(["grammar", "check", "queries", "--json"]);
    assert_eq!(ended.code, Some(1), "{ended:?}");
    let found: serde_json::Value = serde_json::from_slice(&ended.stdout).unwrap();
    assert_eq!(found["good"], false);
    let findings = found["findings"].as_array().unwrap();
    let sample = findings.iter().find(|it| it["about"] == "sample").unwrap();
    assert!(
        sample["state"] == "wrong" && sample["says"].as_str().unwrap().contains("1 syntax errors"),
        "{found}"
    );
}
