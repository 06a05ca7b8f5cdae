//! What a run must show to count: what the user said, or else the crash that the original shows.

use std::collections::HashMap;
use std::sync::Arc;

use lop_oracle::signature::{Own, Signature, SignaturePattern};
use lop_oracle::{Criteria, Predicate, RunOutput, Status};

use crate::options::TestOptions;

/// What is held on to.
#[derive(Debug, Clone)]
pub enum Target {
    /// The conditions that the user gave.
    Said,
    /// Those, and a crash whose signature contains a text.
    Text(String),
    /// Exit code 0, since nothing else was said and the original does not crash.
    Success,
    /// A crash, whichever, since nothing else was said and exit code 0 does not count.
    AnyCrash,
    /// The crash of the original.
    Crash(Signature),
}

impl Target {
    /// What the command line says; `None` when it leaves that to the original.
    pub fn said(options: &TestOptions) -> Option<Target> {
        match &options.signature {
            Some(text) => Some(Target::Text(text.clone())),
            None => options.has_condition().then_some(Target::Said),
        }
    }

    /// What the runs of the original show: the crash that most of them have in common, if any crashed.
    pub fn shown(runs: &[RunOutput], options: &TestOptions, own: &Own) -> Target {
        let mut seen: HashMap<Signature, usize> = HashMap::new();
        let mut best: Option<(usize, Signature)> = None;
        let crashes = runs.iter().filter(|it| !matches!(it.status, Status::Exited(0) | Status::TimedOut));
        for signature in crashes.filter_map(|it| Signature::of_run(it, own)) {
            let count = seen.entry(signature.clone()).or_default();
            *count += 1;
            if best.as_ref().is_none_or(|it| *count > it.0) {
                best = Some((*count, signature));
            }
        }
        let none = if options.crashes_only { Target::AnyCrash } else { Target::Success };
        best.map_or(none, |it| Target::Crash(it.1))
    }

    /// The conditions for the oracle, where the input calls `own` its own.
    pub fn criteria(&self, options: &TestOptions, own: &Own) -> Criteria {
        let own = own.clone();
        let predicate: Option<Predicate> = match self {
            Target::Said | Target::Success => None,
            Target::AnyCrash => Some(Arc::new(move |run| Signature::of_run(run, &own).is_some())),
            Target::Text(text) => {
                let wanted = SignaturePattern::new(text);
                Some(Arc::new(move |run| Signature::of_run(run, &own).is_some_and(|it| wanted.is_in(&it))))
            }
            Target::Crash(signature) => {
                let signature = signature.clone();
                Some(Arc::new(move |run| {
                    Signature::of_run(run, &own).is_some_and(|it| it.matches(&signature))
                }))
            }
        };
        options.criteria(predicate)
    }

    /// What is held on to, as a sentence, where the user did not say it.
    pub fn explain(&self) -> Option<String> {
        match self {
            Target::Crash(signature) => Some(signature.explain()),
            Target::Text(text) => Some(format!("Holding on to a crash whose signature contains \"{text}\".")),
            Target::AnyCrash => Some("Looking for a crash.".to_owned()),
            Target::Said | Target::Success => None,
        }
    }

    /// True when a crash with this signature is what is looked for, whatever else is.
    pub fn is_shown_by(&self, signature: &Signature) -> bool {
        match self {
            Target::Crash(held) => held == signature,
            Target::Text(text) => SignaturePattern::new(text).is_in(signature),
            Target::AnyCrash => true,
            Target::Said | Target::Success => false,
        }
    }

    /// The crash that is held on to, if it is one.
    pub fn signature(&self) -> Option<&Signature> {
        match self {
            Target::Crash(signature) => Some(signature),
            _ => None,
        }
    }

    /// True when some crash is looked for.
    pub fn is_crash(&self) -> bool {
        matches!(self, Target::Crash(_) | Target::Text(_) | Target::AnyCrash)
    }

    /// What distinguishes it from another, for a journal.
    pub fn identity(&self) -> String {
        match self {
            Target::Said | Target::Success => String::new(),
            Target::AnyCrash => "any crash".to_owned(),
            Target::Text(text) => format!("text {text}"),
            Target::Crash(signature) => signature.to_line(),
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
        let crash = |it: &Target| it.signature().map(ToString::to_string);
        let runs = [Status::Signaled(6), Status::Signaled(11), Status::Signaled(11)].map(|it| run(it, ""));
        assert_eq!(
            crash(&Target::shown(&runs, &TestOptions::default(), &Own::default())).as_deref(),
            Some("signal SIGSEGV")
        );
        let good =
            [run(Status::Exited(0), ""), run(Status::Exited(1), "no such file"), run(Status::TimedOut, "")];
        assert_eq!(crash(&Target::shown(&good, &TestOptions::default(), &Own::default())), None);
    }
}
