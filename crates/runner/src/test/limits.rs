//! A limit that kills the test is no bug: where a crash is what would be held on to, the original must show it without the
//! limits, too.

use lop_engine::{Cancel, Question};
use lop_oracle::{Capture, CheckError, CommandOracle, CommandSpec, Limits, Status};

use super::Test;
use crate::Files;
use crate::failure::Failure;
use crate::slots::{Slots, within};

impl Test {
    /// Asks about the original without the limits until it shows its crash, no more than so often, where it is held on to for
    /// want of a condition of the user. `None` when somebody raised `stop`.
    pub(super) fn ask_without_limits(
        &mut self,
        original: &Files,
        times: usize,
        slots: &dyn Slots,
        stop: &Cancel,
    ) -> Result<Option<()>, CheckError> {
        let spec = self.oracle.spec();
        let limits = named(&spec.limits);
        if limits.is_empty() || self.target().signature().is_none() {
            return Ok(Some(()));
        }
        let free = CommandOracle::new(CommandSpec { limits: Limits::default(), ..spec.clone() })?;
        let mut refused = None;
        for _ in 0..times {
            let ask = || free.run(&Question::about(original, stop), Capture::Everything);
            let Some(run) = within(slots, stop, ask).transpose()? else { return Ok(None) };
            if run.status == Status::Cancelled || stop.is_raised() {
                return Ok(None);
            }
            if free.criteria().hold(&run) {
                return Ok(Some(()));
            }
            refused = Some(run);
        }
        let Some(run) = refused else { return Ok(Some(())) };
        self.made_by = Some(limits.join(" or "));
        Err(CheckError::NotInteresting(Box::new(free.not_interesting(run))))
    }

    /// The limits that make the crash of the original, if they do.
    pub fn made_by(&self) -> Option<&str> {
        self.made_by.as_deref()
    }

    /// A refusal of a crash that a limit makes, from what was said of the run without it.
    pub(super) fn made_by_limit(&self, limit: &str, end: Status, without: Failure) -> Failure {
        let crash = self.target().signature().map(ToString::to_string).unwrap_or_default();
        let mut failure = Failure {
            what: format!("the original is not interesting: it crashes because of {limit}"),
            ..without
        };
        let shown = failure.because.unwrap_or_default();
        failure.because =
            Some(format!("with {limit} the test ends with {crash}, and without with {end}\n{shown}"));
        failure.help = Some(format!(
            "raise {limit} or leave it out; if this end is what you look for, say so with --signal, --exit-code or --stderr"
        ));
        failure
    }
}

/// The options of those that are set.
fn named(limits: &Limits) -> Vec<&'static str> {
    let all = [
        ("--memory", limits.memory.is_some()),
        ("--cpu-time", limits.cpu_time.is_some()),
        ("--file-size", limits.file_size.is_some()),
    ];
    all.into_iter().filter(|it| it.1).map(|it| it.0).collect()
}
