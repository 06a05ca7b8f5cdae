//! Stands in for the oracle and the search until they exist.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::Stdio;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use lop_engine::{Answer, Cancel, Oracle, OracleError, Question, Verdict};

use super::Checked;
use crate::args::TestArgs;
use crate::error::Failure;
use crate::exit::Exit;

static CHILDREN: Mutex<Vec<u32>> = Mutex::new(Vec::new());

pub(crate) struct Command {
    program: OsString,
    arguments: Vec<OsString>,
    file_name: OsString,
    exits: Vec<u8>,
    stop: Mutex<Option<Cancel>>,
}

impl Command {
    pub(crate) fn new(command: super::Command<'_>, criteria: &TestArgs) -> Command {
        Command {
            program: command.program.into(),
            arguments: command.arguments.to_vec(),
            file_name: command.file_name,
            exits: if criteria.exit_code.is_empty() { vec![0] } else { criteria.exit_code.clone() },
            stop: Mutex::new(None),
        }
    }

    pub(crate) fn check(&self, original: &Arc<[u8]>, stop: &Cancel) -> Result<Checked, Failure> {
        *self.stop.lock().unwrap() = Some(stop.clone());
        let start = Instant::now();
        let first = self.run(original)?;
        let took = start.elapsed();
        let second = self.run(original)?;
        let empty = self.run(b"")?;
        if stop.is_raised() {
            return Ok(Checked::Stopped);
        }
        if first.0 != second.0 {
            return Err(Failure::new(Exit::Flaky, "the test is flaky"));
        }
        if !first.0 {
            return Err(Failure::new(Exit::NotInteresting, "the original is not interesting")
                .because(format!("exit code {}", first.1)));
        }
        Ok(Checked::Interesting { took, empty_too: empty.0 })
    }

    fn run(&self, text: &[u8]) -> Result<(bool, String), Failure> {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join(&self.file_name);
        std::fs::write(&path, text).unwrap();
        let subst = |it: &OsString| -> OsString {
            let bytes = it.as_bytes();
            let mut out = Vec::new();
            let mut at = 0;
            while at < bytes.len() {
                if bytes[at..].starts_with(b"@@") {
                    out.extend_from_slice(path.as_os_str().as_bytes());
                    at += 2;
                } else {
                    out.push(bytes[at]);
                    at += 1;
                }
            }
            OsString::from_vec(out)
        };
        let mut child = std::process::Command::new(OsStr::new(&self.program))
            .args(self.arguments.iter().map(subst))
            .current_dir(dir.path())
            .process_group(0)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|it| Failure::new(Exit::CannotAsk, "the test cannot be run").because(it))?;
        CHILDREN.lock().unwrap().push(child.id());
        let status = loop {
            if let Some(status) = child.try_wait().unwrap() {
                break status;
            }
            if self.stop.lock().unwrap().as_ref().is_some_and(Cancel::is_raised) {
                kill(child.id());
                break child.wait().unwrap();
            }
            std::thread::sleep(Duration::from_millis(1));
        };
        CHILDREN.lock().unwrap().retain(|&it| it != child.id());
        let yes = status.code().is_some_and(|it| self.exits.iter().any(|&e| i32::from(e) == it));
        let _ = status.signal();
        Ok((yes, status.to_string()))
    }
}

fn kill(pid: u32) {
    let _ = rustix::process::kill_process_group(
        rustix::process::Pid::from_raw(pid as i32).unwrap(),
        rustix::process::Signal::KILL,
    );
}

pub(crate) fn kill_children() {
    for &pid in CHILDREN.lock().unwrap().iter() {
        kill(pid);
    }
}

impl Oracle for Command {
    fn ask(&self, question: &Question<'_>) -> Result<Answer, OracleError> {
        let start = Instant::now();
        let (yes, _) = self.run(&question.files[0]).map_err(|it| OracleError { message: it.to_string() })?;
        let verdict = if yes { Verdict::Interesting } else { Verdict::Boring };
        Ok(Answer { verdict, took: start.elapsed() })
    }
}
