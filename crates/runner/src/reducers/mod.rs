//! Other people's reducers as processes: each is a pass whose proposals enter the search like those of any other.
//!
//! A reducer is a *source* of proposals (`source`): one that speaks our protocol (`protocol`), one of the older ways to
//! be a reducer (`adapters`, `shrinkray`, `hints`), or a pass of a reducer that is installed (`installed`, `clang`). It is believed nothing. What it may cost is bounded (`process`), what it proposes is looked at
//! before anybody is asked (`proposal`), what it does wrong is told once, and after three times nobody asks it any more.

mod adapters;
pub mod check;
mod clang;
mod hints;
mod installed;
mod messages;
mod process;
mod proposal;
mod protocol;
mod shrinkray;
mod source;
#[cfg(test)]
mod tests;
mod wanted;

use std::collections::{BTreeSet, HashMap};
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::time::{Duration, Instant};

use lop_engine::internal::{Document, EditSet, FileId};
use lop_engine::{Cancel, Entry, Outside, Pass, Sites, Stage, Tree, text_hash};
use parking_lot::Mutex;

use crate::failure::Failure;
pub use process::Misdeed;
use proposal::Proposal;
use source::{Counts, Judged, Source, View};
pub use wanted::Wanted;
use wanted::{KINDS, is_there, name_of};

/// What `--passes` says where only other people's are wanted.
pub const ALONE: &str = "reducers";

/// What one answer of a reducer may cost.
const LIMITS: Limits = Limits {
    time: Duration::from_secs(20),
    stop: Duration::from_secs(15),
    bytes: 64 << 20,
    proposals: 20_000,
};

/// Of so many questions between two of its answers it hears.
const VERDICTS: usize = 2_000;

/// How often it is asked for more about one text.
const MORE: usize = 100;

/// After so many misdeeds nobody asks a reducer any more.
const PATIENCE: usize = 3;

/// What one answer may cost.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Limits {
    pub(crate) time: Duration,
    /// After so long one that can be told is told to come to its end.
    pub(crate) stop: Duration,
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
    heard: Mutex<Heard>,
    /// What it did wrong and nobody has been told of. Not in `state`, which is held as long as an answer takes: nobody who
    /// tells of it waits for that.
    misdeeds: Mutex<Vec<Told>>,
    run: Mutex<RunOf>,
}

/// What a run reduces.
#[derive(Clone)]
struct RunOf {
    /// What its file is called, or its project.
    name: OsString,
    /// The files that stay as they are.
    kept: BTreeSet<usize>,
    /// True when file 0 names the others.
    is_project: bool,
    /// How many questions are asked at the same time.
    jobs: usize,
    stop: Cancel,
}

/// What became of its proposals. Not in `state`, either: those who ask tell it.
#[derive(Default)]
struct Heard {
    counts: Counts,
    /// Each of them that it has not been told of, where it wants to be.
    judged: Option<Vec<Judged>>,
}

/// A misdeed, and whether it was the last: nobody asks after that.
type Told = (Misdeed, bool);

struct State {
    source: Box<dyn Source>,
    failed: usize,
    /// What it proposed last for each file.
    latest: HashMap<FileId, Latest>,
}

/// What it proposed for a file as it was last.
struct Latest {
    /// Of the text.
    hash: u128,
    proposals: Vec<Proposal>,
    /// How often it may be asked for more.
    more: usize,
}

impl fmt::Debug for Reducer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Reducer").field("name", &self.name).finish_non_exhaustive()
    }
}

impl Reducer {
    /// The reducer that a line of `--reducer` names: a command that speaks our protocol, or one behind the name of its kind,
    /// such as `filter:`. It is started when it is asked first, but it has to be there.
    pub fn named(line: &str) -> Result<Reducer, Failure> {
        let (kind, command) = match line.split_once(':') {
            Some((kind, command)) if KINDS.contains(&kind) => (kind, command.trim()),
            _ => ("", line.trim()),
        };
        if command.is_empty() {
            return Err(Failure::usage("--reducer names no command")
                .help("--reducer ./reducer, or --reducer filter:./filter"));
        }
        if let "creduce" | "cvise" = kind {
            let source = installed::find(kind, command)?;
            return Ok(Reducer::of(format!("{kind}-{command}"), Box::new(source)));
        }
        is_there(command)?;
        let source: Box<dyn Source> = match kind {
            "shrinkray" => Box::new(shrinkray::ShrinkRay::new(command)),
            "hints" => Box::new(hints::Hints::new(command)),
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
            state: Mutex::new(State { source, failed: 0, latest: HashMap::new() }),
            heard: Mutex::default(),
            misdeeds: Mutex::default(),
            run: Mutex::new(RunOf {
                name: "input".into(),
                kept: BTreeSet::new(),
                is_project: false,
                jobs: 1,
                stop: Cancel::new(),
            }),
        }
    }

    /// As a pass, for as long as the program runs: passes are known by their place.
    pub fn into_pass(self) -> &'static OutsidePass {
        let reducer: &'static Reducer = Box::leak(Box::new(self));
        let name: &'static str = Box::leak(format!("reducer-{}", reducer.name).into_boxed_str());
        let pass = Pass::outside(name, "asks another program for proposals", Stage::Fine, reducer);
        Box::leak(Box::new(OutsidePass { pass, reducer }))
    }

    /// A run of so many jobs begins on a file of this name, until `stop` is raised.
    pub(crate) fn begin(&self, name: OsString, jobs: usize, stop: Cancel) {
        *self.run.lock() = RunOf { name, kept: BTreeSet::new(), is_project: false, jobs, stop };
    }

    /// A run begins on a project, whose files are named by file 0; those that are `kept` nobody need ask about.
    pub(crate) fn begin_project(&self, name: OsString, kept: BTreeSet<usize>, jobs: usize, stop: Cancel) {
        *self.run.lock() = RunOf { name, kept, is_project: true, jobs, stop };
    }

    /// The run is over: what of it is running ends, and its files go. The next run starts it anew.
    pub(crate) fn end(&self) {
        self.state.lock().source.restart();
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

    /// Its proposals for the text of a file of this name. What it does wrong is told later.
    fn ask(&self, id: FileId, name: &OsStr, text: &[u8]) -> Vec<Proposal> {
        let hash = text_hash(&[text.into()]);
        let mut state = self.state.lock();
        if let Some(latest) = state.latest.get(&id).filter(|it| it.hash == hash) {
            return latest.proposals.clone();
        }
        let Some((proposals, more)) = self.answer(&mut state, (id, name, text), false) else {
            return Vec::new();
        };
        let more = if more { MORE } else { 0 };
        state.latest.insert(id, Latest { hash, proposals: proposals.clone(), more });
        proposals
    }

    /// What it has beside what it has proposed for this text.
    fn ask_for_more(&self, id: FileId, name: &OsStr, text: &[u8]) -> Vec<Proposal> {
        let hash = text_hash(&[text.into()]);
        let mut state = self.state.lock();
        if state.latest.get(&id).is_none_or(|it| it.hash != hash || it.more == 0) {
            return Vec::new();
        }
        let (proposals, more) = self.answer(&mut state, (id, name, text), true).unwrap_or_default();
        if let Some(latest) = state.latest.get_mut(&id) {
            latest.more = if more { latest.more - 1 } else { 0 };
            latest.proposals.extend(proposals.iter().cloned());
        }
        proposals
    }

    /// What it answers, and whether there is more; `None` when nobody asks it any more.
    fn answer(
        &self,
        state: &mut State,
        (file, name, text): (FileId, &OsStr, &[u8]),
        more: bool,
    ) -> Option<(Vec<Proposal>, bool)> {
        let RunOf { stop, jobs, .. } = self.run.lock().clone();
        if state.failed >= PATIENCE || stop.is_raised() {
            return None;
        }
        let (counts, judged) = {
            let mut heard = self.heard.lock();
            (heard.counts, heard.judged.as_mut().map(std::mem::take).unwrap_or_default())
        };
        let view = View { file, name, text, counts, judged, more, jobs, limits: self.limits, stop: &stop };
        let answer = state.source.propose(&view);
        if state.source.manners().verdicts {
            self.heard.lock().judged.get_or_insert_default();
        }
        let more = answer.more;
        let (proposals, misdeed) = proposal::looked_at(answer, text);
        if let Some(misdeed) = misdeed.filter(|_| !stop.is_raised()) {
            // Told once, however often.
            let is_last = state.failed + 1 == PATIENCE;
            if state.failed == 0 || is_last {
                self.misdeeds.lock().push((misdeed, is_last));
            }
            state.failed += 1;
            state.source.restart();
            return Some((proposals, false));
        }
        Some((proposals, more))
    }

    /// Asks about each file that may be asked about, as long as that does not take too long.
    fn ask_each(&self, document: &Document, sites: &mut Sites, ask: Ask) {
        let run = self.run.lock().clone();
        let end = Instant::now() + self.limits.time;
        for (id, name) in run.files(document) {
            for proposal in ask(self, id, &name, &document.file(id).text) {
                proposal.offer(id, sites);
            }
            // The rest of the files have their turn when the project has changed.
            if Instant::now() > end {
                break;
            }
        }
    }
}

/// One of the ways to ask it about a file of a name with a text.
type Ask = fn(&Reducer, FileId, &OsStr, &[u8]) -> Vec<Proposal>;

impl RunOf {
    /// The files of a document that may be asked about, each with its name, the largest first.
    fn files(&self, document: &Document) -> Vec<(FileId, OsString)> {
        if !self.is_project {
            return vec![(FileId(0), self.name.clone())];
        }
        let tree = Tree::parse(&document.file(FileId(0)).text).unwrap_or_default();
        let named = |id: FileId| match tree.entry(usize::from(id.0)) {
            Entry::File(path) => Path::new(OsStr::from_bytes(path)).file_name().map(OsStr::to_owned),
            Entry::Absent | Entry::Directory(_) => None,
        };
        let ids = document.source_ids().filter(|it| !self.kept.contains(&usize::from(it.0)));
        let mut files: Vec<_> = ids.filter_map(|id| Some((id, named(id)?))).collect();
        files.sort_by_key(|it| std::cmp::Reverse(document.file(it.0).text.len()));
        files.retain(|it| !document.file(it.0).text.is_empty());
        files
    }
}

impl Outside for Reducer {
    fn propose(&self, document: &Document, sites: &mut Sites) {
        self.ask_each(document, sites, Reducer::ask);
    }

    fn propose_more(&self, document: &Document, sites: &mut Sites) {
        self.ask_each(document, sites, Reducer::ask_for_more);
    }

    fn heard(&self, edits: &EditSet, accepted: bool) {
        let mut heard = self.heard.lock();
        heard.counts.asked += 1;
        heard.counts.accepted += u64::from(accepted);
        if let Some(judged) = heard.judged.as_mut().filter(|it| it.len() < VERDICTS) {
            judged.push(Judged { edits: edits.clone(), accepted });
        }
    }
}

/// A reducer with its row among the passes.
#[derive(Debug)]
pub struct OutsidePass {
    pub(crate) pass: Pass,
    pub(crate) reducer: &'static Reducer,
}
