//! `flatten-directories`: moves what is in a directory of a project to where the directory is.
//!
//! Before:
//! ```text
//! a.c    #include "d/b.h"
//! d/b.h  int b;
//! ```
//! After:
//! ```text
//! a.c    #include "b.h"
//! b.h    int b;
//! ```
//! Inner directories first; with what mentions the files by their paths, then without.

use std::collections::{BTreeMap, BTreeSet};

use super::rename::{self, renamings};
use crate::document::Document;
use crate::edit::FileId;
use crate::pass::{Pass, Propose, Sites, Stage, Tier};

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "flatten-directories",
    summary: "move what is in a directory of a project to where the directory is",
    stage: Stage::Polish,
    tier: Tier::Grammar,
    propose: Propose::Document(propose),
};

fn propose(document: &Document, sites: &mut Sites) {
    let paths = rename::paths(document);
    let slashes = |path: &&[u8]| (0..path.len()).filter(|&it| path[it] == b'/').collect::<Vec<_>>();
    let directories: BTreeSet<&[u8]> =
        paths.values().flat_map(|path| slashes(path).into_iter().map(|it| &path[..it])).collect();
    for directory in directories.into_iter().rev() {
        let parent = directory.iter().rposition(|&it| it == b'/').map_or(0, |it| it + 1);
        let inside =
            paths.iter().filter(|it| it.1.starts_with(directory) && it.1.get(directory.len()) == Some(&b'/'));
        let moved = |path: &[u8]| [&path[..parent], &path[directory.len() + 1..]].concat();
        let moved: BTreeMap<FileId, Vec<u8>> = inside.map(|(&id, path)| (id, moved(path))).collect();
        sites.alternatives(renamings(document, &moved));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::passes::project::testing::{after, project};

    #[test]
    fn what_is_in_a_directory_moves_up_with_its_mentions_or_without() {
        let document = project(&[("a.c", "#include \"d/b.h\"\n"), ("d/b.h", "int b;")]);
        assert_eq!(
            after(&PASS, &document),
            [
                "a.c\nb.h\n\n--\n#include \"b.h\"\n\n--\nint b;",
                "a.c\nb.h\n\n--\n#include \"d/b.h\"\n\n--\nint b;",
            ]
        );
    }
}
