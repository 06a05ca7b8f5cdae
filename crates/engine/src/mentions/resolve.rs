//! Which files of a project a mention may mean: those whose paths end like it, the nearest first.

use std::collections::HashMap;

use super::template::Hole;
use crate::document::Document;
use crate::edit::FileId;
use crate::tokens::is_word;

/// Files that stand for the directory they are in.
const FOR_THEIR_DIRECTORY: &[&[u8]] = &[b"__init__", b"index", b"lib", b"main", b"mod"];

/// The files of a project by what their paths end in.
pub(super) struct Index<'d> {
    paths: HashMap<FileId, &'d [u8]>,
    by_path: Endings,
    /// Without their extensions; files that stand for their directory are the directory.
    by_stem: Endings,
    by_directory: Endings,
    /// By what they call themselves.
    by_title: HashMap<&'d [u8], Vec<FileId>>,
}

impl<'d> Index<'d> {
    /// The files of `document` that are there.
    pub(super) fn of(document: &'d Document) -> Index<'d> {
        let mut paths = HashMap::new();
        let mut by_title: HashMap<&[u8], Vec<FileId>> = HashMap::new();
        let there = document
            .tree()
            .into_iter()
            .flat_map(|tree| document.source_ids().filter_map(|id| tree.path(id).map(|path| (id, path))));
        for (id, path) in there {
            paths.insert(id, path);
            let file = document.file(id);
            let titles = file.language.iter().flat_map(|it| &it.titles).flat_map(|it| it.matches(&file.text));
            titles.for_each(|it| by_title.entry(&file.text[it.span.range()]).or_default().push(id));
        }
        let by_path = Endings::of(&paths, <[u8]>::to_vec);
        let by_stem = Endings::of(&paths, without_extension);
        let by_directory = Endings::of(&paths, |it| split(it).0.to_vec());
        Index { paths, by_path, by_stem, by_directory, by_title }
    }

    /// The files that `text` may mean where it stands in `from`; those that are as good as each other, in order.
    pub(super) fn resolve(&self, from: FileId, text: &[u8], hole: Hole) -> Vec<FileId> {
        if let Some(found) = self.by_title.get(text) {
            return found.clone();
        }
        let parts = parts(text, hole);
        if hole == Hole::Path
            && let found @ [_, ..] = &*self.by_path.ending_in(&parts)
        {
            return self.nearest(from, found);
        }
        // The longest run of the parts that is the end of a path without its extension.
        for length in (1..=parts.len()).rev() {
            let least = if hole == Hole::Path { parts.len() - length } else { 0 };
            for first in least..=parts.len() - length {
                let found = self.by_stem_or_directory(&parts[first..first + length], hole);
                let others: Vec<FileId> = found.into_iter().filter(|&it| it != from).collect();
                if !others.is_empty() {
                    return self.nearest(from, &others);
                }
            }
        }
        Vec::new()
    }

    fn by_stem_or_directory(&self, parts: &[&[u8]], hole: Hole) -> Vec<FileId> {
        let Some(&last) = parts.last() else { return Vec::new() };
        // `a.js` may be what is made of `a.ts`.
        let bare = [&parts[..parts.len() - 1], &[stem(last)]].concat();
        let found = self.by_stem.ending_in(&bare);
        // A single word is too little to mean all that is in a directory.
        if !found.is_empty() || hole == Hole::Name && parts.len() < 2 {
            return found;
        }
        self.by_directory.ending_in(parts)
    }

    /// Those files that have most of the path in common with `from`, and its extension if any of them has.
    fn nearest(&self, from: FileId, files: &[FileId]) -> Vec<FileId> {
        let own = self.paths.get(&from).copied().unwrap_or_default();
        // What `a/b.x` mentions may be in `a/b/`.
        let home = without_extension(own);
        let near = |it: &FileId| {
            let path = self.paths[it];
            let both = path.split(|it| *it == b'/').zip(home.split(|it| *it == b'/'));
            let common = both.take_while(|it| it.0 == it.1).count();
            (extension(path) == extension(own), common)
        };
        let best = files.iter().map(near).max();
        files.iter().copied().filter(|it| Some(near(it)) == best).collect()
    }
}

/// Paths by their ends: sorted, each read from its end, with a `/` behind its beginning.
struct Endings(Vec<(Vec<u8>, FileId)>);

impl Endings {
    /// What `shown` makes of some paths.
    fn of(paths: &HashMap<FileId, &[u8]>, shown: impl Fn(&[u8]) -> Vec<u8>) -> Endings {
        let mut all: Vec<_> = paths.iter().map(|(&id, path)| (backwards(&shown(path)), id)).collect();
        all.sort_unstable();
        Endings(all)
    }

    /// The files whose paths end in these parts, in order; none for no parts.
    fn ending_in(&self, parts: &[&[u8]]) -> Vec<FileId> {
        if parts.is_empty() {
            return Vec::new();
        }
        let wanted = backwards(&parts.join(&b'/'));
        let first = self.0.partition_point(|it| it.0 < wanted);
        let mut found: Vec<FileId> =
            self.0[first..].iter().take_while(|it| it.0.starts_with(&wanted)).map(|it| it.1).collect();
        found.sort_unstable();
        found
    }
}

fn backwards(path: &[u8]) -> Vec<u8> {
    path.iter().rev().copied().chain([b'/']).collect()
}

/// The parts of a mention that say something.
fn parts(text: &[u8], hole: Hole) -> Vec<&[u8]> {
    let separates = |it: &u8| match hole {
        Hole::Path => matches!(it, b'/' | b'\\'),
        Hole::Name => !is_word(*it) && *it != b'-',
    };
    text.split(separates).filter(|it| !matches!(*it, b"" | b"." | b"..")).collect()
}

fn split(path: &[u8]) -> (&[u8], &[u8]) {
    path.iter().rposition(|&it| it == b'/').map_or((b"", path), |it| (&path[..it], &path[it + 1..]))
}

fn stem(name: &[u8]) -> &[u8] {
    name.iter().rposition(|&it| it == b'.').filter(|&it| it > 0).map_or(name, |it| &name[..it])
}

fn extension(path: &[u8]) -> &[u8] {
    let name = split(path).1;
    &name[stem(name).len()..]
}

/// A path without its extension; of a file that stands for its directory the directory.
fn without_extension(path: &[u8]) -> Vec<u8> {
    let (directory, name) = split(path);
    if FOR_THEIR_DIRECTORY.contains(&stem(name)) && !directory.is_empty() {
        return directory.to_vec();
    }
    path[..path.len() - extension(path).len()].to_vec()
}
