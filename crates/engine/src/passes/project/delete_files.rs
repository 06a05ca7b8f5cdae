//! `delete-files`: deletes directories and files of a project.
//!
//! Before:
//! ```text
//! a.c    int a;
//! t/b.c  int b;
//! t/c.c  int c;
//! ```
//! After:
//! ```text
//! a.c    int a;
//! ```
//! A list for each directory: what is in it, each directory in there as a whole. Empty directories are files of no text.

use std::collections::BTreeMap;

use crate::document::Document;
use crate::edit::{EditSet, FileId};
use crate::pass::{Pass, Propose, Sites, Stage, Tier};

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "delete-files",
    summary: "delete directories and files of a project",
    stage: Stage::Main,
    tier: Tier::Grammar,
    propose: Propose::Document(propose),
};

/// What is in a directory.
#[derive(Default)]
struct Directory<'d> {
    directories: BTreeMap<&'d [u8], Directory<'d>>,
    files: Vec<FileId>,
}

pub(super) fn propose(document: &Document, sites: &mut Sites) {
    let mut root = Directory::default();
    for (id, entry) in document.movable() {
        let mut parts: Vec<&[u8]> = entry.path().unwrap_or_default().split(|it| *it == b'/').collect();
        parts.pop();
        let home = parts.iter().fold(&mut root, |it, part| it.directories.entry(part).or_default());
        home.files.push(id);
    }
    root.lists(document, sites);
}

impl Directory<'_> {
    /// Proposes the lists of this directory and of those in it. Returns what deletes all of it.
    fn lists(&self, document: &Document, sites: &mut Sites) -> EditSet {
        let mut inner = Sites::default();
        let mut sets: Vec<EditSet> =
            self.directories.values().map(|it| it.lists(document, &mut inner)).collect();
        sets.extend(self.files.iter().map(|&it| document.removal(it)));
        let all = sets.iter().flat_map(|it| it.edits().iter().cloned()).collect();
        // One that only holds another goes with it.
        if sets.len() > 1 || self.directories.is_empty() && sets.len() == 1 {
            sites.list(sets);
        }
        inner.into_sites().into_iter().for_each(|it| sites.push(it));
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::passes::project::testing::{after, project};

    #[test]
    fn a_directory_goes_as_a_whole_and_each_file_alone() {
        let document = project(&[("a", "1"), ("d/b", "2"), ("d/c", "3"), ("e/", "")]);
        let trees: Vec<String> = after(&PASS, &document)
            .iter()
            .map(|it| it.split("--").next().unwrap_or_default().to_owned())
            .collect();
        for tree in [
            "\n\n\n\n",
            "a\n\n\ne/\n",
            "\nd/b\nd/c\ne/\n",
            "a\nd/b\nd/c\n\n",
            "a\n\nd/c\ne/\n",
            "a\nd/b\n\ne/\n",
        ] {
            assert!(
                trees.iter().any(|it| it.trim_end_matches('\n') == tree.trim_end_matches('\n')),
                "{tree:?} in {trees:?}"
            );
        }
    }

    #[test]
    fn what_is_kept_stays() {
        let document = project(&[("a", "1"), ("b", "2")]).keeping(&[1].into());
        assert_eq!(after(&PASS, &document), ["a\n\n\n--\n1\n--\n", "a\n\n\n--\n1\n--\n"]);
    }
}
