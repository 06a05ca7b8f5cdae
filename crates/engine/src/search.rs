//! The search: rounds of parse, propose, ask, commit, until a round changes nothing.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use crate::document::Document;
use crate::event::Observer;
use crate::oracle::{Cancel, Oracle, OracleError, Verdict};
use crate::pass::Pass;

/// How to search.
#[derive(Debug, Clone)]
pub struct Config {
    /// How many questions may be asked at once; at least 1.
    pub jobs: usize,
    /// The passes to use.
    pub passes: Vec<&'static Pass>,
    /// Stop after this many questions.
    pub max_questions: Option<u64>,
    /// Give the same result at any number of jobs, for some loss of speed.
    pub deterministic: bool,
    /// Verdicts known from an earlier run, by the hash of the candidate.
    pub known: HashMap<u128, Verdict>,
}

/// What a run came to.
#[derive(Debug, Clone)]
pub struct Outcome {
    /// The best document, file by file: judged interesting, or the input itself.
    pub files: Vec<Arc<[u8]>>,
    /// Tokens before and after.
    pub tokens: (usize, usize),
    /// Bytes before and after.
    pub bytes: (usize, usize),
    /// Questions the oracle was asked.
    pub questions: u64,
    /// Questions that the verdict cache answered.
    pub known: u64,
    /// Rounds begun.
    pub rounds: usize,
    /// What each pass did, in the order of the passes.
    pub passes: Vec<PassStats>,
    /// What is certain about the result.
    pub certificate: Certificate,
    /// Why the run ended.
    pub ended: Ended,
}

/// What one pass did in a run.
#[derive(Debug, Clone, Default)]
pub struct PassStats {
    /// The pass.
    pub name: &'static str,
    /// Questions asked for it.
    pub asked: u64,
    /// Candidates of it that became the best.
    pub accepted: u64,
    /// Candidates whose verdict was known already.
    pub known: u64,
    /// Tokens it removed.
    pub tokens: u64,
    /// Bytes it removed; negative when it paid bytes for tokens.
    pub bytes: i64,
    /// Time the oracle spent on its questions.
    pub took: Duration,
}

/// What was tried on the result, one by one, and refused.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Certificate {
    /// Units of the tree whose deletion was refused.
    pub units: usize,
    /// Tokens whose deletion was refused.
    pub tokens: usize,
    /// True when that is every unit and every token of the result: it is 1-minimal.
    pub complete: bool,
}

/// Why a run ended.
#[derive(Debug, Clone)]
pub enum Ended {
    /// Nothing proposed changes it any more.
    Fixpoint,
    /// The caller raised the stop flag.
    Stopped,
    /// The budget of questions is used up.
    Budget,
    /// The oracle could not be asked any more.
    OracleFailed(OracleError),
}

/// Reduces `document` as far as the passes lead. Returns the best so far however the run ends. The caller has made
/// sure that the document itself is interesting.
pub fn reduce(
    document: Document,
    config: &Config,
    oracle: &dyn Oracle,
    stop: &Cancel,
    observer: &dyn Observer,
) -> Outcome {
    let _ = (config, oracle, stop, observer);
    let bytes = document.files().iter().map(|it| it.text.len()).sum();
    let tokens = document.tokens();
    Outcome {
        files: document.texts(),
        tokens: (tokens, tokens),
        bytes: (bytes, bytes),
        questions: 0,
        known: 0,
        rounds: 0,
        passes: Vec::new(),
        certificate: Certificate::default(),
        ended: Ended::Fixpoint,
    }
}
