//! `--learn FILE`: what runs of one command on files of one language have seen, kept for the next one.
//!
//! A run takes what is in the file when it begins, and adds what it has seen when it ends; old evidence fades. The file goes
//! by a digest of the command, so that it says nothing of it, and by the language.

mod file;
mod store;

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use lop_engine::{Ended, Experience, Language, Outcome};
use xxhash_rust::xxh3::xxh3_128;

use self::store::{Key, Store};
use crate::dispatch::Events;
use crate::event::Event;
use crate::failure::Failure;
use crate::options::{Options, TEXT, TestOptions};

/// What a run was given to begin with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Learnt {
    /// Runs of the same command on files of the same language.
    pub runs: u64,
    /// Kinds of edits that they have asked about.
    pub kinds: usize,
    /// Those of them that waited, because they were never accepted.
    pub waited: usize,
}

/// Refuses a file that is there and is none of `--learn`'s, or that cannot be: before the first question.
pub fn check(path: &Path) -> Result<(), Failure> {
    file::read(path).map(drop)
}

/// Where a run learns.
#[derive(Debug)]
pub(crate) struct Learning {
    path: PathBuf,
    key: Key,
}

impl Learning {
    /// Where a run on files in these languages learns, if it is to. Of those in several languages nothing is learnt, because
    /// units go by their names.
    pub(crate) fn of(
        options: &Options,
        name: &OsStr,
        languages: &[Option<Arc<Language>>],
        events: &Events,
    ) -> Option<Learning> {
        let path = options.search.learn.clone()?;
        let mut names: Vec<&str> = languages.iter().flatten().map(|it| &*it.name).collect();
        names.sort_unstable();
        names.dedup();
        if let [one, other, ..] = names[..] {
            events.send(Event::Note(format!(
                "--learn has no effect: there are files in several languages, such as {one} and {other}"
            )));
            return None;
        }
        if options.search.deterministic {
            events.send(Event::Note(format!(
                "what is in {} is an input of this run: with other contents it may ask and find something else",
                path.display()
            )));
        }
        let language = names.first().map_or(TEXT, |it| it).to_owned();
        Some(Learning { path, key: Key { command: digest(&options.test, name), language } })
    }

    /// What earlier runs have seen.
    pub(crate) fn begin(&self) -> Result<(Experience, Learnt), Failure> {
        let section = file::read(&self.path)?.section(&self.key);
        let (kinds, waited) = (section.experience.len(), section.experience.barren());
        Ok((section.experience, Learnt { runs: section.runs, kinds, waited }))
    }

    /// Adds what a run has seen, unless somebody has stopped it and may go on with it, or its test has failed.
    pub(crate) fn end(&self, outcome: &Outcome, events: &Events) {
        if matches!(outcome.ended, Ended::Stopped) || outcome.ended.trouble().is_some() {
            return;
        }
        let added = file::change(&self.path, |it: &mut Store| it.add(&self.key, &outcome.experience));
        if let Err(failure) = added {
            events.send(Event::Warning(format!("nothing was learnt: {}", failure.brief())));
        }
    }
}

/// What tells one command from another, whatever its file is called.
fn digest(test: &TestOptions, name: &OsStr) -> String {
    let is_file = |word: &OsStr| Path::new(word).file_name() == Some(name);
    let mut words: Vec<&[u8]> = Vec::new();
    for word in &test.command {
        words.push(if is_file(word) { b"@@" } else { word.as_bytes() });
    }
    for (option, lines) in [("--first", &test.first), ("--then", &test.then), ("--valid", &test.valid)] {
        words.push(option.as_bytes());
        words.extend(lines.iter().map(|it| it.as_bytes()));
    }
    let criteria = format!("{:?} {:?} {}", test.criteria(None), test.signature, test.stdin);
    words.push(criteria.as_bytes());
    format!("{:032x}", xxh3_128(&words.join(&0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_the_same_whatever_its_file_is_called() {
        let test = |words: &[&str]| TestOptions {
            command: words.iter().map(Into::into).collect(),
            ..TestOptions::default()
        };
        let of = |words: &[&str], name: &str| digest(&test(words), OsStr::new(name));
        assert_eq!(of(&["gcc", "-c", "a.c"], "a.c"), of(&["gcc", "-c", "@@"], "b.c"));
        assert_ne!(of(&["gcc", "-c", "@@"], "a.c"), of(&["gcc", "-O2", "-c", "@@"], "a.c"));
        let told = TestOptions { signature: Some("x".to_owned()), ..test(&["gcc", "@@"]) };
        assert_ne!(digest(&told, OsStr::new("a.c")), of(&["gcc", "@@"], "a.c"));
    }
}
