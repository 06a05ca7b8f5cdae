//! What the user is told when lop cannot go on: what happened, why, and what to do about it.

use std::fmt;
use std::path::Path;

use lop_engine::{OracleError, ReduceError};

/// What kind of trouble it is, which decides the exit code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Trouble {
    /// Something that the user said cannot be; nothing was asked.
    Usage,
    /// The original does not show what is looked for.
    NotInteresting,
    /// The test cannot be run.
    CannotAsk,
    /// The test gives different answers about the same file.
    Flaky,
    /// The test worked at first and does not any more.
    Broken,
    /// Something could not be written.
    NotWritten,
    /// An earlier run is unfinished, and nobody said what is to become of it.
    Unfinished,
    /// Somebody asked it to stop before there was anything to keep: the number of the signal, 0 where there was none.
    Stopped(i32),
}

/// The end of a run that cannot go on. Shown as `error: … / because: … / help: …`.
#[derive(Debug, Clone, thiserror::Error)]
pub struct Failure {
    /// Its kind.
    pub trouble: Trouble,
    /// What happened.
    pub what: String,
    /// Why it happened, as far as we know.
    pub because: Option<String>,
    /// What the user can do.
    pub help: Option<String>,
}

impl Failure {
    /// A failure without cause and remedy.
    pub fn new(trouble: Trouble, what: impl Into<String>) -> Failure {
        Failure { trouble, what: what.into(), because: None, help: None }
    }

    /// A mistake on the command line or in what it names.
    pub fn usage(what: impl Into<String>) -> Failure {
        Failure::new(Trouble::Usage, what)
    }

    /// A file that cannot be written.
    pub fn not_written(path: &Path, because: impl fmt::Display) -> Failure {
        Failure::new(Trouble::NotWritten, format!("{} could not be written", path.display()))
            .because(because)
            .help("make room or see to its permissions, then give the same command again: what is done stays done")
    }

    /// The system allows no more threads.
    pub fn no_thread(because: impl fmt::Display) -> Failure {
        Failure::new(Trouble::CannotAsk, "cannot start a thread")
            .because(because)
            .help("allow more processes (ulimit -u) or more memory (ulimit -v)")
    }

    /// The test cannot be run, whatever the candidate is.
    pub fn cannot_ask(what: impl Into<String>, error: &OracleError) -> Failure {
        let failure = Failure::new(Trouble::CannotAsk, what).because(&error.cause);
        match &error.remedy {
            Some(remedy) => failure.help(remedy),
            None => failure,
        }
    }

    /// The search cannot begin.
    pub fn cannot_begin(error: &ReduceError) -> Failure {
        let failure = Failure::usage("the search cannot begin").because(error);
        match error.remedy() {
            Some(remedy) => failure.help(remedy),
            None => failure,
        }
    }

    /// What happened and why, on one line.
    pub fn brief(&self) -> String {
        let because = self.because.as_deref().unwrap_or_default().replace('\n', "; ");
        if because.is_empty() { self.what.clone() } else { format!("{}: {because}", self.what) }
    }

    /// Adds the cause.
    #[must_use]
    pub fn because(mut self, cause: impl fmt::Display) -> Failure {
        self.because = Some(cause.to_string());
        self
    }

    /// Adds the remedy.
    #[must_use]
    pub fn help(mut self, remedy: impl Into<String>) -> Failure {
        self.help = Some(remedy.into());
        self
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        labelled(f, "error", &self.what)?;
        for (label, text) in [("because", &self.because), ("help", &self.help)] {
            if let Some(text) = text {
                writeln!(f)?;
                labelled(f, label, text)?;
            }
        }
        Ok(())
    }
}

/// One labelled paragraph, its further lines indented to the first one's text.
fn labelled(f: &mut fmt::Formatter<'_>, label: &str, text: &str) -> fmt::Result {
    let indent = format!("\n{:width$}", "", width = label.len() + 2);
    write!(f, "{label}: {}", text.trim_end().replace('\n', &indent))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_says_what_why_and_what_to_do() {
        let failure = Failure::usage("no such file").because("it is gone").help("look\nthere");
        assert_eq!(failure.to_string(), "error: no such file\nbecause: it is gone\nhelp: look\n      there");
        assert_eq!(Failure::usage("alone").to_string(), "error: alone");
    }
}
