//! A project: a directory, or files of one, reduced as one document; read from disk, and its result put there.

mod change;
mod in_place;
mod place;
mod read;
mod select;
mod tar;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use lop_oracle::project::Project;

use crate::Files;

pub use change::{Change, changes, listing};
pub use place::{TreePlace, beside};
pub use read::read;
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
}
