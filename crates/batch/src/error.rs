//! Why a batch cannot go on: what happened, why, and what to do about it.

use std::fmt::Display;
use std::path::Path;

/// What kind of trouble it is, for the exit code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trouble {
    /// Something that the user said cannot be.
    Usage,
    /// Nothing could be asked.
    CannotAsk,
    /// Something could not be written.
    NotWritten,
}

/// The end of a batch that cannot go on.
#[derive(Debug, Clone, thiserror::Error)]
#[error("{what}: {because}; {help}")]
pub struct BatchError {
    /// Its kind.
    pub trouble: Trouble,
    /// What happened.
    pub what: String,
    /// Why.
    pub because: String,
    /// What to do.
    pub help: String,
}

impl BatchError {
    /// A mistake on the command line or in what it names.
    pub fn usage(what: impl Into<String>, because: impl Display, help: impl Into<String>) -> BatchError {
        let because = because.to_string();
        BatchError { trouble: Trouble::Usage, what: what.into(), because, help: help.into() }
    }

    /// A file that cannot be written.
    pub fn not_written(path: &Path, because: impl Display) -> BatchError {
        BatchError {
            trouble: Trouble::NotWritten,
            what: format!("{} could not be written", path.display()),
            because: because.to_string(),
            help: "make room or see to its permissions, then give the same command again: what is done stays done"
                .to_owned(),
        }
    }
}
