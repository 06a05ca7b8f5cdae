//! What a run in place saves before it replaces a project: a directory as a tree beside it, files that were named one by one
//! each beside itself.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use lop_oracle::project::Laid;

use super::Original;
use crate::aside::{ORIGINAL, first_free};

/// Saves the project as it is on disk. Returns where; no earlier backup is overwritten.
pub(super) fn save(original: &Original) -> io::Result<Vec<PathBuf>> {
    if original.is_named() {
        let files = original.paths.iter().skip(1).map(|it| original.root.join(it));
        return files.map(|it| save_file(&it)).collect();
    }
    let backup = first_free(&original.root, ORIGINAL, |it| fs::create_dir(it))
        .map_err(|it| at(&original.root, &it))?;
    let whole = Laid::new(backup.clone(), Path::new("")).lay(&original.project, &original.files);
    if let Err(error) = whole {
        let _ = fs::remove_dir_all(&backup);
        return Err(at(&backup, &error));
    }
    Ok(vec![backup])
}

/// An error with the place that it is about.
pub(super) fn at(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

/// A copy, as whoever changes one of two names of a file changes both; of a link the link.
fn save_file(path: &Path) -> io::Result<PathBuf> {
    let copy = |backup: &Path| {
        let found = fs::symlink_metadata(path)?;
        if found.is_symlink() {
            return std::os::unix::fs::symlink(fs::read_link(path)?, backup);
        }
        let mut to = File::create_new(backup)?;
        let copied = File::open(path).and_then(|mut it| io::copy(&mut it, &mut to));
        let copied = copied.and_then(|_| to.set_permissions(found.permissions()));
        copied.inspect_err(|_| drop(fs::remove_file(backup)))
    };
    first_free(path, ORIGINAL, copy).map_err(|it| at(path, &it))
}
