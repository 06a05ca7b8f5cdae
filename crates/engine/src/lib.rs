//! The search of the lop test-case reducer, as a library: give it files and an oracle that knows the interesting ones,
//! and it cuts them down to what the oracle insists on.
//!
//! Pure by design: nothing here starts a process, reads a file or a clock, or prints. A closure is enough of an oracle:
//!
//! ```
//! use lop_engine::{Reduction, oracle};
//!
//! let file = "int unused; int *p = 0; int crash() { return *p; }".as_bytes();
//! let crashes = oracle::from_bytes(|text| text.windows(2).any(|it| it == b"*p"));
//! let outcome = Reduction::new([file]).run(&crashes)?;
//! assert_eq!(&*outcome.files[0], b"*p");
//! # Ok::<(), lop_engine::ReduceError>(())
//! ```
//!
//! [`Reduction`] is where to begin: it says what there is to set. A [`Language`] lets the search cut along the syntax
//! tree, an [`Observer`] is told what happens, a [`Cancel`] stops a run.

#![warn(missing_docs)]

mod control;
mod document;
mod edit;
mod error;
mod event;
mod experience;
mod grammar;
mod language;
mod lexeme;
mod margins;
mod memo;
mod mentions;
mod names;
pub mod oracle;
mod pass;
pub mod passes;
mod project;
mod protect;
mod queries;
mod rank;
mod reduction;
mod rules;
mod search;
mod span;
mod spelling;
mod spread;
mod syntax;
mod threshold;
#[cfg(feature = "tuning")]
pub mod thresholds;
#[cfg(not(feature = "tuning"))]
mod thresholds;
pub mod tokens;
mod tree;
mod unit;

pub use control::Control;
pub use error::ReduceError;
pub use event::{Event, Observer};
pub use experience::{EditKind, Experience, Seen};
pub use grammar::FactsError;
pub use language::{Language, LanguageError, Layout, Parser};
pub use mentions::Mention;
pub use oracle::{Answer, Cancel, Oracle, OracleError, Question, Verdict};
pub use pass::{Effort, Outside, Pass, Sites, Stage, Tier};
pub use protect::Protected;
pub use rank::Rank;
pub use reduction::Reduction;
pub use search::{Certificate, Config, Ended, Goal, Left, Outcome, PassStats, text_hash, text_hashes};
pub use span::Span;
pub use syntax::{LineSyntax, Records};
pub use tree::{Entry, Shown, Tree, TreeError};
pub use unit::syntax_errors;

/// What lop's own crates share beyond the library, such as trees and edits. It may change with any version.
#[doc(hidden)]
pub mod internal {
    pub use crate::document::{Document, File};
    pub use crate::edit::{Edit, EditSet, FileId};
    pub use crate::grammar::{Grammar, Labels, List, Symbol};
    pub use crate::lexeme::{Class, Lexeme};
    pub use crate::names::{
        Titles, count as count_names, describe as describe_names, matches as name_matches,
    };
    pub use crate::pass::{Along, Around, Closures, Coupled, Elements, Propose, Site, Sites};
    pub use crate::queries::{NameRules, Rules, Selection};
    pub use crate::rules::found as rules_found;
    pub use crate::search::{Bulk, token_spans, unit_spans};
    pub use crate::syntax::{Embedded, Syntax};
    pub use crate::unit::{Unit, UnitId};
}
