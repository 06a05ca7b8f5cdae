//! What the command line says of other machines that run the test.

use std::path::PathBuf;

use clap::ValueHint;
use lop_oracle::site::Fallback;
use lop_runner::away::AwayOptions;

/// Where the test runs, if not here.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Other machines")]
pub(crate) struct AwayArgs {
    /// Start the test with this program, on another machine that has the same files: 'srun -N1', 'ssh host {command}'
    ///
    /// The test follows as words, or stands where the line says {command}, as one word for a shell; {dir} is the directory
    /// that the candidate is in. How the launcher itself ends is no answer: it is started again, and then the run stops.
    #[arg(long, value_name = "LINE")]
    pub(crate) launcher: Option<String>,

    /// Where candidates lie for the launcher: a directory under the same path on all machines [default: the working directory]
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, requires = "launcher")]
    pub(crate) shared: Option<PathBuf>,

    /// What to do about a question that other machines have no answer to
    #[arg(long, value_name = "HOW", value_enum, default_value = "stop", requires = "launcher")]
    pub(crate) remote_fallback: FallbackArg,
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
    /// Where the test runs.
    pub(crate) fn options(&self) -> AwayOptions {
        let fallback = match self.remote_fallback {
            FallbackArg::Stop => Fallback::Stop,
            FallbackArg::Local => Fallback::Local,
        };
        AwayOptions { launcher: self.launcher.clone(), shared: self.shared.clone(), fallback }
    }
}
