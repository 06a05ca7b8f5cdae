//! Compilers that take what nothing uses for an error: a variable or an import goes along with its last use.

use std::sync::Arc;

use lop_engine::oracle::from_bytes;
use lop_engine::{Config, Reduction};

const PROGRAM: &str = "\
package main

import (
	\"errors\"
	\"fmt\"
)

func h(a int) error {
	fmt.Println(a)
	return nil
}

func main() {
	for _, it := range []int{1, 2} {
		errors.Is(h(it), nil)
	}
}
";

fn count(text: &str, word: &str) -> usize {
    text.split(|it: char| !it.is_alphanumeric()).filter(|it| *it == word).count()
}

/// True for what prints in a loop, where no import and no variable is without a use.
fn is_interesting(text: &str) -> bool {
    let balanced = |open: char, close: char| text.matches(open).count() == text.matches(close).count();
    let used = |word: &str| count(text, word) != 1;
    let imported = |name: &str| text.contains(&format!("\"{name}\"")) == text.contains(&format!("{name}."));
    let prints = ["package main", "func main() {", "for", "range []int{", "fmt.Println("];
    // What is called in the loop prints.
    let calls = text.contains("func h(") && text.split("range").nth(1).is_some_and(|it| it.contains("h("));
    let whole = balanced('(', ')') && balanced('{', '}') && balanced('"', '"');
    whole
        && calls
        && prints.iter().all(|it| text.contains(it))
        && used("it")
        && imported("errors")
        && imported("fmt")
}

#[test]
fn an_import_goes_with_the_call_around_what_a_test_needs() {
    let oracle = from_bytes(|it| is_interesting(&String::from_utf8_lossy(it)));
    let mut config = Config::default();
    config.jobs = 1;
    let text: Arc<[u8]> = PROGRAM.as_bytes().into();
    let go = lop_languages::by_name("go");
    let reduction = Reduction::new([text]).language(0, go).config(config);
    let outcome = reduction.run(&oracle).expect("the search begins");
    let result = String::from_utf8_lossy(&outcome.files[0]);
    assert!(!result.contains("errors"), "{result}");
}
