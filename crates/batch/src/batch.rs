//! One batch from the walk to the reports: check everything, group by signature, reduce, cluster, tell.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use lop_oracle::signature::Signature;
use lop_runner::Found;
use lop_runner::learning;
use lop_runner::test::Jobs;
use lop_runner::{Dispatcher, Event, Failure, Listener, Trouble};
use parking_lot::Mutex;

use crate::bugs::known_crashes;
use crate::files::{Layout, hex};
use crate::inputs::check;
use crate::inputs::corpus::{self, Corpus, Input};
use crate::inputs::test_config::TestConfig;
use crate::pool::{Control, Pool};
use crate::records::recorder::Recorders;
use crate::reduce::{self, Job};
use crate::report::{self, Overview};
use crate::settings::Settings;
use crate::shared::Shared;
use crate::state::{self, Checked, Done, State};
use crate::tools::Tools;

/// What a batch came to.
#[derive(Debug)]
pub struct Closing {
    /// Files that show what is looked for.
    pub interesting: usize,
    /// Files that do not, or could not be asked about, duplicates left out.
    pub refused: usize,
    /// Files whose test said something.
    pub asked: usize,
    /// Results on disk.
    pub reduced: usize,
    /// Files whose reduction failed in this run.
    pub failed: usize,
    /// The distinct bugs, those with the smallest witness first.
    pub bugs: Vec<Bug>,
    /// Those of them that the store of known crashes does not have; `None` without a store.
    pub new: Option<usize>,
    /// Questions asked in this run.
    pub questions: u64,
    /// How long it took.
    pub took: Duration,
    /// True when somebody stopped it, or the budget did.
    pub stopped: bool,
    /// True when it was the budget.
    pub spent: bool,
}

/// A bug as it is told of on a terminal.
#[derive(Debug)]
pub struct Bug {
    /// What it is called.
    pub title: String,
    /// How many files show it.
    pub files: usize,
    /// The smallest result that shows it, and its tokens.
    pub smallest: (PathBuf, usize),
    /// True when the store of known crashes does not have it.
    pub new: bool,
}

/// Runs a batch. What an earlier run with the same `out` has done is not done again.
pub fn run(settings: &Settings, control: &Control, listener: Arc<dyn Listener>) -> Result<Closing, Failure> {
    let began = Instant::now();
    if !settings.corpus.is_dir() {
        let (shown, is_file) = (settings.corpus.display(), settings.corpus.is_file());
        let what = if is_file { "a file, and not a directory" } else { "not a directory" };
        let file = if is_file { shown.to_string() } else { "FILE".to_owned() };
        return Err(Failure::usage(format!("{shown} is {what}"))
            .because("a batch reduces the files of a directory")
            .help(format!("name one, or reduce a single file: lop {file} -- COMMAND")));
    }
    let tests = TestConfig::read(settings)?;
    if is_same(&settings.out, &settings.corpus) {
        return Err(Failure::usage(format!("{} is the corpus itself", settings.out.display()))
            .because("the results are called as the files they come from, and would replace them")
            .help("name another directory with --out; it may be one inside the corpus"));
    }
    if let Some(known) = &settings.known {
        // What cannot be read is said now, and not when all is done.
        known_crashes::mark(known, &mut [])?;
    }
    settings.options.search.learn.as_deref().map(learning::check).transpose()?;
    let corpus = corpus::walk(settings, &tests)?;
    check_corpus(&corpus, settings, &tests)?;
    let state = State::open(&settings.out, &settings.corpus)?;
    let names = corpus.inputs.iter().map(|it| it.name.clone());
    let names: Vec<String> = names.chain(corpus.refused.iter().map(|it| it.0.clone())).collect();
    let recorders = Arc::new(Recorders::before(listener));
    let dispatcher = Dispatcher::start(recorders.clone()).map_err(Failure::no_thread)?;
    let jobs = settings.jobs.unwrap_or_else(|| tests.jobs());
    let shared = Shared {
        settings,
        tests,
        layout: Arc::new(Layout::new(&settings.out, names)),
        pool: Pool::new(jobs, settings.budget, control.clone()),
        control: control.clone(),
        state,
        tools: Tools::default(),
        jobs: Jobs::new(jobs),
        events: dispatcher.events(),
        recorders,
        told: Mutex::default(),
        failed: Mutex::default(),
    };
    shared.run(&corpus, began)
}

/// Refuses a corpus of which nothing can be asked, whatever is in its files.
fn check_corpus(corpus: &Corpus, settings: &Settings, tests: &TestConfig) -> Result<(), Failure> {
    if corpus.inputs.is_empty() && corpus.refused.is_empty() {
        let globs = settings.globs.join(" ");
        let which = if globs.is_empty() { String::new() } else { format!(" that matches --glob {globs}") };
        return Err(Failure::usage(format!("there is no file in {}{which}", settings.corpus.display()))
            .help("files that .gitignore or .lopignore name, and hidden ones, are left out"));
    }
    if !corpus.inputs.is_empty() && corpus.inputs.iter().all(|it| tests.of(it).is_none()) {
        return Err(Failure::usage("no test was given")
            .because("there is no command on the command line, in lop.toml or in a test.sh beside the files")
            .help("name one: lop batch DIR --out RESULTS -- gcc -c @@"));
    }
    Ok(())
}

impl Shared<'_> {
    fn run(&self, corpus: &Corpus, began: Instant) -> Result<Closing, Failure> {
        let (inputs, refused) = (corpus.inputs.len(), corpus.refused.len());
        self.events.send(Event::Walked { inputs, refused, jobs: self.pool.jobs() });
        for (file, found) in &corpus.refused {
            self.events.of(file).send(Event::Checked { found: found.clone().into(), known: false });
            self.state.refused(file, found)?;
        }
        let checked = self.check_all(&corpus.inputs)?;
        none_can_be_run(&checked)?;
        let jobs = self.plan(&checked);
        self.reduce_all(jobs)?;
        self.close(corpus, &checked, began)
    }

    /// Checks every file, as many at once as there are jobs.
    fn check_all(&self, inputs: &[Input]) -> Result<Vec<Known>, Failure> {
        let next = AtomicUsize::new(0);
        let results: Mutex<Vec<Option<Known>>> = Mutex::new(inputs.iter().map(|_| None).collect());
        let failed: Mutex<Option<Failure>> = Mutex::default();
        self.pool.set_queue(true);
        at_once(self.pool.jobs().min(inputs.len()), || {
            loop {
                let at = next.fetch_add(1, Ordering::Relaxed);
                let Some(input) = inputs.get(at) else { return };
                match self.check(input) {
                    Ok(checked) => results.lock()[at] = checked,
                    Err(error) => {
                        failed.lock().get_or_insert(error);
                        return;
                    }
                }
            }
        })?;
        match failed.into_inner() {
            Some(error) => Err(error),
            None => Ok(results.into_inner().into_iter().flatten().collect()),
        }
    }

    fn check(&self, input: &Input) -> Result<Option<Known>, Failure> {
        let test = self.tests.of(input);
        let identity = test.as_ref().map(|it| it.identity.clone()).unwrap_or_default();
        let hash = hex(input.hash);
        let past = self.state.past().checked.get(&input.name);
        let past = past.filter(|it| it.hash == hash && it.test == identity).map(|it| it.found.clone());
        let known = past.is_some();
        let found = match (past, &test) {
            (Some(found), _) => found,
            (None, None) => Found::NoTest,
            (None, Some(test)) => {
                let place = self.pool.enter();
                let tell = |it| self.tell(&input.name, it);
                let (tell, stop) = (&tell, &self.control.stop);
                let Some(found) = check::check(input, test, (&self.jobs, &place), (tell, stop)) else {
                    return Ok(None);
                };
                found
            }
        };
        self.events.of(&input.name).send(Event::Checked { found: found.clone().into(), known });
        let file = input.name.clone();
        self.state.checked(Checked { file, hash, test: identity, found: found.clone() })?;
        Ok(Some(Known { input: input.clone(), found }))
    }

    /// The jobs in the order of their turn: one witness of each signature, the smallest, then all others.
    fn plan(&self, checked: &[Known]) -> VecDeque<Job> {
        let mut groups: BTreeMap<String, Vec<Job>> = BTreeMap::new();
        for it in checked {
            let Found::Interesting { signature, seconds } = &it.found else { continue };
            let Some(file) = self.tests.of(&it.input) else { continue };
            // Without a signature nobody knows which files belong together.
            let key = signature.clone().unwrap_or_else(|| format!("file {}", it.input.name));
            let signature = signature.as_deref().and_then(Signature::from_line);
            let (input, seconds) = (it.input.clone(), *seconds);
            let job = Job { input, file, signature, seconds, quick: false, earlier: None };
            groups.entry(key).or_default().push(job);
        }
        let size = |it: &Job| (it.input.tokens, it.input.bytes, it.input.name.clone());
        let (mut witnesses, mut others) = (Vec::new(), Vec::new());
        let count = groups.len();
        for (_, mut jobs) in groups {
            jobs.sort_by_cached_key(size);
            let mut jobs = jobs.into_iter();
            witnesses.extend(jobs.next());
            others.extend(jobs.map(|it| Job { quick: !self.settings.every_file_fully, ..it }));
        }
        witnesses.sort_by_cached_key(size);
        others.sort_by_cached_key(size);
        let all = witnesses.len() + others.len();
        let jobs: VecDeque<Job> =
            witnesses.into_iter().chain(others).filter_map(|it| self.unless_done(it)).collect();
        self.events.send(Event::Planned { groups: count, files: all, done: all - jobs.len() });
        jobs
    }

    /// Leaves out what an earlier run has done, and lets a full reduction go on from a quick one.
    fn unless_done(&self, mut job: Job) -> Option<Job> {
        let name = &job.input.name;
        let is_same =
            |it: &&Done| it.hash == hex(job.input.hash) && it.test == job.file.identity && it.complete;
        let Some(done) = self.state.past().done.get(name).filter(is_same) else { return Some(job) };
        let record = state::record(&self.layout.record(name));
        let Some(record) = record.filter(|_| self.layout.result(name).exists()) else { return Some(job) };
        if done.quick && !job.quick {
            // The record of a project has no texts to go on from; the journal has what was answered.
            job.earlier = job.input.project.is_none().then(|| Box::new(record));
            return Some(job);
        }
        None
    }

    /// Works through the jobs, several files at once, on one pool of questions.
    fn reduce_all(&self, jobs: VecDeque<Job>) -> Result<(), Failure> {
        let threads = self.pool.files_at_once().min(jobs.len());
        let queue = Mutex::new(jobs);
        let failed: Mutex<Option<Failure>> = Mutex::default();
        at_once(threads, || {
            while let Some(job) = self.next(&queue) {
                if let Err(error) = self.reduce(&job) {
                    self.control.stop.raise();
                    failed.lock().get_or_insert(error);
                }
            }
        })?;
        failed.into_inner().map_or(Ok(()), Err)
    }

    fn next(&self, queue: &Mutex<VecDeque<Job>>) -> Option<Job> {
        if self.control.stop.is_raised() {
            return None;
        }
        let mut queue = queue.lock();
        let job = queue.pop_front();
        self.pool.set_queue(!queue.is_empty());
        job
    }

    fn reduce(&self, job: &Job) -> Result<(), Failure> {
        let name = &job.input.name;
        let events = self.events.of(name);
        let reduced = match reduce::reduce(self, job) {
            Ok(reduced) => reduced,
            Err(failure) => {
                let because = failure.brief();
                events.send(Event::Failed(failure));
                let failed = Found::Failed { because };
                self.state.refused(name, &failed)?;
                self.failed.lock().insert(name.clone(), failed);
                return Ok(());
            }
        };
        let record = &reduced.record;
        if record.after.bytes == 0 {
            events.send(Event::Warning("the result is empty: the test says yes to anything".to_owned()));
        }
        self.state.done(Done {
            file: name.clone(),
            hash: record.before.hash.clone(),
            test: job.file.identity.clone(),
            quick: job.quick,
            complete: reduced.complete,
        })?;
        reduced.journal.close(reduced.complete);
        Ok(())
    }

    fn close(&self, corpus: &Corpus, checked: &[Known], began: Instant) -> Result<Closing, Failure> {
        let mut found = corpus.refused.clone();
        let failed = self.failed.lock();
        let last = |it: &Known| failed.get(&it.input.name).unwrap_or(&it.found).clone();
        found.extend(checked.iter().map(|it| (it.input.name.clone(), last(it))));
        found.sort_by(|a, b| a.0.cmp(&b.0));
        let hashes: HashMap<&str, u128> =
            checked.iter().map(|it| (it.input.name.as_str(), it.input.hash)).collect();
        let hash_of = |name: &str| hashes.get(name).map(|it| hex(*it));
        let name = self.settings.corpus.display().to_string();
        let mut overview = Overview::new(&name, found, &self.layout, &hash_of);
        let new = match &self.settings.known {
            Some(path) => Some(overview.compare(path, self.settings.learn)?),
            None => None,
        };
        report::write(&self.settings.out, &overview, &self.layout)?;
        let is = |it: &&Known| matches!(it.found, Found::Interesting { .. });
        let interesting = checked.iter().filter(is).count();
        let was_asked = |it: &&Known| {
            matches!(it.found, Found::Interesting { .. } | Found::NotInteresting { .. } | Found::Flaky { .. })
        };
        let duplicates = corpus.refused.iter().filter(|it| matches!(it.1, Found::Duplicate { .. })).count();
        Ok(Closing {
            interesting,
            asked: checked.iter().filter(was_asked).count(),
            refused: corpus.refused.len() - duplicates + checked.len() - interesting,
            reduced: overview.results(),
            failed: failed.len(),
            bugs: overview.told(&self.layout),
            new,
            questions: self.pool.asked(),
            took: began.elapsed(),
            stopped: self.control.stop.is_raised(),
            spent: self.pool.is_spent(),
        })
    }
}

/// Refuses a batch whose commands cannot be run on any file.
fn none_can_be_run(checked: &[Known]) -> Result<(), Failure> {
    let why = |it: &Known| match &it.found {
        Found::CannotRun { because } => Some(because.clone()),
        _ => None,
    };
    match checked.iter().map(why).collect::<Option<Vec<String>>>().and_then(|it| it.into_iter().next()) {
        Some(because) => {
            Err(Failure::new(Trouble::CannotAsk, "the test cannot be run on any file").because(because))
        }
        None => Ok(()),
    }
}

/// Has so many threads do the same work, or as many of them as the system allows, but at least one.
fn at_once(threads: usize, work: impl Fn() + Sync) -> Result<(), Failure> {
    std::thread::scope(|scope| {
        let work = &work;
        let start = |_| std::thread::Builder::new().spawn_scoped(scope, work);
        let started: Vec<_> = (0..threads).map(start).collect();
        match started.into_iter().next() {
            Some(Err(error)) => Err(Failure::no_thread(error)),
            _ => Ok(()),
        }
    })
}

fn is_same(a: &Path, b: &Path) -> bool {
    matches!((fs::canonicalize(a), fs::canonicalize(b)), (Ok(a), Ok(b)) if a == b)
}

/// A file with what its check found.
struct Known {
    input: Input,
    found: Found,
}
