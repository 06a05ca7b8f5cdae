//! What must hold of every pass of the family: its example, determinism, no panic on any bytes, only proposals that change something for the better.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use proptest::prelude::*;

use super::testing::{c, candidates, indented, js, plain, sets, sites};
use crate::document::Document;
use crate::edit::FileId;
use crate::pass::{Pass, Stage};
use crate::passes::ALL;
use crate::rank::Rank;

/// The passes of this family: those whose file is in a room of this directory.
fn family() -> Vec<(&'static Pass, String)> {
    let family = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/passes/text");
    let entries = std::fs::read_dir(family).expect("the directory of this file");
    let rooms: Vec<PathBuf> =
        entries.map(|it| it.expect("an entry").path()).filter(|it| it.is_dir()).collect();
    let source = |pass: &&'static Pass| {
        let name = pass.name.replace('-', "_");
        let mut files = rooms.iter().map(|it| it.join(&name).with_extension("rs"));
        files.find_map(|it| std::fs::read_to_string(it).ok()).map(|it| (*pass, it))
    };
    ALL.iter().filter_map(source).collect()
}

/// The text of the fenced block after `heading` in the documentation of a file.
fn example(source: &str, heading: &str) -> String {
    let doc =
        source.lines().map_while(|it| it.strip_prefix("//!")).map(|it| it.strip_prefix(' ').unwrap_or(it));
    let block = doc.skip_while(|it| *it != heading).skip(2).take_while(|it| *it != "```");
    block.flat_map(|it| [it, "\n"]).collect()
}

#[test]
fn the_example_of_each_pass_is_what_it_proposes() {
    for (pass, source) in family() {
        let (before, after) = (example(&source, "Before:"), example(&source, "After:"));
        assert!(!before.is_empty() && !after.is_empty(), "{} has no example", pass.name);
        let found = candidates(pass, &plain(&before));
        assert!(found.contains(&after), "{}: {found:#?}", pass.name);
        assert!(source.contains(&format!("//! `{}`: ", pass.name)), "{} does not say its name", pass.name);
    }
}

#[test]
fn names_are_kebab_case_and_unique() {
    let mut names: Vec<_> = ALL.iter().map(|it| it.name).collect();
    assert!(names.iter().all(|it| it.bytes().all(|it| it.is_ascii_lowercase() || it == b'-')));
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), ALL.len());
}

/// Insists that whatever any pass proposes on `document` ranks lower, alone and, of a list, all at once.
fn holds(document: &Document) {
    let text = &document.file(FileId(0)).text;
    let before = Rank::of(&document.texts());
    for (pass, _) in family() {
        let grows = pass.stage == Stage::Grow;
        let found = sites(pass, document);
        assert_eq!(found, sites(pass, document), "{} is not deterministic", pass.name);
        for set in found.iter().flat_map(sets) {
            let after: Arc<[u8]> = set.render(FileId(0), text).into();
            assert!(
                grows || Rank::of(std::slice::from_ref(&after)) < before,
                "{}: {:?} to {:?} by {set:?}",
                pass.name,
                String::from_utf8_lossy(text),
                String::from_utf8_lossy(&after),
            );
        }
    }
}

#[test]
fn nothing_is_proposed_on_an_empty_file() {
    for document in [plain(""), plain(" \n\t\n"), c(""), c("\n"), js(""), indented("")] {
        for (pass, _) in family().iter().filter(|it| it.0.stage < Stage::Polish) {
            let found: Vec<_> =
                sites(pass, &document).iter().flat_map(sets).filter(|it| !it.is_empty()).collect();
            assert!(found.is_empty(), "{}: {found:?}", pass.name);
        }
    }
    for (pass, _) in family() {
        assert!(sites(pass, &plain("")).is_empty() && sites(pass, &c("")).is_empty(), "{}", pass.name);
    }
}

fn holds_everywhere(text: &[u8]) {
    holds(&plain(text));
    holds(&c(text));
    holds(&js(text));
    holds(&indented(text));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn proposals_on_any_bytes_rank_lower(text in prop::collection::vec(any::<u8>(), 0..40)) {
        holds_everywhere(&text);
    }

    #[test]
    fn proposals_on_something_like_code_rank_lower(
        words in prop::collection::vec(prop::sample::select(WORDS.to_vec()), 0..40)
    ) {
        holds_everywhere(words.concat().as_bytes());
    }
}

const WORDS: &[&str] = &[
    "a",
    "bb",
    "ccc",
    "int ",
    "if ",
    "while",
    "0x1fUL",
    "12",
    "1.50",
    "\"str\"",
    "'c'",
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    "<",
    ">",
    ";",
    ";",
    ",",
    "=",
    "+",
    "?",
    ":",
    "::",
    ".",
    "->",
    "\n",
    "\n",
    " ",
    "  ",
    "\n  ",
    "// c\n",
    "/* c */",
    "#if A\n",
    "#else\n",
    "#endif\n",
    "\n#define M 1\n",
    "#",
    "\\\n",
    "\r\n",
    "\t",
    "é",
];
