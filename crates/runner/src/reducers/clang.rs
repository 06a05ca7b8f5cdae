//! The bridge to `clang_delta`, the part of C-Reduce and C-Vise that knows C and C++ by their types.
//!
//! Each transformation is asked for its instances, and each instance makes another text, whose differences are one proposal.
//! It is a process for each of them, so the time of an answer goes round the transformations, and the next answer goes on
//! with those that had no turn.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

use super::adapters::{directory, written};
use super::process::{Misdeed, Patience, run};
use super::proposal::Proposal;
use super::source::{Answer, Source, View};

/// What it is called.
pub(super) const NAME: &str = "clang_delta";

/// Where distributions put it, beside the PATH.
const PLACES: [&str; 5] = [
    "/usr/libexec",
    "/usr/libexec/cvise",
    "/usr/lib/cvise",
    "/usr/local/libexec",
    "/usr/local/libexec/cvise",
];

/// Instances of one transformation in one answer.
const INSTANCES: usize = 12;

/// What it can read.
const ENDINGS: [&str; 7] = ["c", "cc", "cpp", "cxx", "i", "ii", "C"];

pub(super) struct ClangDelta {
    program: PathBuf,
    /// The transformations, the one whose turn is next first.
    transformations: Vec<String>,
}

/// The program, if it is installed.
pub(super) fn find() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let all = std::env::split_paths(&path).chain(PLACES.map(PathBuf::from));
    all.map(|it| it.join(NAME)).find(|it| it.is_file())
}

impl ClangDelta {
    pub(super) fn new(program: PathBuf) -> ClangDelta {
        ClangDelta { program, transformations: Vec::new() }
    }

    fn words(&self, options: &[&str], file: &OsStr) -> Vec<OsString> {
        let options = options.iter().map(OsString::from);
        [self.program.clone().into_os_string()].into_iter().chain(options).chain([file.to_owned()]).collect()
    }

    fn transformed(&mut self, view: &View<'_>, answer: &mut Answer) -> Result<(), Misdeed> {
        let patience = Patience::new(view.limits.time, view.stop);
        if self.transformations.is_empty() {
            let listed =
                run(&self.words(&[], OsStr::new("--transformations")), view.limits.bytes, &patience)?;
            let text = String::from_utf8_lossy(&listed);
            self.transformations = text.split_whitespace().map(str::to_owned).collect();
        }
        let directory = directory()?;
        let path = written(directory.path(), view.name, view.text)?;
        for _ in 0..self.transformations.len() {
            if patience.last().is_err() {
                break;
            }
            let name = self.transformations[0].clone();
            self.transformations.rotate_left(1);
            let query = format!("--query-instances={name}");
            // One that fails on this text says nothing about the others.
            let Ok(said) = run(&self.words(&[&query], path.as_os_str()), view.limits.bytes, &patience) else {
                continue;
            };
            let said = String::from_utf8_lossy(&said);
            let count: usize = said.split_whitespace().last().and_then(|it| it.parse().ok()).unwrap_or(0);
            for counter in 1..=count.min(INSTANCES) {
                let options = [format!("--transformation={name}"), format!("--counter={counter}")];
                let options = options.each_ref().map(String::as_str);
                match run(&self.words(&options, path.as_os_str()), view.limits.bytes, &patience) {
                    Ok(new) if new != view.text => answer.proposals.push(Proposal::at_once(view.text, &new)),
                    _ => {}
                }
            }
        }
        Ok(())
    }
}

impl Source for ClangDelta {
    fn propose(&mut self, view: &View<'_>) -> Answer {
        let mut answer = Answer::default();
        let ending = std::path::Path::new(view.name).extension().and_then(OsStr::to_str);
        if ending.is_some_and(|it| ENDINGS.contains(&it)) {
            answer.misdeed = self.transformed(view, &mut answer).err();
        }
        answer
    }
}
