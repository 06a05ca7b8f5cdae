//! A test that runs on machines with another compiler, maybe: the original is asked about on this machine, too.

use lop_engine::{Cancel, Question};
use lop_oracle::site::Away;
use lop_oracle::{Capture, RunOutput, Status};

use super::Test;
use crate::Files;

impl Test {
    /// In what the test answers otherwise on this machine than where it runs, and what that means.
    pub fn about_here(&self) -> Option<String> {
        let differs = self.differs.as_ref()?;
        Some(format!(
            "{differs}. The result will hold there, and maybe not here: name what is here as well (--remote-with PATH, \
             --remote-property container-image=docker://IMAGE), or trust what is there"
        ))
    }

    /// Asks about the original on this machine as well, where `run` comes from one that may be unlike it. What cannot run here
    /// is nothing to compare.
    pub(super) fn compare_with_here(&mut self, original: &Files, run: &RunOutput, stop: &Cancel) {
        let is_there = self.oracle.spec().away.as_ref().and_then(Away::identity).is_some();
        if !is_there || self.is_flaky() || self.oracle.spec().repeat.times > 1 {
            return;
        }
        let here = self.oracle.run_here(&Question::about(original, stop), Capture::Everything);
        let Ok(here) = here else { return };
        if here.status == Status::Cancelled || matches!(here.status, Status::Exited(126 | 127)) {
            return;
        }
        let said = |it: &RunOutput| {
            let answer = if self.oracle.criteria().hold(it) { "yes" } else { "no" };
            self.signature(it)
                .map_or_else(|| format!("{answer} ({})", it.status), |crash| format!("{answer} ({crash})"))
        };
        let (there, here) = (said(run), said(&here));
        self.differs = (there != here).then(|| {
            format!("what the test says of the original differs: {there} where it runs, and {here} on this machine")
        });
    }
}
