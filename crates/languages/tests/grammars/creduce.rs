//! What the inventory says of the transformations of Clang, held to: each has a case, and our passes propose what it says.

mod cases;

use std::collections::BTreeSet;

use lop_engine::passes;

use self::cases::CASES;
use crate::examples::{candidates, row};

/// A text as its words and signs with one blank between them, as layout is of no account.
fn tokens(text: &str) -> String {
    let mut plain = String::new();
    let mut after_word = false;
    for letter in text.chars() {
        let is_word = letter.is_alphanumeric() || letter == '_';
        if !letter.is_whitespace() {
            if !(after_word && is_word) {
                plain.push(' ');
            }
            plain.push(letter);
        }
        after_word = is_word;
    }
    plain
}

#[test]
fn our_passes_do_what_the_inventory_says_they_do() {
    let mut wrong = Vec::new();
    for (theirs, before, steps) in CASES {
        let mut text = (*before).to_owned();
        for (name, after) in *steps {
            let found = candidates(row(name), "cpp", &text);
            if !found.iter().any(|it| tokens(it) == tokens(after)) {
                wrong.push(format!("{theirs}: {name} makes of {text:?}\n    no {after:?} in {found:#?}"));
            }
            text = (*after).to_owned();
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_pass_that_the_inventory_names_for_a_transformation_of_clang_is_tried_and_no_other() {
    let mut rows = 0;
    for theirs in passes::creduce_inventory().filter(|it| it.name == "clang") {
        let cases = CASES.iter().filter(|it| it.0 == theirs.argument);
        let tried: BTreeSet<&str> = cases.flat_map(|it| it.2).map(|it| it.0).collect();
        assert_eq!(tried, theirs.ours.iter().copied().collect(), "{}", theirs.argument);
        rows += 1;
    }
    let known: BTreeSet<&str> = CASES.iter().map(|it| it.0).collect();
    let all: BTreeSet<&str> = passes::creduce_inventory().map(|it| it.argument).collect();
    assert!(known.is_subset(&all), "{:?}", known.difference(&all));
    // 73 of C-Vise, and the name that C-Reduce has for one of them.
    assert_eq!(rows, 74);
}
