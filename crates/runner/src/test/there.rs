//! A test that runs on machines with another compiler, maybe: the original is asked about on this machine, too.

use std::time::Duration;

use lop_engine::{Cancel, Question};
use lop_oracle::site::Away;
use lop_oracle::{Capture, RunOutput, Status};

use super::{Test, traced};
use crate::Files;
use crate::event::Event;
use crate::failure::Failure;
use crate::slots::{Slots, within};

/// A test that takes no longer here is run once more, to see which files it reads.
const SOON: Duration = Duration::from_secs(20);

/// What was seen of the test on this machine, where it runs elsewhere.
#[derive(Debug, Default)]
pub(super) enum Here {
    /// Nobody has looked.
    #[default]
    Unseen,
    /// It was not compared, for this reason.
    NotCompared(String),
    /// It says the same.
    Agrees {
        /// How long it took here.
        took: Duration,
        /// True when both showed the same crash, which is no accident.
        by_crash: bool,
    },
    /// It says something else.
    Differs(Difference),
}

/// What the test answers otherwise on this machine than where it runs.
#[derive(Debug)]
pub(super) struct Difference {
    what: String,
    /// What may be missing there, where it says yes here only.
    lacks: Option<String>,
}

impl Test {
    /// In what the test answers otherwise on this machine than where it runs, and what that means; or why nobody knows whether it
    /// does.
    pub fn about_here(&self) -> Option<Event> {
        let differs = match &self.here {
            Here::Differs(differs) => differs,
            Here::NotCompared(why) => {
                let is_pooled = self.away().is_some_and(Away::is_pooled);
                let only_there =
                    if is_pooled { "only the cluster is asked, and not this machine: " } else { "" };
                return Some(Event::Note(format!(
                    "{only_there}whether the test says the same on this machine is not known: {why}"
                )));
            }
            Here::Unseen | Here::Agrees { .. } => return None,
        };
        let remedy = differs.lacks.as_deref().unwrap_or(
            "name what is here as well (--remote-with PATH, --remote-property container-image=docker://IMAGE), or trust \
             what is there",
        );
        let what = &differs.what;
        Some(Event::Warning(format!("{what}. The result will hold there, and maybe not here: {remedy}")))
    }

    /// Files that the test reads here and that do not go along, where it says the same in both places and shows no crash: a no that
    /// has become a yes without them would be no other.
    pub fn about_unread(&self, original: &Files, stop: &Cancel) -> Option<Event> {
        let Here::Agrees { took, by_crash: false } = self.here else { return None };
        if took > SOON {
            return None;
        }
        let files = traced::reads(&self.oracle, original, stop).filter(|it| !it.is_empty())?;
        Some(Event::Note(format!(
            "here the test reads files that do not go along, and says the same there without them; if what it says depends on \
             them, take them along: {}",
            traced::options(&files)
        )))
    }

    /// Says it of an original that is refused where it runs.
    pub(super) fn explain_there(&self, failure: &mut Failure) {
        let add = |to: &mut Option<String>, text: &str| *to = to.take().map(|it| format!("{text}\n{it}"));
        match &self.here {
            Here::Differs(Difference { what, lacks: Some(lacks) }) => {
                add(&mut failure.because, what);
                add(&mut failure.help, lacks);
            }
            Here::Agrees { .. } => add(&mut failure.because, "it says the same on this machine"),
            Here::Differs(_) | Here::NotCompared(_) | Here::Unseen => {}
        }
    }

    pub(super) fn away(&self) -> Option<&Away> {
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
        if self.away().and_then(Away::identity).is_some() {
            self.here = self.seen_here(original, run, stop);
        }
        if matches!(self.here, Here::Agrees { .. }) {
            self.away().into_iter().for_each(Away::agrees);
        }
    }

    fn seen_here(&self, original: &Files, run: &RunOutput, stop: &Cancel) -> Here {
        if self.is_flaky() || self.oracle.spec().repeat.times > 1 {
            let option = if self.is_flaky() { "--flaky" } else { "--repeat" };
            return Here::NotCompared(format!("with {option} one run of it says too little"));
        }
        let here = match self.oracle.run_here(&Question::about(original, stop), Capture::Everything) {
            Ok(it) if it.status == Status::Cancelled => return Here::Unseen,
            Ok(it) if matches!(it.status, Status::Exited(126 | 127)) => {
                let why = "what it needs is not here, it seems";
                return Here::NotCompared(format!("{why}; it ended with {}", it.status));
            }
            Ok(it) => it,
            Err(error) => return Here::NotCompared(error.cause),
        };
        let said = |it: &RunOutput| {
            let answer = if self.oracle.criteria().hold(it) { "yes" } else { "no" };
            self.signature(it)
                .map_or_else(|| format!("{answer} ({})", it.status), |crash| format!("{answer} ({crash})"))
        };
        let (abroad, at_home) = (said(run), said(&here));
        if abroad == at_home {
            return Here::Agrees { took: here.took, by_crash: self.signature(run).is_some() };
        }
        let what = format!(
            "what the test says of the original differs: {abroad} where it runs, and {at_home} on this machine"
        );
        let shows = |it: &RunOutput| self.oracle.criteria().hold(it) || self.signature(it).is_some();
        let lacks = (shows(&here) && !shows(run)).then(|| self.lacks_there(original, stop));
        Here::Differs(Difference { what, lacks })
    }

    /// What may be missing where it runs, if it says yes on this machine only.
    fn lacks_there(&self, original: &Files, stop: &Cancel) -> String {
        match traced::reads(&self.oracle, original, stop).as_deref() {
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
