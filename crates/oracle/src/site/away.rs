//! Questions that go to a [`Site`], and what becomes of those that it has no answer to.

use std::ffi::OsString;
use std::fmt;
use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use lop_engine::{Cancel, OracleError, Question};
use parking_lot::{Condvar, Mutex};

use super::pool::{Place, Pool, Seat};
use super::{Batches, Errand, Fallback, Luggage, Site, Traffic};
use crate::command::CommandOracle;
use crate::output::RunOutput;
use crate::prepared::PreparedCommand;

/// How often a cancelled question is noticed while it waits.
const SLICE: Duration = Duration::from_millis(20);

/// A site, as an oracle uses it.
#[derive(Clone)]
pub struct Away {
    site: Arc<dyn Site>,
    fallback: Fallback,
    counts: Arc<Counts>,
    pool: Option<Arc<Pool>>,
}

#[derive(Debug, Default)]
struct Counts {
    answered: AtomicBool,
    unanswered: AtomicU64,
    /// True when this machine is known to answer as the site does.
    agrees: AtomicBool,
    /// How many questions were asked here because there was a slot.
    asked_here: AtomicU64,
    /// How many questions are asked on this machine now, and who waits for one of them to end.
    here: Mutex<usize>,
    ended: Condvar,
}

/// The right to ask on this machine: there are as many as it has cores, however many are asked at once elsewhere.
pub(crate) struct Turn<'a>(&'a Counts);

impl Away {
    /// Asks `site`, and does what `fallback` says where that has no answer.
    pub fn new(site: Arc<dyn Site>, fallback: Fallback) -> Away {
        Away { site, fallback, counts: Arc::default(), pool: None }
    }

    /// The same with a pool of slots in which those of this machine are as well, once it [agrees](Away::agrees).
    #[must_use]
    pub fn pooled(self, pool: Option<Arc<Pool>>) -> Away {
        Away { pool, ..self }
    }

    /// True when this machine is to be asked beside the site.
    pub fn is_pooled(&self) -> bool {
        self.pool.is_some()
    }

    /// True when this machine is known to answer as the site does.
    pub fn is_known_to_agree(&self) -> bool {
        self.counts.agrees.load(Ordering::Relaxed)
    }

    /// Takes note that this machine answers as the site does.
    pub fn agrees(&self) {
        self.counts.agrees.store(true, Ordering::Relaxed);
    }

    /// How many questions the site had no answer to, so that they were asked here.
    pub fn unanswered(&self) -> u64 {
        self.counts.unanswered.load(Ordering::Relaxed)
    }

    /// What commands find there, if that may be other than here.
    pub fn identity(&self) -> Option<String> {
        self.site.identity()
    }

    /// What goes there beside the candidates, once a question has been about this command.
    fn luggage(&self, command: &[OsString]) -> Result<Vec<Luggage>, OracleError> {
        self.site.luggage(command)
    }

    /// What went there and came back, where that is counted.
    pub fn traffic(&self) -> Traffic {
        let here = self.counts.asked_here.load(Ordering::Relaxed);
        Traffic { here, unanswered: self.unanswered(), ..self.site.traffic() }
    }

    /// How long processors there have worked, where that is known.
    pub fn worked(&self) -> Option<Duration> {
        self.site.worked()
    }

    /// What went there together with others.
    pub fn batches(&self) -> Batches {
        self.site.batches()
    }

    /// Waits for a slot of the pool; `None` where only the site is asked, and when the question is cancelled meanwhile.
    pub(crate) fn seat(&self, question: &Question<'_>) -> Option<Seat<'_>> {
        let pool = self.pool.as_ref().filter(|_| self.is_known_to_agree())?;
        // What is asked about what all build on, such as the result, holds everybody up.
        let seat = pool.take(std::ptr::eq(question.files, question.base), question.cancel)?;
        if seat.place == Place::Here {
            self.counts.asked_here.fetch_add(1, Ordering::Relaxed);
        }
        Some(seat)
    }

    /// Waits for a turn to ask on this machine; `None` when the question is cancelled meanwhile.
    pub(crate) fn turn(&self, cancel: &Cancel) -> Option<Turn<'_>> {
        let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
        let mut here = self.counts.here.lock();
        while *here >= cores {
            if cancel.is_raised() {
                return None;
            }
            self.counts.ended.wait_for(&mut here, SLICE);
        }
        *here += 1;
        Some(Turn(&self.counts))
    }

    /// Runs the command there; `None` says that it is to run here. A site that has never answered is not set up as it should
    /// be, which is for the user to know before anything is searched.
    fn run(&self, errand: &Errand<'_>) -> Result<Option<RunOutput>, OracleError> {
        match self.site.run(errand) {
            Ok(run) => {
                self.counts.answered.store(true, Ordering::Relaxed);
                Ok(Some(run))
            }
            Err(_) if self.fallback == Fallback::Local && self.counts.answered.load(Ordering::Relaxed) => {
                self.counts.unanswered.fetch_add(1, Ordering::Relaxed);
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }
}

impl CommandOracle {
    /// What of this machine goes with all of its commands to where they run, if that is elsewhere. Nothing goes there by asking this.
    pub fn luggage(&self) -> Result<Vec<Luggage>, OracleError> {
        let Some(away) = &self.spec().away else { return Ok(Vec::new()) };
        let mut luggage = Vec::new();
        for command in self.commands() {
            luggage.extend(away.luggage(&command.words())?);
        }
        luggage.sort_unstable();
        luggage.dedup();
        Ok(luggage)
    }

    /// Runs a command of it there; `None` says that it is to run here. Standard input is given and the two other streams are
    /// brought back as `streams` says.
    pub(crate) fn run_away(
        &self,
        away: &Away,
        command: &PreparedCommand,
        question: &Question<'_>,
        (stdin, stdout, stderr): (bool, bool, bool),
    ) -> Result<Option<RunOutput>, OracleError> {
        let spec = self.spec();
        let project = spec.project.as_deref();
        let of_project = project.into_iter().flat_map(|it| &it.env);
        let of_project = of_project.map(|(name, value)| (OsString::from(name), OsString::from(value)));
        let env: Vec<(OsString, OsString)> = of_project.chain(spec.env.iter().cloned()).collect();
        away.run(&Errand {
            program: &command.program(),
            command: &command.words(),
            names: &spec.names,
            files: question.files,
            project,
            anew: std::ptr::eq(question.files, question.base),
            env: &env,
            stdin,
            stdout,
            stderr,
            limit: self.timeout(),
            grace: spec.grace,
            worker: question.worker,
            cancel: question.cancel,
        })
    }
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        *self.0.here.lock() -= 1;
        self.0.ended.notify_one();
    }
}

impl fmt::Debug for Away {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Away")
            .field("site", &self.site)
            .field("fallback", &self.fallback)
            .finish_non_exhaustive()
    }
}
