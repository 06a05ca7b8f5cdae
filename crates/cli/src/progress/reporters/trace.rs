//! The trace of `--trace`: who asked what and when, in the format that Chrome's `about:tracing` and Perfetto read.

use std::fs::File;
use std::io::{self, BufWriter, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use lop_engine::{Stage, Verdict};
use lop_runner::{Event, Listener};
use parking_lot::Mutex;
use serde_json::{Value, json};

use super::Unwritten;
use crate::output::streams::open_plain;

/// Stands before another reporter.
pub(super) struct Trace {
    path: PathBuf,
    inner: Arc<dyn Listener>,
    unwritten: Unwritten,
    state: Mutex<State>,
}

struct State {
    begin: Instant,
    /// `None` before the run has begun, and once something could not be written.
    out: Option<BufWriter<File>>,
    /// Until when each worker was seen at work.
    workers: Vec<Duration>,
    /// True while a round is open.
    in_round: bool,
}

impl Trace {
    /// Will write to `path`; everything is passed on to `inner`.
    pub(super) fn new(path: &Path, inner: Arc<dyn Listener>, unwritten: Unwritten) -> Trace {
        let state = State { begin: Instant::now(), out: None, workers: Vec::new(), in_round: false };
        Trace { path: path.to_owned(), inner, unwritten, state: Mutex::new(state) }
    }
}

impl State {
    fn note(&mut self, path: &Path, event: &Event) -> io::Result<()> {
        let now = self.begin.elapsed();
        match event {
            Event::Started(_) => {
                let mut out = BufWriter::new(open_plain(
                    path,
                    File::options().write(true).create(true).truncate(true),
                )?);
                // Readers do not ask for the end of the list, so the trace of a run that is killed can be read, too.
                out.write_all(b"[\n")?;
                self.out = Some(out);
                self.name(0, "search")
            }
            Event::Judged { pass, verdict, took, bytes, .. } => {
                let start = now.saturating_sub(*took);
                let worker = self.worker(start, now)?;
                self.put(&json!({
                    "name": pass, "cat": "question", "ph": "X", "pid": 1, "tid": worker,
                    "ts": micros(start), "dur": micros(now.saturating_sub(start)),
                    "args": { "verdict": word(*verdict), "bytes": bytes },
                }))
            }
            Event::Round { round, stage, tokens, .. } => {
                self.end_round(now)?;
                self.in_round = true;
                self.put(&json!({
                    "name": format!("round {round}"), "cat": "round", "ph": "B", "pid": 1, "tid": 0,
                    "ts": micros(now), "args": { "stage": name(*stage), "tokens": tokens },
                }))
            }
            Event::Stage { stage } => self.put(&json!({
                "name": "goes on", "cat": "round", "ph": "i", "s": "t", "pid": 1, "tid": 0,
                "ts": micros(now), "args": { "stage": name(*stage) },
            })),
            Event::Improved { pass, tokens, bytes, .. } => {
                self.put(&json!({
                    "name": "best", "cat": "commit", "ph": "i", "s": "t", "pid": 1, "tid": 0,
                    "ts": micros(now), "args": { "pass": pass, "tokens": tokens, "bytes": bytes },
                }))?;
                self.put(&json!({
                    "name": "tokens", "ph": "C", "pid": 1, "ts": micros(now), "args": { "tokens": tokens },
                }))
            }
            Event::Finished(_) => {
                self.end_round(now)?;
                let Some(mut out) = self.out.take() else { return Ok(()) };
                let last = json!({ "name": "process_name", "ph": "M", "pid": 1, "args": { "name": "lop" } });
                write!(out, "{last}\n]\n")?;
                out.flush()
            }
            _ => Ok(()),
        }
    }

    /// The row of a question: the first worker that was free when it began. Listeners are told a moment after the answer, by
    /// which two may seem to overlap that did not.
    fn worker(&mut self, start: Duration, end: Duration) -> io::Result<usize> {
        let free = self.workers.iter().position(|&until| until <= start + JITTER);
        let at = free.unwrap_or(self.workers.len());
        if free.is_none() {
            self.workers.push(end);
            self.name(at + 1, &format!("worker {}", at + 1))?;
        }
        self.workers[at] = end;
        Ok(at + 1)
    }

    fn name(&mut self, row: usize, name: &str) -> io::Result<()> {
        self.put(&json!({
            "name": "thread_name", "ph": "M", "pid": 1, "tid": row, "args": { "name": name },
        }))
    }

    fn end_round(&mut self, now: Duration) -> io::Result<()> {
        if !std::mem::take(&mut self.in_round) {
            return Ok(());
        }
        self.put(&json!({ "ph": "E", "pid": 1, "tid": 0, "ts": micros(now) }))
    }

    fn put(&mut self, record: &Value) -> io::Result<()> {
        self.out.as_mut().map_or(Ok(()), |it| writeln!(it, "{record},"))
    }
}

/// How late listeners may be told.
const JITTER: Duration = Duration::from_millis(2);

fn name(stage: Stage) -> String {
    format!("{stage:?}").to_lowercase()
}

fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Interesting => "interesting",
        Verdict::Boring => "boring",
        Verdict::TimedOut => "timed-out",
        Verdict::Cancelled => "cancelled",
    }
}

impl Listener for Trace {
    fn on_event(&self, file: &str, event: &Event) {
        let mut state = self.state.lock();
        if let Err(error) = state.note(&self.path, event) {
            state.out = None;
            drop(state);
            self.unwritten.tell();
            let text = format!("the trace {} cannot be written: {error}", self.path.display());
            self.inner.on_event(file, &Event::Warning(text));
        }
        self.unwritten.pass_on(self.inner.as_ref(), file, event);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use lop_engine::Outcome;
    use lop_runner::Summary;
    use lop_runner::event::{Closing, Kept, Reason, Setting};

    use super::*;

    fn judged(took: u64) -> Event {
        let (verdict, reason) = (Verdict::Boring, Reason::Refused);
        Event::Judged { pass: "hoist", verdict, reason, took: Duration::from_secs(took), hash: 0, bytes: 7 }
    }

    #[test]
    fn questions_at_one_time_are_of_several_workers() {
        let trace = Trace::new(Path::new("unused"), Arc::new(()), Unwritten::default());
        let mut state = trace.state.lock();
        let rows = [(0, 10), (5, 15), (10, 12), (12, 20), (13, 14)]
            .map(|(start, end)| state.worker(Duration::from_secs(start), Duration::from_secs(end)).unwrap());
        assert_eq!(rows, [1, 2, 1, 1, 3]);
    }

    #[test]
    fn the_trace_is_a_list_of_records() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("trace.json");
        let trace = Trace::new(&path, Arc::new(()), Unwritten::default());
        let closing = Closing::of("x".into(), Summary::of(Outcome::default()), Kept::Stdout);
        let started = Event::Started(Arc::new(Setting::default()));
        for event in [started, judged(900), judged(900), Event::Finished(Arc::new(closing))] {
            trace.on_event("", &event);
        }
        let records: Vec<Value> = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
        assert_eq!(records.iter().filter(|it| it["ph"] == "X").count(), 2);
        assert!(records.iter().any(|it| it["args"]["name"] == "worker 1"));
    }

    #[test]
    fn what_cannot_be_written_is_not_forgotten() {
        let unwritten = Unwritten::default();
        let directory = tempfile::tempdir().unwrap();
        let trace = Trace::new(directory.path(), Arc::new(()), unwritten.clone());
        trace.on_event("", &Event::Started(Arc::new(Setting::default())));
        assert!(unwritten.is_told());
    }
}
