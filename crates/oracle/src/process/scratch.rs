//! Scratch directories: where a candidate lies while the command looks at it, empty again when the question is over.
//!
//! A slot is a directory `lop-XXXXXX` with two directories in it: `work`, the command's working directory, and `tmp`,
//! its TMPDIR, so that what a killed compiler leaves behind goes as well. A file beside them says that it is a slot. It lies in /dev/shm where that has room and
//! lets programs run, else where the user keeps temporary files. A slot serves one question after the other. What the
//! last one left is removed, and a slot that the command has moved, replaced, locked or mounted something in is given up
//! for a new one: nothing is ever written to, or removed through, a directory that is not the one we made.

use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::path::{Path, PathBuf};
use std::time::Duration;

use parking_lot::Mutex;
use rustix::fs::{FlockOperation, StatVfsMountFlags};

use super::empty_directory::{MODE, empty, make_writable};
use crate::project::{Laid, Project, Texts};

/// What a place must have free, whatever the candidate's size: compilers put large files into TMPDIR.
const ROOM: u64 = 256 << 20;

/// A project of more bytes than this is laid out on a disk: each worker has a copy of it.
const IN_MEMORY: u64 = 64 << 20;

/// How long to wait for a neighbour's question that has filled the disk to end and give the room back.
const PAUSES: [Duration; 4] =
    [Duration::ZERO, Duration::from_millis(50), Duration::from_millis(200), Duration::from_millis(500)];

/// How a slot's name begins; six more letters follow.
const PREFIX: &str = "lop-";
const WORK: &str = "work";
const TMP: &str = "tmp";

/// The file that tells a slot from any other directory of such a name, and all that it holds. Without it nothing is ever
/// swept away.
const MARKER: &str = ".lop-scratch";
const MARK: &[u8] =
    b"A scratch directory of lop. It is removed, with all that is in it, once the lop that made it is over.\n";

/// How old a slot must be before it can be taken for one that a killed run left.
const SETTLED: Duration = Duration::from_secs(60);

/// The slots of an oracle: as many as questions have ever been asked at once.
#[derive(Debug)]
pub(crate) struct Scratch {
    /// Where to make slots, the best place first.
    places: Vec<PathBuf>,
    free: Mutex<Vec<Slot>>,
    given_up: Mutex<Vec<GivenUp>>,
}

/// A slot that could not be emptied, and why.
pub(crate) type GivenUp = (PathBuf, String);

impl Scratch {
    /// Slots in `place`, or wherever is best for so many bytes. What runs that were killed have left there is removed.
    pub(crate) fn new(place: Option<&Path>, bytes: u64) -> Scratch {
        let places = place.map_or_else(|| places_for(bytes), |it| vec![it.to_owned()]);
        let places: Vec<PathBuf> =
            places.iter().map(|it| std::path::absolute(it).unwrap_or_default()).collect();
        for place in &places {
            // Other people's litter is no reason not to begin.
            let _ = remove_stale(place);
        }
        Scratch { places, free: Mutex::default(), given_up: Mutex::default() }
    }

    /// Hands out a slot that holds `files` under `names`, and nothing else. Give it back with [`Scratch::give_back`].
    /// A place that turns out to be full is left for the next one.
    pub(crate) fn take(&self, names: &[PathBuf], files: &[impl AsRef<[u8]>]) -> io::Result<Slot> {
        self.take_filled(&|slot| slot.fill(names, files))
    }

    /// Hands out a slot that holds a candidate of a project, and nothing else. With `anew` nothing that is there already is
    /// relied on.
    pub(crate) fn take_project(&self, project: &Project, files: &Texts, anew: bool) -> io::Result<Slot> {
        self.take_filled(&|slot| slot.lay(project, files, anew))
    }

    fn take_filled(&self, fill: &dyn Fn(&mut Slot) -> io::Result<()>) -> io::Result<Slot> {
        let filled = |mut slot: Slot| fill(&mut slot).map(|()| slot);
        let free = self.free.lock().pop();
        if let Some(slot) = free.and_then(|it| filled(it).ok()) {
            return Ok(slot);
        }
        let mut last = io::Error::from(ErrorKind::NotFound);
        for pause in PAUSES {
            std::thread::sleep(pause);
            for place in &self.places {
                match Slot::make(place).and_then(filled) {
                    Ok(slot) => return Ok(slot),
                    Err(error) => last = error,
                }
            }
            if !matches!(last.kind(), ErrorKind::StorageFull | ErrorKind::QuotaExceeded) {
                break;
            }
        }
        Err(last)
    }

    /// The same, in a slot of its own whose two directories are called otherwise.
    pub(crate) fn take_elsewhere(
        &self,
        names: &[PathBuf],
        files: &[impl AsRef<[u8]>],
        name: &str,
    ) -> io::Result<Slot> {
        let mut last = io::Error::from(ErrorKind::NotFound);
        for place in &self.places {
            match Slot::named(place, name, &format!("{name}-tmp")) {
                Ok(slot) => return slot.fill(names, files).map(|()| slot),
                Err(error) => last = error,
            }
        }
        Err(last)
    }

    /// Empties a slot and removes it.
    pub(crate) fn leave(&self, slot: Slot) {
        let path = slot.root.path.clone();
        let emptied = slot.empty();
        drop(slot);
        if let Err(error) = emptied
            && fs::symlink_metadata(&path).is_ok()
        {
            self.given_up.lock().push((path, error.to_string()));
        }
    }

    /// Empties a slot and keeps it for the next question.
    pub(crate) fn give_back(&self, mut slot: Slot) {
        match slot.tidy() {
            Ok(()) => self.free.lock().push(slot),
            Err(_) => self.leave(slot),
        }
    }

    /// The slots that are still there since they could not be emptied, each with the reason.
    pub(crate) fn given_up(&self) -> Vec<GivenUp> {
        self.given_up.lock().clone()
    }

    /// The places, for messages.
    pub(crate) fn places(&self) -> &[PathBuf] {
        &self.places
    }
}

/// /dev/shm if it will do for so many bytes, and the directory for temporary files.
pub(crate) fn places_for(bytes: u64) -> Vec<PathBuf> {
    let memory = Path::new("/dev/shm");
    let mut places = Vec::new();
    if bytes <= IN_MEMORY
        && let Ok(stat) = rustix::fs::statvfs(memory)
    {
        let usable = !stat.f_flag.intersects(StatVfsMountFlags::NOEXEC | StatVfsMountFlags::RDONLY);
        if usable && stat.f_bavail.saturating_mul(stat.f_frsize) >= ROOM {
            places.push(memory.to_owned());
        }
    }
    places.push(std::env::temp_dir());
    places
}

/// Removes the slots of runs that are over. A slot that is in use is locked, and the lock goes with its process.
fn remove_stale(place: &Path) -> io::Result<()> {
    for entry in fs::read_dir(place)? {
        let entry = entry?;
        let named = entry
            .file_name()
            .to_str()
            .is_some_and(|it| it.len() == PREFIX.len() + 6 && it.starts_with(PREFIX));
        if named && entry.file_type()?.is_dir() && is_stale(&entry.path()).unwrap_or(false) {
            // One that cannot be removed must not keep the others.
            let _ = empty(&entry.path()).and_then(|()| fs::remove_dir(entry.path()));
        }
    }
    Ok(())
}

/// True for a slot of this user that nobody has locked, and that is old enough for its owner to have come to that.
fn is_stale(path: &Path) -> io::Result<bool> {
    let meta = fs::symlink_metadata(path)?;
    let settled = meta.modified()?.elapsed().is_ok_and(|it| it > SETTLED);
    let ours = meta.uid() == rustix::process::geteuid().as_raw() && is_marked(path);
    Ok(ours && settled && lock(path).is_ok())
}

fn is_marked(slot: &Path) -> bool {
    let path = slot.join(MARKER);
    // A link is no marker, and nothing of another size is read.
    let may_be = fs::symlink_metadata(&path).is_ok_and(|it| it.is_file() && it.len() == MARK.len() as u64);
    may_be && fs::read(&path).is_ok_and(|it| it == MARK)
}

fn lock(directory: &Path) -> io::Result<File> {
    let file = File::open(directory)?;
    rustix::fs::flock(&file, FlockOperation::NonBlockingLockExclusive)?;
    Ok(file)
}

/// One scratch directory, which goes when it is dropped.
#[derive(Debug)]
pub(crate) struct Slot {
    /// Says that somebody is using it; `None` where the file system has no locks.
    _lock: Option<File>,
    root: Room,
    work: Room,
    tmp: Room,
    /// What stays from one question to the next; made when it is first wanted.
    cache: Option<PathBuf>,
    /// What `work` holds, where that stays from one question to the next.
    laid: Option<Laid>,
}

/// A scratch directory of something that is no question, such as a reducer. It goes when this is dropped or, where the
/// process is killed first, when a later one looks for what was left.
#[derive(Debug)]
pub struct ScratchDirectory(Slot);

impl ScratchDirectory {
    /// An empty one, where candidates lie as well. Fails where no place can be written to.
    pub fn new() -> io::Result<ScratchDirectory> {
        let mut last = io::Error::from(ErrorKind::NotFound);
        for place in places_for(0) {
            match std::path::absolute(place).and_then(|it| Slot::make(&it)) {
                Ok(slot) => return Ok(ScratchDirectory(slot)),
                Err(error) => last = error,
            }
        }
        Err(last)
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        self.0.work()
    }
}

/// One directory of a slot, and how to know it again.
#[derive(Debug)]
struct Room {
    path: PathBuf,
    identity: (u64, u64),
}

impl Slot {
    pub(crate) fn make(place: &Path) -> io::Result<Slot> {
        Slot::named(place, WORK, TMP)
    }

    fn named(place: &Path, work: &str, tmp: &str) -> io::Result<Slot> {
        let directory = tempfile::Builder::new().prefix(PREFIX).tempdir_in(place)?;
        let lock = lock(directory.path()).ok();
        let root = Room::of(directory.path().to_owned())?;
        create(&root.path.join(MARKER))?.write_all(MARK)?;
        let work = Room::make(root.path.join(work))?;
        let tmp = Room::make(root.path.join(tmp))?;
        // From here on it is removed by `Slot::drop`, which knows what not to remove.
        let _ = directory.keep();
        Ok(Slot { _lock: lock, root, work, tmp, cache: None, laid: None })
    }

    /// The command's working directory.
    pub(crate) fn work(&self) -> &Path {
        &self.work.path
    }

    /// The command's TMPDIR.
    pub(crate) fn tmp(&self) -> &Path {
        &self.tmp.path
    }

    /// A directory that stays from one question to the next.
    pub(crate) fn cache(&mut self) -> io::Result<&Path> {
        if self.cache.is_none() {
            let path = self.root.path.join("cache");
            DirBuilder::new().mode(MODE).create(&path)?;
            self.cache = Some(path);
        }
        Ok(self.cache.as_deref().expect("set above"))
    }

    /// An empty directory for what is left of a run beside what the command leaves.
    pub(crate) fn left(&mut self) -> io::Result<PathBuf> {
        let path = self.root.path.join("left");
        if fs::symlink_metadata(&path).is_ok() {
            remove(&path)?;
        }
        DirBuilder::new().mode(MODE).create(&path)?;
        Ok(path)
    }

    /// Makes it hold a candidate of a project, by changing what differs from the one before.
    fn lay(&mut self, project: &Project, files: &Texts, anew: bool) -> io::Result<()> {
        if anew && self.laid.take().is_some() {
            self.empty()?;
        }
        let laid = self.laid.get_or_insert_with(|| Laid::new(self.work.path.clone(), &project.root));
        laid.lay(project, files).inspect_err(|_| self.laid = None)
    }

    /// Removes what the command has left: nothing that it started is alive, so nothing changes meanwhile. Of a project stays
    /// what is as it was.
    fn tidy(&mut self) -> io::Result<()> {
        if let Some(laid) = &mut self.laid {
            self.root.unlock()?;
            self.work.unlock()?;
            self.tmp.unlock()?;
            if laid.tidy().is_ok() {
                return empty(&self.tmp.path);
            }
            self.laid = None;
        }
        self.empty()
    }

    /// Writes the files anew. Whatever is in the way is removed first: an old file is never written *into*, since the
    /// command may have kept it by a second name.
    fn fill(&self, names: &[PathBuf], files: &[impl AsRef<[u8]>]) -> io::Result<()> {
        for (name, text) in names.iter().zip(files) {
            let path = self.work.path.join(name);
            if name.components().nth(1).is_some() {
                fs::create_dir_all(path.parent().unwrap_or(&self.work.path))?;
            }
            create(&path)?.write_all(text.as_ref())?;
        }
        Ok(())
    }

    /// Removes everything that is in it.
    fn empty(&self) -> io::Result<()> {
        self.root.unlock()?;
        for room in [&self.work, &self.tmp] {
            room.unlock()?;
            empty(&room.path)?;
        }
        Ok(())
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        // Best effort: the name of what cannot be removed says whose it is. What is not the directory we made is not
        // ours to remove.
        if self.root.unlock().is_ok() && empty(&self.root.path).is_ok() {
            let _ = fs::remove_dir(&self.root.path);
        }
    }
}

impl Room {
    fn make(path: PathBuf) -> io::Result<Room> {
        DirBuilder::new().mode(MODE).create(&path)?;
        Room::of(path)
    }

    fn of(path: PathBuf) -> io::Result<Room> {
        let meta = fs::symlink_metadata(&path)?;
        Ok(Room { path, identity: (meta.dev(), meta.ino()) })
    }

    /// Makes sure that this is the directory we made and that we may write in it.
    fn unlock(&self) -> io::Result<()> {
        let meta = fs::symlink_metadata(&self.path)?;
        // A link may have taken over the number of the directory that was there.
        if !meta.is_dir() || (meta.dev(), meta.ino()) != self.identity {
            return Err(io::Error::new(ErrorKind::NotFound, "the command replaced its working directory"));
        }
        make_writable(&self.path, &meta)
    }
}

/// Makes a file that was not there before.
fn create(path: &Path) -> io::Result<File> {
    let create_new = || OpenOptions::new().write(true).create_new(true).open(path);
    match create_new() {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            remove(path)?;
            create_new()
        }
        other => other,
    }
}

/// Removes whatever is there.
pub(crate) fn remove(path: &Path) -> io::Result<()> {
    if fs::symlink_metadata(path)?.is_dir() {
        make_writable(path, &fs::symlink_metadata(path)?)?;
        empty(path)?;
        return fs::remove_dir(path);
    }
    fs::remove_file(path)
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::{PermissionsExt, symlink};
    use std::time::SystemTime;

    use tempfile::TempDir;

    use super::*;

    fn scratch() -> (TempDir, Scratch) {
        let place = tempfile::tempdir().unwrap();
        let scratch = Scratch::new(Some(place.path()), 0);
        (place, scratch)
    }

    fn entries(path: &Path) -> usize {
        fs::read_dir(path).unwrap().count()
    }

    fn filled(scratch: &Scratch) -> Slot {
        scratch.take(&[PathBuf::from("a.c"), PathBuf::from("sub/b.h")], &[b"one", b"two"]).unwrap()
    }

    #[test]
    fn a_slot_holds_the_files_under_their_names_and_is_used_again() {
        let (place, scratch) = scratch();
        let slot = filled(&scratch);
        let path = slot.work().to_owned();
        assert_eq!(fs::read(path.join("a.c")).unwrap(), b"one");
        assert_eq!(fs::read(path.join("sub/b.h")).unwrap(), b"two");
        scratch.give_back(slot);
        assert_eq!(entries(&path), 0);
        let again = filled(&scratch);
        assert_eq!(again.work(), path);
        drop(again);
        assert_eq!(entries(place.path()), 0);
    }

    #[test]
    fn elsewhere_is_a_directory_of_another_name_which_goes_at_once() {
        let (place, scratch) = scratch();
        let slot = scratch.take_elsewhere(&[PathBuf::from("a.c")], &[b"one"], "far-away").unwrap();
        assert!(slot.work().ends_with("far-away") && slot.tmp().ends_with("far-away-tmp"));
        assert_eq!(fs::read(slot.work().join("a.c")).unwrap(), b"one");
        scratch.leave(slot);
        assert_eq!((entries(place.path()), scratch.given_up().len()), (0, 0));
    }

    #[test]
    fn deep_and_locked_directories_are_emptied() {
        let (place, scratch) = scratch();
        let slot = filled(&scratch);
        let mut deep = slot.work().to_owned();
        for _ in 0..200 {
            deep = deep.join("d");
            fs::create_dir(&deep).unwrap();
            fs::write(deep.join("file"), b"x").unwrap();
        }
        for path in [&deep, slot.work(), slot.root.path.as_path()] {
            fs::set_permissions(path, fs::Permissions::from_mode(0o500)).unwrap();
        }
        let path = slot.work().to_owned();
        scratch.give_back(slot);
        assert_eq!(entries(&path), 0);
        drop(scratch);
        assert_eq!(entries(place.path()), 0);
    }

    #[test]
    fn a_working_directory_that_became_a_link_is_not_followed() {
        let (place, scratch) = scratch();
        let precious = tempfile::tempdir().unwrap();
        fs::write(precious.path().join("file"), b"x").unwrap();
        let slot = filled(&scratch);
        let old = slot.work().to_owned();
        fs::remove_dir_all(&old).unwrap();
        symlink(precious.path(), &old).unwrap();
        scratch.give_back(slot);
        assert_ne!(filled(&scratch).work(), old);
        assert_eq!(entries(precious.path()), 1);
        drop(scratch);
        assert_eq!(entries(place.path()), 0);
    }

    #[test]
    fn a_candidate_is_never_written_into_a_file_that_the_command_kept() {
        let (_place, scratch) = scratch();
        let kept = tempfile::tempdir().unwrap();
        let slot = filled(&scratch);
        let second_name = kept.path().join("kept.c");
        // Another file system has no second names; then there is nothing to keep.
        if fs::hard_link(slot.work().join("a.c"), &second_name).is_ok() {
            scratch.give_back(slot);
            scratch.take(&[PathBuf::from("a.c")], &[b"new"]).unwrap();
            assert_eq!(fs::read(second_name).unwrap(), b"one");
        }
    }

    #[test]
    fn what_a_killed_run_left_is_removed_and_what_is_in_use_is_not() {
        let (place, scratch) = scratch();
        let used = filled(&scratch);
        let left = Slot::make(place.path()).unwrap();
        let foreign = place.path().join("lop-abcdef");
        fs::create_dir(&foreign).unwrap();
        // Somebody's project, for all we know.
        let theirs = place.path().join("lop-master");
        fs::create_dir_all(theirs.join(WORK)).unwrap();
        fs::write(theirs.join(MARKER), "not what we write").unwrap();
        let fresh = Slot::make(place.path()).unwrap();
        let path = left.root.path.clone();
        let fresh_path = fresh.root.path.clone();
        for directory in [&used.root.path, &path, &foreign, &theirs] {
            File::open(directory).unwrap().set_modified(SystemTime::UNIX_EPOCH).unwrap();
        }
        // A killed process forgets its slots without removing them.
        for mut slot in [left, fresh] {
            slot.root.identity = (0, 0);
            drop(slot);
        }
        drop(Scratch::new(Some(place.path()), 0));
        assert!(!path.exists());
        assert!(used.work().exists() && foreign.exists() && fresh_path.exists());
        assert!(theirs.join(WORK).exists());
    }
}
