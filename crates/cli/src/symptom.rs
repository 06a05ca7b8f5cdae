//! What a run must show to count: what the user said, or else the crash that the original shows.

use std::collections::HashMap;
use std::sync::Arc;

use lop_oracle::signature::{Signature, SignaturePattern};
use lop_oracle::{Criteria, Predicate, RunOutput, Status};

use crate::args::TestArgs;

/// What is held on to.
#[derive(Debug, Clone)]
pub(crate) enum Symptom {
    /// The conditions of the command line.
    Said,
    /// Those, and a crash whose signature contains a text.
    Text(String),
    /// Exit code 0, since nothing else was said and the original does not crash.
    Success,
    /// The crash of the original.
    Crash(Signature),
}

impl Symptom {
    /// What the command line says; `None` when it leaves that to the original.
    pub(crate) fn said(args: &TestArgs) -> Option<Symptom> {
        match &args.signature {
            Some(text) => Some(Symptom::Text(text.clone())),
            None => args.has_condition().then_some(Symptom::Said),
        }
    }

    /// What the runs of the original show: the crash that most of them have in common, if any crashed.
    pub(crate) fn shown(runs: &[RunOutput]) -> Symptom {
        let mut seen: HashMap<Signature, usize> = HashMap::new();
        let mut best: Option<(usize, Signature)> = None;
        let crashes = runs.iter().filter(|it| !matches!(it.status, Status::Exited(0) | Status::TimedOut));
        for signature in crashes.filter_map(Signature::of_run) {
            let count = seen.entry(signature.clone()).or_default();
            *count += 1;
            if best.as_ref().is_none_or(|it| *count > it.0) {
                best = Some((*count, signature));
            }
        }
        best.map_or(Symptom::Success, |it| Symptom::Crash(it.1))
    }

    /// The conditions for the oracle.
    pub(crate) fn criteria(&self, args: &TestArgs) -> Criteria {
        let predicate: Option<Predicate> = match self {
            Symptom::Said | Symptom::Success => None,
            Symptom::Text(text) => {
                let wanted = SignaturePattern::new(text);
                Some(Arc::new(move |run| Signature::of_run(run).is_some_and(|it| wanted.is_in(&it))))
            }
            Symptom::Crash(signature) => {
                let signature = signature.clone();
                Some(Arc::new(move |run| Signature::of_run(run).is_some_and(|it| it.matches(&signature))))
            }
        };
        Criteria {
            exit_codes: args.exit_code.iter().copied().map(i32::from).collect(),
            signals: args.signal.clone(),
            stdout: args.stdout.clone(),
            stderr: args.stderr.clone(),
            not_stdout: args.not_stdout.clone(),
            not_stderr: args.not_stderr.clone(),
            hang: args.hang,
            predicate,
        }
    }

    /// What is held on to, as a sentence, where the user did not say it.
    pub(crate) fn explain(&self) -> Option<String> {
        match self {
            Symptom::Crash(signature) => Some(signature.explain()),
            Symptom::Text(text) => {
                Some(format!("Holding on to a crash whose signature contains \"{text}\"."))
            }
            Symptom::Said | Symptom::Success => None,
        }
    }

    /// True when a crash with this signature is what is looked for, whatever else is.
    pub(crate) fn is_shown_by(&self, signature: &Signature) -> bool {
        match self {
            Symptom::Crash(held) => held == signature,
            Symptom::Text(text) => SignaturePattern::new(text).is_in(signature),
            Symptom::Said | Symptom::Success => false,
        }
    }

    /// What distinguishes it from another, for a journal.
    pub(crate) fn identity(&self) -> String {
        match self {
            Symptom::Said | Symptom::Success => String::new(),
            Symptom::Text(text) => format!("text {text}"),
            Symptom::Crash(signature) => signature.to_line(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use lop_oracle::Stream;

    use super::*;

    fn run(status: Status, stderr: &str) -> RunOutput {
        let stderr = stderr.as_bytes().into();
        RunOutput { status, stdout: Stream::default(), stderr, took: Duration::ZERO }
    }

    #[test]
    fn the_most_frequent_crash_is_held_on_to_and_failures_are_not_crashes() {
        let crash = |it: &Symptom| match it {
            Symptom::Crash(signature) => Some(signature.to_string()),
            _ => None,
        };
        let runs = [Status::Signaled(6), Status::Signaled(11), Status::Signaled(11)].map(|it| run(it, ""));
        assert_eq!(crash(&Symptom::shown(&runs)).as_deref(), Some("signal SIGSEGV"));
        let good =
            [run(Status::Exited(0), ""), run(Status::Exited(1), "no such file"), run(Status::TimedOut, "")];
        assert_eq!(crash(&Symptom::shown(&good)), None);
    }
}
