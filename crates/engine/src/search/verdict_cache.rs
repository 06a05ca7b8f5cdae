//! What is known already: the verdict of every text that was ever asked, so that no question is asked twice.

use std::collections::HashMap;
use std::sync::Arc;

use parking_lot::Mutex;
use xxhash_rust::xxh3::{Xxh3, xxh3_128_with_seed};

use crate::oracle::Verdict;
use crate::tokens::is_blank;

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
        let layout = free_layout.iter().all(|&it| it).then(|| layout_hash(files));
        Key { text: text_hash(files), layout }
    }
}

impl Key {
    /// True when a verdict about one of the two texts may answer for the other.
    pub(super) fn may_answer(self, other: Key) -> bool {
        self.text == other.text || self.layout.is_some_and(|it| other.layout == Some(it))
    }
}

/// Hash of the exact bytes of a document: what verdicts are remembered by.
pub fn text_hash(files: &[Arc<[u8]>]) -> u128 {
    let mut hasher = Xxh3::new();
    for text in files {
        hasher.update(&text.len().to_le_bytes());
        hasher.update(text);
    }
    hasher.digest128()
}

/// Hashed in one go, because feeding a hasher word by word costs more than the copy.
fn layout_hash(files: &[Arc<[u8]>]) -> u128 {
    let mut plain = Vec::with_capacity(files.iter().map(|it| it.len() + 1).sum());
    for text in files {
        let mut blank: Option<u8> = None;
        for &byte in &**text {
            if is_blank(byte) {
                let line = byte == b'\n' || blank == Some(b'\n');
                blank = Some(if line { b'\n' } else { b' ' });
            } else {
                plain.extend(blank.take());
                plain.push(byte);
            }
        }
        plain.extend(blank);
        plain.push(0);
    }
    xxh3_128_with_seed(&plain, 1)
}

/// The verdict cache. Only what was refused is remembered by layout; an acceptance is always of exact bytes.
#[derive(Debug, Default)]
pub(super) struct VerdictCache {
    verdicts: Mutex<Verdicts>,
}

#[derive(Debug, Default)]
struct Verdicts {
    texts: HashMap<u128, Verdict>,
    /// Which text was refused in each layout.
    refused_layouts: HashMap<u128, u128>,
}

impl VerdictCache {
    pub(super) fn with(known: &HashMap<u128, Verdict>) -> VerdictCache {
        VerdictCache {
            verdicts: Mutex::new(Verdicts { texts: known.clone(), refused_layouts: HashMap::new() }),
        }
    }

    /// The verdict of a candidate, if it is known. `exact` ignores refusals of texts that differ in blanks, for when
    /// blanks are the point.
    pub(super) fn lookup(&self, key: Key, exact: bool) -> Option<Verdict> {
        let verdicts = self.verdicts.lock();
        let layout = key.layout.filter(|_| !exact);
        if layout.and_then(|it| verdicts.refused_layouts.get(&it)).is_some_and(|&of| of != key.text) {
            return Some(Verdict::Boring);
        }
        verdicts.texts.get(&key.text).copied()
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
    fn a_refused_text_is_refused_in_another_indentation_but_not_on_other_lines() {
        let verdicts = VerdictCache::default();
        verdicts.remember(key("a  b\n  c"), Verdict::Boring);
        assert_eq!(verdicts.lookup(key("a b\nc"), false), Some(Verdict::Boring));
        assert_eq!(verdicts.lookup(key("a\nb\nc"), false), None);
        assert_eq!(verdicts.lookup(key("a b\nc"), true), None);
    }
}
