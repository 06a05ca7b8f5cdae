//! A journal that is open: found or begun, locked, and appended to.

use std::collections::HashMap;
use std::fs::{self, File, Metadata, OpenOptions, Permissions};
use std::io::{self, ErrorKind, Read as _};
use std::os::unix::fs::{FileExt, MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use lop_engine::{Rank, Verdict};
use parking_lot::Mutex;
use rustix::fs::OFlags;
use rustix::io::Errno;

use super::aside;
use super::identity::{Identity, Mismatch};
use super::lock::Locked;
use super::record::{HEADER, Record, Texts};
use super::{JournalError, Known, Replay};
use crate::planted::is_planted;

/// The mode of a journal.
const OWN: u32 = 0o600;

/// More different texts of what runs showed are not remembered, so that they stand there once for each candidate.
const SAYINGS: usize = 10_000;

/// A journal is opened neither through a link that somebody has left there, nor waiting for whoever has the other end of a
/// pipe.
const CAREFULLY: i32 = (OFlags::NOFOLLOW.bits() | OFlags::NONBLOCK.bits()).cast_signed();

/// A journal that is open for appending. Nobody else can open it meanwhile.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    file: Locked,
    /// Where the next record goes: writing there again repairs a record that a full disk cut short.
    end: u64,
    /// Where the records end that are believed whatever comes: those of earlier runs, and those up to the latest best.
    believed: u64,
    /// What the next best is stored as a difference from.
    best: Texts,
    /// What runs of this process showed, each text with the first candidate that it is noted with.
    shown: HashMap<Arc<[u8]>, u128>,
    /// It has been noted that several workers ask at once.
    wide: bool,
}

impl Journal {
    /// Goes on with the journal in the file `path`, or begins one if there is none or only one of another version of
    /// lop. `input` is the document that `identity` stands for.
    pub fn open(
        path: &Path,
        identity: &Identity,
        input: &[Arc<[u8]>],
    ) -> Result<(Journal, Replay), JournalError> {
        let (file, len) = open_file(path)?;
        // It is ours alone now, so that its length stays; a batch opens thousands, so that every system call counts.
        let mut bytes = vec![0; len];
        file.read_exact_at(&mut bytes, 0).map_err(|it| unusable(path, it))?;
        // A file that is shorter than a header is one whose first write was cut short: nothing was known yet.
        let is_whole = bytes.len() >= HEADER;
        let mismatch = if is_whole { identity.mismatch(&bytes[..HEADER]) } else { None };
        if let Some(Mismatch::Run(what)) = mismatch {
            return Err(JournalError::Foreign { path: path.to_owned(), what });
        }
        let begun_anew = mismatch.map(Mismatch::why);
        if !is_whole || begun_anew.is_some() {
            let journal = Journal::begin(path, (file, len), identity, input)?;
            return Ok((journal, Replay { begun_anew, ..Replay::default() }));
        }
        let (replay, best, end) = Replay::read(&bytes, input);
        if replay.torn > 0 {
            file.set_len(end).map_err(|it| unusable(path, it))?;
        }
        let state = State { file, end, believed: end, best, shown: HashMap::new(), wide: replay.wide };
        Ok((Journal { path: path.to_owned(), state: Mutex::new(state) }, replay))
    }

    /// Begins a journal in the file `path`. One that is there and got anywhere with the same input is put aside first; also
    /// returns how far that got.
    pub fn create_beside(
        path: &Path,
        identity: &Identity,
        input: &[Arc<[u8]>],
    ) -> Result<(Journal, Option<Rank>), JournalError> {
        // Whoever has it open keeps it.
        let before = open_file(path)?;
        let rank = aside::put(path, identity, input);
        drop(before);
        Journal::create(path, identity, input).map(|it| (it, rank))
    }

    /// Begins a journal in the file `path`, in the place of any that is there.
    pub fn create(path: &Path, identity: &Identity, input: &[Arc<[u8]>]) -> Result<Journal, JournalError> {
        Journal::begin(path, open_file(path)?, identity, input)
    }

    /// What the journal in the file `path` knows, if there is one of this run. Changes nothing, and whoever has it open
    /// may keep it.
    pub fn peek(path: &Path, identity: &Identity, input: &[Arc<[u8]>]) -> Option<Replay> {
        let bytes = read_existing(path).ok()?;
        let ours = bytes.len() >= HEADER && identity.mismatch(&bytes[..HEADER]).is_none();
        ours.then(|| Replay::read(&bytes, input).0)
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Notes a verdict on the candidate with this hash, and why; what the reason means is the caller's business. A
    /// verdict that says nothing about the candidate is not noted.
    pub fn append_verdict(&self, hash: u128, verdict: Verdict, reason: u8) -> Result<(), JournalError> {
        if verdict == Verdict::Cancelled {
            return Ok(());
        }
        self.append(&mut self.state.lock(), &Record::Verdict(hash, Known { verdict, reason }))
    }

    /// Notes what the run on the candidate with this hash showed; what `text` means is the caller's business. Most of a
    /// run's candidates show one of a few things: each text is written once.
    pub fn append_shown(&self, hash: u128, text: Arc<[u8]>) -> Result<(), JournalError> {
        let mut state = self.state.lock();
        if let Some(&other) = state.shown.get(&text) {
            return self.append(&mut state, &Record::ShownAs(hash, other));
        }
        self.append(&mut state, &Record::Shown(hash, text.clone()))?;
        if state.shown.len() < SAYINGS {
            state.shown.insert(text, hash);
        }
        Ok(())
    }

    /// Notes what was measured of the document with this hash: a number that is the caller's business, and the score that it
    /// counts with.
    pub fn append_score(&self, hash: u128, numbers: [f64; 2]) -> Result<(), JournalError> {
        self.append(&mut self.state.lock(), &Record::Score(hash, numbers.map(f64::to_bits)))
    }

    /// Notes a new best with its hash. What `note` means is the caller's business.
    pub fn append_best(&self, hash: u128, files: &[Arc<[u8]>], note: &[u8]) -> Result<(), JournalError> {
        let mut state = self.state.lock();
        let record = Record::best(hash, note, &state.best, files);
        self.append(&mut state, &record)?;
        state.best = files.to_vec();
        state.believed = state.end;
        Ok(())
    }

    /// Forgets the verdicts since the latest best of this run, or all of this run if there was none: the test did not work
    /// any more.
    pub fn forget_since_best(&self) -> Result<(), JournalError> {
        let mut state = self.state.lock();
        state.file.set_len(state.believed).map_err(|it| unusable(&self.path, it))?;
        state.end = state.believed;
        state.shown.clear();
        if state.wide { self.append(&mut state, &Record::Wide) } else { Ok(()) }
    }

    /// Notes that from here on several workers ask at once, unless that is noted already.
    pub fn append_wide(&self) -> Result<(), JournalError> {
        let mut state = self.state.lock();
        if !state.wide {
            self.append(&mut state, &Record::Wide)?;
            state.wide = true;
        }
        Ok(())
    }

    /// Notes that nothing is left to try.
    pub fn append_complete(&self) -> Result<(), JournalError> {
        self.append(&mut self.state.lock(), &Record::Complete)
    }

    /// Removes the file: the run came to its end, there is nothing to go on with.
    pub fn remove(self) -> Result<(), JournalError> {
        fs::remove_file(&self.path).map_err(|it| unusable(&self.path, it))
    }

    fn begin(
        path: &Path,
        (file, len): (Locked, usize),
        identity: &Identity,
        input: &[Arc<[u8]>],
    ) -> Result<Journal, JournalError> {
        let header = identity.header();
        let emptied = if len == 0 { Ok(()) } else { file.set_len(0) };
        let written = emptied.and_then(|()| file.write_all_at(&header, 0));
        written.map_err(|it| unusable(path, it))?;
        let end = header.len() as u64;
        let best = input.to_vec();
        let state = State { file, end, believed: end, best, shown: HashMap::new(), wide: false };
        Ok(Journal { path: path.to_owned(), state: Mutex::new(state) })
    }

    fn append(&self, state: &mut State, record: &Record) -> Result<(), JournalError> {
        let bytes = record.encode();
        state.file.write_all_at(&bytes, state.end).map_err(|it| unusable(&self.path, it))?;
        state.end += bytes.len() as u64;
        Ok(())
    }
}

/// What a journal holds that may be there. Like all that opens one it follows no link and waits at no pipe.
pub(super) fn read_existing(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open_existing(path)?.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Opens a journal that may be there, to look at it. It is not locked.
pub(super) fn open_existing(path: &Path) -> io::Result<File> {
    let file = OpenOptions::new().read(true).custom_flags(CAREFULLY).open(path)?;
    check(path, &file.metadata()?)?;
    Ok(file)
}

/// Opens the file, makes it and its directory if need be, and locks it. Also returns how many bytes it has.
fn open_file(path: &Path) -> Result<(Locked, usize), JournalError> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false).mode(OWN);
    options.custom_flags(CAREFULLY);
    let opened = options.open(path).or_else(|error| {
        let Some(directory) = path.parent().filter(|_| error.kind() == ErrorKind::NotFound) else {
            return Err(error);
        };
        fs::create_dir_all(directory)?;
        options.open(path)
    });
    let file = opened.map_err(|it| unusable(path, explained(it)))?;
    let file = Locked::lock(file).ok_or_else(|| JournalError::InUse { path: path.to_owned() })?;
    let meta = file.metadata().map_err(|it| unusable(path, it))?;
    // Somebody has tidied it away just now: it has a name no more.
    if file.is_held() && meta.is_file() && meta.nlink() == 0 {
        return open_file(path);
    }
    claim(&file, path, &meta).map_err(|it| unusable(path, it))?;
    Ok((file, usize::try_from(meta.len()).expect("a file that is read into memory fits into it")))
}

/// Makes sure that the file is a journal of our own, which nobody else can read: it tells of the input, and that may be a
/// secret.
fn claim(file: &File, path: &Path, meta: &Metadata) -> io::Result<()> {
    check(path, meta)?;
    if meta.mode() & 0o777 != OWN && meta.uid() == rustix::process::geteuid().as_raw() {
        file.set_permissions(Permissions::from_mode(OWN))?;
    }
    Ok(())
}

/// Refuses what cannot be a journal of our own.
fn check(path: &Path, meta: &Metadata) -> io::Result<()> {
    if !meta.is_file() {
        return Err(io::Error::other("it is not a regular file"));
    }
    if is_planted(path, meta) {
        return Err(io::Error::other("another user has put it into a directory for everybody"));
    }
    Ok(())
}

/// What the system says of a link that is not followed says nothing to a user.
fn explained(error: io::Error) -> io::Error {
    match error.raw_os_error().map(Errno::from_raw_os_error) {
        Some(Errno::LOOP) => io::Error::other("it is a link, and a journal is not followed through one"),
        Some(Errno::NXIO) => io::Error::other("it is not a regular file"),
        _ => error,
    }
}

fn unusable(path: &Path, source: io::Error) -> JournalError {
    JournalError::Io { path: path.to_owned(), source }
}
