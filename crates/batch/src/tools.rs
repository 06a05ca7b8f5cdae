//! What programs say of themselves: the first line of `--version`, asked once for each.

use std::collections::HashMap;
use std::ffi::OsString;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use lop_engine::{Cancel, Question};
use lop_oracle::{Capture, CommandOracle, CommandSpec, Criteria, Repeat, Status, Timeout};
use parking_lot::Mutex;

/// Versions by program.
#[derive(Debug, Default)]
pub(crate) struct Tools {
    known: Mutex<HashMap<OsString, Option<String>>>,
}

impl Tools {
    /// The version of the program that `spec` runs, if it tells. A shell's own version says nothing, nor does a script's; of
    /// a line for the shell it is that of its first program.
    pub(crate) fn version(&self, spec: &CommandSpec, stop: &Cancel) -> Option<String> {
        let program = &program(&spec.command)?;
        if stop.is_raised() {
            return None;
        }
        let mut known = self.known.lock();
        known.entry(program.clone()).or_insert_with(|| ask(program, spec, stop)).clone()
    }
}

/// The version of the program of a single reduction, see `Tools::version`.
pub fn version(spec: &CommandSpec) -> Option<String> {
    Tools::default().version(spec, &Cancel::new())
}

/// Words that begin a line for the shell and are not what it is about.
const NOT_IT: [&str; 16] = [
    "!", "[", "cat", "cd", "echo", "env", "exec", "export", "for", "grep", "if", "nice", "set", "test",
    "timeout", "ulimit",
];

/// The program whose version is worth knowing.
fn program(command: &[OsString]) -> Option<OsString> {
    let first = command.first()?;
    let base = Path::new(first).file_name()?.to_string_lossy().into_owned();
    if !base.ends_with("sh") && base != "env" {
        return Some(first.clone());
    }
    let line = command.get(2).filter(|_| command[1] == "-c")?.to_str()?;
    let word = line.split_whitespace().next()?;
    let plain = word.chars().all(|it| it.is_ascii_alphanumeric() || "+-._".contains(it));
    (plain && !word.ends_with("sh") && !NOT_IT.contains(&word)).then(|| word.into())
}

fn ask(program: &OsString, spec: &CommandSpec, stop: &Cancel) -> Option<String> {
    let spec = CommandSpec {
        command: vec![program.clone(), "--version".into()],
        criteria: Criteria::default(),
        first: Vec::new(),
        stdin: false,
        timeout: Timeout::Fixed(Duration::from_secs(5)),
        repeat: Repeat::ONCE,
        ..spec.clone()
    };
    let files: [Arc<[u8]>; 1] = [Arc::from(&b""[..])];
    let question = Question { files: &files, base: &files, worker: 0, cancel: stop };
    let run = CommandOracle::new(spec).ok()?.run(&question, Capture::Everything).ok()?;
    let text = run.stdout.bytes();
    let text = String::from_utf8_lossy(&text).into_owned();
    let line = text.lines().map(str::trim).find(|it| !it.is_empty())?;
    (run.status == Status::Exited(0) && line.len() <= 200).then(|| line.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_line_for_the_shell_the_first_program_is_asked_for_its_version() {
        let named = |words: &[&str]| {
            let words: Vec<OsString> = words.iter().map(Into::into).collect();
            program(&words).map(|it| it.into_string().expect("it was text"))
        };
        assert_eq!(named(&["gcc", "-c", "@@"]).as_deref(), Some("gcc"));
        assert_eq!(named(&["/bin/sh", "-c", "gcc -c @@ 2>&1 | grep -q bug"]).as_deref(), Some("gcc"));
        for line in ["! gcc -c @@", "./t.sh @@", "A=1 gcc", "cd x && gcc", "test.sh @@", ""] {
            assert_eq!(named(&["/bin/sh", "-c", line]), None, "{line}");
        }
        assert_eq!(named(&["./t.sh"]), None);
    }
}
