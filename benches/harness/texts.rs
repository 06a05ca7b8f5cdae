//! Texts made here, like C, like JSON, and without a language, and what about each of them a test wants: it parses, has
//! these words, has its brackets in pairs, declares what it calls.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::sync::Arc;

use lop_engine::internal::{Document, FileId};
use lop_engine::{Effort, Outcome, Pass, Reduction, oracle, passes};

pub(crate) type Wanted = Box<dyn Fn(&str) -> bool + Sync>;

/// A text and what about it is interesting.
pub(crate) struct Input {
    pub(crate) name: String,
    pub(crate) text: String,
    pub(crate) language: Option<&'static str>,
    pub(crate) effort: Effort,
    pub(crate) wanted: Wanted,
}

impl Input {
    /// Reduces it with all passes of its effort.
    pub(crate) fn run(&self) -> Outcome {
        self.run_with(passes::of(self.effort))
    }

    /// Reduces it with these passes.
    pub(crate) fn run_with(&self, passes: Vec<&'static Pass>) -> Outcome {
        let language =
            self.language.map(|it| lop_languages::by_name(it).expect("these languages are built in"));
        let wanted = |text: &[u8]| std::str::from_utf8(text).is_ok_and(|it| (self.wanted)(it));
        assert!(wanted(self.text.as_bytes()), "{} is interesting", self.name);
        let reduction = Reduction::new([self.text.as_bytes()]).language(0, language).effort(self.effort);
        let reduction = reduction.passes(passes).assume_interesting();
        reduction.run(&oracle::from_bytes(wanted)).expect("a text within the bounds")
    }
}

/// All of them.
pub(crate) fn inputs() -> Vec<Input> {
    [inputs_of_c(), other_inputs()].into_iter().flatten().collect()
}

fn inputs_of_c() -> Vec<Input> {
    let (normal, thorough) = (Effort::Normal, Effort::Thorough);
    vec![
        input("c 2K strict", c(2_000), Some("c"), thorough, both(strict("c"), counted("table[", 2))),
        input(
            "c 10K strict",
            c(10_000),
            Some("c"),
            normal,
            both(strict("c"), words(&["work7(p", "STEP9", "else"])),
        ),
        input(
            "c 10K declared",
            c(10_000),
            Some("c"),
            normal,
            both(both(strict("c"), declared()), words(&["work9(p", "else"])),
        ),
        input("c 30K forgiving", c(30_000), Some("c"), normal, words(&["work20", "else", "17"])),
        input(
            "c 12K stalled",
            c(12_000),
            Some("c"),
            normal,
            both(balanced(), counted("table[i & 63] > p", 12)),
        ),
        input(
            "c 200K strict",
            c(200_000),
            Some("c"),
            normal,
            both(strict("c"), words(&["work99(p", "work300"])),
        ),
        input("c 200K scattered", c(200_000), Some("c"), normal, both(balanced(), counted("5UL, i;", 12))),
    ]
}

fn other_inputs() -> Vec<Input> {
    let (normal, thorough) = (Effort::Normal, Effort::Thorough);
    vec![
        input("json 4K strict", json(4_000), Some("json"), normal, both(strict("json"), counted(".5]", 4))),
        input(
            "json 60K scattered",
            json(60_000),
            Some("json"),
            normal,
            both(balanced(), counted("0.5]", 20)),
        ),
        input(
            "lines 3K balanced",
            lines(3_000),
            None,
            thorough,
            both(balanced(), words(&["task7", "needs task6", "end"])),
        ),
        input("lines 40K forgiving", lines(40_000), None, normal, words(&["task70", "print", "task71"])),
        input("lines 40K scattered", lines(40_000), None, normal, both(balanced(), counted("0 begin", 8))),
        input(
            "c 6K unknown",
            c(6_000),
            None,
            normal,
            both(both(balanced(), declared()), words(&["table[", "work2(p"])),
        ),
    ]
}

fn input(name: &str, text: String, language: Option<&'static str>, effort: Effort, wanted: Wanted) -> Input {
    Input { name: name.to_owned(), text, language, effort, wanted }
}

fn grown(size: usize, piece: impl Fn(&mut String, usize)) -> String {
    let mut text = String::new();
    let mut number = 0;
    while text.len() < size {
        piece(&mut text, number);
        number += 1;
    }
    text
}

fn c(size: usize) -> String {
    grown(size, |text, number| {
        let before = if number == 0 { "0".to_owned() } else { format!("work{}(p, n - 1)", number - 1) };
        let _ = write!(
            text,
            "/* Step {number}. */\n#define STEP{number} ({number} + 1)\ntypedef unsigned long count{number};\n\
             static count{number} work{number}(struct pair *p, int n) {{\n    int sum = {number}UL, i;\n    \
             for (i = 0; i < n; i++) {{\n        if (table[i & 63] > p->first) sum += table[i & 0x3f] * {number};\n        \
             else log(\"step %d of {number}\", sum -= p->second ? n : i);\n    }}\n    p->first = STEP{number};\n    \
             switch (n) {{ case 1: break; case {number}7: return i; default: sum = -sum; }}\n    \
             return n > 0 ? sum + {before} : sum;\n}}\n"
        );
    })
}

fn json(size: usize) -> String {
    let records = grown(size, |text, number| {
        let _ = writeln!(
            text,
            "  {{\"name\": \"n{number}\", \"tags\": [\"a\", \"b{number}\", {number}.5], \"deep\": {{\"x\": [[{number}], null]}}}},"
        );
    });
    format!("[\n{}\n]\n", records.trim_end().trim_end_matches(','))
}

fn lines(size: usize) -> String {
    grown(size, |text, number| {
        let _ = write!(
            text,
            "task{number} needs task{} begin\n  if ready then\n    print \"task {number}\" (1, {number})\n  else\n    \
             wait {number}.25 [a, b]\n  end\nend\n",
            number.saturating_sub(1)
        );
    })
}

/// Both say so.
pub(crate) fn both(one: Wanted, other: Wanted) -> Wanted {
    Box::new(move |text| one(text) && other(text))
}

/// Has all of the words.
pub(crate) fn words(wanted: &'static [&'static str]) -> Wanted {
    Box::new(|text| wanted.iter().all(|it| text.contains(it)))
}

/// Has the word so often or more.
fn counted(wanted: &'static str, times: usize) -> Wanted {
    Box::new(move |text| text.matches(wanted).count() >= times)
}

/// Has brackets in pairs.
pub(crate) fn balanced() -> Wanted {
    Box::new(|text| {
        let mut open = Vec::new();
        let pairs = text.chars().all(|it| match it {
            '(' | '[' | '{' => {
                open.push(it);
                true
            }
            ')' => open.pop() == Some('('),
            ']' => open.pop() == Some('['),
            '}' => open.pop() == Some('{'),
            _ => true,
        });
        pairs && open.is_empty()
    })
}

/// Parses without an error.
pub(crate) fn strict(language: &str) -> Wanted {
    let language = lop_languages::by_name(language).expect("these languages are built in");
    Box::new(move |text| {
        let document = Document::parse([(Arc::from(text.as_bytes()), Some(language.clone()))]);
        document.file(FileId(0)).errors() == 0
    })
}

/// Every function that is called stands at the head of a definition too.
fn declared() -> Wanted {
    Box::new(|text| {
        let called: BTreeSet<&str> = names_before(text, "(p, n").collect();
        let defined: BTreeSet<&str> = names_before(text, "(struct").collect();
        called.is_subset(&defined)
    })
}

/// The words that stand right before each place of `mark`.
fn names_before<'t>(text: &'t str, mark: &'t str) -> impl Iterator<Item = &'t str> {
    text.match_indices(mark).map(|(at, _)| {
        let before = &text[..at];
        &before[before.rfind(|it: char| !it.is_alphanumeric()).map_or(0, |it| it + 1)..]
    })
}
