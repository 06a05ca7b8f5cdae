//! A test that runs on machines with another compiler, maybe: the original is asked about on this machine, too.

use lop_engine::{Cancel, Question};
use lop_oracle::site::Away;
use lop_oracle::{Capture, RunOutput, Status};

use super::{Test, traced};
use crate::Files;
use crate::failure::Failure;
use crate::slots::{Slots, within};

/// What the test answers otherwise on this machine than where it runs.
#[derive(Debug)]
pub(super) struct Difference {
    what: String,
    /// What may be missing there, where it says yes here only.
    lacks: Option<String>,
}

impl Test {
    /// In what the test answers otherwise on this machine than where it runs, and what that means; or why this machine is not
    /// asked that is to be asked, too.
    pub fn about_here(&self) -> Option<String> {
        let Some(differs) = &self.differs else {
            let waits = |it: &Away| it.is_pooled() && !it.is_known_to_agree();
            let only_there = "only the cluster is asked, and not this machine: whether the test says the same here is not \
                              known, because it cannot run here or is asked more than once";
            return self.away().is_some_and(waits).then(|| only_there.to_owned());
        };
        let remedy = differs.lacks.as_deref().unwrap_or(
            "name what is here as well (--remote-with PATH, --remote-property container-image=docker://IMAGE), or trust \
             what is there",
        );
        Some(format!("{}. The result will hold there, and maybe not here: {remedy}", differs.what))
    }

    /// Says it of an original that is refused where it runs, and not here.
    pub(super) fn explain_there(&self, failure: &mut Failure) {
        let Some(Difference { what, lacks: Some(lacks) }) = &self.differs else { return };
        failure.because = failure.because.take().map(|it| format!("{what}\n{it}"));
        failure.help = failure.help.take().map(|it| format!("{lacks}\n{it}"));
    }

    fn away(&self) -> Option<&Away> {
        self.oracle.spec().away.as_ref()
    }

    /// Sees whether this machine is to be asked, too, after the check of an earlier [test](Test::hold): asks about the original
    /// there and here. Without an answer it is not.
    pub fn see_about_here(&mut self, original: &Files, slots: &dyn Slots, stop: &Cancel) {
        if !self.away().is_some_and(Away::is_pooled) {
            return;
        }
        let ask = || self.oracle.run(&Question::about(original, stop), Capture::Everything);
        if let Some(Ok(run)) = within(slots, stop, ask)
            && run.status != Status::Cancelled
        {
            self.compare_with_here(original, &run, stop);
        }
    }

    /// Asks about the original on this machine as well, where `run` comes from one that may be unlike it. What cannot run here
    /// is nothing to compare.
    pub(super) fn compare_with_here(&mut self, original: &Files, run: &RunOutput, stop: &Cancel) {
        let is_there = self.away().and_then(Away::identity).is_some();
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
        let (abroad, at_home) = (said(run), said(&here));
        if abroad == at_home {
            self.away().into_iter().for_each(Away::agrees);
            return;
        }
        let what = format!(
            "what the test says of the original differs: {abroad} where it runs, and {at_home} on this machine"
        );
        let shows = |it: &RunOutput| self.oracle.criteria().hold(it) || self.signature(it).is_some();
        let lacks = (shows(&here) && !shows(run)).then(|| self.lacks_there(original, stop));
        self.differs = Some(Difference { what, lacks });
    }

    /// What may be missing where it runs, if it says yes on this machine only.
    fn lacks_there(&self, original: &Files, stop: &Cancel) -> String {
        match traced::reads(self.oracle.spec(), original, stop).as_deref() {
            None => "if it reads a file here that is not there, take that along: --remote-with PATH (where strace is \
                     installed, lop looks which)"
                .to_owned(),
            Some([]) => "it reads no files of yours here that are not there, so name machines like this one: \
                         --remote-property container-image=docker://IMAGE"
                .to_owned(),
            Some(files) => format!(
                "here it reads what is not there; take it along: {} (a script finds it in \"$LOP_ROOT/with\", by its last \
                 name)",
                traced::options(files)
            ),
        }
    }
}
