//! Other paths for the files of a project, with what mentions them by the old ones.

use std::collections::BTreeMap;

use crate::document::Document;
use crate::edit::{Edit, EditSet, FileId};
use crate::mentions::{Hole, Mentioned};
use crate::tree::Entry;

/// Where everything is that may get another path.
pub(super) fn paths(document: &Document) -> BTreeMap<FileId, &[u8]> {
    document.movable().filter_map(|it| Some((it.0, it.1.path()?))).collect()
}

/// Gives files other paths: first with all that mentions them, then alone, if that differs.
pub(super) fn renamings(document: &Document, paths: &BTreeMap<FileId, Vec<u8>>) -> Vec<EditSet> {
    let renaming = |(&id, new): (&FileId, &Vec<u8>)| {
        let entry = match document.tree().map(|it| it.entry(id)) {
            Some(Entry::Directory(_)) => Entry::Directory(new.as_slice().into()),
            _ => Entry::File(new.as_slice().into()),
        };
        document.renaming(id, &entry).edits().to_vec()
    };
    let alone: EditSet = paths.iter().flat_map(renaming).collect();
    let with = alone.merge(&mentions(document, paths));
    if with == alone { vec![alone] } else { vec![with, alone] }
}

/// The mentions of files as they are to read once the files have other paths.
fn mentions(document: &Document, paths: &BTreeMap<FileId, Vec<u8>>) -> EditSet {
    let edit = |it: &Mentioned| {
        let [one] = it.means[..] else { return None };
        let new = paths.get(&one)?;
        let old = document.tree()?.path(one)?;
        let file = document.file(it.file);
        let text = mentioned(&file.text[it.span.range()], it.hole, old, new).filter(|_| !file.kept)?;
        Some(Edit::replace(it.file, it.span, text))
    };
    document.mentions().all().iter().filter_map(edit).collect()
}

/// How a mention of the file at `old` reads when it is at `new`; `None` where it reads the same.
fn mentioned(text: &[u8], hole: Hole, old: &[u8], new: &[u8]) -> Option<Vec<u8>> {
    if hole == Hole::Name {
        let (old, new) = (stem(old), stem(new));
        let before = text.strip_suffix(old).filter(|_| old != new)?;
        return Some([before, new].concat());
    }
    let parts = |it: &'_ [u8]| it.split(|it| *it == b'/').map(<[u8]>::to_vec).collect::<Vec<_>>();
    let (said, old, new) = (parts(text), parts(old), parts(new));
    let same = said.iter().rev().zip(old.iter().rev()).take_while(|it| it.0 == it.1).count();
    let differs = old.iter().zip(&new).position(|it| it.0 != it.1)?;
    let first = old.len() - same;
    // Of a path that has lost a part before what is said, less stands before it.
    let first_now = if first > differs { (first + new.len()).checked_sub(old.len())? } else { first };
    let now = [&said[..said.len() - same], &new[first_now.min(new.len())..]].concat();
    (same > 0 && now != said).then(|| now.join(&b'/'))
}

fn stem(path: &[u8]) -> &[u8] {
    let name = path.rsplit(|it| *it == b'/').next().unwrap_or_default();
    name.iter().rposition(|&it| it == b'.').filter(|&it| it > 0).map_or(name, |it| &name[..it])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn now(text: &str, old: &str, new: &str) -> Option<String> {
        let it = mentioned(text.as_bytes(), Hole::Path, old.as_bytes(), new.as_bytes())?;
        Some(String::from_utf8(it).expect("utf-8"))
    }

    #[test]
    fn a_mention_loses_the_directory_that_its_file_has_lost() {
        assert_eq!(now("x/b.h", "a/x/b.h", "a/b.h").as_deref(), Some("b.h"));
        assert_eq!(now("../x/b.h", "a/x/b.h", "a/b.h").as_deref(), Some("../b.h"));
        assert_eq!(now("b.h", "a/x/b.h", "a/b.h"), None);
    }

    #[test]
    fn a_mention_gets_the_name_that_its_file_has_got() {
        assert_eq!(now("x/long.h", "a/x/long.h", "a/x/b.h").as_deref(), Some("x/b.h"));
        assert_eq!(now("x/long.h", "a/x/long.h", "a/y/long.h").as_deref(), Some("y/long.h"));
        assert_eq!(now("long.h", "x/long.h", "y/long.h"), None);
    }
}
