//! Where a project is on the user's disk, with what else is there: a result that is to take its place leaves that alone.

use std::collections::{HashMap, HashSet};
use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use lop_engine::{Entry, Tree};
use parking_lot::Mutex;

/// A directory of the user, and which paths in it are the project's own.
#[derive(Debug)]
pub struct Home {
    root: PathBuf,
    own: HashSet<PathBuf>,
    /// Whether something is at other paths, which is looked up once: the same question has the same answer for a whole run.
    others: Mutex<HashMap<PathBuf, bool>>,
}

impl Home {
    /// The directory at `root`, in which nothing is the project's yet.
    pub fn new(root: PathBuf) -> Home {
        Home { root, own: HashSet::new(), others: Mutex::default() }
    }

    /// These paths from the root are the project's own, and so are the directories that they are in.
    pub fn add<P: AsRef<Path>>(&mut self, paths: impl IntoIterator<Item = P>) {
        for path in paths {
            self.own.extend(prefixes(path.as_ref()).map(Path::to_owned));
        }
    }

    /// The first path of a tree at which there is something that is not the project's own, or in something that is not.
    pub fn taken(&self, tree: &Tree) -> Option<PathBuf> {
        let paths = tree.entries().iter().filter_map(Entry::path);
        paths.map(|it| Path::new(OsStr::from_bytes(it))).find_map(|it| self.foreign(it))
    }

    fn foreign(&self, path: &Path) -> Option<PathBuf> {
        let is_foreign = |it: &&Path| !self.own.contains(*it) && self.is_there(it);
        prefixes(path).find(is_foreign).map(|it| self.root.join(it))
    }

    fn is_there(&self, path: &Path) -> bool {
        let look = || fs::symlink_metadata(self.root.join(path)).is_ok();
        *self.others.lock().entry(path.to_owned()).or_insert_with(look)
    }
}

/// A path and the directories that it is in, without the root.
fn prefixes(path: &Path) -> impl Iterator<Item = &Path> {
    path.ancestors().filter(|it| !it.as_os_str().is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_at_which_something_else_is_or_that_is_in_something_else_is_taken() {
        let directory = tempfile::tempdir().unwrap();
        fs::create_dir_all(directory.path().join("other/inner")).unwrap();
        fs::create_dir(directory.path().join("own")).unwrap();
        for name in ["a.c", "own/b.c", "own/x.c"] {
            fs::write(directory.path().join(name), "").unwrap();
        }
        let mut home = Home::new(directory.path().to_owned());
        home.add(["own/x.c"]);
        let taken = |tree: &str| home.taken(&Tree::parse(tree.as_bytes()).unwrap());
        for free in ["own/x.c\n", "own/c.c\n\nb.c\n", "new/c.c\n"] {
            assert_eq!(taken(free), None, "{free}");
        }
        for (tree, what) in [("own/x.c\na.c\n", "a.c"), ("own/b.c\n", "own/b.c"), ("other/c.c\n", "other")] {
            assert_eq!(taken(tree), Some(directory.path().join(what)), "{tree}");
        }
    }
}
