//! What refused runs of a test do, until their question is answered.

use std::collections::HashMap;
use std::sync::Arc;

use lop_engine::text_hash;
use lop_oracle::signature::{Diagnostics, Signature};
use lop_oracle::{RunOutput, Status};
use parking_lot::Mutex;

use crate::event::{Reason, Shown};

/// What the runs came to that were refused, by the hash of their text, until their question is answered.
#[derive(Debug, Clone, Default)]
pub(super) struct Refusals(Arc<Mutex<HashMap<u128, Refusal>>>);

/// What a refused run came to, as far as anybody took note.
#[derive(Debug, Clone)]
pub(crate) struct Refusal {
    /// Why it was refused.
    pub(crate) reason: Reason,
    /// What it showed.
    pub(crate) shown: Option<Shown>,
}

impl Refusals {
    pub(super) fn note(&self, run: &RunOutput, crashed: bool, files: &[Arc<[u8]>]) {
        let reason = match run.status {
            Status::TimedOut => Reason::TimedOut,
            Status::Cancelled => return,
            _ if crashed => Reason::OtherCrash,
            _ => Reason::NoCrash,
        };
        self.0.lock().entry(text_hash(files)).or_default().reason = reason;
    }

    /// The run was refused for a new kind of diagnostic alone.
    pub(super) fn note_diagnostic(&self, files: &[Arc<[u8]>]) {
        self.0.lock().entry(text_hash(files)).or_default().reason = Reason::NewDiagnostic;
    }

    /// The run showed this.
    pub(super) fn note_shown(&self, shown: Shown, files: &[Arc<[u8]>]) {
        self.0.lock().entry(text_hash(files)).or_default().shown = Some(shown);
    }

    pub(super) fn take(&self, hash: u128) -> Refusal {
        self.0.lock().remove(&hash).unwrap_or_default()
    }
}

impl Default for Refusal {
    /// Nothing more is known than that it was refused, where nobody took note.
    fn default() -> Refusal {
        Refusal { reason: Reason::Refused, shown: None }
    }
}

/// What a refused run showed, whose crash is `signature` if it was one; `None` when it did not come to its end.
pub(super) fn shown(run: &RunOutput, signature: Option<&Signature>) -> Option<Shown> {
    Some(match (run.status, signature) {
        (Status::TimedOut | Status::Cancelled, _) => return None,
        (_, Some(crash)) => Shown::Crash(crash.to_string()),
        (Status::Exited(0), None) => Shown::Clean,
        (status, None) => match Diagnostics::first_of_run(run) {
            Some(first) => Shown::Diagnostic(first),
            None => Shown::Ending(status.to_string()),
        },
    })
}
