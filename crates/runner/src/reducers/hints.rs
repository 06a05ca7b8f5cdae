//! `CMD FILE` that prints hints in the format of C-Vise: lines of JSON, each with spans that go together.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::adapters::{directory, shell_with, written};
use super::messages::brief;
use super::process::{Misdeed, Patience, run};
use super::proposal::{Change, Proposal, Set};
use super::source::{Answer, Source, View};

/// What the first line says.
const FORMAT: &str = "cvise_hints_v0";

#[derive(Debug, Deserialize)]
struct Preamble {
    format: String,
}

#[derive(Debug, Deserialize)]
struct Hint {
    #[serde(rename = "p", default)]
    patches: Vec<Patch>,
    /// Which word of the vocabulary says of what kind it is.
    #[serde(rename = "t")]
    kind: Option<usize>,
}

/// A span that goes, or becomes a word of the vocabulary.
#[derive(Debug, Deserialize)]
struct Patch {
    #[serde(rename = "l")]
    left: Option<usize>,
    #[serde(rename = "r")]
    right: Option<usize>,
    #[serde(rename = "v")]
    value: Option<usize>,
    /// Something else than that is to be done, to files as such.
    #[serde(rename = "o")]
    operation: Option<usize>,
}

/// A command that prints them.
pub(super) struct Hints(String);

impl Hints {
    pub(super) fn new(command: &str) -> Hints {
        Hints(command.to_owned())
    }

    fn printed(&self, view: &View<'_>) -> Result<Vec<Proposal>, Misdeed> {
        let patience = Patience::new(view.limits.time, view.stop);
        let directory = directory()?;
        let path = written(directory.path(), view.name, view.text)?;
        let text = run(&shell_with(&self.0, &[path.as_os_str()]), view.limits.bytes, &patience)?;
        read(&text, view.limits.proposals)
    }
}

impl Source for Hints {
    fn propose(&mut self, view: &View<'_>) -> Answer {
        self.printed(view).into()
    }
}

/// The hints of each kind as a list of their own.
fn read(text: &[u8], most: usize) -> Result<Vec<Proposal>, Misdeed> {
    let mut lines = text.split(|it| *it == b'\n').filter(|it| !it.trim_ascii().is_empty());
    let Some(first) = lines.next() else { return Ok(Vec::new()) };
    let garbage = |line: &[u8]| Misdeed::Garbage(brief(line));
    let preamble: Preamble = serde_json::from_slice(first).map_err(|_| garbage(first))?;
    if preamble.format != FORMAT {
        return Err(Misdeed::Version(format!("hints of the format {}", brief(preamble.format.as_bytes()))));
    }
    let second = lines.next().ok_or(Misdeed::Nothing)?;
    let vocabulary: Vec<String> = serde_json::from_slice(second).map_err(|_| garbage(second))?;
    let mut kinds: BTreeMap<Option<usize>, Vec<Vec<Change>>> = BTreeMap::new();
    for line in lines {
        let hint: Hint = serde_json::from_slice(line).map_err(|_| garbage(line))?;
        let changes: Option<Vec<Change>> = hint.patches.iter().map(|it| it.change(&vocabulary)).collect();
        // One about files, or words, as such has no spans.
        if let Some(changes) = changes.filter(|it| !it.is_empty()) {
            kinds.entry(hint.kind).or_default().push(changes);
        }
        // All of a kind are one proposal: a large file has a hint for each of its tokens.
        if kinds.len() > most {
            return Err(Misdeed::Flood);
        }
    }
    Ok(kinds.into_values().map(|it| Proposal::List(it.into_iter().map(Set::from).collect())).collect())
}

impl Patch {
    /// What it changes; nothing where that is no span, or a word that is not there.
    fn change(&self, vocabulary: &[String]) -> Option<Change> {
        let with = self.value.map_or(Some(""), |it| vocabulary.get(it).map(String::as_str))?;
        let (start, end) = (self.left?, self.right?);
        self.operation.is_none().then(|| Change { start, end, with: with.as_bytes().to_vec() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hints_of_a_kind_are_a_list_and_words_stand_for_spans() {
        let text = br#"{"format": "cvise_hints_v0"}
["functions", "", "{}"]
{"t": 0, "p": [{"l": 0, "r": 3}]}
{"t": 0, "p": [{"l": 4, "r": 5, "v": 2}, {"l": 7, "r": 8, "f": 0}]}
{"t": 1, "p": [{"o": 1, "p": 2}]}
{"p": [{"l": 1, "r": 2}]}
"#;
        let change = |start, end, with: &str| Change { start, end, with: with.into() };
        let lists = [
            Proposal::List(vec![vec![change(1, 2, "")].into()]),
            Proposal::List(vec![
                vec![change(0, 3, "")].into(),
                vec![change(4, 5, "{}"), change(7, 8, "")].into(),
            ]),
        ];
        assert_eq!(read(text, 9).unwrap(), lists);
        assert_eq!(read(text, 2).unwrap(), lists, "a kind is one proposal, however many hints it has");
        assert!(read(b"", 9).unwrap().is_empty());
        assert_eq!(read(text, 1), Err(Misdeed::Flood));
    }

    #[test]
    fn what_is_no_hint_or_of_another_format_is_told() {
        assert!(matches!(read(b"hello", 9), Err(Misdeed::Garbage(_))));
        assert!(matches!(read(b"{\"format\": \"cvise_hints_v9\"}\n[]\n", 9), Err(Misdeed::Version(_))));
        assert!(matches!(read(b"{\"format\": \"cvise_hints_v0\"}\n[]\n7\n", 9), Err(Misdeed::Garbage(_))));
    }
}
