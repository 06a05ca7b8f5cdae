//! What a reducer of any kind is asked, and what it answers.

use std::ffi::OsStr;

use lop_engine::Cancel;
use lop_engine::internal::{EditSet, FileId};

use super::Limits;
use super::messages::Manners;
use super::process::Misdeed;
use super::proposal::Proposal;

/// What became of earlier proposals.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) asked: u64,
    pub(crate) accepted: u64,
}

/// Some of its edits that were asked about together, and what came of it.
#[derive(Debug, Clone)]
pub(crate) struct Judged {
    pub(crate) edits: EditSet,
    pub(crate) accepted: bool,
}

/// What a reducer is to look at.
pub(crate) struct View<'v> {
    /// Which of the files it is.
    pub(crate) file: FileId,
    /// What the file is called.
    pub(crate) name: &'v OsStr,
    pub(crate) text: &'v [u8],
    pub(crate) counts: Counts,
    /// What was judged of its proposals since it was asked last, if it hears that.
    pub(crate) judged: Vec<Judged>,
    /// True when it is asked for more about a text that it has proposed something for.
    pub(crate) more: bool,
    /// How many questions are asked at the same time: so many processes may share an answer.
    pub(crate) jobs: usize,
    pub(crate) limits: Limits,
    /// Raised when nobody waits for the answer any more.
    pub(crate) stop: &'v Cancel,
}

/// What it proposed, and what it did wrong, if anything: what came before that still counts.
#[derive(Debug, Default)]
pub(crate) struct Answer {
    pub(crate) proposals: Vec<Proposal>,
    pub(crate) misdeed: Option<Misdeed>,
    /// True when it has more.
    pub(crate) more: bool,
}

/// Who proposes.
pub(crate) trait Source: Send {
    /// Proposals for a text, within its limits.
    fn propose(&mut self, view: &View<'_>) -> Answer;

    /// How it wants to be asked, as far as it has said so.
    fn manners(&self) -> Manners {
        Manners::default()
    }

    /// Ends what runs: the next time it begins anew.
    fn restart(&mut self) {}
}

impl From<Result<Vec<Proposal>, Misdeed>> for Answer {
    fn from(result: Result<Vec<Proposal>, Misdeed>) -> Answer {
        match result {
            Ok(proposals) => Answer { proposals, ..Answer::default() },
            Err(misdeed) => Answer { misdeed: Some(misdeed), ..Answer::default() },
        }
    }
}
