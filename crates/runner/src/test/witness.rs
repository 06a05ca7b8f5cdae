//! What is seen of the runs that refuse: why they do, and crashes that are not the one looked for.

use std::ffi::OsStr;
use std::path::Path;
use std::sync::{Arc, Once};

use lop_oracle::Status;
use lop_oracle::signature::{OtherCrashes, Signature};

use super::Test;
use super::refusals::{self, Refusal};
use crate::dispatch::Events;
use crate::event::Event;

impl Test {
    /// What refused runs show is told of as well, at the price of reading all that they print.
    pub fn explain(&mut self) {
        self.explains = true;
    }

    /// From now on takes note of what refused runs do, and of crashes that are not the one looked for, where anybody wants
    /// to know: the smallest file of each is kept in `directory`, if there is one.
    pub(crate) fn watch(&mut self, directory: Option<&Path>, name: &OsStr, events: Events) {
        let seeks_crash = self.target().is_crash();
        let collects = directory.is_some() || seeks_crash || self.diagnostics.is_some();
        if !collects && !self.explains {
            return;
        }
        let criteria = self.oracle.criteria().clone();
        let others = OtherCrashes::new(directory.map(Path::to_owned), [name.to_owned()]);
        let others = Arc::new(others.of_project(self.oracle.spec().project.clone()));
        self.other_crashes = collects.then(|| others.clone());
        let (target, refusals, warned) = (self.target().clone(), self.refusals.clone(), Once::new());
        let (own, explains) = (self.own.clone(), self.explains);
        self.oracle.set_witness(Arc::new(move |run, files| {
            let signature = Signature::of_run(run, &own);
            if criteria.known_diagnostics.is_some() && criteria.hold_but_for_diagnostics(run) {
                refusals.note_diagnostic(files);
            } else if seeks_crash {
                refusals.note(run, signature.is_some(), files);
            }
            if let Some(shown) = refusals::shown(run, signature.as_ref()).filter(|_| explains) {
                refusals.note_shown(shown, files);
            }
            let ended = !matches!(run.status, Status::TimedOut | Status::Cancelled);
            if let Some(signature) = signature.filter(|it| collects && ended && !target.is_shown_by(it))
                && let Err(error) = others.record(&signature, files)
            {
                warned.call_once(|| events.send(Event::Warning(error.to_string())));
            }
        }));
    }

    /// What the run on a text came to that was refused just now.
    pub(crate) fn refusal(&self, hash: u128) -> Refusal {
        self.refusals.take(hash)
    }

    /// The other crashes that turned up, with how often, the most frequent first; and true when one could not be kept.
    pub(crate) fn other_crashes(&self) -> (Vec<(Signature, u64)>, bool) {
        self.other_crashes.as_ref().map(|it| (it.counts(), it.has_lost())).unwrap_or_default()
    }
}
