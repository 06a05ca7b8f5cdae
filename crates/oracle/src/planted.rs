//! Files that somebody else has put where everybody may write: what goes through them goes where somebody else wants.

use std::fs::{self, Metadata};
use std::os::unix::fs::MetadataExt;
use std::path::Path;

/// The bits of a directory in which everybody may make files and remove only their own, such as /tmp.
const STICKY_FOR_ALL: u32 = 0o1002;

/// True for what another user has put into such a directory, unless that is the directory's owner. `metadata` is of `path`
/// itself, not of what a link leads to.
pub fn is_planted(path: &Path, metadata: &Metadata) -> bool {
    let parent = path.parent().filter(|it| !it.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let Ok(directory) = fs::metadata(parent) else { return false };
    let is_shared = directory.mode() & STICKY_FOR_ALL == STICKY_FOR_ALL;
    let own = rustix::process::geteuid().as_raw();
    is_shared && metadata.uid() != own && metadata.uid() != directory.uid()
}
