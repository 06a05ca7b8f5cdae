//! What a peer leaves behind beside the result, and how it ends.

use std::fs;
use std::path::{Path, PathBuf, absolute};
use std::process::ExitCode;

use lop_runner::Failure;

use super::translate::{Backup, Translated};
use crate::exit::Exit;
use crate::output::backup;

/// What is seen to when the run is over.
#[derive(Debug)]
pub(super) struct Aftermath {
    /// What is replaced, if anything is, with its latest backup before the run.
    in_place: Option<(PathBuf, Option<PathBuf>)>,
    /// What is to become of the backup that the run makes.
    backup: Backup,
    /// Where the result is, and up to how many bytes of it are a failure.
    result: PathBuf,
    trivial: Option<u64>,
}

impl Aftermath {
    /// Before the run: what is there, and what has to be.
    pub(super) fn prepare(translated: &Translated) -> Result<Aftermath, Failure> {
        if let Some(directory) = &translated.makes {
            fs::create_dir_all(directory).map_err(|it| Failure::not_written(directory, it))?;
        }
        let mut backup = translated.backup.clone();
        let mut replaced = translated.files.first().cloned();
        if translated.files.len() > 1 {
            if backup == Backup::Ours {
                for file in &translated.files {
                    keep_first(file)?;
                }
            }
            // Each file has its own by now, and the one of all of them would stand where nobody looks.
            backup = Backup::None;
            replaced = common(&translated.files);
        }
        let replaced = replaced.filter(|_| translated.in_place);
        Ok(Aftermath {
            in_place: replaced.map(|it| (it.clone(), backup::latest_backup(&it))),
            backup,
            result: translated.result.clone(),
            trivial: translated.trivial,
        })
    }

    /// Leaves what the peer would leave, and ends as it would.
    pub(super) fn end(self, exit: Exit) -> ExitCode {
        if exit == Exit::Reduced {
            self.see_to_the_backup();
        }
        match exit {
            Exit::Reduced if self.is_trivial() => ExitCode::FAILURE,
            Exit::Reduced | Exit::HungUp | Exit::Interrupted | Exit::Quit | Exit::Terminated => exit.into(),
            _ => ExitCode::FAILURE,
        }
    }

    fn is_trivial(&self) -> bool {
        let size = fs::metadata(&self.result).map_or(u64::MAX, |it| it.len());
        self.trivial.is_some_and(|it| size <= it)
    }

    /// Only the backup that this run has made is touched, and none is ever overwritten.
    fn see_to_the_backup(&self) {
        let Some((replaced, before)) = &self.in_place else { return };
        let made = backup::latest_backup(replaced).filter(|it| Some(it) != before.as_ref());
        // What cannot be removed or renamed stays, which harms nobody.
        match (&self.backup, made) {
            (Backup::None, Some(made)) if made.is_dir() => drop(fs::remove_dir_all(made)),
            (Backup::None, Some(made)) => drop(fs::remove_file(made)),
            (Backup::Named(name), Some(made)) if !name.exists() => drop(fs::rename(made, name)),
            _ => {}
        }
    }
}

/// Saves a file as its latest backup, unless that holds the same.
fn keep_first(file: &Path) -> Result<(), Failure> {
    let latest = backup::latest_backup(file);
    let text = fs::read(file)
        .map_err(|it| Failure::usage(format!("{} cannot be read", file.display())).because(it))?;
    if latest.and_then(|it| fs::read(it).ok()).is_some_and(|it| it == text) {
        return Ok(());
    }
    let copy = |to: &Path| {
        let mut made = fs::File::create_new(to)?;
        std::io::Write::write_all(&mut made, &text).inspect_err(|_| drop(fs::remove_file(to)))
    };
    let done = backup::first_free(file, backup::ORIGINAL, copy);
    done.map(drop).map_err(|it| Failure::not_written(&named(file, backup::ORIGINAL), it))
}

/// The directory that all files are in.
fn common(files: &[PathBuf]) -> Option<PathBuf> {
    let mut all = files.iter().filter_map(|it| absolute(it).ok()?.parent().map(Path::to_owned));
    let first = all.next()?;
    all.try_fold(first, |common, it| {
        common.ancestors().find(|above| it.starts_with(above)).map(Path::to_owned)
    })
}

/// A file with more behind its name.
pub(super) fn named(file: &Path, more: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(format!(".{more}"));
    name.into()
}
