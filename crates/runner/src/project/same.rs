//! Whether two places on disk hold the same, byte for byte.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::path::Path;

/// True when both are files with the same bytes.
pub(super) fn file(one: &Path, other: &Path) -> bool {
    matches!((fs::read(one), fs::read(other)), (Ok(one), Ok(other)) if one == other)
}

/// True when both are trees of the same names, files and links. What cannot be read is not the same.
pub(super) fn tree(one: &Path, other: &Path) -> bool {
    let (Some(names), Some(others)) = (names(one), names(other)) else { return false };
    names == others && names.iter().all(|it| entry(&one.join(it), &other.join(it)))
}

fn entry(one: &Path, other: &Path) -> bool {
    let (Ok(a), Ok(b)) = (fs::symlink_metadata(one), fs::symlink_metadata(other)) else { return false };
    if a.file_type() != b.file_type() {
        return false;
    }
    if a.is_dir() {
        tree(one, other)
    } else if a.is_symlink() {
        matches!((fs::read_link(one), fs::read_link(other)), (Ok(one), Ok(other)) if one == other)
    } else {
        a.is_file() && a.len() == b.len() && file(one, other)
    }
}

fn names(directory: &Path) -> Option<BTreeSet<OsString>> {
    let entries = fs::read_dir(directory).ok()?;
    entries.map(|it| it.ok().map(|it| it.file_name())).collect()
}
