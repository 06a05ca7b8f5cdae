//! What is known already: the verdict of every text that was ever asked, so that no question is asked twice.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
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
///
/// ```
/// use lop_engine::text_hash;
/// use std::sync::Arc;
///
/// let text = |it: &[u8]| [Arc::from(it)];
/// assert_eq!(text_hash(&text(b"a")), text_hash(&text(b"a")));
/// assert_ne!(text_hash(&text(b"a")), text_hash(&text(b"a ")));
/// ```
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
pub(super) struct Memory {
    inner: Mutex<Inner>,
}

#[derive(Debug, Default)]
struct Inner {
    texts: HashMap<u128, Known>,
    refused_layouts: HashMap<u128, u128>,
}

/// What the cache holds for a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Known {
    Asking,
    Answered(Verdict),
}

/// What the cache answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Recall {
    /// Nobody knows; the caller now has the duty to ask and to [`Memory::learn`] or [`Memory::forget`].
    New,
    /// Another worker is asking this very text.
    BeingAsked,
    /// The verdict.
    Known(Verdict),
}

impl Memory {
    pub(super) fn with(known: &HashMap<u128, Verdict>) -> Memory {
        let texts = known.iter().map(|(&hash, &verdict)| (hash, Known::Answered(verdict))).collect();
        Memory { inner: Mutex::new(Inner { texts, refused_layouts: HashMap::new() }) }
    }

    /// Looks a candidate up and, if it is new, reserves it for the caller. `exact` ignores refusals of texts that
    /// differ in blanks, for when blanks are the point.
    pub(super) fn recall(&self, key: Key, exact: bool) -> Recall {
        let mut inner = self.inner.lock();
        if !exact
            && key.layout.is_some_and(|it| inner.refused_layouts.get(&it).is_some_and(|&of| of != key.text))
        {
            return Recall::Known(Verdict::Boring);
        }
        match inner.texts.entry(key.text) {
            Entry::Occupied(entry) => match *entry.get() {
                Known::Asking => Recall::BeingAsked,
                Known::Answered(verdict) => Recall::Known(verdict),
            },
            Entry::Vacant(entry) => {
                entry.insert(Known::Asking);
                Recall::New
            }
        }
    }

    /// The verdict of exactly these bytes, if it is known.
    pub(super) fn verdict(&self, text: u128) -> Option<Verdict> {
        match self.inner.lock().texts.get(&text) {
            Some(Known::Answered(verdict)) => Some(*verdict),
            _ => None,
        }
    }

    /// Remembers a verdict.
    pub(super) fn learn(&self, key: Key, verdict: Verdict) {
        let mut inner = self.inner.lock();
        inner.texts.insert(key.text, Known::Answered(verdict));
        if let (Some(layout), true) = (key.layout, verdict != Verdict::Interesting) {
            inner.refused_layouts.entry(layout).or_insert(key.text);
        }
    }

    /// Gives a reservation back: the question was cancelled.
    pub(super) fn forget(&self, key: Key) {
        self.inner.lock().texts.remove(&key.text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(text: &str) -> Key {
        Key::of(&[Arc::from(text.as_bytes())], &[true])
    }

    #[test]
    fn a_text_is_asked_once() {
        let memory = Memory::default();
        assert_eq!(memory.recall(key("a"), false), Recall::New);
        assert_eq!(memory.recall(key("a"), false), Recall::BeingAsked);
        memory.learn(key("a"), Verdict::Boring);
        assert_eq!(memory.recall(key("a"), false), Recall::Known(Verdict::Boring));
    }

    #[test]
    fn a_refused_text_is_refused_in_another_indentation_but_not_on_other_lines() {
        let memory = Memory::default();
        memory.learn(key("a  b\n  c"), Verdict::Boring);
        assert_eq!(memory.recall(key("a b\nc"), false), Recall::Known(Verdict::Boring));
        assert_eq!(memory.recall(key("a\nb\nc"), false), Recall::New);
        assert_eq!(memory.recall(key("a b\nc"), true), Recall::New);
    }

    #[test]
    fn a_cancelled_question_may_be_asked_again() {
        let memory = Memory::default();
        assert_eq!(memory.recall(key("a"), false), Recall::New);
        memory.forget(key("a"));
        assert_eq!(memory.recall(key("a"), false), Recall::New);
    }
}
