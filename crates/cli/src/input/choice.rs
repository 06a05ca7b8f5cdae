//! The options that say what of a directory is reduced.

/// What of a directory is reduced.
#[derive(Debug, clap::Args)]
#[command(
    next_help_heading = "A project: a directory, or several files (GLOB is as in .gitignore, from its root)"
)]
pub(crate) struct ProjectArgs {
    /// Reduce only what matches; the rest is there and never changed
    #[arg(long, value_name = "GLOB")]
    pub(crate) only: Vec<String>,

    /// Never change what matches
    #[arg(long, value_name = "GLOB")]
    pub(crate) keep: Vec<String>,

    /// Leave out what matches: the test does not see it
    ///
    /// So are version control, what .gitignore and .lopignore name, and directories that a build has made.
    #[arg(long, value_name = "GLOB")]
    pub(crate) ignore: Vec<String>,

    /// Put there what matches although it would be left out; it is never changed and does not count: `--with node_modules`, `--with '*.h'` beside several files
    #[arg(long, value_name = "GLOB")]
    pub(crate) with: Vec<String>,
}
