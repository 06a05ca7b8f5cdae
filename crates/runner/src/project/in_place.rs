//! Puts a result in the place of its project, file by file, once all that it replaces is saved.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use lop_oracle::project::{Body, Laid};

use super::{Original, changes};
use crate::Files;

/// Saves the project as it was in a tree of its own, then makes every file of it what it is in the result: a file that is
/// gone is removed, and with it directories that hold nothing any more. What was left out stays. Returns where the backup is.
pub(super) fn replace(
    original: &Original,
    result: &Files,
    backup: impl Fn(&Path) -> PathBuf,
) -> io::Result<PathBuf> {
    if let Some(edited) = edited(original) {
        let message = format!("{} was changed meanwhile, so nothing is put in its place", edited.display());
        return Err(io::Error::other(message));
    }
    let backup = backup(&original.root);
    fs::create_dir(&backup)?;
    Laid::new(backup.clone(), Path::new("")).lay(&original.project, &original.files)?;
    let changes = changes(&original.files, result);
    let stays: BTreeSet<&Path> = changes.iter().filter_map(|it| it.after.as_deref()).collect();
    for change in
        changes.iter().filter(|it| original.files[it.file] != result[it.file] || it.before != it.after)
    {
        let Some(after) = &change.after else { continue };
        let stock = &original.project.files[change.file - 1];
        let path = original.root.join(after);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent)?;
        }
        match (&stock.body, &change.before) {
            (Body::Text, _) => put(&path, &result[change.file], stock.mode)?,
            (_, Some(before)) if before != after => fs::rename(original.root.join(before), &path)?,
            _ => {}
        }
    }
    for before in changes.iter().filter(|it| it.before != it.after).filter_map(|it| it.before.as_deref()) {
        if !stays.contains(before) {
            remove(&original.root, before)?;
        }
    }
    Ok(backup)
}

/// A file of the project that is not any more what it was when the run began. Of directories, links and what goes as a whole
/// nothing is overwritten.
fn edited(original: &Original) -> Option<PathBuf> {
    let texts = original.paths.iter().zip(&original.files).skip(1).zip(&original.project.files);
    let texts = texts.filter(|(_, stock)| matches!(stock.body, Body::Text)).map(|it| it.0);
    let is_as_it_was = |path: &Path, text: &[u8]| match fs::read(path) {
        Ok(now) => now == text,
        Err(error) => error.kind() == io::ErrorKind::IsADirectory && text.is_empty(),
    };
    let mut places = texts.map(|(path, text)| (original.root.join(path), text));
    places.find(|(path, text)| !is_as_it_was(path, text)).map(|it| it.0)
}

/// In one step: readers see the old file or the new one.
fn put(path: &Path, text: &[u8], mode: u32) -> io::Result<()> {
    let parent = path.parent().unwrap_or(Path::new("."));
    let mut file = tempfile::Builder::new().prefix(".lop-").tempfile_in(parent)?;
    file.write_all(text)?;
    file.as_file().set_permissions(fs::Permissions::from_mode(mode))?;
    file.as_file().sync_all()?;
    file.persist(path).map(drop).map_err(|it| it.error)
}

/// Removes a file, and the directories that hold nothing any more.
fn remove(root: &Path, path: &Path) -> io::Result<()> {
    let file = root.join(path);
    let removed = match fs::symlink_metadata(&file) {
        Ok(it) if it.is_dir() => fs::remove_dir(&file),
        _ => fs::remove_file(&file),
    };
    removed.or_else(|it| if it.kind() == io::ErrorKind::NotFound { Ok(()) } else { Err(it) })?;
    let mut directory = file.as_path();
    while let Some(parent) = directory.parent().filter(|it| *it != root && it.starts_with(root)) {
        // What still holds something stays.
        if fs::remove_dir(parent).is_err() {
            break;
        }
        directory = parent;
    }
    Ok(())
}
