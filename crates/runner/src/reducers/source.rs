//! What a reducer of any kind is asked, and what it answers.

use std::ffi::OsStr;

use lop_engine::Cancel;
use lop_engine::internal::FileId;

use super::Limits;
use super::process::Misdeed;
use super::proposal::Proposal;

/// What became of earlier proposals.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) asked: u64,
    pub(crate) accepted: u64,
}

/// What a reducer is to look at.
pub(crate) struct View<'v> {
    /// Which of the files it is.
    pub(crate) file: FileId,
    /// What the file is called.
    pub(crate) name: &'v OsStr,
    pub(crate) text: &'v [u8],
    pub(crate) counts: Counts,
    pub(crate) limits: Limits,
    /// Raised when nobody waits for the answer any more.
    pub(crate) stop: &'v Cancel,
}

/// What it proposed, and what it did wrong, if anything: what came before that still counts.
#[derive(Debug, Default)]
pub(crate) struct Answer {
    pub(crate) proposals: Vec<Proposal>,
    pub(crate) misdeed: Option<Misdeed>,
}

/// Who proposes.
pub(crate) trait Source: Send {
    /// Proposals for a text, within its limits.
    fn propose(&mut self, view: &View<'_>) -> Answer;

    /// Ends what runs: the next time it begins anew.
    fn restart(&mut self) {}
}

impl From<Result<Vec<Proposal>, Misdeed>> for Answer {
    fn from(result: Result<Vec<Proposal>, Misdeed>) -> Answer {
        match result {
            Ok(proposals) => Answer { proposals, misdeed: None },
            Err(misdeed) => Answer { proposals: Vec::new(), misdeed: Some(misdeed) },
        }
    }
}
