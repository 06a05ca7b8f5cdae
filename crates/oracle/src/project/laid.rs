//! A directory that holds a candidate of a project, and is made to hold the next one by changing what differs.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, ErrorKind, Write};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{DirBuilderExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use lop_engine::{Entry, Tree, text_hashes};

use super::pristine::{copy, link, remove_if_there};
use crate::process::platform::TreeWatch;

use super::{Body, Project, Stock, Texts};

/// The mode of a directory in the tree; the umask may take some of it.
const DIRECTORY: u32 = 0o777;

/// A directory and the candidate that it holds.
///
/// Everything that is in it is ours: what somebody else has put there is removed before the next candidate is laid out.
#[derive(Debug)]
pub struct Laid {
    base: PathBuf,
    /// Where the root of the project is in it.
    root: Box<[u8]>,
    tree_file: Option<Arc<[u8]>>,
    tree: Arc<Tree>,
    /// For each entry of the tree that is on disk as it should be, the hash of what it holds: the texts of a candidate that
    /// nobody has any more are not kept for this.
    placed: Vec<Option<u128>>,
    /// The entries that are other names of earlier ones, with those.
    names: Vec<(usize, usize)>,
    /// The directories that are there, by their paths in `base`, and how many placed entries each is there for.
    directories: BTreeMap<Box<[u8]>, usize>,
    /// Who tells what others have done since; without it everything is laid out anew.
    watch: Option<TreeWatch>,
}

impl Laid {
    /// An empty directory, in which the root of the project will be at `root`.
    pub fn new(base: PathBuf, root: &Path) -> Laid {
        let root = root.as_os_str().as_bytes().into();
        let watch = TreeWatch::new().ok();
        let mut laid = Laid {
            base,
            root,
            tree_file: None,
            tree: Arc::default(),
            placed: Vec::new(),
            names: Vec::new(),
            directories: BTreeMap::new(),
            watch,
        };
        // It is there for itself.
        laid.directories.insert((*b"").into(), 1);
        laid.watch(b"");
        laid
    }

    /// Where it is.
    pub fn base(&self) -> &Path {
        &self.base
    }

    /// It has been moved there.
    pub fn moved(&mut self, base: PathBuf) {
        self.base = base;
        if self.watch.as_mut().is_some_and(|it| it.forget().is_err()) {
            self.watch = None;
        }
    }

    /// Makes it hold a candidate and nothing else. What it holds after a failure is not known.
    pub fn lay(&mut self, project: &Project, files: &Texts) -> io::Result<()> {
        let same_tree =
            self.tree_file.as_ref().is_some_and(|it| Arc::ptr_eq(it, &files[0]) || *it == files[0]);
        let before = if same_tree {
            None
        } else {
            let tree = project.tree(&files[0]).map_err(|it| io::Error::new(ErrorKind::InvalidInput, it))?;
            Some(std::mem::replace(&mut self.tree, tree))
        };
        if self.tree_file.replace(files[0].clone()).is_none() {
            self.begin(project)?;
        }
        self.placed.resize(self.tree.entries().len(), None);
        let held = self.held(project, &text_hashes(files));
        let stale = self.stale(project, &held, before.as_deref());
        self.remove(&stale, before.as_deref())?;
        for &index in &stale {
            self.place(index, project, files)?;
            self.placed[index] = self.tree.entries()[index].path().map(|_| held[index]);
        }
        // Where that does not work, the next candidate is laid out anew.
        if self.watch.as_mut().is_some_and(|it| it.forget().is_err()) {
            self.watch = None;
        }
        Ok(())
    }

    /// What is the same for all candidates.
    fn begin(&mut self, project: &Project) -> io::Result<()> {
        let root = self.root.clone();
        let directories = above(&root).chain(Some(&root[..])).filter(|it| !it.is_empty());
        directories.into_iter().try_for_each(|it| self.need(it))?;
        let name = |(index, stock): (usize, &Stock)| match stock.body {
            Body::Name(file) => Some((index, file.checked_sub(1)?)),
            _ => None,
        };
        self.names = project.files.iter().enumerate().filter_map(name).collect();
        Ok(())
    }

    /// Undoes what others have done to it, so far as it is known. What was changed is made anew with the next candidate.
    /// Fails where that cannot be told: then everything has to be.
    pub fn tidy(&mut self) -> io::Result<()> {
        let Some(watch) = &mut self.watch else { return Err(io::Error::other("nobody has watched it")) };
        let touched: BTreeSet<_> = watch.take()?.into_iter().collect();
        let mut changed = BTreeSet::new();
        for (directory, name) in touched {
            let replaced = || io::Error::other("the command has replaced a directory");
            let path = join(&directory, &name.ok_or_else(replaced)?);
            if self.directories.contains_key(&path) {
                return Err(replaced());
            }
            remove_if_there(&self.on_disk(&path))?;
            changed.insert(path);
        }
        if changed.is_empty() {
            return Ok(());
        }
        let touched = |index: &usize| {
            let path = self.tree.entries()[*index].path();
            self.placed[*index].is_some() && path.is_some_and(|it| changed.contains(&join(&self.root, it)))
        };
        let mut lost: BTreeSet<usize> = (0..self.placed.len()).filter(touched).collect();
        // What one name shows, they all show.
        for (name, first) in self.names.iter().chain(&self.names) {
            if lost.contains(name) || lost.contains(first) {
                lost.extend([*name, *first]);
            }
        }
        for index in lost {
            self.lose(index)?;
        }
        self.watch.as_mut().map_or(Ok(()), TreeWatch::forget)
    }

    /// Removes an entry that others have changed.
    fn lose(&mut self, index: usize) -> io::Result<()> {
        let entry = self.tree.entries()[index].clone();
        let (Some(path), true) = (entry.path(), self.placed[index].take().is_some()) else { return Ok(()) };
        remove_if_there(&self.on_disk(&join(&self.root, path)))?;
        self.leave(path, false);
        Ok(())
    }

    /// For each entry of the tree the hash of what it is to hold.
    fn held(&self, project: &Project, hashes: &[u128]) -> Vec<u128> {
        let held = |index| file(project.stock(index), index).and_then(|it| hashes.get(it)).copied();
        (0..self.placed.len()).map(|it| held(it).unwrap_or_default()).collect()
    }

    /// The entries that are not there as the candidate has them, with those that have to go; in their order.
    fn stale(&self, project: &Project, held: &[u128], before: Option<&Tree>) -> Vec<usize> {
        let mut stale = Vec::new();
        let mut is_stale = vec![false; self.placed.len()];
        for (index, entry) in self.tree.entries().iter().enumerate().take(self.placed.len()) {
            let at_its_place = before.is_none_or(|it| it.entries().get(index) == Some(entry));
            let is_there = match self.placed[index] {
                None => *entry == Entry::Absent,
                Some(there) => at_its_place && *entry != Entry::Absent && there == held[index],
            };
            let first = match project.stock(index).map(|it| &it.body) {
                Some(Body::Name(file)) => file.checked_sub(1).is_some_and(|it| is_stale[it]),
                _ => false,
            };
            if !is_there || first {
                is_stale[index] = true;
                stale.push(index);
            }
        }
        stale
    }

    /// Removes what is there of some entries, where they were before, and the directories that nothing needs any more.
    fn remove(&mut self, stale: &[usize], before: Option<&Tree>) -> io::Result<()> {
        let mut gone = false;
        for &index in stale {
            if self.placed[index].take().is_none() {
                continue;
            }
            let entry = before.unwrap_or(&self.tree).entries()[index].clone();
            let path = entry.path().unwrap_or_default();
            let is_directory = matches!(entry, Entry::Directory(_));
            if !is_directory {
                fs::remove_file(self.on_disk(&join(&self.root, path)))?;
            }
            self.leave(path, is_directory);
            gone = true;
        }
        if !gone {
            return Ok(());
        }
        // The deeper ones come later in the order.
        let unused: Vec<_> =
            self.directories.iter().rev().filter(|it| *it.1 == 0).map(|it| it.0.clone()).collect();
        for path in unused {
            fs::remove_dir(self.on_disk(&path))?;
            self.directories.remove(&path);
        }
        Ok(())
    }

    /// One entry less needs the directories above it.
    fn leave(&mut self, path: &[u8], is_directory: bool) {
        let path = join(&self.root, path);
        for directory in above(&path).chain(is_directory.then_some(&path[..])) {
            if let Some(uses) = self.directories.get_mut(directory) {
                *uses = uses.saturating_sub(1);
            }
        }
    }

    /// Puts an entry there, which is not.
    fn place(&mut self, index: usize, project: &Project, files: &Texts) -> io::Result<()> {
        let entry = self.tree.entries()[index].clone();
        let Some(path) = entry.path() else { return Ok(()) };
        let path = join(&self.root, path);
        let stock = project.stock(index);
        let is_directory = matches!(entry, Entry::Directory(_));
        let needed: Vec<Box<[u8]>> =
            above(&path).chain(is_directory.then_some(&path[..])).map(Into::into).collect();
        for directory in needed {
            self.need(&directory)?;
        }
        if !is_directory {
            let text = file(stock, index).and_then(|it| files.get(it)).map_or(&[][..], |it| it);
            let on_disk = self.on_disk(&path);
            let mode = stock.map_or(0o644, |it| it.mode);
            match stock.map_or(&Body::Text, |it| &it.body) {
                Body::Text => write(&on_disk, text, mode)?,
                Body::Copy(from, _) => {
                    copy(from, &on_disk)?.set_permissions(Permissions::from_mode(mode))?;
                }
                Body::Link(target) => link(target, &on_disk)?,
                Body::Name(file) => match self.tree.entry(*file).path() {
                    Some(first) => fs::hard_link(self.on_disk(&join(&self.root, first)), &on_disk)?,
                    None => write(&on_disk, text, mode)?,
                },
            }
        }
        Ok(())
    }

    /// One entry more needs a directory.
    fn need(&mut self, directory: &[u8]) -> io::Result<()> {
        if let Some(uses) = self.directories.get_mut(directory) {
            *uses += 1;
            return Ok(());
        }
        fs::DirBuilder::new().mode(DIRECTORY).create(self.on_disk(directory))?;
        self.directories.insert(directory.into(), 1);
        self.watch(directory);
        Ok(())
    }

    fn watch(&mut self, directory: &[u8]) {
        let path = self.on_disk(directory);
        if self.watch.as_mut().is_some_and(|it| it.add(&path, directory).is_err()) {
            self.watch = None;
        }
    }

    fn on_disk(&self, path: &[u8]) -> PathBuf {
        self.base.join(OsStr::from_bytes(path))
    }
}

/// The file of the document whose text an entry holds, or that of the file whose second name it is; `None` for what holds
/// the same in every candidate.
fn file(stock: Option<&Stock>, index: usize) -> Option<usize> {
    match stock.map(|it| &it.body) {
        Some(Body::Name(file)) => Some(*file),
        Some(Body::Text) | None => Some(index + 1),
        Some(Body::Copy(..) | Body::Link(_)) => None,
    }
}

fn write(path: &Path, text: &[u8], mode: u32) -> io::Result<()> {
    let mut file: File = OpenOptions::new().write(true).create_new(true).open(path)?;
    file.write_all(text)?;
    file.set_permissions(Permissions::from_mode(mode))
}

/// A path in a directory; both may be empty.
fn join(directory: &[u8], path: &[u8]) -> Box<[u8]> {
    if directory.is_empty() || path.is_empty() {
        return [directory, path].concat().into();
    }
    [directory, b"/", path].concat().into()
}

/// The directories that a path is in, the outermost first.
fn above(path: &[u8]) -> impl Iterator<Item = &[u8]> {
    (0..path.len()).filter(|&it| path[it] == b'/').map(|it| &path[..it])
}
