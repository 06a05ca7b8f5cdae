//! Other people's reducers as processes: each is a pass whose proposals enter the search like those of any other.
//!
//! A reducer is a *source* of proposals (`source`): one that speaks our protocol (`protocol`), or one of the older ways to
//! be a reducer (`adapters`). It is believed nothing. What it may cost is bounded (`process`), what it proposes is looked at
//! before anybody is asked (`proposal`), what it does wrong is told once, and after three times nobody asks it any more.

mod adapters;
pub mod check;
mod clang;
mod process;
mod proposal;
mod protocol;
mod source;
#[cfg(test)]
mod tests;

use std::ffi::OsString;
use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use lop_engine::internal::{Document, FileId};
use lop_engine::{Cancel, Outside, Pass, Sites, Stage, Verdict, text_hash};
use parking_lot::Mutex;

use crate::failure::Failure;
pub use process::Misdeed;
use proposal::Proposal;
use source::{Counts, Source, View};

/// What one answer of a reducer may cost.
const LIMITS: Limits = Limits { time: Duration::from_secs(20), bytes: 64 << 20, proposals: 20_000 };

/// After so many misdeeds nobody asks a reducer any more.
const PATIENCE: usize = 3;

/// What one answer may cost.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Limits {
    pub(crate) time: Duration,
    /// Of all that it writes.
    pub(crate) bytes: usize,
    pub(crate) proposals: usize,
}

/// A reducer that is asked for proposals.
pub struct Reducer {
    /// What it is called among the passes.
    name: String,
    limits: Limits,
    state: Mutex<State>,
    counts: Mutex<Counts>,
    /// What it did wrong and nobody has been told of. Not in `state`, which is held as long as an answer takes: nobody who
    /// tells of it waits for that.
    misdeeds: Mutex<Vec<Told>>,
    run: Mutex<(OsString, Cancel)>,
}

/// A misdeed, and whether it was the last: nobody asks after that.
type Told = (Misdeed, bool);

struct State {
    source: Box<dyn Source>,
    failed: usize,
    /// What it proposed last, and about which text.
    latest: Option<(u128, Vec<Proposal>)>,
}

impl fmt::Debug for Reducer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Reducer").field("name", &self.name).finish_non_exhaustive()
    }
}

impl Reducer {
    /// The reducer that a line of `--reducer` names: a command that speaks our protocol, or one behind `filter:`, `count:`,
    /// `preduce1:` or `preduce2:`. It is started when it is asked first.
    pub fn named(line: &str) -> Result<Reducer, Failure> {
        let (kind, command) = match line.split_once(':') {
            Some((kind, command)) if KINDS.contains(&kind) => (kind, command.trim()),
            _ => ("", line.trim()),
        };
        if command.is_empty() {
            return Err(Failure::usage("--reducer names no command")
                .help("--reducer ./reducer, or --reducer filter:./filter"));
        }
        let source: Box<dyn Source> = match kind {
            "filter" => Box::new(adapters::Filter::new(command)),
            "count" => Box::new(adapters::Count::new(command)),
            "preduce1" => Box::new(adapters::PreduceOne::new(command)),
            "preduce2" => Box::new(adapters::PreduceTwo::new(command)),
            _ => Box::new(protocol::Own::new(command)),
        };
        Ok(Reducer::of(name_of(command), source))
    }

    /// The reducer that is known under a name, wherever it is installed: `clang_delta`.
    pub fn bridge(name: &str) -> Result<Reducer, Failure> {
        if name != clang::NAME {
            return Err(
                Failure::usage(format!("there is no bridge to {name}")).help("there is one to clang_delta")
            );
        }
        let program = clang::find().ok_or_else(|| {
            Failure::usage("clang_delta is not installed")
                .help("it comes with C-Reduce and C-Vise: apt-get install creduce")
        })?;
        Ok(Reducer::of(name.to_owned(), Box::new(clang::ClangDelta::new(program))))
    }

    fn of(name: String, source: Box<dyn Source>) -> Reducer {
        Reducer {
            name,
            limits: LIMITS,
            state: Mutex::new(State { source, failed: 0, latest: None }),
            counts: Mutex::default(),
            misdeeds: Mutex::default(),
            run: Mutex::new(("input".into(), Cancel::new())),
        }
    }

    /// As a pass, for as long as the program runs: passes are known by their place.
    pub fn into_pass(self) -> &'static OutsidePass {
        let reducer: &'static Reducer = Box::leak(Box::new(self));
        let name: &'static str = Box::leak(format!("reducer-{}", reducer.name).into_boxed_str());
        let pass = Pass::outside(name, "asks another program for proposals", Stage::Fine, reducer);
        Box::leak(Box::new(OutsidePass { pass, reducer }))
    }

    /// A run begins on a file of this name, until `stop` is raised.
    pub(crate) fn begin(&self, name: OsString, stop: Cancel) {
        *self.run.lock() = (name, stop);
    }

    /// The run is over: what of it is running ends, and its files go. The next run starts it anew.
    pub(crate) fn end(&self) {
        self.state.lock().source.restart();
    }

    /// One of its proposals was judged.
    pub(crate) fn heard(&self, verdict: Verdict) {
        let mut counts = self.counts.lock();
        counts.asked += u64::from(verdict != Verdict::Cancelled);
        counts.accepted += u64::from(verdict == Verdict::Interesting);
    }

    /// What it did wrong since somebody asked, in sentences.
    pub(crate) fn troubles(&self) -> Vec<String> {
        let misdeeds = std::mem::take(&mut *self.misdeeds.lock());
        let told = |(it, is_last): Told| {
            let left = if is_last { "; it is not asked any more" } else { "" };
            format!("the reducer {}: {it}{left}", self.name)
        };
        misdeeds.into_iter().map(told).collect()
    }

    /// Its proposals for a text, and what it did wrong with some of them.
    fn ask(&self, text: &[u8]) -> Vec<Proposal> {
        let hash = text_hash(&[text.into()]);
        let mut state = self.state.lock();
        if let Some((of, latest)) = &state.latest
            && *of == hash
        {
            return latest.clone();
        }
        let (name, stop) = self.run.lock().clone();
        if state.failed >= PATIENCE || stop.is_raised() {
            return Vec::new();
        }
        let view = View { name: &name, text, counts: *self.counts.lock(), limits: self.limits, stop: &stop };
        let answer = state.source.propose(&view);
        let (proposals, misdeed) = proposal::looked_at(answer, text);
        if let Some(misdeed) = misdeed.filter(|_| !stop.is_raised()) {
            // Told once, however often.
            let is_last = state.failed + 1 == PATIENCE;
            if state.failed == 0 || is_last {
                self.misdeeds.lock().push((misdeed, is_last));
            }
            state.failed += 1;
            state.source.restart();
        }
        state.latest = Some((hash, proposals.clone()));
        proposals
    }
}

impl Outside for Reducer {
    fn propose(&self, document: &Document, sites: &mut Sites) {
        let id = FileId(0);
        for proposal in self.ask(&document.file(id).text) {
            proposal.offer(id, sites);
        }
    }
}

/// A reducer with its row among the passes.
#[derive(Debug)]
pub struct OutsidePass {
    pub(crate) pass: Pass,
    pub(crate) reducer: &'static Reducer,
}

/// The older ways to be a reducer, as they are spelt before the command.
const KINDS: [&str; 4] = ["filter", "count", "preduce1", "preduce2"];

/// The name of a program without its directory, of a line for the shell.
fn name_of(command: &str) -> String {
    let path = PathBuf::from(command.split_whitespace().next().unwrap_or(command));
    path.file_name().map_or_else(|| command.to_owned(), |it| it.to_string_lossy().into_owned())
}
