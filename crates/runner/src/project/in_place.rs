//! Puts a result in the place of its project, file by file, once all that it replaces is saved.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::io::{self, Write};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};

use lop_engine::{Entry, Tree};
use lop_oracle::project::{Body, Home};
use rustix::fs::{Access, access};

use super::{Original, backup};
use crate::Files;
use crate::failure::{Failure, Trouble};

/// Refuses a project of which something cannot be replaced, or saved before.
pub(super) fn check(original: &Original) -> Result<(), Failure> {
    let files = original.paths.iter().skip(1).map(|it| original.root.join(it));
    let mut places: BTreeSet<PathBuf> = files.filter_map(|it| it.parent().map(Path::to_owned)).collect();
    if !original.is_named() {
        places.extend(original.root.parent().map(Path::to_owned));
    }
    for place in places.iter().filter(|it| it.is_dir()) {
        access(place, Access::WRITE_OK | Access::EXEC_OK).map_err(|error| {
            Failure::usage(format!("--in-place cannot write to {}", place.display()))
                .because(io::Error::from(error))
                .help("see to its permissions, or name another place for the result: -o PATH; nothing was run or written")
        })?;
    }
    Ok(())
}

/// Saves the project as it was, unless an earlier run has. Returns where the backups are, or why the result cannot take its
/// place: then nothing was saved.
pub(super) fn save(original: &Original, result: &Files) -> io::Result<Vec<PathBuf>> {
    if let Some(edited) = edited(original) {
        let message = format!("{} was changed meanwhile, so nothing is put in its place", edited.display());
        return Err(io::Error::other(message));
    }
    if let Some(taken) = taken(original, result) {
        let message =
            format!("{} is there and is no part of it, so nothing is put in its place", taken.display());
        return Err(io::Error::other(message));
    }
    match &original.replaced {
        Some(it) => Ok(it.backups.clone()),
        None => backup::save(original),
    }
}

/// Makes every file of what was saved what it is in the result: a file that is gone is removed, and with it directories that
/// hold nothing any more. What was left out stays.
pub(super) fn replace(original: &Original, result: &Files) -> io::Result<()> {
    let there = original.there();
    let (old, new) = (tree(there), tree(result));
    for file in 1..result.len() {
        let Some(after) = path(&new, file).map(|it| original.root.join(it)) else { continue };
        let before = path(&old, file).map(|it| original.root.join(it));
        // Of a file that has several names a new text has them all.
        let has_names = matches!(original.project.files[file - 1].body, Body::Name(_));
        if has_names || there[file] != result[file] || before.as_ref() != Some(&after) {
            let places = (before.as_deref(), after.as_path());
            put(original, (&new, file), places, result).map_err(|it| backup::at(&after, &it))?;
        }
    }
    let stays: BTreeSet<PathBuf> = paths(&new).collect();
    for before in paths(&old).filter(|it| !stays.contains(it)) {
        remove(&original.root, &before)?;
    }
    Ok(())
}

/// The result could not be put there, or not all of it: where it is, and what was there.
pub(super) fn failed(error: &io::Error, result: &Path, saved: &[PathBuf]) -> Failure {
    let saved: Vec<String> =
        saved.iter().map(|it| format!("\nthe original is in {}", it.display())).collect();
    let what = "the result could not be put in the place of what it was made from";
    let help = format!("the result is in {}{}", result.display(), saved.concat());
    Failure::new(Trouble::NotWritten, what).because(error).help(help)
}

/// Where the files are that were named one by one, as far as there is something left of them; `None` for a directory.
pub(super) fn left(original: &Original, result: &Files) -> Option<Vec<PathBuf>> {
    let tree = tree(result);
    let here = std::env::current_dir().unwrap_or_default();
    let shown = |it: PathBuf| {
        let path = original.root.join(it);
        path.strip_prefix(&here).map_or(path.clone(), Path::to_owned)
    };
    original.is_named().then(|| paths(&tree).map(shown).collect())
}

/// True when what is on disk is this document of the project. What was left out may be there.
pub fn holds(original: &Original, files: &Files) -> bool {
    let tree = tree(files);
    let stays: BTreeSet<PathBuf> = paths(&tree).collect();
    let is_gone = |it: &PathBuf| stays.contains(it) || fs::symlink_metadata(original.root.join(it)).is_err();
    (1..files.len()).all(|it| is_there(original, &tree, it, &files[it]))
        && original.paths.iter().skip(1).all(is_gone)
}

/// A file of the project that is not any more what it was when the run began. Of directories, links and what goes as a whole
/// nothing is overwritten.
fn edited(original: &Original) -> Option<PathBuf> {
    let there = original.there();
    let old = tree(there);
    let changed = (1..there.len()).find(|it| !is_there(original, &old, *it, &there[*it]))?;
    path(&old, changed).map(|it| original.root.join(it))
}

/// Where the result would have a file and something is that the project does not hold.
fn taken(original: &Original, result: &Files) -> Option<PathBuf> {
    let mut home = Home::new(original.root.clone());
    home.add(paths(&tree(original.there())));
    // What was left out may hold a directory that was the project's.
    home.add(original.paths.iter().filter_map(|it| it.parent()));
    home.taken(&tree(result))
}

/// True when a file that a tree names holds this text, as far as it is one.
fn is_there(original: &Original, tree: &Tree, file: usize, text: &[u8]) -> bool {
    let Some(path) = path(tree, file).map(|it| original.root.join(it)) else { return true };
    if !matches!(original.project.files[file - 1].body, Body::Text) {
        return fs::symlink_metadata(path).is_ok();
    }
    match fs::read(path) {
        Ok(now) => now == text,
        Err(error) => error.kind() == io::ErrorKind::IsADirectory && text.is_empty(),
    }
}

pub(super) fn tree(files: &Files) -> Tree {
    files.first().and_then(|it| Tree::parse(it).ok()).unwrap_or_default()
}

/// Where everything is that is there.
pub(super) fn paths(tree: &Tree) -> impl Iterator<Item = PathBuf> {
    (1..=tree.entries().len()).filter_map(|it| path(tree, it))
}

fn path(tree: &Tree, file: usize) -> Option<PathBuf> {
    tree.entry(file).path().map(|it| PathBuf::from(OsStr::from_bytes(it)))
}

/// Makes a file what it is in the result. One that is not a text is made of what was read of it: what has its old name by
/// now may be another one.
fn put(
    original: &Original,
    (tree, file): (&Tree, usize),
    (before, after): (Option<&Path>, &Path),
    result: &Files,
) -> io::Result<()> {
    let stock = &original.project.files[file - 1];
    if let Some(parent) = after.parent() {
        fs::create_dir_all(parent)?;
    }
    match &stock.body {
        _ if matches!(tree.entry(file), Entry::Directory(_)) => fs::create_dir_all(after),
        Body::Text => write(after, &result[file], stock.mode),
        Body::Name(first) => match path(tree, *first) {
            Some(first) => clear(after).and_then(|()| fs::hard_link(original.root.join(first), after)),
            None => write(after, &result[*first], stock.mode),
        },
        _ if before == Some(after) => Ok(()),
        Body::Copy(from, _) => write(after, &fs::read(from)?, stock.mode),
        Body::Link(to) => clear(after).and_then(|()| symlink(to, after)),
    }
}

/// Removes what is no directory, if it is there.
fn clear(path: &Path) -> io::Result<()> {
    fs::remove_file(path).or_else(|it| if it.kind() == io::ErrorKind::NotFound { Ok(()) } else { Err(it) })
}

/// In one step: readers see the old file or the new one.
fn write(path: &Path, text: &[u8], mode: u32) -> io::Result<()> {
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
        _ => clear(&file),
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
