//! The result as an archive.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Write};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use lop_engine::{Entry, Tree};
use lop_oracle::project::{Body, Project};
use tar::{Builder, EntryType, Header};

use crate::Files;

/// Writes a candidate of a project as an archive whose paths begin with `name`. Two archives of one candidate are the same:
/// there is no time and no owner in them.
pub fn write(project: &Project, files: &Files, name: &Path, to: impl Write) -> io::Result<()> {
    let tree = project.tree(&files[0]).map_err(|it| io::Error::new(io::ErrorKind::InvalidInput, it))?;
    let mut archive = Builder::new(to);
    let mut root = header(EntryType::Directory, 0o755);
    archive.append_data(&mut root, name.join(""), io::empty())?;
    for index in 0..tree.entries().len() {
        let Some(path) = path_of(&tree, index, name) else { continue };
        let stock = project.stock(index);
        let mut header = header(EntryType::Regular, stock.map_or(0o644, |it| it.mode));
        if matches!(tree.entries()[index], Entry::Directory(_)) {
            header.set_entry_type(EntryType::Directory);
            archive.append_data(&mut header, path.join(""), io::empty())?;
            continue;
        }
        match stock.map_or(&Body::Text, |it| &it.body) {
            Body::Text => {
                let text = files.get(index + 1).map_or(&[][..], |it| it);
                header.set_size(text.len() as u64);
                archive.append_data(&mut header, path, text)?;
            }
            Body::Copy(from, _) => {
                let from = File::open(from)?;
                header.set_size(from.metadata()?.len());
                archive.append_data(&mut header, path, from)?;
            }
            Body::Link(target) => {
                header.set_entry_type(EntryType::Symlink);
                archive.append_link(&mut header, path, target)?;
            }
            Body::Name(file) => match file.checked_sub(1).and_then(|it| path_of(&tree, it, name)) {
                Some(first) => {
                    header.set_entry_type(EntryType::Link);
                    archive.append_link(&mut header, path, first)?;
                }
                None => archive.append_data(&mut header, path, io::empty())?,
            },
        }
    }
    archive.into_inner()?.flush()
}

fn path_of(tree: &Tree, index: usize, name: &Path) -> Option<PathBuf> {
    Some(name.join(OsStr::from_bytes(tree.entries()[index].path()?)))
}

fn header(kind: EntryType, mode: u32) -> Header {
    let mut header = Header::new_gnu();
    header.set_entry_type(kind);
    header.set_mode(mode);
    header.set_size(0);
    header
}
