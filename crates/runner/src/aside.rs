//! Names for what is kept beside a file: backups, edits of somebody else, and results of earlier runs. Nothing that has such a
//! name is ever written over.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// What is added to the name of a file for its backup, for what somebody else has made of it, and for what it held before.
pub const ORIGINAL: &str = "orig";
/// See [`ORIGINAL`].
pub const EDITED: &str = "edited";
/// See [`ORIGINAL`].
pub const OLD: &str = "old";

/// `path.kind`, or `path.kind.N`.
pub fn numbered(path: &Path, kind: &str, number: u32) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(if number == 0 { format!(".{kind}") } else { format!(".{kind}.{number}") });
    name.into()
}

/// Makes `path.kind`, or `path.kind.1` and so on: the first that is not there, which `make` finds out with an error of the
/// kind [`io::ErrorKind::AlreadyExists`]. Returns where.
///
/// # Errors
/// Any other error of `make`.
pub fn first_free(path: &Path, kind: &str, make: impl Fn(&Path) -> io::Result<()>) -> io::Result<PathBuf> {
    let mut number = 0;
    loop {
        let name = numbered(path, kind, number);
        match make(&name) {
            Ok(()) => return Ok(name),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
            Err(error) => return Err(error),
        }
    }
}

/// The first of those names that is not there; who can make what has the name in one step does so with [`first_free`].
pub(crate) fn free(path: &Path, kind: &str) -> PathBuf {
    let mut names = (0..u32::MAX).map(|it| numbered(path, kind, it));
    names.find(|it| !is_there(it)).unwrap_or_else(|| numbered(path, kind, u32::MAX))
}

/// The latest backup of a file or directory, if there is any.
pub fn latest(path: &Path) -> Option<PathBuf> {
    (0..u32::MAX).map(|it| numbered(path, ORIGINAL, it)).take_while(|it| is_there(it)).last()
}

/// A link that leads nowhere is there.
fn is_there(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok()
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn a_link_that_leads_nowhere_has_its_name() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("x.c");
        assert_eq!(latest(&path), None);
        symlink("nowhere", numbered(&path, ORIGINAL, 0)).unwrap();
        let next = numbered(&path, ORIGINAL, 1);
        assert_eq!(first_free(&path, ORIGINAL, |it| fs::File::create_new(it).map(drop)).unwrap(), next);
        assert_eq!((latest(&path), free(&path, ORIGINAL)), (Some(next), numbered(&path, ORIGINAL, 2)));
    }
}
