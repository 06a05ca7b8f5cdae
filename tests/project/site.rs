//! A directory with a project in it, and what is left of it.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use crate::kitchen::{Ended, Kitchen};

/// Few passes: these runs are not about passes.
const QUICK: [&str; 3] = ["-q", "--effort", "quick"];

/// A kitchen with a directory `p` in it.
pub(crate) struct Site(pub(crate) Kitchen);

impl Site {
    /// A project of these files.
    pub(crate) fn new(files: &[(&str, &str)]) -> Site {
        let site = Site(Kitchen::new());
        fs::create_dir(site.path("p")).unwrap();
        for (name, text) in files {
            site.write(&format!("p/{name}"), text);
        }
        site
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path(name)
    }

    /// Writes a file, and makes its directory.
    pub(crate) fn write(&self, name: &str, text: &str) {
        fs::create_dir_all(self.path(name).parent().unwrap()).unwrap();
        self.0.write(name, text);
    }

    /// The test, outside the project: its root is `$1`.
    pub(crate) fn test(&self, body: &str) {
        self.0.script("test.sh", body);
    }

    /// Reduces with a few passes, and fails unless that ends well.
    #[track_caller]
    pub(crate) fn lop(&self, arguments: &[&str]) -> Ended {
        let ended = self.0.lop(QUICK.iter().chain(arguments));
        assert_eq!(ended.code, Some(0), "{ended:#?}");
        ended
    }

    /// The paths of a tree, sorted, and what is in its files.
    #[track_caller]
    pub(crate) fn tree(&self, name: &str) -> Vec<String> {
        let mut found = Vec::new();
        below(&self.path(name), Path::new(""), &mut found);
        found.sort();
        found
    }

    pub(crate) fn mode(&self, name: &str) -> u32 {
        fs::metadata(self.path(name)).unwrap().permissions().mode() & 0o777
    }
}

fn below(directory: &Path, inner: &Path, found: &mut Vec<String>) {
    for entry in fs::read_dir(directory).unwrap() {
        let entry = entry.unwrap();
        let path = inner.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            found.push(format!("{}/", path.display()));
            below(&entry.path(), &path, found);
        } else {
            found.push(path.display().to_string());
        }
    }
}
