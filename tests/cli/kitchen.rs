//! A scratch directory to run the program in, and what it said.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A directory of our own, gone at the end of the test.
pub(crate) struct Kitchen {
    directory: tempfile::TempDir,
    /// Where the program keeps journals that nobody named.
    pub(crate) state: tempfile::TempDir,
}

/// A few passes, to keep a run short that is not about passes.
pub(crate) const FEW: [&str; 2] =
    ["--passes", "delete-elements,hoist,delete-groups,delete-units,delete-tokens"];

/// How a run of the program ended.
#[derive(Debug)]
pub(crate) struct Ended {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: Vec<u8>,
    pub(crate) stderr: String,
}

impl Kitchen {
    /// A directory with one file, `x.c`, whose middle line is interesting to `grep bug`.
    pub(crate) fn new() -> Kitchen {
        let it = Kitchen { directory: tempfile::tempdir().unwrap(), state: tempfile::tempdir().unwrap() };
        it.write("x.c", "int a;\nint bug;\nint c;\n");
        it
    }

    pub(crate) fn path(&self, name: impl AsRef<OsStr>) -> PathBuf {
        self.directory.path().join(name.as_ref())
    }

    pub(crate) fn write(&self, name: impl AsRef<OsStr>, text: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        fs::write(&path, text).unwrap();
        path
    }

    /// An executable shell script.
    ///
    /// Another process makes it: a file that this one has just written may still be open in a child that another
    /// thread is starting, and such a file cannot be executed.
    pub(crate) fn script(&self, name: &str, body: &str) -> PathBuf {
        self.executable(name, &format!("#!/bin/sh\n{body}\n"))
    }

    /// An executable file.
    pub(crate) fn executable(&self, name: &str, text: &str) -> PathBuf {
        let plain = tempfile::NamedTempFile::new().unwrap();
        fs::write(plain.path(), text).unwrap();
        let path = self.path(name);
        let install = Command::new("install").args(["-m", "755"]).arg(plain.path()).arg(&path).status();
        assert!(install.unwrap().success());
        path
    }

    pub(crate) fn read(&self, name: impl AsRef<OsStr>) -> String {
        String::from_utf8(fs::read(self.path(name)).unwrap()).unwrap()
    }

    /// The names of the journals that nobody named.
    pub(crate) fn journals(&self) -> Vec<String> {
        let all = self.state.path().join("lop");
        if all.exists() { names(&all) } else { Vec::new() }
    }

    /// The names in the directory, sorted.
    pub(crate) fn names(&self) -> Vec<String> {
        names(self.directory.path())
    }

    /// The program, about to run here.
    pub(crate) fn command<S: AsRef<OsStr>>(&self, arguments: impl IntoIterator<Item = S>) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_lop"));
        self.surround(command.args(arguments).stdin(Stdio::null()));
        command
    }

    /// Lets the command run here, with nothing of the user's around it.
    pub(crate) fn surround(&self, command: &mut Command) {
        command.current_dir(self.directory.path()).env_remove("MAKEFLAGS");
        command.env("XDG_STATE_HOME", self.state.path());
        command.env("XDG_CONFIG_HOME", self.state.path().join("config"));
        command.env("XDG_CACHE_HOME", self.state.path().join("cache"));
    }

    /// Runs the program to its end.
    pub(crate) fn lop<S: AsRef<OsStr>>(&self, arguments: impl IntoIterator<Item = S>) -> Ended {
        self.command(arguments).output().unwrap().into()
    }
}

impl From<Output> for Ended {
    fn from(output: Output) -> Ended {
        let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
        Ended { code: output.status.code(), stdout: output.stdout, stderr }
    }
}

impl Ended {
    /// Standard output as text.
    pub(crate) fn text(&self) -> String {
        String::from_utf8(self.stdout.clone()).unwrap()
    }

    /// Fails unless the program ended with `code` and said each of `texts` on standard error.
    #[track_caller]
    pub(crate) fn says(&self, code: i32, texts: &[&str]) {
        assert_eq!(self.code, Some(code), "{self:#?}");
        for text in texts {
            assert!(self.stderr.contains(text), "{text:?} is missing in:\n{}", self.stderr);
        }
    }
}

/// The names in a directory, sorted.
pub(crate) fn names(directory: &Path) -> Vec<String> {
    let entries = fs::read_dir(directory).unwrap();
    let mut names: Vec<String> =
        entries.map(|it| it.unwrap().file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}
