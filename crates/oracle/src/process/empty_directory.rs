//! Emptying a directory, whatever somebody has put into it; but never through something that is mounted there.

use std::ffi::OsString;
use std::fs::{self, Metadata};
use std::io::{self, ErrorKind};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};

use super::platform::is_mount_point;

/// The mode of a directory that we may do with as we like.
pub(crate) const MODE: u32 = 0o700;

/// Empties a directory of any depth: what a directory holds is first lifted one level up, so neither paths nor stack
/// nor open files grow with the depth. Fails where something is mounted in it, which nobody can lift: what lies behind a
/// mount is not ours to remove.
pub(crate) fn empty(top: &Path) -> io::Result<()> {
    let mut lifted = 0u64;
    loop {
        let before = lifted;
        let mut found = false;
        for entry in fs::read_dir(top)? {
            let entry = entry?;
            found = true;
            if entry.file_type()?.is_dir() {
                if is_mount_point(&entry.path())? {
                    let message = format!("something is mounted on {}", entry.path().display());
                    return Err(io::Error::new(ErrorKind::ResourceBusy, message));
                }
                make_writable(&entry.path(), &entry.metadata()?)?;
                lift(top, &entry.path(), &mut lifted)?;
                fs::remove_dir(entry.path())?;
            } else {
                fs::remove_file(entry.path())?;
            }
        }
        if !found || lifted == before {
            return Ok(());
        }
    }
}

/// Removes the files of a directory and moves its directories to `top`.
fn lift(top: &Path, directory: &Path, lifted: &mut u64) -> io::Result<()> {
    for entry in fs::read_dir(directory)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            make_writable(&entry.path(), &entry.metadata()?)?;
            fs::rename(entry.path(), vacant(top, lifted))?;
        } else {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

/// A name in `top` that nothing has yet.
fn vacant(top: &Path, lifted: &mut u64) -> PathBuf {
    loop {
        *lifted += 1;
        let path = top.join(OsString::from(format!("lop-lifted-{lifted}")));
        if fs::symlink_metadata(&path).is_err() {
            return path;
        }
    }
}

/// Lets us read, enter and change a directory.
pub(crate) fn make_writable(directory: &Path, meta: &Metadata) -> io::Result<()> {
    if meta.mode() & MODE == MODE {
        return Ok(());
    }
    fs::set_permissions(directory, fs::Permissions::from_mode(MODE))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_mounted_is_a_mount_point_and_a_new_directory_is_not() {
        let directory = tempfile::tempdir().unwrap();
        assert!(is_mount_point(Path::new("/proc")).unwrap());
        assert!(!is_mount_point(directory.path()).unwrap());
    }
}
