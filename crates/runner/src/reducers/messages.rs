//! The messages of our own protocol as they are on the wire. The book specifies them.

use serde::{Deserialize, Serialize};

use super::process::Misdeed;
use super::proposal::{Change, Set};

/// What we say.
#[derive(Debug, Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub(super) enum Said<'s> {
    Hello {
        protocol: u32,
        lop: &'s str,
    },
    Propose {
        id: u64,
        /// Where the text is, unless it is here.
        #[serde(skip_serializing_if = "Option::is_none")]
        path: Option<&'s str>,
        #[serde(flatten)]
        inline: Option<Bytes>,
        name: &'s str,
        bytes: usize,
        asked: u64,
        accepted: u64,
        seconds: u64,
        most: usize,
        /// What makes the text of this file out of that of an earlier question, if there was one.
        #[serde(flatten)]
        since: Option<Since>,
        /// The question that this one asks for more of.
        #[serde(skip_serializing_if = "Option::is_none")]
        more: Option<u64>,
        /// Which of several instances is asked.
        #[serde(flatten)]
        part: Option<Part>,
        /// What became of its proposals since it was asked last.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        verdicts: Vec<SaidVerdict>,
    },
    /// The answer should come to its end.
    Stop {
        id: u64,
    },
}

/// One of several instances that share an answer, counted from 0.
#[derive(Debug, Clone, Copy, Serialize)]
pub(super) struct Part {
    pub(super) part: usize,
    pub(super) parts: usize,
}

/// What became of edits that were asked about together.
#[derive(Debug, Serialize)]
pub(super) struct SaidVerdict {
    pub(super) accepted: bool,
    pub(super) of: Vec<SaidSets>,
}

/// Which sets of a proposal that is.
#[derive(Debug, Serialize)]
pub(super) struct SaidSets {
    pub(super) id: u64,
    /// Of its answer, counted from 0.
    pub(super) proposal: usize,
    pub(super) sets: Vec<usize>,
}

/// What has changed, as spans of the text that question `since` was about.
#[derive(Debug, Serialize)]
pub(super) struct Since {
    pub(super) since: u64,
    pub(super) changed: Vec<SaidEdit>,
}

#[derive(Debug, Serialize)]
pub(super) struct SaidEdit {
    start: usize,
    end: usize,
    #[serde(flatten)]
    with: Option<Bytes>,
}

impl SaidEdit {
    pub(super) fn new(change: Change) -> SaidEdit {
        let with = (!change.with.is_empty()).then(|| Bytes::new(change.with));
        SaidEdit { start: change.start, end: change.end, with }
    }
}

/// Bytes that we say: as text, or where they are none in hexadecimal.
#[derive(Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Bytes {
    Text(String),
    Hex(String),
}

impl Bytes {
    pub(super) fn new(bytes: Vec<u8>) -> Bytes {
        String::from_utf8(bytes).map_or_else(|it| Bytes::Hex(hex(it.as_bytes())), Bytes::Text)
    }
}

/// What a reducer says.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub(super) enum Heard {
    Hello {
        protocol: u32,
        #[serde(flatten)]
        manners: Manners,
    },
    /// Competing sets of edits for one place, best first.
    Edits {
        id: u64,
        alternatives: Vec<Vec<WireEdit>>,
        #[serde(default)]
        gains: Vec<Option<u32>>,
    },
    /// Sets of edits that may all go together.
    List {
        id: u64,
        elements: Vec<Vec<WireEdit>>,
        #[serde(default)]
        gains: Vec<Option<u32>>,
    },
    /// Another text in the place of the file.
    Text {
        id: u64,
        #[serde(flatten)]
        text: WireText,
    },
    Done {
        id: u64,
        /// It has more to propose for this text.
        #[serde(default)]
        more: bool,
    },
}

/// How a reducer wants to be asked.
#[derive(Debug, Clone, Copy, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Manners {
    /// It reads the text in the question, and no file.
    pub(crate) inline: bool,
    /// It hears what became of each proposal.
    pub(crate) verdicts: bool,
    /// So many instances of it may share an answer.
    pub(crate) parallel: usize,
}

#[derive(Debug, Deserialize)]
pub(super) struct WireEdit {
    start: usize,
    end: usize,
    #[serde(flatten)]
    with: WireText,
}

/// Bytes: as text, or where they are none in hexadecimal.
#[derive(Debug, Default, Deserialize)]
pub(super) struct WireText {
    #[serde(default)]
    text: String,
    #[serde(default)]
    hex: Option<String>,
}

impl WireText {
    pub(super) fn bytes(self) -> Option<Vec<u8>> {
        let Some(hex) = self.hex else { return Some(self.text.into_bytes()) };
        let digits = hex.as_bytes();
        let byte = |it: &[u8]| u8::from_str_radix(std::str::from_utf8(it).ok()?, 16).ok();
        (digits.len() % 2 == 0).then(|| digits.chunks(2).map(byte).collect())?
    }
}

fn hex(bytes: &[u8]) -> String {
    let digit = |it: u8| char::from_digit(u32::from(it), 16).expect("it is below 16");
    bytes.iter().flat_map(|it| [digit(it >> 4), digit(it & 15)]).collect()
}

pub(super) fn json(said: &Said<'_>) -> String {
    serde_json::to_string(said).expect("it has no maps with keys that are not text")
}

pub(super) fn heard(line: &[u8]) -> Result<Heard, Misdeed> {
    serde_json::from_slice(line).map_err(|_| Misdeed::Garbage(brief(line)))
}

/// The beginning of a line, for people.
pub(super) fn brief(line: &[u8]) -> String {
    let text = String::from_utf8_lossy(&line[..line.len().min(60)]);
    text.chars().map(|it| if it.is_control() { ' ' } else { it }).collect()
}

/// The sets of a proposal with their gains; `None` for what is no bytes, or other gains than sets.
pub(super) fn sets(all: Vec<Vec<WireEdit>>, gains: Vec<Option<u32>>) -> Option<Vec<Set>> {
    let change = |it: WireEdit| Some(Change { start: it.start, end: it.end, with: it.with.bytes()? });
    if !gains.is_empty() && gains.len() != all.len() {
        return None;
    }
    let gains = gains.into_iter().chain(std::iter::repeat(None));
    let set = |(set, gain): (Vec<WireEdit>, Option<u32>)| {
        Some(Set { changes: set.into_iter().map(change).collect::<Option<_>>()?, gain })
    };
    all.into_iter().zip(gains).map(set).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edit_may_delete_replace_or_put_any_bytes() {
        let line = br#"{"type":"edits","id":1,"alternatives":[[{"start":0,"end":1},{"start":2,"end":3,"text":"x"}],[{"start":0,"end":0,"hex":"00ff"}]],"new field":1}"#;
        let Heard::Edits { alternatives, gains, .. } = heard(line).unwrap() else {
            unreachable!("it says edits")
        };
        assert!(gains.is_empty());
        let sets = sets(alternatives, gains).unwrap();
        assert_eq!(sets[0].changes[1], Change { start: 2, end: 3, with: b"x".to_vec() });
        assert_eq!(sets[1].changes[0].with, [0, 255]);
        for wrong in ["{}", "[]", "hello", r#"{"type":"edits","id":1}"#, r#"{"type":"other"}"#] {
            assert!(matches!(heard(wrong.as_bytes()), Err(Misdeed::Garbage(_))), "{wrong}");
        }
    }

    #[test]
    fn gains_are_said_of_each_set_or_of_none() {
        let read = |gains: &str| {
            let line = format!(
                r#"{{"type":"list","id":1,"elements":[[{{"start":0,"end":1}}],[{{"start":2,"end":3}}]]{gains}}}"#
            );
            let Heard::List { elements, gains, .. } = heard(line.as_bytes()).unwrap() else {
                unreachable!("it says list")
            };
            sets(elements, gains).map(|it| it.iter().map(|it| it.gain).collect::<Vec<_>>())
        };
        assert_eq!(read(""), Some(vec![None, None]));
        assert_eq!(read(r#","gains":[7,null]"#), Some(vec![Some(7), None]));
        assert_eq!(read(r#","gains":[7]"#), None);
    }
}
