//! Crashes that are not the one looked for: counted, and the smallest input of each kept.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use lop_engine::Rank;
use parking_lot::Mutex;

use super::Signature;
use crate::project::{Laid, Project};

/// What the input is called, where it is a project.
const TREE: &str = "tree";

/// What became of an input that crashed otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sighting {
    /// Nobody has seen this signature before.
    New,
    /// The smallest input so far with a known signature.
    Smaller,
    /// A known signature, and a smaller input is already there.
    Known,
}

/// Another crash could not be written. The run can go on without it.
#[derive(Debug, thiserror::Error)]
#[error("cannot keep another crash in {}: {source}; check that the directory of --keep-other-crashes is writable", .path.display())]
pub struct OtherCrashError {
    /// What could not be written or read.
    pub path: PathBuf,
    /// Why.
    pub source: io::Error,
}

/// The other crashes of a run: how often each signature was seen and, given a directory, its smallest input.
///
/// Of the directory, `<slug>/` belongs to one signature: the files under their own names, and `signature.txt`, whose
/// first line is the signature for people and whose second is [`Signature::to_line`].
#[derive(Debug)]
pub struct OtherCrashes {
    dir: Option<PathBuf>,
    names: Vec<OsString>,
    /// The project that the inputs are, if they are no files: each is then a tree called `tree`.
    project: Option<Arc<Project>>,
    seen: Mutex<BTreeMap<String, Seen>>,
    lost: AtomicBool,
}

#[derive(Debug)]
struct Seen {
    signature: Signature,
    count: u64,
    /// The smallest input on disk; `None` before one was written.
    best: Option<Rank>,
}

impl OtherCrashes {
    /// Counts, and keeps inputs in `dir` if there is one. `names` are the base names of the document's files, in order.
    pub fn new(dir: Option<PathBuf>, names: impl IntoIterator<Item = OsString>) -> OtherCrashes {
        OtherCrashes {
            dir,
            names: names.into_iter().collect(),
            project: None,
            seen: Mutex::default(),
            lost: AtomicBool::default(),
        }
    }

    /// The same for inputs that are candidates of a project.
    #[must_use]
    pub fn of_project(self, project: Option<Arc<Project>>) -> OtherCrashes {
        OtherCrashes { project, ..self }
    }

    /// Takes note of a crash. On an error it is counted, but not kept.
    pub fn record(&self, signature: &Signature, files: &[Arc<[u8]>]) -> Result<Sighting, OtherCrashError> {
        let slug = signature.slug();
        let mut all = self.seen.lock();
        let new = !all.contains_key(&slug);
        let seen = all.entry(slug.clone()).or_insert_with(|| Seen {
            signature: signature.clone(),
            count: 0,
            best: self.dir.as_ref().and_then(|it| self.kept_before(&it.join(&slug))),
        });
        seen.count += 1;
        let rank = Rank::of(files);
        let improves = seen.best.as_ref().is_none_or(|best| rank < *best);
        if let (Some(dir), true) = (&self.dir, improves) {
            let kept = self.keep(&dir.join(&slug), signature, files);
            kept.inspect_err(|_| self.lost.store(true, Ordering::Relaxed))?;
        }
        if improves {
            seen.best = Some(rank);
        }
        Ok(match (new, improves) {
            (true, _) => Sighting::New,
            (false, true) => Sighting::Smaller,
            (false, false) => Sighting::Known,
        })
    }

    /// True when an input could not be kept.
    pub fn has_lost(&self) -> bool {
        self.lost.load(Ordering::Relaxed)
    }

    /// The signatures seen, with how often, most frequent first.
    pub fn counts(&self) -> Vec<(Signature, u64)> {
        let mut counts: Vec<_> =
            self.seen.lock().values().map(|it| (it.signature.clone(), it.count)).collect();
        counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        counts
    }

    /// The rank of what an earlier run left in `dir`, if it is complete.
    fn kept_before(&self, dir: &Path) -> Option<Rank> {
        if self.project.is_some() {
            return None;
        }
        let read = |name: &OsString| std::fs::read(dir.join(name)).ok().map(Arc::from);
        let files: Option<Vec<Arc<[u8]>>> = self.names.iter().map(read).collect();
        files.as_deref().filter(|it| !it.is_empty()).map(Rank::of)
    }

    fn keep(&self, dir: &Path, signature: &Signature, files: &[Arc<[u8]>]) -> Result<(), OtherCrashError> {
        let failed = |path: &Path| {
            let path = path.to_owned();
            move |source| OtherCrashError { path, source }
        };
        std::fs::create_dir_all(dir).map_err(failed(dir))?;
        let note = format!("{signature}\n{}\n", signature.to_line());
        let note = (dir.join("signature.txt"), note.as_bytes());
        if let Some(project) = &self.project {
            let (tree, next) = (dir.join(TREE), dir.join(".next"));
            let laid = lay(project, files, &next).and_then(|()| swap(&next, &tree));
            laid.map_err(failed(&tree))?;
            return replace(&note.0, note.1).map_err(failed(&note.0));
        }
        let inputs = self.names.iter().zip(files).map(|(name, text)| (dir.join(name), &**text));
        for (path, text) in std::iter::once(note).chain(inputs) {
            replace(&path, text).map_err(failed(&path))?;
        }
        Ok(())
    }
}

/// Lays a candidate out in a new directory.
fn lay(project: &Project, files: &[Arc<[u8]>], directory: &Path) -> io::Result<()> {
    remove_tree(directory)?;
    std::fs::create_dir(directory)?;
    Laid::new(directory.to_owned(), Path::new("")).lay(project, files)
}

/// Puts a tree in the place of another, if there is one.
fn swap(next: &Path, tree: &Path) -> io::Result<()> {
    remove_tree(tree)?;
    std::fs::rename(next, tree)
}

fn remove_tree(directory: &Path) -> io::Result<()> {
    match std::fs::remove_dir_all(directory) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Writes the file whole or not at all.
fn replace(path: &Path, text: &[u8]) -> io::Result<()> {
    let dir = path.parent().unwrap_or(Path::new("."));
    let mut file = tempfile::Builder::new().permissions(ordinary()).tempfile_in(dir)?;
    file.write_all(text)?;
    file.persist(path)?;
    Ok(())
}

/// What a new file usually gets: all that the umask allows.
fn ordinary() -> std::fs::Permissions {
    std::os::unix::fs::PermissionsExt::from_mode(0o666)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::signature::Ending;

    fn text(it: &str) -> [Arc<[u8]>; 1] {
        [Arc::from(it.as_bytes())]
    }

    fn crash(number: i32) -> Signature {
        Signature::from_exit(Ending::Signal(number))
    }

    #[test]
    fn the_smallest_input_of_each_signature_is_kept() {
        let dir = tempfile::tempdir().unwrap();
        let others = OtherCrashes::new(Some(dir.path().join("others")), ["a.c".into()]);
        assert_eq!(others.record(&crash(11), &text("a b c")).unwrap(), Sighting::New);
        assert_eq!(others.record(&crash(11), &text("a b")).unwrap(), Sighting::Smaller);
        assert_eq!(others.record(&crash(11), &text("a b c d")).unwrap(), Sighting::Known);
        assert_eq!(others.record(&crash(6), &text("x")).unwrap(), Sighting::New);

        let kept = dir.path().join("others").join(crash(11).slug());
        assert_eq!(std::fs::read(kept.join("a.c")).unwrap(), b"a b");
        let note = std::fs::read_to_string(kept.join("signature.txt")).unwrap();
        assert_eq!(note, "signal SIGSEGV\nsignal:11\n");
        assert_eq!(std::fs::read_dir(&kept).unwrap().count(), 2);
        assert_eq!(others.counts(), [(crash(11), 3), (crash(6), 1)]);
    }

    #[test]
    fn what_an_earlier_run_kept_is_only_replaced_by_something_smaller() {
        let dir = tempfile::tempdir().unwrap();
        let others = || OtherCrashes::new(Some(dir.path().to_owned()), ["a.c".into()]);
        others().record(&crash(11), &text("a")).unwrap();
        assert_eq!(others().record(&crash(11), &text("a b")).unwrap(), Sighting::New);
        assert_eq!(std::fs::read(dir.path().join(crash(11).slug()).join("a.c")).unwrap(), b"a");
    }

    #[test]
    fn without_a_directory_crashes_are_counted() {
        let others = OtherCrashes::new(None, ["a.c".into()]);
        others.record(&crash(11), &text("a")).unwrap();
        assert_eq!(others.counts(), [(crash(11), 1)]);
    }

    #[test]
    fn many_threads_may_report_at_once() {
        let dir = tempfile::tempdir().unwrap();
        let others = OtherCrashes::new(Some(dir.path().to_owned()), ["a.c".into()]);
        std::thread::scope(|scope| {
            for worker in 1..=4 {
                let others = &others;
                scope.spawn(move || {
                    for size in (1..=20).rev() {
                        others.record(&crash(11), &text(&"a ".repeat(size * worker))).unwrap();
                    }
                });
            }
        });
        assert_eq!(others.counts(), [(crash(11), 80)]);
        assert_eq!(std::fs::read(dir.path().join(crash(11).slug()).join("a.c")).unwrap(), b"a ");
    }

    #[test]
    fn a_directory_that_cannot_be_written_is_an_error_with_its_path() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("file");
        std::fs::write(&file, b"").unwrap();
        let others = OtherCrashes::new(Some(file.clone()), ["a.c".into()]);
        let error = others.record(&crash(11), &text("a")).unwrap_err();
        assert!(error.to_string().contains(&*file.to_string_lossy()));
        assert_eq!(others.counts(), [(crash(11), 1)]);
    }
}
