//! Which results lop has written itself: one that nobody has changed since may give way to the next.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use lop_oracle::journal::{MAX_AGE, state_directory};
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

/// Where that is noted, in the directory for lop's state.
const NOTES: &str = "results";

/// Notes that what is at a path is of lop. Without a place for notes it is as if somebody else had put it there.
pub(super) fn note(path: &Path) {
    let noted = || -> io::Result<()> {
        let note = note_of(path).ok_or(io::ErrorKind::NotFound)?;
        let notes = note.parent().unwrap_or(Path::new("."));
        fs::create_dir_all(notes)?;
        forget_old(notes);
        fs::write(note, digest(path)?)
    };
    // Then it is kept, and never in the way.
    let _ = noted();
}

/// True for what lop has put there, if it is still the same, byte for byte.
pub(super) fn is_ours(path: &Path) -> bool {
    let noted = note_of(path).and_then(|it| fs::read_to_string(it).ok());
    noted.is_some_and(|it| digest(path).is_ok_and(|now| now == it))
}

/// Removes a result, and what is noted of it.
pub(super) fn remove(path: &Path) -> io::Result<()> {
    if fs::symlink_metadata(path)?.is_dir() {
        fs::remove_dir_all(path)?;
    } else {
        fs::remove_file(path)?;
    }
    if let Some(note) = note_of(path) {
        let _ = fs::remove_file(note);
    }
    Ok(())
}

/// Removes notes that are older than any journal: what they tell of is kept, should it be there yet.
fn forget_old(notes: &Path) {
    for note in fs::read_dir(notes).into_iter().flatten().flatten() {
        let age = note.metadata().and_then(|it| it.modified()).map(|it| it.elapsed().unwrap_or_default());
        if age.is_ok_and(|it| it > MAX_AGE) {
            let _ = fs::remove_file(note.path());
        }
    }
}

fn note_of(path: &Path) -> Option<PathBuf> {
    let parent = path.parent().filter(|it| !it.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let real = fs::canonicalize(parent).ok()?.join(path.file_name()?);
    let name = format!("{:016x}", xxh3_64(real.as_os_str().as_bytes()));
    Some(state_directory()?.join(NOTES).join(name))
}

/// All names, kinds and bytes at a path.
fn digest(path: &Path) -> io::Result<String> {
    let mut hasher = Xxh3::new();
    add(&mut hasher, path)?;
    Ok(format!("{:032x}", hasher.digest128()))
}

fn add(hasher: &mut Xxh3, path: &Path) -> io::Result<()> {
    let kind = fs::symlink_metadata(path)?.file_type();
    if kind.is_dir() {
        let names = fs::read_dir(path)?.map(|it| it.map(|it| it.file_name()));
        let mut names: Vec<_> = names.collect::<io::Result<_>>()?;
        names.sort_unstable();
        hasher.update(b"d");
        hasher.update(&names.len().to_le_bytes());
        for name in names {
            word(hasher, &name);
            add(hasher, &path.join(name))?;
        }
    } else if kind.is_symlink() {
        hasher.update(b"l");
        word(hasher, fs::read_link(path)?.as_os_str());
    } else if kind.is_file() {
        let mut file = File::open(path)?;
        hasher.update(b"f");
        hasher.update(&file.metadata()?.len().to_le_bytes());
        io::copy(&mut file, &mut Into(hasher))?;
    } else {
        return Err(io::ErrorKind::Unsupported.into());
    }
    Ok(())
}

fn word(hasher: &mut Xxh3, word: &OsStr) {
    hasher.update(&word.len().to_le_bytes());
    hasher.update(word.as_bytes());
}

/// Bytes that are written to it go into a hash.
struct Into<'h>(&'h mut Xxh3);

impl io::Write for Into<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, SystemTime};

    use super::*;

    #[test]
    fn notes_go_when_journals_do() {
        let notes = tempfile::tempdir().unwrap();
        let day = Duration::from_secs(24 * 60 * 60);
        for (name, age) in [("old", MAX_AGE + day), ("young", MAX_AGE.saturating_sub(day))] {
            let file = File::create(notes.path().join(name)).unwrap();
            file.set_modified(SystemTime::now() - age).unwrap();
        }
        forget_old(notes.path());
        let left: Vec<_> = fs::read_dir(notes.path()).unwrap().map(|it| it.unwrap().file_name()).collect();
        assert_eq!(left, ["young"]);
    }
}
