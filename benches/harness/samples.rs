//! The samples of all languages under oracles that want some of their words, and the examples that passes give of themselves.

#[path = "../../crates/languages/tests/grammars/creduce/cases.rs"]
mod creduce;
#[path = "../../crates/languages/tests/shrinks/needles.rs"]
#[expect(dead_code, reason = "how few tokens can be left is for the tests that share them")]
mod needles;

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use lop_engine::internal::{Class, Document, FileId, describe_names};
use lop_engine::passes::DOCUMENTATION;
use lop_engine::{Effort, Pass, passes};

use crate::texts::{Input, Wanted, both};

/// The sample of each language twice: it keeps a few pieces of it; and it parses, too, and declares what it uses.
pub(crate) fn inputs() -> Vec<Input> {
    let both_ways = |needle: &needles::Needle| {
        let (language, text) = (needle.language, sample(needle.language));
        let input = |name, text, wanted| Input {
            name,
            text,
            language: Some(language),
            effort: Effort::Normal,
            wanted,
        };
        let valid = both(has(needle), declares(language, &text));
        [
            input(format!("{language} forgiving"), text.clone(), has(needle)),
            input(format!("{language} declared"), text, valid),
        ]
    };
    let is_known = |it: &&needles::Needle| lop_languages::names().any(|name| name == it.language);
    needles::NEEDLES.iter().filter(is_known).flat_map(both_ways).collect()
}

fn sample(language: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("grammars").join(language);
    let files = std::fs::read_dir(folder).expect("each language has a folder");
    let mut paths = files.map(|it| it.expect("a folder that can be read").path());
    let path =
        paths.find(|it| it.file_stem().is_some_and(|it| it == "sample")).expect("each folder has a sample");
    std::fs::read_to_string(path).expect("samples are text")
}

/// Has all parts of a needle, blanks aside.
fn has(needle: &needles::Needle) -> Wanted {
    let parts: Vec<String> = needle.parts.iter().map(|it| without_blanks(it)).collect();
    Box::new(move |text| {
        let text = without_blanks(text);
        parts.iter().all(|it| text.contains(&**it))
    })
}

fn without_blanks(text: &str) -> String {
    text.split_ascii_whitespace().collect()
}

/// What is left parses as well as the whole text, and every word in it that the whole text defines it defines, too.
fn declares(language: &'static str, text: &str) -> Wanted {
    let whole = parsed(language, text);
    let (errors, wanted) = (whole.file(FileId(0)).errors(), defined(&whole));
    Box::new(move |text| {
        let document = parsed(language, text);
        let file = document.file(FileId(0));
        let found = defined(&document);
        let words = file.lexemes().iter().filter(|it| it.class == Class::Word);
        let mut words = words.map(|it| String::from_utf8_lossy(it.of(&file.text)));
        file.errors() <= errors && words.all(|it| !wanted.contains(&*it) || found.contains(&*it))
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

/// A text, and what a pass makes of it.
pub(crate) struct Example {
    language: String,
    before: String,
    after: String,
}

/// What the documentation of a pass shows, and what it does for transformations of Clang.
pub(crate) fn examples(pass: &Pass) -> Vec<Example> {
    let text = DOCUMENTATION.iter().find(|it| it.0 == pass.name).map_or("", |it| it.1);
    let (before, after) = (blocks(text, "Before:"), blocks(text, "After:"));
    let example = |((language, before), (_, after))| Example { language, before, after };
    before.into_iter().zip(after).map(example).chain(transformations(pass)).collect()
}

/// The steps of the cases of C-Reduce's transformations that are the pass's.
fn transformations(pass: &Pass) -> impl Iterator<Item = Example> {
    let steps = creduce::CASES.iter().flat_map(|(_, before, steps)| {
        let before = std::iter::once(*before).chain(steps.iter().map(|it| it.1));
        before.zip(steps.iter().copied())
    });
    steps.filter(|(_, step)| step.0 == pass.name).map(|(before, (_, after))| Example {
        language: "cpp".to_owned(),
        before: before.to_owned(),
        after: after.to_owned(),
    })
}

/// The language and the text of each code block behind `heading`.
fn blocks(text: &str, heading: &str) -> Vec<(String, String)> {
    let lines: Vec<&str> = text.lines().collect();
    let after = lines.split(|it| *it == heading).skip(1);
    let block = |lines: &[&str]| {
        let language = lines.first().and_then(|it| it.strip_prefix("```")).unwrap_or_default();
        let text = lines.iter().skip(1).take_while(|it| **it != "```");
        (language.to_owned(), text.flat_map(|it| [*it, "\n"]).collect())
    };
    after.map(block).collect()
}

impl Example {
    /// Whether the search finds what the pass makes of it, where nothing else is interesting, with all passes and without
    /// this one.
    pub(crate) fn is_found(&self, pass: &Pass) -> [bool; 2] {
        let known = [tokens(&self.before), tokens(&self.after)];
        let input = Input {
            name: pass.name.to_owned(),
            text: self.before.clone(),
            language: lop_languages::info(&self.language).map(|it| it.name),
            effort: Effort::Thorough,
            wanted: Box::new(move |text| known.contains(&tokens(text))),
        };
        let is_found = |passes: Vec<&'static Pass>| {
            let left = input.run_with(passes).files.swap_remove(0);
            tokens(&String::from_utf8_lossy(&left)) == tokens(&self.after)
        };
        let others = passes::of(Effort::Thorough).into_iter().filter(|it| it.name != pass.name).collect();
        [is_found(passes::of(Effort::Thorough)), is_found(others)]
    }
}

/// The tokens of a text, without what stands between them.
fn tokens(text: &str) -> Vec<String> {
    let starts = lop_engine::tokens::starts(text.as_bytes());
    let ends = starts.iter().skip(1).map(|&it| it as usize).chain([text.len()]);
    starts.iter().zip(ends).map(|(&start, end)| text[start as usize..end].trim().to_owned()).collect()
}
