//! The journal: verdicts and bests on disk, so that a run that was killed goes on without asking anything twice.
//!
//! One file, only ever appended to. A header says which input, command and test it belongs to; then come records, each
//! with a checksum. Whatever the end of the file looks like after a kill, everything up to the last whole record
//! counts and the rest is cut off. A best is stored as what differs from the one before, the first from the input, so
//! a long run of small steps stays a small file. Nothing is synced: a kill loses nothing, and a power cut at most the
//! latest records.

mod identity;
mod prune;
mod record;

use std::collections::HashMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read};
use std::os::unix::fs::{FileExt, MetadataExt};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use lop_engine::Verdict;
use parking_lot::Mutex;
use rustix::fs::FlockOperation;
use rustix::io::Errno;

pub use identity::Identity;
pub use prune::{KEPT, KEPT_FOR, prune};
use record::{HEADER, Record, Texts};

/// The name of the file in the journal's directory.
const NAME: &str = "journal";

/// A journal that is open for appending. Nobody else can open it meanwhile.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    file: File,
    /// Where the next record goes: writing there again repairs a record that a full disk cut short.
    end: u64,
    /// What the next best is stored as a difference from.
    best: Texts,
}

/// What a journal knew.
#[derive(Debug, Default)]
pub struct Replay {
    /// The verdicts, by the hash of the candidate.
    pub known: HashMap<u128, Verdict>,
    /// The best document, if there was one better than the input.
    pub best: Option<Vec<Arc<[u8]>>>,
    /// Bytes at the end that were not whole records, and are gone.
    pub torn: u64,
}

/// Why a journal cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// It cannot be read or written.
    #[error("cannot use the journal {path}: {reason}; name another directory with --journal")]
    Io {
        /// The file or directory.
        path: PathBuf,
        /// What the system says.
        reason: io::Error,
    },
    /// It belongs to another run.
    #[error(
        "the journal {path} is of another run: {what}; begin anew without --resume, or name another with --journal"
    )]
    Foreign {
        /// The file.
        path: PathBuf,
        /// What is different.
        what: &'static str,
    },
    /// Another process has it open.
    #[error("the journal {path} is in use: another lop is at work on the same input with the same command")]
    InUse {
        /// The file.
        path: PathBuf,
    },
}

impl Journal {
    /// Goes on with the journal in `directory`, or begins one if there is none. `input` is the document that
    /// `identity` stands for.
    pub fn open(
        directory: &Path,
        identity: &Identity,
        input: &[Arc<[u8]>],
    ) -> Result<(Journal, Replay), JournalError> {
        let (path, mut file) = open_file(directory)?;
        let bytes = read_all(&mut file).map_err(|it| unusable(&path, it))?;
        // A file that is shorter than a header is one whose first write was cut short: nothing was known yet.
        if bytes.len() < HEADER {
            return Ok((Journal::begin(path, file, identity, input)?, Replay::default()));
        }
        if let Some(what) = identity.differs(&bytes[..HEADER]) {
            return Err(JournalError::Foreign { path, what });
        }
        let (replay, best, end) = replay(&bytes, input);
        file.set_len(end).map_err(|it| unusable(&path, it))?;
        Ok((Journal { path, state: Mutex::new(State { file, end, best }) }, replay))
    }

    /// Begins a journal in `directory`, in the place of any that is there.
    pub fn create(
        directory: &Path,
        identity: &Identity,
        input: &[Arc<[u8]>],
    ) -> Result<Journal, JournalError> {
        let (path, file) = open_file(directory)?;
        Journal::begin(path, file, identity, input)
    }

    /// What the journal in `directory` knows, if there is one of this run. Changes nothing, and whoever has it open may
    /// keep it.
    pub fn peek(directory: &Path, identity: &Identity, input: &[Arc<[u8]>]) -> Option<Replay> {
        let bytes = fs::read(directory.join(NAME)).ok()?;
        let ours = bytes.len() >= HEADER && identity.differs(&bytes[..HEADER]).is_none();
        ours.then(|| replay(&bytes, input).0)
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Notes a verdict. One that says nothing about the candidate is not noted.
    pub fn append_verdict(&self, hash: u128, verdict: Verdict) -> Result<(), JournalError> {
        if verdict == Verdict::Cancelled {
            return Ok(());
        }
        self.append(&mut self.state.lock(), &Record::Verdict(hash, verdict))
    }

    /// Notes a new best.
    pub fn append_best(&self, files: &[Arc<[u8]>]) -> Result<(), JournalError> {
        let mut state = self.state.lock();
        let record = Record::best(&state.best, files);
        self.append(&mut state, &record)?;
        state.best = files.to_vec();
        Ok(())
    }

    /// Removes the journal: the run came to its end, there is nothing to go on with.
    pub fn remove(self) -> Result<(), JournalError> {
        fs::remove_file(&self.path).map_err(|it| unusable(&self.path, it))?;
        if let Some(directory) = self.path.parent() {
            // Others may keep files there.
            let _ = fs::remove_dir(directory);
        }
        Ok(())
    }

    fn begin(
        path: PathBuf,
        file: File,
        identity: &Identity,
        input: &[Arc<[u8]>],
    ) -> Result<Journal, JournalError> {
        let header = identity.header();
        let written = file.set_len(0).and_then(|()| file.write_all_at(&header, 0));
        written.map_err(|it| unusable(&path, it))?;
        let state = State { file, end: header.len() as u64, best: input.to_vec() };
        Ok(Journal { path, state: Mutex::new(state) })
    }

    fn append(&self, state: &mut State, record: &Record) -> Result<(), JournalError> {
        let bytes = record.encode();
        state.file.write_all_at(&bytes, state.end).map_err(|it| unusable(&self.path, it))?;
        state.end += bytes.len() as u64;
        Ok(())
    }
}

/// Opens the file, makes it if need be, and locks it.
fn open_file(directory: &Path) -> Result<(PathBuf, File), JournalError> {
    fs::create_dir_all(directory).map_err(|it| unusable(directory, it))?;
    let path = directory.join(NAME);
    let mut options = OpenOptions::new();
    let opened = options.read(true).write(true).create(true).truncate(false).open(&path);
    let file = opened.map_err(|it| unusable(&path, it))?;
    match rustix::fs::flock(&file, FlockOperation::NonBlockingLockExclusive) {
        Err(Errno::WOULDBLOCK) => Err(JournalError::InUse { path }),
        // Somebody has tidied it away just now: it has a name no more.
        Ok(()) if file.metadata().is_ok_and(|it| it.nlink() == 0) => open_file(directory),
        // A file system without locks is no reason to refuse.
        _ => Ok((path, file)),
    }
}

fn read_all(file: &mut File) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Reads the records, up to the first that is not whole. Also gives the latest best, and where the records end.
fn replay(bytes: &[u8], input: &[Arc<[u8]>]) -> (Replay, Texts, u64) {
    let mut replay = Replay::default();
    let mut best = input.to_vec();
    let mut end = HEADER;
    while let Some((record, len)) = Record::decode(&bytes[end..]) {
        match record {
            Record::Verdict(hash, verdict) => {
                replay.known.insert(hash, verdict);
            }
            Record::Best(deltas) => {
                let Some(next) = record::apply(&best, &deltas) else { break };
                best = next;
                replay.best = Some(best.clone());
            }
        }
        end += len;
    }
    replay.torn = (bytes.len() - end) as u64;
    (replay, best, end as u64)
}

fn unusable(path: &Path, reason: io::Error) -> JournalError {
    JournalError::Io { path: path.to_owned(), reason }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::CommandSpec;

    fn input() -> Vec<Arc<[u8]>> {
        vec![Arc::from(&b"int main() { return f(1, 2, 3); }"[..]), Arc::from(&b"int f();"[..])]
    }

    fn identity(command: &str) -> Identity {
        Identity::of(&input(), &CommandSpec::new(vec![command.into()], "a.c"), b"")
    }

    fn texts(first: &str) -> Vec<Arc<[u8]>> {
        vec![Arc::from(first.as_bytes()), Arc::from(&b""[..])]
    }

    /// A journal with three verdicts and two bests.
    fn write(directory: &Path) {
        let (journal, replay) = Journal::open(directory, &identity("true"), &input()).unwrap();
        assert!(replay.known.is_empty() && replay.best.is_none());
        journal.append_verdict(1, Verdict::Boring).unwrap();
        journal.append_verdict(2, Verdict::Interesting).unwrap();
        journal.append_best(&texts("int main() { return f(2); }")).unwrap();
        journal.append_verdict(3, Verdict::TimedOut).unwrap();
        journal.append_verdict(4, Verdict::Cancelled).unwrap();
        journal.append_best(&texts("main() { f(2); }")).unwrap();
    }

    fn resume(directory: &Path) -> Replay {
        Journal::open(directory, &identity("true"), &input()).unwrap().1
    }

    #[test]
    fn what_was_noted_is_known_again() {
        let directory = tempfile::tempdir().unwrap();
        write(directory.path());
        let peeked = Journal::peek(directory.path(), &identity("true"), &input()).unwrap();
        assert!(Journal::peek(directory.path(), &identity("false"), &input()).is_none());
        let replay = resume(directory.path());
        assert_eq!((&peeked.known, &peeked.best), (&replay.known, &replay.best));
        assert_eq!(replay.known.len(), 3);
        assert_eq!(replay.known[&2], Verdict::Interesting);
        assert_eq!(replay.known[&3], Verdict::TimedOut);
        assert_eq!(replay.best, Some(texts("main() { f(2); }")));
        assert_eq!(replay.torn, 0);
    }

    #[test]
    fn a_file_cut_anywhere_gives_what_is_whole_and_can_be_continued() {
        let directory = tempfile::tempdir().unwrap();
        write(directory.path());
        let file = directory.path().join(NAME);
        let whole = fs::read(&file).unwrap();
        let mut known = 0;
        for len in 0..whole.len() {
            fs::write(&file, &whole[..len]).unwrap();
            let replay = resume(directory.path());
            assert!(replay.known.len() >= known && replay.known.len() <= 3, "{len}");
            known = replay.known.len();
            let journal = Journal::open(directory.path(), &identity("true"), &input()).unwrap().0;
            journal.append_verdict(9, Verdict::Boring).unwrap();
            journal.append_best(&texts("x")).unwrap();
            drop(journal);
            let replay = resume(directory.path());
            assert_eq!((replay.known.len(), replay.torn), (known + 1, 0), "{len}");
            assert_eq!(replay.best, Some(texts("x")), "{len}");
        }
    }

    #[test]
    fn a_damaged_record_ends_what_is_believed() {
        let directory = tempfile::tempdir().unwrap();
        write(directory.path());
        let file = directory.path().join(NAME);
        let whole = fs::read(&file).unwrap();
        for at in HEADER..whole.len() {
            let mut damaged = whole.clone();
            damaged[at] ^= 0x10;
            fs::write(&file, &damaged).unwrap();
            let replay = resume(directory.path());
            assert!(replay.torn > 0 && replay.known.len() <= 3, "{at}");
            assert!(replay.known.iter().all(|(hash, _)| (1..=3).contains(hash)), "{at}");
        }
    }

    #[test]
    fn a_journal_of_another_run_is_refused_with_a_reason() {
        let directory = tempfile::tempdir().unwrap();
        write(directory.path());
        let refusal = |identity: &Identity| {
            Journal::open(directory.path(), identity, &input()).map(|it| it.1).unwrap_err().to_string()
        };
        assert!(refusal(&identity("false")).contains("another command"));
        let other = Identity::of(&texts("other"), &CommandSpec::new(vec!["true".into()], "a.c"), b"");
        assert!(refusal(&other).contains("another input"));
        fs::write(directory.path().join(NAME), [b'x'; 200]).unwrap();
        assert!(refusal(&identity("true")).contains("not a journal"));
    }

    #[test]
    fn a_journal_is_used_by_one_at_a_time_and_may_be_begun_anew() {
        let directory = tempfile::tempdir().unwrap();
        write(directory.path());
        let first = Journal::open(directory.path(), &identity("true"), &input()).unwrap().0;
        let second = Journal::open(directory.path(), &identity("true"), &input());
        assert!(matches!(second, Err(JournalError::InUse { .. })));
        drop((first, second));
        drop(Journal::create(directory.path(), &identity("false"), &input()).unwrap());
        let (journal, replay) = Journal::open(directory.path(), &identity("false"), &input()).unwrap();
        assert!(replay.known.is_empty());
        journal.remove().unwrap();
        assert!(!directory.path().exists());
    }
}
