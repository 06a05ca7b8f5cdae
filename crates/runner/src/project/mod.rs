//! A project: a directory, or files of one, reduced as one document; read from disk, and its result put there.

mod backup;
mod change;
mod find;
mod in_place;
mod known;
mod place;
mod read;
mod same;
mod select;
mod tar;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use lop_oracle::project::{Body, Project, Stock};

use crate::Files;

pub use change::{Change, changes, listing};
pub use in_place::holds;
pub use place::{TreePlace, beside};
pub use read::{read, read_saved};
pub use select::Selection;
pub use tar::write as archive;

/// What of the disk is reduced.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Inputs {
    /// A directory with all that is in it.
    Directory(PathBuf),
    /// These files, and nothing beside them that is not asked for.
    Files(Vec<PathBuf>),
}

impl Inputs {
    /// What the user named, or named first.
    pub fn path(&self) -> &Path {
        match self {
            Inputs::Directory(path) => path,
            Inputs::Files(paths) => paths.first().map_or(Path::new("."), PathBuf::as_path),
        }
    }
}

/// A project as it was read.
#[derive(Debug)]
pub struct Original {
    /// Where it is on disk: an absolute path without links.
    pub root: PathBuf,
    /// The texts of its document, the tree file first.
    pub files: Files,
    /// Where each file of the document is, from the root; nothing for the tree file.
    pub paths: Vec<PathBuf>,
    /// Files of the document that are as they are in every candidate.
    pub kept: BTreeSet<usize>,
    /// The rest of it.
    pub project: Arc<Project>,
    /// What was left out, as sentences for the user.
    pub notes: Vec<String>,
    /// What an earlier run in place has left there, where this one goes on with it.
    pub replaced: Option<Replaced>,
}

/// A project that a run in place has put its best in the place of.
#[derive(Debug, Clone)]
pub struct Replaced {
    /// What is on disk now: texts of the same document.
    pub files: Files,
    /// Where the original is: the project as a tree, or each file that was named.
    pub backups: Vec<PathBuf>,
}

impl Original {
    /// Takes what an earlier run in place has left for what is on disk. `None`, and nothing, once somebody else has the project.
    pub fn go_on_from(&mut self, replaced: Replaced) -> Option<()> {
        let project = Arc::get_mut(&mut self.project)?;
        if let Some(home) = &mut project.home {
            home.add(in_place::paths(&in_place::tree(&replaced.files)));
        }
        self.replaced = Some(replaced);
        Some(())
    }

    /// The file of the document that has the text of this one: another one, where this is a second name of it.
    pub(crate) fn holder(&self, file: usize) -> usize {
        match file.checked_sub(1).and_then(|it| self.project.files.get(it)) {
            Some(Stock { body: Body::Name(first), .. }) => *first,
            _ => file,
        }
    }

    /// What is on disk.
    pub fn there(&self) -> &Files {
        self.replaced.as_ref().map_or(&self.files, |it| &it.files)
    }

    /// True for files that were named one by one.
    pub fn is_named(&self) -> bool {
        self.project.named.is_some()
    }
}
