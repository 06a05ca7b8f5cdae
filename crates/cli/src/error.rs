//! What the user is told when lop cannot go on: what happened, why, and what to do about it.

use std::fmt;

use crate::exit::Exit;

/// The end of a run that cannot go on. Shown as `error: … / because: … / help: …`.
#[derive(Debug, Clone, thiserror::Error)]
pub(crate) struct Failure {
    /// How the program ends.
    pub(crate) exit: Exit,
    /// What happened.
    pub(crate) what: String,
    /// Why it happened, as far as we know.
    pub(crate) because: Option<String>,
    /// What the user can do.
    pub(crate) help: Option<String>,
}

impl Failure {
    /// A failure that ends the program with `exit`.
    pub(crate) fn new(exit: Exit, what: impl Into<String>) -> Failure {
        Failure { exit, what: what.into(), because: None, help: None }
    }

    /// A mistake on the command line or in what it names.
    pub(crate) fn usage(what: impl Into<String>) -> Failure {
        Failure::new(Exit::Usage, what)
    }

    /// Adds the cause.
    #[must_use]
    pub(crate) fn because(mut self, cause: impl fmt::Display) -> Failure {
        self.because = Some(cause.to_string());
        self
    }

    /// Adds the remedy.
    #[must_use]
    pub(crate) fn help(mut self, remedy: impl Into<String>) -> Failure {
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
