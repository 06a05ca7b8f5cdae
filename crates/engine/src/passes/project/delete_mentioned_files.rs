//! `delete-mentioned-files`: deletes a file of a project together with every mention of it.
//!
//! Before:
//! ```text
//! a.c       #include "b.h"
//!           int a;
//! b.h       int b;
//! build.mk  all: a.c b.h
//! ```
//! After:
//! ```text
//! a.c       int a;
//! build.mk  all: a.c
//! ```
//! An include, an import or a module goes as the element of a list that it is; in a build file the element, the line or the
//! words that name nothing else. Then the mentions alone, while the file stays.

use std::collections::BTreeMap;

use super::element::Cuts;
use crate::document::Document;
use crate::edit::{Edit, EditSet, FileId};
use crate::pass::{Pass, Propose, Sites, Stage, Tier};

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "delete-mentioned-files",
    summary: "delete a file of a project with every mention of it",
    stage: Stage::Main,
    tier: Tier::Grammar,
    propose: Propose::Document(propose),
};

fn propose(document: &Document, sites: &mut Sites) {
    let mut cuts = Cuts::of(document);
    let mut mentions: BTreeMap<FileId, Vec<Edit>> = BTreeMap::new();
    for mention in document.mentions().all().iter().filter(|it| !document.file(it.file).kept) {
        if let [one] = mention.means[..] {
            mentions.entry(one).or_default().push(Edit::delete(mention.file, cuts.cut(mention)));
        }
    }
    let mut with_files = Vec::new();
    let mut alone = Vec::new();
    for (file, edits) in mentions {
        let several = edits.len() > 1;
        let edits: EditSet = edits.into_iter().collect();
        if !document.file(file).kept {
            with_files.push(document.removal(file).merge(&edits));
        }
        // In a project that is too large to be read as a whole that would be a copy of nearly all of it in one question.
        if several && document.is_read_whole() {
            alone.push(edits);
        }
    }
    sites.list(with_files);
    sites.list(alone);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::passes::project::testing::{after, project};

    #[test]
    fn includes_go_and_the_words_and_rules_of_build_files() {
        let document = project(&[
            ("a.c", "#include \"d/b.h\"\nint a;"),
            ("d/b.h", "int b;"),
            ("build.mk", "OBJS = a.c d/b.h x\nd/b.h: gen\n\tgen d/b.h\nlast:\n"),
        ]);
        let found = after(&PASS, &document);
        let expected = "a.c\n\nbuild.mk\n\n--\nint a;\n--\n\n--\nOBJS = a.c x\nlast:\n";
        assert!(found.iter().any(|it| it == expected), "{found:#?}");
    }

    #[test]
    fn an_object_in_a_build_file_is_made_of_the_source_and_not_of_the_header() {
        let document = project(&[
            ("a.c", "#include \"a.h\"\nint x;"),
            ("a.h", ""),
            ("b.c", "#include \"a.h\"\n"),
            ("build.mk", "OBJS = b.o \\\n\ta.o c.o\nall: $(OBJS)\n"),
        ]);
        let found = after(&PASS, &document);
        let expected =
            "\na.h\nb.c\nbuild.mk\n\n--\n\n--\n\n--\n#include \"a.h\"\n\n--\nOBJS = b.o c.o\nall: $(OBJS)\n";
        assert!(found.iter().any(|it| it == expected), "{found:#?}");
    }

    #[test]
    fn a_mention_that_may_mean_several_files_stays() {
        let document = project(&[("x/a.c", "#include \"b.h\"\n"), ("y/b.h", ""), ("z/b.h", "")]);
        assert_eq!(after(&PASS, &document), Vec::<String>::new());
    }
}
