//! What a file of `--learn` says: a line for its format, then for each command and language a line and one for each kind of edit.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use lop_engine::{EditKind, Experience, Seen};
use serde::{Deserialize, Serialize};

/// What of the evidence goes on counting when a run is added: half of it after 23 runs.
const KEPT: f32 = 0.97;
/// The first line begins with this, and has the version.
const FORMAT: &str = "lop-learn";
const VERSION: u32 = 1;

/// Whose experience it is.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Key {
    /// The digest of a command.
    pub(super) command: String,
    pub(super) language: String,
}

/// What runs of one command on files of one language have seen.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Section {
    /// How many they were.
    pub(super) runs: u64,
    pub(super) experience: Experience,
}

/// All of a file.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Store(BTreeMap<Key, Section>);

/// A line, as it is written. What it may be goes by its first field.
#[derive(Debug, Serialize, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
enum Line {
    Format { format: String, version: u32 },
    Section { command: String, language: String, runs: u64 },
    Kind { pass: String, unit: String, breaks: bool, asked: f32, accepted: f32 },
}

impl Store {
    /// Reads a file; one without a byte has nothing. Otherwise what is wrong with it.
    pub(super) fn parse(text: &str) -> Result<Store, String> {
        let mut store = Store::default();
        let mut section: Option<&mut Section> = None;
        for (number, line) in (1..).zip(text.lines()) {
            let wrong = |why: &str| format!("line {number} {why}");
            let line = serde_json::from_str(line).map_err(|_| wrong("is none of such a file"))?;
            match (number, line) {
                (1, Line::Format { format, version }) if format == FORMAT => {
                    if version != VERSION {
                        return Err(format!(
                            "it is of version {version}, and this lop reads version {VERSION}"
                        ));
                    }
                }
                (1, _) => return Err(wrong("does not say that it is such a file")),
                (_, Line::Section { command, language, runs }) => {
                    let it = store.0.entry(Key { command, language }).or_default();
                    it.runs = runs;
                    section = Some(it);
                }
                (_, Line::Kind { pass, unit, breaks, asked, accepted }) => {
                    let is_count = |it: f32| it.is_finite() && it >= 0.0;
                    let section = section.as_mut().ok_or_else(|| wrong("belongs to no command"))?;
                    if !is_count(asked) || !is_count(accepted) || accepted > asked + 0.01 {
                        return Err(wrong("has numbers that cannot be"));
                    }
                    section.experience.note(EditKind { pass, unit, breaks }, Seen { asked, accepted });
                }
                (_, Line::Format { .. }) => return Err(wrong("begins another file")),
            }
        }
        Ok(store)
    }

    /// The text of the file.
    pub(super) fn render(&self) -> String {
        let line = |it: &Line| serde_json::to_string(it).expect("it is made of texts and numbers");
        let mut text = line(&Line::Format { format: FORMAT.to_owned(), version: VERSION });
        let hundredths = |it: f32| (it * 100.0).round() / 100.0;
        for (Key { command, language }, section) in &self.0 {
            let (command, language, runs) = (command.clone(), language.clone(), section.runs);
            let _ = write!(text, "\n{}", line(&Line::Section { command, language, runs }));
            for (kind, Seen { asked, accepted }) in section.experience.kinds() {
                let EditKind { pass, unit, breaks } = kind.clone();
                let (asked, accepted) = (hundredths(asked), hundredths(accepted));
                let _ = write!(text, "\n{}", line(&Line::Kind { pass, unit, breaks, asked, accepted }));
            }
        }
        text + "\n"
    }

    /// What is known of a command and language.
    pub(super) fn section(&self, key: &Key) -> Section {
        self.0.get(key).cloned().unwrap_or_default()
    }

    /// Adds what a run has seen; what others have seen before counts for less then.
    pub(super) fn add(&mut self, key: &Key, seen: &Experience) {
        let section = self.0.entry(key.clone()).or_default();
        section.runs += 1;
        section.experience.fade(KEPT);
        section.experience.add(seen);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(language: &str) -> Key {
        Key { command: "ab12".to_owned(), language: language.to_owned() }
    }

    fn seen(asked: f32, accepted: f32) -> Experience {
        let mut it = Experience::default();
        let kind = EditKind { pass: "hoist".to_owned(), unit: "\"{\"".to_owned(), breaks: true };
        it.note(kind, Seen { asked, accepted });
        it
    }

    #[test]
    fn what_was_learnt_is_read_as_it_was_written() {
        let mut store = Store::default();
        store.add(&key("one"), &seen(4.0, 1.0));
        store.add(&key("two"), &seen(2.0, 0.0));
        assert_eq!(Store::parse(&store.render()), Ok(store.clone()));
        assert_eq!(Store::parse(""), Ok(Store::default()));
        assert_eq!(Store::parse(&Store::default().render()), Ok(Store::default()));
        store.add(&key("one"), &seen(1.0, 0.0));
        let section = store.section(&key("one"));
        let all: Vec<Seen> = section.experience.kinds().map(|it| it.1).collect();
        assert_eq!((section.runs, all.len()), (2, 1));
        assert!((all[0].asked - 4.88).abs() < 0.001 && (all[0].accepted - 0.97).abs() < 0.001, "{all:?}");
        assert_eq!(store.section(&key("other")), Section::default());
    }

    #[test]
    fn what_is_no_such_file_is_refused_with_the_reason() {
        let head = r#"{"format":"lop-learn","version":1}"#;
        for (text, part) in [
            ("int main(void) {}\n".to_owned(), "line 1"),
            ("{}".to_owned(), "line 1"),
            (r#"{"format":"lop-learn","version":2}"#.to_owned(), "version 2"),
            (r#"{"format":"other","version":1}"#.to_owned(), "line 1"),
            (format!("{head}\n{{\"command\":\"a\",\"language\":\"one\""), "line 2"),
            (
                format!("{head}\n{}", r#"{"pass":"x","unit":"","breaks":false,"asked":1,"accepted":0}"#),
                "no command",
            ),
            (
                format!(
                    "{head}\n{}\n{}",
                    r#"{"command":"a","language":"one","runs":1}"#,
                    r#"{"pass":"x","unit":"","breaks":false,"asked":-1,"accepted":0}"#
                ),
                "cannot be",
            ),
            (format!("{head}\n{head}"), "another"),
        ] {
            let why = Store::parse(&text).unwrap_err();
            assert!(why.contains(part), "{text}: {why}");
        }
    }
}
