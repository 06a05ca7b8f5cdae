//! Passes that fail: one that panics is left out from then on, so that only what it would have proposed is lost.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::run::Run;
use crate::pass::{Propose, Sites, Stage};

/// Which passes of a run have panicked, and of those that only suppose its answers.
#[derive(Debug, Clone)]
pub(super) struct Failing(Arc<[AtomicBool]>);

impl Failing {
    /// None of so many passes.
    pub(super) fn none(passes: usize) -> Failing {
        Failing((0..passes).map(|_| AtomicBool::default()).collect())
    }

    /// True for a pass that has panicked.
    pub(super) fn has(&self, pass: usize) -> bool {
        self.0[pass].load(Ordering::Relaxed)
    }
}

impl Run<'_> {
    /// What a pass proposes, by what `propose` asks it for; nothing from its first panic on. That of a pass which is not ours
    /// goes on to the caller, and without the certification there is no end.
    pub(super) fn proposed(&self, pass: usize, propose: impl FnOnce(&mut Sites)) -> Sites {
        if self.failing.has(pass) {
            return Sites::default();
        }
        let propose = || {
            let mut sites = Sites::default();
            propose(&mut sites);
            sites
        };
        // It sees nothing but the document, which has no state that it could have left half done.
        catch_unwind(AssertUnwindSafe(propose)).unwrap_or_else(|panic| {
            let row = self.config.passes[pass];
            if row.stage == Stage::Certify || matches!(row.propose, Propose::Outside(_)) {
                resume_unwind(panic);
            }
            self.failing.0[pass].store(true, Ordering::Relaxed);
            Sites::default()
        })
    }
}
