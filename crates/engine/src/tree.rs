//! The tree file of a project: which of a document's files are there, and what each is called.
//!
//! A project is a document whose file 0 is text with a line for each of the other files: line `i`, counted from 0, has the
//! path of file `i + 1`, relative to the root of the project, `/` between its parts. An empty line says that the file is
//! not there, whatever its text; a path that ends in `/` is a directory that has to be there although nothing is in it.
//! Newlines and backslashes of a path are written `\n` and `\\`, bytes that are not UTF-8 as `\xFF`. A line keeps its
//! number for as long as the reduction lasts, so a file is known by it whatever it is called.

use std::collections::HashSet;
use std::fmt;

/// What a tree file says.
///
/// ```
/// use lop_engine::{Entry, Tree};
///
/// let tree = Tree::parse(b"src/a.c\n\nempty/\n")?;
/// assert_eq!(tree.entry(1), &Entry::File((*b"src/a.c").into()));
/// assert_eq!(tree.entry(2), &Entry::Absent);
/// assert_eq!(tree.entry(3), &Entry::Directory((*b"empty").into()));
/// assert_eq!(tree.to_text(), b"src/a.c\n\nempty/\n");
/// # Ok::<(), lop_engine::TreeError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Tree {
    entries: Vec<Entry>,
}

/// One file of a project, or what stands in its place. A path has no escapes, and no `/` at its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Entry {
    /// It has been deleted.
    Absent,
    /// It is there, at this path.
    File(Box<[u8]>),
    /// It is not a file: the directory at this path is there even when nothing is in it.
    Directory(Box<[u8]>),
}

impl Entry {
    /// Where it is, if it is there.
    ///
    /// ```
    /// assert_eq!(lop_engine::Entry::Absent.path(), None);
    /// ```
    pub fn path(&self) -> Option<&[u8]> {
        match self {
            Entry::Absent => None,
            Entry::File(path) | Entry::Directory(path) => Some(path),
        }
    }

    /// Its line in the tree file, without the newline.
    pub(crate) fn line(&self) -> Vec<u8> {
        let mut line = self.path().map(escaped).unwrap_or_default();
        if matches!(self, Entry::Directory(_)) {
            line.push(b'/');
        }
        line
    }
}

/// Why no tree can be laid out on a disk as a tree file says.
///
/// ```
/// let error = lop_engine::Tree::parse(b"a\na/b\n").unwrap_err();
/// assert_eq!(error.to_string(), "\"a\" is a file and a directory");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TreeError {
    /// A path leads elsewhere, or nowhere: it is absolute, or has an empty part, `.`, `..` or a NUL.
    #[error("{path} is not a path within the project")]
    NotWithin {
        /// As it stands in the tree file.
        path: Shown,
    },
    /// Two files have the same path.
    #[error("two files are called {path}")]
    Twice {
        /// As it stands in the tree file.
        path: Shown,
    },
    /// Something is in what is a file.
    #[error("{path} is a file and a directory")]
    FileAndDirectory {
        /// As it stands in the tree file.
        path: Shown,
    },
}

/// A path in a message: as it stands in the tree file, in quotes.
#[derive(Clone, PartialEq, Eq)]
pub struct Shown(Box<[u8]>);

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\"", String::from_utf8_lossy(&escaped(&self.0)))
    }
}

impl fmt::Debug for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Tree {
    /// The tree of these entries; the first is file 1 of the document.
    ///
    /// # Errors
    /// When it cannot be laid out on a disk.
    pub fn new(entries: impl IntoIterator<Item = Entry>) -> Result<Tree, TreeError> {
        let tree = Tree { entries: entries.into_iter().collect() };
        tree.check()?;
        Ok(tree)
    }

    /// Reads a tree file.
    ///
    /// # Errors
    /// When it cannot be laid out on a disk.
    pub fn parse(text: &[u8]) -> Result<Tree, TreeError> {
        Tree::new(lines(text).map(entry))
    }

    /// The entries in order; the first is file 1 of the document.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The same as values.
    pub fn into_entries(self) -> Vec<Entry> {
        self.entries
    }

    /// The entry of a file of the document, counted from 0; [`Entry::Absent`] for what the tree file has no line for, such
    /// as the tree file itself.
    pub fn entry(&self, file: usize) -> &Entry {
        file.checked_sub(1).and_then(|it| self.entries.get(it)).unwrap_or(&Entry::Absent)
    }

    /// The tree file.
    pub fn to_text(&self) -> Vec<u8> {
        self.entries.iter().flat_map(|it| [it.line(), b"\n".to_vec()].concat()).collect()
    }

    fn check(&self) -> Result<(), TreeError> {
        let mut directories = HashSet::new();
        for path in self.entries.iter().filter_map(Entry::path) {
            if !is_within(path) {
                return Err(TreeError::NotWithin { path: Shown(path.into()) });
            }
            for directory in above(path) {
                // Then those that it is in are known, too.
                if !directories.insert(directory) {
                    break;
                }
            }
        }
        let mut there = HashSet::with_capacity(self.entries.len());
        for entry in &self.entries {
            let Some(path) = entry.path() else { continue };
            if !there.insert(path) {
                return Err(TreeError::Twice { path: Shown(path.into()) });
            }
            if matches!(entry, Entry::File(_)) && directories.contains(path) {
                return Err(TreeError::FileAndDirectory { path: Shown(path.into()) });
            }
        }
        Ok(())
    }
}

/// The directories that a path is in, the innermost first, without the root.
fn above(path: &[u8]) -> impl Iterator<Item = &[u8]> {
    let slashes = (0..path.len()).rev().filter(|&it| path[it] == b'/');
    slashes.map(|it| &path[..it])
}

fn is_within(path: &[u8]) -> bool {
    !path.contains(&0) && path.split(|&it| it == b'/').all(|it| !matches!(it, b"" | b"." | b".."))
}

/// The lines of a tree file, without their newlines.
fn lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split_inclusive(|&it| it == b'\n').map(|it| it.strip_suffix(b"\n").unwrap_or(it))
}

fn entry(line: &[u8]) -> Entry {
    match line.strip_suffix(b"/") {
        _ if line.is_empty() => Entry::Absent,
        Some(directory) => Entry::Directory(unescaped(directory).into()),
        None => Entry::File(unescaped(line).into()),
    }
}

fn escaped(path: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(path.len());
    for chunk in path.utf8_chunks() {
        for byte in chunk.valid().bytes() {
            match byte {
                b'\n' => out.extend(b"\\n"),
                b'\\' => out.extend(b"\\\\"),
                _ => out.push(byte),
            }
        }
        for byte in chunk.invalid() {
            out.extend(format!("\\x{byte:02X}").into_bytes());
        }
    }
    out
}

/// What no escape explains stands for itself.
fn unescaped(line: &[u8]) -> Vec<u8> {
    if !line.contains(&b'\\') {
        return line.to_vec();
    }
    let mut out = Vec::with_capacity(line.len());
    let mut at = 0;
    while let Some(&byte) = line.get(at) {
        let (meant, length) = match &line[at..] {
            [b'\\', b'n', ..] => (b'\n', 2),
            [b'\\', b'\\', ..] => (b'\\', 2),
            [b'\\', b'x', high, low, ..] => hex(*high, *low).map_or((byte, 1), |it| (it, 4)),
            _ => (byte, 1),
        };
        out.push(meant);
        at += length;
    }
    out
}

fn hex(high: u8, low: u8) -> Option<u8> {
    let digit = |it: u8| char::from(it).to_digit(16);
    u8::try_from(digit(high)? * 16 + digit(low)?).ok()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn file(path: &[u8]) -> Entry {
        Entry::File(path.into())
    }

    #[test]
    fn a_line_is_the_path_of_the_file_after_it_and_an_empty_one_says_that_it_is_gone() {
        let tree = Tree::parse(b"a.c\n\nd/b.c\n").expect("a tree");
        assert_eq!(tree.entries(), [file(b"a.c"), Entry::Absent, file(b"d/b.c")]);
        assert_eq!(
            (tree.entry(0), tree.entry(1), tree.entry(4)),
            (&Entry::Absent, &file(b"a.c"), &Entry::Absent)
        );
    }

    #[test]
    fn newlines_backslashes_and_what_is_not_utf8_are_escaped() {
        let tree = Tree::new([file(b"a\nb\\n\xff/\xc3\xb6 .c")]).expect("a tree");
        assert_eq!(tree.to_text(), b"a\\nb\\\\n\\xFF/\xc3\xb6 .c\n");
        assert_eq!(Tree::parse(&tree.to_text()), Ok(tree));
    }

    #[test]
    fn a_last_line_needs_no_newline() {
        assert_eq!(Tree::parse(b"a\nb"), Tree::parse(b"a\nb\n"));
    }

    #[test]
    fn what_no_disk_can_hold_is_no_tree() {
        for text in ["/a\n", "a//b\n", "../a\n", "a/./b\n", "a\0\n", "/\n"] {
            assert!(matches!(Tree::parse(text.as_bytes()), Err(TreeError::NotWithin { .. })), "{text:?}");
        }
        assert!(matches!(Tree::parse(b"a\na\n"), Err(TreeError::Twice { .. })));
        assert!(matches!(Tree::parse(b"a/\na\n"), Err(TreeError::Twice { .. })));
        assert!(matches!(Tree::parse(b"a/b\na\n"), Err(TreeError::FileAndDirectory { .. })));
        assert!(Tree::parse(b"a/b\na/\n").is_ok());
    }

    proptest! {
        #[test]
        fn a_tree_reads_back_as_it_was_written(
            paths in prop::collection::hash_set(prop::collection::vec(any::<u8>(), 1..6), 0..6)
        ) {
            let entries = paths.iter().map(|it| file(it));
            if let Ok(tree) = Tree::new(entries) {
                prop_assert_eq!(Tree::parse(&tree.to_text()), Ok(tree));
            }
        }
    }
}
