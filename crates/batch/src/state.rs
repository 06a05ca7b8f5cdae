//! What earlier runs of a batch came to, on disk: one line for each check and each file that is done.

use std::collections::{BTreeMap, HashMap};
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

use parking_lot::Mutex;
use serde::{Deserialize, Serialize};

use crate::files::{self, STATE};
use crate::records::record::Record;
use lop_runner::Failure;
use lop_runner::Found;
use lop_runner::lock::Lock;

/// One line of the state.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Line {
    /// A run began.
    Run {
        /// The version of the format.
        version: u32,
        /// The corpus, as the user spells it.
        corpus: String,
    },
    /// A file was checked.
    Checked(Checked),
    /// A file need not be asked about.
    Refused {
        /// Which.
        file: String,
        /// Why.
        found: Found,
    },
    /// A reduction ended.
    Done(Done),
}

/// What the check of a file came to.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Checked {
    pub(crate) file: String,
    /// The hash of its bytes.
    pub(crate) hash: String,
    /// The identity of its test.
    pub(crate) test: String,
    pub(crate) found: Found,
}

/// What the reduction of a file came to.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Done {
    pub(crate) file: String,
    /// The hash of the input.
    pub(crate) hash: String,
    /// The identity of its test.
    pub(crate) test: String,
    pub(crate) quick: bool,
    /// True when nothing was left to try with the budget it had.
    pub(crate) complete: bool,
}

/// The state, open for appending. Nobody else can open it meanwhile.
#[derive(Debug)]
pub(crate) struct State {
    path: PathBuf,
    file: Mutex<File>,
    _lock: Lock,
    past: Past,
}

/// What the lines say: the last one about each file counts.
#[derive(Debug, Default)]
pub(crate) struct Past {
    pub(crate) corpus: Option<String>,
    pub(crate) checked: HashMap<String, Checked>,
    pub(crate) done: HashMap<String, Done>,
    /// Everything that was found in the last run.
    pub(crate) found: BTreeMap<String, Found>,
}

impl State {
    /// Goes on with what is under `out`, or begins.
    pub(crate) fn open(out: &Path, corpus: &Path) -> Result<State, Failure> {
        let directory = out.join(STATE);
        let failed = |it: std::io::Error| Failure::not_written(&directory, it);
        fs::create_dir_all(&directory).map_err(failed)?;
        let lock = files::append(&directory.join("lock")).map_err(failed)?;
        let lock = Lock::take(lock).ok_or_else(|| {
            Failure::usage(format!("{} is in use", out.display()))
                .because("another batch writes its results there")
                .help("wait for it, or name another directory with --out")
        })?;
        let path = directory.join("state.jsonl");
        let past = past(&path);
        let file = files::append(&path).map_err(failed)?;
        let state = State { path, file: Mutex::new(file), _lock: lock, past };
        state.mend()?;
        state.append(&Line::Run { version: 1, corpus: corpus.display().to_string() })?;
        Ok(state)
    }

    pub(crate) fn past(&self) -> &Past {
        &self.past
    }

    pub(crate) fn checked(&self, checked: Checked) -> Result<(), Failure> {
        self.append(&Line::Checked(checked))
    }

    pub(crate) fn refused(&self, file: &str, found: &Found) -> Result<(), Failure> {
        self.append(&Line::Refused { file: file.to_owned(), found: found.clone() })
    }

    pub(crate) fn done(&self, done: Done) -> Result<(), Failure> {
        self.append(&Line::Done(done))
    }

    /// Ends a line that a kill cut short, so that the next one stands alone.
    fn mend(&self) -> Result<(), Failure> {
        let whole = fs::read(&self.path).is_ok_and(|it| it.last().is_none_or(|it| *it == b'\n'));
        if whole { Ok(()) } else { self.write(b"\n") }
    }

    fn append(&self, line: &Line) -> Result<(), Failure> {
        let mut text = serde_json::to_string(line).map_err(|it| Failure::not_written(&self.path, it))?;
        text.push('\n');
        self.write(text.as_bytes())
    }

    fn write(&self, text: &[u8]) -> Result<(), Failure> {
        self.file.lock().write_all(text).map_err(|it| Failure::not_written(&self.path, it))
    }
}

/// Reads the state under `out` without going on with it.
pub(crate) fn look(out: &Path) -> Past {
    past(&out.join(STATE).join("state.jsonl"))
}

/// The record of a file, if there is a readable one.
pub(crate) fn record(path: &Path) -> Option<Record> {
    let record: Record = serde_json::from_slice(&fs::read(path).ok()?).ok()?;
    (record.version == crate::records::record::VERSION).then_some(record)
}

fn past(path: &Path) -> Past {
    let mut past = Past::default();
    let text = fs::read_to_string(path).unwrap_or_default();
    for line in text.lines().filter_map(|it| serde_json::from_str(it).ok()) {
        match line {
            Line::Run { corpus, .. } => {
                past.corpus = Some(corpus);
                past.found.clear();
            }
            Line::Checked(it) => {
                past.found.insert(it.file.clone(), it.found.clone());
                past.checked.insert(it.file.clone(), it);
            }
            Line::Refused { file, found } => {
                past.found.insert(file, found);
            }
            Line::Done(it) => {
                past.done.insert(it.file.clone(), it);
            }
        }
    }
    past
}

#[cfg(test)]
mod tests {
    use super::*;

    fn done(file: &str) -> Done {
        Done { file: file.into(), hash: "h".into(), test: "t".into(), quick: false, complete: true }
    }

    #[test]
    fn a_line_that_a_kill_cut_short_costs_only_itself() {
        let out = tempfile::tempdir().unwrap();
        State::open(out.path(), Path::new("c")).unwrap().done(done("a")).unwrap();
        let path = out.path().join(STATE).join("state.jsonl");
        let mut torn = fs::read(&path).unwrap();
        torn.extend(b"{\"done\":{\"fi");
        fs::write(&path, torn).unwrap();
        State::open(out.path(), Path::new("c")).unwrap().done(done("b")).unwrap();
        let past = look(out.path());
        assert!(past.done.contains_key("a") && past.done.contains_key("b"));
    }

    #[test]
    fn only_one_batch_at_a_time_may_write() {
        let out = tempfile::tempdir().unwrap();
        let first = State::open(out.path(), Path::new("c")).unwrap();
        assert!(State::open(out.path(), Path::new("c")).unwrap_err().what.contains("in use"));
        drop(first);
        assert!(State::open(out.path(), Path::new("c")).is_ok());
    }
}
