//! `keep-files`: keeps only some files of a project with all that they include or import, and searches for the fewest.
//!
//! Before:
//! ```text
//! a.c      #include "a.h"
//! a.h      int a;
//! b.c      #include "b.h"
//! b.h      int b;
//! build.mk OBJS = a.o b.o
//! ```
//! After:
//! ```text
//! a.c      #include "a.h"
//! a.h      int a;
//! build.mk OBJS = a.o
//! ```
//! As `keep-closures` does with definitions, before any file is parsed: files that need each other are one, the lightest
//! closures come first, so that every beginning of the list is a project in which all that is included is there. A file
//! goes with its mentions in build files; where some do, leaving those alone is tried as well. Where no file needs another,
//! directories are deleted instead, the heaviest first.

use std::collections::{BTreeMap, HashMap};

use super::delete_files;
use super::element::Cuts;
use crate::document::Document;
use crate::edit::{FileId, Span};
use crate::mentions::Mentioned;
use crate::pass::{Closures, Elements, Pass, Propose, Sites, Stage, Tier};
use crate::passes::global::components::Order;
use crate::thresholds::CLOSURE_PIECES;

/// The row in the table.
pub const PASS: Pass = Pass {
    name: "keep-files",
    summary: "keep the fewest files of a project that need no others",
    stage: Stage::Tree,
    tier: Tier::Grammar,
    propose: Propose::Document(propose),
};

fn propose(document: &Document, sites: &mut Sites) {
    let files: Vec<FileId> = document.movable().map(|it| it.0).collect();
    let needs = needs(document, &files);
    if needs.iter().all(Vec::is_empty) || files.len() > CLOSURE_PIECES.get() {
        delete_files::propose(document, sites);
        return;
    }
    let own: Vec<usize> = files.iter().map(|&it| document.file(it).tokens() + 1).collect();
    let order = Order::of(&needs, &own);
    let mut pieces = Pieces::of(document, &files);
    let alone = order.closures(pieces.lists.clone(), &pieces.members);
    if pieces.add_mentions(document, &files) {
        let together = order.closures(pieces.lists, &pieces.members);
        sites.closures(from_first_root(document, &files, together));
    }
    sites.closures(from_first_root(document, &files, alone));
}

/// A project of nothing but what others include is not worth asking about: the shortest beginning has a source file that
/// nothing mentions, such as the root of a crate.
fn from_first_root(document: &Document, files: &[FileId], found: Closures) -> Closures {
    let mut needed = vec![false; found.pieces.len()];
    found.needs.iter().flatten().for_each(|&it| needed[it] = true);
    let mentions = |at: usize| {
        let language = files.get(at).and_then(|&it| document.file(it).language.as_ref());
        language.is_some_and(|it| !it.mentions.is_empty())
    };
    // The line of a file in the tree file has the number of the file.
    let is_source = |piece: &Vec<(usize, usize)>| piece.iter().any(|it| it.0 == 0 && mentions(it.1));
    let root = found.pieces.iter().zip(&needed).position(|(piece, needed)| !needed && is_source(piece));
    Closures { at_least: root.map_or(0, |it| it + 1), ..found }
}

/// For each file those that it needs, as indices into `files`.
fn needs(document: &Document, files: &[FileId]) -> Vec<Vec<usize>> {
    let mut needs = vec![Vec::new(); files.len()];
    for mention in document.mentions().all().iter().filter(|it| it.needs) {
        let Ok(from) = files.binary_search(&mention.file) else { continue };
        needs[from].extend(mention.means.iter().filter_map(|it| files.binary_search(it).ok()));
    }
    for (from, needed) in needs.iter_mut().enumerate() {
        needed.retain(|&it| it != from);
        needed.sort_unstable();
        needed.dedup();
    }
    needs
}

/// The lists that files are elements of, and for each file its elements.
struct Pieces {
    lists: Vec<Elements>,
    members: Vec<Vec<(usize, usize)>>,
}

impl Pieces {
    /// Each file is its line in the tree file and its text.
    fn of(document: &Document, files: &[FileId]) -> Pieces {
        let line = |it: &FileId| document.tree().map_or(Span::default(), |tree| tree.line(*it));
        let mut lists = vec![list(FileId(0), files.iter().map(line).collect())];
        lists.extend(files.iter().map(|&it| list(it, vec![document.file(it).span()])));
        let members = (0..files.len()).map(|it| vec![(0, it), (it + 1, 0)]).collect();
        Pieces { lists, members }
    }

    /// Adds the mentions in files that only name others; false when there are none.
    fn add_mentions(&mut self, document: &Document, files: &[FileId]) -> bool {
        let mut by_file: BTreeMap<FileId, Vec<(Span, usize)>> = BTreeMap::new();
        let mut cuts = Cuts::of(document);
        let named = |it: &&Mentioned| !it.needs && files.binary_search(&it.file).is_ok();
        for mention in document.mentions().all().iter().filter(named) {
            if let [one] = mention.means[..]
                && let Ok(target) = files.binary_search(&one)
            {
                by_file.entry(mention.file).or_default().push((cuts.cut(mention), target));
            }
        }
        let found = !by_file.is_empty();
        for (file, mut cuts) in by_file {
            cuts.sort_unstable();
            cuts.dedup();
            // What names several files goes with the last of them only, which nobody can tell: it stays.
            let mut times: HashMap<Span, usize> = HashMap::new();
            for it in &cuts {
                *times.entry(it.0).or_default() += 1;
            }
            cuts.retain(|it| times[&it.0] == 1);
            for (at, &(_, target)) in cuts.iter().enumerate() {
                self.members[target].push((self.lists.len(), at));
            }
            self.lists.push(list(file, cuts.into_iter().map(|it| it.0).collect()));
        }
        found
    }
}

fn list(file: FileId, elements: Vec<Span>) -> Elements {
    Elements { file, elements, separators: vec![], around: vec![], at_least: 0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::passes::project::testing::{after, project, sites};

    #[test]
    fn whatever_is_taken_off_the_end_leaves_files_that_need_no_others() {
        let document = project(&[
            ("a.c", "#include \"a.h\"\nint x;"),
            ("a.h", "#include \"b.h\""),
            ("b.h", "int b;"),
            ("c.c", "#include \"b.h\"\n"),
        ]);
        let found = sites(&PASS, &document);
        let [crate::pass::Site::Closures(closures)] = &found[..] else { panic!("{found:?}") };
        assert_eq!(closures.needs, [vec![], vec![0], vec![0], vec![1]]);
        let lines: Vec<Span> = closures.pieces.iter().map(|it| closures.lists[0].elements[it[0].1]).collect();
        let tree = &document.file(FileId(0)).text;
        let names = lines.iter().map(|it| String::from_utf8_lossy(&tree[it.range()]).into_owned());
        assert_eq!(names.collect::<Vec<_>>(), ["b.h", "a.h", "c.c", "a.c"]);
    }

    #[test]
    fn where_nothing_needs_anything_directories_go() {
        let document = project(&[("x/a", "1"), ("x/b", "2"), ("c", "3")]);
        let found = after(&PASS, &document);
        assert!(found.contains(&"\n\nc\n\n--\n\n--\n\n--\n3".to_owned()), "{found:?}");
    }
}
