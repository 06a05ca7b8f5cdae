//! A project as a test sees it: what the files of a document are on disk, beside their texts.
//!
//! File 0 of its document is the tree file, which says what is there and under which path; see [`lop_engine::Tree`].

mod home;
mod laid;
mod pristine;

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use lop_engine::{Entry, Tree, TreeError};
use parking_lot::Mutex;

pub use home::Home;
pub use laid::Laid;
pub use pristine::Pristine;

/// What a project is besides the texts of its document.
#[derive(Debug, Default)]
pub struct Project {
    /// Where its root is on the user's disk, for messages.
    pub origin: PathBuf,
    /// Where its root is in a scratch directory; empty when it is the scratch directory itself.
    pub root: PathBuf,
    /// Where the test runs, in a scratch directory.
    pub directory: PathBuf,
    /// The file of the document that `@@` stands for, with its first path; else `@@` is the root.
    pub named: Option<(usize, PathBuf)>,
    /// What each file of the document is, from file 1.
    pub files: Vec<Stock>,
    /// What is there in every candidate and is no file of the document.
    pub kept: Vec<(Entry, Stock)>,
    /// How many bytes all of it has on disk.
    pub bytes: u64,
    /// Variables of the environment that name a directory which stays with a scratch directory from one question to the
    /// next, such as a compiler's cache.
    pub caches: Vec<&'static str>,
    /// Other variables of the environment.
    pub env: Vec<(&'static str, &'static str)>,
    /// Where the result is to take the place of the project, if it is: what else is there keeps its path.
    pub home: Option<Home>,
    /// What the contents of [`Body::Copy`] are copied from; goes with the project.
    pub pristine: Option<Pristine>,
    /// The tree file that was read last, and what it says: each candidate is looked at twice.
    pub latest: LatestTree,
}

/// A tree that was read, with its text.
#[derive(Debug, Default)]
pub struct LatestTree(Mutex<Option<Read>>);

type Read = (Arc<[u8]>, Arc<Tree>);

/// What something in a tree is.
#[derive(Debug, Clone)]
pub struct Stock {
    /// Its permissions, as far as there are any.
    pub mode: u32,
    /// What it holds.
    pub body: Body,
}

/// What something in a tree holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Body {
    /// The text of its file in the document; nothing, for a directory.
    Text,
    /// What this file of ours holds, whose content has this hash: its text in the document is empty.
    Copy(PathBuf, u128),
    /// It is a symbolic link that leads there.
    Link(PathBuf),
    /// It is another name of this file of the document.
    Name(usize),
}

impl Project {
    /// What is where, what is kept included. The entries of the document come first.
    ///
    /// # Errors
    /// When nothing on disk can be like that.
    pub fn tree(&self, tree_file: &Arc<[u8]>) -> Result<Arc<Tree>, TreeError> {
        let latest =
            self.latest.0.lock().as_ref().filter(|it| Arc::ptr_eq(&it.0, tree_file)).map(|it| it.1.clone());
        if let Some(tree) = latest {
            return Ok(tree);
        }
        let tree = Arc::new(self.whole(Tree::parse(tree_file)?)?);
        *self.latest.0.lock() = Some((tree_file.clone(), tree.clone()));
        Ok(tree)
    }

    /// A tree with what is kept.
    fn whole(&self, tree: Tree) -> Result<Tree, TreeError> {
        if self.kept.is_empty() && tree.entries().len() == self.files.len() {
            return Ok(tree);
        }
        let mut entries = tree.into_entries();
        entries.resize(self.files.len(), Entry::Absent);
        entries.extend(self.kept.iter().map(|it| it.0.clone()));
        Tree::new(entries)
    }

    /// True when the files of a candidate can be laid out, and could take the place of the project where that is wanted.
    pub(crate) fn can_be(&self, tree_file: &Arc<[u8]>) -> bool {
        let is_taken = |home: &Home| Tree::parse(tree_file).is_ok_and(|it| home.taken(&it).is_some());
        self.tree(tree_file).is_ok() && !self.home.as_ref().is_some_and(is_taken)
    }

    /// What an entry of [`Project::tree`] is, counted from 0.
    pub fn stock(&self, index: usize) -> Option<&Stock> {
        match index.checked_sub(self.files.len()) {
            None => self.files.get(index),
            Some(kept) => self.kept.get(kept).map(|it| &it.1),
        }
    }

    /// Where in a scratch directory that is which `@@` stands for.
    pub(crate) fn candidate(&self, tree_file: &[u8]) -> PathBuf {
        let Some((file, first)) = &self.named else { return self.root.clone() };
        let line = Tree::parse(tree_file).ok().and_then(|it| it.entry(*file).path().map(<[u8]>::to_vec));
        let path = line.map_or_else(|| first.clone(), |it| Path::new(OsStr::from_bytes(&it)).to_owned());
        self.root.join(path)
    }

    /// How many bytes a scratch directory needs for it. What a compiler keeps belongs on a disk.
    pub(crate) fn room(&self) -> u64 {
        if self.caches.is_empty() { self.bytes } else { u64::MAX }
    }

    /// Everything about it that a test can see and that its document does not say.
    pub fn identity(&self) -> String {
        let stock = |it: &Stock| match &it.body {
            Body::Copy(_, hash) => format!("{:o} {hash:032x}", it.mode),
            other => format!("{:o} {other:?}", it.mode),
        };
        let files = self.files.iter().map(stock);
        let kept = self.kept.iter().map(|it| format!("{:?} {}", it.0, stock(&it.1)));
        let about = format!("{:?}", (&self.root, &self.directory, &self.named, &self.caches, &self.env));
        files.chain(kept).chain([about]).collect::<Vec<_>>().join("\n")
    }
}

/// A question's files as texts of a project.
pub(crate) type Texts = [Arc<[u8]>];
