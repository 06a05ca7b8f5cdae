//! The search: a document, passes that propose edits, an oracle that judges them, and the loop that keeps what it accepts.
//!
//! Pure by design: nothing here starts a process, reads a file or a clock, or prints. Closures are oracles.
//! Read in this order: [`document`], [`edit`], [`pass`], [`oracle`], then the search itself.

pub mod document;
pub mod edit;
pub mod event;
pub mod grammar;
pub mod language;
pub mod lexeme;
pub mod oracle;
pub mod pass;
pub mod passes;
pub mod protect;
pub mod rank;
pub mod search;
pub mod tokens;
mod unit;

pub use document::{Document, File, Unit, UnitId};
pub use edit::{Edit, EditSet, FileId, Span};
pub use event::{Event, Observer};
pub use language::{Language, Layout, Rules};
pub use oracle::{Answer, Cancel, Oracle, OracleError, Question, Verdict};
pub use pass::{Pass, Propose, Sites, Stage, Tier};
pub use protect::Protected;
pub use rank::Rank;
pub use search::{Certificate, Config, Effort, Ended, Outcome, PassStats, reduce, text_hash};
