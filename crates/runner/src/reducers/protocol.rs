//! Our own protocol, version 1: a line of JSON for each message, on standard input and output. The book specifies it.

use std::collections::HashMap;
use std::ffi::OsString;

use lop_engine::internal::FileId;
use lop_oracle::ScratchDirectory;
use serde::{Deserialize, Serialize};

use super::adapters::{directory, shell, written};
use super::process::{Misdeed, Patience, Talk};
use super::proposal::{Change, Proposal, differences};
use super::source::{Answer, Source, View};

/// The version that we speak.
const VERSION: u32 = 1;

/// What we say.
#[derive(Debug, Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum Said<'s> {
    Hello {
        protocol: u32,
        lop: &'s str,
    },
    Propose {
        id: u64,
        path: &'s str,
        name: &'s str,
        bytes: usize,
        asked: u64,
        accepted: u64,
        seconds: u64,
        most: usize,
        /// What makes the text of this file out of that of an earlier question, if there was one.
        #[serde(flatten)]
        since: Option<Since>,
    },
}

/// What has changed, as spans of the text that question `since` was about.
#[derive(Debug, Serialize)]
struct Since {
    since: u64,
    changed: Vec<SaidEdit>,
}

#[derive(Debug, Serialize)]
struct SaidEdit {
    start: usize,
    end: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hex: Option<String>,
}

impl SaidEdit {
    fn new(change: Change) -> SaidEdit {
        let (text, hex) = match String::from_utf8(change.with) {
            Ok(text) => (Some(text).filter(|it| !it.is_empty()), None),
            Err(it) => (None, Some(hex(it.as_bytes()))),
        };
        SaidEdit { start: change.start, end: change.end, text, hex }
    }
}

/// What a reducer says.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum Heard {
    Hello {
        protocol: u32,
    },
    /// Competing sets of edits for one place, best first.
    Edits {
        id: u64,
        alternatives: Vec<Vec<WireEdit>>,
    },
    /// Sets of edits that may all go together.
    List {
        id: u64,
        elements: Vec<Vec<WireEdit>>,
    },
    /// Another text in the place of the file.
    Text {
        id: u64,
        #[serde(flatten)]
        text: WireText,
    },
    Done {
        id: u64,
    },
}

#[derive(Debug, Deserialize)]
struct WireEdit {
    start: usize,
    end: usize,
    #[serde(flatten)]
    with: WireText,
}

/// Bytes: as text, or where they are none in hexadecimal.
#[derive(Debug, Default, Deserialize)]
struct WireText {
    #[serde(default)]
    text: String,
    #[serde(default)]
    hex: Option<String>,
}

impl WireText {
    fn bytes(self) -> Option<Vec<u8>> {
        let Some(hex) = self.hex else { return Some(self.text.into_bytes()) };
        let digits = hex.as_bytes();
        let byte = |it: &[u8]| u8::from_str_radix(std::str::from_utf8(it).ok()?, 16).ok();
        (digits.len() % 2 == 0).then(|| digits.chunks(2).map(byte).collect())?
    }
}

/// A reducer that speaks it.
pub(super) struct Own {
    words: Vec<OsString>,
    talk: Option<(Talk, ScratchDirectory)>,
    id: u64,
    /// Of each file that it was asked about the last question and the text.
    asked: HashMap<FileId, (u64, Vec<u8>)>,
}

impl Own {
    pub(super) fn new(command: &str) -> Own {
        Own::of(shell(command))
    }

    /// The program of these words.
    pub(super) fn of(words: Vec<OsString>) -> Own {
        Own { words, talk: None, id: 0, asked: HashMap::new() }
    }

    fn begun(&mut self, patience: &Patience<'_>) -> Result<&mut (Talk, ScratchDirectory), Misdeed> {
        if self.talk.is_none() {
            let directory = directory()?;
            let mut talk = Talk::start(&self.words)?;
            talk.say(&json(&Said::Hello { protocol: VERSION, lop: env!("CARGO_PKG_VERSION") }))?;
            match heard(&talk.hear(patience)?)? {
                Heard::Hello { protocol: VERSION } => {}
                Heard::Hello { protocol } => return Err(Misdeed::Version(format!("version {protocol}"))),
                _ => return Err(Misdeed::Version("before it has said hello".to_owned())),
            }
            self.talk = Some((talk, directory));
        }
        Ok(self.talk.as_mut().expect("set above"))
    }

    fn asked(&mut self, view: &View<'_>, answer: &mut Answer) -> Result<(), Misdeed> {
        let patience = Patience::new(view.limits.time, view.stop);
        self.id += 1;
        let id = self.id;
        let before = self.asked.insert(view.file, (id, view.text.to_vec()));
        let (talk, directory) = self.begun(&patience)?;
        let path = written(directory.path(), view.name, view.text)?;
        let changed = |old: &[u8]| differences(old, view.text).into_iter().map(SaidEdit::new).collect();
        let since = before.map(|(since, old)| Since { since, changed: changed(&old) });
        talk.say(&json(&Said::Propose {
            id,
            path: &path.to_string_lossy(),
            name: &view.name.to_string_lossy(),
            bytes: view.text.len(),
            asked: view.counts.asked,
            accepted: view.counts.accepted,
            seconds: view.limits.time.as_secs(),
            most: view.limits.proposals,
            since,
        }))?;
        let mut bytes = 0;
        loop {
            let line = talk.hear(&patience)?;
            bytes += line.len();
            if bytes > view.limits.bytes || answer.proposals.len() > view.limits.proposals {
                return Err(Misdeed::Flood);
            }
            let garbage = || Misdeed::Garbage(brief(&line));
            // What was said about an earlier text says nothing about this one.
            match heard(&line)? {
                Heard::Done { id: of } if of == id => return Ok(()),
                Heard::Edits { id: of, alternatives } if of == id => {
                    let sets = sets(alternatives).ok_or_else(garbage)?;
                    answer.proposals.push(Proposal::Alternatives(sets));
                }
                Heard::List { id: of, elements } if of == id => {
                    answer.proposals.push(Proposal::List(sets(elements).ok_or_else(garbage)?));
                }
                Heard::Text { id: of, text } if of == id => {
                    let new = text.bytes().ok_or_else(garbage)?;
                    answer.proposals.push(Proposal::whole(view.text, &new));
                }
                _ => {}
            }
        }
    }
}

impl Source for Own {
    fn propose(&mut self, view: &View<'_>) -> Answer {
        let mut answer = Answer::default();
        answer.misdeed = self.asked(view, &mut answer).err();
        answer
    }

    fn restart(&mut self) {
        self.talk = None;
        self.asked.clear();
    }
}

fn hex(bytes: &[u8]) -> String {
    let digit = |it: u8| char::from_digit(u32::from(it), 16).expect("it is below 16");
    bytes.iter().flat_map(|it| [digit(it >> 4), digit(it & 15)]).collect()
}

fn json(said: &Said<'_>) -> String {
    serde_json::to_string(said).expect("it has no maps with keys that are not text")
}

fn heard(line: &[u8]) -> Result<Heard, Misdeed> {
    serde_json::from_slice(line).map_err(|_| Misdeed::Garbage(brief(line)))
}

/// The beginning of a line, for people.
pub(super) fn brief(line: &[u8]) -> String {
    let text = String::from_utf8_lossy(&line[..line.len().min(60)]);
    text.chars().map(|it| if it.is_control() { ' ' } else { it }).collect()
}

fn sets(all: Vec<Vec<WireEdit>>) -> Option<Vec<Vec<Change>>> {
    let change = |it: WireEdit| Some(Change { start: it.start, end: it.end, with: it.with.bytes()? });
    all.into_iter().map(|set| set.into_iter().map(change).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edit_may_delete_replace_or_put_any_bytes() {
        let line = br#"{"type":"edits","id":1,"alternatives":[[{"start":0,"end":1},{"start":2,"end":3,"text":"x"}],[{"start":0,"end":0,"hex":"00ff"}]],"new field":1}"#;
        let Heard::Edits { alternatives, .. } = heard(line).unwrap() else { unreachable!("it says edits") };
        let sets = sets(alternatives).unwrap();
        assert_eq!(sets[0][1], Change { start: 2, end: 3, with: b"x".to_vec() });
        assert_eq!(sets[1][0].with, [0, 255]);
        for wrong in ["{}", "[]", "hello", r#"{"type":"edits","id":1}"#, r#"{"type":"other"}"#] {
            assert!(matches!(heard(wrong.as_bytes()), Err(Misdeed::Garbage(_))), "{wrong}");
        }
    }
}
