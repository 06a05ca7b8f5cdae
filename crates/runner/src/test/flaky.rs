//! A test of which it counts how often it says yes: what must be seen of the original before anything is measured.

use lop_oracle::{RunOutput, Status};

use super::Test;
use crate::judging::moods::Moods;
use crate::target::Target;

/// How often a flaky test is asked about the original before it has said yes once: at a rate of 5 % that is enough in 95 of
/// 100 cases.
const UNSEEN: usize = 60;
/// How often one that ends well is asked before it is believed never to crash: it does so in a fifth of its runs once in a
/// hundred cases.
const CRASH_UNSEEN: usize = 20;

impl Test {
    /// True when a verdict is about how often the test says yes.
    pub fn is_flaky(&self) -> bool {
        self.options.is_flaky()
    }

    pub(crate) fn moods(&self) -> Option<Moods> {
        Moods::of(&self.options)
    }

    /// True when a flaky test must be asked on, since it has not yet shown what could be held on to.
    pub(super) fn seeks(&self, runs: &[RunOutput]) -> bool {
        if !self.options.is_flaky() || runs.len() >= UNSEEN {
            return false;
        }
        match &self.target {
            Some(target) => {
                let criteria = target.criteria(&self.options, &self.own);
                !runs.iter().any(|it| criteria.hold(it))
            }
            None => match Target::shown(runs, &self.options, &self.own) {
                Target::Crash(_) => false,
                // A run that fails without a crash is how a script says no.
                Target::Success => {
                    !runs.iter().any(|it| it.status == Status::Exited(0)) || runs.len() < CRASH_UNSEEN
                }
                _ => true,
            },
        }
    }
}
