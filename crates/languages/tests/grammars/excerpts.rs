//! Excerpts: the examples in a documentation are parts of the tree, and shrink by their syntax, each line with its margin.

use std::sync::Arc;

use lop_engine::internal::{Document, EditSet, FileId, UnitId};
use lop_engine::{Effort, Reduction, oracle, syntax_errors, tokens};

use crate::support::Sample;

const FILE: FileId = FileId(0);

const RUST: &str = "\
/// Adds.
///
/// ```
/// # use sample::add;
/// let first = add(1, 2); let second = 3;
///
/// if first > second {
///     assert_eq!(add(first, second), 6);
///     again(first);
/// }
/// ```
/// ```text
/// let nothing = ;
/// ```
pub fn add(a: u8, b: u8) -> u8 { a + b }
";

const PYTHON: &str = "\
def add(a, b):
    \"\"\"Adds.

    >>> add(1, 2)
    3
    >>> for it in range(3):
    ...     if it > 1:
    ...         print(add(it, 1))
    ...         print('again')
    ...
    3
    again

    >>> add(
    ...     4, 5)
    9
    \"\"\"
    return a + b
";

/// The kinds of the units of a language within the same, that are children of the root of an excerpt.
fn statements(sample: &Sample) -> Vec<(String, String)> {
    let file = &sample.file;
    let units = 0..UnitId::try_from(file.units().len()).unwrap();
    let roots = units.filter(|it| file.unit(file.unit(*it).parent).is_apart());
    let text = |it: UnitId| String::from_utf8_lossy(file.text_of(it)).into_owned();
    roots.flat_map(|it| file.children(it)).map(|it| (file.kind_name(it).to_owned(), text(it))).collect()
}

/// What is left when the first unit with that text is taken away.
fn without(language: &str, text: &str, part: &str) -> String {
    let sample = Sample::of(language, text.as_bytes());
    let units = 0..UnitId::try_from(sample.file.units().len()).unwrap();
    let mut found = units.filter(|it| sample.file.text_of(*it) == part.as_bytes());
    let span = sample.file.unit(found.next().unwrap_or_else(|| panic!("{part} is a unit"))).span();
    let document = Document::parse([(Arc::from(text.as_bytes()), Some(sample.language.clone()))]);
    String::from_utf8(document.render(FILE, &EditSet::delete(FILE, span)).unwrap().0).unwrap()
}

/// A text without some of its lines, counted from 1.
fn without_lines(text: &str, lines: &[usize]) -> String {
    let kept = text.split_inclusive('\n').zip(1..).filter(|it| !lines.contains(&it.1));
    kept.map(|it| it.0).collect()
}

#[test]
fn the_examples_of_a_documentation_are_a_part_of_the_tree() {
    let rust = Sample::of("rust", RUST.as_bytes());
    let kinds: Vec<String> = statements(&rust).into_iter().map(|it| it.0).collect();
    assert_eq!(kinds, ["use_declaration", "let_declaration", "let_declaration", "expression_statement"]);
    let python = Sample::of("python", PYTHON.as_bytes());
    let texts: Vec<String> = statements(&python).into_iter().map(|it| it.1).collect();
    assert_eq!((&*texts[0], texts.len()), ("add(1, 2)", 3));
    for sample in [rust, python] {
        assert_eq!(sample.file.errors(), syntax_errors(&sample.file.text, &sample.language));
        assert_eq!(sample.file.errors(), 0);
    }
    let elixir = "@doc \"\"\"\nA.\n\n    iex> a(1)\n    ...> |> b()\n    2\n\"\"\"\ndef a(b), do: b\n";
    assert_eq!(statements(&Sample::of("elixir", elixir.as_bytes())).len(), 1);
    let script = "/**\n * A.\n * @example\n * a(1);\n *\n * b();\n * @returns it\n */\nfunction a() {}\n\
                  /**\n * ```js\n * c();\n * ```\n */\nfunction d() {}\n";
    for language in ["javascript", "typescript"] {
        let texts = statements(&Sample::of(language, script.as_bytes()));
        assert_eq!(texts.iter().map(|it| &*it.1).collect::<Vec<_>>(), ["a(1);", "b();", "c();"]);
    }
}

#[test]
fn a_comment_of_several_lines_may_hold_examples_and_so_may_the_inside_of_a_module() {
    let text = "mod a {\n    //! ```should_panic\n    //! b(1);\n    //! ```\n    /**\n     * ```\n     * c(\n     *     2);\n     * ```\n     */\n    fn d() {}\n}\n";
    let sample = Sample::of("rust", text.as_bytes());
    assert_eq!(statements(&sample).iter().map(|it| it.1.len()).collect::<Vec<_>>(), [5, 17]);
    assert_eq!(without("rust", text, "b(1);"), without_lines(text, &[3]));
}

#[test]
fn what_is_no_example_or_none_that_parses_stays_a_comment() {
    for text in [
        "/// ```\n/// a(1);\nfn b() {}\n",
        "/// ```text\n/// a(1);\n/// ```\nfn b() {}\n",
        "/// ```\n/// let a = = ;; } b(\n/// ```\nfn b() {}\n",
        "/// ```\n///\n/// ```\nfn b() {}\n",
        "// ```\n// a(1);\n// ```\nfn b() {}\n",
        "/// a\nfn b() { \"```\"; }\n",
    ] {
        let sample = Sample::of("rust", text.as_bytes());
        assert!(statements(&sample).is_empty(), "{text}");
        assert_eq!(sample.file.errors(), syntax_errors(text.as_bytes(), &sample.language), "{text}");
    }
}

#[test]
fn what_is_taken_out_of_an_example_takes_the_lines_with_it_that_it_empties() {
    let statement =
        "if first > second {\n///     assert_eq!(add(first, second), 6);\n///     again(first);\n/// }";
    assert_eq!(without("rust", RUST, statement), without_lines(RUST, &[6, 7, 8, 9, 10]));
    assert_eq!(without("rust", RUST, "use sample::add;"), without_lines(RUST, &[4]));
    assert_eq!(without("rust", RUST, "again(first);"), without_lines(RUST, &[9]));
    assert_eq!(without("rust", RUST, "let second = 3;"), RUST.replace(" let second = 3;", ""));
    assert_eq!(without("rust", RUST, "let first = add(1, 2);"), RUST.replace("let first = add(1, 2); ", ""));
    // What an example prints goes with all of it.
    assert_eq!(without("python", PYTHON, "add(1, 2)"), without_lines(PYTHON, &[3, 4, 5]));
    assert_eq!(without("python", PYTHON, "print(add(it, 1))"), without_lines(PYTHON, &[8]));
    let statement = "for it in range(3):\n    ...     if it > 1:\n    ...         print(add(it, 1))\n    ...         print('again')";
    assert_eq!(without("python", PYTHON, statement), without_lines(PYTHON, &[6, 7, 8, 9, 10, 11, 12]));
}

#[test]
fn an_example_shrinks_to_the_call_that_is_wanted_and_every_question_parses() {
    let rust = |it: usize| format!("/// let unused{it} = add({it}, [1, 2, 3].len());\n");
    let python = |it: usize| format!("    >>> unused = [add({it}, 2),\n    ...     3]\n");
    let texts = [
        ("rust", RUST, ("/// ```\n", (0..20).map(rust).collect::<String>()), "add(first"),
        ("python", PYTHON, ("Adds.\n\n", (0..20).map(python).collect()), "add(it"),
    ];
    for (name, text, (begin, noise), wanted) in texts {
        let text = text.replacen(begin, &format!("{begin}{noise}"), 1);
        assert!(statements(&Sample::of(name, text.as_bytes())).len() > 20, "{text}");
        let language = lop_languages::by_name(name).unwrap();
        let holds = |it: &[u8]| {
            assert_eq!(syntax_errors(it, &language), 0, "{}", String::from_utf8_lossy(it));
            statements(&Sample::of(name, it)).iter().any(|it| it.1.contains(wanted))
        };
        let reduction = Reduction::new([Arc::<[u8]>::from(text.as_bytes())])
            .language(0, language.clone())
            .keep_parsing(true)
            .effort(Effort::Quick);
        let outcome = reduction.run(&oracle::from_bytes(holds)).unwrap();
        let left = String::from_utf8_lossy(&outcome.files[0]).into_owned();
        println!("{} questions: {left}", outcome.questions);
        // The call, and what opens and closes its text.
        assert_eq!(left.lines().filter(|it| !it.is_empty()).count(), 3, "{left}");
        assert!(left.contains(wanted) && tokens::count(left.as_bytes()) <= 24, "{left}");
        assert!(outcome.questions < 150, "{}: {left}", outcome.questions);
    }
}

#[test]
fn an_example_in_no_known_language_hides_none_behind_it() {
    let rest = "```text\n * no code\n * ```\n *\n * ```\n * let first = 1;\n * ```\n */\nfn f() {}\n";
    for start in ["/** ", "/**\n * "] {
        let text = format!("{start}{rest}");
        assert_eq!(statements(&Sample::of("rust", text.as_bytes())).len(), 1, "{text}");
    }
}

#[test]
fn an_example_that_does_not_parse_pays_for_no_error_elsewhere() {
    let texts = [
        (
            "rust",
            "/// ```\n/// let x = ...;\n/// call(x, ...) = = ;; } b(\n/// ```\nfn main() { let a = WANTED(1, 2); }\n",
        ),
        ("python", "def main():\n    \"\"\"\n    >>> call 1 ) ) x y\n    \"\"\"\n    return WANTED(1)\n"),
        ("python", "def main():\n    run.execute(\"SELECT %s ... FROM FROM ) )\")\n    return WANTED(1)\n"),
    ];
    for (name, text) in texts {
        let language = lop_languages::by_name(name).unwrap();
        assert_eq!(syntax_errors(text.as_bytes(), &language), 0, "{text}");
        let reduction = Reduction::new([Arc::<[u8]>::from(text.as_bytes())])
            .language(0, language.clone())
            .keep_parsing(true);
        let holds = |it: &[u8]| {
            let left = String::from_utf8_lossy(it);
            left.contains("main") && left.contains("WANTED")
        };
        let outcome = reduction.run(&oracle::from_bytes(holds)).unwrap();
        assert_eq!(
            syntax_errors(&outcome.files[0], &language),
            0,
            "{}",
            String::from_utf8_lossy(&outcome.files[0])
        );
    }
}

#[test]
fn everything_goes_of_a_text_with_examples_under_an_oracle_that_says_yes() {
    for (language, text) in [("rust", RUST), ("python", PYTHON)] {
        let reduction = Reduction::new([Arc::<[u8]>::from(text.as_bytes())])
            .language(0, lop_languages::by_name(language).unwrap());
        let outcome = reduction.run(&oracle::from_bytes(|_| true)).unwrap();
        assert_eq!(tokens::count(&outcome.files[0]), 0);
    }
}

#[test]
fn whatever_is_left_of_examples_is_one_tree() {
    for (language, text) in [("rust", RUST), ("python", PYTHON)] {
        for (start, length) in (0..text.len()).flat_map(|it| [1, 4, 9, 30, 99].map(|length| (it, length))) {
            let mut left = text.to_owned();
            left.replace_range(start..(start + length).min(text.len()), "");
            let sample = Sample::of(language, left.as_bytes());
            crate::embedded::is_well_formed(&sample.file);
            assert_eq!(sample.file.errors(), syntax_errors(left.as_bytes(), &sample.language), "{left}");
        }
    }
}
