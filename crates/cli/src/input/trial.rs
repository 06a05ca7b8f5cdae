//! A grammar that lop does not have is tried in a process of its own: it may crash, hang, or end the program.

use std::env;
use std::ffi::{OsStr, OsString};
use std::io::{BufRead as _, BufReader, Write as _};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use crate::exit::Exit;

/// What the process says whenever it has come further, and once it has read everything.
const ON: &str = "on";
const READ: &str = "read";

/// How long a grammar may take to be compiled and loaded.
const TO_LOAD: Duration = Duration::from_secs(600);
/// How long it may take to read a file.
const TO_READ: Duration = Duration::from_secs(10);

/// Reads files with a grammar, and says how far it came.
pub(crate) fn run(path: &Path, files: &[PathBuf]) -> Exit {
    // Who does not listen any more has given up.
    let say = |what: &str| drop(writeln!(std::io::stdout().lock(), "{what}"));
    lop_languages::try_out(path, files, lop_languages::cache().as_deref(), || say(ON));
    say(READ);
    Exit::Reduced
}

/// The files among the words of a command line: what a test is, which can be run, is not read as a program of the language.
pub(crate) fn files(words: &[OsString]) -> Vec<PathBuf> {
    let own = words.iter().skip(1).take_while(|it| *it != OsStr::new("--"));
    let is_source =
        |it: &PathBuf| it.metadata().is_ok_and(|it| it.is_file() && it.permissions().mode() & 0o111 == 0);
    own.map(PathBuf::from).filter(is_source).collect()
}

/// What becomes of a process that reads files with a grammar, if it does not come to its end.
pub(crate) fn failed(path: &Path, files: &[PathBuf]) -> Option<String> {
    let mut command = Command::new(env::current_exe().ok()?);
    command.args(["grammar", "try", "--"]).arg(path).args(files);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().ok()?;
    let last = last_line(&mut child);
    if last.is_none() {
        // It fails only when the process has just ended.
        drop(child.kill());
    }
    let status = child.wait().ok()?;
    match last {
        None => Some("it does not end".to_owned()),
        Some(last) if last == READ && status.success() => None,
        Some(_) if status.success() => Some("it ends the program".to_owned()),
        Some(_) if status.code().is_some() => Some("its process broke off".to_owned()),
        Some(_) => Some(status.to_string()),
    }
}

/// The last line of a process; `None` when it takes too long for the next one.
fn last_line(child: &mut Child) -> Option<String> {
    let lines = BufReader::new(child.stdout.take()?).lines();
    let (say, said) = mpsc::channel();
    std::thread::spawn(move || lines.map_while(Result::ok).try_for_each(|it| say.send(it)));
    let mut last = String::new();
    loop {
        let limit = if last.is_empty() { TO_LOAD } else { TO_READ };
        match said.recv_timeout(limit) {
            Ok(line) => last = line,
            Err(RecvTimeoutError::Disconnected) => return Some(last),
            Err(RecvTimeoutError::Timeout) => return None,
        }
    }
}
