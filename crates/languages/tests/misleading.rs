//! Texts whose names mislead: several workers ask little more than one, and what the names do not tell holds nothing up.

#![expect(clippy::unwrap_used, reason = "a test that cannot set itself up has failed")]

use std::collections::HashSet;
use std::fmt::Write as _;
use std::sync::atomic::{AtomicUsize, Ordering};

use lop_engine::{Reduction, oracle};

/// How many types the text has, twenty to a namespace.
const TYPES: usize = 500;

/// C++ as a preprocessor leaves it: each type has a part of the type of half its number, and a template that calls what is
/// declared behind it, which calls the next one. By the names every type needs all that follows. No compiler minds before a
/// template is used, and none is.
fn templates() -> String {
    let mut text = String::from("struct T0 { int size() const { return 0; } };\n");
    for at in 1..TYPES {
        if at % 20 == 1 {
            text += "namespace lib {\n";
        }
        let (part, next) = (at / 2, at + 1);
        let size = format!("template <class U> int size(U it) const {{ return late{at}(it); }}");
        writeln!(text, "struct T{at} {{\n  T{part} part;\n  {size}\n}};").unwrap();
        writeln!(text, "template <class U> inline int late{at}(U it) {{ return late{next}(it) + {at}; }}")
            .unwrap();
        writeln!(text, "inline int total(const T{at} &it) {{ return it.part.size({at}); }}").unwrap();
        if at % 20 == 0 || at == TYPES - 1 {
            text += "}\n";
        }
    }
    text + &format!("int main() {{ T{} wanted; return wanted.size(0); }}\n", TYPES - 1)
}

/// Says yes while `wanted` and the types of its parts are there, brackets are closed, and each type is declared before it is
/// used.
fn is_valid(text: &[u8]) -> bool {
    let is_word = |it: &u8| it.is_ascii_alphanumeric() || *it == b'_';
    let words = text.chunk_by(|a, b| is_word(a) && is_word(b)).filter(|it| !it[0].is_ascii_whitespace());
    let words: Vec<&str> = words.map(|it| std::str::from_utf8(it).unwrap_or_default()).collect();
    let (mut declared, mut open, mut before) = (HashSet::new(), Vec::new(), "");
    for &word in &words {
        match word {
            "(" | "{" => open.push(word),
            ")" if open.pop() != Some("(") => return false,
            "}" if open.pop() != Some("{") => return false,
            _ if word.starts_with('T') && declared.insert(word) && before != "struct" => return false,
            _ => {}
        }
        before = word;
    }
    let pairs: HashSet<(&str, &str)> = words.windows(2).map(|it| (it[0], it[1])).collect();
    let mut parts = std::iter::successors(Some(TYPES - 1), |it| Some(it / 2).filter(|it| *it > 0));
    let has_part = |it: usize| pairs.contains(&(&*format!("T{}", it / 2), "part"));
    open.is_empty() && pairs.contains(&("wanted", ".")) && parts.all(has_part)
}

/// The questions of so many workers, and the tokens that they leave.
fn reduced_by(jobs: usize) -> (u64, usize) {
    let reduction = Reduction::new([templates().as_bytes()]);
    let reduction = reduction.language(0, lop_languages::by_name("cpp").unwrap()).jobs(jobs);
    let outcome = reduction.run(&oracle::from_bytes(is_valid)).unwrap();
    (outcome.questions, outcome.tokens.1)
}

#[test]
fn two_workers_ask_at_most_half_as_much_again_as_one_where_names_tie_what_does_not_need_each_other() {
    let ((alone, least), (two, left)) = (reduced_by(1), reduced_by(2));
    assert!(two * 2 <= alone * 3, "{two} questions, {alone} of one worker");
    assert!(left <= least + least / 10, "{left} tokens, {least} of one worker");
}

/// How many functions the other text has.
const FUNCTIONS: usize = 1_500;

/// C++ whose functions need each other by numbers, which no table of names knows. By their weight they are in no order. Fifty are in
/// a namespace.
fn numbered() -> String {
    let mut text = String::new();
    for at in 1..=FUNCTIONS {
        let weight = " + 1".repeat(at * 7_919 % 23);
        let open = if at % 50 == 1 { "namespace lib {\n" } else { "" };
        let close = if at % 50 == 0 { "}\n" } else { "" };
        write!(text, "{open}int f{at}(int it) {{ return need({}, it){weight}; }}\n{close}", at / 2).unwrap();
    }
    text + &format!("int crash(void) {{ return need({}, 0); }}\n", FUNCTIONS - 1)
}

/// Says yes while `crash` is there and each function is as it was, behind the one that it needs.
fn has_all_it_needs(text: &[u8], original: &HashSet<&str>) -> bool {
    let text = String::from_utf8_lossy(text);
    let mut there = HashSet::from(["0"]);
    let mut crashes = false;
    let count = |it: char| text.chars().filter(|&found| found == it).count();
    if count('{') != count('}') {
        return false;
    }
    for line in text.lines().filter(|it| !["", "namespace lib {", "}"].contains(&it.trim())) {
        let needs = line.split_once("need(").and_then(|it| it.1.split_once(','));
        if !original.contains(line) || !needs.is_some_and(|it| there.contains(it.0)) {
            return false;
        }
        crashes |= line.contains("crash");
        there.extend(line.strip_prefix("int f").and_then(|it| it.split_once('(')).map(|it| it.0));
    }
    crashes
}

#[test]
fn where_names_tell_nothing_the_order_of_the_document_is_not_left_waiting() {
    let text = numbered();
    let original: HashSet<&str> = text.lines().collect();
    let least = AtomicUsize::new(text.len());
    let oracle = oracle::from_bytes(|it| {
        let yes = has_all_it_needs(it, &original);
        least.fetch_min(if yes { it.len() } else { usize::MAX }, Ordering::Relaxed);
        yes
    });
    let reduction = Reduction::new([text.as_bytes()]).language(0, lop_languages::by_name("cpp").unwrap());
    reduction.jobs(1).max_questions(160).run(&oracle).unwrap();
    let least = least.load(Ordering::Relaxed);
    assert!(least * 50 <= text.len(), "{least} of {} bytes are left", text.len());
}
