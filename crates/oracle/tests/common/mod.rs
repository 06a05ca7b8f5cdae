//! What the tests with real children share: a place of their own, commands, and proof that nothing is left.

use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use lop_engine::{Answer, Cancel, Oracle, OracleError, Question, Verdict};
use lop_oracle::{CommandOracle, CommandSpec, Timeout};

/// A place for one test, with a mark in the environment of everything it starts.
pub(crate) struct Place {
    pub(crate) root: tempfile::TempDir,
    pub(crate) mark: String,
}

impl Place {
    pub(crate) fn new() -> Place {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let root = tempfile::Builder::new().prefix("oracle-test-").tempdir().unwrap();
        fs::create_dir(root.path().join("scratch")).unwrap();
        let mark = format!("LOP_TEST_MARK={}.{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        Place { root, mark }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.root.path().join(name)
    }

    /// An executable shell script.
    pub(crate) fn script(&self, name: &str, body: &str) -> PathBuf {
        let path = self.path(name);
        fs::write(&path, format!("#!/bin/sh\n{body}\n")).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        path
    }

    /// A line for the shell as the command, about a file called a.c.
    pub(crate) fn shell(&self, line: &str) -> CommandSpec {
        self.command(["sh", "-c", line].iter().map(OsString::from).collect())
    }

    pub(crate) fn command(&self, command: Vec<OsString>) -> CommandSpec {
        let (name, value) = self.mark.split_once('=').unwrap();
        CommandSpec {
            directory: self.root.path().to_owned(),
            scratch: Some(self.path("scratch")),
            env: vec![(name.into(), value.into())],
            timeout: Timeout::Fixed(Duration::from_secs(20)),
            ..CommandSpec::new(command, "a.c")
        }
    }

    /// The marked processes that are alive.
    pub(crate) fn processes(&self) -> Vec<String> {
        let pids = fs::read_dir("/proc").unwrap().map(|it| it.unwrap().path());
        let marked = |it: &PathBuf| {
            let environ = fs::read(it.join("environ")).unwrap_or_default();
            environ.split(|&it| it == 0).any(|it| it == self.mark.as_bytes())
        };
        let line = |it: PathBuf| {
            String::from_utf8_lossy(&fs::read(it.join("cmdline")).unwrap_or_default()).into_owned()
        };
        pids.filter(marked).map(line).collect()
    }

    /// What lies in the place for scratch directories.
    pub(crate) fn scratch(&self) -> Vec<PathBuf> {
        fs::read_dir(self.path("scratch")).unwrap().map(|it| it.unwrap().path()).collect()
    }

    /// Drops the oracle; neither process nor file may be left.
    pub(crate) fn assert_clean(&self, oracle: CommandOracle) {
        assert_eq!(self.processes(), [] as [String; 0]);
        drop(oracle);
        assert_eq!(self.scratch(), [] as [PathBuf; 0]);
    }
}

pub(crate) fn oracle(spec: CommandSpec) -> CommandOracle {
    CommandOracle::new(spec).unwrap()
}

pub(crate) fn ask(oracle: &CommandOracle, text: &str) -> Verdict {
    answer(oracle, text, &Cancel::new()).unwrap().verdict
}

pub(crate) fn answer(oracle: &CommandOracle, text: &str, cancel: &Cancel) -> Result<Answer, OracleError> {
    let files = [Arc::from(text.as_bytes())];
    oracle.ask(&Question { files: &files, base: &files, worker: 0, cancel })
}

pub(crate) fn texts(text: &str) -> Vec<Arc<[u8]>> {
    vec![Arc::from(text.as_bytes())]
}
