//! Crash signatures: what makes two crashes the same crash.
//!
//! A signature is how the process ended and, where a row of the table recognises the output, what the tool said about
//! it, freed from everything that changes while the input shrinks: paths, line numbers, addresses, process numbers,
//! names and values of the input.

mod crash;
mod diagnostics;
mod ending;
mod normalise;
mod other_crashes;
mod own;
mod pattern;
mod recognise;
mod stack;
mod strip_ansi;
mod table;
#[cfg(test)]
mod tests;

pub use crash::Signature;
pub use diagnostics::Diagnostics;
pub use ending::Ending;
pub use other_crashes::{OtherCrashError, OtherCrashes, Sighting};
pub use own::Own;
pub use pattern::SignaturePattern;
