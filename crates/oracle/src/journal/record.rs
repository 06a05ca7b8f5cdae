//! The records of a journal as bytes: kind, length, content, checksum.

use std::sync::Arc;

use lop_engine::Verdict;
use xxhash_rust::xxh3::xxh3_64;

use super::{Best, Known};

/// Bytes of a journal's header: the magic that names the version, three hashes, a checksum.
pub(super) const HEADER: usize = 16 + 3 * 16 + 8;

/// The texts of a document.
pub(super) type Texts = Vec<Arc<[u8]>>;

/// Kind and length of the content stand before it, its checksum after.
const BEFORE: usize = 1 + 4;
const AFTER: usize = 8;

/// A document has no more files than this.
const MOST_FILES: usize = u16::MAX as usize;

/// How many bytes are compared at once.
const BLOCK: usize = 64;

const VERDICT: u8 = 1;
const BEST: u8 = 2;
const WIDE: u8 = 3;
const COMPLETE: u8 = 4;
const SCORE: u8 = 5;
const SHOWN: u8 = 6;
const SHOWN_AS: u8 = 7;

/// One thing that is known.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Record {
    /// What the oracle said of the candidate with this hash.
    Verdict(u128, Known),
    /// What the run on the candidate with this hash showed.
    Shown(u128, Arc<[u8]>),
    /// The same as the run on the second candidate showed, which stands further up.
    ShownAs(u128, u128),
    /// What was measured of the document with this hash: two numbers, as their bits.
    Score(u128, [u64; 2]),
    /// A new best.
    Best(Best),
    /// From here on several workers ask at once.
    Wide,
    /// Nothing was left to try.
    Complete,
}

/// How a text differs from an older one: what stands between what they begin and end with in common.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct FileDelta {
    before: usize,
    after: usize,
    between: Vec<u8>,
}

/// How the texts of a document differ from older ones.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Deltas {
    files: usize,
    /// Only the files that do differ, counted from 0.
    changed: Vec<(usize, FileDelta)>,
}

impl Record {
    /// The record of a best that follows `old`.
    pub(super) fn best(hash: u128, note: &[u8], old: &[Arc<[u8]>], new: &[Arc<[u8]>]) -> Record {
        let changed = new.iter().enumerate().filter_map(|(file, new)| match old.get(file) {
            // Most files of a project are the very same.
            Some(old) if Arc::ptr_eq(old, new) || old == new => None,
            Some(old) => Some((file, FileDelta::between(old, new))),
            None => Some((file, FileDelta::between(&[], new))),
        });
        let deltas = Deltas { files: new.len(), changed: changed.collect() };
        Record::Best(Best { hash, note: note.to_vec(), deltas })
    }

    pub(super) fn encode(&self) -> Vec<u8> {
        let mut bytes = vec![0; BEFORE];
        match self {
            Record::Verdict(hash, known) => {
                bytes[0] = VERDICT;
                bytes.extend(hash.to_le_bytes());
                bytes.extend([verdict_code(known.verdict), known.reason]);
            }
            Record::Best(best) => {
                bytes[0] = BEST;
                bytes.extend(best.hash.to_le_bytes());
                bytes.extend((best.note.len() as u64).to_le_bytes());
                bytes.extend(&best.note);
                bytes.extend((best.deltas.files as u64).to_le_bytes());
                for (file, delta) in &best.deltas.changed {
                    for number in [*file, delta.before, delta.after, delta.between.len()] {
                        bytes.extend((number as u64).to_le_bytes());
                    }
                    bytes.extend(&delta.between);
                }
            }
            Record::Score(hash, numbers) => {
                bytes[0] = SCORE;
                bytes.extend(hash.to_le_bytes());
                bytes.extend(numbers.iter().flat_map(|it| it.to_le_bytes()));
            }
            Record::Shown(hash, text) => {
                bytes[0] = SHOWN;
                bytes.extend(hash.to_le_bytes());
                bytes.extend(&text[..]);
            }
            Record::ShownAs(hash, other) => {
                bytes[0] = SHOWN_AS;
                bytes.extend(hash.to_le_bytes());
                bytes.extend(other.to_le_bytes());
            }
            Record::Wide => bytes[0] = WIDE,
            Record::Complete => bytes[0] = COMPLETE,
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
        let mut content = Reader(&body[BEFORE..]);
        let record = match body[0] {
            VERDICT => {
                let hash = content.hash()?;
                let [verdict, reason] = *content.array()?;
                Record::Verdict(hash, Known { verdict: verdict_of(verdict)?, reason })
            }
            BEST => {
                let hash = content.hash()?;
                let len = content.number()?;
                let note = content.bytes(len)?.to_vec();
                Record::Best(Best { hash, note, deltas: content.deltas()? })
            }
            SCORE => Record::Score(content.hash()?, [content.eight()?, content.eight()?]),
            SHOWN => Record::Shown(content.hash()?, content.0.into()),
            SHOWN_AS => Record::ShownAs(content.hash()?, content.hash()?),
            WIDE => Record::Wide,
            COMPLETE => Record::Complete,
            _ => return None,
        };
        Some((record, body.len() + AFTER))
    }
}

/// The texts that `deltas` make of `old`.
pub(super) fn apply(old: &[Arc<[u8]>], deltas: &Deltas) -> Option<Texts> {
    let mut texts = old.to_vec();
    texts.resize(deltas.files, Arc::default());
    for (file, delta) in &deltas.changed {
        let text = texts.get_mut(*file)?;
        *text = delta.apply(text)?;
    }
    Some(texts)
}

impl FileDelta {
    fn between(old: &[u8], new: &[u8]) -> FileDelta {
        let before = common_start(old, new);
        let (old, new) = (&old[before..], &new[before..]);
        let after = common_end(old, new);
        FileDelta { before, after, between: new[..new.len() - after].to_vec() }
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

/// The rest of a record's content.
struct Reader<'b>(&'b [u8]);

impl<'b> Reader<'b> {
    fn array<const N: usize>(&mut self) -> Option<&'b [u8; N]> {
        let (array, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(array)
    }

    fn bytes(&mut self, len: usize) -> Option<&'b [u8]> {
        let (bytes, rest) = self.0.split_at_checked(len)?;
        self.0 = rest;
        Some(bytes)
    }

    fn hash(&mut self) -> Option<u128> {
        Some(u128::from_le_bytes(*self.array()?))
    }

    fn number(&mut self) -> Option<usize> {
        usize::try_from(self.eight()?).ok()
    }

    fn eight(&mut self) -> Option<u64> {
        Some(u64::from_le_bytes(*self.array()?))
    }

    fn deltas(&mut self) -> Option<Deltas> {
        let files = self.number().filter(|it| *it <= MOST_FILES)?;
        let mut changed = Vec::new();
        while !self.0.is_empty() {
            let (file, before, after, len) = (self.number()?, self.number()?, self.number()?, self.number()?);
            changed.push((file, FileDelta { before, after, between: self.bytes(len)?.to_vec() }));
        }
        Some(Deltas { files, changed })
    }
}

const fn verdict_code(verdict: Verdict) -> u8 {
    match verdict {
        Verdict::Cancelled => 0,
        Verdict::Interesting => 1,
        Verdict::Boring => 2,
        Verdict::TimedOut => 3,
    }
}

fn verdict_of(code: u8) -> Option<Verdict> {
    let all = [Verdict::Interesting, Verdict::Boring, Verdict::TimedOut];
    all.into_iter().find(|&it| verdict_code(it) == code)
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
                let delta = FileDelta::between(&old, &new);
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
            let delta = FileDelta::between(&old, &new);
            assert_eq!(delta, FileDelta { before: at, after: 999 - at, between: b"y".to_vec() });
            assert_eq!(delta.apply(&old).unwrap()[..], new[..]);
        }
    }

    #[test]
    fn a_deletion_costs_no_text() {
        let delta = FileDelta::between(b"one two three", b"one three");
        assert_eq!(delta, FileDelta { before: 5, after: 4, between: Vec::new() });
    }

    #[test]
    fn records_survive_the_way_to_disk_and_back() {
        let old: Texts = vec![Arc::from(&b"abc"[..])];
        let new: Texts = vec![Arc::from(&b"ac"[..]), Arc::from(&b"new"[..])];
        let known = Known { verdict: Verdict::TimedOut, reason: 7 };
        let best = Record::best(u128::MAX - 2, b"note", &old, &new);
        let shown = [Record::Shown(3, Arc::from(&b"said"[..])), Record::ShownAs(4, 3)];
        for record in [Record::Verdict(u128::MAX - 1, known), best, Record::Wide].into_iter().chain(shown) {
            let bytes = record.encode();
            let (again, len) = Record::decode(&[&bytes[..], b"more"].concat()).unwrap();
            assert_eq!((&again, len), (&record, bytes.len()));
            if let Record::Best(best) = again {
                assert_eq!(best.texts(&old).unwrap(), new);
            }
        }
    }
}
