//! What of a project there is on disk: a walk through its directory, or the files that were named, now or as they were saved.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, Metadata};
use std::path::{Path, PathBuf};

use ignore::WalkBuilder;

use super::read::unreadable;
use super::select::{Part, Rules, Selection, is_made, without_match};
use crate::aside;
use crate::failure::Failure;

/// A file by the name that the user gave, which may be a link, in its directory as it is.
pub(super) fn located(path: &Path) -> Result<PathBuf, Failure> {
    let parent = path.parent().filter(|it| !it.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let parent = fs::canonicalize(parent).map_err(|it| unreadable(parent, it))?;
    Ok(parent.join(path.file_name().unwrap_or_default()))
}

/// What a walk has found, in the order of the document.
#[derive(Default)]
pub(super) struct Found {
    pub(super) files: Vec<Item>,
    /// Directories in which nothing is, and whether they stay.
    pub(super) empty: Vec<(PathBuf, Part)>,
    pub(super) left_out: Vec<String>,
    /// What is no file, directory or link, and cannot be copied.
    pub(super) special: Vec<String>,
    /// What the user wants left out, and whether it is a directory.
    pub(super) ignored: Vec<(PathBuf, bool)>,
}

pub(super) struct Item {
    pub(super) path: PathBuf,
    /// Where it is read.
    pub(super) from: PathBuf,
    pub(super) meta: Metadata,
    pub(super) part: Part,
}

/// Everything in a directory that is not left out.
pub(super) fn walk(root: &Path, rules: &Rules) -> Result<Found, Failure> {
    let mut walker = WalkBuilder::new(root);
    walker.hidden(false).ignore(false).git_global(false).require_git(false).follow_links(false);
    walker.add_custom_ignore_filename(".lopignore").sort_by_file_name(Ord::cmp);
    walker.filter_entry(|it| {
        it.depth() == 0 || !it.file_type().is_some_and(|it| it.is_dir()) || !is_made(it.path())
    });
    let mut found = Found::default();
    let mut directories: BTreeMap<PathBuf, bool> = BTreeMap::new();
    let mut seen = BTreeSet::new();
    for entry in walker.build() {
        let entry = entry.map_err(|it| Failure::usage("the project cannot be read").because(it))?;
        let path = entry.path();
        let meta = fs::symlink_metadata(path).map_err(|it| unreadable(path, it))?;
        if entry.depth() > 0 {
            seen.insert(path.to_owned());
            if rules.is_ignored(path, meta.is_dir()) {
                found.ignored.push((path.to_owned(), meta.is_dir()));
                continue;
            }
            directories.insert(entry.path().parent().unwrap_or(root).to_owned(), true);
        }
        if meta.is_dir() {
            directories.entry(path.to_owned()).or_default();
        } else {
            found.take(path, meta, rules.part(path));
        }
    }
    let empty = directories.iter().filter(|it| !*it.1 && *it.0 != *root).map(|it| it.0.clone());
    found.empty = empty.map(|it| (it.clone(), reduced_or_kept(&it, true, rules))).collect();
    for directory in directories.keys() {
        let all = fs::read_dir(directory).into_iter().flatten().flatten().map(|it| it.path());
        let out =
            all.filter(|it| !seen.contains(it) && !rules.is_ignored(it, it.is_dir()) && !rules.is_wanted(it));
        found.left_out.extend(out.map(|it| shown(&it, root)));
    }
    Ok(found)
}

/// The files that the user has named, each once.
pub(super) fn named(paths: &[PathBuf], rules: &Rules) -> Result<Found, Failure> {
    let mut found = Found::default();
    for path in paths {
        let path = located(path)?;
        let meta = fs::symlink_metadata(&path).map_err(|it| unreadable(&path, it))?;
        if found.files.iter().any(|it| it.path == path) {
            continue;
        }
        found.take(&path, meta, reduced_or_kept(&path, false, rules));
    }
    Ok(found)
}

fn reduced_or_kept(path: &Path, is_directory: bool, rules: &Rules) -> Part {
    if rules.is_kept(path, is_directory) { Part::Kept } else { Part::Reduced }
}

/// The same, each as it was saved last.
pub(super) fn named_as_saved(paths: &[PathBuf], rules: &Rules) -> Result<Found, Failure> {
    let mut found = Found::default();
    for path in paths {
        let path = located(path)?;
        let from = aside::latest(&path).unwrap_or_else(|| path.clone());
        let meta = fs::symlink_metadata(&from).map_err(|it| unreadable(&from, it))?;
        if !found.files.iter().any(|it| it.path == path) {
            let part = reduced_or_kept(&path, false, rules);
            found.files.push(Item { path, from, meta, part });
        }
    }
    Ok(found)
}

/// What is there only because it was asked for.
pub(super) fn find_more(root: &Path, rules: &Rules, found: &mut Found) -> Result<(), Failure> {
    let there: BTreeSet<PathBuf> = found.files.iter().map(|it| it.path.clone()).collect();
    let mut walker = WalkBuilder::new(root);
    walker.standard_filters(false).follow_links(false).sort_by_file_name(Ord::cmp);
    for entry in walker.build() {
        let entry = entry.map_err(|it| Failure::usage("the project cannot be read").because(it))?;
        let path = entry.path();
        let meta = fs::symlink_metadata(path).map_err(|it| unreadable(path, it))?;
        if !meta.is_dir() && !there.contains(path) && rules.is_wanted(path) {
            found.take(path, meta, Part::Beside);
        }
    }
    let files = &found.files;
    found.empty.retain(|empty| !files.iter().any(|it| it.path.starts_with(&empty.0)));
    Ok(())
}

impl Found {
    fn take(&mut self, path: &Path, meta: Metadata, part: Part) {
        let kind = meta.file_type();
        if !(kind.is_file() || kind.is_symlink()) {
            self.special.push(path.file_name().unwrap_or_default().to_string_lossy().into_owned());
        } else if part != Part::Out {
            self.files.push(Item { path: path.to_owned(), from: path.to_owned(), meta, part });
        }
    }
}

/// What the user has said in vain, as sentences.
pub(super) fn in_vain(selection: &Selection, root: &Path, found: &Found) -> Result<Vec<String>, Failure> {
    let path = |it: &'_ Item| (it.path.clone(), false);
    let empty = found.empty.iter().map(|it| (it.0.clone(), true));
    let all: Vec<_> = found.files.iter().map(path).chain(empty).collect();
    let beside: Vec<_> = found.files.iter().filter(|it| it.part == Part::Beside).map(path).collect();
    let said = [
        ("--only", &selection.only, &all),
        ("--keep", &selection.keep, &all),
        ("--with", &selection.with, &beside),
        ("--ignore", &selection.ignore, &found.ignored),
    ];
    let mut told = Vec::new();
    for (option, lines, paths) in said {
        let vain = without_match(lines, root, paths)?;
        told.extend(vain.iter().map(|it| format!("{option} {it} matches no file of the project")));
    }
    Ok(told)
}

fn shown(path: &Path, root: &Path) -> String {
    let slash = if path.is_dir() { "/" } else { "" };
    format!("{}{slash}", path.strip_prefix(root).unwrap_or(path).display())
}
