//! Why a journal cannot be used, and what to do about it.

use std::fmt;
use std::io;
use std::path::PathBuf;

/// Why a journal cannot be used.
#[derive(Debug)]
#[non_exhaustive]
pub enum JournalError {
    /// It cannot be read or written.
    Io {
        /// The file or directory.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// It belongs to another run, or is no journal.
    Foreign {
        /// The file.
        path: PathBuf,
        /// What is different.
        what: &'static str,
    },
    /// Another process has it open.
    InUse {
        /// The file.
        path: PathBuf,
    },
}

impl JournalError {
    /// What happened, without a full stop.
    pub fn cause(&self) -> String {
        match self {
            JournalError::Io { path, source } => {
                format!("cannot use the journal {}: {source}", path.display())
            }
            JournalError::Foreign { path, what } => {
                format!("the journal {} is of another run: {what}", path.display())
            }
            JournalError::InUse { path } => {
                let path = path.display();
                format!(
                    "the journal {path} is in use: another lop is at work on the same input with the same command"
                )
            }
        }
    }

    /// What to do about it, without a full stop.
    pub const fn remedy(&self) -> &'static str {
        match self {
            JournalError::Io { .. } => "name another directory with --journal",
            JournalError::Foreign { .. } => "begin anew without --resume, or name another with --journal",
            JournalError::InUse { .. } => "wait for it to end",
        }
    }
}

impl fmt::Display for JournalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}; {}", self.cause(), self.remedy())
    }
}

impl std::error::Error for JournalError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            JournalError::Io { source, .. } => Some(source),
            JournalError::Foreign { .. } | JournalError::InUse { .. } => None,
        }
    }
}
