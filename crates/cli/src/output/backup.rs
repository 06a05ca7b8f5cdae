//! What a run saves before it replaces a file: what the input held at first, what somebody else put there, and a smaller
//! result of an earlier run.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use lop_engine::Rank;
use lop_runner::aside::{EDITED, OLD, ORIGINAL, first_free};

/// What becomes of the backup of a run that is done, as another reducer would have it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) enum Backup {
    /// It stays under the name that lop gives it.
    #[default]
    Ours,
    /// It goes.
    None,
    /// It gets this name.
    Named(PathBuf),
}

impl Backup {
    /// Sees to what the run has made. Returns what is there now, and what is to be told. What cannot be removed or renamed
    /// stays, which harms nobody, and nothing is overwritten.
    pub(crate) fn settle(&self, made: Vec<PathBuf>) -> (Vec<PathBuf>, Option<String>) {
        match (self, &made[..]) {
            (Backup::None, _) => {
                let stays = |it: &PathBuf| {
                    let gone = if it.is_dir() { fs::remove_dir_all(it) } else { fs::remove_file(it) };
                    gone.is_err()
                };
                (made.into_iter().filter(stays).collect(), None)
            }
            (Backup::Named(name), [_]) if fs::symlink_metadata(name).is_ok() => {
                let why = format!("{} is there already, and no backup is overwritten", name.display());
                (made, Some(why))
            }
            (Backup::Named(name), [one]) => match fs::rename(one, name) {
                Ok(()) => (vec![name.clone()], None),
                Err(error) => {
                    (made, Some(format!("the backup cannot be called {}: {error}", name.display())))
                }
            },
            _ => (made, None),
        }
    }
}

/// Saves the file as `FILE.orig`, or `FILE.orig.1` and so on: no earlier backup is ever overwritten. If somebody has
/// changed it since it was read, what it held then is saved as well, and that is the backup; also returns where the
/// change is.
pub(super) fn back_up(path: &Path, original: &[u8]) -> io::Result<(PathBuf, Option<PathBuf>)> {
    let backup = first_free(path, ORIGINAL, |it| copy_new(path, it))?;
    if fs::read(&backup)? == original {
        return Ok((backup, None));
    }
    let read = first_free(path, ORIGINAL, |it| File::create_new(it)?.write_all(original))?;
    Ok((read, Some(backup)))
}

/// Saves a text as `FILE.edited`, or `FILE.edited.1` and so on.
pub(super) fn save_text(path: &Path, text: &[u8]) -> io::Result<PathBuf> {
    first_free(path, EDITED, |it| File::create_new(it)?.write_all(text))
}

/// Saves the file as `FILE.old`, or `FILE.old.1` and so on, if it is smaller than what is to replace it and than what was
/// saved before, which goes: the first write may fail and be tried again, and another run may write there, too.
pub(super) fn save_smaller(
    before: &mut Option<(PathBuf, Rank)>,
    path: &Path,
    best: &Arc<[u8]>,
) -> io::Result<()> {
    let Ok(held) = fs::read(path) else { return Ok(()) };
    let rank = Rank::of(&[held.into()]);
    let is_smaller =
        rank < Rank::of(std::slice::from_ref(best)) && before.as_ref().is_none_or(|it| rank < it.1);
    if rank.bytes > 0 && is_smaller {
        let saved = first_free(path, OLD, |it| copy_new(path, it))?;
        if let Some((larger, _)) = before.replace((saved, rank)) {
            let _ = fs::remove_file(larger);
        }
    }
    Ok(())
}

/// A second name for the file needs no space and cannot be half done; where links do not work, a copy.
fn copy_new(from: &Path, to: &Path) -> io::Result<()> {
    match fs::hard_link(from, to) {
        Ok(()) => return Ok(()),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => return Err(error),
        Err(_) => {}
    }
    let mut copy = File::create_new(to)?;
    let done = File::open(from).and_then(|mut it| io::copy(&mut it, &mut copy));
    let done = done.and_then(|_| copy.set_permissions(fs::metadata(from)?.permissions()));
    if done.is_err() {
        let _ = fs::remove_file(to);
    }
    done
}
