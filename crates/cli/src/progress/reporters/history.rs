//! The history of `--history`: each improvement as a file of its own, a bounded number of them.

use std::ffi::OsString;
use std::fs;
use std::io::{self, BufWriter, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use lop_oracle::project::Project;
use lop_runner::project::archive;
use lop_runner::{Event, Files, Listener};
use parking_lot::Mutex;

use super::Unwritten;
use crate::output::replace::open_about;

/// So many of the latest improvements are kept. Of those before, the 1st, 2nd, 4th, 8th, … are.
const LATEST: u64 = 100;

/// Stands before another reporter.
pub(super) struct History {
    directory: PathBuf,
    inner: Arc<dyn Listener>,
    unwritten: Unwritten,
    state: Mutex<State>,
}

/// What the files are called, once the run has begun.
#[derive(Default)]
struct State {
    stem: OsString,
    extension: OsString,
    /// The input.
    input: PathBuf,
    /// The project that is reduced, if it is no single file: each improvement is then an archive.
    project: Option<Arc<Project>>,
    /// The number of the latest improvement.
    number: u64,
    /// It has been told that something could not be written.
    warned: bool,
}

impl History {
    /// Will write to `directory`; everything is passed on to `inner`.
    pub(super) fn new(directory: &Path, inner: Arc<dyn Listener>, unwritten: Unwritten) -> History {
        History { directory: directory.to_owned(), inner, unwritten, state: Mutex::default() }
    }

    fn begin(&self, file: &Path, project: Option<Arc<Project>>) {
        let mut state = self.state.lock();
        file.clone_into(&mut state.input);
        file.file_stem().unwrap_or_default().clone_into(&mut state.stem);
        state.extension = file.extension().map(ToOwned::to_owned).unwrap_or_default();
        if project.is_some() {
            state.extension = "tar".into();
        }
        state.project = project;
        // Those of earlier runs stay what they are called.
        state.number = state.numbers(&self.directory).into_iter().max().unwrap_or(0);
    }

    /// Writes an improvement and takes away the one that is too many. Returns what to tell when that does not work.
    fn keep(&self, files: &Files) -> Option<String> {
        let mut state = self.state.lock();
        state.number += 1;
        let done = fs::create_dir_all(&self.directory).and_then(|()| state.write(&self.directory, files));
        if let Some(old) = state.number.checked_sub(LATEST).filter(|it| !it.is_power_of_two()) {
            let _ = fs::remove_file(self.directory.join(state.name(old)));
        }
        let error = done.err()?;
        self.unwritten.tell();
        (!std::mem::replace(&mut state.warned, true)).then(|| self.cannot(&error))
    }

    fn cannot(&self, error: &io::Error) -> String {
        format!("the history in {} has gaps: {error}", self.directory.display())
    }
}

impl State {
    fn write(&self, directory: &Path, files: &Files) -> io::Result<()> {
        let mut file = open_about(&self.input, &directory.join(self.name(self.number)))?;
        match &self.project {
            None => file.write_all(&files[0]),
            Some(it) => archive(it, files, Path::new(&self.stem), BufWriter::new(file)),
        }
    }

    /// `crash.000042.c`.
    fn name(&self, number: u64) -> OsString {
        let mut name = self.stem.clone();
        name.push(format!(".{number:06}"));
        if !self.extension.is_empty() {
            name.push(".");
            name.push(&self.extension);
        }
        name
    }

    /// The numbers of the improvements that are there.
    fn numbers(&self, directory: &Path) -> Vec<u64> {
        let entries = fs::read_dir(directory).into_iter().flatten().flatten();
        let number = |name: OsString| {
            let name = name.to_string_lossy().into_owned();
            let rest = name.strip_prefix(&*self.stem.to_string_lossy())?.strip_prefix('.')?;
            let number = rest.split('.').next()?.parse().ok()?;
            (self.name(number).to_string_lossy() == name).then_some(number)
        };
        entries.filter_map(|it| number(it.file_name())).collect()
    }
}

impl Listener for History {
    fn on_event(&self, file: &str, event: &Event) {
        match event {
            Event::Started(setting) => self.begin(&setting.file, setting.project.clone()),
            Event::Improved { files, .. } => {
                if let Some(trouble) = self.keep(files) {
                    self.inner.on_event(file, &Event::Warning(trouble));
                }
            }
            _ => {}
        }
        self.unwritten.pass_on(self.inner.as_ref(), file, event);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(it: &str) -> Files {
        vec![it.as_bytes().into()]
    }

    #[test]
    fn the_latest_are_kept_and_of_the_others_ever_fewer() {
        let directory = tempfile::tempdir().unwrap();
        let history = History::new(directory.path(), Arc::new(()), Unwritten::default());
        history.begin(Path::new("a/crash.c"), None);
        (1..=300).for_each(|it| assert_eq!(history.keep(&text(&it.to_string())), None));
        let mut numbers = history.state.lock().numbers(directory.path());
        numbers.sort_unstable();
        let expected: Vec<u64> = [1, 2, 4, 8, 16, 32, 64, 128].into_iter().chain(201..=300).collect();
        assert_eq!(numbers, expected);
        assert_eq!(fs::read(directory.path().join("crash.000128.c")).unwrap(), b"128");
        history.begin(Path::new("crash.c"), None);
        history.keep(&text("301"));
        assert!(directory.path().join("crash.000301.c").exists(), "a later run goes on counting");
    }

    #[test]
    fn what_cannot_be_written_is_told_once_and_not_forgotten() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let unwritten = Unwritten::default();
        let history = History::new(&file.path().join("below"), Arc::new(()), unwritten.clone());
        history.begin(Path::new("x"), None);
        assert!(history.keep(&text("1")).unwrap().contains("has gaps"));
        assert_eq!(history.keep(&text("2")), None);
        assert!(unwritten.is_told());
    }
}
