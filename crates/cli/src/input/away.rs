//! What the command line says of other machines that run the test.

use std::path::PathBuf;

use clap::ValueHint;
use lop_oracle::site::Fallback;
use lop_runner::away::{AwayOptions, RemoteOptions};

use crate::values::jobs;

/// Where the test runs, if not here.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Other machines")]
pub(crate) struct AwayArgs {
    /// Start the test with this program, on another machine that has the same files: 'srun -N1', 'ssh host {command}'
    ///
    /// The test follows as words, or stands where the line says {command}, as one word for a shell; {dir} is the directory
    /// of the question, which the candidate lies in. How the launcher itself ends is no answer: it is started again, and then the run stops.
    #[arg(long, value_name = "LINE", group = "machines")]
    pub(crate) launcher: Option<String>,

    /// Where candidates lie for the launcher: a directory under the same path on all machines [default: the working directory]
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, requires = "launcher")]
    pub(crate) shared: Option<PathBuf>,

    /// What to do about a question that other machines have no answer to
    #[arg(long, value_name = "HOW", value_enum, default_value = "stop", requires = "machines")]
    pub(crate) remote_fallback: FallbackArg,

    /// Ask a build cluster that speaks the Remote Execution API: `grpcs://HOST:PORT/INSTANCE`, or `grpc://` without encryption
    ///
    /// Buildbarn, Buildfarm and many others do. The port and the instance may be left out. The candidate goes there, the test's
    /// command, and a script of the test that lies in this directory. Headers such as a key come from --remote-header-file or, a
    /// line for each, from the environment variable `LOP_REMOTE_HEADERS`. Needs a lop that was built with the feature `remote`.
    #[arg(long, value_name = "ADDRESS", group = "machines")]
    pub(crate) remote: Option<String>,

    /// How many questions the cluster is asked at once [default: what --jobs says, else 16]
    ///
    /// With --jobs as well, so many are asked on this machine beside those, if it says the same of the original.
    #[arg(long, value_name = "N", value_parser = jobs, requires = "remote")]
    pub(crate) remote_jobs: Option<usize>,

    /// How many questions go as one at most, where the way there and back takes longer than the test [default: as many as the
    /// cluster has too few machines for]
    ///
    /// The cluster runs them one after another. What takes long among them, or has no answer, is asked alone; with 1 every question
    /// is.
    #[arg(long, value_name = "N", value_parser = jobs, requires = "remote")]
    pub(crate) remote_batch: Option<usize>,

    /// What its machines must be, such as container-image=docker://IMAGE or OSFamily=linux
    #[arg(long, value_name = "KEY=VALUE", requires = "remote")]
    pub(crate) remote_property: Vec<String>,

    /// A file or directory that goes along with every question, such as a compiler or a script that the test calls
    ///
    /// Where the test's command names it by its absolute path, it is told where it is there.
    #[arg(long, value_name = "PATH", value_hint = ValueHint::AnyPath, requires = "remote")]
    pub(crate) remote_with: Vec<PathBuf>,

    /// A file with headers for the cluster, `name: value` on each line
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, requires = "remote")]
    pub(crate) remote_header_file: Vec<PathBuf>,

    /// The certificates of who signs that of the cluster [default: those that this system trusts]
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, requires = "remote")]
    pub(crate) remote_ca: Option<PathBuf>,

    /// Your own certificate, where the cluster asks for one
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, requires_all = ["remote", "remote_key"])]
    pub(crate) remote_cert: Option<PathBuf>,

    /// The key of your own certificate
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, requires_all = ["remote", "remote_cert"])]
    pub(crate) remote_key: Option<PathBuf>,
}

/// What to do without an answer.
#[derive(Debug, Clone, Copy, clap::ValueEnum)]
pub(crate) enum FallbackArg {
    /// Stop with the best so far and the reason
    Stop,
    /// Ask it on this machine
    Local,
}

impl AwayArgs {
    /// Where the test runs; `jobs` is what is said of questions at once.
    pub(crate) fn options(&self, jobs: Option<usize>) -> AwayOptions {
        let fallback = match self.remote_fallback {
            FallbackArg::Stop => Fallback::Stop,
            FallbackArg::Local => Fallback::Local,
        };
        let remote = RemoteOptions {
            server: self.remote.clone(),
            header_files: self.remote_header_file.clone(),
            ca: self.remote_ca.clone(),
            certificate: self.remote_cert.clone(),
            key: self.remote_key.clone(),
            properties: self.remote_property.clone(),
            with: self.remote_with.clone(),
            jobs: self.remote_jobs.or(jobs),
            batch: self.remote_batch,
            here: self.remote_jobs.and(jobs),
        };
        AwayOptions { launcher: self.launcher.clone(), shared: self.shared.clone(), remote, fallback }
    }
}
