//! What was found out about the texts of projects, remembered for as long as somebody has the text.
//!
//! A candidate of ten thousand files shares all but a few of them with the best it builds on, as the same [`Arc`]s. So what
//! its hash and its rank are made of is found out once for each text, whoever asks, and a question costs what has changed.

use std::sync::{Arc, LazyLock, OnceLock, Weak};

use parking_lot::RwLock;
use xxhash_rust::xxh3::{Xxh3, xxh3_128_with_seed};

use crate::spread::HashedMap;
use crate::tokens::{self, is_blank};

/// Shorter texts are looked at anew: that is cheaper than to find them.
const SHORT: usize = 128;
/// How many bytes of new texts come in before those that nobody has any more are dropped.
const SWEPT: usize = 8 << 20;
/// How many new texts come in before that.
const SWEPT_TEXTS: usize = 8_192;

static MEMO: LazyLock<RwLock<Memo>> = LazyLock::new(RwLock::default);

/// The texts that are known, by their addresses. No other text comes to have the address of one that is in here.
#[derive(Default)]
struct Memo {
    known: HashedMap<usize, Known>,
    /// What has come in since the last sweep: bytes and texts.
    new: (usize, usize),
}

/// A text, and what is known of it.
type Known = (Weak<[u8]>, Arc<Facts>);

/// What is known of a text.
#[derive(Debug, Default)]
struct Facts {
    exact: OnceLock<u128>,
    layout: OnceLock<u128>,
    tokens: OnceLock<usize>,
}

/// The hash of each text, as [`exact_hash`] has it.
pub(crate) fn exact_hashes(texts: &[Arc<[u8]>]) -> Vec<u128> {
    each(texts, |facts, text| *facts.exact.get_or_init(|| exact_hash(text)))
}

/// The hash of each text, as [`layout_hash`] has it.
pub(crate) fn layout_hashes(texts: &[Arc<[u8]>]) -> Vec<u128> {
    each(texts, |facts, text| *facts.layout.get_or_init(|| layout_hash(text)))
}

/// How many tokens each text has.
pub(crate) fn tokens(texts: &[Arc<[u8]>]) -> Vec<usize> {
    each(texts, |facts, text| *facts.tokens.get_or_init(|| tokens::count(text)))
}

/// How many tokens a text has, remembered whether or not it is of a project.
pub(crate) fn tokens_of(text: &Arc<[u8]>) -> usize {
    each_of(std::slice::from_ref(text), |facts, text| *facts.tokens.get_or_init(|| tokens::count(text)))[0]
}

/// The hash of the exact bytes.
pub(crate) fn exact_hash(text: &[u8]) -> u128 {
    let mut hasher = Xxh3::new();
    hasher.update(&text.len().to_le_bytes());
    hasher.update(text);
    hasher.digest128()
}

/// The hash of the bytes with every run of blanks reduced to a line break or a space. Hashed in one go, because feeding a
/// hasher word by word costs more than the copy.
pub(crate) fn layout_hash(text: &[u8]) -> u128 {
    // Filled by position and without a branch: which bytes are blank is too irregular to be foretold.
    let mut plain = vec![0; text.len() + 1];
    let (mut end, mut in_blanks, mut in_lines) = (0, false, false);
    for &byte in text {
        let blank = is_blank(byte);
        let goes_on = blank & in_blanks;
        in_lines = byte == b'\n' || (in_lines && goes_on);
        end -= usize::from(goes_on);
        plain[end] = match (in_lines, blank) {
            (true, _) => b'\n',
            (false, true) => b' ',
            (false, false) => byte,
        };
        end += 1;
        in_blanks = blank;
    }
    plain.truncate(end);
    plain.push(0);
    xxh3_128_with_seed(&plain, 1)
}

/// What `find` says of each text. A single text is not worth remembering: nobody else has it.
fn each<T>(texts: &[Arc<[u8]>], find: impl Fn(&Facts, &[u8]) -> T) -> Vec<T> {
    if let [text] = texts {
        return vec![find(&Facts::default(), text)];
    }
    each_of(texts, find)
}

/// What `find` says of each text, remembered.
fn each_of<T>(texts: &[Arc<[u8]>], find: impl Fn(&Facts, &[u8]) -> T) -> Vec<T> {
    let facts: Vec<Option<Arc<Facts>>> = {
        let memo = MEMO.read();
        texts.iter().map(|it| memo.known.get(&address(it)).map(|it| it.1.clone())).collect()
    };
    let mut new = Vec::new();
    let found = texts.iter().zip(facts).map(|(text, known)| match known {
        Some(facts) => find(&facts, text),
        None if text.len() < SHORT => find(&Facts::default(), text),
        None => {
            let facts = Arc::new(Facts::default());
            let found = find(&facts, text);
            new.push((text, facts));
            found
        }
    });
    let found = found.collect();
    if !new.is_empty() {
        MEMO.write().learn(new);
    }
    found
}

fn address(text: &Arc<[u8]>) -> usize {
    Arc::as_ptr(text).cast::<u8>() as usize
}

impl Memo {
    fn learn(&mut self, new: Vec<(&Arc<[u8]>, Arc<Facts>)>) {
        for (text, facts) in new {
            self.new = (self.new.0 + text.len(), self.new.1 + 1);
            self.known.entry(address(text)).or_insert_with(|| (Arc::downgrade(text), facts));
        }
        if self.new.0 > SWEPT || self.new.1 > SWEPT_TEXTS {
            self.known.retain(|_, it| it.0.strong_count() > 0);
            self.new = (0, 0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_remembered_of_a_text_is_what_it_says() {
        let texts: Vec<Arc<[u8]>> =
            (0..300).map(|it| Arc::from(format!("a {it} ").repeat(it).as_bytes())).collect();
        for _ in 0..2 {
            assert!(exact_hashes(&texts).into_iter().eq(texts.iter().map(|it| exact_hash(it))));
            assert!(layout_hashes(&texts).into_iter().eq(texts.iter().map(|it| layout_hash(it))));
            assert!(tokens(&texts).into_iter().eq(texts.iter().map(|it| tokens::count(it))));
        }
    }

    #[test]
    fn runs_of_blanks_are_one_blank_or_one_line_break_in_the_layout() {
        let same = |a: &str, b: &str| layout_hash(a.as_bytes()) == layout_hash(b.as_bytes());
        assert!(same("  a\t b \n\n c ", " a b\nc "));
        assert!(same("a \n ", "a\n") && same("", ""));
        assert!(!same("a b", "a\nb") && !same("a", "a ") && !same("a", " a"));
    }

    #[test]
    fn a_text_that_comes_where_another_one_was_is_not_taken_for_it() {
        let other: Arc<[u8]> = Arc::from([b'-'; 4_000]);
        for count in 0..200 {
            let text: Arc<[u8]> = Arc::from("a ".repeat(1_000 + count).as_bytes());
            assert_eq!(tokens(&[text, other.clone()])[0], 1_000 + count);
        }
    }

    #[test]
    fn texts_that_nobody_has_any_more_are_dropped() {
        let mut memo = Memo::default();
        for _ in 0..3 * SWEPT_TEXTS {
            memo.learn(vec![(&Arc::from(&b"a"[..]), Arc::default())]);
        }
        assert!(memo.known.len() <= SWEPT_TEXTS);
    }
}
