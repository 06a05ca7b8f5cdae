//! The lop test-case reducer, as a library: cut what is interesting down to the few tokens that matter, in process.
//!
//! A closure is enough of a test, and [`minimise`] enough of a reduction, say in a fuzzer or a property test:
//!
//! ```
//! let crashes = |input: &[u8]| input.windows(3).any(|it| it == b"bug");
//! assert_eq!(lop::minimise(*b"some input with a bug in it", crashes), b"bug");
//! ```
//!
//! [`Reduction`] has all there is to set: languages, jobs, budgets, what to keep, who is told. Everything here is `Send` and
//! `Sync`, and starts no process but those of a [`CommandOracle`]. No reduction knows of another: what the program has in common
//! is the table of [`languages`], to which [`languages::add`] adds, and what is found out once about a grammar or a text.
//!
//! With a language the search cuts along the syntax tree:
//!
//! ```
//! use lop::{Reduction, oracle};
//!
//! let crashes = oracle::from_bytes(|text| text.windows(4).any(|it| it == b"x[0]"));
//! let outcome = Reduction::new([*b"int a; int f(int *x) { if (a) return x[0]; return 1; }"])
//!     .language(0, lop::languages::by_name("c"))
//!     .jobs(2)
//!     .run(&crashes)?;
//! assert_eq!(&*outcome.files[0], b"x[0]");
//! # Ok::<(), lop::ReduceError>(())
//! ```
//!
//! A command is a test, too. It runs in a directory of its own, with the candidate in it:
//!
//! ```
//! use lop::{CommandOracle, CommandSpec, Reduction};
//!
//! let command = ["grep", "-q", "bug", "@@"].map(Into::into).to_vec();
//! let test = CommandOracle::new(CommandSpec::new(command, "notes.txt"))?;
//! let outcome = Reduction::new([*b"one\na bug\ntwo\n"]).run(&test)?;
//! assert_eq!(&*outcome.files[0], b"bug");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A language need not be one of those that lop knows: a folder says what there is to know of it, here one without a grammar
//! (see [`languages`] for what may stand in it):
//!
//! ```
//! use lop::{Reduction, oracle};
//!
//! let folder = tempfile::Builder::new().prefix("shopping").tempdir()?;
//! let says = "summary = \"lists of things\"\nline-comments = [\"#\"]\n[lines]\nrecords = \"terminated\"\nterminators = [\";\"]\n";
//! std::fs::write(folder.path().join("language.toml"), says)?;
//! let info = lop::languages::add(folder.path(), &["list".to_owned()], None)?;
//! let language = lop::languages::load(info)?;
//!
//! let needs = oracle::from_bytes(|text| text.windows(4).any(|it| it == b"milk") && text.ends_with(b";"));
//! let text = *b"bread 2; # fresh\neggs, butter; milk 1, cheese; salt;";
//! let outcome = Reduction::new([text]).language(0, language).run(&needs)?;
//! assert_eq!(&*outcome.files[0], b"milk;");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Tests are combined with [`oracles`]; what happens is told to an [`Observer`]; a [`Cancel`] ends a run from anywhere, with
//! the best so far as its result:
//!
//! ```
//! use std::sync::atomic::{AtomicU64, Ordering};
//!
//! use lop::{Cancel, Ended, Event, Observer, Reduction, oracle};
//!
//! /// Counts improvements, and stops at the third.
//! struct Three(AtomicU64, Cancel);
//! impl Observer for Three {
//!     fn on_event(&self, event: &Event<'_>) {
//!         if matches!(event, Event::Improved { .. }) && self.0.fetch_add(1, Ordering::SeqCst) == 2 {
//!             self.1.raise();
//!         }
//!     }
//! }
//! let stop = Cancel::new();
//! let three = Three(AtomicU64::new(0), stop.clone());
//! let picky = oracle::from_bytes(|text| text.starts_with(b"a"));
//! let outcome = Reduction::new([b"a b c d e f g\n".repeat(50)]).observer(&three).stop(&stop).run(&picky)?;
//! assert!(outcome.files[0].starts_with(b"a") && matches!(outcome.ended, Ended::Stopped | Ended::Fixpoint));
//! # Ok::<(), lop::ReduceError>(())
//! ```
//!
//! Whoever knows more of their inputs than lop does writes a pass: see [`Outside`].

#![warn(missing_docs)]

use std::sync::Arc;

pub use lop_engine::{
    Answer, Cancel, Certificate, Config, Control, Effort, Ended, Event, Goal, Language, Observer, Oracle,
    OracleError, Outcome, Outside, Pass, PassStats, Protected, Question, Rank, ReduceError, Reduction, Sites,
    Span, Stage, Tier, Verdict, internal, oracle, passes,
};
pub use lop_languages as languages;
pub use lop_oracle::{CommandOracle, CommandSpec};

pub mod oracles;
mod panics;

pub use panics::minimise_panic;

/// The smallest bytes that can be found for which `is_interesting` says yes, asked on the calling thread's behalf one after the
/// other. What it says no to from the beginning is returned as it is.
///
/// Of a fuzzer, where an input crashes in process:
///
/// ```
/// fn parse(input: &[u8]) {
///     assert!(!input.starts_with(b"<<"), "two angles");
/// }
///
/// let panics = |input: &[u8]| std::panic::catch_unwind(|| parse(input)).is_err();
/// # std::panic::set_hook(Box::new(|_| {}));
/// assert_eq!(lop::minimise(*b"<<<html> and more", panics), b"<<");
/// assert_eq!(lop::minimise(*b"fine", panics), b"fine");
/// ```
pub fn minimise(bytes: impl Into<Arc<[u8]>>, is_interesting: impl Fn(&[u8]) -> bool + Sync) -> Vec<u8> {
    let bytes = bytes.into();
    let test = oracle::from_bytes(is_interesting);
    match Reduction::new([bytes.clone()]).run(&test) {
        Ok(outcome) => outcome.files.first().unwrap_or(&bytes).to_vec(),
        // It is not interesting to begin with.
        Err(_) => bytes.to_vec(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_may_be_sent_to_other_threads_and_shared_between_them() {
        fn shared<T: Send + Sync>() {}
        shared::<(Reduction<'_>, Outcome, ReduceError, Config, Ended, Goal, Certificate, PassStats)>();
        shared::<(Question<'_>, Answer, OracleError, Cancel, Control, Event<'_>)>();
        shared::<(Language, Pass, Sites, Span, Protected, Rank, internal::Document, internal::EditSet)>();
        shared::<(CommandOracle, CommandSpec, lop_oracle::Journal, lop_oracle::Companion)>();
        shared::<(oracles::Both<CommandOracle, CommandOracle>, oracles::Not<CommandOracle>)>();
        shared::<&dyn Oracle>();
        shared::<&dyn Observer>();
    }
}
