//! A test whose answer depends on where it runs: the original is asked about in directories of other names and lengths as well.

use lop_engine::{Cancel, Question};
use lop_oracle::{Capture, CheckError, ELSEWHERE, RunOutput, Status};

use super::Test;
use crate::Files;
use crate::slots::{Slots, within};

/// How often each place is asked about again before it counts that they differ.
const SURE: usize = 2;

/// What to do about it.
const REMEDY: &str = "name the file without its directory (x.c and not @@), or map the directory away (gcc and clang: \
    -ffile-prefix-map=\"$PWD\"=., rustc: --remap-path-prefix); then lop and you ask about the same";

/// Which places say yes and which say no, every time.
#[derive(Debug)]
pub(super) struct Places {
    usual: bool,
    others: Vec<(usize, bool)>,
}

/// Where a run about the original takes place, by its number: the first in the usual directory, the next elsewhere.
pub(super) fn place(run: usize) -> Option<usize> {
    run.checked_sub(1).filter(|it| *it < ELSEWHERE.len())
}

impl Places {
    /// What it means for the reduction, as a sentence.
    pub(super) fn explain(&self) -> String {
        let usual = if self.usual { "yes" } else { "no" };
        let other = |wanted: bool| {
            let names = self.others.iter().filter(|it| it.1 == wanted).map(|it| {
                let name = ELSEWHERE[it.0];
                format!("{name:?}")
            });
            names.collect::<Vec<_>>().join(" and ")
        };
        format!(
            "what the test says of the original depends on the path of its working directory: {usual} where that ends in \
             \"work\", as usual, and {} where it ends in {}",
            if self.usual { "no" } else { "yes" },
            other(!self.usual)
        )
    }
}

impl Test {
    /// What the test says depends on where it runs, if it does, and what to do about that.
    pub fn about_places(&self) -> Option<String> {
        let places = self.places.as_ref()?;
        Some(format!(
            "{}. The result will hold where it says yes, and maybe nowhere else: {REMEDY}",
            places.explain()
        ))
    }

    /// The same for a test that says no in the usual place.
    pub(super) fn hint_of_places(&self) -> Option<String> {
        let places = self.places.as_ref().filter(|it| !it.usual)?;
        Some(format!("{}: {REMEDY}", places.explain()))
    }

    /// Where runs in different places differ, finds out whether that is so every time. If so, only those in the usual place
    /// are left of `runs`. `None` when somebody stopped it.
    pub(super) fn compare_places(
        &mut self,
        original: &Files,
        runs: &mut Vec<RunOutput>,
        slots: &dyn Slots,
        stop: &Cancel,
    ) -> Result<Option<()>, CheckError> {
        let says_yes = |it: &RunOutput| self.oracle.criteria().hold(it);
        let first: Vec<bool> = runs.iter().map(says_yes).collect();
        if first.iter().all(|it| *it == first[0]) {
            return Ok(Some(()));
        }
        let question = Question::about(original, stop);
        let mut usual = Vec::new();
        for round in 0..SURE {
            // A test that says yes every other time must not seem to mean the places.
            let turned = |it: usize| if round % 2 == 0 { first.len() - 1 - it } else { it };
            for at in (0..first.len()).map(turned) {
                let ask = || match place(at) {
                    Some(place) => self.oracle.run_elsewhere(&question, Capture::Everything, place),
                    None => self.oracle.run(&question, Capture::Everything),
                };
                let run = match within(slots, stop, ask) {
                    Some(run) if !stop.is_raised() => run?,
                    _ => return Ok(None),
                };
                if run.status == Status::Cancelled {
                    return Ok(None);
                }
                if says_yes(&run) != first[at] {
                    // It changes its mind wherever it is.
                    return Ok(Some(()));
                }
                if place(at).is_none() {
                    usual.push(run);
                }
            }
        }
        let others = (1..first.len()).filter_map(|it| Some((place(it)?, first[it]))).collect();
        runs.truncate(1);
        runs.extend(usual);
        self.places = Some(Places { usual: first[0], others });
        Ok(Some(()))
    }
}
