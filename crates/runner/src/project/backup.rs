//! What a run in place saves before it replaces a project: a directory as a tree beside it, files that were named one by one
//! each beside itself.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use lop_oracle::project::Laid;

use super::Original;

const ORIGINAL: &str = "orig";

/// Saves the project as it is on disk. Returns where; no earlier backup is overwritten.
pub(super) fn save(original: &Original) -> io::Result<Vec<PathBuf>> {
    if original.is_named() {
        let files = original.paths.iter().skip(1).map(|it| original.root.join(it));
        return files.map(|it| save_file(&it)).collect();
    }
    let backup = free(&original.root, ORIGINAL);
    let whole = fs::create_dir(&backup)
        .and_then(|()| Laid::new(backup.clone(), Path::new("")).lay(&original.project, &original.files));
    match whole {
        Ok(()) => Ok(vec![backup]),
        Err(error) => {
            let _ = fs::remove_dir_all(&backup);
            Err(at(&backup, &error))
        }
    }
}

/// The latest backup of a file or directory, if there is any.
pub(super) fn latest(path: &Path) -> Option<PathBuf> {
    let is_there = |it: &PathBuf| fs::symlink_metadata(it).is_ok();
    (0..u32::MAX).map(|it| numbered(path, ORIGINAL, it)).take_while(is_there).last()
}

/// `path.kind`, or `path.kind.1` and so on: the first that is not there.
pub(super) fn free(path: &Path, kind: &str) -> PathBuf {
    let mut names = (0..u32::MAX).map(|it| numbered(path, kind, it));
    names.find(|it| fs::symlink_metadata(it).is_err()).unwrap_or_else(|| numbered(path, kind, u32::MAX))
}

/// An error with the place that it is about.
pub(super) fn at(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

/// A copy, as whoever changes one of two names of a file changes both; of a link the link.
fn save_file(path: &Path) -> io::Result<PathBuf> {
    let backup = free(path, ORIGINAL);
    let copy = || {
        let found = fs::symlink_metadata(path)?;
        if found.is_symlink() {
            return std::os::unix::fs::symlink(fs::read_link(path)?, &backup);
        }
        let mut to = File::create_new(&backup)?;
        let copied = File::open(path).and_then(|mut it| io::copy(&mut it, &mut to));
        let copied = copied.and_then(|_| to.set_permissions(found.permissions()));
        copied.inspect_err(|_| drop(fs::remove_file(&backup)))
    };
    copy().map_err(|it| at(&backup, &it))?;
    Ok(backup)
}

/// `path.kind`, or `path.kind.N`.
pub(super) fn numbered(path: &Path, kind: &str, number: u32) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(if number == 0 { format!(".{kind}") } else { format!(".{kind}.{number}") });
    name.into()
}
