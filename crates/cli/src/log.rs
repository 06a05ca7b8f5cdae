//! The journal of a run at the edge: where it is, what of it goes on, and that a disk which fills up costs no result.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use lop_engine::{Verdict, text_hash};
use lop_oracle::{Identity, Journal, JournalError, Replay, journal};
use parking_lot::Mutex;

use crate::args::ResultArgs;
use crate::error::Failure;

/// The journal, as long as it can be written.
pub(crate) struct Log {
    journal: Mutex<Option<Journal>>,
    /// True when the user named the directory, who then also keeps the journal.
    named: bool,
    warn: Box<dyn Fn(&str) + Send + Sync>,
}

impl Log {
    /// Opens the journal, to go on with it or to begin anew. `warn` is told when it cannot be written any more.
    ///
    /// A journal that nobody asked for is no reason to fail: without it there is nothing to go on with later.
    pub(crate) fn open(
        args: &ResultArgs,
        identity: &Identity,
        original: &Arc<[u8]>,
        warn: impl Fn(&str) + Send + Sync + 'static,
    ) -> Result<(Log, Replay), Failure> {
        let named = args.journal.is_some();
        let path = path(args, identity);
        let input = std::slice::from_ref(original);
        let opened = path.as_deref().map(|it| open(it, identity, input, args.resume));
        let (journal, replay) = match opened {
            Some(Ok((journal, replay))) => (Some(journal), replay),
            Some(Err(error)) if named || args.resume => return Err(unusable(&error)),
            Some(Err(_)) | None => (None, Replay::default()),
        };
        // After opening: the one to go on with is in use now.
        if let Some(all) = path.as_deref().filter(|_| !named).and_then(|it| it.ancestors().nth(2)) {
            journal::prune(all);
        }
        if let Some(why) = replay.begun_anew {
            warn(&format!("the journal is begun anew, not gone on with: {why}"));
        }
        Ok((Log { journal: Mutex::new(journal), named, warn: Box::new(warn) }, replay))
    }

    /// The file.
    pub(crate) fn path(&self) -> Option<PathBuf> {
        self.journal.lock().as_ref().map(|it| it.path().to_owned())
    }

    /// What the journal of a run on `original` knows, if there is one.
    pub(crate) fn peek(args: &ResultArgs, identity: &Identity, original: &Arc<[u8]>) -> Option<Replay> {
        Journal::peek(&path(args, identity)?, identity, std::slice::from_ref(original))
    }

    /// Notes a verdict.
    pub(crate) fn verdict(&self, hash: u128, verdict: Verdict) {
        self.note(|it| it.append_verdict(hash, verdict, 0));
    }

    /// Notes a best.
    pub(crate) fn best(&self, files: &[Arc<[u8]>]) {
        self.note(|it| it.append_best(text_hash(files), files, &[]));
    }

    /// The end of a run. Of one that is complete nothing is left to go on with, so that its journal goes, unless the
    /// user named it. True when there is one to go on with.
    pub(crate) fn close(&self, complete: bool) -> bool {
        let Some(journal) = self.journal.lock().take() else { return false };
        if complete && !self.named {
            let path = journal.path().to_owned();
            // What cannot be removed is begun anew next time. Others may keep files in the directories.
            let _ = journal.remove();
            for directory in path.ancestors().skip(1).take(2) {
                let _ = std::fs::remove_dir(directory);
            }
        }
        !complete
    }

    fn note(&self, append: impl FnOnce(&Journal) -> Result<(), JournalError>) {
        let mut journal = self.journal.lock();
        if let Some(Err(error)) = journal.as_ref().map(append) {
            *journal = None;
            (self.warn)(&format!("{error}; the search goes on without it, and cannot be resumed"));
        }
    }
}

/// The file of the journal.
fn path(args: &ResultArgs, identity: &Identity) -> Option<PathBuf> {
    let named = args.journal.as_ref().map(|it| it.join(journal::FILE_NAME));
    named.or_else(|| identity.path())
}

fn open(
    path: &Path,
    identity: &Identity,
    input: &[Arc<[u8]>],
    resume: bool,
) -> Result<(Journal, Replay), JournalError> {
    if resume {
        return Journal::open(path, identity, input);
    }
    Journal::create(path, identity, input).map(|it| (it, Replay::default()))
}

fn unusable(error: &JournalError) -> Failure {
    Failure::usage("the journal cannot be used").because(error.cause()).help(error.remedy())
}
