//! What a journal knew: read record by record, up to the first that is not whole.

use std::collections::HashMap;
use std::sync::Arc;

use lop_engine::Verdict;

use super::record::{self, Deltas, HEADER, Record, Texts};

/// What a journal knew.
#[derive(Debug, Clone, Default)]
pub struct Replay {
    /// The verdicts, by the hash of the candidate.
    pub known: HashMap<u128, Known>,
    /// What runs showed, by the hash of the candidate. What it means is the caller's business.
    pub shown: HashMap<u128, Arc<[u8]>>,
    /// What was measured of documents, by their hashes; the second number is the score that they count with.
    pub scores: HashMap<u128, [f64; 2]>,
    /// All bests in the order in which they were found.
    pub bests: Vec<Best>,
    /// The texts of the last of them, if there was one.
    pub best: Option<Vec<Arc<[u8]>>>,
    /// Several workers asked at once, so that the search cannot be expected to take the same way again.
    pub wide: bool,
    /// Nothing was left to try when it was last closed.
    pub complete: bool,
    /// Bytes at the end that were not whole records, and are gone.
    pub torn: u64,
    /// Why the journal that was there is not gone on with but begun anew, as a clause.
    pub begun_anew: Option<&'static str>,
}

/// A verdict and why.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Known {
    /// What the oracle said.
    pub verdict: Verdict,
    /// Why. What the numbers mean is the caller's business.
    pub reason: u8,
}

/// One best of a run, as what it changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Best {
    /// The hash that it was noted with.
    pub hash: u128,
    /// What was noted with it. What it means is the caller's business.
    pub note: Vec<u8>,
    pub(super) deltas: Deltas,
}

impl Best {
    /// The texts of this best, made of those of the best before it, or of the input if it is the first. `None` when
    /// those are of something else.
    pub fn texts(&self, before: &[Arc<[u8]>]) -> Option<Vec<Arc<[u8]>>> {
        record::apply(before, &self.deltas)
    }
}

impl Replay {
    /// The verdicts alone.
    pub fn verdicts(&self) -> HashMap<u128, Verdict> {
        self.known.iter().map(|(hash, known)| (*hash, known.verdict)).collect()
    }

    /// Reads the records that stand in `bytes` behind the header. Also gives the latest best, and where the records end.
    pub(super) fn read(bytes: &[u8], input: &[Arc<[u8]>]) -> (Replay, Texts, u64) {
        let mut replay = Replay::default();
        let mut latest = input.to_vec();
        let mut end = HEADER;
        while let Some((record, len)) = Record::decode(&bytes[end..]) {
            replay.complete = record == Record::Complete;
            match record {
                Record::Complete => {}
                Record::Verdict(hash, known) => drop(replay.known.insert(hash, known)),
                Record::Shown(hash, text) => drop(replay.shown.insert(hash, text)),
                Record::ShownAs(hash, other) => {
                    let text = replay.shown.get(&other).cloned();
                    replay.shown.extend(text.map(|it| (hash, it)));
                }
                Record::Score(hash, bits) => drop(replay.scores.insert(hash, bits.map(f64::from_bits))),
                Record::Wide => replay.wide = true,
                Record::Best(best) => {
                    let Some(next) = best.texts(&latest) else { break };
                    latest = next;
                    replay.bests.push(best);
                }
            }
            end += len;
        }
        replay.best = (!replay.bests.is_empty()).then(|| latest.clone());
        replay.torn = (bytes.len() - end) as u64;
        (replay, latest, end as u64)
    }
}
