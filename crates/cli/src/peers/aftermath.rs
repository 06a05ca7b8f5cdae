//! What a peer leaves behind beside the result, and how it ends.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use lop_runner::Failure;

use super::translate::Translated;
use crate::exit::Exit;

/// What is seen to when the run is over.
#[derive(Debug)]
pub(super) struct Aftermath {
    /// Where the result is, and up to how many bytes of it are a failure.
    result: PathBuf,
    trivial: Option<u64>,
}

impl Aftermath {
    /// Before the run: what has to be there.
    pub(super) fn prepare(translated: &Translated) -> Result<Aftermath, Failure> {
        if let Some(directory) = &translated.makes {
            fs::create_dir_all(directory).map_err(|it| Failure::not_written(directory, it))?;
        }
        Ok(Aftermath { result: translated.result.clone(), trivial: translated.trivial })
    }

    /// Ends as the peer would.
    pub(super) fn end(self, exit: Exit) -> ExitCode {
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
}

/// A file or directory with more behind its name.
pub(super) fn named(file: &Path, more: &str) -> PathBuf {
    let mut name = file.components().collect::<PathBuf>().into_os_string();
    name.push(format!(".{more}"));
    name.into()
}
