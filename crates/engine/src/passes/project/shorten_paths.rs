//! `shorten-paths`: gives the files and directories of a project the shortest names that are free.
//!
//! Before:
//! ```text
//! main.c         #include "parts/buffer.h"
//! parts/buffer.h int b;
//! ```
//! After:
//! ```text
//! main.c         #include "parts/a.h"
//! parts/a.h      int b;
//! ```
//! A file keeps its extension. With what mentions it by its path, then without.

use std::collections::BTreeSet;

use super::rename::{self, renamings};
use crate::document::Document;
use crate::pass::{Pass, Propose, Sites, Stage, Tier};
use crate::thresholds::RENAMED_FILES;

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "shorten-paths",
    summary: "give the files and directories of a project short names",
    stage: Stage::Polish,
    tier: Tier::Grammar,
    propose: Propose::Document(propose),
};

fn propose(document: &Document, sites: &mut Sites) {
    let paths = rename::paths(document);
    // What each name stands at: the path up to its end.
    let named = |path: &'_ [u8]| {
        let ends = (0..=path.len()).filter(|&it| path.get(it).is_none_or(|it| *it == b'/'));
        ends.map(|it| path[..it].to_vec()).collect::<Vec<_>>()
    };
    let all: BTreeSet<Vec<u8>> = paths.values().flat_map(|it| named(it)).collect();
    let shortened = all.iter().filter_map(|old| Some((old, shorter(old, &all)?)));
    for (old, new) in shortened.take(RENAMED_FILES.get()) {
        let inside = |path: &&[u8]| path.starts_with(old) && path.get(old.len()).is_none_or(|it| *it == b'/');
        let moved = paths.iter().filter(|it| inside(it.1));
        let moved = moved.map(|(&id, path)| (id, [&new, &path[old.len()..]].concat())).collect();
        sites.alternatives(renamings(document, &moved));
    }
}

/// A path with the shortest last part that is free; `None` where it is as short.
fn shorter(path: &[u8], taken: &BTreeSet<Vec<u8>>) -> Option<Vec<u8>> {
    let start = path.iter().rposition(|&it| it == b'/').map_or(0, |it| it + 1);
    let name = &path[start..];
    let extension = name.iter().rposition(|&it| it == b'.').map_or(name.len(), |it| it);
    let mut short = (b'a'..=b'z').map(|it| [&path[..start], &[it], &name[extension..]].concat());
    short.find(|it| !taken.contains(it)).filter(|_| extension > 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::passes::project::testing::{after, project};

    #[test]
    fn files_and_directories_get_names_of_one_letter_that_are_free() {
        let document =
            project(&[("a.c", "#include \"dir/long.h\"\n"), ("dir/long.h", "int b;"), ("dir/a.h", "")]);
        let trees: Vec<String> = after(&PASS, &document).iter().map(|it| it.replace("\n--\n", "|")).collect();
        assert_eq!(
            trees,
            [
                "a.c\na/long.h\na/a.h\n|#include \"a/long.h\"\n|int b;|",
                "a.c\na/long.h\na/a.h\n|#include \"dir/long.h\"\n|int b;|",
                "a.c\ndir/b.h\ndir/a.h\n|#include \"dir/b.h\"\n|int b;|",
                "a.c\ndir/b.h\ndir/a.h\n|#include \"dir/long.h\"\n|int b;|",
            ]
        );
    }
}
