//! Questions that go to a [`Site`], and what becomes of those that it has no answer to.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use lop_engine::OracleError;

use super::{Errand, Fallback, Site};
use crate::output::RunOutput;

/// A site, as an oracle uses it.
#[derive(Clone)]
pub struct Away {
    site: Arc<dyn Site>,
    fallback: Fallback,
    counts: Arc<Counts>,
}

#[derive(Debug, Default)]
struct Counts {
    answered: AtomicBool,
    unanswered: AtomicU64,
}

impl Away {
    /// Asks `site`, and does what `fallback` says where that has no answer.
    pub fn new(site: Arc<dyn Site>, fallback: Fallback) -> Away {
        Away { site, fallback, counts: Arc::default() }
    }

    /// How many questions the site had no answer to, so that they were asked here.
    pub fn unanswered(&self) -> u64 {
        self.counts.unanswered.load(Ordering::Relaxed)
    }

    /// Runs the command there; `None` says that it is to run here. A site that has never answered is not set up as it should
    /// be, which is for the user to know before anything is searched.
    pub(crate) fn run(&self, errand: &Errand<'_>) -> Result<Option<RunOutput>, OracleError> {
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

impl fmt::Debug for Away {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Away")
            .field("site", &self.site)
            .field("fallback", &self.fallback)
            .finish_non_exhaustive()
    }
}
