//! The coarse search through a large file of declarations, most of which nothing interesting needs.

use std::collections::HashSet;
use std::fmt::Write as _;

use lop_engine::{Effort, Reduction, oracle};
use parking_lot::Mutex;

/// How many declarations the file has, fifty to a block.
const DECLARATIONS: usize = 4_000;

/// Declarations before uses: each mentions the one of half its number.
fn declarations() -> String {
    let mut text = String::new();
    for at in 1..=DECLARATIONS {
        if at % 50 == 1 {
            text += "block {\n";
        }
        writeln!(text, "  let v{at} = v{} + 1;", at / 2).expect("a string");
        if at % 50 == 0 {
            text += "}\n";
        }
    }
    text + "crash(v3999);\n"
}

/// Says yes while the crash is there, blocks are closed, and no name is used before it is declared.
fn is_valid(text: &[u8]) -> bool {
    let text = String::from_utf8_lossy(text);
    let mut declared = HashSet::from(["v0"]);
    for line in text.lines().map(str::trim).filter(|it| it.starts_with("let ")) {
        let words: Vec<&str> = line.split([' ', ';']).collect();
        if words.len() < 6 || !declared.contains(words[3]) {
            return false;
        }
        declared.insert(words[1]);
    }
    let count = |it: char| text.chars().filter(|&found| found == it).count();
    count('{') == count('}') && text.contains("crash(v3999);") && declared.contains("v3999")
}

#[test]
fn a_dozen_needed_declarations_among_four_thousand_are_found_in_150_questions() {
    let sizes = Mutex::new(Vec::new());
    let oracle = oracle::from_bytes(|text| {
        let yes = is_valid(text);
        sizes.lock().push(yes.then_some(text.len()));
        yes
    });
    let text = declarations();
    let reduction = Reduction::new([text.as_bytes()]).effort(Effort::Quick).max_questions(150);
    reduction.run(&oracle).expect("all of it is interesting");
    let least = sizes.lock().iter().flatten().copied().min().expect("something is interesting");
    assert!(least * 50 < text.len(), "{least} of {} bytes are left", text.len());
}
