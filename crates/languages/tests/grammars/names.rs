//! What the `names.scm` of each language says of a text: what is defined in which line, and where it is used.
//!
//! `names/<language>.txt` has a text and, below a line of its own, its table: a line for each thing that has a name, with
//! the lines of its definitions and what parts they have, behind `<-` the lines of its uses, then what it is given.

use std::path::Path;
use std::sync::Arc;

use lop_engine::internal::{Document, describe_names};

use crate::examples::row;

/// The table of names of a text.
fn table(language: &str, text: &str) -> String {
    let language = lop_languages::by_name(language).unwrap();
    describe_names(&Document::parse([(Arc::from(text.as_bytes()), Some(language))]))
}

#[test]
fn the_table_of_each_text_is_as_written_below_it() {
    let mut wrong = Vec::new();
    for name in lop_languages::names() {
        if lop_languages::by_name(name).unwrap().names.is_none() {
            continue;
        }
        let path =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/grammars/names").join(format!("{name}.txt"));
        let case = std::fs::read_to_string(&path).unwrap_or_else(|_| panic!("{} is missing", path.display()));
        let (text, expected) = case.split_once("\n=== the table of names ===\n").unwrap();
        let found = table(name, text);
        let missing =
            expected.lines().filter(|it| !found.lines().any(|line| line == *it)).map(|it| format!("- {it}"));
        let more =
            found.lines().filter(|it| !expected.lines().any(|line| line == *it)).map(|it| format!("+ {it}"));
        let differences: Vec<String> = missing.chain(more).collect();
        if found != expected {
            wrong.push(format!("{}:\n{}", path.display(), differences.join("\n")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn in_the_value_of_a_variable_its_name_means_what_it_hides() {
    let text = "fn f(a: i32) -> i32 {\n let a = a;\n a\n}";
    let expected = "\
function f 1[1-4] parameters result body
parameter a 1 result <- 2
value a 2 value <- 3
";
    assert_eq!(table("rust", text), expected);
}

#[test]
fn a_member_and_a_variable_of_its_word_are_two() {
    let text = "class A:\n    def f(self):\n        x = 1\n        self.x = x\n";
    let expected = "\
type A 1[1-4] fields
member f 2[2-4] parameters body
parameter self 2 <- 4
value x 3 value <- 4
member x 4 value
";
    assert_eq!(table("python", text), expected);
    let text = "a = {}\nfunction a.a() return a end\na.a()\n";
    let expected = "value a 1 value <- 2 2 3\nmember a 2 parameters body <- 3; ()\n";
    assert_eq!(table("lua", text), expected);
}

#[test]
fn the_scripts_of_a_page_share_their_names() {
    let text = "<script>\nfunction f(a) { return a; }\n</script>\n<script>\nf(1);\n</script>\n";
    assert!(
        table("html", text).starts_with("function f 2 parameters body <- 5; (1)\n"),
        "{}",
        table("html", text)
    );
}

#[test]
fn an_error_in_a_file_costs_no_name_that_stands_outside_of_it() {
    for (language, text) in [
        ("c", "int broken( { ) ;\nint whole(void) { return 3; }\nint user(void) { return whole(); }\n"),
        ("python", "def broken(:\n    pass\ndef whole(): pass\nwhole()\n"),
        ("rust", "fn broken( -> {\nfn whole() -> u8 { 4 }\nfn user() -> u8 { whole() }\n"),
    ] {
        let found = table(language, text);
        let line =
            found.lines().find(|it| it.starts_with("function whole")).unwrap_or_else(|| panic!("{found}"));
        assert!(line.contains("body") && line.contains("<-"), "{language}: {line}");
    }
}

#[test]
fn what_shares_its_word_with_others_gets_a_short_name_alone() {
    let text =
        "fn newer() {}\nfn f() { newer(); Vec::<u8>::newer(); }\nstruct A;\nimpl A { fn newer() {} }\n";
    let pass = row("rename-identifiers");
    let found = crate::examples::candidates(pass, "rust", text);
    let alone = |it: &&String| it.contains("impl A { fn newer() {} }") && it.contains("::newer(); }");
    let renamed =
        found.iter().filter(alone).find(|it| !it.starts_with("fn newer") && !it.contains("{ newer()"));
    assert!(renamed.is_some(), "{found:#?}");
}

#[test]
fn what_an_example_in_a_comment_defines_or_uses_is_not_the_file_s() {
    let text = "/// ```\n/// fn g() { f(); }\n/// g();\n/// ```\nfn f() { g(); }\nfn g() {}\n";
    let expected = "function f 5 parameters body\nfunction g 6 parameters body <- 5; ()\n";
    assert_eq!(table("rust", text), expected);
}
