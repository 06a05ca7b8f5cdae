//! A journal whose place another run takes: it is kept beside the new one until that has got further.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::file::{open_existing, read_existing};
use super::lock::Locked;
use super::record::HEADER;
use super::{Identity, Replay};
use lop_engine::Rank;

/// Where the journal that was at `path` is kept.
pub fn aside(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".old");
    name.into()
}

/// Puts the journal at `path` aside, if it has a best of `input` that what was put aside before has not.
///
/// Returns how far the one got that is aside then. What cannot be moved is begun anew, as it would be without all this.
pub(super) fn put(path: &Path, identity: &Identity, input: &[Arc<[u8]>]) -> Option<Rank> {
    let old = aside(path);
    let before = furthest(&old, identity, input);
    let Some(rank) = furthest(path, identity, input) else { return before };
    if before.as_ref().is_some_and(|it| it.is_scored() == rank.is_scored() && *it <= rank) {
        return before;
    }
    fs::rename(path, &old).ok().map(|()| rank)
}

/// Puts the journal of this very run that got furthest at `path`, be it the one that was put aside.
pub fn bring_back(path: &Path, identity: &Identity, input: &[Arc<[u8]>]) {
    let old = aside(path);
    let Some(kept) = own(&old, identity, input) else { return };
    // A run that is at work keeps what it has.
    if is_open(path) {
        return;
    }
    if own(path, identity, input).is_none_or(|it| kept < it) {
        // Where that does not work the other one is gone on with.
        let _ = fs::rename(old, path);
    }
}

/// True when a run that is at work has the journal at `path` open.
pub fn is_open(path: &Path) -> bool {
    open_existing(path).is_ok_and(|it| Locked::lock(it).is_none())
}

/// How far the journal in a file got with `input`, whatever test it was that answered.
fn furthest(path: &Path, identity: &Identity, input: &[Arc<[u8]>]) -> Option<Rank> {
    let bytes = read_existing(path).ok()?;
    let same = bytes.len() >= HEADER && identity.has_input_of(&bytes[..HEADER]);
    if same { rank(Replay::read(&bytes, input).0) } else { None }
}

/// How far the journal in a file got that can be gone on with.
fn own(path: &Path, identity: &Identity, input: &[Arc<[u8]>]) -> Option<Rank> {
    rank(super::Journal::peek(path, identity, input)?)
}

/// Where the best of a journal stands, with its score where it has one.
fn rank(replay: Replay) -> Option<Rank> {
    let numbers = replay.bests.last().and_then(|it| replay.scores.get(&it.hash));
    let score = numbers.map(|it| it[1]);
    replay.best.map(|it| Rank::of(&it).scored(score))
}
