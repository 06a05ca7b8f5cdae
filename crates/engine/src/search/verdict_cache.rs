//! What is known already: the verdict of every text that was ever asked, so that no question is asked twice.

use std::collections::HashMap;
use std::sync::Arc;

use parking_lot::Mutex;
use xxhash_rust::xxh3::Xxh3;

use crate::document::{Document, File};
use crate::language::Layout;
use crate::memo;
use crate::oracle::Verdict;
use crate::spread::HashedMap;

/// The names a candidate goes by in the verdict cache.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Key {
    /// Hash of the exact bytes.
    pub(super) text: u128,
    /// Hash of the bytes with every run of blanks reduced to a line break or a space; only where layout is free.
    pub(super) layout: Option<u128>,
}

impl Key {
    /// Hashes a candidate. `free_layout` says for each file whether runs of blanks are interchangeable.
    pub(super) fn of(files: &[Arc<[u8]>], free_layout: &[bool]) -> Key {
        let exact = memo::exact_hashes(files);
        Key { text: united(&exact), layout: layout_hash(files, &exact, free_layout) }
    }
}

impl Key {
    /// True when a verdict about one of the two texts may answer for the other.
    pub(super) fn may_answer(self, other: Key) -> bool {
        self.text == other.text || self.layout.is_some_and(|it| other.layout == Some(it))
    }
}

/// Hash of the exact bytes of a document: what verdicts are remembered by. Of several files it costs what is new: the hash
/// of each is remembered for as long as its text lives.
pub fn text_hash(files: &[Arc<[u8]>]) -> u128 {
    united(&memo::exact_hashes(files))
}

/// The hash of each file of a document by itself, remembered as long as its text lives.
///
/// ```
/// let files = [(*b"a").into(), (*b"b").into(), (*b"a").into()];
/// let hashes = lop_engine::text_hashes(&files);
/// assert!(hashes[0] == hashes[2] && hashes[0] != hashes[1]);
/// ```
pub fn text_hashes(files: &[Arc<[u8]>]) -> Vec<u128> {
    memo::exact_hashes(files)
}

/// The same with the bytes of free layout reduced to what counts there; `None` where no file has any. `exact` are the hashes
/// of the files.
fn layout_hash(files: &[Arc<[u8]>], exact: &[u128], free: &[bool]) -> Option<u128> {
    if !free.contains(&true) {
        return None;
    }
    let mut hashes = memo::layout_hashes(files);
    let fixed = hashes.iter_mut().zip(exact).zip(free).filter(|it| !it.1);
    fixed.for_each(|((layout, exact), _)| *layout = *exact);
    Some(united(&hashes))
}

/// The hash of several files from those of each; that of a single file is its own.
fn united(each: &[u128]) -> u128 {
    if let [one] = each {
        return *one;
    }
    let mut hasher = Xxh3::new();
    for it in each {
        hasher.update(&it.to_le_bytes());
    }
    hasher.digest128()
}

/// The verdict cache. Only what was refused is remembered by layout; an acceptance is always of exact bytes.
#[derive(Debug, Default)]
pub(super) struct VerdictCache<'r> {
    verdicts: Mutex<Verdicts>,
    /// What is known besides, to somebody who only supposes the rest.
    below: Option<&'r VerdictCache<'r>>,
}

#[derive(Debug, Default, Clone)]
struct Verdicts {
    texts: HashedMap<u128, Verdict>,
    /// Which text was refused in each layout.
    refused_layouts: HashedMap<u128, u128>,
}

impl<'r> VerdictCache<'r> {
    pub(super) fn with(known: &HashMap<u128, Verdict>) -> VerdictCache<'r> {
        let texts = known.iter().map(|it| (*it.0, *it.1)).collect();
        let verdicts = Verdicts { texts, refused_layouts: HashedMap::default() };
        VerdictCache { verdicts: Mutex::new(verdicts), below: None }
    }

    /// What somebody knows who supposes more.
    pub(super) fn above(&self) -> VerdictCache<'_> {
        VerdictCache { below: Some(self), ..VerdictCache::default() }
    }

    /// The same for somebody else.
    pub(super) fn twin(&self) -> VerdictCache<'r> {
        VerdictCache { verdicts: Mutex::new(self.verdicts.lock().clone()), below: self.below }
    }

    /// The verdict of a candidate, if it is known. `exact` ignores refusals of texts that differ in blanks, for when
    /// blanks are the point.
    pub(super) fn lookup(&self, key: Key, exact: bool) -> Option<Verdict> {
        let verdicts = self.verdicts.lock();
        let layout = key.layout.filter(|_| !exact);
        if layout.and_then(|it| verdicts.refused_layouts.get(&it)).is_some_and(|&of| of != key.text) {
            return Some(Verdict::Boring);
        }
        let own = verdicts.texts.get(&key.text).copied();
        own.or_else(|| self.below?.lookup(key, exact))
    }

    /// The verdict of exactly these bytes, if it is known.
    pub(super) fn verdict(&self, text: u128) -> Option<Verdict> {
        self.verdicts.lock().texts.get(&text).copied()
    }

    /// Remembers a verdict.
    pub(super) fn remember(&self, key: Key, verdict: Verdict) {
        let mut verdicts = self.verdicts.lock();
        verdicts.texts.insert(key.text, verdict);
        if let (Some(layout), true) = (key.layout, verdict != Verdict::Interesting) {
            verdicts.refused_layouts.entry(layout).or_insert(key.text);
        }
    }
}

/// For each file, whether runs of blanks are interchangeable.
pub(super) fn free_layout(doc: &Document) -> Vec<bool> {
    let free = |it: &Arc<File>| it.language.as_ref().is_some_and(|it| it.layout == Layout::Free);
    doc.files().iter().map(free).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(text: &str) -> Key {
        Key::of(&[Arc::from(text.as_bytes())], &[true])
    }

    #[test]
    fn a_verdict_is_remembered() {
        let verdicts = VerdictCache::default();
        assert_eq!(verdicts.lookup(key("a"), false), None);
        verdicts.remember(key("a"), Verdict::Boring);
        assert_eq!(verdicts.lookup(key("a"), false), Some(Verdict::Boring));
    }

    #[test]
    fn only_the_layout_of_files_that_are_free_in_it_is_free() {
        let key = |first: &str, second: &str| {
            Key::of(&[first, second].map(|it| Arc::from(it.as_bytes())), &[false, true])
        };
        assert!(key("a b", "c  d").may_answer(key("a b", "c d")));
        assert!(!key("a  b", "c d").may_answer(key("a b", "c d")));
        assert!(!key("a b", "c d").may_answer(key("c d", "a b")));
    }

    #[test]
    fn a_refused_text_is_refused_in_another_indentation_but_not_on_other_lines() {
        let verdicts = VerdictCache::default();
        verdicts.remember(key("a  b\n  c"), Verdict::Boring);
        assert_eq!(verdicts.lookup(key("a b\nc"), false), Some(Verdict::Boring));
        assert_eq!(verdicts.lookup(key("a\nb\nc"), false), None);
        assert_eq!(verdicts.lookup(key("a b\nc"), true), None);
    }
}
