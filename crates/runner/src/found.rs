//! What the check of an input found, for tables and for what is kept on disk.

use crate::number::counted;
use lop_oracle::signature::Signature;
use serde::{Deserialize, Serialize};

/// What the check of an input found.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "found", rename_all = "kebab-case")]
pub enum Found {
    /// It shows what is looked for.
    Interesting {
        /// The signature, as [`Signature::to_line`] writes it, if the run has one.
        signature: Option<String>,
        /// Seconds of the slowest run.
        seconds: f64,
    },
    /// The same bytes as another input.
    Duplicate {
        /// The other input.
        of: String,
    },
    /// It does not show what is looked for.
    NotInteresting {
        /// How the run ended.
        ended: String,
        /// The last lines of what it printed.
        said: Vec<String>,
    },
    /// It shows it at times.
    Flaky {
        /// What each run came to.
        runs: Vec<String>,
    },
    /// No command is given for it.
    NoTest,
    /// Its command cannot be run.
    CannotRun {
        /// Why.
        because: String,
    },
    /// It cannot be read.
    Unreadable {
        /// Why.
        because: String,
    },
    /// It has more bytes than allowed.
    TooLarge {
        /// How many it has.
        bytes: u64,
    },
    /// There is nothing in it.
    Empty,
    /// It is interesting, and its reduction could not be done or kept.
    Failed {
        /// Why.
        because: String,
    },
}

impl Found {
    /// The word for it in tables.
    pub fn word(&self) -> &'static str {
        match self {
            Found::Interesting { .. } => "interesting",
            Found::Duplicate { .. } => "duplicate",
            Found::NotInteresting { .. } => "not interesting",
            Found::Flaky { .. } => "flaky",
            Found::NoTest => "no test",
            Found::CannotRun { .. } => "cannot be run",
            Found::Unreadable { .. } => "unreadable",
            Found::TooLarge { .. } => "too large",
            Found::Empty => "empty",
            Found::Failed { .. } => "failed",
        }
    }

    /// What more there is to say.
    pub fn details(&self) -> String {
        match self {
            Found::Interesting { signature, .. } => signature
                .as_deref()
                .and_then(Signature::from_line)
                .map(|it| it.to_string())
                .unwrap_or_default(),
            Found::Duplicate { of } => format!("the same bytes as {of}"),
            Found::NotInteresting { ended, said } => match said.last() {
                Some(line) => format!("{ended}; its output ends with: {line}"),
                None => format!("{ended}; it printed nothing"),
            },
            Found::Flaky { runs } => runs.join(", then "),
            Found::NoTest => {
                "no command on the command line, in lop.toml or in a test.sh beside it".to_owned()
            }
            Found::CannotRun { because } | Found::Unreadable { because } | Found::Failed { because } => {
                because.clone()
            }
            Found::TooLarge { bytes } => format!("{}; see --largest", counted(*bytes, "byte")),
            Found::Empty => String::new(),
        }
    }
}
