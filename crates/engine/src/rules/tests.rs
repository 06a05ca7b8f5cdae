//! Tests: what is found without tree-sitter is what it finds.

use std::sync::Arc;

use tree_sitter::{Query, QueryCursor, StreamingIterator};

use super::{Capture, found, matches, ruleset};
use crate::document::Document;
use crate::edit::FileId;
use crate::language::Language;

const FACTS: &str = include_str!("../../tests/golden/c.facts");

fn c(rules: &str) -> Language {
    let c = Language::new("c", tree_sitter_c::LANGUAGE).expect("a grammar").with_facts(FACTS).expect("facts");
    c.with_rules(rules.to_owned()).unwrap_or_else(|error| panic!("{rules}: {error}"))
}

fn parsed(text: &str, language: Language) -> Document {
    Document::parse([(Arc::from(text.as_bytes()), Some(Arc::new(language)))])
}

/// What is found, as texts, in order; none where it is left to tree-sitter.
fn own(text: &str, rules: &str) -> Option<Vec<(usize, Vec<String>)>> {
    let document = parsed(text, c(rules));
    let texts = |it: (usize, Vec<crate::edit::Span>)| {
        (it.0, it.1.iter().map(|it| text[it.range()].to_owned()).collect())
    };
    Some(found(document.file(FileId(0)))?.into_iter().map(texts).collect())
}

/// What tree-sitter finds.
fn others(text: &str, rules: &str) -> Vec<(usize, Vec<String>)> {
    let language = tree_sitter_c::LANGUAGE.into();
    let query = Query::new(&language, rules).expect("it was a query before");
    let tree = crate::unit::tree_of(text.as_bytes(), &c(rules), &[]).expect("a tree");
    let mut cursor = QueryCursor::new();
    let mut found = cursor.matches(&query, tree.root_node(), text.as_bytes());
    let mut all = Vec::new();
    while let Some(one) = found.next() {
        let texts = one.captures().iter().map(|it| text[it.node.byte_range()].to_owned()).collect();
        all.push((one.pattern_index, texts));
    }
    all
}

const TEXT: &str = "static const int a = f(1, /* two */ 2, g(3)), *b;\nint c[] = {1, 2, 3};\n\
    struct s { int x; char y; /* none */ int z; };\n\
    int f(int a, char b, ...) {\n  if (a) return 1; else if (b) { g(); } else ;\n  if (c) { if (d) ; } \n  \
    while (1) { int e; int h = f(a, b); int i = 0, j; }\n  { volatile int k = g(2); }\n  ;;\n  \
    switch (a) { case 1: case 2: g(); break; default: return (a, b); }\n  return a ? b : -c;\n}\n";

#[test]
fn what_may_be_missing_or_comes_often_is_found_as_tree_sitter_finds_it() {
    for rules in [
        "(argument_list (expression) @delete)",
        "(argument_list . (expression) @delete)",
        "(argument_list (expression) @delete .)",
        "(argument_list \"(\" @delete (expression) (expression) @delete)",
        "(argument_list (_) @delete . (_) @delete)",
        "(argument_list _ @delete . (_) @delete)",
        "(argument_list (number_literal)* @delete)",
        "(argument_list (number_literal)+ @delete \")\" @delete)",
        "(argument_list (comment)? @delete (number_literal) @delete)",
        "(compound_statement \"{\" (_)* @delete \"}\")",
        "(compound_statement (declaration)* @delete)",
        "(compound_statement (declaration)+ @delete (declaration) @replace)",
        "(compound_statement (declaration)? @delete (declaration) @replace)",
        "(compound_statement . (declaration)? @delete . (declaration) @replace)",
        "(compound_statement (declaration . (_)* @delete . declarator: (init_declarator \"=\" @delete)) @hoist)",
        "(declaration . (_)* @delete . declarator: (init_declarator declarator: (_) @delete \"=\" @delete) .)",
        "(declaration . (storage_class_specifier)* @delete . (type_qualifier)? @delete . type: (_) @delete)",
        "(if_statement \"if\" @delete consequence: (_) @replace alternative: (_)? @delete)",
        "(if_statement !alternative condition: (_) @delete)",
        "(case_statement (expression_statement)? @delete (break_statement)? @delete)",
        "(field_declaration_list (field_declaration)* @delete (comment) @delete)",
        "([(binary_expression left: (_) @delete) (comma_expression right: (_) @delete)] @hoist)",
        "(return_statement [(number_literal) (conditional_expression)] @replace)",
        "(parameter_list (_) @delete (_) @delete)",
        "((declaration) @delete . (declaration) @delete)",
        "((declaration) @delete (function_definition) @empty)",
        "((identifier) @delete @_name (#eq? @_name \"f\"))",
        "((identifier) @delete @_name (#any-of? @_name \"f\" \"a\"))",
        "((identifier) @delete @_name (#not-match? @_name \"^[a-f]\"))",
        "(call_expression function: _ @delete arguments: (argument_list) @empty)",
    ] {
        let mut found = own(TEXT, rules).unwrap_or_else(|| panic!("{rules} is not read"));
        let mut expected = others(TEXT, rules);
        found.sort();
        expected.sort();
        assert_eq!(found, expected, "{rules}");
    }
}

#[test]
fn matches_come_in_the_order_of_tree_sitter() {
    let rules = "(compound_statement) @empty (argument_list (expression) @replace)\n\
        (return_statement \"return\" @delete (expression)) (return_statement (expression) @replace)\n\
        (if_statement \"if\" @delete consequence: (_) @replace alternative: (_)? @delete)\n\
        (binary_expression left: (_) @replace) (declaration type: (_) @replace)";
    assert_eq!(own(TEXT, rules).expect("it is read"), others(TEXT, rules));
}

#[test]
fn what_is_not_of_the_form_that_rules_have_is_left_to_tree_sitter() {
    for rules in [
        "(_ (expression) @delete)",
        "(ERROR) @delete",
        "(if_statement (parenthesized_expression (_) @delete)?)",
        "(call_expression [(identifier) (argument_list (_))] @delete)",
        "((binary_expression left: (_) @_a right: (_) @_b) @delete (#eq? @_a @_b))",
        "(comment) @other",
    ] {
        assert_eq!(own("int a;", rules), None, "{rules}");
    }
    let rules = "(_ (number_literal) @delete (#set! reduce.with \"1\"))";
    assert!(ruleset(rules, &c(rules)).is_none());
    let document = parsed("int a = f(2);", c(rules));
    let all = matches(document.file(FileId(0)));
    let captures: Vec<_> = all
        .iter()
        .flat_map(|it| &it.captures)
        .map(|&(capture, unit)| (capture, document.file(FileId(0)).text_of(unit)))
        .collect();
    assert_eq!(captures, [(Capture::Delete, &b"2"[..])]);
    assert_eq!(all[0].settings.with, "1");
}
