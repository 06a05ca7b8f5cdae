//! What the search knows of a project's tree: which line names which file, and what it takes to delete or rename one.

use crate::document::Document;
use crate::edit::{Edit, EditSet, FileId, Span};
use crate::tree::{Entry, Tree};

/// A tree file, read.
#[derive(Debug)]
pub(crate) struct Project {
    tree: Tree,
    /// Where the path of each entry stands in the tree file.
    lines: Vec<Span>,
}

impl Project {
    /// Reads a tree file; of what is none there are no entries.
    pub(crate) fn of(text: &[u8]) -> Project {
        let mut lines = Vec::new();
        let mut start = 0;
        for line in text.split_inclusive(|&it| it == b'\n') {
            let path = line.strip_suffix(b"\n").unwrap_or(line);
            lines.push(Span::new(start, start + crate::lexeme::offset(path.len())));
            start += crate::lexeme::offset(line.len());
        }
        Project { tree: Tree::parse(text).unwrap_or_default(), lines }
    }

    /// The path of a file that is there; nothing for an empty directory.
    pub(crate) fn path(&self, id: FileId) -> Option<&[u8]> {
        match self.entry(id) {
            Entry::File(path) => Some(path),
            Entry::Absent | Entry::Directory(_) => None,
        }
    }

    /// What the tree file says of a file.
    pub(crate) fn entry(&self, id: FileId) -> &Entry {
        self.tree.entry(usize::from(id.0))
    }

    /// Where the path of a file stands in the tree file.
    pub(crate) fn line(&self, id: FileId) -> Span {
        let at = usize::from(id.0).checked_sub(1);
        at.and_then(|it| self.lines.get(it)).copied().unwrap_or_default()
    }
}

impl Document {
    /// The files and empty directories of a project that are there.
    pub(crate) fn present(&self) -> impl Iterator<Item = FileId> + '_ {
        self.entries().map(|it| it.0)
    }

    /// Those that may be changed.
    pub(crate) fn movable(&self) -> impl Iterator<Item = (FileId, &Entry)> {
        self.entries().filter(|it| !self.file(it.0).kept)
    }

    fn entries(&self) -> impl Iterator<Item = (FileId, &Entry)> {
        let all = self.tree().into_iter().flat_map(|tree| self.source_ids().map(|it| (it, tree.entry(it))));
        all.filter(|it| *it.1 != Entry::Absent)
    }

    /// Takes a file of a project away: its line, and its text.
    pub(crate) fn removal(&self, id: FileId) -> EditSet {
        let Some(tree) = self.tree() else { return EditSet::new() };
        [Edit::delete(FileId(0), tree.line(id)), Edit::delete(id, self.file(id).span())].into_iter().collect()
    }

    /// Gives a file of a project another path.
    pub(crate) fn renaming(&self, id: FileId, entry: &Entry) -> EditSet {
        let Some(tree) = self.tree() else { return EditSet::new() };
        EditSet::replace(FileId(0), tree.line(id), entry.line())
    }
}
