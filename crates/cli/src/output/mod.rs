//! Where the result goes, and how the best so far is kept there: atomically, at every improvement, whatever fails.

pub(crate) mod backup;
pub(crate) mod clash;
pub(crate) mod paths;
pub(crate) mod replace;
pub(crate) mod results;
pub(crate) mod streams;
pub(crate) mod watch;

use std::fmt::Write as _;
use std::fs::{self, File, Permissions};
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use lop_engine::Rank;
use lop_runner::event::Kept;
use lop_runner::lock::Lock;
use lop_runner::number::counted;
use lop_runner::writer::Place;
use lop_runner::{Failure, Files, Trouble};
use parking_lot::Mutex;

use crate::input::Input;
use backup::{back_up, save_smaller};
use replace::{check_directory, check_free, claim, replace};
use streams::open_plain;
use watch::Watched;

/// Where the user wants the result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// Beside the input, under a name of its own.
    Beside,
    /// In this file.
    Path(PathBuf),
    /// On standard output.
    Stdout,
    /// In the input file.
    InPlace,
}

/// Keeps the best so far where the user wants it.
#[derive(Debug)]
pub(crate) struct Keeper {
    place: Destination,
    /// What the input held when it was read.
    original: Arc<[u8]>,
    permissions: Permissions,
    /// True when a smaller result that is in the way may be replaced.
    fresh: bool,
    state: Mutex<State>,
}

#[derive(Debug)]
enum Destination {
    /// A regular file, replaced at every improvement.
    File(PathBuf),
    /// The input, replaced at every improvement after a backup was made.
    Input(PathBuf),
    /// A device or pipe, which is given the final result only. A pipe is open from the beginning: its reader waits.
    Special(PathBuf, Option<File>),
    Stdout,
}

#[derive(Debug)]
struct State {
    /// The best so far.
    best: Arc<[u8]>,
    /// The size of what the file holds, once something was written.
    written: Option<usize>,
    /// True while the file does not hold the best.
    behind: bool,
    /// Where the original was saved.
    backup: Option<PathBuf>,
    /// Where a smaller result of an earlier run was saved, and its rank.
    before: Option<(PathBuf, Rank)>,
    /// What the file holds unless somebody else has changed it; what that is before the first write is known of the input
    /// only.
    there: Arc<[u8]>,
    watched: Watched,
    /// The lock on what is there, so that no other run writes to it.
    lock: Option<Lock>,
    /// Where a change of somebody else was saved, until that is told.
    edit: Option<PathBuf>,
    /// Where all of them were.
    edits: Vec<PathBuf>,
}

/// So many changes of somebody else have files of their own: nobody saves that often by hand, but a test does.
const MOST_EDITS: usize = 10;

impl Keeper {
    /// Finds the place and makes sure that it can be written, so that no run is wasted. A smaller result that is there is
    /// only replaced by a larger one if the run is to be `fresh`.
    pub(crate) fn prepare(wanted: Wanted, input: &Input, fresh: bool) -> Result<Keeper, Failure> {
        let place = match wanted {
            Wanted::Beside => regular(file_place(beside(&input.path), input)?)?,
            Wanted::Path(path) => opened(file_place(path, input)?)?,
            Wanted::InPlace => Destination::Input(input.real.clone()),
            Wanted::Stdout => Destination::Stdout,
        };
        let lock = match &place {
            Destination::File(path) | Destination::Input(path) => {
                check_directory(path)?;
                claim(path)?
            }
            Destination::Special(..) | Destination::Stdout => None,
        };
        let (original, permissions) = (input.text.clone(), input.permissions.clone());
        let backup = input.backup.clone();
        let there = input.there.clone();
        let best = original.clone();
        let watched = Watched::default();
        let (written, before, edit, edits) = (None, None, None, Vec::new());
        let state = State { best, written, behind: false, backup, before, there, watched, lock, edit, edits };
        Ok(Keeper { place, original, permissions, fresh, state: Mutex::new(state) })
    }

    /// The path or `-` that will hold the result.
    pub(crate) fn target(&self) -> &Path {
        match &self.place {
            Destination::File(path) | Destination::Input(path) | Destination::Special(path, _) => path,
            Destination::Stdout => Path::new("-"),
        }
    }

    /// Takes note of a new best and writes it. When that fails the file keeps the one before, the search goes on, and
    /// the next improvement tries again; the first failure of a row returns what to tell the user. So does a write over
    /// what somebody else has written meanwhile, which is saved first.
    pub(crate) fn keep(&self, best: Arc<[u8]>) -> Option<String> {
        let mut state = self.state.lock();
        let is_there = matches!(self.place, Destination::Input(_)) && state.written.is_none();
        if is_there && best == self.original && !state.behind {
            return None;
        }
        state.best = best;
        if self.is_being_edited(&state) {
            // What comes of that is kept soon.
            return None;
        }
        let was_behind = std::mem::replace(&mut state.behind, true);
        match self.write(&mut state, false) {
            Ok(()) => {
                state.behind = false;
                let again = || format!("{} could be written again", self.target().display());
                self.edited(&mut state).or_else(|| was_behind.then(again))
            }
            Err(error) if !was_behind => Some(format!(
                "cannot write {}: {error}; the search goes on and tries again at the next improvement",
                self.target().display()
            )),
            Err(_) => None,
        }
    }

    /// Writes the best for good: to the disk itself, or to the pipe or device it was meant for.
    pub(crate) fn finish(&self) -> Result<Kept, Failure> {
        let mut state = self.state.lock();
        let untouched = state.written.is_none() && !state.behind;
        match &self.place {
            Destination::Input(path) if untouched => return Ok(Kept::Untouched(path.clone())),
            Destination::Stdout => print(&state.best).map_err(|it| self.lost(&state, &it))?,
            Destination::Special(path, pipe) => {
                send(path, pipe.as_ref(), &state.best).map_err(|it| self.lost(&state, &it))?;
            }
            Destination::File(_) | Destination::Input(_) => {
                let written = self.write(&mut state, true);
                written.map_err(|it| self.lost(&state, &it))?;
            }
        }
        match &self.place {
            Destination::Stdout => Ok(Kept::Stdout),
            Destination::File(path) | Destination::Input(path) | Destination::Special(path, _) => {
                Ok(Kept::File(path.clone()))
            }
        }
    }

    /// What is still to be told of what somebody else wrote to the input during the run.
    pub(crate) fn untold(&self) -> Option<String> {
        let mut state = self.state.lock();
        if state.edits.len() < 2 {
            return self.edited(&mut state);
        }
        state.edit = None;
        let edits: Vec<String> = state.edits.drain(..).map(|it| it.display().to_string()).collect();
        Some(format!(
            "{} was changed during the run again and again, maybe by the test, and lop has replaced it all the same: what was \
             written there is in {}",
            self.target().display(),
            edits.join(", ")
        ))
    }

    fn edited(&self, state: &mut State) -> Option<String> {
        let saved = state.edit.take()?;
        let more = match state.edits.len() {
            MOST_EDITS => "; this is so often that it may be the test, and what comes now is saved over that",
            _ => "",
        };
        Some(format!(
            "{} was changed during the run, and lop has replaced it all the same: what was written there is in {}{more}",
            self.target().display(),
            saved.display()
        ))
    }

    /// Where the original was saved before it was replaced.
    pub(crate) fn backup(&self) -> Option<PathBuf> {
        self.state.lock().backup.clone()
    }

    /// What to tell of a smaller result of an earlier run that was in the way; what is no larger has taken its place.
    pub(crate) fn smaller_before(&self) -> Option<String> {
        let mut state = self.state.lock();
        let (path, before) = state.before.take()?;
        if Rank::of(std::slice::from_ref(&state.best)) <= before {
            let _ = fs::remove_file(path);
            return None;
        }
        Some(format!(
            "{} held a smaller result before ({}): it is kept as {}",
            self.target().display(),
            counted(before.bytes, "byte"),
            path.display()
        ))
    }

    fn write(&self, state: &mut State, durable: bool) -> io::Result<()> {
        match &self.place {
            Destination::Stdout | Destination::Special(..) => return Ok(()),
            Destination::File(path) => {
                check_free(path, state.lock.as_ref())?;
                if self.may_be_worth_keeping(state, path) {
                    save_smaller(&mut state.before, path, &state.best)?;
                }
                state.edit = self.saved_edit(state)?.or(state.edit.take());
                state.lock = replace(path, &state.best, &self.permissions, durable)?;
            }
            Destination::Input(path) => {
                check_free(path, state.lock.as_ref())?;
                let edit = if state.backup.is_none() {
                    let (backup, edit) = back_up(path, &self.original)?;
                    state.backup = Some(backup);
                    state.edits.extend(edit.clone());
                    edit
                } else {
                    self.saved_edit(state)?
                };
                state.edit = edit.or(state.edit.take());
                state.lock = replace(path, &state.best, &self.permissions, durable)?;
            }
        }
        state.there = state.best.clone();
        state.written = Some(state.best.len());
        Ok(())
    }

    /// True for what was there before the run, unless that is to be `fresh`, and for what another run has put there since.
    fn may_be_worth_keeping(&self, state: &State, path: &Path) -> bool {
        let is_known = state.lock.as_ref().is_some_and(|it| it.is_on(path)) || state.watched.was_on();
        !is_known || (state.written.is_none() && !self.fresh)
    }

    /// The result cannot be written where it should: leaves it where it can be and says so.
    fn lost(&self, state: &State, error: &io::Error) -> Failure {
        let place = if matches!(self.place, Destination::Stdout) {
            "standard output".to_owned()
        } else {
            self.target().display().to_string()
        };
        let mut help = match spare(&state.best) {
            Ok(path) => {
                format!("the best so far ({}) is in {}", counted(state.best.len(), "byte"), path.display())
            }
            Err(error) => format!("nor could it be written to the temporary directory: {error}"),
        };
        if let Some(bytes) = state.written {
            let _ = write!(
                help,
                "\n{place} holds the last one that could be written ({})",
                counted(bytes, "byte")
            );
        }
        Failure::new(Trouble::NotWritten, format!("the result could not be written to {place}"))
            .because(error)
            .help(help)
    }
}

impl Place for Keeper {
    fn keep(&self, files: &Files) -> Option<String> {
        self.keep(files[0].clone())
    }

    fn judged(&self, edit: &Files, taken: bool) -> Option<PathBuf> {
        self.judged_edit(&edit[0], taken)
    }
}

/// `crash.c` becomes `crash.lop.c`, `crash` becomes `crash.lop`.
pub(crate) fn beside(input: &Path) -> PathBuf {
    let mut name = input.file_stem().expect("a regular file has a name").to_owned();
    name.push(".lop");
    if let Some(extension) = input.extension() {
        name.push(".");
        name.push(extension);
    }
    input.with_file_name(name)
}

fn file_place(path: PathBuf, input: &Input) -> Result<Destination, Failure> {
    let Ok(metadata) = fs::metadata(&path) else {
        return match paths::directory_meant(&path) {
            Some(why) => Err(Failure::usage(format!("the result cannot be written to {}", path.display()))
                .because(why)
                .help("name a file: -o PATH, in a directory that there is")),
            None => Ok(Destination::File(path)),
        };
    };
    if metadata.is_dir() {
        return Err(Failure::usage(format!("the result cannot be written to {}", path.display()))
            .because("it is a directory")
            .help(format!("name a file in it: -o {}", path.join(&input.name).display())));
    }
    if !metadata.is_file() {
        return Ok(Destination::Special(path, None));
    }
    // A link stays a link: what it leads to is replaced.
    let real = if path.is_symlink() { fs::canonicalize(&path).unwrap_or(path) } else { path };
    if fs::canonicalize(&real).is_ok_and(|it| it == input.real) {
        return Err(Failure::usage(format!("the result would replace the input {}", input.path.display()))
            .help("say --in-place to replace it (a backup is kept), or name another file"));
    }
    Ok(Destination::File(real))
}

/// With a pipe open, which is found out before anything runs.
fn opened(place: Destination) -> Result<Destination, Failure> {
    let Destination::Special(path, _) = place else { return Ok(place) };
    let pipe = streams::open(&path)?;
    Ok(Destination::Special(path, pipe))
}

/// Nobody who names no place means a device or a pipe.
fn regular(place: Destination) -> Result<Destination, Failure> {
    let Destination::Special(path, _) = &place else { return Ok(place) };
    Err(Failure::usage(format!("the result cannot be written to {}", path.display()))
        .because("it is not a regular file")
        .help("remove it, or say -o PATH"))
}

fn print(text: &[u8]) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text)?;
    // On a terminal what follows begins on a line of its own; what a program reads is the result and nothing else.
    if out.is_terminal() && text.last().is_some_and(|it| *it != b'\n') {
        out.write_all(b"\n")?;
    }
    out.flush()
}

fn send(path: &Path, pipe: Option<&File>, text: &[u8]) -> io::Result<()> {
    match pipe {
        Some(mut it) => it.write_all(text),
        None => open_plain(path, File::options().write(true))?.write_all(text),
    }
}

/// The last resort: a file in the temporary directory.
fn spare(text: &[u8]) -> io::Result<PathBuf> {
    let mut file = tempfile::Builder::new().prefix("lop-best-").tempfile()?;
    file.write_all(text)?;
    file.as_file().sync_all()?;
    file.keep().map(|(_, path)| path).map_err(|it| it.error)
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::{PermissionsExt, symlink};

    use super::*;

    fn input(directory: &Path, name: &str, text: &str) -> Input {
        let path = directory.join(name);
        fs::write(&path, text).unwrap();
        Input::read(&path).unwrap()
    }

    fn bytes(text: &str) -> Arc<[u8]> {
        text.as_bytes().into()
    }

    #[test]
    fn the_result_is_named_after_the_input() {
        for (input, output) in
            [("a/x.c", "a/x.lop.c"), ("x", "x.lop"), ("x.tar.gz", "x.tar.lop.gz"), (".rc", ".rc.lop")]
        {
            assert_eq!(beside(Path::new(input)), Path::new(output));
        }
    }

    #[test]
    fn every_improvement_is_in_the_file_at_once_and_has_the_mode_of_the_input() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("x.sh");
        fs::write(&path, "long").unwrap();
        fs::set_permissions(&path, Permissions::from_mode(0o750)).unwrap();
        let keeper = Keeper::prepare(Wanted::Beside, &Input::read(&path).unwrap(), false).unwrap();
        assert_eq!(keeper.keep(bytes("lo")), None);
        let result = directory.path().join("x.lop.sh");
        assert_eq!(fs::read(&result).unwrap(), b"lo");
        assert_eq!(keeper.keep(bytes("l")), None);
        assert_eq!(fs::read(&result).unwrap(), b"l");
        assert_eq!(fs::metadata(&result).unwrap().permissions().mode() & 0o777, 0o750);
        assert_eq!(keeper.finish().unwrap(), Kept::File(result));
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 2, "no temporary file stays");
    }

    #[test]
    fn a_write_that_fails_is_told_once_and_made_up_for_later() {
        let directory = tempfile::tempdir().unwrap();
        let input = input(directory.path(), "x.c", "long");
        let out = directory.path().join("out");
        fs::create_dir(&out).unwrap();
        let keeper = Keeper::prepare(Wanted::Path(out.join("r.c")), &input, false).unwrap();
        fs::remove_dir(&out).unwrap();
        assert!(keeper.keep(bytes("lon")).unwrap().contains("cannot write"));
        assert_eq!(keeper.keep(bytes("lo")), None);
        fs::create_dir(&out).unwrap();
        assert!(keeper.keep(bytes("l")).unwrap().contains("again"));
        assert_eq!(fs::read(out.join("r.c")).unwrap(), b"l");
    }

    #[test]
    fn of_two_runs_with_one_result_the_second_is_told_and_replaces_nothing() {
        let directory = tempfile::tempdir().unwrap();
        let input = input(directory.path(), "x.c", "long");
        let prepare = || Keeper::prepare(Wanted::Beside, &input, true);
        let (first, second) = (prepare().unwrap(), prepare().unwrap());
        assert_eq!(first.keep(bytes("lon")), None);
        assert!(second.keep(bytes("lo")).unwrap().contains("another run of lop is writing it"));
        assert!(prepare().unwrap_err().because.unwrap().contains("another run"));
        assert_eq!(first.keep(bytes("l")), None);
        let spare = second.finish().unwrap_err().help.unwrap();
        let spare = spare.lines().next().unwrap().rsplit(' ').next().unwrap().to_owned();
        assert_eq!(
            (fs::read(&spare).unwrap(), fs::read(first.target()).unwrap()),
            (b"lo".to_vec(), b"l".to_vec())
        );
        fs::remove_file(spare).unwrap();
        drop(first);
        assert_eq!(prepare().unwrap().keep(bytes("lo")), None);
    }

    #[test]
    fn a_smaller_result_of_a_run_that_began_and_ended_meanwhile_is_kept() {
        let directory = tempfile::tempdir().unwrap();
        let input = input(directory.path(), "x.c", "long");
        let old = directory.path().join("x.lop.c.old");
        for is_begun in [false, true] {
            let slow = Keeper::prepare(Wanted::Beside, &input, true).unwrap();
            if is_begun {
                assert_eq!(slow.keep(bytes("lon")), None);
                fs::remove_file(slow.target()).unwrap();
            }
            let fast = Keeper::prepare(Wanted::Beside, &input, true).unwrap();
            assert_eq!(fast.keep(bytes("l")), None);
            drop(fast);
            assert_eq!(slow.keep(bytes("lo")), None);
            assert_eq!(
                (fs::read(&old).unwrap(), fs::read(slow.target()).unwrap()),
                (b"l".to_vec(), b"lo".to_vec())
            );
            assert!(slow.smaller_before().unwrap().contains("x.lop.c.old"));
            fs::remove_file(&old).unwrap();
        }
    }

    #[test]
    fn a_result_that_cannot_be_written_is_left_in_the_temporary_directory() {
        let directory = tempfile::tempdir().unwrap();
        let input = input(directory.path(), "x.c", "long");
        let out = directory.path().join("out");
        fs::create_dir(&out).unwrap();
        let keeper = Keeper::prepare(Wanted::Path(out.join("r.c")), &input, false).unwrap();
        assert_eq!(keeper.keep(bytes("lo")), None);
        fs::remove_dir_all(&out).unwrap();
        let failure = keeper.finish().unwrap_err();
        assert_eq!(failure.trouble, Trouble::NotWritten);
        let help = failure.help.unwrap();
        let spare = help.lines().next().unwrap().rsplit(' ').next().unwrap();
        assert_eq!(fs::read(spare).unwrap(), b"lo");
        fs::remove_file(spare).unwrap();
    }

    #[test]
    fn no_backup_is_ever_overwritten() {
        let directory = tempfile::tempdir().unwrap();
        for text in ["first", "second", "third"] {
            let input = input(directory.path(), "x.c", text);
            let keeper = Keeper::prepare(Wanted::InPlace, &input, false).unwrap();
            assert_eq!(keeper.keep(bytes("x")), None);
            assert!(keeper.backup().is_some());
        }
        for (name, text) in
            [("x.c.orig", "first"), ("x.c.orig.1", "second"), ("x.c.orig.2", "third"), ("x.c", "x")]
        {
            assert_eq!(fs::read_to_string(directory.path().join(name)).unwrap(), text);
        }
    }

    #[test]
    fn a_file_that_was_changed_meanwhile_is_saved_as_it_was_read_and_as_it_is() {
        let directory = tempfile::tempdir().unwrap();
        let input = input(directory.path(), "x.c", "first");
        let keeper = Keeper::prepare(Wanted::InPlace, &input, false).unwrap();
        fs::write(&input.path, "edited").unwrap();
        assert!(keeper.keep(bytes("x")).unwrap().contains("x.c.orig"));
        for (name, text) in [("x.c.orig", "edited"), ("x.c.orig.1", "first"), ("x.c", "x")] {
            assert_eq!(fs::read_to_string(directory.path().join(name)).unwrap(), text);
        }
        assert_eq!(keeper.backup(), lop_runner::aside::latest(&input.real));
    }

    #[test]
    fn what_somebody_writes_to_the_input_during_a_run_in_place_is_saved_and_told() {
        let directory = tempfile::tempdir().unwrap();
        let input = input(directory.path(), "x.c", "first");
        let keeper = Keeper::prepare(Wanted::InPlace, &input, false).unwrap();
        assert_eq!(keeper.keep(bytes("firs")), None);
        for (edit, saved) in [("my work", "x.c.edited"), ("more work", "x.c.edited.1")] {
            fs::write(&input.path, edit).unwrap();
            let told = keeper.keep(bytes("fi")).unwrap();
            assert!(told.contains(saved) && told.contains("changed during the run"), "{told}");
            assert_eq!(fs::read_to_string(directory.path().join(saved)).unwrap(), edit);
        }
        assert_eq!(keeper.keep(bytes("f")), None);
        fs::write(&input.path, "at the end").unwrap();
        keeper.finish().unwrap();
        assert!(keeper.untold().unwrap().contains("x.c.edited.2"));
        assert_eq!((keeper.untold(), fs::read(&input.path).unwrap()), (None, b"f".to_vec()));
        assert_eq!(keeper.backup(), Some(input.real.with_file_name("x.c.orig")));
    }

    #[test]
    fn in_place_without_an_improvement_touches_nothing() {
        let directory = tempfile::tempdir().unwrap();
        let input = input(directory.path(), "x.c", "long");
        let keeper = Keeper::prepare(Wanted::InPlace, &input, false).unwrap();
        assert_eq!(keeper.keep(input.text.clone()), None);
        assert!(matches!(keeper.finish().unwrap(), Kept::Untouched(_)));
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_link_stays_a_link_and_what_it_leads_to_is_replaced() {
        let directory = tempfile::tempdir().unwrap();
        fs::write(directory.path().join("real.c"), "long").unwrap();
        let link = directory.path().join("link.c");
        symlink("real.c", &link).unwrap();
        let keeper = Keeper::prepare(Wanted::InPlace, &Input::read(&link).unwrap(), false).unwrap();
        assert_eq!(keeper.keep(bytes("l")), None);
        assert!(link.is_symlink());
        assert_eq!(fs::read(directory.path().join("real.c")).unwrap(), b"l");
        assert_eq!(fs::read(directory.path().join("real.c.orig")).unwrap(), b"long");
    }

    #[test]
    fn the_input_is_not_replaced_by_accident() {
        let directory = tempfile::tempdir().unwrap();
        let input = input(directory.path(), "x.c", "long");
        symlink("x.c", directory.path().join("y.c")).unwrap();
        for name in ["x.c", "y.c", "../"] {
            let path = directory.path().join(name);
            assert_eq!(
                Keeper::prepare(Wanted::Path(path), &input, false).unwrap_err().trouble,
                Trouble::Usage
            );
        }
        assert!(Keeper::prepare(Wanted::Path("/no/such/dir/x.c".into()), &input, false).is_err());
    }
}
