//! Where the test runs, if not on this machine.

#[cfg(feature = "remote")]
mod remote;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use lop_oracle::site::{Away, Fallback, Launcher};

use crate::failure::Failure;

/// How many questions a cluster is asked at once when nothing is said.
const AT_ONCE: usize = 16;

/// Where the test runs; on this machine, when nothing is said.
#[derive(Debug, Clone, Default)]
pub struct AwayOptions {
    /// A program that starts commands on other machines, and its arguments, as one line.
    pub launcher: Option<String>,
    /// Where the directories of the questions are made, which those machines have as well; where the user is, when nothing is
    /// said.
    pub shared: Option<PathBuf>,
    /// The build cluster that runs it.
    pub remote: RemoteOptions,
    /// What to do about a question without an answer.
    pub fallback: Fallback,
}

/// A build cluster that speaks the Remote Execution API, and what it is told.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RemoteOptions {
    /// Its address, `grpc(s)://HOST[:PORT][/INSTANCE]`; none, and nothing else in here counts.
    pub server: Option<String>,
    /// Files with headers for every call.
    pub header_files: Vec<PathBuf>,
    /// A file with the certificates of who signs those of the server.
    pub ca: Option<PathBuf>,
    /// A file with our own certificate.
    pub certificate: Option<PathBuf>,
    /// A file with its key.
    pub key: Option<PathBuf>,
    /// What its machines must be, each as `KEY=VALUE`.
    pub properties: Vec<String>,
    /// Files and directories that go along with every question.
    pub with: Vec<PathBuf>,
    /// How many questions it is asked at once.
    pub jobs: Option<usize>,
    /// How many of these go as one action at most, where the way there takes longer than the test; `None` for as many as it has
    /// too few machines for.
    pub batch: Option<usize>,
    /// How many are asked on this machine beside those, where it answers as the cluster does; `None` for none.
    pub here: Option<usize>,
}

impl AwayOptions {
    /// How many questions are asked at once, where the user has `said` so many of this machine; `None` where nothing tells.
    pub fn jobs(&self, said: Option<usize>) -> Option<usize> {
        let remote = || self.remote.jobs.or(said).unwrap_or(AT_ONCE) + self.remote.here.unwrap_or(0);
        self.remote.server.as_ref().map_or(said, |_| Some(remote()))
    }

    /// What is wrong with them.
    pub(crate) fn check(&self, sandbox: bool) -> Result<(), Failure> {
        let remote = &self.remote;
        if self.launcher.is_some() && sandbox {
            return Err(Failure::usage("--launcher and --sandbox do not go together")
                .because("the sandbox is on this machine, and the launcher starts the test on another")
                .help("let the launcher start it in a container: --launcher 'podman run --rm -v {dir}:{dir} IMAGE'"));
        }
        if remote.server.is_none() {
            return Ok(());
        }
        if self.launcher.is_some() || sandbox {
            let other = if sandbox { "--sandbox" } else { "--launcher" };
            return Err(Failure::usage(format!("--remote and {other} do not go together"))
                .because("the server starts the test on a machine of its own")
                .help(format!("leave {other} out")));
        }
        if let Some(wrong) =
            remote.properties.iter().find(|it| it.split_once('=').is_none_or(|it| it.0.is_empty()))
        {
            return Err(Failure::usage(format!("--remote-property {wrong} has no value"))
                .help("write it as KEY=VALUE: --remote-property OSFamily=linux"));
        }
        if remote.certificate.is_some() != remote.key.is_some() {
            return Err(Failure::usage("a certificate and its key go together")
                .help("give both: --remote-cert FILE --remote-key FILE"));
        }
        Ok(())
    }

    /// Makes ready to ask there. Relative paths are meant from `directory`. Whose answer may be due to how long it takes must not
    /// have it by the quicker one of two runs: no `backups`.
    pub(crate) fn prepare(&self, directory: &Path, backups: bool) -> Result<Option<Away>, Failure> {
        if let Some(server) = &self.remote.server {
            return self.remote.prepare(server, directory, self.fallback, backups).map(Some);
        }
        let Some(template) = &self.launcher else { return Ok(None) };
        let shared = directory.join(self.shared.as_deref().unwrap_or(Path::new("")));
        let launcher = Launcher::new(template, &shared, directory)
            .map_err(|it| Failure::cannot_ask("the launcher cannot be used", &it))?;
        Ok(Some(Away::new(Arc::new(launcher), self.fallback)))
    }
}

#[cfg(not(feature = "remote"))]
impl RemoteOptions {
    fn prepare(&self, _: &str, _: &Path, _: Fallback, _: bool) -> Result<Away, Failure> {
        let server = self.server.as_deref().unwrap_or_default();
        Err(Failure::usage(format!("this lop cannot ask {server}, or any build cluster"))
            .because("it was built without the feature `remote`")
            .help(
                "take a released binary, which has it, or build it with that: cargo install --features remote lop, and in a \
                 checkout: cargo install --features remote --path .",
            ))
    }
}
