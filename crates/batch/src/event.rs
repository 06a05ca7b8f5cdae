//! What happens in a batch, for those who show it.

use std::time::Duration;

use crate::record::Found;

/// Something that happened. Sent from many threads.
#[derive(Debug, Clone, Copy)]
pub enum Event<'e> {
    /// The corpus was read.
    Walked {
        /// Files to ask about.
        inputs: usize,
        /// Files that need not be asked about, because they cannot be reduced or are twice there.
        refused: usize,
        /// Questions asked at once.
        jobs: usize,
    },
    /// A file was asked about as it is.
    Checked {
        /// Its path from the corpus.
        file: &'e str,
        /// What was found.
        found: &'e Found,
        /// True when that was known from an earlier run.
        known: bool,
    },
    /// All files were checked.
    Planned {
        /// Signatures, and files that have none.
        groups: usize,
        /// Files to reduce.
        files: usize,
        /// Of these, done in an earlier run.
        done: usize,
    },
    /// The reduction of a file begins or goes on.
    Began {
        /// Its path from the corpus.
        file: &'e str,
        /// Tokens now.
        tokens: usize,
        /// True for one that is reduced quickly only.
        quick: bool,
    },
    /// A question was asked.
    Asked {
        /// About which file.
        file: &'e str,
    },
    /// A file has become smaller.
    Improved {
        /// Which.
        file: &'e str,
        /// Tokens now.
        tokens: usize,
    },
    /// A file is done.
    Done {
        /// Which.
        file: &'e str,
        /// Tokens before and after.
        tokens: (usize, usize),
        /// Questions it took.
        questions: u64,
        /// Why it ended, in a word.
        ended: &'e str,
        /// From its begin to its end.
        took: Duration,
    },
    /// A file could not be reduced, or its result not be kept.
    Failed {
        /// Which.
        file: &'e str,
        /// Why.
        because: &'e str,
    },
    /// Something that the user should know and that stops nothing.
    Warning(&'e str),
}

/// Who is told what happens.
pub trait Watcher: Sync {
    /// Takes note of one event; must be quick.
    fn on_event(&self, event: &Event<'_>);
}

/// The silent watcher.
impl Watcher for () {
    fn on_event(&self, _: &Event<'_>) {}
}
