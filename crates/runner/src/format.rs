//! `--format`: the language's own formatter lays the result out, and the result stays as it was unless the test accepts that.

use std::ffi::OsString;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use lop_engine::{Cancel, OracleError, Protected, Question, Verdict};
use lop_oracle::{Capture, CommandOracle, CommandSpec, RunOutput, Status, Timeout};

use crate::Files;
use crate::judging::Judge;
use crate::judging::recheck::SURE;

/// How long a formatter may take. It lays out a few lines.
const TIME_LIMIT: Duration = Duration::from_secs(10);

/// A language's formatter and what its output has to satisfy.
pub(crate) struct Finish<'f> {
    /// The program and its arguments; empty when there is none.
    pub(crate) formatter: &'f [&'f str],
    /// What the file is called.
    pub(crate) name: &'f Path,
    /// Asked about the output.
    pub(crate) judge: &'f Judge<'f>,
    /// What must still be there.
    pub(crate) protected: &'f Protected,
    /// Whether a text parses as well as it must.
    pub(crate) parses: &'f dyn Fn(&[u8]) -> bool,
    /// Ends it.
    pub(crate) stop: &'f Cancel,
}

impl Finish<'_> {
    /// The formatted text, if the test accepts it; else why the result stays as it is.
    pub(crate) fn format(&self, text: &Arc<[u8]>) -> Result<Arc<[u8]>, String> {
        let Some(program) = self.formatter.first() else {
            return Err("there is no formatter for this language".to_owned());
        };
        // Without the remedies, which are about tests.
        let run = self.run(text).map_err(|it| it.cause)?;
        let formatted = output(program, &run)?;
        if formatted == *text {
            return Err(format!("{program} has nothing to change"));
        }
        if words(&formatted) != words(text) {
            return Err(format!("{program} changes more than the layout"));
        }
        let files = vec![formatted];
        if self.protected.locate(&files).is_none() {
            return Err(format!("{program} changes what is protected"));
        }
        if !(self.parses)(&files[0]) {
            return Err(format!("what {program} makes of it does not parse"));
        }
        match self.accepts(&files) {
            Ok(true) => files.into_iter().next().ok_or_else(String::new),
            Ok(false) if self.stop.is_raised() => Err("the run was stopped".to_owned()),
            Ok(false) => Err(format!("the test says no to what {program} makes of it")),
            Err(error) => Err(error.cause),
        }
    }

    /// Runs the formatter as a test is run: in a directory of its own, and killed with all it started.
    fn run(&self, text: &Arc<[u8]>) -> Result<RunOutput, OracleError> {
        let command: Vec<OsString> = self.formatter.iter().map(OsString::from).collect();
        let spec = CommandSpec {
            stdin: true,
            timeout: Timeout::Fixed(TIME_LIMIT),
            ..CommandSpec::new(command, self.name)
        };
        let files = std::slice::from_ref(text);
        let question = Question::about(files, self.stop);
        CommandOracle::new(spec)?.run(&question, Capture::Everything)
    }

    fn accepts(&self, files: &Files) -> Result<bool, OracleError> {
        if !self.judge.is_valid(&Question::about(files, self.stop))? {
            return Ok(false);
        }
        if !self.judge.is_about_rates() {
            let tally = self.judge.again(files, SURE, self.stop)?;
            if !tally.is_sure() || tally.asked < SURE {
                return Ok(false);
            }
        }
        let question = Question::about(files, self.stop);
        Ok(self.judge.then(&question)?.verdict == Verdict::Interesting)
    }
}

/// What a formatter printed, if it is all there.
fn output(program: &str, run: &RunOutput) -> Result<Arc<[u8]>, String> {
    match run.status {
        Status::Exited(0) => {}
        Status::TimedOut => return Err(format!("{program} takes more than {} s", TIME_LIMIT.as_secs())),
        Status::Cancelled => return Err("the run was stopped".to_owned()),
        status => {
            let said = run.stderr.last_lines(1).pop().map(|it| format!(": {it}")).unwrap_or_default();
            return Err(format!("{program} fails ({status}){said}"));
        }
    }
    let text = run.stdout.bytes();
    if text.len() as u64 != run.stdout.total() {
        return Err(format!("{program} prints too much"));
    }
    Ok(Arc::from(&*text))
}

/// The words and numbers of a text, sorted, whatever their case: a formatter may move them, change quotes, brackets and
/// commas, and write hexadecimal digits otherwise, but whoever changes these has not formatted.
fn words(text: &[u8]) -> Vec<Vec<u8>> {
    let is_word = |it: &u8| it.is_ascii_alphanumeric() || *it == b'_' || *it >= 0x80;
    let mut words: Vec<Vec<u8>> =
        text.split(|it| !is_word(it)).filter(|it| !it.is_empty()).map(<[u8]>::to_ascii_lowercase).collect();
    words.sort_unstable();
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formatting_keeps_words_and_may_move_them() {
        let same = |a: &str, b: &str| words(a.as_bytes()) == words(b.as_bytes());
        assert!(same("f(a,'b')", "f(\n  a,\n  \"b\",\n);\n"));
        assert!(same("use b; use a; 0XFF", "use a;\nuse b;\n0xff\n"));
        assert!(!same("f(a)", "f(a, a)"));
        assert!(!same("f(a)", ""));
        assert!(!same("f(a)", "usage: formatter FILE"));
    }
}
