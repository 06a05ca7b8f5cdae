//! Mount points, bind mounts among them.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::os::unix::ffi::OsStringExt;
use std::path::{Path, PathBuf};

use rustix::fs::{AtFlags, CWD, StatxAttributes, StatxFlags};

/// True for a directory that another one was mounted on. A bind mount shows by nothing else: the device is the same.
pub(crate) fn is_mount_point(directory: &Path) -> io::Result<bool> {
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
    fn the_root_is_a_mount_point() {
        assert!(is_mount_point(Path::new("/")).unwrap());
    }
}
