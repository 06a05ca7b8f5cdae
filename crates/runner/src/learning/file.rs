//! The file of `--learn` on disk: replaced in one step, under a lock, so that runs at the same time lose nothing of each other.

use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, ErrorKind, Read, Write};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};

use rustix::fs::{FlockOperation, flock};

use super::store::Store;
use crate::failure::Failure;

/// What is in the file; nothing if there is none yet, but a directory for it.
pub(super) fn read(path: &Path) -> Result<Store, Failure> {
    match read_regular(path) {
        Ok(text) => parse(path, &text),
        Err(error) if error.kind() == ErrorKind::NotFound && directory(path).is_dir() => Ok(Store::default()),
        Err(error) => Err(Failure::usage(format!("--learn {} cannot be read", path.display()))
            .because(error)
            .help("name a file, in a directory that there is")),
    }
}

/// Who reads a pipe waits for somebody who writes to it, and no device is replaced.
fn read_regular(path: &Path) -> io::Result<Vec<u8>> {
    let kind = fs::metadata(path)?.file_type();
    if !kind.is_file() && !kind.is_dir() {
        return Err(io::Error::other("it is not a regular file"));
    }
    fs::read(path)
}

/// Changes what is in the file, in one step. Readers see it as it was or as it is.
pub(super) fn change(path: &Path, change: impl FnOnce(&mut Store)) -> Result<(), Failure> {
    let failed = |it: io::Error| Failure::not_written(path, it);
    // What a link leads to is replaced, not the link.
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let mut file = lock(&path).map_err(failed)?;
    let mut text = Vec::new();
    file.read_to_end(&mut text).map_err(failed)?;
    let mut store = parse(&path, &text)?;
    change(&mut store);
    replace(&path, store.render().as_bytes()).map_err(failed)?;
    // Given back with a word: a child that starts meanwhile has the file open as well.
    let _ = flock(&file, FlockOperation::Unlock);
    Ok(())
}

fn parse(path: &Path, text: &[u8]) -> Result<Store, Failure> {
    let store = std::str::from_utf8(text).map_err(|_| "it is no text".to_owned()).and_then(Store::parse);
    store.map_err(|why| {
        Failure::usage(format!("{} is not a file of --learn, or is damaged", path.display()))
            .because(why)
            .help("name another file, or move this one away: one that is not there is made")
    })
}

/// The file, which nobody else holds meanwhile; an empty one if there was none. A file system without locks is no reason to do
/// without it.
fn lock(path: &Path) -> io::Result<File> {
    loop {
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
        let _ = flock(&file, FlockOperation::LockExclusive);
        // Whoever had it before has put another one in its place.
        let (held, there) = (file.metadata()?, fs::metadata(path));
        if there.is_ok_and(|it| (it.dev(), it.ino()) == (held.dev(), held.ino())) {
            return Ok(file);
        }
    }
}

fn replace(path: &Path, text: &[u8]) -> io::Result<()> {
    let mode = fs::metadata(path).map_or(0o644, |it| it.permissions().mode());
    let mut file = tempfile::Builder::new().prefix(".lop-").tempfile_in(directory(path))?;
    file.write_all(text)?;
    file.as_file().set_permissions(Permissions::from_mode(mode))?;
    file.persist(path).map_err(|it| it.error)?;
    Ok(())
}

fn directory(path: &Path) -> PathBuf {
    let parent = path.parent().filter(|it| !it.as_os_str().is_empty());
    parent.unwrap_or(Path::new(".")).to_owned()
}

#[cfg(test)]
mod tests {
    use lop_engine::{EditKind, Experience, Seen};

    use super::super::store::Key;
    use super::*;

    fn key() -> Key {
        Key { command: "ab".to_owned(), language: "one".to_owned() }
    }

    #[test]
    fn runs_that_end_at_the_same_time_lose_nothing_of_each_other() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("learnt");
        let one = |number: usize| {
            let mut seen = Experience::default();
            let kind = EditKind { pass: format!("pass-{number}"), ..EditKind::default() };
            seen.note(kind, Seen { asked: 9.0, accepted: 0.0 });
            change(&path, |it| it.add(&key(), &seen)).unwrap();
        };
        std::thread::scope(|scope| {
            for worker in 0..8 {
                scope.spawn(move || (0..5).for_each(|it| one(worker * 5 + it)));
            }
        });
        let section = read(&path).unwrap().section(&key());
        assert_eq!((section.runs, section.experience.len()), (40, 40));
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1, "nothing is left beside it");
    }

    #[test]
    fn what_is_no_such_file_is_neither_read_nor_replaced() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("crash.c");
        fs::write(&path, "int main(void) {}\n").unwrap();
        assert!(read(&path).unwrap_err().to_string().contains("crash.c"));
        change(&path, |it| it.add(&key(), &Experience::default())).unwrap_err();
        assert_eq!(fs::read(&path).unwrap(), b"int main(void) {}\n");
        read(&directory.path().join("no/such")).unwrap_err();
        read(directory.path()).unwrap_err();
        assert_eq!(read(&directory.path().join("new")).unwrap(), Store::default());
    }

    #[test]
    fn a_link_stays_one() {
        let directory = tempfile::tempdir().unwrap();
        let (path, link) = (directory.path().join("learnt"), directory.path().join("link"));
        fs::write(&path, "").unwrap();
        std::os::unix::fs::symlink(&path, &link).unwrap();
        change(&link, |it| it.add(&key(), &Experience::default())).unwrap();
        assert!(link.is_symlink());
        assert_eq!(read(&path).unwrap().section(&key()).runs, 1);
    }
}
