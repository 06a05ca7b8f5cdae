//! Languages that lop does not have: `--grammar`, the user's own folders, `lop grammar check`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::kitchen::{Ended, Kitchen};

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
    let ended: Ended = run(&["x.qry", "--", "grep", "-q", "bug", "@@"]);
    ended.says(0, &["queries"]);
    assert_eq!(kitchen.read("x.lop.qry").trim(), "bug");
    let list: Ended = run(&["--list-languages"]);
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

/// Runs lop with a cache of its own.
fn apart(kitchen: &Kitchen, arguments: &[&str]) -> Ended {
    kitchen.command(arguments).env("XDG_CACHE_HOME", kitchen.path("cache")).output().unwrap().into()
}

/// A grammar whose library does this when it is loaded.
fn broken(kitchen: &Kitchen, does: &str) {
    fs::create_dir_all(kitchen.path("bad/src")).unwrap();
    let code = format!("#include <stdlib.h>\nvoid *tree_sitter_bad(void) {{ {does}; }}\n");
    kitchen.write("bad/src/parser.c", code);
    let rules = r#"{"name": "bad", "rules": {"text": {"type": "STRING", "value": "a"}}, "extras": []}"#;
    kitchen.write("bad/src/grammar.json", rules);
}

/// The grammar of JSON, whose lexer does this at a `Z`.
fn rigged(kitchen: &Kitchen, does: &str) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let metadata = ["metadata", "--format-version", "1", "--offline", "--locked"];
    let found = Command::new(env!("CARGO")).args(metadata).current_dir(root).output().unwrap();
    let found: serde_json::Value = serde_json::from_slice(&found.stdout).unwrap();
    let package = found["packages"].as_array().unwrap().iter().find(|it| it["name"] == "tree-sitter-json");
    let manifest = PathBuf::from(package.unwrap()["manifest_path"].as_str().unwrap());
    let source = manifest.with_file_name("src");
    fs::create_dir_all(kitchen.path("bad/src/tree_sitter")).unwrap();
    fs::copy(source.join("tree_sitter/parser.h"), kitchen.path("bad/src/tree_sitter/parser.h")).unwrap();
    // Under a name that no language of lop's own has.
    let rules = fs::read_to_string(source.join("grammar.json")).unwrap();
    kitchen.write("bad/src/grammar.json", rules.replacen("\"name\": \"json\"", "\"name\": \"bad\"", 1));
    let lex = "static bool ts_lex(TSLexer *lexer, TSStateId state) {\n";
    let code = fs::read_to_string(source.join("parser.c")).unwrap();
    let at = format!("{lex}  if (lexer->lookahead == 'Z') {{ {does}; }}\n");
    assert!(code.contains(lex), "the grammar has another lexer now");
    let code = code.replace(lex, &at).replace("tree_sitter_json", "tree_sitter_bad");
    kitchen.write("bad/src/parser.c", format!("#include <stdlib.h>\n{code}"));
}

#[test]
fn a_grammar_that_crashes_takes_nobody_with_it() {
    let kitchen = Kitchen::new();
    for (does, says) in [("abort()", "broke off"), ("_Exit(0)", "it ends the program")] {
        broken(&kitchen, does);
        let ended = apart(&kitchen, &["x.c", "--grammar", "bad", "--", "grep", "-q", "bug", "@@"]);
        ended.says(1, &["fails when it is used", says, "generate"]);
    }
}

#[test]
fn a_grammar_that_crashes_or_hangs_on_a_file_takes_nobody_with_it() {
    let kitchen = Kitchen::new();
    kitchen.write("x.json", "[1, 2,Z, 3]\n");
    kitchen.write("good.json", "[1, 2, 3]\n");
    let run =
        |file: &str| apart(&kitchen, &[file, "--fresh", "--grammar", "bad", "--", "grep", "-q", "2", "@@"]);
    for (does, says) in [("abort()", "broke off"), ("for (;;) {}", "it does not end")] {
        rigged(&kitchen, does);
        run("good.json").says(0, &["bad;"]);
        run("x.json").says(1, &["fails when it is used", says]);
        kitchen.write("bad/sample.json", "[Z]");
        let checked = apart(&kitchen, &["grammar", "check", "bad"]);
        assert!(checked.code == Some(1) && checked.text().contains(says), "{checked:?}");
        fs::remove_file(kitchen.path("bad/sample.json")).unwrap();
    }
}

#[test]
fn a_grammar_that_crashes_on_a_candidate_is_named_as_the_cause_and_the_best_so_far_stays() {
    let kitchen = Kitchen::new();
    kitchen.write("x.json", "[\"1\", \"2\", \"3\", Z]\n");
    let test = ["--", "grep", "-q", "Z", "@@"];
    for does in ["*(volatile int *)0 = 0", "abort()"] {
        rigged(&kitchen, &format!("if (lexer->get_column(lexer) < 9) {does}"));
        let ended = apart(&kitchen, &[&["x.json", "--fresh", "-j1", "--grammar", "bad"][..], &test].concat());
        ended.says(4, &["most likely in a grammar", "--language text"]);
        assert!(kitchen.read("x.lop.json").contains('Z'), "the best so far");
        kitchen.lop([&["x.json", "--language", "text", "--resume"][..], &test].concat()).says(0, &["text"]);
    }
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
