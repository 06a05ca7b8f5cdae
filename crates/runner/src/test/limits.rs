//! A limit that kills the test is no bug: where a crash is what would be held on to, the original must show it with wider
//! limits, too.

use lop_engine::{Cancel, Question};
use lop_oracle::{Capture, CheckError, CommandOracle, CommandSpec, Limits, RunOutput, Status};

use super::Test;
use crate::Files;
use crate::failure::Failure;
use crate::slots::{Slots, within};

/// How much more memory there is where a limit on it is raised.
const MEMORY_FACTOR: u64 = 4;
/// And how much at least: within a few kilobytes no program begins, nor within four times as much.
const MEMORY_TO_BEGIN: u64 = 1 << 30;
/// Who gives less has most likely forgotten the unit.
const MEMORY_OF_NOBODY: u64 = 1 << 20;

impl Test {
    /// Asks about the original with wider limits until it shows its crash, no more often than `runs` did, where it is held on
    /// to for want of a condition of the user. `None` when somebody raised `stop`.
    pub(super) fn ask_with_wider_limits(
        &mut self,
        original: &Files,
        runs: &[RunOutput],
        slots: &dyn Slots,
        stop: &Cancel,
    ) -> Result<Option<()>, CheckError> {
        let spec = self.oracle.spec();
        let limits = wider(&spec.limits);
        let named = named(&spec.limits, &limits);
        if named.is_empty() || self.target().signature().is_none() {
            return Ok(Some(()));
        }
        let free = CommandOracle::new(CommandSpec { limits, ..spec.clone() })?;
        if let Some(slowest) = runs.iter().map(|it| it.took).max() {
            free.learn(slowest);
        }
        let mut refused = None;
        for _ in runs {
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
        self.made_by = Some(named.join(" or "));
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
        let unit = match self.oracle.spec().limits.memory {
            Some(..MEMORY_OF_NOBODY) => " (without a unit --memory counts bytes: write 512M or 2G)",
            _ => "",
        };
        failure.help = Some(format!(
            "raise {limit}{unit} or leave it out; if this end is what you look for, say so with --signal, --exit-code or \
             --stderr"
        ));
        failure
    }
}

/// Limits that a crash of the test itself does not mind. One on memory is raised and not lifted: it may be all that keeps the
/// machine alive.
fn wider(limits: &Limits) -> Limits {
    let most = available().map_or(u64::MAX, |it| it / 2);
    Limits { memory: limits.memory.map(|it| raised(it, most)), ..Limits::default() }
}

/// More memory than `limit`, unless that is more than `most`.
fn raised(limit: u64, most: u64) -> u64 {
    limit.max(limit.saturating_mul(MEMORY_FACTOR).max(MEMORY_TO_BEGIN).min(most))
}

/// How many bytes of memory nobody uses, where the system tells.
fn available() -> Option<u64> {
    let told = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = told.lines().find_map(|it| it.strip_prefix("MemAvailable:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kibibytes.checked_mul(1024)
}

/// The options of those that differ.
fn named(limits: &Limits, wider: &Limits) -> Vec<&'static str> {
    let all = [
        ("--memory", limits.memory != wider.memory),
        ("--cpu-time", limits.cpu_time != wider.cpu_time),
        ("--file-size", limits.file_size != wider.file_size),
    ];
    all.into_iter().filter(|it| it.1).map(|it| it.0).collect()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_limit_on_memory_is_raised_and_the_others_are_lifted() {
        let second = Some(Duration::from_secs(1));
        let limits = Limits { memory: Some(u64::MAX), cpu_time: second, file_size: Some(1) };
        assert_eq!(wider(&limits), Limits { memory: Some(u64::MAX), ..Limits::default() });
        assert_eq!(wider(&Limits::default()), Limits::default());
        for ((limit, most), is) in [
            ((1 << 29, u64::MAX), 1 << 31),
            ((512, u64::MAX), MEMORY_TO_BEGIN),
            ((512, 1 << 20), 1 << 20),
            ((1 << 31, 1 << 30), 1 << 31),
        ] {
            assert_eq!(raised(limit, most), is);
        }
    }
}
