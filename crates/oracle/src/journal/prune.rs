//! Removes journals that nobody will go on with: those of runs that were killed or stopped long ago.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use super::lock::Locked;
use super::{FILE_NAME, aside};

/// How long a journal is kept after its last record.
pub const MAX_AGE: Duration = Duration::from_secs(30 * 24 * 60 * 60);

/// How many are kept at most, the latest.
const MAX_COUNT: usize = 100;

/// Removes from `all`, a directory of journals' directories, those whose last record is older than 30 days, and
/// all but the latest 100. What a process has open stays, and so does everything that is not a journal.
pub fn prune(all: &Path) {
    // Litter that cannot be listed or removed is no reason not to begin.
    let mut journals: Vec<(SystemTime, PathBuf)> = fs::read_dir(all)
        .into_iter()
        .flatten()
        .flatten()
        .flat_map(|it| {
            let path = it.path().join(FILE_NAME);
            [aside(&path), path]
        })
        .filter_map(|path| {
            let meta = fs::symlink_metadata(&path).ok().filter(fs::Metadata::is_file)?;
            Some((meta.modified().ok()?, path))
        })
        .collect();
    journals.sort_unstable_by(|a, b| b.cmp(a));
    for (index, (modified, path)) in journals.iter().enumerate() {
        let old = modified.elapsed().is_ok_and(|it| it > MAX_AGE);
        if old || index >= MAX_COUNT {
            let _ = remove(path);
        }
    }
}

/// Removes a journal that nobody has open. Whoever opens it meanwhile finds that it has gone, see `open_file`.
fn remove(path: &Path) -> io::Result<()> {
    let Some(_lock) = Locked::lock(File::open(path)?).filter(Locked::is_held) else { return Ok(()) };
    fs::remove_file(path)?;
    // Others may keep files there.
    path.parent().map_or(Ok(()), fs::remove_dir)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A journal's directory, whose last record is so many days old.
    fn journal(all: &Path, name: &str, days: u64) -> PathBuf {
        let path = all.join(name);
        fs::create_dir(&path).unwrap();
        fs::write(path.join(FILE_NAME), "x").unwrap();
        let age = Duration::from_secs(days * 24 * 60 * 60);
        let file = File::options().write(true).open(path.join(FILE_NAME)).unwrap();
        file.set_modified(SystemTime::now() - age).unwrap();
        path
    }

    #[test]
    fn old_journals_go_unless_somebody_has_them_open() {
        let all = tempfile::tempdir().unwrap();
        let [young, old, open] =
            [("young", 29), ("old", 31), ("open", 400)].map(|it| journal(all.path(), it.0, it.1));
        let other = all.path().join("other");
        fs::create_dir(&other).unwrap();
        let file = Locked::lock(File::open(open.join(FILE_NAME)).unwrap()).unwrap();
        prune(all.path());
        assert!(young.exists() && open.exists() && other.exists() && !old.exists());
        drop(file);
        prune(all.path());
        assert!(!open.exists());
    }

    #[test]
    fn of_many_journals_the_latest_stay() {
        let all = tempfile::tempdir().unwrap();
        let latest = journal(all.path(), "latest", 0);
        let oldest = journal(all.path(), "oldest", 20);
        (0..MAX_COUNT - 1).for_each(|it| drop(journal(all.path(), &it.to_string(), 10)));
        prune(all.path());
        assert!(latest.exists() && !oldest.exists());
        assert_eq!(fs::read_dir(all.path()).unwrap().count(), MAX_COUNT);
    }
}
