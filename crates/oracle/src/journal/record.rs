//! The records of a journal as bytes: kind, length, content, checksum.

use std::sync::Arc;

use lop_engine::Verdict;
use xxhash_rust::xxh3::xxh3_64;

/// Bytes of a journal's header: magic, three hashes, checksum.
pub(super) const HEADER: usize = 16 + 3 * 16 + 8;

/// The texts of a document.
pub(super) type Texts = Vec<Arc<[u8]>>;

/// Kind and length of the content stand before it, its checksum after.
const BEFORE: usize = 1 + 4;
const AFTER: usize = 8;

/// How many bytes are compared at once.
const BLOCK: usize = 64;

const VERDICT: u8 = 1;
const BEST: u8 = 2;

/// One thing that is known.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Record {
    /// What the oracle said of the candidate with this hash.
    Verdict(u128, Verdict),
    /// What is different in each file of the new best.
    Best(Vec<Delta>),
}

/// How a text differs from an older one: what stands between what they begin and end with in common.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Delta {
    before: usize,
    after: usize,
    between: Vec<u8>,
}

impl Record {
    /// The record of a best that follows `old`.
    pub(super) fn best(old: &[Arc<[u8]>], new: &[Arc<[u8]>]) -> Record {
        let nothing: &[u8] = &[];
        let old = old.iter().map(AsRef::as_ref).chain(std::iter::repeat(nothing));
        Record::Best(old.zip(new).map(|(old, new)| Delta::between(old, new)).collect())
    }

    pub(super) fn encode(&self) -> Vec<u8> {
        let mut bytes = vec![0; BEFORE];
        match self {
            Record::Verdict(hash, verdict) => {
                bytes[0] = VERDICT;
                bytes.extend(hash.to_le_bytes());
                bytes.push(verdict_code(*verdict));
            }
            Record::Best(deltas) => {
                bytes[0] = BEST;
                for delta in deltas {
                    for number in [delta.before, delta.after, delta.between.len()] {
                        bytes.extend((number as u64).to_le_bytes());
                    }
                    bytes.extend(&delta.between);
                }
            }
        }
        let len = u32::try_from(bytes.len() - BEFORE).expect("a document is smaller than 4 GiB");
        bytes[1..BEFORE].copy_from_slice(&len.to_le_bytes());
        let sum = xxh3_64(&bytes);
        bytes.extend(sum.to_le_bytes());
        bytes
    }

    /// The record at the start of `bytes` and its length, if there is a whole one.
    pub(super) fn decode(bytes: &[u8]) -> Option<(Record, usize)> {
        let len = u32::from_le_bytes(bytes.get(1..BEFORE)?.try_into().ok()?) as usize;
        let (body, rest) = bytes.split_at_checked(BEFORE.checked_add(len)?)?;
        if xxh3_64(body).to_le_bytes() != rest.get(..AFTER)? {
            return None;
        }
        let content = &body[BEFORE..];
        let record = match body[0] {
            VERDICT => {
                Record::Verdict(u128::from_le_bytes(content.get(..16)?.try_into().ok()?), verdict(content)?)
            }
            BEST => Record::Best(deltas(content)?),
            _ => return None,
        };
        Some((record, body.len() + AFTER))
    }
}

/// The texts that `deltas` make of `old`.
pub(super) fn apply(old: &[Arc<[u8]>], deltas: &[Delta]) -> Option<Texts> {
    let nothing: &[u8] = &[];
    let old = old.iter().map(AsRef::as_ref).chain(std::iter::repeat(nothing));
    deltas.iter().zip(old).map(|(delta, old)| delta.apply(old)).collect()
}

impl Delta {
    fn between(old: &[u8], new: &[u8]) -> Delta {
        let before = common_start(old, new);
        let (old, new) = (&old[before..], &new[before..]);
        let after = common_end(old, new);
        Delta { before, after, between: new[..new.len() - after].to_vec() }
    }

    fn apply(&self, old: &[u8]) -> Option<Arc<[u8]>> {
        let start = old.get(..self.before)?;
        let end = old.get(old.len().checked_sub(self.after)?..)?;
        Some([start, &self.between, end].concat().into())
    }
}

/// How many bytes two texts begin with in common. Compared in blocks: a best is mostly the same as the one before.
fn common_start(a: &[u8], b: &[u8]) -> usize {
    let blocks = a.chunks_exact(BLOCK).zip(b.chunks_exact(BLOCK)).take_while(|it| it.0 == it.1).count();
    let same = blocks * BLOCK;
    same + a[same..].iter().zip(&b[same..]).take_while(|it| it.0 == it.1).count()
}

/// How many bytes two texts end with in common.
fn common_end(a: &[u8], b: &[u8]) -> usize {
    let blocks = a.rchunks_exact(BLOCK).zip(b.rchunks_exact(BLOCK)).take_while(|it| it.0 == it.1).count();
    let same = blocks * BLOCK;
    let (a, b) = (&a[..a.len() - same], &b[..b.len() - same]);
    same + a.iter().rev().zip(b.iter().rev()).take_while(|it| it.0 == it.1).count()
}

fn deltas(mut content: &[u8]) -> Option<Vec<Delta>> {
    let mut deltas = Vec::new();
    while !content.is_empty() {
        let mut number = || {
            let (number, rest) = content.split_first_chunk()?;
            content = rest;
            usize::try_from(u64::from_le_bytes(*number)).ok()
        };
        let (before, after, len) = (number()?, number()?, number()?);
        let (between, rest) = content.split_at_checked(len)?;
        content = rest;
        deltas.push(Delta { before, after, between: between.to_vec() });
    }
    Some(deltas)
}

const fn verdict_code(verdict: Verdict) -> u8 {
    match verdict {
        Verdict::Cancelled => 0,
        Verdict::Interesting => 1,
        Verdict::Boring => 2,
        Verdict::TimedOut => 3,
    }
}

fn verdict(content: &[u8]) -> Option<Verdict> {
    let all = [Verdict::Interesting, Verdict::Boring, Verdict::TimedOut];
    all.into_iter().find(|&it| content.get(16) == Some(&verdict_code(it)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All texts of up to four letters of an alphabet of two.
    fn small_texts() -> Vec<Vec<u8>> {
        let text = |len: u32, bits: u32| (0..len).map(|at| b'a' + u8::from(bits >> at & 1 == 1)).collect();
        (0..=4).flat_map(|len| (0..1 << len).map(move |bits| text(len, bits))).collect()
    }

    #[test]
    fn a_delta_makes_the_new_text_of_the_old() {
        for old in small_texts() {
            for new in small_texts() {
                let delta = Delta::between(&old, &new);
                assert_eq!(delta.apply(&old).unwrap()[..], new[..]);
            }
        }
    }

    #[test]
    fn large_texts_differ_where_they_differ() {
        let old = vec![b'x'; 1000];
        for at in [0, 1, 63, 64, 65, 500, 935, 936, 999] {
            let mut new = old.clone();
            new[at] = b'y';
            let delta = Delta::between(&old, &new);
            assert_eq!(delta, Delta { before: at, after: 999 - at, between: b"y".to_vec() });
            assert_eq!(delta.apply(&old).unwrap()[..], new[..]);
        }
    }

    #[test]
    fn a_deletion_costs_no_text() {
        let delta = Delta::between(b"one two three", b"one three");
        assert_eq!(delta, Delta { before: 5, after: 4, between: Vec::new() });
    }

    #[test]
    fn records_survive_the_way_to_disk_and_back() {
        let old: Texts = vec![Arc::from(&b"abc"[..])];
        let new: Texts = vec![Arc::from(&b"ac"[..]), Arc::from(&b"new"[..])];
        for record in [Record::Verdict(u128::MAX - 1, Verdict::TimedOut), Record::best(&old, &new)] {
            let bytes = record.encode();
            let (again, len) = Record::decode(&[&bytes[..], b"more"].concat()).unwrap();
            assert_eq!((&again, len), (&record, bytes.len()));
            if let Record::Best(deltas) = again {
                assert_eq!(apply(&old, &deltas).unwrap(), new);
            }
        }
    }
}
