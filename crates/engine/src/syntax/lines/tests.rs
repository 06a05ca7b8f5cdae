//! Trees of small texts, what explains them, and what text of any kind does to the reader.

use std::sync::Arc;

use proptest::prelude::*;

use super::{LineSyntax, Records};
use crate::document::{Document, File};
use crate::edit::FileId;
use crate::grammar::Symbol;
use crate::language::Language;
use crate::unit::UnitId;

fn pairs(all: &[(&str, &str)]) -> Vec<(String, String)> {
    all.iter().map(|it| (it.0.to_owned(), it.1.to_owned())).collect()
}

fn strings(all: &[&str]) -> Vec<String> {
    all.iter().map(ToString::to_string).collect()
}

/// Lines, labels, blocks in braces, regions of words.
fn assembly() -> LineSyntax {
    LineSyntax {
        words: ".".into(),
        sigils: "%@-".into(),
        keywords: strings(&["add"]),
        operators: strings(&["->"]),
        strings: vec![("\"".into(), "\"".into(), Some('\\'))],
        brackets: pairs(&[("(", ")"), ("[", "]"), ("{", "}")]),
        blocks: strings(&["{", "["]),
        separators: strings(&[","]),
        records: Records::Lines,
        regions: pairs(&[("proc", "endp")]),
        labels: Some(":".into()),
        continued: true,
    }
}

/// Clauses that end in `0`, one kind of line, comments that begin with a letter.
fn clauses() -> LineSyntax {
    LineSyntax {
        sigils: "-".into(),
        records: Records::Terminated { terminators: strings(&["0"]), lines: strings(&["p"]) },
        ..LineSyntax::default()
    }
}

fn lisp() -> LineSyntax {
    LineSyntax { words: "-<=>".into(), brackets: pairs(&[("(", ")")]), ..LineSyntax::default() }
}

fn read(syntax: LineSyntax, comment: &str, text: &[u8]) -> File {
    let language = Language::of_lines("test", syntax).unwrap().with_line_comment(comment);
    Document::parse([(Arc::from(text), Some(Arc::new(language)))]).file(FileId(0)).clone()
}

/// The tree as brackets, tokens as they are.
fn shown(file: &File, unit: UnitId) -> String {
    let text = String::from_utf8_lossy(file.text_of(unit)).into_owned();
    match file.kind_name(unit) {
        "ERROR" => format!("!{text}"),
        "comment" => format!("#{text}"),
        "name" => text,
        _ if file.is_leaf(unit) && unit > 0 => text,
        kind => {
            let children: Vec<String> = file.children(unit).map(|it| shown(file, it)).collect();
            format!("<{kind} {}>", children.join(" "))
        }
    }
}

fn tree(syntax: LineSyntax, comment: &str, text: &str) -> String {
    let file = read(syntax, comment, text.as_bytes());
    explained(&file);
    shown(&file, 0)
}

/// Every node that has no error fits its rule.
#[track_caller]
fn explained(file: &File) {
    let facts = file.language.as_ref().unwrap().facts.as_ref().unwrap();
    let symbol = |it: UnitId| Symbol { kind: file.unit(it).kind, symbol: file.unit(it).symbol };
    for unit in 0..u32::try_from(file.units().len()).unwrap() {
        let ruled = file.children(unit).filter(|&it| !file.unit(it).is_extra());
        let children: Vec<Symbol> = ruled.map(symbol).collect();
        if !children.is_empty() && !file.unit(unit).has_error() {
            assert!(facts.label(symbol(unit), &children).is_some(), "{}", shown(file, unit));
        }
    }
}

#[test]
fn a_record_is_a_line_with_its_parts_and_its_comment() {
    let text = "# top\nadd %x, -1, f(a b, c) # why\n\nret\n";
    let wanted = "<file ## top <record <part add %x> , <part -1> , <part f <group ( <part a b> , <part c> )>> ## why> \
                  <record ret>>";
    assert_eq!(tree(assembly(), "#", text), wanted);
}

#[test]
fn a_block_holds_records_and_belongs_to_the_record_that_opens_it() {
    let text = "define @f(x) {\n  a b\n  { i32, i32 }\n}\nend\n";
    let wanted = "<file <record define @f <group ( x )> <block { <record a b> <record <group { <part i32> , <part i32> }>> }>> \
                  <record end>>";
    assert_eq!(tree(assembly(), "#", text), wanted);
}

#[test]
fn a_label_begins_a_section_that_the_next_label_ends() {
    let text = "a\none: b\nc\n^two(%x: i32):\nd\n";
    let wanted = "<file <record a> <section <label one :> <record b> <record c>> \
                  <section <label ^ two <group ( %x : i32 )> :> <record d>>>";
    assert_eq!(tree(assembly(), "#", text), wanted);
}

#[test]
fn a_line_that_is_indented_deeper_goes_on_with_the_record() {
    assert_eq!(tree(assembly(), "#", "a ->\n  to b\nc\n"), "<file <record a -> to b> <record c>>");
    let lines = LineSyntax { continued: false, ..assembly() };
    assert_eq!(tree(lines, "#", "a\n  to b\nc\n"), "<file <record a> <record to b> <record c>>");
}

#[test]
fn a_region_goes_from_its_opening_word_to_its_closing_word() {
    let text = "proc f\na\nproc g\nendp\nendp f\nendp\n";
    let wanted = "<file <region <record proc f> <record a> <region <record proc g> <record endp>> <record endp f>> \
                  <record endp>>";
    assert_eq!(tree(assembly(), "#", text), wanted);
}

#[test]
fn a_record_may_end_with_a_token_of_its_own() {
    let text = "c hello 0\np cnf 3 2\n1 -3\n 2 0 -1 0\n0\n3 0\n";
    let wanted =
        "<file #c hello 0 <record p cnf 3 2> <record 1 -3 2 0> <record -1 0> <record 0> <record 3 0>>";
    assert_eq!(tree(clauses(), "c", text), wanted);
}

#[test]
fn without_records_a_file_is_what_its_brackets_make_of_it() {
    assert_eq!(
        tree(lisp(), ";", "(assert (<= x 1)) ; no\n()"),
        "<file <group ( assert <group ( <= x 1 )> )> #; no <group ( )>>"
    );
}

#[test]
fn a_bracket_without_its_partner_is_an_error() {
    assert_eq!(tree(lisp(), ";", "(a (b c)"), "<file !( a <group ( b c )>>");
    assert_eq!(tree(assembly(), "#", "f(a]\nb)"), "<file <record f <group ( a !] b )>>>");
    let file = read(lisp(), ";", b"(a))");
    assert_eq!((file.errors(), file.unit(0).has_error()), (1, true));
}

#[test]
fn deep_nesting_overflows_no_stack() {
    let deep = [vec![b'('; 200_000], vec![b')'; 200_000]].concat();
    assert_eq!(read(lisp(), ";", &deep).units().len(), 1 + 3 * 200_000);
    assert_eq!(read(lisp(), ";", &vec![b'('; 200_000]).errors(), 200_000);
}

#[test]
fn what_is_opened_and_never_closed_is_looked_for_once() {
    let quotes = "\\\"".repeat(200_000);
    let file = read(assembly(), "#", quotes.as_bytes());
    assert_eq!(file.children(0).count(), 1);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn whatever_the_text_the_tree_is_sound_and_the_facts_explain_it(
        parts in prop::collection::vec(prop::sample::select(vec![
            "a", "0", "-1", "%x", "(", ")", "{", "}", "[", "]", ",", ":", "\n", "\n  ", " ", "# c", "\"", "proc", "endp", "é",
        ]), 0..60),
        which in 0..3_usize,
    ) {
        let text = parts.concat();
        let syntax = [assembly(), clauses(), lisp()][which].clone();
        let file = read(syntax, "#", text.as_bytes());
        let mut at = 0;
        for (id, unit) in (0..).zip(file.units()) {
            prop_assert!(unit.start <= unit.end && unit.subtree_end > id);
            let around = file.unit(unit.parent);
            prop_assert!(around.start <= unit.start && unit.end <= around.end && unit.subtree_end <= around.subtree_end);
            if file.is_leaf(id) && id > 0 {
                prop_assert!(text[at as usize..unit.start as usize].trim().is_empty());
                at = unit.end;
            }
        }
        prop_assert!(text[at as usize..].trim().is_empty());
    }
}
