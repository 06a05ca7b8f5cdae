//! How values are written in a section: alone or in a list, as a text or a number.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use lop_engine::Effort;
use lop_runner::options::shell_line;
use serde::Deserialize;

#[derive(Debug, Clone, Deserialize)]
#[serde(untagged, expecting = "a line for the shell, or a list of the program and its arguments")]
pub(super) enum Command {
    Line(String),
    Words(Vec<String>),
}

impl Command {
    pub(super) fn words(&self, corpus: &Path) -> Vec<OsString> {
        match self {
            Command::Line(line) => shell_line(OsStr::new(line), corpus),
            Command::Words(words) => words.iter().map(Into::into).collect(),
        }
    }
}

/// A list, or its only element.
#[derive(Debug, Clone, Deserialize)]
#[serde(untagged, expecting = "one value or a list of them")]
pub(super) enum OneOrMany<T> {
    One(T),
    Many(Vec<T>),
}

impl<T> Default for OneOrMany<T> {
    fn default() -> OneOrMany<T> {
        OneOrMany::Many(Vec::new())
    }
}

impl<T> OneOrMany<T> {
    pub(super) fn all(&self) -> &[T] {
        match self {
            OneOrMany::One(it) => std::slice::from_ref(it),
            OneOrMany::Many(all) => all,
        }
    }

    /// What `read` makes of each.
    pub(super) fn read<R>(&self, read: impl Fn(&T) -> Result<R, String>) -> Result<Vec<R>, String> {
        self.all().iter().map(read).collect()
    }
}

/// A text that may be written as a number, such as a size, a signal or a line.
#[derive(Debug, Clone, Deserialize)]
#[serde(untagged, expecting = "a text or a number")]
pub(super) enum Name {
    Number(i64),
    Text(String),
}

impl Name {
    pub(super) fn text(&self) -> String {
        match self {
            Name::Number(number) => number.to_string(),
            Name::Text(text) => text.trim().to_owned(),
        }
    }
}

/// An effort by its name.
pub(super) fn effort(name: &str) -> Result<Effort, String> {
    match name {
        "quick" => Ok(Effort::Quick),
        "normal" => Ok(Effort::Normal),
        "thorough" => Ok(Effort::Thorough),
        _ => Err(format!("effort must be quick, normal or thorough, and not {name}")),
    }
}
