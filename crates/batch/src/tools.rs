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
    /// The version of the program that `spec` runs, if it tells. A shell's own version says nothing, nor does a script's.
    pub(crate) fn version(&self, spec: &CommandSpec, stop: &Cancel) -> Option<String> {
        let program = spec.command.first()?;
        let base = Path::new(program).file_name()?.to_string_lossy().into_owned();
        if base.ends_with("sh") || base == "env" || stop.is_raised() {
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
