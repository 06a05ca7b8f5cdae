//! Where the result of a project goes: a tree that is replaced as a whole at every improvement, or an archive.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use lop_oracle::project::{Laid, Project};
use parking_lot::Mutex;
use rustix::fs::{CWD, RenameFlags};

use super::{Inputs, Original, in_place, known, same, tar};
use crate::Files;
use crate::aside::{OLD, free, numbered};
use crate::event::Kept;
use crate::failure::{Failure, Trouble};
use crate::lock::{Lock, is_in_use};
use crate::writer::Place;

/// What is added to the name of the result for the tree that comes next.
const NEXT: &str = "next";

/// Where the result of a project goes.
#[derive(Debug)]
pub struct TreePlace {
    project: Arc<Project>,
    target: PathBuf,
    form: Form,
    /// Nothing that is there is worth keeping.
    fresh: bool,
    /// What was there gives way for good.
    replaces: bool,
    state: Mutex<State>,
}

/// What the result is.
#[derive(Debug)]
enum Form {
    /// A tree beside the project.
    Tree,
    /// An archive.
    Archive,
    /// A tree beside the project until the end, and then the project itself.
    InPlace(Arc<Original>),
    /// An archive that is printed in the end.
    Stdout,
}

#[derive(Debug, Default)]
struct State {
    best: Option<Files>,
    /// The best is not where it should be.
    behind: bool,
    /// The archive that is there is of this run.
    has_archive: bool,
    /// The tree that everybody sees, and the one that will take its place.
    shown: Option<Held>,
    next: Option<Held>,
    /// What was there before the run.
    before: Option<PathBuf>,
    backups: Vec<PathBuf>,
}

/// A tree of ours, locked so that no other run takes it for what was left behind.
#[derive(Debug)]
struct Held {
    laid: Laid,
    _lock: Option<Lock>,
}

/// Where the result goes when nobody says it: `dir` gives `dir.lop`, `a.cc` gives `a.lop`.
pub fn beside(original: &Original, inputs: &Inputs) -> PathBuf {
    let (path, name) = match inputs {
        Inputs::Directory(path) if path.file_name().is_none() => (&original.root, original.root.file_name()),
        Inputs::Directory(path) => (path, path.file_name()),
        Inputs::Files(_) => (&inputs.path().to_owned(), inputs.path().file_stem()),
    };
    let mut name = name.unwrap_or("root".as_ref()).to_owned();
    name.push(".lop");
    path.with_file_name(name)
}

impl TreePlace {
    /// The result as a tree at `target`, or as an archive if that ends in `.tar`. What is there stays, unless it is a
    /// result that is no smaller, or the run is to be `fresh`; what the user has `named` must not be there.
    pub fn new(original: &Original, target: &Path, named: bool, fresh: bool) -> Result<TreePlace, Failure> {
        let is_archive = target.extension().is_some_and(|it| it == "tar") && !ends_in_slash(target);
        let form = if is_archive { Form::Archive } else { Form::Tree };
        // A file that is there is no directory, whatever stands behind its name.
        let target: PathBuf = target.components().collect();
        refuse(original, &target)?;
        let place = TreePlace::of(original, target, form, fresh);
        place.prepare(named)?;
        Ok(place)
    }

    /// The result as a tree at `target`, in a directory that is lop's own: what was there goes.
    pub fn replacing(original: &Original, target: PathBuf) -> Result<TreePlace, Failure> {
        let place = TreePlace { replaces: true, ..TreePlace::of(original, target, Form::Tree, true) };
        place.prepare(false)?;
        Ok(place)
    }

    /// The result as an archive on standard output.
    pub fn stdout(original: &Original) -> TreePlace {
        TreePlace::of(original, "-".into(), Form::Stdout, false)
    }

    /// The result in the place of the project, once the run is over; until then as a tree at `target`.
    pub fn in_place(original: &Arc<Original>, target: PathBuf) -> Result<TreePlace, Failure> {
        in_place::check(original)?;
        let place = TreePlace::of(original, target, Form::InPlace(original.clone()), false);
        place.prepare(false)?;
        Ok(place)
    }

    fn of(original: &Original, target: PathBuf, form: Form, fresh: bool) -> TreePlace {
        let (project, replaces) = (original.project.clone(), false);
        TreePlace { project, target, form, fresh, replaces, state: Mutex::default() }
    }

    /// Where it is while the run goes on; `-` is standard output.
    pub fn target(&self) -> &Path {
        &self.target
    }

    /// Where the original was saved before it was replaced: the project, or each of the files that were named.
    pub fn backups(&self) -> Vec<PathBuf> {
        self.state.lock().backups.clone()
    }

    /// Makes sure that the result can be written, and finishes what a run that was killed has left half done.
    fn prepare(&self, named: bool) -> Result<(), Failure> {
        let cannot = |why: &dyn std::fmt::Display| {
            Failure::usage(format!("the result cannot be written to {}", self.target.display())).because(why)
        };
        let other = "name another place with -o PATH";
        if let Form::Archive = self.form {
            if self.target.is_dir() {
                return Err(cannot(&"it is a directory").help(other));
            }
            return self.temporary().map(drop).map_err(|it| cannot(&it).help(other));
        }
        if matches!(self.form, Form::Stdout) {
            return Ok(());
        }
        let next = self.hidden(NEXT);
        for path in [&next, &self.target] {
            if path.is_dir() && is_in_use(path) {
                return Err(
                    cannot(&"another run of lop is writing it").help("wait for it to end, or say -o PATH")
                );
            }
        }
        let was = self.hidden(OLD);
        if was.is_dir() && !self.target.exists() {
            // Killed between two steps, where the file system knows no single one.
            fs::rename(&was, &self.target).map_err(|it| cannot(&it))?;
        }
        for left in [&was, &next] {
            if left.is_dir() {
                fs::remove_dir_all(left).map_err(|it| cannot(&it))?;
            }
        }
        let taken = fs::symlink_metadata(&self.target);
        if taken.as_ref().is_ok_and(|it| !it.is_dir()) {
            return Err(cannot(&"it is not a directory").help(other));
        }
        let is_empty = fs::read_dir(&self.target).is_ok_and(|mut it| it.next().is_none());
        if taken.is_ok() && named && !is_empty && !self.fresh {
            return Err(cannot(&"there is something in it")
                .help("name another place, or say --fresh: what is there is then kept beside it"));
        }
        fs::create_dir(&next).and_then(|()| fs::remove_dir(&next)).map_err(|it| cannot(&it).help(other))
    }

    /// Puts the best where it belongs for good.
    pub fn finish(&self) -> Result<Kept, Failure> {
        let mut state = self.state.lock();
        let Some(best) = state.best.clone() else { return Ok(Kept::Untouched(self.target.clone())) };
        if state.behind || matches!(self.form, Form::Stdout) {
            self.write(&mut state, &best, true).map_err(|it| self.lost(&it))?;
        }
        if let Some(shown) = &state.shown {
            // Best effort: a result that is there may be gone after a power cut only.
            let _ = File::open(shown.laid.base()).map(|it| rustix::fs::syncfs(&it));
        }
        if let Some(next) = state.next.take() {
            let _ = fs::remove_dir_all(next.laid.base());
        }
        match &self.form {
            Form::InPlace(original) => {
                let kept = self.put_in_place(&mut state, original, &best)?;
                let _ = fs::remove_dir_all(&self.target);
                Ok(kept)
            }
            Form::Stdout => Ok(Kept::Stdout),
            Form::Tree | Form::Archive => {
                match state.before.take_if(|_| self.replaces) {
                    Some(before) => drop(fs::remove_dir_all(before)),
                    None => known::note(&self.target),
                }
                Ok(Kept::File(self.target.clone()))
            }
        }
    }

    fn put_in_place(&self, state: &mut State, original: &Original, best: &Files) -> Result<Kept, Failure> {
        if best == original.there() {
            state.backups = original.replaced.iter().flat_map(|it| it.backups.clone()).collect();
        } else {
            let failed = |error, saved: &[PathBuf]| in_place::failed(&error, &self.target, saved);
            state.backups = in_place::save(original, best).map_err(|it| failed(it, &[]))?;
            in_place::replace(original, best).map_err(|it| failed(it, &state.backups))?;
        }
        Ok(match in_place::left(original, best) {
            _ if *best == original.files => Kept::Untouched(original.root.clone()),
            Some(files) => Kept::Files(files),
            None => Kept::File(original.root.clone()),
        })
    }

    /// What to tell of what was there before, and is kept; it goes if the result is the same, byte for byte.
    pub fn smaller_before(&self) -> Option<String> {
        let before = self.state.lock().before.take()?;
        if same::tree(&before, &self.target) {
            let _ = fs::remove_dir_all(before);
            return None;
        }
        Some(format!("{} was there before: it is kept as {}", self.target.display(), before.display()))
    }

    fn write(&self, state: &mut State, best: &Files, is_last: bool) -> io::Result<()> {
        let name = Path::new(self.target.file_stem().unwrap_or_default());
        match &self.form {
            Form::Archive => {
                let mut file = self.temporary()?;
                tar::write(&self.project, best, name, io::BufWriter::new(file.as_file_mut()))?;
                if is_last {
                    file.as_file().sync_all()?;
                }
                if !std::mem::replace(&mut state.has_archive, true) && !same::file(file.path(), &self.target)
                {
                    state.before = self.move_away()?;
                }
                file.persist(&self.target).map(drop).map_err(|it| it.error)
            }
            Form::Stdout if is_last => {
                let name = self.project.root.file_name().map_or(Path::new("result"), Path::new);
                tar::write(&self.project, best, name, io::stdout().lock())
            }
            Form::Stdout => Ok(()),
            Form::Tree | Form::InPlace(_) => self.write_tree(state, best),
        }
    }

    /// Lays the best out beside the tree that is shown, then has them change places.
    fn write_tree(&self, state: &mut State, best: &Files) -> io::Result<()> {
        let next = self.hidden(NEXT);
        let tidy = state.next.take().and_then(|mut it| it.laid.tidy().is_ok().then_some(it));
        let mut held = tidy.map_or_else(|| Held::new(&next), Ok)?;
        held.laid.lay(&self.project, best)?;
        if state.shown.is_none()
            && let Some(old) = self.move_away()?
        {
            // An empty directory is nothing, and a run that goes on finds what it has left.
            if fs::remove_dir(&old).is_err() {
                if same::tree(&old, &next) {
                    fs::remove_dir_all(&old)?;
                } else {
                    state.before = Some(old);
                }
            }
        }
        match state.shown.take() {
            None => fs::rename(&next, &self.target)?,
            Some(mut shown) => {
                self.exchange(&next)?;
                shown.laid.moved(next);
                state.next = Some(shown);
            }
        }
        held.laid.moved(self.target.clone());
        state.shown = Some(held);
        Ok(())
    }

    /// Gives what is in the place of the result another name; `None` where nothing is.
    fn move_away(&self) -> io::Result<Option<PathBuf>> {
        if fs::symlink_metadata(&self.target).is_err() {
            return Ok(None);
        }
        if self.replaces {
            let old = self.hidden(OLD);
            return fs::rename(&self.target, &old).map(|()| Some(old));
        }
        // One earlier result of ours is kept, and all that anybody has changed.
        let is_ours = known::is_ours(&self.target);
        let latest = numbered(&self.target, OLD, 0);
        if is_ours && known::is_ours(&latest) {
            known::remove(&latest)?;
        }
        let old = free(&self.target, OLD);
        fs::rename(&self.target, &old)?;
        if is_ours {
            known::note(&old);
        }
        Ok(Some(old))
    }

    /// In one step, or where the file system knows none, in two that the next run can finish.
    fn exchange(&self, next: &Path) -> io::Result<()> {
        match rustix::fs::renameat_with(CWD, next, CWD, &self.target, RenameFlags::EXCHANGE) {
            Ok(()) => Ok(()),
            Err(rustix::io::Errno::INVAL | rustix::io::Errno::NOSYS | rustix::io::Errno::OPNOTSUPP) => {
                let was = self.hidden(OLD);
                fs::rename(&self.target, &was)?;
                fs::rename(next, &self.target)?;
                fs::rename(&was, next)
            }
            Err(error) => Err(error.into()),
        }
    }

    /// `.name.kind`, beside the result.
    fn hidden(&self, kind: &str) -> PathBuf {
        let mut name = OsString::from(".");
        name.push(self.target.file_name().unwrap_or_default());
        name.push(".");
        name.push(kind);
        self.target.with_file_name(name)
    }

    fn temporary(&self) -> io::Result<tempfile::NamedTempFile> {
        let parent = self.target.parent().filter(|it| !it.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let all = std::os::unix::fs::PermissionsExt::from_mode(0o666);
        tempfile::Builder::new().prefix(".lop-").permissions(all).tempfile_in(parent)
    }

    fn lost(&self, error: &io::Error) -> Failure {
        Failure::new(
            Trouble::NotWritten,
            format!("the result could not be written to {}", self.target.display()),
        )
        .because(error)
        .help("make room or see to the permissions; the same command with --resume ends with the same result")
    }
}

impl Place for TreePlace {
    fn keep(&self, files: &Files) -> Option<String> {
        let mut state = self.state.lock();
        state.best = Some(files.clone());
        let was_behind = std::mem::replace(&mut state.behind, true);
        match self.write(&mut state, files, false) {
            Ok(()) => {
                state.behind = false;
                was_behind.then(|| format!("{} could be written again", self.target.display()))
            }
            Err(error) if !was_behind => Some(format!(
                "cannot write {}: {error}; the search goes on and tries again at the next improvement",
                self.target.display()
            )),
            Err(_) => None,
        }
    }
}

impl Held {
    fn new(path: &Path) -> io::Result<Held> {
        match fs::remove_dir_all(path) {
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
            _ => fs::create_dir(path)?,
        }
        let lock = Lock::take(File::open(path)?);
        Ok(Held { laid: Laid::new(path.to_owned(), Path::new("")), _lock: lock })
    }
}

/// True for a name that means a directory.
fn ends_in_slash(path: &Path) -> bool {
    path.as_os_str().as_encoded_bytes().ends_with(b"/")
}

/// Refuses a place that would take that of the project, and archives of other kinds.
fn refuse(original: &Original, target: &Path) -> Result<(), Failure> {
    let wrong = |why: &str| Failure::usage(format!("-o {} {why}", target.display()));
    let name = target.to_string_lossy();
    if [".tar.gz", ".tgz", ".tar.xz", ".tar.zst", ".tar.bz2", ".zip"].iter().any(|it| name.ends_with(it)) {
        return Err(wrong("asks for an archive of a kind that lop does not write").help("name a .tar"));
    }
    let real = fs::canonicalize(target).unwrap_or_else(|_| target.to_owned());
    if original.root.starts_with(&real) {
        return Err(wrong("would replace the input").help("name another place, or say --in-place"));
    }
    Ok(())
}
