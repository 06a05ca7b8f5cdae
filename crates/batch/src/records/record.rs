//! What is kept of each input: what its check found, and the record of its reduction, `<file>.json`.

use std::sync::Arc;

use lop_engine::Stage;
use lop_oracle::signature::Signature;
use lop_runner::event::{Reason, Shown};
use lop_runner::summary::Rates;
use serde::{Deserialize, Serialize};

/// The version of the record's format.
pub const VERSION: u32 = 1;

/// The record of one reduction.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Record {
    /// The version of the format.
    pub version: u32,
    /// The input's path from the corpus.
    pub file: String,
    /// Its language, if it has one.
    pub language: Option<String>,
    /// Its crash.
    pub signature: Option<Crash>,
    /// The test, as a shell would read it.
    pub command: String,
    /// The first line of what the program says to `--version`.
    pub tool: Option<String>,
    /// True when it was reduced with the budget of a file whose signature has a better witness.
    pub quick: bool,
    /// Why it ended: `fixpoint`, `flaky`, `budget`, `stopped`, `skipped` or `failed`.
    pub ended: String,
    /// What went wrong, when it failed.
    pub because: Option<String>,
    /// The input.
    pub before: Size,
    /// The result.
    pub after: Size,
    /// Questions asked.
    pub questions: u64,
    /// Candidates whose verdict was known.
    pub known: u64,
    /// Seconds from begin to end, pauses between runs left out.
    pub seconds: f64,
    /// Rounds of the search.
    pub rounds: usize,
    /// What was proven about the result.
    pub certificate: Proven,
    /// How often the test says yes to the input and to the result, where that is what counts.
    #[serde(default)]
    pub rates: Option<Rates>,
    /// The passes that asked something.
    pub passes: Vec<Pass>,
    /// Every new best: when, by whom, how small.
    pub curve: Vec<Point>,
    /// How to make each best from the one before, the first from `source`; empty when that would be too large.
    pub steps: Vec<Delta>,
    /// The input's text, when it is not too large; else empty. Bytes as characters, see [`from_bytes`].
    pub source: String,
    /// The result's text. Bytes as characters, too.
    pub result: String,
    /// Why each token of the result stays.
    pub needed: Vec<Needed>,
    /// Why each larger unit of it stays, in the order in which they begin; whoever holds another stands before it.
    #[serde(default)]
    pub units: Vec<Needed>,
    /// What the search was at, from which question on.
    #[serde(default)]
    pub phases: Vec<Phase>,
    /// True when a formatter laid the result out.
    #[serde(default)]
    pub formatted: bool,
    /// The key lines of what the test prints for the result.
    pub output: Vec<String>,
    /// Of a project what became of each file; its `source` is empty, and its `result` has all files under their paths.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tree: Vec<File>,
    /// Hash of the result's normal form: names and literals made alike.
    pub normal: String,
}

/// A file of a project before and after.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct File {
    /// Its path at first.
    pub before: Option<String>,
    /// Its path in the result; nothing if it is gone.
    pub after: Option<String>,
    /// Its tokens at first and in the end.
    pub tokens: (usize, usize),
    /// Its bytes at first and in the end.
    pub bytes: (usize, usize),
}

/// A signature in a record.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Crash {
    /// For people.
    pub text: String,
    /// For [`Signature::from_line`].
    pub line: String,
    /// Sixteen digits.
    pub id: String,
}

impl From<&Signature> for Crash {
    fn from(it: &Signature) -> Crash {
        Crash { text: it.to_string(), line: it.to_line(), id: it.id() }
    }
}

/// The size of a text and its hash.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Size {
    /// Tokens.
    pub tokens: usize,
    /// Bytes.
    pub bytes: usize,
    /// 128 bits in hexadecimal.
    pub hash: String,
}

/// What was proven about a result.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Proven {
    /// True when no single unit or token can go.
    pub complete: bool,
    /// Tokens tried alone and refused.
    pub tokens: usize,
    /// Units tried alone and refused.
    pub units: usize,
}

/// What a pass did.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Pass {
    /// Its name.
    pub name: String,
    /// Questions asked for it.
    pub asked: u64,
    /// New bests.
    pub accepted: u64,
    /// Tokens removed.
    pub tokens: u64,
    /// Bytes removed.
    pub bytes: i64,
    /// Seconds of the test.
    pub seconds: f64,
}

/// One new best.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Point {
    /// After how many questions.
    pub question: u64,
    /// After how many seconds.
    pub seconds: f64,
    /// Tokens then.
    pub tokens: usize,
    /// Bytes then.
    pub bytes: usize,
    /// The pass that found it.
    pub pass: String,
    /// The score then, where there is an objective.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<f64>,
}

/// How a text differs from an older one: what stands between what they begin and end with in common.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Delta {
    /// Bytes they begin with in common.
    pub front: usize,
    /// Bytes they end with in common.
    pub back: usize,
    /// What is between in the new one. Bytes as characters.
    pub text: String,
}

impl Delta {
    /// The difference.
    pub fn between(old: &[u8], new: &[u8]) -> Delta {
        let front = old.iter().zip(new).take_while(|it| it.0 == it.1).count();
        let (old, new) = (&old[front..], &new[front..]);
        let back = old.iter().rev().zip(new.iter().rev()).take_while(|it| it.0 == it.1).count();
        Delta { front, back, text: from_bytes(&new[..new.len() - back]) }
    }

    /// The new text; `None` when `old` is not the text it was made for.
    pub fn apply(&self, old: &[u8]) -> Option<Vec<u8>> {
        let front = old.get(..self.front)?;
        let back = old.get(old.len().checked_sub(self.back)?..)?;
        Some([front, &to_bytes(&self.text), back].concat())
    }
}

/// Why a token or a unit stays.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Needed {
    /// Its first byte.
    pub start: usize,
    /// One past its last.
    pub end: usize,
    /// What it is called, if it is a unit: function `f`, if statement.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// What the answer without it was about.
    pub reason: Reason,
    /// What the test showed without it, where that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shown: Option<Shown>,
    /// True when the text does not parse without it.
    pub breaks: bool,
}

/// What the search was at for a while.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Phase {
    /// The first question of it.
    pub question: u64,
    /// What it was at.
    pub kind: PhaseKind,
}

/// What a search can be at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PhaseKind {
    /// Large units, and what can be done everywhere at once.
    Big,
    /// Tokens, literals, names, blanks.
    Small,
    /// What hardly ever pays, or makes the text larger at first.
    Rare,
    /// Each unit and token alone.
    Proof,
}

impl PhaseKind {
    /// The phase in which passes of this stage have their turn.
    pub fn of(stage: Stage) -> PhaseKind {
        match stage {
            Stage::Tree | Stage::Bulk | Stage::Mass | Stage::Coarse | Stage::Main => PhaseKind::Big,
            Stage::Fine | Stage::Polish | Stage::Finish => PhaseKind::Small,
            Stage::Deep | Stage::Grow => PhaseKind::Rare,
            Stage::Certify => PhaseKind::Proof,
        }
    }
}

/// Bytes as text in which each character is one byte, so that nothing is lost whatever they are.
pub fn from_bytes(bytes: &[u8]) -> String {
    bytes.iter().map(|&it| char::from(it)).collect()
}

/// The bytes of a text that [`from_bytes`] made.
pub fn to_bytes(text: &str) -> Vec<u8> {
    text.chars().map(|it| u8::try_from(u32::from(it)).unwrap_or(b'?')).collect()
}

impl Record {
    /// The best documents in their order, the input first; only the result, when the steps were not kept.
    pub fn texts(&self) -> Vec<Arc<[u8]>> {
        let mut texts: Vec<Arc<[u8]>> = vec![to_bytes(&self.source).into()];
        for step in &self.steps {
            match step.apply(&texts[texts.len() - 1]) {
                Some(next) => texts.push(next.into()),
                None => break,
            }
        }
        if self.steps.is_empty() || self.source.is_empty() {
            vec![to_bytes(&self.result).into()]
        } else {
            texts
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_bytes_survive_the_way_through_text() {
        let all: Vec<u8> = (0..=255).collect();
        assert_eq!(to_bytes(&from_bytes(&all)), all);
    }

    #[test]
    fn a_delta_makes_the_new_text_of_the_old() {
        let words: [&[u8]; 6] = [b"", b"a", b"ab", b"aba", b"\xff\x00", b"abab"];
        for old in words {
            for new in words {
                assert_eq!(Delta::between(old, new).apply(old).as_deref(), Some(new));
            }
        }
    }
}
