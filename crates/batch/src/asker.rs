//! The oracle of one file in a batch: answers what is known, waits for its turn in the pool, asks, and notes why.

use std::cell::Cell;
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use lop_engine::{Answer, Cancel, Oracle, OracleError, Question, Verdict};
use lop_oracle::signature::{Ending, Signature};
use lop_oracle::{CommandOracle, Criteria, RunOutput, Status};
use parking_lot::Mutex;

use crate::files::text_hash;
use crate::log::Log;
use crate::pool::Place;
use crate::record::Reason;

thread_local! {
    /// What the predicate saw in the run that this thread waits for.
    static SEEN: Cell<Option<Reason>> = const { Cell::new(None) };
}

/// How a run ended, as signatures see it; `None` for one that was cancelled.
pub(crate) fn ending(status: Status) -> Option<Ending> {
    match status {
        Status::Exited(code) => Some(Ending::Exit(code)),
        Status::Signaled(signal) => Some(Ending::Signal(signal)),
        Status::TimedOut => Some(Ending::Hang),
        Status::Cancelled => None,
    }
}

/// The crash that a run shows, if it shows one.
pub(crate) fn signature(run: &RunOutput) -> Option<Signature> {
    Signature::of(ending(run.status)?, &run.stdout.bytes(), &run.stderr.bytes())
}

/// Criteria that hold on to a signature, and leave a note of what they saw instead.
pub(crate) fn hold_on_to(target: Signature) -> Criteria {
    let predicate = move |run: &RunOutput| {
        let found = signature(run);
        let same = found.as_ref() == Some(&target);
        SEEN.set(Some(match found {
            Some(_) if same => Reason::Interesting,
            Some(_) => Reason::OtherCrash,
            None => Reason::NoCrash,
        }));
        same
    };
    Criteria { predicate: Some(Arc::new(predicate)), ..Criteria::default() }
}

/// The oracle.
pub(crate) struct Asker<'a> {
    oracle: CommandOracle,
    place: Place<'a>,
    log: Log,
    known: Mutex<HashMap<u128, Reason>>,
    /// Raised when this file has had its time.
    stop: Cancel,
    limit: Option<Duration>,
    clock: Mutex<Clock>,
    out_of_time: AtomicBool,
    wide: AtomicBool,
    on_asked: Box<dyn Fn() + Sync + 'a>,
    trouble: Mutex<Option<String>>,
}

/// Time spent on the file, in this run and in earlier ones.
#[derive(Debug)]
struct Clock {
    before: Duration,
    since: Option<Instant>,
}

/// What an asker is made of.
pub(crate) struct Parts<'a> {
    pub(crate) oracle: CommandOracle,
    pub(crate) place: Place<'a>,
    pub(crate) log: Log,
    pub(crate) known: HashMap<u128, Reason>,
    pub(crate) stop: Cancel,
    pub(crate) limit: Option<Duration>,
    /// Time spent in earlier runs.
    pub(crate) before: Duration,
    pub(crate) on_asked: Box<dyn Fn() + Sync + 'a>,
}

impl<'a> Asker<'a> {
    pub(crate) fn new(parts: Parts<'a>) -> Asker<'a> {
        let Parts { oracle, place, log, known, stop, limit, before, on_asked } = parts;
        Asker {
            oracle,
            place,
            log,
            known: Mutex::new(known),
            stop,
            limit,
            clock: Mutex::new(Clock { before, since: None }),
            out_of_time: AtomicBool::new(false),
            wide: AtomicBool::new(false),
            on_asked,
            trouble: Mutex::default(),
        }
    }

    /// Time spent on the file until now.
    pub(crate) fn elapsed(&self) -> Duration {
        let clock = self.clock.lock();
        clock.before + clock.since.map_or(Duration::ZERO, |it| it.elapsed())
    }

    /// True when the file has had its time.
    pub(crate) fn is_out_of_time(&self) -> bool {
        self.out_of_time.load(Ordering::SeqCst)
    }

    /// What the test said of a text.
    pub(crate) fn reason(&self, hash: u128) -> Reason {
        self.known.lock().get(&hash).copied().unwrap_or(Reason::Unknown)
    }

    /// How many texts the test has answered about, in this run and in earlier ones.
    pub(crate) fn answers(&self) -> usize {
        self.known.lock().len()
    }

    pub(crate) fn log(&self) -> &Log {
        &self.log
    }

    /// Takes note that the log could not be written.
    pub(crate) fn note(&self, error: &std::io::Error) {
        self.trouble.lock().get_or_insert_with(|| error.to_string());
    }

    /// The log, and the first trouble with it.
    pub(crate) fn finish(self) -> (Log, Option<String>) {
        (self.log, self.trouble.into_inner())
    }

    /// Runs the test once on `files` and gives everything it printed.
    pub(crate) fn run(&self, files: &[Arc<[u8]>], stop: &Cancel) -> Option<RunOutput> {
        let _permit = self.place.acquire(stop)?;
        let question = Question { files, worker: 0, cancel: stop };
        self.oracle.run(&question, lop_oracle::Capture::Everything).ok()
    }

    fn start_clock(&self) {
        let mut clock = self.clock.lock();
        if clock.since.is_none() {
            clock.since = Some(Instant::now());
        }
    }

    fn learn(&self, hash: u128, reason: Reason, worker: usize) {
        if worker > 0
            && !self.wide.swap(true, Ordering::SeqCst)
            && let Err(error) = self.log.wide()
        {
            self.note(&error);
        }
        if let Err(error) = self.log.answer(hash, reason) {
            self.note(&error);
        }
        self.known.lock().insert(hash, reason);
    }
}

impl Oracle for Asker<'_> {
    fn ask(&self, question: &Question<'_>) -> Result<Answer, OracleError> {
        let hash = text_hash(&question.files[0]);
        let known = self.known.lock().get(&hash).copied();
        if let Some(reason) = known {
            return Ok(verdict(reason).into());
        }
        self.start_clock();
        if self.limit.is_some_and(|it| self.elapsed() >= it) {
            self.out_of_time.store(true, Ordering::SeqCst);
            self.stop.raise();
        }
        let Some(permit) = self.place.acquire(question.cancel) else {
            return Ok(Verdict::Cancelled.into());
        };
        SEEN.set(None);
        let answer = self.oracle.ask(question)?;
        drop(permit);
        (self.on_asked)();
        let reason = match answer.verdict {
            Verdict::Cancelled => return Ok(answer),
            Verdict::Interesting => Reason::Interesting,
            Verdict::TimedOut => Reason::TimedOut,
            Verdict::Boring => SEEN.take().filter(|it| *it != Reason::Interesting).unwrap_or(Reason::Refused),
        };
        self.learn(hash, reason, question.worker);
        Ok(answer)
    }

    fn width(&self) -> usize {
        self.place.width()
    }
}

fn verdict(reason: Reason) -> Verdict {
    match reason {
        Reason::Interesting => Verdict::Interesting,
        Reason::TimedOut => Verdict::TimedOut,
        Reason::Refused | Reason::NoCrash | Reason::OtherCrash | Reason::Unknown => Verdict::Boring,
    }
}
