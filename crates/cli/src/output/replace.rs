//! How a file is put in the place of another: in one step, so that nobody reads a part of it, and by one run at a time.

use std::fs::{self, File, Permissions};
use std::io::{self, Write};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::Path;

use lop_runner::Failure;
use lop_runner::lock::{Lock, is_in_use};

use super::streams::open_plain;

/// The modes of a file that everybody may read and write, before the umask, and of one that its owner may.
const ALL: u32 = 0o666;
const OWN: u32 = 0o600;

const IN_USE: &str = "another run of lop is writing it";

/// Every write makes a new file in the directory of the result, so that is what must work.
pub(super) fn check_directory(path: &Path) -> Result<(), Failure> {
    temporary(path).map(drop).map_err(|error| {
        Failure::usage(format!("the result cannot be written to {}", path.display()))
            .because(format!("no file can be made in its directory: {error}"))
            .help("name another place with -o PATH, or -o - for standard output")
    })
}

/// Locks what is there before the first write, if anything is; refuses what another run has locked.
pub(super) fn claim(path: &Path) -> Result<Option<Lock>, Failure> {
    if is_in_use(path) {
        return Err(Failure::usage(format!("the result cannot be written to {}", path.display()))
            .because(IN_USE)
            .help("wait for it to end, or name another place with -o PATH"));
    }
    Ok(File::open(path).ok().and_then(Lock::take))
}

/// Fails where another run has put a file of its own in the place of what we hold a lock on, or where nothing was.
pub(super) fn check_free(path: &Path, ours: Option<&Lock>) -> io::Result<()> {
    if ours.is_none_or(|it| !it.is_on(path)) && is_in_use(path) {
        return Err(io::Error::new(io::ErrorKind::ResourceBusy, IN_USE));
    }
    Ok(())
}

/// Puts `text` at `path` in one step: readers see the old file or the new one, never a part. Returns the lock on it, if the
/// file system has locks.
pub(super) fn replace(
    path: &Path,
    text: &[u8],
    permissions: &Permissions,
    durable: bool,
) -> io::Result<Option<Lock>> {
    let mut file = temporary(path)?;
    file.write_all(text)?;
    file.as_file().set_permissions(permissions.clone())?;
    if durable {
        file.as_file().sync_all()?;
    }
    let lock = file.as_file().try_clone().ok().and_then(Lock::take);
    file.persist(path).map_err(|it| it.error)?;
    if durable {
        // Best effort: some file systems cannot sync a directory, and the file itself is safe.
        let _ = File::open(directory(path)).and_then(|it| it.sync_all());
    }
    Ok(lock)
}

/// A file to write to that tells of what is in `input`: where that is nobody else's business, a new file is no more open.
pub(crate) fn open_about(input: &Path, path: &Path) -> io::Result<File> {
    let mode = fs::metadata(input).map_or(ALL, |it| it.mode() & ALL | OWN);
    open_plain(path, File::options().write(true).create(true).truncate(true).mode(mode))
}

pub(super) fn directory(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

fn temporary(path: &Path) -> io::Result<tempfile::NamedTempFile> {
    tempfile::Builder::new().prefix(".lop-").tempfile_in(directory(path))
}
