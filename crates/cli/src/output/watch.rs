//! A person who saves over the result while lop is at work: noticed, handed in to the search, and never overwritten before
//! the test has said what it thinks of it.

use std::fs::{self, Metadata};
use std::io;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

use lop_engine::Cancel;
use lop_runner::Steering;

use super::backup::save_text;
use super::{Destination, Keeper, MOST_EDITS, State};

/// How often the file is looked at. What was saved is taken once it has stayed the same from one look to the next, because
/// an editor may write it in parts.
const LOOK: Duration = Duration::from_millis(300);

/// What tells one state of a file from another without reading it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Stamp {
    inode: u64,
    len: u64,
    modified: (i64, i64),
}

/// What is known of a file that a person may save over.
#[derive(Debug, Default)]
pub(super) struct Watched {
    /// True while somebody looks out for edits.
    on: bool,
    /// True once somebody did.
    was_on: bool,
    /// The state of the file that was looked at last.
    seen: Option<Stamp>,
    /// The same, once its text is known.
    read: Option<Stamp>,
    /// The latest edit that was judged: it is the best, or saved elsewhere.
    judged: Option<Arc<[u8]>>,
}

impl Keeper {
    fn watch(&self) {
        let mut state = self.state.lock();
        (state.watched.on, state.watched.was_on) = (true, true);
    }

    /// Looks at the result. Returns what a person has saved there, once.
    pub(super) fn edited_by_person(&self) -> Option<Arc<[u8]>> {
        let mut state = self.state.lock();
        let (path, _) = (self.watched_file()?, state.written?);
        let stamp = stamp(&fs::metadata(path).ok()?);
        let watched = &mut state.watched;
        if watched.read.as_ref() == Some(&stamp) || watched.seen.replace(stamp.clone()) != Some(stamp.clone())
        {
            return None;
        }
        watched.read = Some(stamp);
        let text: Arc<[u8]> = fs::read(path).ok()?.into();
        (!state.is_known(&text)).then_some(text)
    }

    /// The test has judged what a person has handed in. What was refused is saved: returns where.
    pub(super) fn judged_edit(&self, edit: &Arc<[u8]>, taken: bool) -> Option<PathBuf> {
        let mut state = self.state.lock();
        state.watched.judged = Some(edit.clone());
        if taken {
            return None;
        }
        let beside = match &self.place {
            Destination::File(path) | Destination::Input(path) => path.clone(),
            Destination::Special(..) | Destination::Stdout => std::env::temp_dir().join("lop-edit"),
        };
        // Whoever hears of it here hears of it once.
        save_text(&beside, edit).ok()
    }

    /// True while the result holds what a person has saved there and nobody has judged.
    pub(super) fn is_being_edited(&self, state: &State) -> bool {
        let Some(path) = self.watched_file().filter(|_| state.watched.on && state.written.is_some()) else {
            return false;
        };
        fs::read(path).is_ok_and(|it| !state.is_known(&it))
    }

    /// Saves what somebody else has put into the result, if that is nowhere else. Returns where, if that is news. Of a file
    /// that nobody looks at, other than the input, nobody minds.
    pub(super) fn saved_edit(&self, state: &mut State) -> io::Result<Option<PathBuf>> {
        let Some(path) = self.watched_file().filter(|_| state.written.is_some() || state.backup.is_some())
        else {
            return Ok(None);
        };
        let minds = state.watched.was_on || matches!(self.place, Destination::Input(_));
        if !minds || fs::read(path).is_ok_and(|it| state.is_known(&it)) {
            return Ok(None);
        }
        match fs::read(path) {
            Ok(text) if *text == *state.there => Ok(None),
            Ok(text) => state.save_edit(path, &text).map(|(saved, is_new)| is_new.then_some(saved)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// The file that a person may save over.
    fn watched_file(&self) -> Option<&Path> {
        match &self.place {
            Destination::File(path) | Destination::Input(path) => Some(path),
            Destination::Special(..) | Destination::Stdout => None,
        }
    }
}

impl Watched {
    /// True once somebody looked out for edits: what was found is saved as one.
    pub(super) fn was_on(&self) -> bool {
        self.was_on
    }
}

impl State {
    /// Saves what somebody else has put into a file, once. Returns where it is, and whether it is a file of its own: of very
    /// many the latest is over the one before.
    fn save_edit(&mut self, path: &Path, text: &[u8]) -> io::Result<(PathBuf, bool)> {
        if let Some(known) = self.edits.iter().find(|it| fs::read(it).is_ok_and(|it| it == text)) {
            return Ok((known.clone(), false));
        }
        if let Some(last) = self.edits.last().filter(|_| self.edits.len() >= MOST_EDITS) {
            fs::write(last, text)?;
            return Ok((last.clone(), false));
        }
        let saved = save_text(path, text)?;
        self.edits.push(saved.clone());
        Ok((saved, true))
    }

    /// True for a text that is nobody's work, or that is safe elsewhere.
    fn is_known(&self, text: &[u8]) -> bool {
        *text == *self.there
            || *text == *self.best
            || self.watched.judged.as_ref().is_some_and(|it| *text == **it)
    }
}

fn stamp(metadata: &Metadata) -> Stamp {
    Stamp { inode: metadata.ino(), len: metadata.len(), modified: (metadata.mtime(), metadata.mtime_nsec()) }
}

/// Looks out for edits as long as it lives.
pub(crate) struct Watch {
    over: Cancel,
    keeper: Arc<Keeper>,
    thread: Option<JoinHandle<()>>,
}

impl Watch {
    /// Begins to look out, and tells `steering` what was found. Without a thread an edit is saved in the end.
    pub(crate) fn start(keeper: &Arc<Keeper>, steering: &Steering) -> Watch {
        keeper.watch();
        let (over, own, steering) = (Cancel::new(), keeper.clone(), steering.clone());
        let ends = over.clone();
        let look = move || {
            while !ends.is_raised() {
                if let Some(text) = own.edited_by_person() {
                    steering.propose(vec![text]);
                }
                std::thread::park_timeout(LOOK);
            }
        };
        let thread = std::thread::Builder::new().name("watch".to_owned()).spawn(look).ok();
        Watch { over, keeper: keeper.clone(), thread }
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.over.raise();
        if let Some(thread) = self.thread.take() {
            thread.thread().unpark();
            let _ = thread.join();
        }
        self.keeper.state.lock().watched.on = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::Input;
    use crate::output::Wanted;

    fn keeper(directory: &Path) -> (Keeper, PathBuf) {
        let path = directory.join("x.c");
        fs::write(&path, "long").unwrap();
        let keeper = Keeper::prepare(Wanted::Beside, &Input::read(&path).unwrap(), false).unwrap();
        keeper.watch();
        assert_eq!(keeper.keep(Arc::from(*b"lon")), None);
        (keeper, directory.join("x.lop.c"))
    }

    #[test]
    fn an_edit_is_taken_once_and_not_before_it_has_stayed_for_a_while() {
        let directory = tempfile::tempdir().unwrap();
        let (keeper, result) = keeper(directory.path());
        assert_eq!((keeper.edited_by_person(), keeper.edited_by_person()), (None, None));
        fs::write(&result, "mine!").unwrap();
        assert_eq!(keeper.edited_by_person(), None);
        assert_eq!(keeper.edited_by_person().as_deref(), Some(&b"mine!"[..]));
        assert_eq!(keeper.edited_by_person(), None);
    }

    #[test]
    fn nothing_is_written_over_an_edit_that_was_not_judged() {
        let directory = tempfile::tempdir().unwrap();
        let (keeper, result) = keeper(directory.path());
        fs::write(&result, "mine!").unwrap();
        assert_eq!(keeper.keep(Arc::from(*b"lo")), None);
        assert_eq!(fs::read(&result).unwrap(), b"mine!");
        assert_eq!(keeper.judged_edit(&Arc::from(*b"mine!"), true), None);
        assert_eq!(keeper.keep(Arc::from(*b"mi")), None);
        assert_eq!(fs::read(&result).unwrap(), b"mi");
    }

    #[test]
    fn a_refused_edit_is_saved_and_the_best_takes_its_place_again() {
        let directory = tempfile::tempdir().unwrap();
        let (keeper, result) = keeper(directory.path());
        fs::write(&result, "mine!").unwrap();
        let saved = keeper.judged_edit(&Arc::from(*b"mine!"), false).unwrap();
        assert_eq!(saved, directory.path().join("x.lop.c.edited"));
        assert_eq!(fs::read(saved).unwrap(), b"mine!");
        assert_eq!(keeper.keep(Arc::from(*b"lo")), None);
        assert_eq!(fs::read(&result).unwrap(), b"lo");
    }

    #[test]
    fn of_refused_edits_each_has_a_file_of_its_own_and_nothing_is_left_to_tell() {
        let directory = tempfile::tempdir().unwrap();
        let (keeper, result) = keeper(directory.path());
        for number in 0..2 * MOST_EDITS {
            let edit = format!("mine {number}!");
            fs::write(&result, &edit).unwrap();
            let saved = keeper.judged_edit(&Arc::from(edit.as_bytes()), false).unwrap();
            assert_eq!(keeper.keep(Arc::from(*b"lo")), None);
            assert_eq!(fs::read_to_string(saved).unwrap(), edit);
        }
        keeper.finish().unwrap();
        assert_eq!(keeper.untold(), None);
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 2 + 2 * MOST_EDITS);
    }

    #[test]
    fn an_edit_that_nobody_judges_any_more_is_saved_at_the_end() {
        let directory = tempfile::tempdir().unwrap();
        let (keeper, result) = keeper(directory.path());
        fs::write(&result, "mine!").unwrap();
        keeper.state.lock().watched.on = false;
        keeper.finish().unwrap();
        assert!(keeper.untold().unwrap().contains("x.lop.c.edited"));
        assert_eq!(fs::read(directory.path().join("x.lop.c.edited")).unwrap(), b"mine!");
        assert_eq!(fs::read(&result).unwrap(), b"lon");
    }
}
