//! What makes a run of the command interesting.

use std::fmt;
use std::sync::Arc;

use regex::bytes::Regex;

use crate::output::{RunOutput, Status};
use crate::signature::Diagnostics;

/// A test of a run that cannot be said with codes and regular expressions: the hook for crash signatures.
pub type Predicate = Arc<dyn Fn(&RunOutput) -> bool + Send + Sync>;

/// What makes a run interesting. Everything that is given must hold; when nothing is given, exit code 0 is asked for.
///
/// Regular expressions are matched against what is kept of a stream, see [`crate::Stream::bytes`].
#[derive(Clone, Default)]
pub struct Criteria {
    /// How it must end: with one of these exit codes or one of [`Criteria::signals`].
    pub exit_codes: Vec<i32>,
    /// How it must end: by one of these signals. A shell that reports the signal of its own child (exit code 128 + n)
    /// counts too, since a test is often a script.
    pub signals: Vec<i32>,
    /// Each must match somewhere in the standard output.
    pub stdout: Vec<Regex>,
    /// Each must match somewhere in the standard error.
    pub stderr: Vec<Regex>,
    /// None may match anywhere in the standard output.
    pub not_stdout: Vec<Regex>,
    /// None may match anywhere in the standard error.
    pub not_stderr: Vec<Regex>,
    /// The symptom is that the command does not end in time. A run that does end is boring then, whatever it says.
    pub hang: bool,
    /// Must say yes, if given.
    pub predicate: Option<Predicate>,
    /// No diagnostics of other kinds than these may be shown, if given.
    pub known_diagnostics: Option<Arc<Diagnostics>>,
}

impl Criteria {
    /// True when `run` is interesting.
    pub fn hold(&self, run: &RunOutput) -> bool {
        self.hold_but_for_diagnostics(run) && self.new_diagnostic(run).is_none()
    }

    /// True when everything holds except, maybe, that no other diagnostics may be shown.
    pub fn hold_but_for_diagnostics(&self, run: &RunOutput) -> bool {
        self.ended_right(run.status)
            && matches(&self.stdout, &self.not_stdout, || run.stdout.bytes().into_owned())
            && matches(&self.stderr, &self.not_stderr, || run.stderr.bytes().into_owned())
            && self.predicate.as_ref().is_none_or(|it| it(run))
    }

    /// A kind of diagnostic that `run` shows and must not.
    fn new_diagnostic(&self, run: &RunOutput) -> Option<String> {
        let known = self.known_diagnostics.as_ref()?;
        Diagnostics::of_run(run).newer_than(known).map(str::to_owned)
    }

    /// What of the criteria does not hold for `run`, each as a phrase; empty when it is interesting.
    pub fn unmet(&self, run: &RunOutput) -> Vec<String> {
        let mut unmet = Vec::new();
        if !self.ended_right(run.status) {
            unmet.push(format!("{} was expected, and {}", self.expected_end(), run.status.sentence()));
        }
        let streams = [
            ("output", &run.stdout, &self.stdout, &self.not_stdout),
            ("error output", &run.stderr, &self.stderr, &self.not_stderr),
        ];
        for (name, stream, must, must_not) in streams {
            let text = stream.bytes();
            let missing = must.iter().filter(|it| !it.is_match(&text));
            unmet.extend(missing.map(|it| format!("nothing in its {name} matches `{it}`")));
            let present = must_not.iter().filter(|it| it.is_match(&text));
            unmet.extend(present.map(|it| format!("something in its {name} matches `{it}`")));
        }
        if self.predicate.as_ref().is_some_and(|it| !it(run)) {
            unmet.push("it does not show the signature".to_owned());
        }
        let new = self.new_diagnostic(run);
        unmet.extend(new.map(|it| format!("it shows a diagnostic that was not shown before: {it}")));
        unmet
    }

    /// True when a criterion looks at the standard output.
    pub fn need_stdout(&self) -> bool {
        self.needs_all() || self.names_stdout()
    }

    /// True when a criterion looks at the standard error.
    pub fn need_stderr(&self) -> bool {
        self.needs_all() || self.names_stderr()
    }

    fn needs_all(&self) -> bool {
        self.predicate.is_some() || self.known_diagnostics.is_some()
    }

    fn names_stdout(&self) -> bool {
        !(self.stdout.is_empty() && self.not_stdout.is_empty())
    }

    fn names_stderr(&self) -> bool {
        !(self.stderr.is_empty() && self.not_stderr.is_empty())
    }

    /// True when nothing was said of what a run must show or how it must end, so that exit code 0 is what counts.
    pub fn is_default(&self) -> bool {
        let shows = self.predicate.is_some() || self.names_stdout() || self.names_stderr();
        !(shows || self.hang || self.names_an_end())
    }

    fn ended_right(&self, status: Status) -> bool {
        match status {
            Status::TimedOut => self.hang,
            Status::Cancelled => false,
            Status::Exited(_) | Status::Signaled(_) if self.hang => false,
            Status::Exited(0) if self.is_default() => true,
            Status::Exited(code) if self.names_an_end() => {
                self.exit_codes.contains(&code) || self.signals.contains(&(code - 128))
            }
            Status::Signaled(signal) if self.names_an_end() => self.signals.contains(&signal),
            Status::Exited(_) | Status::Signaled(_) => !self.is_default(),
        }
    }

    fn names_an_end(&self) -> bool {
        !self.exit_codes.is_empty() || !self.signals.is_empty()
    }

    fn expected_end(&self) -> String {
        if self.hang {
            return "a run that does not end in time".to_owned();
        }
        let codes = self.exit_codes.iter().map(|&it| Status::Exited(it));
        let signals = self.signals.iter().map(|&it| Status::Signaled(it));
        let ends: Vec<String> = codes.chain(signals).map(|it| it.to_string()).collect();
        match (ends.is_empty(), self.is_default()) {
            (true, true) => Status::Exited(0).to_string(),
            (true, false) => "an end within the timeout".to_owned(),
            (false, _) => ends.join(" or "),
        }
    }
}

impl fmt::Debug for Criteria {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Criteria")
            .field("exit_codes", &self.exit_codes)
            .field("signals", &self.signals)
            .field("stdout", &self.stdout)
            .field("stderr", &self.stderr)
            .field("not_stdout", &self.not_stdout)
            .field("not_stderr", &self.not_stderr)
            .field("hang", &self.hang)
            .field("predicate", &self.predicate.is_some())
            .finish()?;
        // Which they are follows from the original and the command. Journals of runs without them stay as they are.
        if self.known_diagnostics.is_some() { f.write_str(" without new diagnostics") } else { Ok(()) }
    }
}

fn matches(must: &[Regex], must_not: &[Regex], text: impl FnOnce() -> Vec<u8>) -> bool {
    if must.is_empty() && must_not.is_empty() {
        return true;
    }
    let text = text();
    must.iter().all(|it| it.is_match(&text)) && !must_not.iter().any(|it| it.is_match(&text))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn run(status: Status, stdout: &str, stderr: &str) -> RunOutput {
        RunOutput {
            status,
            stdout: stdout.as_bytes().into(),
            stderr: stderr.as_bytes().into(),
            took: Duration::ZERO,
        }
    }

    fn regexes(pattern: &str) -> Vec<Regex> {
        vec![Regex::new(pattern).unwrap()]
    }

    #[test]
    fn without_criteria_exit_code_zero_is_interesting() {
        let criteria = Criteria::default();
        assert!(criteria.hold(&run(Status::Exited(0), "", "")));
        for status in [Status::Exited(1), Status::Signaled(11), Status::TimedOut, Status::Cancelled] {
            assert!(!criteria.hold(&run(status, "", "")), "{status}");
            assert_eq!(criteria.unmet(&run(status, "", "")).len(), 1, "{status}");
        }
    }

    #[test]
    fn a_regex_does_not_imply_exit_code_zero() {
        let criteria = Criteria { stderr: regexes("internal.*error"), ..Criteria::default() };
        assert!(criteria.hold(&run(Status::Exited(1), "", "x\ninternal compiler error: y")));
        assert!(criteria.hold(&run(Status::Signaled(6), "", "internal error")));
        assert!(!criteria.hold(&run(Status::TimedOut, "", "internal error")));
        assert!(!criteria.hold(&run(Status::Exited(1), "internal error", "")));
    }

    #[test]
    fn everything_that_is_given_must_hold() {
        let criteria = Criteria {
            exit_codes: vec![1, 2],
            stdout: regexes("a"),
            not_stdout: regexes("b"),
            not_stderr: regexes("c"),
            ..Criteria::default()
        };
        assert!(criteria.hold(&run(Status::Exited(2), "a", "")));
        let worst = run(Status::Exited(0), "b", "c");
        assert!(!criteria.hold(&worst));
        assert_eq!(criteria.unmet(&worst).len(), 4);
    }

    #[test]
    fn a_signal_counts_also_when_a_shell_reports_it() {
        let criteria = Criteria { signals: vec![11], ..Criteria::default() };
        assert!(criteria.hold(&run(Status::Signaled(11), "", "")));
        assert!(criteria.hold(&run(Status::Exited(139), "", "")));
        assert!(!criteria.hold(&run(Status::Exited(0), "", "")));
    }

    #[test]
    fn when_the_symptom_is_a_hang_only_a_timeout_is_interesting() {
        let criteria = Criteria { hang: true, ..Criteria::default() };
        assert!(criteria.hold(&run(Status::TimedOut, "", "")));
        assert!(!criteria.hold(&run(Status::Exited(0), "", "")));
    }

    #[test]
    fn a_new_diagnostic_is_refused_and_exit_code_zero_is_asked_for_all_the_same() {
        let known = Diagnostics::of_text(b"error[E0308]: mismatched types");
        let criteria = Criteria { known_diagnostics: Some(Arc::new(known)), ..Criteria::default() };
        assert!(criteria.is_default() && criteria.need_stdout() && criteria.need_stderr());
        assert!(criteria.hold(&run(Status::Exited(0), "", "error[E0308]: other types")));
        assert!(!criteria.hold(&run(Status::Exited(1), "", "")));
        let worse = run(Status::Exited(0), "error[E0425]: not found", "");
        assert!(!criteria.hold(&worse) && criteria.hold_but_for_diagnostics(&worse));
        assert!(criteria.unmet(&worse)[0].ends_with("error[E0425]"), "{:?}", criteria.unmet(&worse));
    }

    #[test]
    fn a_predicate_sees_the_run() {
        let predicate: Predicate = Arc::new(|run| run.stderr.bytes().starts_with(b"boom"));
        let criteria = Criteria { predicate: Some(predicate), ..Criteria::default() };
        assert!(criteria.need_stdout() && criteria.need_stderr());
        assert!(criteria.hold(&run(Status::Exited(3), "", "boom!")));
        assert_eq!(criteria.unmet(&run(Status::Exited(3), "", "")), ["it does not show the signature"]);
    }
}
