//! Where the test runs, if not on this machine.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use lop_oracle::site::{Away, Fallback, Launcher};

use crate::failure::Failure;

/// Where the test runs; on this machine, when nothing is said.
#[derive(Debug, Clone, Default)]
pub struct AwayOptions {
    /// A program that starts commands on other machines, and its arguments, as one line.
    pub launcher: Option<String>,
    /// Where the directories of the questions are made, which those machines have as well; where the user is, when nothing is
    /// said.
    pub shared: Option<PathBuf>,
    /// What to do about a question without an answer.
    pub fallback: Fallback,
}

impl AwayOptions {
    /// Makes ready to ask there. Relative paths are meant from `directory`.
    pub(crate) fn prepare(&self, directory: &Path) -> Result<Option<Away>, Failure> {
        let Some(template) = &self.launcher else { return Ok(None) };
        let shared = directory.join(self.shared.as_deref().unwrap_or(Path::new("")));
        let launcher = Launcher::new(template, &shared, directory)
            .map_err(|it| Failure::cannot_ask("the launcher cannot be used", &it))?;
        Ok(Some(Away::new(Arc::new(launcher), self.fallback)))
    }
}
