//! Why a reduction cannot begin, and what to do about it.

use std::ops::Range;

use crate::document::MOST_FILES;
use crate::oracle::{OracleError, Verdict};
use crate::tree::TreeError;

/// Why a reduction could not begin. Shown as its cause; [`remedy`](ReduceError::remedy) says what to do about it.
///
/// ```
/// # use lop_engine::{Reduction, oracle};
/// let error = Reduction::new([*b"a"]).protect(0, 0..7).run(&oracle::from_bytes(|_| true)).unwrap_err();
/// assert_eq!(error.to_string(), "bytes 0..7 of file 0 cannot be protected: it has 1");
/// ```
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum ReduceError {
    /// There are no files.
    #[error("there is no file to reduce")]
    NoFiles,
    /// More files than can be told apart.
    #[error("a document has at most {MOST_FILES} files, not {files}")]
    TooManyFiles {
        /// How many there are.
        files: usize,
    },
    /// A file of 4 GiB or more.
    #[error("file {file} has {bytes} bytes: 4 GiB and more cannot be reduced")]
    TooLarge {
        /// Which file, counted from 0.
        file: usize,
        /// Its size in bytes.
        bytes: usize,
    },
    /// An option is about a file that is not there.
    #[error("there is no file {file}: there are {files}, counted from 0")]
    NoSuchFile {
        /// The file that was named.
        file: usize,
        /// How many there are.
        files: usize,
    },
    /// File 0 of a project is not its tree file.
    #[error("file 0 is not the tree file of a project: {source}")]
    BadTree {
        /// Why not.
        source: TreeError,
    },
    /// The tree file of a project has not as many lines as there are files behind it.
    #[error("the tree file has {lines} lines for {files} files")]
    TreeLines {
        /// How many lines it has.
        lines: usize,
        /// How many files there are behind it.
        files: usize,
    },
    /// A region that is to be protected lies outside of its file.
    #[error("bytes {}..{} of file {file} cannot be protected: it has {bytes}", .region.start, .region.end)]
    NoSuchRegion {
        /// Which file, counted from 0.
        file: usize,
        /// The region, in bytes.
        region: Range<usize>,
        /// The size of the file in bytes.
        bytes: usize,
    },
    /// What the options protect is not in the files.
    #[error("what is protected is not in the files")]
    ProtectedNotFound,
    /// The oracle does not want the input itself.
    #[error("the input is not interesting: {}", if *.verdict == Verdict::TimedOut { "its test did not end in time" } else { "its test says no" })]
    NotInteresting {
        /// What the oracle said of it.
        verdict: Verdict,
    },
    /// The oracle could not be asked about the input.
    #[error("the input could not be judged")]
    OracleFailed {
        /// Why not.
        source: OracleError,
    },
    /// The run was stopped before the oracle had said anything of the input.
    #[error("stopped before the input was judged")]
    Stopped,
}

impl ReduceError {
    /// What to do about it, where that is known.
    ///
    /// ```
    /// # use lop_engine::{Reduction, oracle};
    /// let error = Reduction::new([*b"a"]).run(&oracle::from_bytes(|_| false)).unwrap_err();
    /// assert_eq!(error.remedy(), Some("run the test on the input by hand: it must say yes"));
    /// ```
    pub const fn remedy(&self) -> Option<&'static str> {
        match self {
            ReduceError::NoFiles => Some("give at least one file"),
            ReduceError::TooManyFiles { .. } | ReduceError::TooLarge { .. } => {
                Some("cut it down by other means first")
            }
            ReduceError::NotInteresting { verdict: Verdict::TimedOut } => Some("give the test more time"),
            ReduceError::NotInteresting { .. } => Some("run the test on the input by hand: it must say yes"),
            ReduceError::ProtectedNotFound => Some("protect regions of these files"),
            ReduceError::TreeLines { .. } => {
                Some("give a line for each file, an empty one if it is not there")
            }
            ReduceError::BadTree { .. }
            | ReduceError::NoSuchFile { .. }
            | ReduceError::NoSuchRegion { .. }
            | ReduceError::OracleFailed { .. }
            | ReduceError::Stopped => None,
        }
    }
}
