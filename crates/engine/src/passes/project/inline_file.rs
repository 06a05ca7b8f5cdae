//! `inline-file`: puts the text of a file where another one includes it, and deletes the file.
//!
//! Before:
//! ```text
//! a.c  #include "b.h"
//!      int a;
//! b.h  #pragma once
//!      int b;
//! ```
//! After:
//! ```text
//! a.c  int b;
//!      int a;
//! ```
//! Where a language says what may stand for a mention. The first mention in each file becomes the text and the others go:
//! what a guard or `#pragma once` sees to. What grows by this is an excursion.

use std::collections::BTreeMap;

use super::element::line;
use crate::document::{Document, File};
use crate::edit::{Edit, EditSet, FileId, Span};
use crate::mentions::Mentioned;
use crate::pass::{Pass, Propose, Sites, Stage, Tier};

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "inline-file",
    summary: "put the text of a file where another one includes it",
    stage: Stage::Grow,
    tier: Tier::Grammar,
    propose: Propose::Document(propose),
};

/// What says that a file is included once, at the beginning of a line.
const ONCE: &[u8] = b"#pragma once";

fn propose(document: &Document, sites: &mut Sites) {
    let mut mentions: BTreeMap<FileId, Vec<&Mentioned>> = BTreeMap::new();
    for mention in document.mentions().all() {
        for &file in &mention.means {
            mentions.entry(file).or_default().push(mention);
        }
    }
    for (file, mentions) in mentions.into_iter().filter(|it| !document.file(it.0).kept) {
        if let Some(edits) = inlined(document, file, &mentions) {
            sites.alternatives(vec![document.removal(file).merge(&edits)]);
        }
    }
}

/// The text of a file in place of its mentions; `None` where something else may be meant, or nothing may stand for one.
fn inlined(document: &Document, file: FileId, mentions: &[&Mentioned]) -> Option<EditSet> {
    let mut before = None;
    let mut edits = Vec::new();
    for mention in mentions {
        if mention.means.len() > 1 || document.file(mention.file).kept {
            return None;
        }
        if !mention.needs {
            continue;
        }
        let from = document.file(mention.file);
        let again = before.replace(mention.file) == Some(mention.file);
        edits.push(if again {
            Edit::delete(mention.file, line(&from.text, mention.whole))
        } else {
            Edit::replace(mention.file, mention.whole, text(from, mention, &document.file(file).text)?)
        });
    }
    (!edits.is_empty()).then(|| edits.into_iter().collect())
}

/// What stands for a mention when `text` is what the file says.
fn text(from: &File, mention: &Mentioned, text: &[u8]) -> Option<Vec<u8>> {
    let matches = |span: Span| move |it: &crate::mentions::Said| it.whole == span;
    let inlined = &from.language.as_ref()?.inlined;
    let (_, with) = inlined.iter().find(|it| it.0.matches(&from.text).iter().any(matches(mention.whole)))?;
    let lines = text.split_inclusive(|&it| it == b'\n').filter(|it| !it.trim_ascii().starts_with(ONCE));
    let text = lines.collect::<Vec<_>>().concat();
    let (before, after) = with.split_once("TEXT")?;
    let name = String::from_utf8_lossy(&from.text[mention.span.range()]);
    let named = |it: &str| it.replace("NAME", &name).into_bytes();
    Some([named(before), text.trim_ascii_end().to_vec(), named(after)].concat())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::passes::project::testing::{after, project};

    #[test]
    fn a_header_stands_where_it_was_included_first_without_its_pragma() {
        let document = project(&[
            ("a.c", "#include \"b.h\"\n#include \"b.h\"\nint a;"),
            ("b.h", "#pragma once\nint b;\n"),
        ]);
        assert_eq!(after(&PASS, &document), ["a.c\n\n\n--\nint b;\nint a;\n--\n"]);
    }

    #[test]
    fn what_may_be_another_file_is_not_put_anywhere() {
        let document = project(&[("x/a.c", "#include \"b.h\"\n"), ("y/b.h", ""), ("z/b.h", "")]);
        assert_eq!(after(&PASS, &document), Vec::<String>::new());
    }
}
