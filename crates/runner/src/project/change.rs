//! What became of each file of a project: the tree before and after, file by file.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use lop_engine::{Rank, Tree};

use crate::Files;

/// A file of a project before and after.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// Its number in the document.
    pub file: usize,
    /// Where it was, from the root; nothing if it was not there.
    pub before: Option<PathBuf>,
    /// Where it is; nothing if it is gone.
    pub after: Option<PathBuf>,
    /// Its tokens before and after.
    pub tokens: (usize, usize),
    /// Its bytes before and after.
    pub bytes: (usize, usize),
}

/// What became of each file, in the order of the document. Files that were never there are left out.
pub fn changes(before: &Files, after: &Files) -> Vec<Change> {
    let (Ok(old), Ok(new)) = (Tree::parse(&before[0]), Tree::parse(&after[0])) else { return Vec::new() };
    let path = |tree: &Tree, file| {
        let path = tree.entry(file).path()?;
        Some(Path::new(OsStr::from_bytes(path)).to_owned())
    };
    let change = |file: usize| {
        let (was, is) = (&before[file], &after[file]);
        let (was, is) = (Rank::of(std::slice::from_ref(was)), Rank::of(std::slice::from_ref(is)));
        Change {
            file,
            before: path(&old, file),
            after: path(&new, file),
            tokens: (was.tokens, is.tokens),
            bytes: (was.bytes, is.bytes),
        }
    };
    (1..before.len().min(after.len())).map(change).filter(|it| it.before.is_some()).collect()
}

/// All files of a candidate as one text for people, each under its path.
pub fn listing(files: &Files) -> Vec<u8> {
    let tree = files.first().and_then(|it| Tree::parse(it).ok()).unwrap_or_default();
    let mut text = Vec::new();
    for (file, content) in files.iter().enumerate() {
        let Some(path) = tree.entry(file).path() else { continue };
        text.extend([b"==> ", path, b" <==\n", content].concat());
        if text.last() != Some(&b'\n') {
            text.push(b'\n');
        }
    }
    text
}

impl Change {
    /// True when nothing of it has changed.
    pub fn is_same(&self) -> bool {
        self.before == self.after && self.bytes.0 == self.bytes.1 && self.tokens.0 == self.tokens.1
    }
}
