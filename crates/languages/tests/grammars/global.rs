//! What the passes that look at a whole document make of large programs, and how few questions a strict test then costs.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::sync::Arc;

use lop_engine::internal::{Closures, Document, EditSet, FileId, Propose, Site, Sites};
use lop_engine::{Effort, Reduction, oracle, passes};
use proptest::prelude::*;

use crate::examples::row;

const FILE: FileId = FileId(0);

fn sites(pass: &str, language: &str, text: &str) -> Vec<Site> {
    let pass = row(pass);
    let document = Document::parse([(Arc::from(text.as_bytes()), lop_languages::by_name(language))]);
    let mut sites = Sites::default();
    match pass.propose {
        Propose::Document(propose) => propose(&document, &mut sites),
        Propose::File(propose) | Propose::Order(propose) | Propose::Follow { propose, .. } => {
            propose(&document, FILE, &mut sites);
        }
        Propose::Outside(who) => who.propose(&document, &mut sites),
        Propose::Unit(_) => panic!("{} looks at units", pass.name),
    }
    sites.into_sites()
}

fn render(set: &EditSet, text: &str) -> String {
    String::from_utf8(set.render(FILE, text.as_bytes())).unwrap()
}

/// A Rust program in which function `n` calls the functions `calls[n]`; every tenth is a method of a type.
fn program(calls: &[Vec<usize>]) -> String {
    let mut text = String::new();
    for (number, called) in calls.iter().enumerate() {
        let sum: String = called.iter().fold(String::from("1"), |sum, it| {
            if it % 10 == 0 {
                format!("{sum} + t{it}::f{it}(0, 0, 0)")
            } else {
                format!("{sum} + f{it}(0, 0, 0)")
            }
        });
        let function = format!("fn f{number}(a: u8, b: u8, c: u8) -> u8 {{ {sum} }}");
        let _ = if number % 10 == 0 {
            writeln!(text, "struct t{number};\nimpl t{number} {{ {function} }}")
        } else {
            writeln!(text, "#[inline]\n{function}")
        };
    }
    text
}

/// The words of a text that are `letter` and a number and stand behind `before`, or anywhere without it.
fn words(text: &str, before: Option<&str>) -> BTreeSet<String> {
    let mut last = "";
    let mut found = BTreeSet::new();
    for word in text.split(|it: char| !it.is_ascii_alphanumeric()).filter(|it| !it.is_empty()) {
        let numbered =
            word[1..].bytes().all(|it| it.is_ascii_digit()) && word.len() > 1 && "ft".contains(&word[..1]);
        if numbered && before.is_none_or(|it| it == last) {
            found.insert(word.to_owned());
        }
        last = word;
    }
    found
}

/// True when all functions and types that a text mentions are defined in it, as a compiler would demand.
fn compiles(text: &str) -> bool {
    let defined: BTreeSet<String> =
        words(text, Some("fn")).union(&words(text, Some("struct"))).cloned().collect();
    let attributes = text.matches("#[inline]").count();
    words(text, None).is_subset(&defined) && attributes <= text.matches("fn ").count()
}

fn closures(text: &str) -> Closures {
    let found = sites("keep-closures", "rust", text).into_iter();
    let mut closures = found.filter_map(|it| if let Site::Closures(it) = it { Some(it) } else { None });
    closures.next().expect("the text is large enough")
}

/// What is left of a text when all pieces from the `count`-th on go.
fn prefix(closures: &Closures, count: usize, text: &str) -> String {
    let gone = closures.pieces[count..].iter().flatten();
    let edits = gone.map(|&(list, at)| EditSet::delete(FILE, closures.lists[list].elements[at]));
    render(&edits.fold(EditSet::new(), |all, it| all.merge(&it)), text)
}

#[test]
fn a_rule_that_holds_everywhere_empties_all_bodies_with_one_edit() {
    let calls: Vec<Vec<usize>> = (0..800_usize).map(|it| (it.saturating_sub(3)..it).collect()).collect();
    let text = format!("{}const fn kept() -> u8 {{ 1 + 2 }}\n", program(&calls));
    let found = sites("apply-rules-everywhere", "rust", &text);
    // Attributes go with another.
    let [Site::List(parts), Site::List(_)] = &found[..] else { panic!("{} sites", found.len()) };
    assert!((2..=32).contains(&parts.len()), "{} parts", parts.len());
    let left = render(&parts.iter().fold(EditSet::new(), |all, it| all.merge(it)), &text);
    // The first function is as short as it can be, and no constant can be computed with a loop.
    assert_eq!(left.matches("{loop{}}").count(), 799);
    assert!(left.contains("const fn kept() -> u8 { 1 + 2 }"), "{}", &left[left.len() - 100..]);
}

/// What goes from a large file at once, by language: what stands around the pieces, a piece whose `NN` is its number, and what
/// becomes of it.
const EVERYWHERE: &[(&str, [&str; 2], &str, &str)] = &[
    (
        "java",
        ["class A {", "}"],
        "int fNN(int a) { int b = a + 1; return f0(b) + f0(a); }",
        "int fNN(int a) {for(;;);}",
    ),
    ("java", ["class A {", "}"], "@Deprecated @Sized(a = 1) int fNN;", "int fNN;"),
    ("java", ["class A {", "}"], "int[] fNN = {1, 2, 3};", "int[] fNN;"),
    ("java", ["interface A {", "}"], "default int fNN() {for(;;);}", ""),
    ("c-sharp", ["class A {", "}"], "[Obsolete(1, 2, 3)] int fNN;", "int fNN;"),
    ("c-sharp", ["class A {", "}"], "int fNN = g(1, 2);", "int fNN;"),
    ("kotlin", ["class A {", "}"], "@Deprecated(\"a\") val fNN: Int", "val fNN: Int"),
    (
        "go",
        ["package a", ""],
        "func fNN(a int) int { b := a + 1; return b * a }",
        "func fNN(a int) int {for{}}",
    ),
    ("go", ["package a", ""], "func (a A) fNN() int { return a.b + a.c }", "func (a A) fNN() int {for{}}"),
    ("go", ["package a", ""], "var fNN []int = g(1, 2, 3)", "var fNN []int"),
    ("typescript", ["", ""], "function fNN(a: A): A { return g(a) + a; }", "function fNN(a: A): A {throw 0}"),
    ("typescript", ["class A {", "}"], "fNN(a: A): A { return g(a) + a; }", "fNN(a: A): A {throw 0}"),
    ("typescript", ["class A {", "}"], "@B({c: 1}) fNN: number;", "fNN: number;"),
    ("python", ["", ""], "def fNN(a):\n  b = a + 1\n  return b * a\n", "def fNN(a):\n  pass\n"),
    ("python", ["", ""], "@a.b(1)\ndef fNN(): pass\n", "def fNN(): pass\n"),
    ("c", ["", ""], "static const char *fNN[2] = {\"a\", \"b\"};", "static const char *fNN[2];"),
    ("cpp", ["namespace a {", "}"], "B fNN = {1, 2, 3};", "B fNN;"),
    ("typescript", ["class A {", "}"], "fNN: number[] = [1, 2, 3];", "fNN: number[];"),
    ("php", ["<?php class A {", "}"], "private array $fNN = [1, 2, 3];", "private array $fNN;"),
    ("php", ["<?php", ""], "function fNN($a) { $b = $a + 1; return $b; }", "function fNN($a) {}"),
    (
        "scala",
        ["object A {", "}"],
        "def fNN(a: Int): Int = { val b = a + 1; b * a }",
        "def fNN(a: Int): Int = ???",
    ),
    ("dart", ["class A {", "}"], "@B(1) int fNN;", "int fNN;"),
    (
        "solidity",
        ["contract A {", "}"],
        "function fNN(uint a) public { uint b = a + 1; g(b); }",
        "function fNN(uint a) public {}",
    ),
    ("rust", ["", ""], "#[cfg(test)] mod fNN { fn g() {} fn h() {} }", ""),
    ("rust", ["trait A {", "}"], "fn fNN(&self) {loop{}}", ""),
    ("rust", ["", ""], "#[inline] #[must_use] fn fNN() {loop{}}", "fn fNN() {loop{}}"),
];

#[test]
fn what_nobody_needs_goes_from_a_large_file_with_one_edit() {
    let words = |it: &str| it.split_whitespace().map(|it| it.to_owned() + " ").collect::<String>();
    // Large grammars are only built when they are asked for.
    let built = EVERYWHERE.iter().filter(|it| lop_languages::by_name(it.0).is_some());
    for (language, [open, close], piece, left) in built {
        let text = |piece: &str| {
            let pieces = (1..=2_000).map(|it| piece.replace("NN", &it.to_string()) + "\n");
            format!("{open}\n{}{close}\n", pieces.collect::<String>())
        };
        let all = text(piece);
        let whole =
            |it: &[EditSet]| words(&render(&it.iter().fold(EditSet::new(), |all, it| all.merge(it)), &all));
        let candidates = sites("apply-rules-everywhere", language, &all).into_iter();
        let candidates = candidates.filter_map(|it| match it {
            Site::List(sets) => Some(whole(&sets)),
            Site::Coupled(it) => Some(whole(&it.sets)),
            _ => None,
        });
        let candidates: Vec<String> = candidates.collect();
        assert!(
            candidates.contains(&words(&text(left))),
            "{language}: {piece}: {:.200}",
            candidates.concat()
        );
    }
}

/// A Go program of many functions, of which the first and the last use other packages than the rest.
fn go_program() -> String {
    let mut text = String::from("package p\n\nimport (\n\t\"fmt\"\n\t\"os\"\n\t\"sort\"\n)\n");
    for number in 0..1_500 {
        let used = match number {
            0 => "os.Exit",
            1 | 1_499 => "sort.Ints",
            _ => "fmt.Println",
        };
        let _ = writeln!(text, "func f{number}(a int) int {{ {used}(a + {number}); return a }}");
    }
    text
}

/// True when each package that a text imports is used in it, and the other way round, as a Go compiler demands.
fn imports_are_used(text: &str) -> bool {
    ["fmt", "os", "sort"]
        .iter()
        .all(|it| text.contains(&format!("\"{it}\"")) == text.contains(&format!("{it}.")))
}

#[test]
fn an_import_goes_along_with_the_last_body_that_uses_it() {
    let text = go_program();
    let found = sites("apply-rules-everywhere", "go", &text);
    let [Site::Coupled(coupled)] = &found[..] else { panic!("{} sites", found.len()) };
    let parts = coupled.sets.len();
    let with: Vec<&[usize]> = coupled.along.iter().map(|it| &it.with[..]).collect();
    assert_eq!(with[1..], [&[0][..], &[0, parts - 1]]);
    assert_eq!(with[0], (0..parts).collect::<Vec<_>>());
    assert_eq!(
        render(&coupled.along[1].edits, &text).replace(['\n', '\t'], "")[..29],
        *"package pimport (\"fmt\"\"sort\")"
    );
}

#[test]
fn the_bodies_of_a_go_program_go_with_few_questions_though_it_minds_unused_imports() {
    let text = go_program();
    let strict = oracle::from_bytes(|it| {
        let text = String::from_utf8_lossy(it);
        text.contains("fmt.Println(a + 700)") && imports_are_used(&text)
    });
    let go = lop_languages::by_name("go").unwrap();
    let pass = passes::ALL.iter().copied().filter(|it| it.name == "apply-rules-everywhere");
    let reduction = Reduction::new([text.into_bytes()]).language(0, go).passes(pass).max_questions(20);
    let outcome = reduction.run(&strict).unwrap();
    let left = String::from_utf8_lossy(&outcome.files[0]);
    assert!(!left.contains("os.Exit") && !left.contains("sort") && left.contains("\"fmt\""), "{left:.200}");
    assert!(left.matches("{for{}}").count() > 1_350, "{}", left.matches("{for{}}").count());
}

#[test]
fn what_is_small_is_left_to_others() {
    let text = program(&[vec![], vec![0]]);
    assert!(sites("keep-closures", "rust", &text).is_empty());
    assert!(sites("apply-rules-everywhere", "rust", &text).is_empty());
}

#[test]
fn one_function_in_the_middle_of_a_strict_program_costs_few_questions() {
    let calls: Vec<Vec<usize>> = (0..600_usize)
        .map(|it| (1..6).filter_map(|step| it.checked_sub(step * step * 7)).collect())
        .collect();
    let text = program(&calls);
    assert!(compiles(&text));
    let strict = oracle::from_bytes(|it| {
        let text = String::from_utf8_lossy(it);
        text.contains("fn f123(") && compiles(&text)
    });
    let rust = lop_languages::by_name("rust").unwrap();
    let reduction = Reduction::new([text.into_bytes()]).language(0, rust).max_questions(40);
    let outcome = reduction.run(&strict).unwrap();
    assert!(
        outcome.tokens.1 < 60,
        "{:?} tokens: {}",
        outcome.tokens,
        String::from_utf8_lossy(&outcome.files[0])
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn whatever_is_taken_off_the_end_leaves_nothing_that_misses_a_definition(
        calls in prop::collection::vec(prop::collection::vec(0_usize..150, 0..4), 150),
        cut in 0_usize..=100,
    ) {
        let text = program(&calls);
        let closures = closures(&text);
        let count = closures.pieces.len() * cut / 100;
        for (piece, needs) in closures.needs.iter().enumerate() {
            prop_assert!(needs.iter().all(|&it| it < piece));
        }
        let left = prefix(&closures, count, &text);
        prop_assert!(compiles(&left), "{left}");
    }
}

/// A function that calls many, each with a type of its own and much to do.
fn caller(count: usize) -> String {
    let mut text = String::new();
    for number in 0..count {
        let _ = writeln!(text, "struct T{number} {{ a: u32, b: u32 }}");
        let _ = writeln!(text, "fn f{number}(a: &T{number}, b: u32) -> u32 {{");
        for at in 0..9 {
            let _ = writeln!(text, "    let x{at} = if a.a + b > {at} {{ a.b * {at} }} else {{ b + {at} }};");
        }
        let _ = writeln!(text, "    x0 + x1 + x2 + x3 + x4 + x5 + x6 + x7 + x8\n}}");
    }
    let calls = (0..count).map(|it| format!("f{it}(&T{it} {{ a: {it}, b: 0 }}, {it})"));
    text + &format!("fn crash(a: u32) {{ g({}) }}\n", calls.collect::<Vec<_>>().join(", "))
}

/// True when `crash` calls `g` with eight things, and whatever is named like a function or a type of ours is defined.
fn crashes(text: &str) -> bool {
    let Some(call) = text.split_once("fn crash(a: u32)").and_then(|it| it.1.split_once("g(")) else {
        return false;
    };
    let (mut open, mut commas) = (0_usize, 0);
    for byte in call.1.bytes() {
        match byte {
            b'(' | b'{' => open += 1,
            b')' | b'}' if open == 0 => break,
            b')' | b'}' => open -= 1,
            _ => commas += usize::from(open == 0 && byte == b','),
        }
    }
    let words = text.split(|it: char| !it.is_alphanumeric());
    let mut ours = words.filter(|it| {
        it.strip_prefix(['f', 'T'])
            .is_some_and(|it| !it.is_empty() && it.bytes().all(|it| it.is_ascii_digit()))
    });
    let defined = |it: &str| text.contains(&format!("fn {it}(")) || text.contains(&format!("struct {it} "));
    commas == 7 && ours.all(defined)
}

#[test]
fn what_is_only_mentioned_goes_in_few_questions_where_a_compiler_is_strict() {
    let text = caller(8);
    assert!(crashes(&text));
    let strict = oracle::from_bytes(|it| crashes(&String::from_utf8_lossy(it)));
    let questions = |without: &[&str]| {
        let passes = passes::of(Effort::Quick).into_iter().filter(|it| !without.contains(&it.name));
        let reduction =
            Reduction::new([text.as_bytes()]).language(0, lop_languages::by_name("rust").unwrap());
        let outcome = reduction.passes(passes).run(&strict).unwrap();
        (outcome.tokens.1, outcome.questions)
    };
    let (with, without) = (questions(&[]), questions(&["default-uses", "default-with-orphans"]));
    assert!(with.0 <= without.0 && with.1 * 4 < without.1 * 3, "{with:?} {without:?}");
}
