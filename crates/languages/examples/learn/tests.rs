//! What about a file is interesting: what compilers in which one thing is wrong would say of it.

use std::collections::BTreeSet;
use std::sync::Arc;

use lop_engine::internal::{Class, Document, FileId, describe_names};

use crate::files::Text;

/// It parses, declares what it uses, and has one construct within another, the same in all files; it has two lines of its own;
/// it has them, parses and declares what it uses.
pub(crate) const TESTS: [&str; 3] = ["construct", "lines", "lines declared"];

pub(crate) type Wanted = Box<dyn Fn(&str) -> bool + Sync>;

/// The test of that name for a file.
pub(crate) fn wanted(named: &str, language: &'static str, text: &Text) -> Wanted {
    let own = own_lines(text);
    let has_lines = move |text: &str| {
        let text = without_blanks(text);
        own.iter().all(|it| text.contains(&**it))
    };
    match named {
        "construct" => declared(language, &text.text, construct(language)),
        "lines" => Box::new(has_lines),
        _ => {
            let declared = declared(language, &text.text, &[]);
            Box::new(move |text| has_lines(text) && declared(text))
        }
    }
}

/// Kinds of units, each within the one before.
fn construct(language: &str) -> &'static [&'static str] {
    match language {
        "c" => &["while_statement", "call_expression", "field_expression"],
        "javascript" => &["arrow_function", "call_expression", "arguments", "call_expression", "string"],
        _ => &["impl_item", "function_item", "call_expression", "field_expression"],
    }
}

/// Parses as well as the whole text, defines every word that the whole text defines, and has the construct.
fn declared(language: &'static str, text: &str, construct: &'static [&'static str]) -> Wanted {
    let whole = parsed(language, text);
    let (errors, wanted) = (whole.file(FileId(0)).errors(), defined(&whole));
    Box::new(move |text| {
        let document = parsed(language, text);
        let file = document.file(FileId(0));
        if file.errors() > errors || !has(&document, construct) {
            return false;
        }
        let found = defined(&document);
        let words = file.lexemes().iter().filter(|it| it.class == Class::Word);
        let mut words = words.map(|it| String::from_utf8_lossy(it.of(&file.text)));
        words.all(|it| !wanted.contains(&*it) || found.contains(&*it))
    })
}

fn parsed(language: &str, text: &str) -> Document {
    let language = lop_languages::by_name(language).expect("these languages are built in");
    Document::parse([(Arc::from(text.as_bytes()), Some(language))])
}

fn defined(document: &Document) -> BTreeSet<String> {
    let table = describe_names(document);
    let bindings = table.lines().filter(|it| !it.starts_with("extension ") && !it.starts_with("attribute "));
    bindings.filter_map(|it| it.split(' ').nth(1)).map(str::to_owned).collect()
}

/// True when there are units of these kinds, each within the one before.
fn has(document: &Document, kinds: &[&str]) -> bool {
    let file = document.file(FileId(0));
    // Those that are open: where they end, and how many of the kinds are there.
    let mut open = Vec::new();
    for (at, unit) in (0..).zip(file.units()) {
        while open.last().is_some_and(|it: &(u32, usize)| it.0 <= at) {
            open.pop();
        }
        let found = open.last().map_or(0, |it| it.1);
        if kinds.get(found).is_some_and(|it| file.kind_name(at) == *it) {
            open.push((unit.subtree_end, found + 1));
        }
        if open.last().is_some_and(|it| it.1 == kinds.len()) {
            return true;
        }
    }
    kinds.is_empty()
}

/// Two lines of a file, blanks aside, that look like code; which ones its name decides.
fn own_lines(text: &Text) -> Vec<String> {
    let is_code =
        |it: &String| (10..50).contains(&it.len()) && it.contains('(') && !it.starts_with(['/', '*', '#']);
    let lines: Vec<String> = text.text.lines().map(without_blanks).filter(is_code).collect();
    let mut state = text.name.bytes().fold(7_u64, |all, it| all.wrapping_mul(31).wrapping_add(it.into()));
    let mut choose = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(state >> 33).expect("31 bits").checked_rem(lines.len())
    };
    let chosen = [choose(), choose()];
    chosen.into_iter().flatten().map(|it| lines[it].clone()).collect()
}

fn without_blanks(text: &str) -> String {
    text.split_ascii_whitespace().collect()
}
