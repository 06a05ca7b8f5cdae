//! The reduction of one file of a batch: from its text, or from where an earlier run was, to its record.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use lop_engine::{
    Cancel, Config, Ended, Event as Search, Observer, Outcome, Rank, Reduction, passes, tokens,
};
use lop_engine::{Effort, PassStats};
use lop_oracle::signature::Signature;
use lop_oracle::{CommandOracle, CommandSpec, RunOutput, Timeout};
use parking_lot::Mutex;

use crate::asker::{Asker, Parts, hold_on_to};
use crate::batch::Shared;
use crate::corpus::Input;
use crate::event::Event;
use crate::files::{self, hex, text_hash};
use crate::log::{Log, Replay};
use crate::record::{self, Crash, Delta, Pass, Point, Record, Size, VERSION, from_bytes, to_bytes};
use crate::{needed, normal, script, tests};

/// A result on disk is replaced no more often than this while its file is in work.
const WRITE_EVERY: Duration = Duration::from_millis(500);
/// Larger inputs, and more text of steps, are not kept in records.
pub(crate) const KEPT: usize = 256 << 10;
/// More points than this are thinned out.
const POINTS: usize = 400;

/// One file to reduce.
#[derive(Debug, Clone)]
pub(crate) struct Job {
    pub(crate) input: Input,
    pub(crate) test: tests::Test,
    pub(crate) signature: Option<Signature>,
    /// Seconds of the test on the input.
    pub(crate) seconds: f64,
    pub(crate) quick: bool,
    /// The quick reduction to go on from.
    pub(crate) earlier: Option<Box<Record>>,
}

/// What became of a job.
pub(crate) struct Reduced {
    pub(crate) record: Record,
    /// True when nothing was left to try with the budget it had.
    pub(crate) complete: bool,
    pub(crate) trouble: Option<String>,
}

/// Reduces one file and writes what belongs to it.
pub(crate) fn reduce(shared: &Shared<'_>, job: &Job) -> Result<Reduced, String> {
    let name = &job.input.name;
    let source = job.input.read()?;
    let base = job.earlier.as_ref().map_or_else(|| source.clone(), |it| to_bytes(&it.result).into());
    let identity = format!("{} {} {}", hex(job.input.hash), job.test.identity, hex(text_hash(&base)));
    let (log, replay) = Log::open(&shared.layout.log(name), &identity).map_err(|it| it.to_string())?;
    let stop = shared.control.enter(name);
    let result = Work { shared, job, source, base, stop }.run(log, replay);
    shared.control.leave(name);
    result
}

struct Work<'w> {
    shared: &'w Shared<'w>,
    job: &'w Job,
    source: Arc<[u8]>,
    /// What the log's first best is a difference from.
    base: Arc<[u8]>,
    stop: Cancel,
}

impl Work<'_> {
    fn run(&self, log: Log, mut replay: Replay) -> Result<Reduced, String> {
        let name = &self.job.input.name;
        let prepared = |spec| CommandOracle::new(spec).map_err(|it| it.message);
        let oracle = prepared(self.spec())?;
        let then = self.job.test.then.clone().map(prepared).transpose()?;
        let before = replay.bests.last().map_or(0.0, |it| it.1.seconds) - self.earlier_seconds();
        let asker = Asker::new(Parts {
            oracle,
            then,
            crash: self.job.signature.is_some(),
            place: self.shared.pool.enter(),
            log,
            known: std::mem::take(&mut replay.known),
            stop: self.stop.clone(),
            limit: self.shared.settings.budget.file_time,
            before: Duration::from_secs_f64(before.max(0.0)),
            on_asked: Box::new(|| self.shared.watcher.on_event(&Event::Asked { file: name })),
        });
        let begin = self.begin(&replay);
        let quick = self.job.quick;
        self.shared.watcher.on_event(&Event::Began { file: name, tokens: tokens::count(&begin), quick });
        let reduction =
            Reduction::new([begin.clone()]).language(0, self.job.input.grammar()).assume_interesting();
        let trace = Trace::new(self, &asker, replay, begin);
        let reduction = reduction.config(self.config()).stop(&self.stop).observer(&trace);
        let outcome = reduction.run(&asker).map_err(|it| it.to_string())?;
        let state = trace.state.into_inner();
        let record = self.record(&asker, &outcome, state);
        self.write(&record)?;
        let complete = matches!(record.ended.as_str(), "fixpoint")
            || (quick && record.ended == "budget" && !self.shared.pool.is_spent());
        let (log, trouble) = asker.finish();
        let removed = if complete { log.remove() } else { Ok(()) };
        let trouble = trouble.or_else(|| removed.err().map(|it| it.to_string()));
        Ok(Reduced { record, complete, trouble })
    }

    fn spec(&self) -> CommandSpec {
        let mut spec = self.job.test.spec.clone();
        if let (true, Some(signature)) = (self.job.test.by_signature, &self.job.signature) {
            spec.criteria = hold_on_to(signature.clone(), spec.criteria);
        }
        if spec.timeout == Timeout::Auto {
            // What the check saw is known already; the oracle would have to learn it again.
            let usual = Duration::from_secs_f64(self.job.seconds * 10.0);
            spec.timeout = Timeout::Fixed(usual.max(Duration::from_secs(2)));
        }
        spec
    }

    /// Where to begin. A search that was never speculative runs again on the answers it had; any other one would not
    /// run the same way twice, so it goes on from its best.
    fn begin(&self, replay: &Replay) -> Arc<[u8]> {
        let mut best = Rank::of(std::slice::from_ref(&self.base));
        let mut text = self.base.to_vec();
        for (_, _, delta) in replay.bests.iter().filter(|_| replay.wide) {
            let Some(next) = delta.apply(&text) else { break };
            text = next;
            best = best.min(Rank::of(&[text.clone().into()]));
        }
        best.files()[0].clone()
    }

    fn config(&self) -> Config {
        let settings = &self.shared.settings;
        let effort = if self.job.quick { Effort::Quick } else { settings.effort };
        let quick = self.job.quick.then_some(settings.quick_questions);
        let most = [quick, settings.budget.file_questions].into_iter().flatten().min();
        let mut config = Config::default();
        config.jobs = self.shared.pool.jobs();
        config.effort = effort;
        config.passes = passes::of(effort);
        config.max_questions = most;
        config.deterministic = settings.deterministic;
        config
    }

    /// The crash of the result: the one that was held on to, else what the result turned out to show.
    fn signature(&self, run: Option<&RunOutput>) -> Option<Signature> {
        let held = self.job.signature.clone().filter(|_| self.job.test.by_signature);
        held.or_else(|| run.and_then(Signature::of_run)).or_else(|| self.job.signature.clone())
    }

    fn earlier_seconds(&self) -> f64 {
        self.job.earlier.as_ref().map_or(0.0, |it| it.seconds)
    }

    fn record(&self, asker: &Asker<'_>, outcome: &Outcome, state: Traced) -> Record {
        let job = self.job;
        let result = outcome.files[0].clone();
        let earlier = job.earlier.as_deref();
        let (ended, because) = self.ended(asker, outcome);
        let run = asker.run(std::slice::from_ref(&result), &self.shared.control.stop);
        let language = job.input.grammar();
        let keeps_source = self.source.len() <= KEPT;
        Record {
            version: VERSION,
            file: job.input.name.clone(),
            language: job.input.language.clone(),
            signature: self.signature(run.as_ref()).as_ref().map(Crash::from),
            command: tests::shell(&job.test.spec.command),
            tool: self.shared.tools.version(&job.test.spec, &self.stop),
            quick: job.quick,
            ended: ended.to_owned(),
            because,
            before: size(&self.source),
            after: size(&result),
            questions: asker.answers() as u64 + earlier.map_or(0, |it| it.questions),
            known: outcome.known + earlier.map_or(0, |it| it.known),
            seconds: asker.elapsed().as_secs_f64() + self.earlier_seconds(),
            rounds: outcome.rounds + earlier.map_or(0, |it| it.rounds),
            certificate: record::Certificate {
                complete: outcome.certificate.complete,
                tokens: outcome.certificate.tokens,
                units: outcome.certificate.units,
            },
            passes: passes_of(&outcome.passes, earlier),
            curve: thinned(state.points),
            steps: if state.dropped || !keeps_source { Vec::new() } else { state.steps },
            source: if keeps_source { from_bytes(&self.source) } else { String::new() },
            result: from_bytes(&result),
            needed: needed::needed(&result, language.as_ref(), asker.answers(), |hash| asker.reason(hash)),
            output: run.map(|it| needed::key_lines(&it)).unwrap_or_default(),
            normal: hex(normal::hash(&result, language.as_ref())),
        }
    }

    fn ended(&self, asker: &Asker<'_>, outcome: &Outcome) -> (&'static str, Option<String>) {
        match &outcome.ended {
            Ended::Fixpoint => ("fixpoint", None),
            Ended::Budget => ("budget", None),
            Ended::OracleFailed(error) => ("failed", Some(error.message.clone())),
            Ended::Stopped if self.shared.pool.is_spent() => ("budget", None),
            Ended::Stopped if self.shared.control.stop.is_raised() => ("stopped", None),
            Ended::Stopped if asker.is_out_of_time() => ("budget", None),
            _ => ("skipped", None),
        }
    }

    fn write(&self, record: &Record) -> Result<(), String> {
        let layout = &self.shared.layout;
        let name = &record.file;
        let base = std::path::Path::new(name).file_name().map(|it| it.to_string_lossy().into_owned());
        let script = script::script(&self.job.test, &base.unwrap_or_default(), self.job.signature.as_ref());
        let text = serde_json::to_string(record).map_err(|it| it.to_string())?;
        let each = [
            (layout.result(name), to_bytes(&record.result), false),
            (layout.script(name), script.into_bytes(), true),
            (layout.record(name), text.into_bytes(), false),
        ];
        for (path, bytes, executable) in each {
            files::write(&path, &bytes, executable).map_err(|it| it.to_string())?;
        }
        Ok(())
    }
}

pub(crate) fn size(text: &[u8]) -> Size {
    Size { tokens: tokens::count(text), bytes: text.len(), hash: hex(text_hash(text)) }
}

pub(crate) fn passes_of(stats: &[PassStats], earlier: Option<&Record>) -> Vec<Pass> {
    let mut passes: Vec<Pass> = earlier.map(|it| it.passes.clone()).unwrap_or_default();
    for it in stats.iter().filter(|it| it.asked > 0) {
        let at = passes.iter().position(|old| old.name == it.name).unwrap_or_else(|| {
            passes.push(Pass { name: it.name.to_owned(), ..Pass::default() });
            passes.len() - 1
        });
        let pass = &mut passes[at];
        pass.asked += it.asked;
        pass.accepted += it.accepted;
        pass.tokens += it.tokens;
        pass.bytes += it.bytes;
        pass.seconds += it.took.as_secs_f64();
    }
    passes
}

/// At most [`POINTS`] of the points, first and last among them.
pub(crate) fn thinned(points: Vec<Point>) -> Vec<Point> {
    let every = points.len().div_ceil(POINTS).max(1);
    let last = points.len().saturating_sub(1);
    let keep = |index: usize| index.is_multiple_of(every) || index == last;
    points.into_iter().enumerate().filter(|it| keep(it.0)).map(|it| it.1).collect()
}

/// Follows the search: notes every best, and keeps the file on disk close behind.
struct Trace<'t> {
    work: &'t Work<'t>,
    asker: &'t Asker<'t>,
    path: PathBuf,
    state: Mutex<Traced>,
}

struct Traced {
    /// The best now.
    text: Arc<[u8]>,
    /// The last best in the log.
    logged: Arc<[u8]>,
    /// What the log has that was not found again yet.
    ahead: std::vec::IntoIter<(u128, Point, Delta)>,
    points: Vec<Point>,
    steps: Vec<Delta>,
    steps_bytes: usize,
    dropped: bool,
    written: Option<Instant>,
}

impl<'t> Trace<'t> {
    fn new(work: &'t Work<'t>, asker: &'t Asker<'t>, replay: Replay, begin: Arc<[u8]>) -> Trace<'t> {
        let earlier = work.job.earlier.as_deref();
        let mut logged = work.base.to_vec();
        for (_, _, delta) in &replay.bests {
            logged = delta.apply(&logged).unwrap_or(logged);
        }
        let mut state = Traced {
            text: begin,
            logged: logged.into(),
            ahead: Vec::new().into_iter(),
            points: earlier.map_or_else(|| vec![start(&work.source)], |it| it.curve.clone()),
            steps: earlier.map(|it| it.steps.clone()).unwrap_or_default(),
            steps_bytes: 0,
            dropped: earlier.is_some_and(|it| it.steps.is_empty() && it.before != it.after),
            // What a file comes to at once is written once, at its end: until then the log has it.
            written: Some(Instant::now()),
        };
        if replay.wide {
            state.points.extend(replay.bests.iter().map(|it| it.1.clone()));
            state.steps.extend(replay.bests.iter().map(|it| it.2.clone()));
            // The chain of steps ends at the last best, and the search goes on from the smallest.
            state.dropped |= state.logged != state.text;
        } else {
            state.ahead = replay.bests.into_iter();
        }
        let path = work.shared.layout.result(&work.job.input.name);
        Trace { work, asker, path, state: Mutex::new(state) }
    }

    fn improved(&self, text: &Arc<[u8]>, point: Point) {
        let mut state = self.state.lock();
        let hash = text_hash(text);
        let delta = Delta::between(&state.text, text);
        let again = state.ahead.as_slice().first().filter(|it| it.0 == hash).map(|it| it.1.clone());
        let point = if let Some(point) = again {
            state.ahead.next();
            point
        } else {
            state.ahead = Vec::new().into_iter();
            let logged = Delta::between(&state.logged, text);
            if let Err(error) = self.asker.log().best(hash, &point, &logged) {
                self.asker.note(&error);
            }
            state.logged = text.clone();
            point
        };
        state.steps_bytes += delta.text.len() + 32;
        state.dropped |= state.steps_bytes > KEPT;
        if !state.dropped {
            state.steps.push(delta);
        }
        state.points.push(point);
        state.text = text.clone();
        if state.written.is_none_or(|it| it.elapsed() >= WRITE_EVERY) {
            state.written = Some(Instant::now());
            if let Err(error) = files::write_io(&self.path, text, false) {
                self.asker.note(&error);
            }
        }
    }
}

impl Observer for Trace<'_> {
    fn on_event(&self, event: &Search<'_>) {
        let Search::Improved { pass, files, tokens, bytes } = event else { return };
        let earlier = self.work.job.earlier.as_deref();
        let point = Point {
            question: self.asker.answers() as u64 + earlier.map_or(0, |it| it.questions),
            seconds: self.asker.elapsed().as_secs_f64() + self.work.earlier_seconds(),
            tokens: *tokens,
            bytes: *bytes,
            pass: (*pass).to_owned(),
        };
        self.improved(&files[0], point);
        let file = &self.work.job.input.name;
        self.work.shared.watcher.on_event(&Event::Improved { file, tokens: *tokens });
    }
}

pub(crate) fn start(text: &[u8]) -> Point {
    let (tokens, bytes) = (tokens::count(text), text.len());
    Point { question: 0, seconds: 0.0, tokens, bytes, pass: String::new() }
}
