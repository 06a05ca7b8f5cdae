//! The oracle of one file in a batch: answers what is known, waits for its turn in the pool, asks, and notes why.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use lop_engine::{Answer, Cancel, Oracle, OracleError, Question, Verdict};
use lop_oracle::signature::Signature;
use lop_oracle::{CommandOracle, Criteria, RunOutput, Status};
use parking_lot::Mutex;

use crate::files::text_hash;
use crate::log::Log;
use crate::pool::Place;
use crate::record::Reason;

/// `criteria`, and the crash must be that of `target`.
pub(crate) fn hold_on_to(target: Signature, criteria: Criteria) -> Criteria {
    let predicate = move |run: &RunOutput| Signature::of_run(run).as_ref() == Some(&target);
    Criteria { predicate: Some(Arc::new(predicate)), ..criteria }
}

/// What the runs came to that were refused, by the hash of their text, until their question is answered.
#[derive(Debug, Clone, Default)]
pub(crate) struct Refusals(Arc<Mutex<HashMap<u128, Reason>>>);

impl Refusals {
    /// Takes note of a run that was refused while a crash is looked for.
    pub(crate) fn note(&self, run: &RunOutput, text: &[u8]) {
        let reason = match run.status {
            Status::TimedOut => Reason::TimedOut,
            Status::Cancelled => return,
            _ if Signature::of_run(run).is_some() => Reason::OtherCrash,
            _ => Reason::NoCrash,
        };
        self.0.lock().insert(text_hash(text), reason);
    }

    /// What the refusal of a text was about; nothing more is known than that it was refused, where nobody took note.
    pub(crate) fn take(&self, hash: u128) -> Reason {
        self.0.lock().remove(&hash).unwrap_or(Reason::Refused)
    }
}

/// The oracle.
pub(crate) struct Asker<'a> {
    oracle: CommandOracle,
    /// The expensive test, which each success must pass, too.
    then: Option<CommandOracle>,
    refusals: Refusals,
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
    pub(crate) then: Option<CommandOracle>,
    /// True when what is looked for is a crash.
    pub(crate) crash: bool,
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
        let Parts { mut oracle, then, crash, place, log, known, stop, limit, before, on_asked } = parts;
        let refusals = Refusals::default();
        if crash {
            let noted = refusals.clone();
            oracle.set_witness(Arc::new(move |run, files| noted.note(run, &files[0])));
        }
        Asker {
            oracle,
            then,
            refusals,
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
        let question = Question { files, base: files, worker: 0, cancel: stop };
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
        let mut answer = self.oracle.ask(question)?;
        if answer.verdict == Verdict::Interesting
            && let Some(then) = &self.then
        {
            answer = then.ask(question)?;
        }
        drop(permit);
        (self.on_asked)();
        let reason = match answer.verdict {
            Verdict::Cancelled => return Ok(answer),
            Verdict::Interesting => Reason::Interesting,
            Verdict::TimedOut => Reason::TimedOut,
            Verdict::Boring => self.refusals.take(hash),
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
