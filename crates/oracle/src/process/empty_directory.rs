//! Emptying a directory, whatever somebody has put into it; but never through something that is mounted there.

use std::ffi::OsString;
use std::fs::{self, Metadata};
use std::io::{self, ErrorKind};
use std::os::unix::ffi::OsStringExt;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};

use rustix::fs::{AtFlags, CWD, StatxAttributes, StatxFlags};

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

/// True for a directory that another one was mounted on. A bind mount shows by nothing else: the device is the same.
fn is_mount_point(directory: &Path) -> io::Result<bool> {
    let flags = AtFlags::SYMLINK_NOFOLLOW | AtFlags::NO_AUTOMOUNT;
    match rustix::fs::statx(CWD, directory, flags, StatxFlags::empty()) {
        Ok(it) if it.stx_attributes_mask.contains(StatxAttributes::MOUNT_ROOT) => {
            Ok(it.stx_attributes.contains(StatxAttributes::MOUNT_ROOT))
        }
        // Linux before 5.8 does not say; where there is no list either, nobody can tell.
        _ => {
            let real = fs::canonicalize(directory)?;
            let list = fs::read("/proc/self/mountinfo").unwrap_or_default();
            Ok(mount_points(&list).any(|it| it == real))
        }
    }
}

/// The fifth field of each line, where blanks, tabs, line ends and backslashes are three octal digits.
fn mount_points(list: &[u8]) -> impl Iterator<Item = PathBuf> {
    let fields = list.split(|&it| it == b'\n').filter_map(|it| it.split(|&it| it == b' ').nth(4));
    fields.map(|field| {
        let mut parts = field.split(|&it| it == b'\\');
        let mut path = parts.next().unwrap_or_default().to_vec();
        for part in parts {
            let code = part.get(..3).and_then(|it| std::str::from_utf8(it).ok());
            path.extend(code.and_then(|it| u8::from_str_radix(it, 8).ok()));
            path.extend(part.get(3..).unwrap_or_default());
        }
        PathBuf::from(OsString::from_vec(path))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mount_point_with_a_blank_in_its_name_is_read_as_it_is() {
        let list =
            b"36 35 98:0 / /mnt rw - ext3 /dev/root rw\n37 36 0:5 /a /mnt/b\\040c\\134d rw - tmpfs none rw\n";
        let points: Vec<PathBuf> = mount_points(list).collect();
        assert_eq!(points, [Path::new("/mnt"), Path::new("/mnt/b c\\d")]);
    }

    #[test]
    fn the_root_is_a_mount_point_and_a_new_directory_is_not() {
        let directory = tempfile::tempdir().unwrap();
        assert!(is_mount_point(Path::new("/")).unwrap());
        assert!(!is_mount_point(directory.path()).unwrap());
    }
}
