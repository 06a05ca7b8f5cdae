//! What the table of names keeps whatever the text.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::sync::Arc;

use proptest::prelude::*;
use tree_sitter::StreamingIterator as _;

use super::{Kind, Names, Place, Target, Titles, describe, matching, text_of};
use crate::document::Document;
use crate::edit::FileId;
use crate::language::Language;
use crate::lexeme::offset;
use crate::syntax::Numbers;

/// A part of what C has, enough for what the resolver can be told.
const C: &str = r"
[(function_definition) (declaration) (parameter_declaration) (field_declaration)] @definition
[(function_definition) (compound_statement)] @scope
(struct_specifier body: (_) @scope.members)
(struct_specifier name: (_) @name.tag body: (_) @fields) @definition
(struct_specifier name: (_) @tag)
(function_declarator declarator: (identifier) @name.function parameters: (_) @parameters)
(declaration declarator: (identifier) @name.value)
(init_declarator declarator: (identifier) @name.value value: (_) @value) @definition
(parameter_declaration declarator: (identifier) @name.parameter)
(field_declaration declarator: (field_identifier) @name.member)
(field_expression field: (_) @member)
(labeled_statement label: (_) @name.label) @definition
(goto_statement label: (_) @label)
(call_expression function: (identifier) @callee arguments: (_) @arguments) @call
";

const FILE: FileId = FileId(0);

fn c() -> Arc<Language> {
    Arc::new(Language::new("c", tree_sitter_c::LANGUAGE).unwrap().with_names(C).unwrap())
}

fn document<'t>(texts: impl IntoIterator<Item = &'t str>) -> Document {
    Document::parse(texts.into_iter().map(|it| (Arc::from(it.as_bytes()), Some(c()))))
}

fn table(text: &str) -> String {
    describe(&document([text]))
}

#[test]
fn a_tag_and_a_variable_of_one_name_are_two() {
    let text = "struct x { int y; };\nint x;\nstruct x z;\nint f() { return x; }\n";
    let expected = "\
type x 1 fields <- 3
member y 1
value x 2 <- 4
value z 3
function f 4 parameters
";
    assert_eq!(table(text), expected);
}

#[test]
fn a_name_means_the_innermost_definition_around_it() {
    let text = "int x;\nint f(int x) {\n {\n  int x = 1;\n  x;\n }\n return x;\n}\nint g() { return x; }\n";
    let expected = "\
value x 1 <- 9
function f 2[2-8] parameters
parameter x 2 <- 7
value x 4 value <- 5
function g 9 parameters
";
    assert_eq!(table(text), expected);
}

#[test]
fn a_unit_is_called_by_what_it_is_and_what_it_defines() {
    let document = document(["struct s { int m; };\nint f(int a) { if (a) return f(1); int b, c; }\n"]);
    let (file, titles) = (document.file(FILE), Titles::of(&document, FILE));
    let ids = 0..u32::try_from(file.units().len()).unwrap();
    let called =
        |text: &str| titles.title(ids.clone().find(|&it| file.text_of(it) == text.as_bytes()).unwrap());
    for (text, title) in [
        ("struct s { int m; }", "type `s`"),
        ("int m;", "member `m`"),
        ("int a", "parameter `a`"),
        ("if (a) return f(1);", "if statement"),
        ("f(1)", "call expression"),
        ("int b, c;", "variable `b`, `c`"),
        (")", "`)`"),
    ] {
        assert_eq!(called(text), title);
    }
}

#[test]
fn a_member_is_found_as_a_member_only() {
    let text = "struct s { int x; };\nint x;\nint f(struct s s) {\n return s.x +\n x; }\n";
    let found = table(text);
    assert!(found.contains("member x 1 <- 4\nvalue x 2 <- 5\n"), "{found}");
}

#[test]
fn a_label_is_no_variable_of_the_same_name() {
    let text = "int f() {\n int x;\nx:\n goto x;\n return\n x;\n}\n";
    let found = table(text);
    assert!(found.contains("value x 2 <- 6\nlabel x 3[3-4] <- 4\n"), "{found}");
}

#[test]
fn files_share_what_is_outside_of_all_scopes() {
    let document =
        document(["int shared;\nint f() { int own; return g(); }\n", "int g() { return shared + own; }\n"]);
    let expected = "\
value shared 0:1 <- 1:1
function f 0:2 parameters
value own 0:2
function g 1:1 parameters <- 0:2; ()
";
    assert_eq!(describe(&document), expected);
}

#[test]
fn a_word_that_several_things_may_be_is_counted_for_each() {
    let text = "struct a { int x; };\nstruct b { int x; };\nint f(struct b b) { return b.x; }\n";
    let document = document([text]);
    let members: Vec<usize> =
        document.names().bindings().iter().filter(|it| it.perhaps > 0).map(|it| it.perhaps).collect();
    assert_eq!(members, [1, 1]);
    assert!(table(text).ends_with("x 3 is one of 2\n"), "{}", table(text));
}

#[test]
fn a_file_without_patterns_has_no_names() {
    let plain = Document::parse([(Arc::from(&b"int x;"[..]), None)]);
    assert!(plain.names().is_empty());
    assert!(document([""]).names().is_empty());
}

#[test]
fn deep_nesting_overflows_no_stack() {
    let depth = 5_000;
    let text = format!("int f(int x) {{ {}x; {} }}", "{ int y; ".repeat(depth), "}".repeat(depth));
    let document = document([&*text]);
    let names = document.names();
    assert_eq!(names.bindings().iter().filter(|it| it.references.len() == 1).count(), 1);
    assert!(names.definitions().len() > depth);
}

#[test]
fn a_pattern_that_cannot_be_read_is_refused_with_its_line() {
    let refuse = |text: &'static str| {
        let language = Language::new("c", tree_sitter_c::LANGUAGE).unwrap();
        language.with_names(text).unwrap_err().to_string()
    };
    assert_eq!(refuse("\n(declaration) @nonsense"), "line 2 of the rules: unknown capture @nonsense");
    assert!(
        refuse("\n\n(declaration)+ @scope").starts_with("line 3"),
        "{}",
        refuse("\n\n(declaration)+ @scope")
    );
    assert!(refuse("(declaration declarator: (no_such_node))").starts_with("line 1"));
}

/// Texts of words, brackets and keywords that are rarely a program.
fn text() -> impl Strategy<Value = String> {
    let word = prop::sample::select(vec![
        "int",
        "struct",
        "a",
        "b",
        "f",
        "x",
        "(",
        ")",
        "{",
        "}",
        ";",
        ",",
        "=",
        ".",
        "->",
        "*",
        "goto",
        ":",
        "[",
        "]",
        "return",
        "int f(int x) {",
        "struct a { int b; };",
        "#define",
        "\n",
    ]);
    prop::collection::vec(word, 0..80).prop_map(|words| {
        words.iter().fold(String::new(), |mut text, word| {
            let _ = write!(text, "{word} ");
            text
        })
    })
}

/// The spans of what each match captures, as the arena and as tree-sitter's cursor has it.
type Matches = BTreeSet<Vec<(u32, u32)>>;

fn on_the_arena(document: &Document) -> Matches {
    let (language, file) = (c(), document.file(FILE));
    let mut all = Matches::new();
    let query = language.names.as_ref().unwrap().query(&language.syntax);
    matching::matches(&[(query, Numbers::default())], file, &mut |_, captures| {
        let mut spans: Vec<_> =
            captures.iter().map(|it| (file.unit(it.1).start, file.unit(it.1).end)).collect();
        spans.sort_unstable();
        all.insert(spans);
    });
    all
}

fn by_tree_sitter(document: &Document) -> Matches {
    let (language, file) = (c(), document.file(FILE));
    let query = tree_sitter::Query::new(language.syntax.parser().unwrap(), C).unwrap();
    let mut cursor = tree_sitter::QueryCursor::new();
    let mut matches = cursor.matches(&query, file.syntax_tree().unwrap().root_node(), &*file.text);
    let mut all = Matches::new();
    while let Some(it) = matches.next() {
        let range = |it: tree_sitter::Node<'_>| (offset(it.start_byte()), offset(it.end_byte()));
        let mut spans: Vec<_> = it.captures().iter().map(|it| range(it.node)).collect();
        spans.sort_unstable();
        all.insert(spans);
    }
    all
}

proptest! {
    #[test]
    fn the_arena_has_the_matches_that_tree_sitter_finds(text in text()) {
        let document = document([&*text]);
        prop_assert_eq!(on_the_arena(&document), by_tree_sitter(&document));
    }

    #[test]
    fn every_reference_has_the_word_of_its_binding(texts in prop::collection::vec(text(), 1..3)) {
        let document = document(texts.iter().map(String::as_str));
        let names = Names::of(&document);
        for id in document.file_ids() {
            let file = document.file(id);
            for (at, lexeme) in file.lexemes().iter().enumerate() {
                let place = Place { file: id, at };
                for binding in names.bindings_at(place) {
                    let binding = &names.bindings()[binding];
                    let first = &names.definitions()[binding.definitions[0]];
                    prop_assert_eq!(text_of(document.file(first.file), first), lexeme.of(&file.text));
                }
                if let Target::Definition(it) = names.target(place) {
                    prop_assert_eq!(text_of(file, &names.definitions()[it]), lexeme.of(&file.text));
                }
            }
        }
    }

    #[test]
    fn what_is_known_of_a_binding_fits_together(text in text()) {
        let document = document([&*text]);
        let names = document.names();
        let file = document.file(FILE);
        for (number, binding) in names.bindings().iter().enumerate() {
            prop_assert!(!binding.definitions.is_empty());
            for &it in &binding.definitions {
                let definition = &names.definitions()[it];
                let (name, whole) = (file.unit(definition.name).span(), file.unit(definition.whole).span());
                prop_assert_eq!(definition.binding, number);
                prop_assert!(whole.start <= name.start && name.end <= whole.end);
                prop_assert!(definition.kind != Kind::Import);
            }
            for &place in &binding.references {
                prop_assert_eq!(names.target(place), Target::Binding(number));
            }
        }
    }
}

#[test]
fn a_call_defines_what_it_is_given_where_its_own_name_says_so() {
    let made = |rule: &str| {
        let language = Language::new("c", tree_sitter_c::LANGUAGE).unwrap();
        let text = "void f() { DEF(one); USE(one); LET(two); }";
        let language = language.with_names(rule.to_owned())?;
        Ok::<_, crate::LanguageError>(describe(&Document::parse([(
            Arc::from(text.as_bytes()),
            Some(Arc::new(language)),
        )])))
    };
    let call = "(call_expression function: (identifier) @_made (argument_list (identifier) @name.value)) @definition";
    let (one, both) = ("value one 1 <- 1\n", "value one 1 <- 1\nvalue two 1\n");
    assert_eq!(made(&format!("({call} (#eq? @_made \"DEF\"))")).unwrap(), one);
    assert_eq!(made(&format!("({call} (#any-of? @_made \"LET\" \"DEF\"))")).unwrap(), both);
    for wrong in ["(#any-of? @_other \"DEF\")", "(#eq? @_made)", "(#match? @_made \"D.F\")"] {
        assert!(made(&format!("({call} {wrong})")).is_err(), "{wrong}");
    }
}
